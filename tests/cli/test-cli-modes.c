/* test-cli-modes.c - modes of the reference tool by name: where they write, and how they end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>

#include "lsc-test-cli.h"

#define DELIVERED 0
#define WRONG_USAGE 1
#define NOTHING 2
#define PARTLY 3

/* Each text form has a folder of its own, and a mode leaves the files of others alone. */
static void
test_text (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data =
      lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2 --straggler=1:1.4");
  g_autofree char *ops = NULL;
  g_autofree char *calls = NULL;
  g_autofree char *text = NULL;

  lsc_test_cli (NULL, DELIVERED, "-m", "hccl_sum", "-d", data, "-o", place->out, "--export_type",
                "text", NULL);
  lsc_test_cli (NULL, DELIVERED, "-m", "cann_api_sum", "-d", data, "-o", place->out,
                "--export_type", "text", NULL);
  ops = lsc_test_result (place, "HcclSum/all_stats.csv");
  calls = lsc_test_result (place, "CannApiSum/all_stats.csv");
  g_assert_true (g_file_get_contents (ops, &text, NULL, NULL));
  lsc_test_assert_contains (text, "OpType,Count,Mean(Us),Std(Us),Min(Us)");
  g_assert_true (g_file_test (calls, G_FILE_TEST_EXISTS));
}

/* (transfer full): the only file of a folder */
static char *
find_only_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  char *name;

  g_assert_nonnull (dir);
  name = g_strdup (g_dir_read_name (dir));
  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (dir));
  return name;
}

/* The reference tool's text form of the times of ranks: its titles, and a name with the time. */
static void
test_dated (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2");
  g_autofree char *folder =
      g_build_filename (place->out, "cluster_analysis_output", "ClusterTimeSummary", NULL);
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  lsc_test_cli (NULL, DELIVERED, "-m", "cluster_time_summary", "-d", data, "-o", place->out,
                "--export_type", "text", NULL);
  name = find_only_file (folder);
  g_assert_true (g_regex_match_simple ("^cluster_time_summary_20[0-9]{12}\\.csv$", name, 0, 0));
  path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==,
                   "Rank,Step,Step Time(us),Computation(us),Communication Not Overlap "
                   "Computation(us),Communication Overlap Computation(us),Communication(us),"
                   "Free(us),Communication Wait Stage Time(us),Communication Transmit Stage "
                   "Time(us),Memory(us),Memory Not Overlap Computation Communication(us)");
  g_assert_true (g_str_has_prefix (lines[1], "0,"));
}

/* `all` is what the reference tool means by it: the tables of communication and steps, and nothing
 * that has a mode of its own. */
static void
test_all (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2");
  g_autofree char *db = NULL;
  g_autofree char *tables = NULL;

  lsc_test_cli (NULL, DELIVERED, "-m", "all", "-d", data, "-o", place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  tables = lsc_test_sql (db, "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master "
                             "WHERE type = 'table' ORDER BY name)");
  g_assert_cmpstr (tables, ==, "ClusterBaseInfo,ClusterStepTraceTime,HostInfo,RankDeviceMap\n");
}

/* The books of two modes are two. */
static void
test_books (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data =
      lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2 --straggler=1:1.4");
  g_autofree char *times = NULL;
  g_autofree char *votes = NULL;

  lsc_test_cli (NULL, DELIVERED, "-m", "cluster_time_summary", "-d", data, "-o", place->out,
                "--export_type", "xlsx", NULL);
  lsc_test_cli (NULL, DELIVERED, "-m", "slow_rank", "-d", data, "-o", place->out, "--export_type",
                "text", NULL);
  times = lsc_test_result (place, "ClusterTimeSummary/cluster_time_summary.xlsx");
  votes = lsc_test_result (place, "SlowRankAnalysis/slow_rank.xlsx");
}

/* A mode replaces its tables and no others. */
static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2");
  g_autofree char *db = NULL;
  g_autofree char *n_ops = NULL;
  g_autofree char *n_kernels = NULL;

  lsc_test_cli (NULL, DELIVERED, "-m", "compute_op_sum", "-d", data, "-o", place->out, NULL);
  lsc_test_cli (NULL, DELIVERED, "-m", "hccl_sum", "--top_num", "3", "-d", data, "-o", place->out,
                NULL);
  lsc_test_cli (NULL, DELIVERED, "-m", "hccl-sum", "--top-num=2", "-d", data, "-o", place->out,
                NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  n_ops = lsc_test_sql (db, "SELECT count(*) FROM HcclTopOpStats");
  g_assert_cmpint (g_ascii_strtoll (n_ops, NULL, 10), ==, 2);
  n_kernels = lsc_test_sql (db, "SELECT count(*) FROM ComputeOpAllRankStats");
  g_assert_cmpint (g_ascii_strtoll (n_kernels, NULL, 10), >, 0);
}

/* (transfer full): the database of a rank below @folder */
static char *
find_database (const char *folder)
{
  g_autofree char *command =
      g_strdup_printf ("find '%s' -name 'ascend_pytorch_profiler_0.db'", folder);
  g_autofree char *found = NULL;

  g_assert_true (g_spawn_command_line_sync (command, &found, NULL, NULL, NULL));
  g_assert_cmpstr (g_strchomp (found), !=, "");
  return g_steal_pointer (&found);
}

/* What only messages tell becomes operators of a copy: one row for each task of the message's
 * stream, one of ours for that of its connection. The profile stays as it is. */
static void
test_copies (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "messages", "--preset=small --ranks=1");
  g_autofree char *db = find_database (data);
  g_autofree char *made = g_build_filename (place->out, "cluster_analysis_output", NULL);
  g_autofree char *copy = NULL;
  g_autofree char *n_tasks = NULL;
  g_autofree char *n_ops = NULL;
  g_autofree char *name = NULL;
  g_autofree char *n_own = NULL;
  g_autofree char *log = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_sql_run (
      db, "DROP TABLE COMMUNICATION_OP;"
          "CREATE TABLE IF NOT EXISTS MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType "
          "INTEGER, rangeId INTEGER, category INTEGER, message INTEGER, globalTid INTEGER, "
          "endGlobalTid INTEGER, domainId INTEGER, connectionId INTEGER);"
          "DELETE FROM MSTX_EVENTS;"
          "INSERT INTO STRING_IDS SELECT max(id) + 1, '{\"streamId\":\"' || (SELECT streamId FROM "
          "TASK LIMIT 1) || '\",\"count\":\"64\",\"dataType\":\"fp16\",\"groupName\":\"g\","
          "\"opName\":\"HcclSend\"}' FROM STRING_IDS;"
          "INSERT INTO MSTX_EVENTS (startNs, endNs, eventType, message, connectionId) SELECT "
          "startNs, endNs, 2, (SELECT max(id) FROM STRING_IDS), connectionId FROM TASK LIMIT 1");
  log = g_strconcat (db, "-journal", NULL);
  g_assert_true (g_file_set_contents (log, "unfinished", -1, NULL));
  output =
      lsc_test_cli_output (place, PARTLY, "-m", "mstx2commop", "-d", data, "-o", place->out, NULL);
  lsc_test_assert_contains (output->err, "is not copied: another program");
  g_assert_cmpint (g_unlink (log), ==, 0);
  lsc_test_cli (NULL, DELIVERED, "-m", "mstx2commop", "-d", data, "-o", place->out, NULL);
  lsc_test_cli (NULL, DELIVERED, "-m", "mstx2commop", "-d", data, "-o", place->out, NULL);
  copy = find_database (made);
  n_tasks = lsc_test_sql (db, "SELECT count(*) FROM TASK WHERE streamId = (SELECT streamId FROM "
                              "TASK LIMIT 1)");
  n_ops = lsc_test_sql (copy, "SELECT count(*) FROM COMMUNICATION_OP");
  g_assert_cmpstr (n_ops, ==, n_tasks);
  n_own = lsc_test_sql (copy, "SELECT count(*) FROM CommunicationOpByConnection WHERE connectionId "
                              "= (SELECT connectionId FROM MSTX_EVENTS)");
  g_assert_cmpint (g_ascii_strtoll (n_own, NULL, 10), >, 0);
  name = lsc_test_sql (copy, "SELECT value FROM STRING_IDS WHERE id = (SELECT opType FROM "
                             "COMMUNICATION_OP LIMIT 1)");
  g_assert_cmpstr (name, ==, "HcclSend_\n");
  g_clear_pointer (&n_ops, g_free);
  n_ops = lsc_test_sql (db, "SELECT count(*) FROM sqlite_master WHERE name = 'COMMUNICATION_OP'");
  g_assert_cmpstr (n_ops, ==, "0\n");
}

static double
sum_transmits (LscTestPlace *place, const char *data, const char *ranks, const char *told)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, DELIVERED, "-m", "cluster_time_summary", "-d", data,
                           "--rank_list", ranks, "-o", "-", "--export_type", "json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);
  double sum = 0;

  g_assert_cmpuint (rows->len, >, 0);
  for (guint i = 0; i < rows->len; i++)
    sum += json_object_get_double_member (rows->pdata[i], "communicationTransmitStageTime");
  if (told)
    lsc_test_assert_contains (output->err, told);
  else
    lsc_test_assert_lacks (output->err, "not read");
  return sum;
}

/* Of one rank there is nothing to compare; of groups that lack members what there is, and that is
 * told. */
static void
test_times (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2");

  g_assert_cmpfloat (sum_transmits (place, data, "0", "not read"), ==, 0);
  g_assert_cmpfloat (sum_transmits (place, data, "0,2", "not read"), >, 0);
  g_assert_cmpfloat (sum_transmits (place, data, "0,1,2,3", NULL), >, 0);
}

/* What was recorded of collectives on the CCU is not printed. */
static void
test_ccu (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *from = root ? g_build_filename (root, "ascend-db-level1", NULL) : NULL;
  g_autofree char *data = g_build_filename (place->root, "ccu", NULL);
  g_autofree char *copy = NULL;
  g_autofree char *db = NULL;
  g_autofree char *n = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (!root)
    return;
  copy = g_strdup_printf ("sh -c \"cp -r '%s' '%s' && chmod -R u+w '%s'\"", from, data, data);
  g_assert_true (g_spawn_command_line_sync (copy, NULL, NULL, NULL, NULL));
  db = find_database (data);
  lsc_test_sql_run (db, "CREATE TABLE CCU (deviceId INTEGER, globalTaskId INTEGER, name INTEGER, "
                        "startNs INTEGER, endNs INTEGER, args INTEGER);"
                        "INSERT INTO CCU VALUES (0, 1, 1, 1, 2, 1)");
  output = lsc_test_cli_output (place, PARTLY, "-m", "communication_time_sum", "-d", data, "-o",
                                place->out, NULL);
  lsc_test_assert_contains (output->err, "run on the CCU");
  g_clear_pointer (&db, g_free);
  db = lsc_test_result (place, "cluster_analysis.db");
  n = lsc_test_sql (db, "SELECT count(DISTINCT rank_id) FROM ClusterCommunicationTime");
  g_assert_cmpstr (n, ==, "1\n");
}

static void
test_exit (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2");
  g_autoptr (LscTestOutput) without = NULL;
  g_autoptr (LscTestOutput) empty = NULL;
  g_autoptr (LscTestOutput) base = NULL;
  g_autoptr (LscTestOutput) form = NULL;

  without = lsc_test_cli_output (place, NOTHING, "-m", "cluster_time_compare_summary", "-d", data,
                                 "--bp", place->out, NULL);
  lsc_test_assert_contains (without->err, "run cluster_time_summary there first");
  empty =
      lsc_test_cli_output (place, DELIVERED, "-m", "slow_link", "-d", data, "-o", place->out, NULL);
  lsc_test_assert_contains (empty->err, "it found nothing");
  base = lsc_test_cli_output (place, WRONG_USAGE, "-m", "cluster_time_compare_summary", "-d", data,
                              NULL);
  lsc_test_assert_contains (base->err, "--bp");
  form = lsc_test_cli_output (place, WRONG_USAGE, "-m", "slow_link", "-d", data, "--export_type",
                              "text", NULL);
  lsc_test_assert_contains (form->err, "has no text form");
}

/* What a mode misses is told, and nothing is written: groups of ranks, steps with operators. */
static void
test_lacks (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "alone", "--preset=pipeline --pp=1 --steps=2");
  g_autofree char *db = find_database (data);
  g_autoptr (LscTestOutput) times = NULL;
  g_autoptr (LscTestOutput) tokens = NULL;

  lsc_test_sql_run (db, "DELETE FROM COMMUNICATION_OP;"
                        "DELETE FROM META_DATA WHERE name = 'parallel_group_info'");
  times = lsc_test_cli_output (place, NOTHING, "-m", "cluster_time_summary", "-d", data, "-o",
                               place->out, NULL);
  lsc_test_assert_contains (times->err, "No rank has steps with operators of communication");
  tokens = lsc_test_cli_output (place, NOTHING, "-m", "ep_load_balance", "-d", data, "-o",
                                place->out, NULL);
  lsc_test_assert_contains (tokens->err, "no parallel_group_info");
  g_assert_false (g_file_test (place->out, G_FILE_TEST_EXISTS));
}

#define MOST_SECONDS 10 /* it takes 0.2; what grows with the square of ranges takes minutes */

/* Which range is inside of which is decided by their times, of 10,000 as of two. */
static void
test_nested (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "ranges", "--preset=pipeline --pp=1");
  g_autofree char *db = find_database (data);
  g_autofree char *made = NULL;
  g_autofree char *names = NULL;
  g_autofree char *n = NULL;

  lsc_test_sql_run (
      db, "DELETE FROM MSTX_EVENTS;"
          "INSERT INTO STRING_IDS VALUES (900000001, 'a'), (900000002, 'b'), (900000003, 'c'), "
          "(900000004, 'r');"
          "CREATE TEMP TABLE base AS SELECT min(startNs) AS ns, min(connectionId) AS id FROM TASK;"
          "INSERT INTO MSTX_EVENTS (startNs, endNs, eventType, message, globalTid, domainId, "
          "connectionId) SELECT ns + b, ns + e, 2, m, 1, 1, id FROM base, (SELECT 0 AS b, 100 AS "
          "e, 900000001 AS m UNION SELECT 10, 50, 900000002 UNION SELECT 60, 140, 900000003);"
          "WITH RECURSIVE i (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM i WHERE k < 9999) "
          "INSERT INTO MSTX_EVENTS (startNs, endNs, eventType, message, globalTid, domainId, "
          "connectionId) SELECT ns + 200 + k, ns + 90000 - k, 2, 900000004, 1, 1, id FROM base, i");
  g_test_timer_start ();
  lsc_test_cli (place, DELIVERED, "-m", "mstx_sum", "-d", data, "-o", place->out, NULL);
  g_assert_cmpfloat (g_test_timer_elapsed (), <, MOST_SECONDS);
  made = lsc_test_result (place, "cluster_analysis.db");
  n = lsc_test_sql (made, "SELECT count(*) >= 10003 FROM MSTXMarkStats");
  names = lsc_test_sql (made, "SELECT DISTINCT Name FROM MSTXAllCannStats WHERE Name LIKE '%a%' OR "
                              "Name LIKE '%b%' OR Name LIKE '%c%' ORDER BY 1");
  g_assert_cmpstr (n, ==, "1\n");
  g_assert_cmpstr (names, ==, "a\na::b\nc\n");
}

static gint64
sum_computing (GPtrArray *steps)
{
  gint64 ns = 0;

  for (guint i = 0; i < steps->len; i++)
    ns += json_object_get_int_member (json_object_get_object_member (steps->pdata[i], "categories"),
                                      "compute");
  return ns / MAX (steps->len, 1);
}

/* (transfer full) (nullable) */
static JsonObject *
find_drop (LscTestPlace *place, const char *data)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, DELIVERED, "findings", data, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);

  for (guint i = 0; i < lines->len; i++)
    if (json_object_has_member (lines->pdata[i], "id") &&
        g_str_equal (json_object_get_string_member (lines->pdata[i], "id"), "frequency_drop"))
      return json_object_ref (lines->pdata[i]);
  return NULL;
}

/* A frequency that stays is no matter; half of the time at 0.9 of it loses 5 % of computing. */
static void
test_frequency (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "clock", "--preset=pipeline --pp=1 --steps=4");
  g_autofree char *db = find_database (data);
  g_autoptr (LscTestOutput) budget =
      lsc_test_cli_output (place, DELIVERED, "budget", data, "--json", NULL);
  g_autoptr (GPtrArray) steps = lsc_test_json_lines (budget->out);
  g_autoptr (JsonObject) drop = find_drop (place, data);
  g_autoptr (LscTestOutput) output = NULL;
  double lost;

  g_assert_null (drop);
  output = lsc_test_cli_output (place, DELIVERED, "-m", "freq_analysis", "-d", data, "-o", "-",
                                "--export-type", "json", NULL);
  g_assert_cmpstr (output->out, ==, "");
  g_clear_pointer (&output, lsc_test_output_free);
  lsc_test_sql_run (
      db, "CREATE TEMP TABLE base AS SELECT min(startNs) AS b, max(endNs) AS e, (SELECT deviceId "
          "FROM AICORE_FREQ LIMIT 1) AS d FROM STEP_TIME;"
          "DELETE FROM AICORE_FREQ;"
          "WITH RECURSIVE i (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM i WHERE k < 3999) "
          "INSERT INTO AICORE_FREQ (deviceId, timestampNs, freq) SELECT d, b + k * (e - b) / 4000, "
          "CASE WHEN k % 200 < 100 THEN 1620 ELSE 1800 END FROM base, i");
  output = lsc_test_cli_output (place, DELIVERED, "-m", "freq_analysis", "-d", data, "-o", "-",
                                "--export-type", "json", NULL);
  lsc_test_assert_contains (output->out, "[1620, 1800]");
  drop = find_drop (place, data);
  g_assert_nonnull (drop);
  lost = (double) json_object_get_int_member (drop, "gain_ns") / (double) sum_computing (steps);
  g_assert_cmpfloat_with_epsilon (lost, 0.05, 0.005);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-modes/text", test_text);
  g_test_add_func ("/cli-modes/dated", test_dated);
  g_test_add_func ("/cli-modes/all", test_all);
  g_test_add_func ("/cli-modes/books", test_books);
  g_test_add_func ("/cli-modes/tables", test_tables);
  g_test_add_func ("/cli-modes/copies", test_copies);
  g_test_add_func ("/cli-modes/times", test_times);
  g_test_add_func ("/cli-modes/ccu", test_ccu);
  g_test_add_func ("/cli-modes/exit", test_exit);
  g_test_add_func ("/cli-modes/lacks", test_lacks);
  g_test_add_func ("/cli-modes/nested", test_nested);
  g_test_add_func ("/cli-modes/frequency", test_frequency);
  return g_test_run ();
}
