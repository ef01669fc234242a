/* test-cli-stray.c - one event decades away from all others stretches nothing and is told
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#include <string.h>

#define HOUR_NS (G_GINT64_CONSTANT (3600) * 1000000000)
#define FAR "1767000000000000000" /* 56 years, ns */

/**
 * Case: a profile with stray events
 * @sql: what is done to the database of rank 0
 * @told: part of the sentence that tells
 */
typedef struct
{
  const char *name;
  const char *sql;
  const char *told;
} Case;

static const Case cases[] = {
  { "task-at-0", "UPDATE TASK SET startNs = 0, endNs = 1 WHERE rowid = 2",
    "begins at 0 ns, 55.0 years before the others" },
  { "task-at-5", "UPDATE TASK SET startNs = 5, endNs = 9 WHERE rowid = 2",
    "begins at 5 ns, 55.0 years before the others" },
  { "task-far-ahead",
    "UPDATE TASK SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 2",
    "56.0 years after the others" },
  { "task-without-end", "UPDATE TASK SET endNs = endNs + 8640000000000000 WHERE rowid = 2",
    "ends long after the next one begins and is cut there: “Cast”" },
  { "tasks-on-both-sides",
    "UPDATE TASK SET startNs = 0, endNs = 1 WHERE rowid = 2;"
    "UPDATE TASK SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 3",
    "begins at 0 ns, 55.0 years before the others" },
  { "mark", "UPDATE MSTX_EVENTS SET startNs = 0, endNs = 1 WHERE rowid = 2",
    "“Attention” of Rank 0/" },
  { "mark-far-ahead",
    "UPDATE MSTX_EVENTS SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 2",
    "“Attention” of Rank 0/" },
  { "marks-of-another-day",
    "UPDATE MSTX_EVENTS SET startNs = startNs + 55000000000000000,"
    " endNs = endNs + 55000000000000000",
    "events are far from all others; the first, “Model” of Rank 0/" },
  { "call", "UPDATE CANN_API SET startNs = 0, endNs = 1 WHERE connectionId = 1003",
    "of Rank 0/CANN/" },
  { "op", "UPDATE PYTORCH_API SET startNs = 0, endNs = 1 WHERE rowid = 3", "of Rank 0/Python/" },
  { "op-far-ahead",
    "UPDATE PYTORCH_API SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 3",
    "of Rank 0/Python/" },
};

static gboolean
is_length (const char *key)
{
  static const char *const times[] = { "begin_ns",      "start_ns",    "end_ns",
                                       "step_begin_ns", "step_end_ns", "host_begin_ns",
                                       "host_end_ns",   NULL };

  return g_str_has_suffix (key, "_ns") && !g_strv_contains (times, key);
}

/* No length in the rows of a command is one that the recording cannot have. */
static void
check_lengths (LscTestPlace *place, int code, const char *command, const char *told)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, command, place->data, "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);

  lsc_test_assert_contains (output->err,
                            strstr (told, "is cut there") ? "[task-overrun]" : "[stray-event]");
  lsc_test_assert_contains (output->err, told);
  g_assert_cmpuint (rows->len, >, 0);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GList) keys = json_object_get_members (rows->pdata[i]);

      for (GList *key = keys; key; key = key->next)
        if (is_length (key->data) && !json_object_get_null_member (rows->pdata[i], key->data))
          {
            g_assert_cmpint (json_object_get_int_member (rows->pdata[i], key->data), <, HOUR_NS);
            g_assert_cmpint (json_object_get_int_member (rows->pdata[i], key->data), >, -HOUR_NS);
          }
    }
}

static gint64
query_number (LscTestPlace *place, const char *sql)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data, sql, "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);
  g_autofree char *key = lsc_test_json_keys (rows->pdata[0]);

  g_assert_cmpuint (rows->len, ==, 1);
  return json_object_get_int_member (rows->pdata[0], key);
}

static guint
count_slices (LscTestPlace *place, const char *range)
{
  g_autoptr (LscTestOutput) output =
      range ? lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--json",
                                   "--range", range, NULL)
            : lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);

  return rows->len;
}

/* Everything that the tables of events hold stays, and what is computed is not longer than what
 * was recorded. */
static void
check_place (LscTestPlace *place, int code, const char *told)
{
  gint64 span_ns = query_number (place, "SELECT MAX(end_ns - begin_ns) FROM ranks");

  check_lengths (place, EXIT_DELIVERED, "overlap", told);
  check_lengths (place, code, "dispatch", told);
  g_assert_cmpint (span_ns, >, 0);
  g_assert_cmpint (span_ns, <, HOUR_NS);
  g_assert_cmpint (query_number (place,
                                 "SELECT COUNT(*) FROM slices"
                                 " WHERE dur_ns > 3600000000000 AND (lane LIKE '%Overlap%' OR"
                                 " lane LIKE '%Idle by Cause%')"),
                   ==, 0);
  g_assert_cmpuint (count_slices (place, "0:1ms"), >, 10);
}

/* Slices but for those that are computed. */
static gint64
count_recorded (LscTestPlace *place)
{
  return query_number (place,
                       "SELECT COUNT(*) FROM slices"
                       " WHERE lane NOT LIKE '%Overlap%' AND lane NOT LIKE '%Idle by Cause%'");
}

static void
test_database (gconstpointer data)
{
  const Case *about = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  gint64 n_recorded;

  lsc_test_write_modules (place, 1);
  n_recorded = count_recorded (place);
  lsc_test_place_watch (place, FALSE);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, about->sql);
  lsc_test_place_watch (place, TRUE);
  check_place (place, EXIT_DELIVERED, about->told);
  g_assert_cmpint (count_recorded (place), ==, n_recorded);
}

/* The database that is written, and the list without a range, have what the tables have. */
static void
test_converted (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *out = g_build_filename (place->root, "converted.db", NULL);
  g_autofree char *db = NULL;
  g_autofree char *n = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_place_watch (place, FALSE);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, "UPDATE TASK SET startNs = 0, endNs = 1 WHERE rowid = 2");
  lsc_test_place_watch (place, TRUE);
  lsc_test_cli (place, EXIT_DELIVERED, "convert", place->data, "--to", "db", "--out", out, NULL);
  n = lsc_test_sql (out, "SELECT COUNT(*) FROM slices WHERE dur_ns > 3600000000000");
  g_assert_cmpint (g_ascii_strtoll (n, NULL, 10), ==, 0);
  g_free (n);
  n = lsc_test_sql (out, "SELECT COUNT(*) FROM slices");
  g_assert_cmpint (g_ascii_strtoll (n, NULL, 10), ==, count_slices (place, NULL));
  g_assert_cmpuint (count_slices (place, "@0:@1"), ==, 1);
}

/* One event of thirty, in the two forms of a trace. */
static void
write_trace (LscTestPlace *place, gboolean is_view, const char *stray)
{
  g_autofree char *path =
      g_build_filename (place->data, is_view ? "trace_view.json" : "trace.json", NULL);
  g_autoptr (GString) text = g_string_new (is_view ? "[" : "{\"traceEvents\": [");

  if (is_view)
    g_string_append (text, "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 2, \"tid\": 0,"
                           " \"args\": {\"name\": \"Ascend Hardware\"}},"
                           "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 2, \"tid\": 7,"
                           " \"args\": {\"name\": \"Stream 7\"}},");
  for (int i = 0; i < 30; i++)
    g_string_append_printf (text,
                            "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"MatMul\", \"pid\": 2,"
                            " \"tid\": 7, \"ts\": %s%d, \"dur\": 5,"
                            " \"args\": {\"Task Type\": \"AI_CORE\", \"stream\": 7}},\n",
                            "17600000000000", 10 + i * 3);
  g_string_append_printf (text,
                          "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"Lost\", \"pid\": 2,"
                          " \"tid\": 7, \"ts\": %s, \"dur\": 1,"
                          " \"args\": {\"Task Type\": \"AI_CORE\", \"stream\": 7}}%s",
                          stray, is_view ? "]" : "]}");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
test_trace (gconstpointer data)
{
  gboolean is_view = GPOINTER_TO_INT (data);
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  write_trace (place, is_view, "0"); /* without launches: dispatch is a part */
  check_place (place, EXIT_PART, "“Lost” of ");
  write_trace (place, is_view, "3500000000000000");
  check_place (place, EXIT_PART, "“Lost” of ");
}

/* A step has nothing on the device at such a time; the others have what they had. */
static void
test_step (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_place_watch (place, FALSE);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, "UPDATE STEP_TIME SET startNs = 0, endNs = 1 WHERE rowid = 1");
  lsc_test_place_watch (place, TRUE);
  check_lengths (place, EXIT_PART, "overlap", "“ProfilerStep#7” of Rank 0/Steps begins at 0 ns");
  lsc_test_place_watch (place, FALSE);
  lsc_test_sql_run (db, "UPDATE TASK SET connectionId = 4294967295"); /* steps by host times */
  lsc_test_place_watch (place, TRUE);
  check_lengths (place, EXIT_PART, "overlap", "“ProfilerStep#7” of Rank 0/Steps begins at 0 ns");
}

/* Three steps that are hours apart are how a recording is. */
static void
test_pauses_are_kept (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *db = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_place_watch (place, FALSE);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, "UPDATE TASK SET startNs = startNs + 36000000000000, endNs = endNs + "
                        "36000000000000 WHERE rowid % 3 = 1");
  lsc_test_place_watch (place, TRUE);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "overlap", place->data, NULL);
  lsc_test_assert_lacks (output->err, "stray-event");
  lsc_test_assert_contains (output->out, "36");
}

/* What a stray event does to the tree of modules, and what is said of it. */
static const Case tree_cases[] = {
  { "tree-kernel", "UPDATE TASK SET endNs = endNs - startNs, startNs = 0 WHERE rowid = 2",
    "Sums count each event by its own length and are unaffected" },
  { "tree-kernel-far-ahead",
    "UPDATE TASK SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 2",
    "Sums count each event by its own length and are unaffected" },
  { "tree-op",
    "UPDATE PYTORCH_API SET startNs = startNs + " FAR ", endNs = endNs + " FAR " WHERE rowid = 3",
    "Ops are found in modules by time" },
  { "tree-ops-at-0",
    "UPDATE PYTORCH_API SET startNs = 0, endNs = 1"
    " WHERE name = (SELECT name FROM PYTORCH_API WHERE rowid = 3)",
    "Ops are found in modules by time" },
  { "tree-kernel-without-end", "UPDATE TASK SET endNs = endNs + 8640000000000000 WHERE rowid = 2",
    "so that they are affected" },
};

/* (transfer full): the sums of all rows, as text; what is no sum is not longer than the recording
 */
static char *
list_totals (LscTestPlace *place, const char *told)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);
  GString *totals = g_string_new (NULL);

  if (told)
    lsc_test_assert_contains (output->err, told);
  else
    lsc_test_assert_lacks (output->err, "stray-event");
  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];

      g_string_append_printf (totals, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                              json_object_get_string_member (row, "name"),
                              json_object_get_int_member (row, "total_ns"),
                              json_object_get_int_member (row, "span_ns"));
      if (!json_object_get_null_member (row, "gap_ns"))
        g_assert_cmpint (json_object_get_int_member (row, "gap_ns"), <, HOUR_NS);
      if (!json_object_get_null_member (row, "launch_delay_ns"))
        g_assert_cmpint (json_object_get_int_member (row, "launch_delay_ns"), <, HOUR_NS);
    }
  return g_string_free (totals, FALSE);
}

static void
test_tree (gconstpointer data)
{
  const Case *about = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL, *before = NULL, *after = NULL;

  lsc_test_write_modules (place, 1);
  before = list_totals (place, NULL);
  lsc_test_place_watch (place, FALSE);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, about->sql);
  lsc_test_place_watch (place, TRUE);
  after = list_totals (place, about->told);
  if (strstr (about->told, "unaffected"))
    g_assert_cmpstr (before, ==, after);
  else
    g_assert_cmpstr (before, !=, after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/stray/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_database);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (tree_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/stray/", tree_cases[i].name, NULL);

      g_test_add_data_func (path, &tree_cases[i], test_tree);
    }
  g_test_add_data_func ("/cli/stray/kineto", GINT_TO_POINTER (FALSE), test_trace);
  g_test_add_data_func ("/cli/stray/trace-view", GINT_TO_POINTER (TRUE), test_trace);
  g_test_add_func ("/cli/stray/converted", test_converted);
  g_test_add_func ("/cli/stray/step", test_step);
  g_test_add_func ("/cli/stray/pauses-are-kept", test_pauses_are_kept);
  return g_test_run ();
}
