/* test-cli-output.c - forms, names and places of results, and that they are the same every time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

#define MODULE_KEYS                                                                                \
  "parentModule,module,opName,kernelList,totalKernelDuration(ns),avgKernelDuration(ns),opCount,"   \
  "rankID"

static const char *const row_keys[] = {
  "parentModule",          "module",  "opName", "kernelList", "totalKernelDuration(ns)",
  "avgKernelDuration(ns)", "opCount", "rankID", NULL
};

/* Rows of rank 0 and rank 1 of the module profile. */
static const char *const module_rows[] = {
  "Model|Attention|aclnnMm|MatMul, Cast|214|107|2|0",
  "Model|Attention|aclnnSoftmax|Softmax|62|31|2|0",
  "Model|MLP|aclnnAdd|Add, hcom_allReduce_|214|107|2|0",
  "|Model|aclnnMul|Mul|6|3|2|0",
  "|[Backward]Model|MulBackward0|MulGrad|12|6|2|0",
  "Model|[Backward]MLP|AddBackward0|AddGrad|28|14|2|0",
  "Model|[Backward]Attention|MmBackward0|MatMulGrad|420|210|2|0",
  "Model|Attention|aclnnMm|MatMul, Cast|216|108|2|1",
  "Model|Attention|aclnnSoftmax|Softmax|64|32|2|1",
  "Model|MLP|aclnnAdd|Add, hcom_allReduce_|216|108|2|1",
  "|Model|aclnnMul|Mul|8|4|2|1",
  "|[Backward]Model|MulBackward0|MulGrad|14|7|2|1",
  "Model|[Backward]MLP|AddBackward0|AddGrad|30|15|2|1",
  "Model|[Backward]Attention|MmBackward0|MatMulGrad|422|211|2|1",
};

static void
assert_module_lines (const char *text)
{
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (text);

  for (guint i = 0; i < rows->len && i < G_N_ELEMENTS (module_rows); i++)
    {
      g_autofree char *keys = lsc_test_json_keys (rows->pdata[i]);
      g_autofree char *row = lsc_test_json_row (rows->pdata[i], row_keys);

      g_assert_cmpstr (keys, ==, "table," MODULE_KEYS);
      g_assert_cmpstr (row, ==, module_rows[i]);
    }
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (module_rows));
}

/* ---- forms ---- */

static void
test_json (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  lsc_test_write_modules (place, 2);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "json", "--mfu", "off", NULL);
  path = lsc_test_result (place, "module_statistic.jsonl");
  text = lsc_test_read (path, NULL);
  assert_module_lines (text);
  lsc_test_assert_contains (text, "\"totalKernelDuration(ns)\": 214.0,");
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                                "-o", "-", "--export_type", "json", "--mfu", "off", NULL);
  g_assert_cmpstr (output->out, ==, text);
}

static void
test_json_all (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);

  lsc_test_write_both (place);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o",
                                "-", "--export-type", "json", NULL);
  rows = lsc_test_json_lines (output->out);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *keys = lsc_test_json_keys (rows->pdata[i]);

      g_assert_true (g_str_has_prefix (keys, "table,"));
      g_hash_table_add (tables, (gpointer) json_object_get_string_member (rows->pdata[i], "table"));
    }
  g_assert_true (g_hash_table_contains (tables, "step_task_info"));
  g_assert_true (g_hash_table_contains (tables, "pp_block"));
  g_assert_true (g_hash_table_contains (tables, "pp_metric"));
  g_assert_true (g_hash_table_contains (tables, "pp_bubble"));
}

static void
test_csv (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "csv", "--mfu", "off", NULL);
  path = lsc_test_result (place, "module_statistic.csv");
  text = lsc_test_read (path, NULL);
  g_assert_true (g_str_has_prefix (text, MODULE_KEYS
                                   "\n"
                                   "Model,Attention,aclnnMm,\"MatMul, Cast\",214.0,107.0,2,0\n"));
  lsc_test_assert_contains (text, "\n\"\",Model,aclnnMul,Mul,6.0,3.0,2,0\n");
  lsc_test_assert_lacks (text, "\r");
}

static void
test_db (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = NULL;
  g_autofree char *schema = NULL;
  g_autofree char *rows = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);

  lsc_test_write_modules (place, 2);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--mfu", "off", NULL);
  path = lsc_test_result (place, "cluster_analysis.db");
  schema = lsc_test_sql (path, "SELECT name, type FROM pragma_table_info('ModuleStatistic')");
  g_assert_cmpstr (schema, ==,
                   "parentModule|TEXT\nmodule|TEXT\nopName|TEXT\nkernelList|TEXT\n"
                   "totalKernelDuration(ns)|REAL\navgKernelDuration(ns)|REAL\nopCount|INTEGER\n"
                   "rankID|INTEGER\n");
  for (guint i = 0; i < G_N_ELEMENTS (module_rows); i++)
    g_string_append_printf (expected, "%s\n", module_rows[i]);
  rows = lsc_test_sql (
      path,
      "SELECT parentModule, module, opName, kernelList, CAST (\"totalKernelDuration(ns)\" AS INT), "
      "CAST (\"avgKernelDuration(ns)\" AS INT), opCount, rankID FROM ModuleStatistic");
  g_assert_cmpstr (rows, ==, expected->str);
}

static void
test_pipeline_names (void)
{
  static const char *const stems[] = { "step_task_info", "p2p_pairs",      "pp_block",
                                       "pp_link",        "pp_metric",      "pp_bubble",
                                       "pp_wait",        "pp_balance",     "pp_ladder",
                                       "pp_path",        "pp_micro_batch", "pp_link_wait",
                                       "pp_summary",     "pp_clock",       "pp_schedule" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  g_autofree char *tables = NULL;

  lsc_test_write_pipeline (place, 2, 4);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  tables = lsc_test_sql (db, "SELECT name FROM sqlite_master WHERE type = 'table'");
  g_assert_cmpstr (
      tables, ==,
      "StepTaskInfo\nP2PPairs\nPpBlock\nPpLink\nPpMetric\nPpBubble\nPpWait\nPpBalance\nPpLadder\n"
      "PpPath\nPpMicroBatch\nPpLinkWait\nPpSummary\nPpVerdict\nPpClock\nPpSchedule\n");
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp-chart", "-d", place->data, "-o", place->out,
                "--export-type", "csv", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                "--export-type", "json", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (stems); i++)
    {
      g_autofree char *csv = g_strconcat (stems[i], ".csv", NULL);
      g_autofree char *json = g_strconcat (stems[i], ".jsonl", NULL);

      g_free (lsc_test_result (place, csv));
      g_free (lsc_test_result (place, json));
    }
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                "--export-type", "xlsx", NULL);
  g_free (lsc_test_result (place, "PpChart/pp_chart.xlsx"));
}

static void
test_odd_names (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *csv_path = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *db = NULL;
  g_autofree char *cell = NULL;
  const char *const op_key[] = { "opName", "kernelList", NULL };
  g_autofree char *row = NULL;
  guint op;

  lsc_test_profile_module (p, "a \"quoted\", name", 0, 1000, 1);
  op = lsc_test_profile_op (p, "two\nlines\ttab\x01", 10, 20, 1);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "bad \xff byte", 30, 35);
  g_free (lsc_test_write_rank (p, place->data, 0));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "csv", NULL);
  csv_path = lsc_test_result (place, "module_statistic.csv");
  csv = lsc_test_read (csv_path, NULL);
  lsc_test_assert_contains (
      csv, "\n\"\",\"a \"\"quoted\"\", name\",\"two\nlines\ttab\x01\",bad \xef\xbf\xbd byte,5.0,");
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                                "-o", "-", "--export_type", "json", NULL);
  rows = lsc_test_json_lines (output->out);
  g_assert_cmpuint (rows->len, ==, 1);
  row = lsc_test_json_row (rows->pdata[0], op_key);
  g_assert_cmpstr (row, ==, "two\nlines\ttab\x01|bad \xef\xbf\xbd byte");
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  cell = lsc_test_sql (db, "SELECT kernelList FROM ModuleStatistic");
  g_assert_cmpstr (cell, ==, "bad \xef\xbf\xbd byte\n");
}

/* ---- places ---- */

static void
assert_default_place (LscTestPlace *place, const char *input, const char *folder)
{
  g_autofree char *result = g_build_filename (folder, "cluster_analysis_output", NULL);
  g_autofree char *file = g_build_filename (result, "module_statistic.jsonl", NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", input, "--export_type",
                "json", NULL);
  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    g_error ("nothing was written to %s", file);
  lsc_test_remove_tree (result);
}

static void
test_default_places (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *output = g_build_filename (rank, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autofree char *slash = g_strconcat (output, "/", NULL);
  g_autofree char *db = lsc_test_profile_db_path (rank, 0);
  g_autofree char *bare = g_build_filename (place->root, "bare", NULL);
  g_autofree char *copy = g_build_filename (bare, "ascend_pytorch_profiler_0.db", NULL);

  lsc_test_write_modules (place, 1);
  assert_default_place (place, place->data, place->data);
  assert_default_place (place, rank, rank);
  assert_default_place (place, output, rank);
  assert_default_place (place, slash, rank);
  assert_default_place (place, db, rank);
  g_assert_cmpint (g_mkdir (bare, 0755), ==, 0);
  lsc_test_copy (db, copy);
  assert_default_place (place, copy, bare);
}

static void
test_not_writable (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *blocker = g_build_filename (place->root, "file", NULL);
  g_autofree char *below = g_build_filename (blocker, "sub", NULL);
  static const char *const types[] = { "db", "xlsx", "csv", "json" };

  lsc_test_write_modules (place, 1);
  g_assert_true (g_file_set_contents (blocker, "x", 1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_IO, "-m", "module_statistic", "-d", place->data, "-o",
                               below, "--export_type", types[i], NULL);

      lsc_test_assert_contains (output->err, "-o");
      lsc_test_assert_contains (output->err, below);
    }
}

/* A result folder that cannot be made beside the input: the message says to name another place. */
static void
test_no_default_place (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *result = g_build_filename (place->data, "cluster_analysis_output", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 1);
  g_assert_true (g_file_set_contents (result, "in the way", -1, NULL));
  output = lsc_test_cli_output (place, EXIT_IO, "-m", "module_statistic", "-d", place->data, NULL);
  lsc_test_assert_contains (output->err, result);
  lsc_test_assert_contains (output->err, "-o");
}

/* ---- an existing database ---- */

static char *
prepare_existing (LscTestPlace *place, const char *sql)
{
  g_autofree char *folder = g_build_filename (place->out, "cluster_analysis_output", NULL);
  char *path = g_build_filename (folder, "cluster_analysis.db", NULL);

  lsc_test_write_modules (place, 1);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  if (sql)
    lsc_test_sql_run (path, sql);
  return path;
}

static void
test_existing_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = prepare_existing (
      place,
      "CREATE TABLE HostInfo (name TEXT); INSERT INTO HostInfo VALUES ('kept');"
      "CREATE TABLE ModuleStatistic (old TEXT); INSERT INTO ModuleStatistic VALUES ('gone')");
  g_autofree char *kept = NULL;
  g_autofree char *count = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, NULL);
  kept = lsc_test_sql (path, "SELECT name FROM HostInfo");
  count = lsc_test_sql (path, "SELECT count(*) FROM ModuleStatistic");
  g_assert_cmpstr (kept, ==, "kept\n");
  g_assert_cmpstr (count, ==, "7\n");
}

static void
assert_refused (LscTestPlace *place, const char *path, const char *reason)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *before = lsc_test_tree_checksum (folder, NULL);
  g_autofree char *after = NULL;
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_IO, "-m", "module_statistic", "-d", place->data, "-o", place->out, NULL);

  lsc_test_assert_contains (output->err, reason);
  lsc_test_assert_contains (output->err, path);
  after = lsc_test_tree_checksum (folder, NULL);
  g_assert_cmpstr (before, ==, after);
}

static void
test_existing_not_sqlite (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = prepare_existing (place, NULL);

  g_assert_true (g_file_set_contents (path, "this is a text, not a database at all", -1, NULL));
  assert_refused (place, path, "not an SQLite database");
}

static void
test_existing_wal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = prepare_existing (place, "CREATE TABLE HostInfo (name TEXT)");
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);

  g_assert_true (g_file_set_contents (wal, "frames", -1, NULL));
  assert_refused (place, path, "has not finished writing");
}

/* WAL mode with nothing in the log is no reason to refuse. */
static void
test_existing_empty_wal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path =
      prepare_existing (place, "PRAGMA journal_mode=WAL; CREATE TABLE HostInfo (name TEXT)");
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *tables = NULL;

  g_assert_true (g_file_set_contents (wal, "", 0, NULL));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, NULL);
  tables = lsc_test_sql (path, "SELECT name FROM sqlite_master ORDER BY name");
  g_assert_cmpstr (tables, ==, "HostInfo\nModuleStatistic\n");
}

static void
test_older_table (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path =
      prepare_existing (place, "CREATE TABLE OperatorMFU (x TEXT); CREATE TABLE PpBlock (x TEXT);"
                               "CREATE TABLE ModuleStatistic (x TEXT)");
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) alone = NULL;

  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "operator_mfu", "-d", place->data,
                                "-o", place->out, NULL);
  lsc_test_assert_contains (output->err, "no rows for OperatorMFU");
  lsc_test_assert_lacks (output->err, "no rows for ModuleMFU");
  lsc_test_assert_lacks (output->err, "no rows for ModuleStatistic");
  alone = lsc_test_cli_output (place, EXIT_NOTHING, "-m", "pp_chart", "-d", place->data, "-o",
                               place->out, NULL);
  lsc_test_assert_contains (alone->err, "no rows for PpBlock");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* ---- the same every time ---- */

static void
run_all_forms (LscTestPlace *place, const char *threads, const char *name)
{
  g_autofree char *out = g_build_filename (place->root, name, NULL);
  static const char *const types[] = { "db", "xlsx", "csv", "json" };
  static const char *const endings[] = { "svg", "png", "pdf" };
  static const char *const modes[] = { "module_statistic", "pp_chart" };

  for (guint i = 0; i < G_N_ELEMENTS (types) * G_N_ELEMENTS (modes); i++)
    lsc_test_cli (place, EXIT_DELIVERED, "-m", modes[i % G_N_ELEMENTS (modes)], "-d", place->data,
                  "-o", out, "--export_type", types[i / G_N_ELEMENTS (modes)], threads, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *chart = g_strdup_printf ("%s/chart.%s", out, endings[i]);

      lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--out", chart, threads, NULL);
      g_assert_true (g_file_test (chart, G_FILE_TEST_EXISTS));
    }
}

static void
test_same_bytes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *first = g_build_filename (place->root, "first", NULL);
  g_autofree char *second = g_build_filename (place->root, "second", NULL);
  g_autofree char *third = g_build_filename (place->root, "third", NULL);

  lsc_test_write_both (place);
  run_all_forms (place, "-j1", "first");
  g_usleep (1100000); /* dates in documents count seconds */
  run_all_forms (place, "-j1", "second");
  run_all_forms (place, "-j2", "third");
  lsc_test_assert_same_tree (first, second);
  lsc_test_assert_same_tree (first, third);
}

/* ---- how the input lies there ---- */

static char *
module_lines (LscTestPlace *place)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                           "-", "--export_type", "json", "--mfu", "off", NULL);

  return g_strdup (output->out);
}

static void
test_wal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *db = lsc_test_profile_db_path (rank, 0);
  g_autofree char *wal = g_strconcat (db, "-wal", NULL);
  g_autofree char *shm = g_strconcat (db, "-shm", NULL);
  g_autofree char *plain = NULL;
  g_autofree char *with_log = NULL;
  g_autofree char *after = NULL;

  lsc_test_write_modules (place, 1);
  plain = module_lines (place);
  lsc_test_sql_into_log (db, "UPDATE TASK SET endNs = endNs + 1000 WHERE globalTaskId = 1");
  g_assert_true (g_file_test (wal, G_FILE_TEST_EXISTS));
  with_log = module_lines (place);
  g_assert_cmpstr (plain, !=, with_log);
  lsc_test_sql_run (db, "PRAGMA wal_checkpoint(TRUNCATE)");
  g_remove (wal);
  g_remove (shm);
  after = module_lines (place);
  g_assert_cmpstr (with_log, ==, after);
}

static void
set_modes (const char *path, int folder_mode, int file_mode)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        set_modes (child, folder_mode, file_mode);
      else
        g_chmod (child, file_mode);
    }
  g_chmod (path, folder_mode);
}

static void
test_read_only (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *db = lsc_test_profile_db_path (rank, 0);
  g_autofree char *text = NULL;

  lsc_test_write_modules (place, 2);
  lsc_test_sql_run (db, "PRAGMA journal_mode=WAL");
  set_modes (place->data, 0555, 0444);
  text = module_lines (place);
  assert_module_lines (text);
  set_modes (place->data, 0755, 0644);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/output/json", test_json);
  g_test_add_func ("/cli/output/json-all", test_json_all);
  g_test_add_func ("/cli/output/csv", test_csv);
  g_test_add_func ("/cli/output/db", test_db);
  g_test_add_func ("/cli/output/pipeline-names", test_pipeline_names);
  g_test_add_func ("/cli/output/odd-names", test_odd_names);
  g_test_add_func ("/cli/output/default-places", test_default_places);
  g_test_add_func ("/cli/output/not-writable", test_not_writable);
  g_test_add_func ("/cli/output/no-default-place", test_no_default_place);
  g_test_add_func ("/cli/output/existing-tables", test_existing_tables);
  g_test_add_func ("/cli/output/existing-not-sqlite", test_existing_not_sqlite);
  g_test_add_func ("/cli/output/existing-wal", test_existing_wal);
  g_test_add_func ("/cli/output/existing-empty-wal", test_existing_empty_wal);
  g_test_add_func ("/cli/output/older-table", test_older_table);
  g_test_add_func ("/cli/output/same-bytes", test_same_bytes);
  g_test_add_func ("/cli/output/wal", test_wal);
  g_test_add_func ("/cli/output/read-only", test_read_only);
  return g_test_run ();
}
