/* test-slice-args.c - slices with everything that the file says of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-slice-args.h"
#include "base/lsc-error.h"

#define MOST_COLUMNS 256

/* "key=value" for each of what the file says of a slice; a text that begins with "!" is an error.
 */
typedef const char *const Said[8];

static const Said *said;
static guint n_keys_of_many;

static void
add (GPtrArray *details, const char *key, const char *value)
{
  LscDetail *detail = g_new0 (LscDetail, 1);

  detail->key = g_strdup (key);
  detail->value = g_strdup (value);
  g_ptr_array_add (details, detail);
}

static GPtrArray *
read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  g_autoptr (GPtrArray) details = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  gint64 index =
      lsc_lane_get_detail (lsc_timeline_get_node (timeline, spot.node)->lane, spot.slice);

  for (guint i = 0; i < n_keys_of_many; i++)
    {
      g_autofree char *key = g_strdup_printf ("key %u", i);

      add (details, key, "1");
    }
  for (guint i = 0; said && said[index][i]; i++)
    {
      g_auto (GStrv) parts = g_strsplit (said[index][i], "=", 2);

      if (*said[index][i] == '!')
        {
          g_set_error_literal (error, LSC_ERROR, LSC_ERROR_CORRUPT, said[index][i] + 1);
          return NULL;
        }
      add (details, parts[0], parts[1]);
    }
  return g_steal_pointer (&details);
}

/* @n slices "op", whose places in the file run backwards. */
static LscTimeline *
make_timeline (guint n)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a", "/a/x");
  LscTimeline *self = lsc_timeline_new (source);
  LscRawSlices raw = { 0 };

  for (guint i = 0; i < n; i++)
    {
      LscRawSlice *slice = lsc_raw_slices_add (&raw, i * 10, i * 10 + 5);

      slice->name = lsc_intern_add (self->strings, "op");
      slice->kind = LSC_SLICE_OP;
      slice->detail = n - 1 - i;
    }
  lsc_timeline_add_lane (self, 0, LSC_ROLE_OTHER, "lane",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_raw_slices_clear (&raw);
  lsc_timeline_seal (self, NULL);
  self->read_details = read_details;
  return self;
}

static GArray *
list_spots (guint n)
{
  GArray *spots = g_array_new (FALSE, FALSE, sizeof (LscSpot));

  for (guint i = 0; i < n; i++)
    g_array_append_val (spots, ((LscSpot){ 1, i }));
  return spots;
}

/* In the order of the file, which is the reverse of time here. */
static LscTable *
make_table (const Said *of, guint n)
{
  g_autoptr (LscTimeline) timeline = make_timeline (n);
  g_autoptr (LscSliceArgs) args = lsc_slice_args_new ();
  g_autoptr (GArray) spots = list_spots (n);
  g_autoptr (GError) error = NULL;
  LscTable *table;

  said = of;
  g_assert_true (lsc_slice_args_learn (args, timeline, (const LscSpot *) (gpointer) spots->data, n,
                                       NULL, &error));
  g_assert_no_error (error);
  table = lsc_slice_args_get_table (args, timeline, (const LscSpot *) (gpointer) spots->data, n,
                                    NULL, &error);
  g_assert_no_error (error);
  return table;
}

static LscValue
get (const LscTable *table, gsize row, const char *key)
{
  g_autofree char *name = g_strconcat (LSC_SLICE_ARGS_PREFIX, key, NULL);

  g_assert_cmpint (lsc_table_find_column (table, name), >=, 0);
  return lsc_table_get_named (table, row, name);
}

static LscType
type_of (const LscTable *table, const char *key)
{
  g_autofree char *name = g_strconcat (LSC_SLICE_ARGS_PREFIX, key, NULL);
  int column = lsc_table_find_column (table, name);

  g_assert_cmpint (column, >=, 0);
  return lsc_table_get_column (table, (guint) column)->type;
}

static gboolean
has (const LscTable *table, const char *key)
{
  g_autofree char *name = g_strconcat (LSC_SLICE_ARGS_PREFIX, key, NULL);

  return lsc_table_find_column (table, name) >= 0;
}

/* Columns in the order of the file; a slice that lacks a key has an empty cell. */
static void
test_union (void)
{
  static const Said of[] = { { "b=1", "c=x", NULL }, { NULL }, { "a=2", "b=3", NULL } };
  g_autoptr (LscTable) table = make_table (of, 3);
  int b = lsc_table_find_column (table, "args.b");

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  g_assert_cmpint (lsc_table_find_column (table, "args.c"), ==, b + 1);
  g_assert_cmpint (lsc_table_find_column (table, "args.a"), ==, b + 2);
  g_assert_cmpint (get (table, 2, "b").integer, ==, 1);
  g_assert_cmpint (get (table, 0, "b").integer, ==, 3);
  g_assert_true (get (table, 1, "b").is_null);
  g_assert_true (get (table, 0, "c").is_null);
  g_assert_cmpstr (get (table, 2, "c").text, ==, "x");
  g_assert_cmpint (lsc_table_get_named (table, 2, "start_ns").integer, ==, 20);
  g_assert_cmpstr (lsc_table_get_column (table, (guint) b)->title, ==, "b");
}

/* Numbers keep their digits, and what is none stays as it was recorded. */
static void
test_numbers (void)
{
  static const Said of[] = {
    { "whole=9007199254740993", "least=-9223372036854775808", "big=18446744073709551615",
      "real=12.50", "id=007", "mixed=4", "bytes=512", NULL },
    { "whole=0", "least=1", "big=1", "real=3", "id=8", "mixed=none", "bytes=-1", NULL }
  };
  g_autoptr (LscTable) table = make_table (of, 2);

  g_assert_cmpint (type_of (table, "whole"), ==, LSC_TYPE_INT);
  g_assert_cmpint (get (table, 1, "whole").integer, ==, G_GINT64_CONSTANT (9007199254740993));
  g_assert_cmpint (get (table, 1, "least").integer, ==, G_MININT64);
  g_assert_cmpint (type_of (table, "big"), ==, LSC_TYPE_TEXT);
  g_assert_cmpstr (get (table, 1, "big").text, ==, "18446744073709551615");
  g_assert_true (get (table, 1, "big").is_number);
  g_assert_cmpstr (get (table, 1, "real").text, ==, "12.50");
  g_assert_true (get (table, 0, "real").is_number);
  g_assert_cmpstr (get (table, 1, "id").text, ==, "007");
  g_assert_false (get (table, 1, "id").is_number);
  g_assert_true (get (table, 1, "mixed").is_number);
  g_assert_false (get (table, 0, "mixed").is_number);
  g_assert_cmpint (
      lsc_table_get_column (table, (guint) lsc_table_find_column (table, "args.bytes"))->unit, ==,
      LSC_UNIT_BYTES);
}

/* A key that a slice has twice is two columns; what other columns say is none; nothing is empty. */
static void
test_keys (void)
{
  static const Said of[] = {
    { "name=op", "ts=1", "dur=2", "ph=X", "k=1", "k=2", "k=3", NULL },
    { "name=op", "k=4", "nothing=null", "empty=", "=5", "k (2)=6", NULL },
  };
  static const Said others[] = { { "name=op", NULL }, { "name=kernel", NULL } };
  g_autoptr (LscTable) table = make_table (of, 2), named = make_table (others, 2);

  g_assert_false (has (table, "name"));
  g_assert_false (has (table, "ts"));
  g_assert_false (has (table, "dur"));
  g_assert_false (has (table, "ph"));
  g_assert_false (has (table, "nothing"));
  g_assert_false (has (table, "empty"));
  g_assert_cmpint (get (table, 1, "k").integer, ==, 1);
  g_assert_cmpint (get (table, 1, "k (2)").integer, ==, 2);
  g_assert_cmpint (get (table, 1, "k (3)").integer, ==, 3);
  g_assert_cmpint (get (table, 0, "k (2)").integer, ==, 6);
  g_assert_cmpint (get (table, 0, "").integer, ==, 5);
  g_assert_cmpstr (get (named, 0, "name").text, ==, "kernel"); /* of a task and its kernel */
}

/* More keys than anybody reads: the rest stands in one column, nothing is lost. */
static void
test_many (void)
{
  g_autoptr (LscTable) table = NULL;

  n_keys_of_many = MOST_COLUMNS + 2;
  table = make_table (NULL, 1);
  n_keys_of_many = 0;
  g_assert_cmpint (get (table, 0, "key 255").integer, ==, 1);
  g_assert_false (has (table, "key 256"));
  g_assert_cmpstr (get (table, 0, "others").text, ==, "{\"key 256\":\"1\",\"key 257\":\"1\"}");
}

static void
test_errors (void)
{
  static const Said of[] = { { "a=1", NULL }, { "!the file has changed", NULL } };
  static const Said good[] = { { "a=1", NULL }, { "a=2", NULL } };
  g_autoptr (LscTimeline) timeline = make_timeline (2);
  g_autoptr (LscSliceArgs) args = lsc_slice_args_new (), second = lsc_slice_args_new ();
  g_autoptr (GArray) spots = list_spots (2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  LscJob *job = lsc_job_new (cancellable, NULL, NULL);
  const LscSpot *list = (const LscSpot *) (gpointer) spots->data;
  g_autoptr (GError) error = NULL, failure = NULL, cancelled = NULL;

  said = of;
  g_assert_false (lsc_slice_args_learn (args, timeline, list, 2, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  said = good;
  g_assert_true (lsc_slice_args_learn (second, timeline, list, 2, NULL, NULL));
  said = of;
  g_assert_null (lsc_slice_args_get_table (second, timeline, list, 2, NULL, &failure));
  g_assert_error (failure, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_cancellable_cancel (cancellable);
  said = good;
  g_assert_null (lsc_slice_args_get_table (second, timeline, list, 2, job, &cancelled));
  g_assert_error (cancelled, LSC_ERROR, LSC_ERROR_CANCELLED);
  lsc_job_free (job);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-args/union", test_union);
  g_test_add_func ("/slice-args/numbers", test_numbers);
  g_test_add_func ("/slice-args/keys", test_keys);
  g_test_add_func ("/slice-args/many", test_many);
  g_test_add_func ("/slice-args/errors", test_errors);
  return g_test_run ();
}
