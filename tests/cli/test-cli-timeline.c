/* test-cli-timeline.c - overlap, dispatch, slices, timeline, convert and query
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"

#define EXIT_BUDGET 5

/* (transfer full): the objects of a command's lines */
static GPtrArray *
run_json (LscTestPlace *place, int code, const char *command, const char *option, const char *value)
{
  g_autoptr (LscTestOutput) output =
      option
          ? lsc_test_cli_output (place, code, command, place->data, "--json", option, value, NULL)
          : lsc_test_cli_output (place, code, command, place->data, "--json", NULL);

  return lsc_test_json_lines (output->out);
}

static void
assert_keys (JsonObject *object, const char *expected)
{
  g_autofree char *keys = lsc_test_json_keys (object);

  g_assert_cmpstr (keys, ==, expected);
}

static gint64
int_of (JsonObject *object, const char *key)
{
  return json_object_get_int_member (object, key);
}

static const char *
text_of (JsonObject *object, const char *key)
{
  return json_object_get_string_member (object, key);
}

/* One number from one statement. */
static gint64
query_number (LscTestPlace *place, const char *sql)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data, sql, "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);
  g_autofree char *key = NULL;

  g_assert_cmpuint (rows->len, ==, 1);
  key = lsc_test_json_keys (rows->pdata[0]);
  return int_of (rows->pdata[0], key);
}

static gint64
table_number (LscTestPlace *place, int rank, const char *sql)
{
  g_autofree char *db = lsc_test_rank_db (place, rank);
  g_autofree char *text = lsc_test_sql (db, sql);

  return g_ascii_strtoll (text, NULL, 10);
}

/* ---- overlap ---- */

static void
test_overlap (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) one = NULL;
  g_autofree char *keys = NULL;

  lsc_test_write_modules (place, 2);
  rows = run_json (place, EXIT_DELIVERED, "overlap", NULL, NULL);
  g_assert_cmpuint (rows->len, ==, 4); /* two ranks of two steps */
  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];

      g_assert_cmpint (int_of (row, "rank"), ==, i / 2);
      g_assert_cmpint (int_of (row, "step"), ==, 7 + i % 2);
      g_assert_cmpint (int_of (row, "communication_ns"), ==,
                       int_of (row, "communication_not_overlapped_ns") +
                           int_of (row, "overlapped_ns"));
      g_assert_cmpint (int_of (row, "e2e_ns"), ==,
                       int_of (row, "computing_ns") +
                           int_of (row, "communication_not_overlapped_ns") +
                           int_of (row, "free_ns"));
      g_assert_true (json_object_get_null_member (row, "reason"));
    }
  keys = lsc_test_json_keys (rows->pdata[0]);
  g_assert_true (g_str_has_prefix (
      keys, "rank,step,computing_ns,communication_ns,communication_not_overlapped_ns,overlapped_ns,"
            "free_ns,free_extended_ns,reason"));
  one = run_json (place, EXIT_DELIVERED, "overlap", "--rank-list", "1");
  g_assert_cmpuint (one->len, ==, 2);
  g_assert_cmpint (int_of (one->pdata[0], "rank"), ==, 1);
}

/* What was not recorded is null with its reason, and the delivery is a part. */
static void
test_overlap_without_device (void)
{
  static const char trace[] =
      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 1,"
      " \"tid\": 1, \"ts\": 10.5, \"dur\": 2, \"args\": {}}]}";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "cpu.json", NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) dispatch = NULL;
  JsonObject *row;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  rows = run_json (place, EXIT_PART, "overlap", NULL, NULL);
  g_assert_cmpuint (rows->len, ==, 1);
  row = rows->pdata[0];
  g_assert_true (json_object_get_null_member (row, "step"));
  g_assert_true (json_object_get_null_member (row, "computing_ns"));
  g_assert_true (json_object_get_null_member (row, "free_ns"));
  g_assert_cmpuint (strlen (text_of (row, "reason")), >, 10);
  dispatch = run_json (place, EXIT_PART, "dispatch", NULL, NULL);
  g_assert_cmpuint (dispatch->len, ==, 1);
  g_assert_cmpstr (text_of (dispatch->pdata[0], "type"), ==, "summary");
  g_assert_true (json_object_get_null_member (dispatch->pdata[0], "p50"));
  g_assert_true (json_object_get_null_member (dispatch->pdata[0], "depth0"));
}

/* ---- dispatch ---- */

static void
test_dispatch (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) overlap = NULL;
  g_autoptr (LscTestOutput) text = NULL;
  gint64 gaps_ns = 0, free_ns = 0;
  guint n_summaries = 0;

  lsc_test_write_modules (place, 1);
  rows = run_json (place, EXIT_DELIVERED, "dispatch", NULL, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];

      if (strcmp (text_of (row, "type"), "gap") == 0)
        {
          assert_keys (row, "type,rank,step,start_ns,dur_ns,class,cause,next");
          if (!json_object_get_null_member (row, "step"))
            gaps_ns += int_of (row, "dur_ns");
        }
      else if (strcmp (text_of (row, "type"), "break") == 0)
        assert_keys (row, "type,rank,start_ns,idle_ns,cause");
      else
        {
          assert_keys (row, "type,rank,step,p10,p50,p90,max,le20,le50,le100,depth0,max_depth,"
                            "empty_share,free_share");
          n_summaries++;
        }
    }
  g_assert_cmpuint (n_summaries, >=, 2);
  overlap = run_json (place, EXIT_DELIVERED, "overlap", NULL, NULL);
  for (guint i = 0; i < overlap->len; i++)
    free_ns += int_of (overlap->pdata[i], "free_ns");
  g_assert_cmpint (gaps_ns, >=, free_ns); /* gaps between steps belong to a step or to none */
  text = lsc_test_cli_output (place, EXIT_DELIVERED, "dispatch", place->data, NULL);
  lsc_test_assert_contains (text->out, "launch to start");
  lsc_test_assert_contains (text->out, "largest gaps inside steps:");
  lsc_test_assert_contains (text->out, "largest gaps outside steps:");
}

/* ---- slices ---- */

static void
test_slices (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) named = NULL;
  g_autoptr (GPtrArray) device = NULL;
  g_autofree char *range = NULL;
  g_autoptr (GPtrArray) touched = NULL;
  gint64 last_ns = G_MININT64, start_ns;

  lsc_test_write_modules (place, 1);
  all = run_json (place, EXIT_DELIVERED, "slices", NULL, NULL);
  assert_keys (all->pdata[0], "rank,lane,row,name,start_ns,dur_ns,self_ns,step");
  for (guint i = 0; i < all->len; i++)
    {
      g_assert_cmpint (int_of (all->pdata[i], "start_ns"), >=, last_ns);
      last_ns = int_of (all->pdata[i], "start_ns");
      g_assert_cmpint (int_of (all->pdata[i], "self_ns"), <=, int_of (all->pdata[i], "dur_ns"));
    }
  g_assert_cmpint (query_number (place, "SELECT count(*) FROM slices"), ==, all->len);
  device = run_json (place, EXIT_DELIVERED, "slices", "--lanes", "Device/Stream*");
  g_assert_cmpint (device->len, ==, table_number (place, 0, "SELECT count(*) FROM TASK"));
  named = run_json (place, EXIT_DELIVERED, "slices", "--name", "^ProfilerStep#7$");
  g_assert_cmpuint (named->len, >=, 1);
  start_ns = int_of (named->pdata[0], "start_ns");
  range = g_strdup_printf ("@%" G_GINT64_FORMAT ":@%" G_GINT64_FORMAT, start_ns, start_ns + 1);
  touched = run_json (place, EXIT_DELIVERED, "slices", "--range", range);
  g_assert_cmpuint (touched->len, >=, 1);
  for (guint i = 0; i < touched->len; i++)
    {
      gint64 begin_ns = int_of (touched->pdata[i], "start_ns");

      g_assert_cmpint (begin_ns, <=, start_ns);
      g_assert_cmpint (begin_ns + int_of (touched->pdata[i], "dur_ns"), >=, start_ns);
    }
}

static void
test_slices_usage (void)
{
  static const char *const wrong[][2] = {
    { "--name", "(" },         { "--range", "5" },
    { "--range", "1s" },       { "--range", "2s:1s" },
    { "--range", "1x:2x" },    { "--range", "1s:2s:3s" },
    { "--range", "@a:@b" },    { "--range", "99999999999s:999999999999s" },
    { "--range", "0.1ns:1s" },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_WRONG_USAGE, "slices", place->data, wrong[i][0], wrong[i][1], NULL);

      lsc_test_assert_contains (output->err, wrong[i][0]);
      g_assert_cmpstr (output->out, ==, "");
    }
  lsc_test_cli (place, EXIT_DELIVERED, "slices", place->data, "--range", ":1ms", "-q", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "slices", place->data, "--json", "--csv", NULL);
}

/* ---- timeline ---- */

static void
test_picture (void)
{
  static const char *const endings[] = { "svg", "png", "pdf" };
  static const char *const heads[] = { "<?xml", "\x89PNG", "%PDF" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/picture.%s", place->root, endings[i]);
      g_autofree char *bytes = NULL;

      lsc_test_cli (place, EXIT_DELIVERED, "timeline", place->data, "--out", path, NULL);
      bytes = lsc_test_read (path, NULL);
      g_assert_true (g_str_has_prefix (bytes, heads[i]));
    }
  lsc_test_cli (place, EXIT_WRONG_USAGE, "timeline", place->data, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "timeline", place->data, "--out", "x.bmp", NULL);
}

static void
test_picture_lanes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "lanes.svg", NULL);
  g_autofree char *whole = g_build_filename (place->root, "whole.svg", NULL);
  g_autofree char *small = NULL;
  g_autofree char *large = NULL;
  gsize small_size, large_size;

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_DELIVERED, "timeline", place->data, "--out", whole, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "timeline", place->data, "--out", path, "--lanes",
                "Device/*", "--range", "0:50us", NULL);
  small = lsc_test_read (path, &small_size);
  large = lsc_test_read (whole, &large_size);
  g_assert_cmpuint (small_size, <, large_size);
  g_assert_nonnull (strstr (large, "/Overlap Analysis")); /* in the description */
  g_assert_null (strstr (small, "/Overlap Analysis"));    /* no heading of an empty group */
  g_assert_nonnull (strstr (small, "/Device"));
  lsc_test_cli (place, EXIT_WRONG_USAGE, "timeline", place->data, "--out", path, "--lanes",
                "No such lane", NULL);
}

/* ---- convert ---- */

static void
test_convert (void)
{
  static const char *const counts[] = {
    "SELECT count(*) FROM slices",      "SELECT sum(dur_ns) FROM slices WHERE kind LIKE 'kernel%'",
    "SELECT count(*) FROM links",       "SELECT sum(step) FROM slices",
    "SELECT count(parent) FROM slices", "SELECT count(*) FROM gaps",
    "SELECT count(*) FROM steps",
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "all.db", NULL);
  g_autofree char *input = lsc_test_rank_db (place, 0);
  g_autofree char *check = NULL;

  lsc_test_write_modules (place, 2);
  lsc_test_cli (place, EXIT_DELIVERED, "convert", place->data, "--to", "db", "--out", path, NULL);
  check = lsc_test_sql (path, "PRAGMA integrity_check");
  g_assert_cmpstr (g_strstrip (check), ==, "ok");
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = lsc_test_sql (path, counts[i]);

      g_assert_cmpint (g_ascii_strtoll (text, NULL, 10), ==, query_number (place, counts[i]));
    }
  lsc_test_cli (place, EXIT_WRONG_USAGE, "convert", place->data, "--to", "x", NULL);
  lsc_test_cli (place, EXIT_IO, "convert", place->data, "--to", "db", "--out", input, NULL);
}

/* ---- query ---- */

static void
test_query (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) tables = NULL;

  lsc_test_write_modules (place, 2);
  g_assert_cmpint (query_number (place, "SELECT count(*) FROM ranks"), ==, 2);
  g_assert_cmpint (query_number (place, "SELECT count(*) FROM slices WHERE rank = 1 AND kind LIKE "
                                        "'kernel%' AND kind <> 'kernel-schedule'"),
                   ==, table_number (place, 1, "SELECT count(*) FROM COMPUTE_TASK_INFO"));
  /* Every id finds its slice, whichever way it is looked up. */
  g_assert_cmpint (query_number (place,
                                 "SELECT count(*) FROM links l JOIN slices a ON a.id = l.from_id "
                                 "JOIN slices b ON b.id = l.to_id"),
                   ==, query_number (place, "SELECT count(*) FROM links"));
  g_assert_cmpint (
      query_number (place, "SELECT count(*) FROM slices p JOIN links l ON l.to_id = p.id"), ==,
      query_number (place, "SELECT count(*) FROM links"));
  /* Children lie inside their parents. */
  g_assert_cmpint (query_number (place,
                                 "SELECT count(*) FROM slices c JOIN slices p ON p.id = c.parent "
                                 "WHERE c.start_ns < p.start_ns OR c.end_ns > p.end_ns"),
                   ==, 0);
  g_assert_cmpint (
      query_number (place, "SELECT count(*) FROM slices WHERE start_ns >= (SELECT min(start_ns) "
                           "FROM slices) AND start_ns <= (SELECT max(start_ns) FROM slices)"),
      ==, query_number (place, "SELECT count(*) FROM slices"));
  g_assert_cmpint (query_number (place, "SELECT count(*) > 0 FROM modules"), ==, 1);
  g_assert_cmpint (query_number (place, "SELECT count(*) FROM blocks"), ==, 0);
  tables = lsc_test_cli_output (NULL, EXIT_DELIVERED, "query", "--tables", NULL);
  lsc_test_assert_contains (tables->out,
                            "slices (rank, lane, row, name, start_ns, dur_ns, self_ns,");
}

/* The start bounds skip slices; they must find the same ones as a full look. */
static void
test_query_bounds (void)
{
  static const char *const operators[] = { "<", "<=", ">", ">=", "=" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  gint64 middle_ns;

  lsc_test_write_modules (place, 1);
  middle_ns =
      query_number (place, "SELECT start_ns FROM slices ORDER BY start_ns LIMIT 1 OFFSET 20");
  for (gsize i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      g_autofree char *fast =
          g_strdup_printf ("SELECT count(*) FROM slices WHERE start_ns %s %" G_GINT64_FORMAT,
                           operators[i], middle_ns);
      g_autofree char *slow =
          g_strdup_printf ("SELECT count(*) FROM slices WHERE +start_ns %s %" G_GINT64_FORMAT,
                           operators[i], middle_ns);

      g_assert_cmpint (query_number (place, fast), ==, query_number (place, slow));
    }
}

static void
test_query_refused (void)
{
  static const char *const refused[] = {
    "UPDATE slices SET name = 'x'",
    "DELETE FROM slices",
    "INSERT INTO slices (name) VALUES ('x')",
    "CREATE TABLE t (x)",
    "CREATE TEMP TABLE t AS SELECT 1",
    "DROP TABLE slices",
    "ATTACH 'other.db' AS other",
    "PRAGMA writable_schema = 1",
    "PRAGMA database_list",
    "VACUUM INTO 'copy.db'",
    "SELECT load_extension('x')",
    "BEGIN",
    "SELECT 1; SELECT 2",
    "SELECT 1; DELETE FROM slices",
    "SELEC 1",
    "SELECT nothing FROM slices",
    "SELECT * FROM nowhere",
    "",
    "-- nothing",
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_WRONG_USAGE, "query", place->data, refused[i], NULL);

      g_assert_cmpstr (output->out, ==, "");
      g_assert_cmpstr (output->err, !=, "");
    }
}

static void
test_query_budget (void)
{
  static const char runaway[] =
      "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) rows = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  gint64 began_us = g_get_monotonic_time ();

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_BUDGET, "query", place->data, runaway, "--timeout", "0.3", NULL);
  g_assert_cmpint (g_get_monotonic_time () - began_us, <, 20 * G_USEC_PER_SEC);
  rows = lsc_test_cli_output (place, EXIT_BUDGET, "query", place->data, "SELECT name FROM slices",
                              "--json", "--max-rows", "3", NULL);
  lines = lsc_test_json_lines (rows->out);
  g_assert_cmpuint (lines->len, ==, 3);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "query", place->data, "SELECT 1", "--timeout", "0", NULL);
}

/* Types follow the values: numbers stay numbers, beside texts, too. */
static void
test_query_types (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 1);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data,
                                "SELECT 1760000021001502147 AS a, 0.5 AS b, 'x' AS c, NULL AS d, "
                                "x'00ff' AS e UNION ALL SELECT NULL, 2, 3, NULL, NULL",
                                "--json", NULL);
  g_assert_cmpstr (output->out, ==,
                   "{\"a\": 1760000021001502147, \"b\": 0.5, \"c\": \"x\", \"d\": null, \"e\": "
                   "\"x'00ff'\"}\n"
                   "{\"a\": null, \"b\": 2.0, \"c\": 3, \"d\": null, \"e\": null}\n");
}

/* Everything that the file says of each event of a lane: a column a key, exact to the digit; lines
 * of JSON, CSV and text have the same ones. */
static void
test_args (void)
{
  static const char trace[] =
      "{\"traceEvents\": [\n"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": 0, \"tid\": 7, \"ts\": 10,"
      " \"dur\": 2, \"args\": {\"correlation\": 9007199254740993, \"grid\": [1, 2, {\"a\": \"b\"}],"
      " \"share\": 0.50, \"note\": \"one \\\"two\\\"\", \"none\": null}},\n"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"add\", \"pid\": 0, \"tid\": 7, \"ts\": 20,"
      " \"dur\": 2, \"args\": {\"correlation\": 4, \"bytes\": 512}},\n"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 1,"
      " \"dur\": 2, \"args\": {\"Ev Idx\": 1}}]}";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autoptr (LscTestOutput) lines = NULL, csv = NULL, plain = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  lines = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--lanes",
                               "Device/Stream 7", "--args", "--json", NULL);
  rows = lsc_test_json_lines (lines->out);
  g_assert_cmpuint (rows->len, ==, 2);
  assert_keys (rows->pdata[0],
               "rank,lane,row,name,start_ns,dur_ns,self_ns,step,args.cat,args.pid,args.tid,"
               "args.correlation,args.grid,args.share,args.note,args.bytes");
  assert_keys (rows->pdata[1],
               "rank,lane,row,name,start_ns,dur_ns,self_ns,step,args.cat,args.pid,args.tid,"
               "args.correlation,args.grid,args.share,args.note,args.bytes");
  g_assert_cmpint (int_of (rows->pdata[0], "args.correlation"), ==,
                   G_GINT64_CONSTANT (9007199254740993));
  g_assert_cmpstr (text_of (rows->pdata[0], "args.grid"), ==, "[1, 2, {\"a\": \"b\"}]");
  g_assert_cmpstr (text_of (rows->pdata[0], "args.note"), ==, "one \"two\"");
  lsc_test_assert_contains (lines->out, "\"args.share\": 0.50,"); /* as recorded */
  g_assert_true (json_object_get_null_member (rows->pdata[0], "args.bytes"));
  g_assert_cmpint (int_of (rows->pdata[1], "args.bytes"), ==, 512);
  csv = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--lanes",
                             "Device/Stream 7", "--args", "--csv", NULL);
  lsc_test_assert_contains (csv->out, "args.correlation,args.grid,args.share,args.note,args.bytes");
  lsc_test_assert_contains (csv->out, "9007199254740993");
  plain = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--json", NULL);
  lsc_test_assert_lacks (plain->out, "args.");
}

/* Of a database: the task with its kernel, and as many rows as the lane has events. */
static void
test_args_of_database (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) with = NULL, without = NULL;
  g_autoptr (GPtrArray) rows = NULL, others = NULL;
  guint n_kernels = 0;

  lsc_test_write_modules (place, 2);
  with = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--lanes", "Device/*",
                              "--args", "--json", NULL);
  without = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--lanes",
                                 "Device/*", "--json", NULL);
  rows = lsc_test_json_lines (with->out);
  others = lsc_test_json_lines (without->out);
  g_assert_cmpuint (rows->len, >, 4);
  g_assert_cmpuint (rows->len, ==, others->len);
  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];

      g_assert_cmpint (int_of (row, "start_ns"), ==, int_of (others->pdata[i], "start_ns"));
      if (json_object_get_null_member (row, "args.opType"))
        continue;
      n_kernels++;
      g_assert_cmpint (int_of (row, "args.globalTaskId"), >=, 0);
    }
  g_assert_cmpuint (n_kernels, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-timeline/overlap", test_overlap);
  g_test_add_func ("/cli-timeline/args", test_args);
  g_test_add_func ("/cli-timeline/args-of-database", test_args_of_database);
  g_test_add_func ("/cli-timeline/overlap-without-device", test_overlap_without_device);
  g_test_add_func ("/cli-timeline/dispatch", test_dispatch);
  g_test_add_func ("/cli-timeline/slices", test_slices);
  g_test_add_func ("/cli-timeline/slices-usage", test_slices_usage);
  g_test_add_func ("/cli-timeline/picture", test_picture);
  g_test_add_func ("/cli-timeline/picture-lanes", test_picture_lanes);
  g_test_add_func ("/cli-timeline/convert", test_convert);
  g_test_add_func ("/cli-timeline/query", test_query);
  g_test_add_func ("/cli-timeline/query-bounds", test_query_bounds);
  g_test_add_func ("/cli-timeline/query-refused", test_query_refused);
  g_test_add_func ("/cli-timeline/query-budget", test_query_budget);
  g_test_add_func ("/cli-timeline/query-types", test_query_types);
  return g_test_run ();
}
