/* test-naive.c - checks the plain module statistic against hand counts and reference tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-naive-module.h"
#include "lsc-random-profile.h"
#include "lsc-test-cases.h"
#include "lsc-test-files.h"
#include "lsc-test-golden.h"

#include <string.h>

#define GOLDEN_NAME "module_statistic.ModuleStatistic.jsonl"

/* ---- hand-counted cases ---- */

static GPtrArray *
rows_of_profile (LscTestProfile *profile, const char *dir, const LscNaiveOptions *options)
{
  g_autofree char *db = lsc_test_profile_db_path (dir, 0);
  g_autoptr (GError) error = NULL;
  GPtrArray *rows;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  rows = lsc_naive_module_rows (db, options, &error);
  g_assert_no_error (error);
  return rows;
}

/* Compares row by row so that a failure names the first row that differs. */
static void
assert_rows (GPtrArray *rows, const char *const *expected)
{
  for (guint i = 0; i < rows->len && expected[i] != NULL; i++)
    {
      g_autofree char *text = lsc_naive_row_to_string (rows->pdata[i]);

      g_assert_cmpstr (text, ==, expected[i]);
    }
  g_assert_cmpuint (rows->len, ==, g_strv_length ((char **) expected));
}

static void
test_case (gconstpointer data)
{
  const LscTestCase *self = data;
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) profile = self->build ();
  g_autoptr (GPtrArray) rows = NULL;
  LscNaiveOptions options = { 0 };

  options.has_step = self->kind == LSC_TEST_CASE_STEP;
  options.step_id = self->step_id;
  if (self->kind == LSC_TEST_CASE_TRACE)
    options.source = LSC_NAIVE_SOURCE_TRACE;
  rows = rows_of_profile (profile, dir, &options);
  assert_rows (rows, self->rows);
}

static void
test_unknown_step (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *db = lsc_test_profile_db_path (dir, 0);
  g_autoptr (LscTestProfile) profile = lsc_test_case_find ("q31-step")->build ();
  g_autoptr (GError) error = NULL;
  LscNaiveOptions options = { .has_step = TRUE, .step_id = 99 };

  g_assert_true (lsc_test_profile_write (profile, dir, 0, NULL));
  g_assert_null (lsc_naive_module_rows (db, &options, &error));
  g_assert_nonnull (error);
}

/* ---- reference tables ---- */

static char *
find_output_db (const char *folder, const char *rank_dir, gint64 rank)
{
  g_autofree char *output = g_build_filename (folder, rank_dir, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%" G_GINT64_FORMAT ".db", rank);
  char *path = g_build_filename (output, name, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

/* The database of @rank somewhere directly below @folder. */
static char *
find_db (const char *folder, gint64 rank)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  char *path = NULL;

  while (dir != NULL && path == NULL && (name = g_dir_read_name (dir)) != NULL)
    path = find_output_db (folder, name, rank);
  return path;
}

static LscTestRow *
row_of_naive (const LscNaiveRow *naive, gint64 rank)
{
  LscTestRow *row = lsc_test_row_new (8);

  lsc_test_row_set_text (row, 0, naive->parent);
  lsc_test_row_set_text (row, 1, naive->module);
  lsc_test_row_set_text (row, 2, naive->op);
  lsc_test_row_set_text (row, 3, naive->kernels);
  lsc_test_row_set_int (row, 4, naive->total_ns);
  lsc_test_row_set_real (row, 5, naive->avg_ns);
  lsc_test_row_set_int (row, 6, naive->count);
  lsc_test_row_set_int (row, 7, rank);
  return row;
}

/* Our rows of all ranks, rank after rank. */
static GPtrArray *
rows_of_folder (const char *folder)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);

  for (gint64 rank = 0; rank < 16; rank++)
    {
      g_autofree char *db = find_db (folder, rank);
      g_autoptr (GPtrArray) naive = db != NULL ? lsc_naive_module_rows (db, NULL, NULL) : NULL;

      for (guint i = 0; naive != NULL && i < naive->len; i++)
        g_ptr_array_add (rows, row_of_naive (naive->pdata[i], rank));
    }
  return rows;
}

static gint
compare_ranks (gconstpointer a, gconstpointer b)
{
  const LscTestRow *ra = *(LscTestRow *const *) a, *rb = *(LscTestRow *const *) b;
  gint64 va = lsc_test_row_int (ra, 7), vb = lsc_test_row_int (rb, 7);

  if (va != vb)
    return va < vb ? -1 : 1;
  return ra->row < rb->row ? -1 : ra->row > rb->row;
}

typedef struct
{
  const char *golden; /* folder of the reference table */
  const char *data;   /* folder of the ranks */
} Sample;

static LscTestGolden *
load_golden (const char *samples, const Sample *sample)
{
  g_autofree char *path = g_build_filename (samples, sample->golden, GOLDEN_NAME, NULL);
  g_autoptr (GError) error = NULL;
  LscTestGolden *golden = lsc_test_golden_load (path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (golden->stated_rows, ==, golden->rows->len);
  g_assert_cmpint (lsc_test_golden_column (golden, "rankID"), ==, 7);
  g_ptr_array_sort (golden->rows, compare_ranks);
  return golden;
}

static void
test_equal (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTestGolden) golden = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *difference = NULL;

  if (samples == NULL)
    return;
  golden = load_golden (samples, sample);
  folder = g_build_filename (samples, sample->data, NULL);
  rows = rows_of_folder (folder);
  lsc_test_rows_equal (golden->rows, rows, &difference);
  g_assert_cmpstr (difference, ==, NULL);
}

static const Sample equal_samples[] = {
  { "pp-1f1b-2x4-dp2-schema12/golden", "pp-1f1b-2x4-dp2-schema12" },
  { "pp-1f1b-2x4-tp4-straggler/golden", "pp-1f1b-2x4-tp4-straggler" },
  { "pp-1f1b-4x8/golden", "pp-1f1b-4x8" },
  { "pp-dualpipev-4x10/golden", "pp-dualpipev-4x10" },
  { "before-after/golden/before", "before-after/before" },
  { "before-after/golden/after", "before-after/after" },
  { "quirks/backward/golden", "quirks/backward" },
  { "quirks/backward-interleaved/golden", "quirks/backward-interleaved" },
  { "quirks/boundary-op/golden", "quirks/boundary-op" },
  { "quirks/comm-before-compute/golden", "quirks/comm-before-compute" },
  { "quirks/identical-ranges/golden", "quirks/identical-ranges" },
  { "quirks/kernel-variants/golden", "quirks/kernel-variants" },
  { "quirks/mfu-nested-ranges/golden", "quirks/mfu-nested-ranges" },
  { "quirks/mfu-several-kernels/golden", "quirks/mfu-several-kernels" },
  { "quirks/range-kinds/golden", "quirks/range-kinds" },
  { "quirks/suffix/golden", "quirks/suffix" },
  { "quirks/suffix-parents/golden", "quirks/suffix-parents" },
};

/* Samples where we decide otherwise than the reference: our rows, counted by hand
 * as "parent|module|op|kernels|total|avg|count". */
typedef struct
{
  const char *data;
  const char *rows[6];
} Different;

static const Different different_samples[] = {
  { "quirks/straddling-op",
    { "P|M|before|K1|10|10|1", "|P|straddles|K2|10|10|1", "P|M|fits|K3|10|10|1",
      "|P|later|K4|10|10|1" } },
  { "quirks/straddling-op-root", { "|M|before|K1|10|10|1", "|M|fits|K3|10|10|1" } },
  { "quirks/other-thread",
    { "|M|mine|K1|10|10|1", "|M|theirs|K2|10|10|1", "|M|mine too|K3|10|10|1",
      "|Other|theirs too|K4|10|10|1" } },
  { "quirks/null-message", { "|M|op|K1|10|10|1", "P|<unnamed>|op|K1|10|10|1" } },
  { "quirks/null-message-parent",
    { "|M|op|K1|10|10|1", "P|<unnamed>|op|K1|10|10|1", "P/<unnamed>|C|op|K1|10|10|1" } },
  { "quirks/backward-inside",
    { "TrainStep|Attn|f1|F1|10|10|1", "TrainStep|Mlp|f2|F2|10|10|1",
      "TrainStep|[Backward]Mlp|b2|B2|10|10|1", "TrainStep|[Backward]Attn|b1|B1|10|10|1" } },
  { "quirks/same-op-key", { "|M|a|K1|10|10|1", "|M|a|K2|10|10|1" } },
};

static void
test_different (gconstpointer data)
{
  const Different *self = data;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autofree char *db = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  if (samples == NULL)
    return;
  folder = g_build_filename (samples, self->data, NULL);
  db = find_db (folder, 0);
  rows = lsc_naive_module_rows (db, NULL, NULL);
  g_assert_nonnull (rows);
  assert_rows (rows, self->rows);
}

/* exports.md#q3: below 20 levels the reference has no rows; the others are equal and in the same
 * order. */
typedef struct
{
  Sample sample;
  guint n_reference, n_ours;
} Deep;

static const Deep deep_samples[] = {
  { { "module-small/golden", "module-small" }, 178, 192 },
  { { "quirks/deep-nesting/golden", "quirks/deep-nesting" }, 20, 24 },
};

static guint
levels (const LscTestRow *row)
{
  guint n = row->texts[0][0] != '\0' ? 2 : 1;

  for (const char *c = row->texts[0]; *c != '\0'; c++)
    n += *c == '/';
  return n;
}

static void
test_deep (gconstpointer data)
{
  const Deep *self = data;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTestGolden) golden = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *difference = NULL;

  if (samples == NULL)
    return;
  golden = load_golden (samples, &self->sample);
  folder = g_build_filename (samples, self->sample.data, NULL);
  rows = rows_of_folder (folder);
  g_assert_cmpuint (golden->rows->len, ==, self->n_reference);
  g_assert_cmpuint (rows->len, ==, self->n_ours);
  for (guint i = rows->len; i > 0; i--)
    if (levels (rows->pdata[i - 1]) > 20)
      g_ptr_array_remove_index (rows, i - 1);
  lsc_test_rows_equal (golden->rows, rows, &difference);
  g_assert_cmpstr (difference, ==, NULL);
}

/* Ranges from trace rows in real profiles. */
typedef struct
{
  const char *data;
  gint64 rank;
  gint64 total_ns;
} Real;

static const Real real_samples[] = {
  { "ascend-db-level0", 0, 5742911 }, { "ascend-db-level0", 1, 5719195 },
  { "ascend-db-level1", 0, 5782828 }, { "ascend-db-level1", 1, 5804938 },
  { "ascend-db-level2", 0, 5781537 }, { "ascend-db-level2", 1, 5805081 },
};

static void
test_real (gconstpointer data)
{
  const Real *self = data;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autofree char *db = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  LscNaiveStats stats;
  gint64 total_ns = 0;

  if (samples == NULL)
    return;
  folder = g_build_filename (samples, self->data, NULL);
  db = find_db (folder, self->rank);
  rows = lsc_naive_module_rows_full (db, NULL, &stats, NULL);
  g_assert_nonnull (rows);
  for (guint i = 0; i < rows->len; i++)
    total_ns += ((const LscNaiveRow *) rows->pdata[i])->total_ns;
  g_assert_true (stats.from_trace);
  g_assert_cmpuint (stats.n_ranges, ==, 26);
  g_assert_cmpuint (stats.n_pairs, ==, 27);
  g_assert_cmpuint (stats.n_pairs_in, ==, 27);
  g_assert_cmpuint (stats.n_runs, ==, 23);
  g_assert_cmpuint (rows->len, ==, 33);
  g_assert_cmpint (total_ns, ==, self->total_ns);
}

static void
test_real_first_row (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autofree char *db = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  if (samples == NULL)
    return;
  folder = g_build_filename (samples, "ascend-db-level2", NULL);
  db = find_db (folder, 0);
  rows = lsc_naive_module_rows (db, NULL, NULL);
  g_assert_nonnull (rows);
  text = lsc_naive_row_to_string (rows->pdata[0]);
  g_assert_cmpstr (text, ==,
                   "DistributedDataParallel/AlexNet/Sequential|Conv2d|Conv2D|trans_TransData_0, "
                   "trans_TransData_1, Conv2D1, trans_TransData_2|399628|399628|1");
}

/* ---- random profiles ---- */

static char *
joined_rows (GPtrArray *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *row = lsc_naive_row_to_string (rows->pdata[i]);

      g_string_append_printf (text, "%s\n", row);
    }
  return g_string_free (text, FALSE);
}

static char *
random_rows (guint32 seed, LscRandomFlags flags, const LscNaiveOptions *options, guint *n_ranges)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *db = lsc_test_profile_db_path (dir, 0);
  g_autoptr (LscTestProfile) profile = lsc_random_profile_new (seed, flags);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  LscNaiveStats stats;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  rows = lsc_naive_module_rows_full (db, options, &stats, &error);
  g_assert_no_error (error);
  g_assert_false (stats.merged);
  *n_ranges = stats.n_ranges;
  return joined_rows (rows);
}

/* The same seed gives the same rows; sizes stay small; the features all occur. */
static void
test_random (void)
{
  LscNaiveOptions options = { 0 };
  guint n_suffixed = 0, n_backward = 0, n_unnamed = 0, n_nested = 0;

  for (guint32 seed = 0; seed < 40; seed++)
    {
      guint n, n_again;
      g_autofree char *rows = random_rows (seed, LSC_RANDOM_NONE, &options, &n);
      g_autofree char *again = random_rows (seed, LSC_RANDOM_NONE, &options, &n_again);

      g_assert_cmpstr (rows, ==, again);
      g_assert_cmpuint (n, >, 0);
      g_assert_cmpuint (n, <, 250);
      n_suffixed += strstr (rows, "_1|") != NULL;
      n_backward += strstr (rows, "[Backward]") != NULL;
      n_unnamed += strstr (rows, "<string ") != NULL;
      n_nested += strstr (rows, "/") != NULL;
    }
  g_assert_cmpuint (n_suffixed, >, 5);
  g_assert_cmpuint (n_backward, >, 10);
  g_assert_cmpuint (n_unnamed, >, 5);
  g_assert_cmpuint (n_nested, >, 20);
}

/* In one well nested thread it makes no difference whether other threads may be parents. */
static void
test_random_nested (void)
{
  LscRandomFlags flags = LSC_RANDOM_NESTED_ONLY | LSC_RANDOM_NO_DAMAGE;
  LscNaiveOptions automatic = { 0 };
  LscNaiveOptions merged = { .threads = LSC_NAIVE_THREADS_MERGED };

  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
      g_autofree char *db = lsc_test_profile_db_path (dir, 0);
      g_autoptr (LscTestProfile) profile = lsc_random_profile_new (seed, flags);
      g_autoptr (GPtrArray) a = NULL;
      g_autoptr (GPtrArray) b = NULL;
      g_autofree char *text_a = NULL;
      g_autofree char *text_b = NULL;

      g_assert_true (lsc_test_profile_write (profile, dir, 0, NULL));
      a = lsc_naive_module_rows (db, &automatic, NULL);
      b = lsc_naive_module_rows (db, &merged, NULL);
      text_a = joined_rows (a);
      text_b = joined_rows (b);
      g_assert_cmpstr (text_a, ==, text_b);
    }
}

static void
add_group (const char *group, const char *name, gconstpointer data, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/naive/%s/%s", group, name);

  g_test_add_data_func (path, data, func);
}

int
main (int argc, char **argv)
{
  guint n;
  const LscTestCase *cases = lsc_test_cases (&n);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n; i++)
    add_group ("case", cases[i].id, &cases[i], test_case);
  for (guint i = 0; i < G_N_ELEMENTS (equal_samples); i++)
    add_group ("equal", equal_samples[i].data, &equal_samples[i], test_equal);
  for (guint i = 0; i < G_N_ELEMENTS (different_samples); i++)
    add_group ("different", different_samples[i].data, &different_samples[i], test_different);
  for (guint i = 0; i < G_N_ELEMENTS (deep_samples); i++)
    add_group ("deep", deep_samples[i].sample.data, &deep_samples[i], test_deep);
  for (guint i = 0; i < G_N_ELEMENTS (real_samples); i++)
    {
      g_autofree char *name =
          g_strdup_printf ("%s-rank%" G_GINT64_FORMAT, real_samples[i].data, real_samples[i].rank);

      add_group ("real", name, &real_samples[i], test_real);
    }
  g_test_add_func ("/naive/real/first-row", test_real_first_row);
  g_test_add_func ("/naive/unknown-step", test_unknown_step);
  g_test_add_func ("/naive/random", test_random);
  g_test_add_func ("/naive/random-nested", test_random_nested);
  return g_test_run ();
}
