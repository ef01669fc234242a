/* test-cli-pipeline.c - pp and pp_chart: figures, pictures, tables, rows written for the viewer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "lsc-test-cli.h"

#define MAIN G_GINT64_CONSTANT (4294967296001)

/* ---- figures ---- */

/* Two stages, four micro-batches: stage 0 works from 0 to 12 us, stage 1 from 1 to 13 us without a
 * gap, so each has a bubble of 1 us in a window of 13 us. */
static void
test_figures (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *db = NULL;
  g_autofree char *bubbles = NULL;
  g_autofree char *blocks = NULL;

  lsc_test_write_pipeline (place, 2, 4);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, NULL);
  lsc_test_assert_contains (output->out, "group (0,1): 1f1b");
  lsc_test_assert_contains (
      output->out,
      "2 stages, 4 micro-batches; also possible: zbh1 (weight gradients not recorded); clocks: ");
  lsc_test_assert_contains (output->out, "bubble 7.69 % of the window (8.33 % over work)");
  lsc_test_assert_contains (output->out, "stage 0, rank 0: 8 blocks");
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  bubbles = lsc_test_sql (
      db, "SELECT rank, sum (end_ns - start_ns), cause, cause_rank FROM PpBubble GROUP BY rank");
  g_assert_cmpstr (bubbles, ==, "0|1000|end|NULL\n1|1000|work|0\n");
  blocks =
      lsc_test_sql (db, "SELECT name, kind, mb_f, mb_b, start_ns = aligned_start_ns FROM PpBlock "
                        "WHERE rank = 0 ORDER BY seq");
  g_assert_true (g_str_has_prefix (blocks, "0|F|0|NULL|1\n1|F|1|NULL|1\n0|B|NULL|0|1\n"));
}

static void
test_step_task_rows (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;

  lsc_test_write_pipeline (place, 2, 4);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                "--export_type", "csv", NULL);
  path = lsc_test_result (place, "step_task_info.csv");
  text = lsc_test_read (path, NULL);
  first = g_strdup_printf ("name,startNs,endNs,type,rankID\nFP,%" G_GINT64_FORMAT
                           ",%" G_GINT64_FORMAT ",0,0\n",
                           LSC_TEST_T0 + 1000000, LSC_TEST_T0 + 1001000);
  g_assert_true (g_str_has_prefix (text, first));
  lsc_test_assert_contains (text, "\nBP,");
}

/* ---- choosing ---- */

static void
write_two_groups (LscTestPlace *place)
{
  for (int rank = 0; rank < 4; rank++)
    {
      g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

      lsc_test_profile_step (p, 1, 0, 100000);
      lsc_test_add_passes (p, rank % 2, 2, 4, 0);
      lsc_test_profile_step (p, 2, 100000, 200000);
      lsc_test_add_passes (p, rank % 2, 2, 4, 100000);
      g_free (lsc_test_write_rank (p, place->data, rank));
    }
}

/* A picture of each pipeline, by the numbers that --group takes; a second side is one of a
 * pipeline. */
static void
test_all_drawn (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *chart = g_build_filename (place->root, "chart.svg", NULL);
  g_autofree char *first = g_build_filename (place->root, "chart-0.svg", NULL);
  g_autofree char *second = g_build_filename (place->root, "chart-1.svg", NULL);
  g_autofree char *alone = g_build_filename (place->root, "alone.svg", NULL);
  g_autofree char *drawn = NULL, *other = NULL, *by_number = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  write_two_groups (place);
  g_assert_true (g_file_set_contents (chart, "old", -1, NULL));
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--pp-groups", "0,1;2,3",
                                "--group", "all", "--theory", "stage", "--out", chart, NULL);
  lsc_test_assert_contains (output->err, first);
  lsc_test_assert_contains (output->err, second);
  lsc_test_assert_lacks (output->err, "chart.svg");
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--pp-groups", "0,1;2,3", "--group", "1",
                "--theory", "stage", "--out", alone, NULL);
  drawn = lsc_test_read (first, NULL);
  other = lsc_test_read (second, NULL);
  by_number = lsc_test_read (alone, NULL);
  g_assert_cmpstr (drawn, !=, other);
  g_assert_cmpstr (other, ==, by_number);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "pp", place->data, "--pp-groups", "0,1;2,3", "--group",
                "all", "--compare-step", "2", "--out", chart, NULL);
}

static void
test_groups_and_steps (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) number = NULL;
  g_autoptr (LscTestOutput) ranks = NULL;
  g_autoptr (LscTestOutput) group = NULL;
  g_autoptr (LscTestOutput) step = NULL;
  g_autoptr (LscTestOutput) all = NULL;
  g_autoptr (LscTestOutput) second = NULL;

  write_two_groups (place);
  number = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--pp-groups", "0,1;2,3",
                                "--group", "1", NULL);
  ranks = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--pp_groups=0,1;2,3",
                               "-g", "2,3", NULL);
  lsc_test_assert_contains (number->out, "group (2,3)");
  g_assert_cmpstr (number->out, ==, ranks->out);
  group = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "pp", place->data, "--pp-groups", "0,1;2,3",
                               "--group", "7", NULL);
  lsc_test_assert_contains (group->err, "(0,1), (2,3)");
  step = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "pp", place->data, "--pp-groups", "0,1;2,3",
                              "--step", "9", NULL);
  lsc_test_assert_contains (step->err, "1, 2, median, all");
  all = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--pp-groups", "0,1;2,3",
                             "--step", "all", NULL);
  lsc_test_assert_contains (all->out, "step 1: ");
  lsc_test_assert_contains (all->out, "step 2: ");
  second = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--pp-groups", "0,1;2,3",
                                "--step", "2", NULL);
  lsc_test_assert_contains (second->out, "step 2: ");
  lsc_test_assert_lacks (second->out, "step 1: ");
}

static void
test_step_id (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  g_autofree char *steps = NULL;
  g_autofree char *rows = NULL;

  write_two_groups (place);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                "--pp-groups", "0,1;2,3", "--step_id", "2", NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  steps = lsc_test_sql (db, "SELECT DISTINCT step FROM PpBlock");
  g_assert_cmpstr (steps, ==, "2\n");
  rows = lsc_test_sql (db, "SELECT count (*) FROM StepTaskInfo");
  g_assert_cmpstr (rows, ==, "32\n");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "-m", "pp_chart", "-d", place->data, "--step_id", "5",
                NULL);
}

/* ---- pictures and tables ---- */

static void
test_pictures (void)
{
  static const struct
  {
    const char *name;
    const char *magic;
  } pictures[] = { { "a.svg", "<?xml" }, { "a.png", "\x89PNG\r\n" }, { "a.pdf", "%PDF-" } };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *svg = g_build_filename (place->root, "a.svg", NULL);
  g_autofree char *dark = g_build_filename (place->root, "dark.svg", NULL);
  g_autofree char *nowhere = g_build_filename (place->root, "no", "a.svg", NULL);
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *light_text = NULL;
  g_autofree char *dark_text = NULL;

  lsc_test_write_pipeline (place, 2, 4);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autofree char *path = g_build_filename (place->root, pictures[i].name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--out", path, "-q", NULL);
      bytes = lsc_test_read (path, &length);
      g_assert_cmpuint (length, >, 1000);
      g_assert_cmpint (memcmp (bytes, pictures[i].magic, strlen (pictures[i].magic)), ==, 0);
    }
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--out", dark, "--dark", "--color",
                "micro-batch", NULL);
  light_text = lsc_test_read (svg, NULL);
  dark_text = lsc_test_read (dark, NULL);
  g_assert_cmpstr (light_text, !=, dark_text);
  lsc_test_assert_lacks (light_text, place->data);
  output = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--out", nowhere, NULL);
  lsc_test_assert_contains (output->err, nowhere);
}

/* The rows of a mode name their table and say why cells are empty; those of a file of one table
 * need not. */
static void
assert_same_rows (const char *path, const char *result)
{
  g_autofree char *rows = lsc_test_read (path, NULL), *named = lsc_test_read (result, NULL);
  g_auto (GStrv) parts = g_strsplit (named, "{\"table\": \"pp_block\", ", -1);
  g_autofree char *joined = g_strjoinv ("{", parts);
  g_autoptr (GRegex) reasons = g_regex_new ("(?m), \"not_known\": .*(?=\\}$)", 0, 0, NULL);
  g_autofree char *bare = g_regex_replace_literal (reasons, joined, -1, 0, "", 0, NULL);

  g_assert_cmpuint (g_strv_length (parts), >, 1);
  g_assert_true (strcmp (bare, rows) == 0);
}

/* The tables of pp are those of pp_chart, byte for byte. */
static void
test_same_tables (void)
{
  static const struct
  {
    const char *option; /* what --table is told */
    const char *type;
    const char *name;
  } forms[] = { { "t.json", "json", "pp_block.jsonl" },
                { "t.csv", "csv", "pp_block.csv" },
                { "t.xlsx", "xlsx", "PpChart/pp_chart.xlsx" },
                { "t.db", "db", "cluster_analysis.db" } };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_pipeline (place, 3, 4);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *path = g_build_filename (place->root, forms[i].option, NULL);
      g_autofree char *result = NULL;

      lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--table", path, NULL);
      lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                    "--export_type", forms[i].type, NULL);
      result = lsc_test_result (place, forms[i].name);
      if (g_str_equal (forms[i].type, "json"))
        assert_same_rows (path, result);
      else
        lsc_test_assert_same_file (path, result);
    }
}

/* ---- rows written into the profiler's databases ---- */

static void
write_with_messages (LscTestPlace *place)
{
  for (int rank = 0; rank < 2; rank++)
    {
      g_autoptr (LscTestProfile) p = lsc_test_pipeline_profile (rank, 2, 2);
      const LscTestCommTask task = { .task_type = rank == 0 ? "Notify_Record" : "Notify_Wait",
                                     .start_ns = 1001000,
                                     .end_ns = 1001100,
                                     .src_rank = rank,
                                     .dst_rank = 1 - rank };

      for (gint64 k = 0; k < 2; k++)
        {
          g_autofree char *name = g_strdup_printf ("hcom_%s__849_%" G_GINT64_FORMAT "_1",
                                                   rank == 0 ? "send" : "receive", k);
          const LscTestCommOp comm = { .op = LSC_TEST_NONE,
                                       .op_name = name,
                                       .op_type = rank == 0 ? "hcom_send_" : "hcom_receive_",
                                       .group = "group_9",
                                       .start_ns = 1001000 + 2000 * k,
                                       .end_ns = 1001100 + 2000 * k,
                                       .count = 8,
                                       .data_type = 4 };

          lsc_test_profile_comm_op (p, &comm, &task, 1);
        }
      g_free (lsc_test_write_rank (p, place->data, rank));
    }
}

static char *
list_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *name;

  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (names, (gpointer) name);
  return g_strdup_printf ("%u", names->len);
}

static void
assert_written (const char *db, const char *original)
{
  g_autofree char *backup = g_strconcat (db, ".lanescope-bak", NULL);
  g_autofree char *files = list_folder (db);
  g_autofree char *schema = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *ids = NULL;
  g_autofree char *mstx = NULL;

  lsc_test_assert_same_file (backup, original);
  g_assert_cmpstr (files, ==, "2");
  schema = lsc_test_sql (db, "SELECT name, type FROM pragma_table_info('StepTaskInfo')");
  g_assert_cmpstr (schema, ==, "name|TEXT\nstartNs|INTEGER\nendNs|INTEGER\ntype|INTEGER\n");
  rows = lsc_test_sql (db, "SELECT name, type, endNs - startNs FROM StepTaskInfo");
  g_assert_cmpstr (rows, ==, "FP|0|1000\nFP|0|1000\nBP|1|2000\nBP|1|2000\n");
  ids = lsc_test_sql (db, "SELECT opConnectionId FROM COMMUNICATION_OP ORDER BY startNs");
  g_assert_cmpstr (ids, ==, "849_0_1_0\n849_0_1_1\n");
  mstx = lsc_test_sql (db, "SELECT count (*) FROM MSTX_EVENTS");
  g_assert_cmpstr (mstx, ==, "4\n");
}

static void
test_write_rows (gconstpointer data)
{
  gboolean is_pp = GPOINTER_TO_INT (data);
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autofree char *original = g_build_filename (place->root, "original.db", NULL);
  g_autofree char *changed = g_build_filename (place->root, "changed.db", NULL);
  g_autofree char *backup = g_strconcat (db, ".lanescope-bak", NULL);

  write_with_messages (place);
  lsc_test_copy (db, original);
  lsc_test_place_watch (place, FALSE);
  for (int run = 0; run < 2; run++)
    {
      if (is_pp)
        lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--write-step-task-info", NULL);
      else
        lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                      "--step_id", "1", "--write_step_task_info", NULL);
      assert_written (db, original);
    }
  /* what is there now is what a run without the option reads, too */
  lsc_test_copy (db, changed);
  lsc_test_place_watch (place, TRUE);
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, NULL);
  lsc_test_assert_same_file (db, changed);
  g_assert_true (g_file_test (backup, G_FILE_TEST_EXISTS));
}

static void
test_write_refused (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_rank_db (place, 0);
  g_autofree char *backup = g_strconcat (path, ".lanescope-bak", NULL);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) locked = NULL;
  sqlite3 *db = NULL;

  write_with_messages (place);
  /* the checksums close the file, and with that this process would lose its lock */
  lsc_test_place_watch (place, FALSE);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  locked = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--write-step-task-info", NULL);
  lsc_test_assert_contains (locked->err, path);
  lsc_test_assert_contains (locked->err, "lock");
  sqlite3_close (db);
  lsc_test_place_watch (place, TRUE);
  lsc_test_sql_into_log (path, "CREATE TABLE more (x)");
  output = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--write-step-task-info", NULL);
  lsc_test_assert_contains (output->err, path);
  lsc_test_assert_contains (output->err, "has not finished writing");
  g_assert_false (g_file_test (backup, G_FILE_TEST_EXISTS));
}

/* ---- bad input (pipeline.md#bad-input) ---- */

typedef struct
{
  const char *name;
  const char *sql;    /* run on the database of rank 1 of two */
  int code;           /* of pp */
  const char *told;   /* (nullable): words or [code] in its messages */
  const char *shown;  /* (nullable): words in its figures */
  const char *option; /* (nullable): an option to add, with its value */
  const char *value;
} Damage;

#define SET_MESSAGE(rows, text)                                                                    \
  "INSERT INTO STRING_IDS VALUES (987654, " text ");"                                              \
  "UPDATE MSTX_EVENTS SET message = 987654 WHERE " rows

static const Damage damages[] = {
  { "no-ranges", "DROP TABLE MSTX_EVENTS", EXIT_PART, "[missing-table]", "rank 1: not recorded",
    NULL, NULL },
  { "no-device-rows", "DELETE FROM TASK", EXIT_DELIVERED, "[pp-host-time]",
    "stage 1, rank 1: 8 blocks", NULL, NULL },
  { "never-ended",
    "UPDATE MSTX_EVENTS SET endNs = 0 WHERE rowid = 8;"
    "DELETE FROM TASK WHERE connectionId = (SELECT connectionId FROM MSTX_EVENTS WHERE rowid = 8)",
    EXIT_PART, NULL, "rank 1: 7 blocks", NULL, NULL },
  { "ends-first", "UPDATE TASK SET endNs = startNs - 1 WHERE rowid = 8", EXIT_PART, NULL,
    "rank 1: 7 blocks", NULL, NULL },
  { "zero-length", "UPDATE TASK SET endNs = startNs WHERE rowid = 8", EXIT_PART, "[pp-bad-range]",
    "rank 1: 7 blocks", NULL, NULL },
  { "message-unparsable", SET_MESSAGE ("rowid = 1", "'{forward_step'"), EXIT_PART, NULL,
    "rank 1: 7 blocks", NULL, NULL },
  { "message-huge", SET_MESSAGE ("rowid = 1", "'forward_step' || hex (zeroblob (5000))"),
    EXIT_DELIVERED, NULL, "rank 1: 8 blocks", NULL, NULL },
  { "message-not-utf8", SET_MESSAGE ("rowid = 1", "CAST (x'666f72776172645f73746570ff' AS TEXT)"),
    EXIT_DELIVERED, "[not-utf8]", "rank 1: 8 blocks", NULL, NULL },
  { "micro-batch-negative",
    SET_MESSAGE ("rowid = 1", "'{''name'': ''forward_step'', ''current_microbatch'': -3}'"),
    EXIT_DELIVERED, "[pp-microbatch-ignored]", "rank 1: 8 blocks", NULL, NULL },
  { "micro-batch-repeated",
    SET_MESSAGE ("rowid IN (1, 3)", "'{''name'': ''forward_step'', ''current_microbatch'': 0}'"),
    EXIT_DELIVERED, "[pp-microbatch-ignored]", "rank 1: 8 blocks", NULL, NULL },
  { "micro-batch-too-large",
    SET_MESSAGE ("rowid = 1", "'{''name'': ''forward_step'', ''current_microbatch'': 900}'"),
    EXIT_DELIVERED, "[pp-microbatch-ignored]", "rank 1: 8 blocks", NULL, NULL },
  { "counts-differ", "DELETE FROM MSTX_EVENTS WHERE rowid = 8", EXIT_PART, NULL, "recording cut",
    NULL, NULL },
  { "micro-batches-disagree", "DELETE FROM MSTX_EVENTS WHERE rowid > 6", EXIT_PART,
    "[pp-microbatches-disagree]", "rank 1: 6 blocks", NULL, NULL },
  { "forward-only",
    "UPDATE STRING_IDS SET value = '{''name'': ''forward_step'', ''x'': 1}' WHERE value LIKE "
    "'%backward_step%'",
    EXIT_PART, NULL, "rank 1: 8 blocks", NULL, NULL },
  { "same-stream-overlap", "UPDATE TASK SET endNs = endNs + 1500 WHERE rowid = 1", EXIT_DELIVERED,
    "[pp-stream-overlap]", "rank 1: 8 blocks", NULL, NULL },
  { "times-apart", "UPDATE TASK SET startNs = startNs + 1000000000, endNs = endNs + 1000000000",
    EXIT_DELIVERED, "[pp-clock-gap]", "bubble not known", "--align", "none" },
  { "metadata-says-other",
    "INSERT INTO META_DATA VALUES ('pp_info', '{\"pp_type\": \"dualpipev\", \"microbatch_num\": "
    "4}')",
    EXIT_DELIVERED, "[pp-info-differs]", "1f1b", NULL, NULL },
  { "schedule-forced", "SELECT 1", EXIT_PART, NULL, "not recognised", "--schedule", "dualpipev" },
  { "two-cards",
    "INSERT INTO TASK SELECT startNs, endNs, 1, connectionId, 900000 + globalTaskId, globalPid, "
    "taskType, contextId, streamId, taskId, modelId FROM TASK",
    EXIT_DELIVERED, NULL, "rank 1: 8 blocks", NULL, NULL },
  { "no-database", NULL, EXIT_PART, NULL, "not recorded", NULL, NULL },
};

static void
test_damage (gconstpointer data)
{
  const Damage *damage = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 1);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_pipeline (place, 2, 4);
  if (damage->sql)
    lsc_test_sql_run (db, damage->sql);
  else
    g_assert_cmpint (g_remove (db), ==, 0);
  output = lsc_test_cli_output (place, damage->code, "pp", place->data, "-v", damage->option,
                                damage->value, NULL);
  if (damage->told)
    lsc_test_assert_contains (output->err, damage->told);
  if (damage->shown)
    lsc_test_assert_contains (output->out, damage->shown);
  lsc_test_assert_contains (output->out, "rank 0: 8 blocks");
}

static void
test_no_ranges (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) batch = NULL;

  lsc_test_write_modules (place, 2);
  output = lsc_test_cli_output (place, EXIT_NOTHING, "pp", place->data, NULL);
  lsc_test_assert_contains (output->err, "forward_step");
  batch = lsc_test_cli_output (place, EXIT_NOTHING, "-m", "pp_chart", "-d", place->data, "-o",
                               place->out, NULL);
  lsc_test_assert_contains (batch->err, "Nothing could be delivered");
}

static void
assert_shape (int n_stages, int micro_batches, const char *schedule)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *sizes =
      g_strdup_printf ("%d stage%s, %d micro-batch%s", n_stages, n_stages == 1 ? "" : "s",
                       micro_batches, micro_batches == 1 ? "" : "es");

  lsc_test_write_pipeline (place, n_stages, micro_batches);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, NULL);
  lsc_test_assert_contains (output->out, schedule);
  lsc_test_assert_contains (output->out, sizes);
}

static void
test_small_shapes (void)
{
  assert_shape (1, 3, "1f1b");
  assert_shape (2, 1, "");
  assert_shape (4, 2, "");
  assert_shape (4, 8, "1f1b");
}

/* Sizes that make no sense are no reason to give up: the next rule finds the stages. */
static void
test_bad_sizes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  for (int rank = 0; rank < 2; rank++)
    {
      g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

      lsc_test_profile_step (p, 1, 0, 100000);
      lsc_test_add_passes (p, rank, 2, 4, 0);
      lsc_test_profile_metadata (p, "distributed_args",
                                 "{\"pipeline_model_parallel_size\": -2, "
                                 "\"tensor_model_parallel_size\": \"x\", \"world_size\": 0}");
      g_free (lsc_test_write_rank (p, place->data, rank));
    }
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "-v", NULL);
  lsc_test_assert_contains (output->out, "group (0,1): 1f1b, 2 stages");
  lsc_test_assert_contains (output->err, "[pp-metadata-ignored]");
}

static void
test_rank_missing (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *dir = lsc_test_rank_dir (place->data, 1);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_pipeline (place, 3, 4);
  lsc_test_remove_tree (dir);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "-v", NULL);
  lsc_test_assert_contains (output->out, "stage 1, rank 1: not recorded");
  lsc_test_assert_contains (output->out, "stage 2, rank 2: 8 blocks");
  lsc_test_assert_contains (output->err, "[pp-rank-missing]");
}

/* Only an older StepTaskInfo is there: rows without times are left out and counted. */
static void
test_step_task_input (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_pipeline (place, 1, 4);
  lsc_test_sql_run (db,
                    "DROP TABLE MSTX_EVENTS; CREATE TABLE StepTaskInfo (name TEXT, startNs, endNs, "
                    "type INTEGER); INSERT INTO StepTaskInfo VALUES ('FP', 1000, 2000, 0), "
                    "('BP', 2000, 4000, 1), ('FP', NULL, 9, 0), ('BP', 'x', 9, 1)");
  output = lsc_test_cli_output (place, EXIT_PART, "pp", place->data, "-v", NULL);
  lsc_test_assert_contains (output->out, "rank 0: 2 blocks");
  lsc_test_assert_contains (output->err, "step-task]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/pipeline/figures", test_figures);
  g_test_add_func ("/cli/pipeline/step-task-rows", test_step_task_rows);
  g_test_add_func ("/cli/pipeline/groups-and-steps", test_groups_and_steps);
  g_test_add_func ("/cli/pipeline/all-drawn", test_all_drawn);
  g_test_add_func ("/cli/pipeline/step-id", test_step_id);
  g_test_add_func ("/cli/pipeline/pictures", test_pictures);
  g_test_add_func ("/cli/pipeline/same-tables", test_same_tables);
  g_test_add_data_func ("/cli/pipeline/write-rows/batch", GINT_TO_POINTER (FALSE), test_write_rows);
  g_test_add_data_func ("/cli/pipeline/write-rows/pp", GINT_TO_POINTER (TRUE), test_write_rows);
  g_test_add_func ("/cli/pipeline/write-refused", test_write_refused);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/pipeline/input/%s", damages[i].name);

      g_test_add_data_func (path, &damages[i], test_damage);
    }
  g_test_add_func ("/cli/pipeline/no-ranges", test_no_ranges);
  g_test_add_func ("/cli/pipeline/small-shapes", test_small_shapes);
  g_test_add_func ("/cli/pipeline/bad-sizes", test_bad_sizes);
  g_test_add_func ("/cli/pipeline/rank-missing", test_rank_missing);
  g_test_add_func ("/cli/pipeline/step-task-input", test_step_task_input);
  return g_test_run ();
}
