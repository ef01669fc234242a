/* test-golden-snapshot.c - memory snapshots against what their simulator knows, to the byte
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>

#include "analyze/memory/lsc-memory-stacks.h"
#include "lsc-test-files.h"
#include "read/snapshot/lsc-snapshot.h"

typedef struct
{
  JsonParser *parser;
  char *folder;
} Truth;

/* Returns: FALSE where there are no samples: the running test is skipped */
static gboolean
truth_open (Truth *self)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, "snapshots", "truth.json", NULL) : NULL;
  g_autoptr (GError) error = NULL;

  if (!root)
    return FALSE;
  self->folder = g_build_filename (root, "snapshots", NULL);
  self->parser = json_parser_new ();
  json_parser_load_from_file (self->parser, path, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
truth_close (Truth *self)
{
  g_clear_object (&self->parser);
  g_free (self->folder);
}

static JsonObject *
truth_get_files (const Truth *self)
{
  return json_object_get_object_member (json_node_get_object (json_parser_get_root (self->parser)),
                                        "files");
}

static LscMemoryLog *
read_log (const Truth *self, const char *name, LscNotices *notices)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  LscMemoryLog *log = lsc_snapshot_read (path, notices, NULL, &error);

  g_assert_no_error (error);
  return log;
}

/* The first twelve digits of what the truth calls a stack, "" for none. */
static char *
get_stack_id (const LscMemoryLog *log, guint32 index)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *sum = NULL;
  const LscMemoryStack *stack;

  if (index == LSC_MEMORY_NONE)
    return g_strdup ("");
  stack = &log->stacks.items[index];
  for (guint32 i = 0; i < stack->n; i++)
    {
      const LscMemoryFrame *frame = &log->frames.items[stack->first + i];

      g_string_append_printf (lines, "%s%s:%u:%s", i > 0 ? "\n" : "",
                              lsc_intern_text (log->texts, frame->file), frame->line,
                              lsc_intern_text (log->texts, frame->function));
    }
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, lines->str, (gssize) lines->len);
  return g_strndup (sum, 12);
}

typedef struct
{
  gint64 count;
  gint64 bytes;
} Sum;

/* What lives at a moment, by stack and bytes asked for. */
static GHashTable *
list_live (const LscMemoryLog *log, guint32 pool, gint64 time_ns)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];
      g_autofree char *stack = NULL;
      char *key;
      Sum *sum;

      if (life->pool != pool || life->begin_ns > time_ns || life->end_ns <= time_ns)
        continue;
      stack = get_stack_id (log, life->stack);
      key = g_strdup_printf ("%s %" G_GINT64_FORMAT, stack, life->requested_bytes);
      sum = g_hash_table_lookup (sums, key);
      if (!sum)
        g_hash_table_insert (sums, g_strdup (key), sum = g_new0 (Sum, 1));
      sum->count++;
      sum->bytes += life->size_bytes;
      g_free (key);
    }
  return sums;
}

static void
check_live (const LscMemoryLog *log, guint32 pool, gint64 time_ns, JsonArray *rows)
{
  g_autoptr (GHashTable) sums = list_live (log, pool, time_ns);

  g_assert_cmpuint (g_hash_table_size (sums), ==, json_array_get_length (rows));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      const char *stack = json_object_get_null_member (row, "stack")
                              ? ""
                              : json_object_get_string_member (row, "stack");
      g_autofree char *key =
          g_strdup_printf ("%s %" G_GINT64_FORMAT, stack, json_object_get_int_member (row, "size"));
      const Sum *sum = g_hash_table_lookup (sums, key);

      g_assert_nonnull (sum);
      g_assert_cmpint (sum->count, ==, json_object_get_int_member (row, "count"));
      g_assert_cmpint (sum->bytes, ==, json_object_get_int_member (row, "bytes"));
    }
}

static const char *const quantities[] = {
  [LSC_MEMORY_ALLOCATED] = "allocated",
  [LSC_MEMORY_ACTIVE] = "active",
  [LSC_MEMORY_REQUESTED] = "requested",
  [LSC_MEMORY_RESERVED] = "reserved",
};

/* Returns: time of the peak */
static gint64
check_curve (const LscMemoryLog *log, guint32 pool, LscMemoryQuantity quantity, JsonObject *device)
{
  const char *name = quantities[quantity];
  const LscMemoryCurve *curve = lsc_memory_log_find_curve (log, pool, quantity);
  JsonObject *peak =
      json_object_get_object_member (json_object_get_object_member (device, "peak"), name);
  const LscMemoryPoint *most;
  gsize n;

  g_assert_nonnull (curve);
  n = curve->points.n;
  most = curve->points.items;
  for (gsize i = 1; i < n; i++)
    {
      g_assert_cmpint (curve->points.items[i].time_ns, >=, curve->points.items[i - 1].time_ns);
      if (curve->points.items[i].bytes > most->bytes)
        most = &curve->points.items[i];
    }
  g_assert_cmpint (
      curve->points.items[0].bytes, ==,
      json_object_get_int_member (json_object_get_object_member (device, "at_start"), name));
  g_assert_cmpint (
      curve->points.items[n - 1].bytes, ==,
      json_object_get_int_member (json_object_get_object_member (device, "at_end"), name));
  g_assert_cmpint (most->bytes, ==, json_object_get_int_member (peak, name));
  if (json_object_get_int_member (peak, "event") < 0)
    g_assert_true (most == curve->points.items);
  else
    g_assert_cmpint (most->time_ns, ==, json_object_get_int_member (peak, "time_us") * 1000);
  return most == curve->points.items ? log->begin_ns - 1 : most->time_ns;
}

static void
check_segments (const LscMemoryLog *log, guint32 pool, JsonObject *free)
{
  gint64 reserved = 0, allocated = 0, active = 0, largest = 0;

  for (gsize i = 0; i < log->segments.n; i++)
    {
      const LscMemorySegment *segment = &log->segments.items[i];

      if (segment->pool != pool)
        continue;
      reserved += segment->size_bytes;
      allocated += segment->allocated_bytes;
      active += segment->active_bytes;
      largest = MAX (largest, segment->largest_free_bytes);
    }
  g_assert_cmpint (reserved - allocated, ==,
                   json_object_get_int_member (free, "reserved_not_allocated"));
  g_assert_cmpint (active - allocated, ==, json_object_get_int_member (free, "pending_free"));
  g_assert_cmpint (largest, ==, json_object_get_int_member (free, "largest_free_block"));
}

static void
check_before (const LscMemoryLog *log, guint32 pool, JsonObject *before)
{
  gint64 n = 0, n_bytes = 0, n_requested = 0, n_end = 0, n_stack = 0;

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->pool != pool || life->begin_ns != G_MININT64)
        continue;
      n++;
      n_bytes += life->size_bytes;
      n_requested += life->requested_bytes;
      n_end += life->active_end_ns == G_MAXINT64;
      n_stack += life->stack != LSC_MEMORY_NONE;
    }
  g_assert_cmpint (n, ==, json_object_get_int_member (before, "blocks"));
  g_assert_cmpint (n_bytes, ==, json_object_get_int_member (before, "bytes"));
  g_assert_cmpint (n_requested, ==, json_object_get_int_member (before, "requested"));
  g_assert_cmpint (n_end, ==, json_object_get_int_member (before, "blocks_that_live_at_the_end"));
  g_assert_cmpint (n_stack, ==, json_object_get_int_member (before, "with_a_stack"));
}

static void
check_failures (const LscMemoryLog *log, guint32 pool, JsonArray *rows)
{
  gsize n = 0;

  for (gsize i = 0; i < log->failures.n; i++)
    {
      const LscMemoryFailure *failure = &log->failures.items[i];
      JsonObject *row;

      if (failure->pool != pool)
        continue;
      row = json_array_get_object_element (rows, (guint) n++);
      g_assert_cmpint (failure->bytes, ==, json_object_get_int_member (row, "size"));
      g_assert_cmpint (failure->free_bytes, ==, json_object_get_int_member (row, "device_free"));
      g_assert_cmpint (failure->largest_free_bytes, ==,
                       json_object_get_int_member (row, "largest_free_block"));
    }
  g_assert_cmpuint (n, ==, json_array_get_length (rows));
}

static void
check_steps (const LscMemoryLog *log, guint32 pool, JsonArray *rows)
{
  const LscMemoryCurve *curve = lsc_memory_log_find_curve (log, pool, LSC_MEMORY_ALLOCATED);
  gsize n = 0;

  for (gsize i = 0; i < log->marks.n; i++)
    {
      const LscMemoryMark *mark = &log->marks.items[i];
      JsonObject *row;
      gsize k = 0;

      if (!g_str_has_prefix (lsc_intern_text (log->texts, mark->name), "ProfilerStep#"))
        continue;
      row = json_array_get_object_element (rows, (guint) n++);
      g_assert_cmpint (mark->begin_ns, ==, json_object_get_int_member (row, "start_us") * 1000);
      g_assert_cmpint (mark->end_ns, ==, json_object_get_int_member (row, "end_us") * 1000);
      if (json_object_get_null_member (row, "allocated_at_end"))
        continue;
      while (k + 1 < curve->points.n && curve->points.items[k + 1].time_ns < mark->end_ns)
        k++;
      g_assert_cmpint (curve->points.items[k].bytes, ==,
                       json_object_get_int_member (row, "allocated_at_end"));
    }
  g_assert_cmpuint (n, ==, json_array_get_length (rows));
}

static void
check_device (const LscMemoryLog *log, guint32 pool, JsonObject *device)
{
  gint64 peak_ns = check_curve (log, pool, LSC_MEMORY_ALLOCATED, device);

  for (guint i = LSC_MEMORY_ACTIVE; i <= LSC_MEMORY_RESERVED; i++)
    check_curve (log, pool, i, device);
  check_live (log, pool, peak_ns, json_object_get_array_member (device, "live_at_peak"));
  check_live (log, pool, G_MAXINT64 - 1, json_object_get_array_member (device, "live_at_end"));
  check_segments (log, pool, json_object_get_object_member (device, "free_at_end"));
  check_before (log, pool, json_object_get_object_member (device, "before_recording"));
  check_failures (log, pool, json_object_get_array_member (device, "oom"));
  if (json_array_get_length (json_object_get_array_member (device, "steps")) > 0)
    check_steps (log, pool, json_object_get_array_member (device, "steps"));
}

static gboolean
is_empty (JsonObject *device)
{
  return json_object_get_int_member (device, "events") == 0 &&
         json_object_get_int_member (json_object_get_object_member (device, "at_end"),
                                     "reserved") == 0;
}

static void
test_truth (void)
{
  Truth truth = { 0 };
  g_autoptr (GList) names = NULL;

  if (!truth_open (&truth))
    return;
  names = json_object_get_members (truth_get_files (&truth));
  for (GList *l = names; l; l = l->next)
    {
      JsonObject *file = json_object_get_object_member (truth_get_files (&truth), l->data);
      JsonArray *devices = json_object_get_array_member (file, "devices");
      g_autoptr (LscNotices) notices = lsc_notices_new ();
      LscMemoryLog *log = read_log (&truth, l->data, notices);
      guint32 pool = 0;

      g_test_message ("%s: %zu blocks, %zu stacks", (const char *) l->data, log->lives.n,
                      log->stacks.n);
      for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
        {
          g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, i);
          g_autofree char *text = lsc_notice_to_text (notice);

          g_test_message ("%s", text);
        }
      for (guint i = 0; i < json_array_get_length (devices); i++)
        {
          JsonObject *device = json_array_get_object_element (devices, i);

          if (is_empty (device))
            continue;
          g_assert_cmpuint (pool, <, log->pools.n);
          g_assert_cmpint (log->pools.items[pool].device, ==, i);
          check_device (log, pool++, device);
        }
      g_assert_cmpuint (pool, ==, log->pools.n);
      lsc_memory_log_unref (log);
    }
  truth_close (&truth);
}

static void
assert_notice (const Truth *truth, const char *file, const char *code, gint64 count)
{
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (LscMemoryLog) log = read_log (truth, file, notices);
  gboolean is_told = FALSE;

  for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, i);

      g_assert_cmpstr (notice->code, !=, "snapshot-odd-events");
      g_assert_cmpstr (notice->code, !=, "snapshot-inexact-sizes");
      g_assert_cmpstr (notice->code, !=, "snapshot-unlike-end");
      if (g_str_equal (notice->code, code))
        {
          g_assert_cmpint (notice->count, ==, count);
          is_told = TRUE;
        }
    }
  g_assert_true (is_told == (count > 0));
}

static void
test_notices (void)
{
  Truth truth = { 0 };

  if (!truth_open (&truth))
    return;
  assert_notice (&truth, "wrapped.pickle", "snapshot-wrapped", 66);
  assert_notice (&truth, "wrapped.pickle", "snapshot-lower-bound", 21);
  assert_notice (&truth, "train.pickle", "snapshot-wrapped", 0);
  assert_notice (&truth, "train.pickle", "snapshot-begins-late", 22);
  assert_notice (&truth, "../h100/snapshot-leak.pickle", "snapshot-begins-late", 0);
  truth_close (&truth);
}

static const char *
get_text (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get_named (table, row, column).text;
}

static gint64
get_int (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get_named (table, row, column).integer;
}

static char *
get_id (const LscTable *table, gsize row)
{
  const char *stack = get_text (table, row, "stack");
  g_autofree char *sum = NULL;

  if (!stack)
    return g_strdup ("");
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, stack, -1);
  return g_strndup (sum, 12);
}

static const char *
get_stack (JsonObject *row)
{
  return json_object_get_null_member (row, "stack") ? ""
                                                    : json_object_get_string_member (row, "stack");
}

/* The row of the table with that stack, and with that size if that is not negative. */
static gsize
find_row (const LscTable *table, const char *stack, gint64 size)
{
  gsize n = lsc_table_get_n_rows (table), i = 0;

  for (; i < n; i++)
    {
      g_autofree char *id = get_id (table, i);

      if (g_str_equal (id, stack) && (size < 0 || get_int (table, i, "request_bytes") == size))
        break;
    }
  g_assert_cmpuint (i, <, n);
  return i;
}

/* Who grows, and by how much in each step; and what else is kept, which does not. */
static void
check_keepers (const LscMemoryLog *log, JsonObject *device)
{
  g_autoptr (LscTable) table = lsc_memory_list_keepers (log);
  JsonArray *grows = json_object_get_array_member (device, "grows");
  JsonArray *kept = json_object_get_array_member (device, "kept_per_step");
  gsize n_leaks = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    n_leaks += g_str_equal (get_text (table, i, "keeps"), "leak");
  g_assert_cmpuint (n_leaks, ==, json_array_get_length (grows));
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, json_array_get_length (kept));
  for (guint i = 0; i < json_array_get_length (kept); i++)
    {
      JsonObject *row = json_array_get_object_element (kept, i);
      JsonArray *requested = json_object_get_array_member (row, "requested");
      gint64 bytes = 0;

      for (guint k = 0; k < json_array_get_length (requested); k++)
        bytes += json_array_get_int_element (requested, k);
      g_assert_cmpint (get_int (table, find_row (table, get_stack (row), -1), "kept_bytes"), ==,
                       bytes);
    }
  for (guint i = 0; i < json_array_get_length (grows); i++)
    {
      JsonObject *row = json_array_get_object_element (grows, i);

      g_assert_cmpstr (get_text (table, find_row (table, get_stack (row), -1), "keeps"), ==,
                       "leak");
    }
}

static void
check_stacks (const LscMemoryLog *log, JsonObject *device)
{
  g_autoptr (LscTable) table = lsc_memory_list_stacks (log);
  JsonArray *rows = json_object_get_array_member (device, "live_at_peak_by_stack");

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      gsize at = find_row (table, get_stack (row), -1);

      g_assert_cmpint (get_int (table, at, "at_peak_bytes"), ==,
                       json_object_get_int_member (row, "bytes"));
      g_assert_cmpint (get_int (table, at, "at_peak_count"), ==,
                       json_object_get_int_member (row, "count"));
    }
}

/* Of files with one device. */
static void
test_stacks (void)
{
  Truth truth = { 0 };
  g_autoptr (GList) names = NULL;

  if (!truth_open (&truth))
    return;
  names = json_object_get_members (truth_get_files (&truth));
  for (GList *l = names; l; l = l->next)
    {
      JsonObject *file = json_object_get_object_member (truth_get_files (&truth), l->data);
      JsonArray *devices = json_object_get_array_member (file, "devices");
      g_autoptr (LscNotices) notices = lsc_notices_new ();
      g_autoptr (LscMemoryLog) log = NULL;

      if (json_array_get_length (devices) > 1)
        continue;
      log = read_log (&truth, l->data, notices);
      if (log->marks.n > 0) /* else parts of the recording stand for steps */
        check_keepers (log, json_array_get_object_element (devices, 0));
      check_stacks (log, json_array_get_object_element (devices, 0));
    }
  truth_close (&truth);
}

/* remember (metrics.py:41) keeps 16 MiB in each of six steps; nothing else grows. */
static void
test_leak (void)
{
  Truth truth = { 0 };
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (LscMemoryLog) log = NULL;
  g_autoptr (LscTable) table = NULL;

  if (!truth_open (&truth))
    return;
  log = read_log (&truth, "../h100/snapshot-leak.pickle", notices);
  table = lsc_memory_list_keepers (log);
  g_assert_cmpstr (get_text (table, 0, "who"), ==, "remember (metrics.py:41)");
  g_assert_cmpstr (get_text (table, 0, "keeps"), ==, "leak");
  g_assert_cmpint (get_int (table, 0, "kept_step_bytes"), ==, 16777216);
  g_assert_cmpint (get_int (table, 0, "kept_steps"), ==, 6);
  for (gsize i = 1; i < lsc_table_get_n_rows (table); i++)
    g_assert_cmpstr (get_text (table, i, "keeps"), ==,
                     g_str_has_prefix (get_text (table, i, "who"), "init_state") ? "once"
                                                                                 : "replaced");
  truth_close (&truth);
}

static void
check_pair (const Truth *truth, const char *name, gboolean is_at_end)
{
  g_autofree char *key = g_strdup_printf ("train.pickle -> train-after.pickle, %s", name);
  JsonObject *root = json_node_get_object (json_parser_get_root (truth->parser));
  JsonArray *rows =
      json_object_get_array_member (json_object_get_object_member (root, "compare"), key);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (LscMemoryLog) before = read_log (truth, "train.pickle", notices);
  g_autoptr (LscMemoryLog) after = read_log (truth, "train-after.json", notices);
  g_autoptr (LscTable) table = lsc_memory_compare_stacks (before, after, is_at_end);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, json_array_get_length (rows));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      gsize at = find_row (table, get_stack (row), json_object_get_int_member (row, "size"));
      JsonArray *sides[] = { json_object_get_array_member (row, "before"),
                             json_object_get_array_member (row, "after") };

      g_assert_cmpint (get_int (table, at, "change_bytes"), ==,
                       json_object_get_int_member (row, "change"));
      g_assert_cmpint (get_int (table, at, "live_before_count"), ==,
                       json_array_get_int_element (sides[0], 0));
      g_assert_cmpint (get_int (table, at, "live_after_bytes"), ==,
                       json_array_get_int_element (sides[1], 1));
    }
}

static void
test_pair (void)
{
  Truth truth = { 0 };

  if (!truth_open (&truth))
    return;
  check_pair (&truth, "at the peak", FALSE);
  check_pair (&truth, "at the end", TRUE);
  truth_close (&truth);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/snapshot/truth", test_truth);
  g_test_add_func ("/golden/snapshot/notices", test_notices);
  g_test_add_func ("/golden/snapshot/stacks", test_stacks);
  g_test_add_func ("/golden/snapshot/leak", test_leak);
  g_test_add_func ("/golden/snapshot/pair", test_pair);
  return g_test_run ();
}
