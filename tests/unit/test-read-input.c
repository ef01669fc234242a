/* test-read-input.c - bad input: what is dropped, what is kept, what is said
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read-helper.h"

/* One unusable time never costs the others a digit. */
static void
test_bad_times (void)
{
  static const char *const bad[] = { "", "oops", "12a", "-5", "9223372036854775808" };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  g_autofree char *fraction = g_strdup_printf ("%" G_GINT64_FORMAT ".9", T (15));
  guint op;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      op = lsc_test_profile_op (profile, "bad", 10, 20, 1);
      lsc_test_profile_op_set_local_id (profile, op, 100 + (gint64) i);
      lsc_test_profile_op_set_start_text (profile, op, bad[i]);
    }
  op = lsc_test_profile_op (profile, "fraction", 15, 20, 1);
  lsc_test_profile_op_set_local_id (profile, op, 200);
  lsc_test_profile_op_set_start_text (profile, op, fraction);
  op = lsc_test_profile_op (profile, "backwards", 25, 20, 1);
  lsc_test_profile_op_set_local_id (profile, op, 201);
  op = lsc_test_profile_op (profile, "good", 11, 21, 1);
  lsc_test_profile_op_set_local_id (profile, op, 202);
  lsc_test_profile_sql (profile,
                        "INSERT INTO PYTORCH_API (startNs, endNs, connectionId, name, type) "
                        "SELECT 95, 1000, 300, name, type FROM PYTORCH_API LIMIT 1");
  run = load (profile, LSC_LOAD_LINKED_OPS);
  g_assert_cmpuint (run->ops.n, ==, 3);
  g_assert_cmpint (run->ops.items[0].start_ns, ==, T (15));
  g_assert_cmpint (run->ops.items[1].start_ns, ==, T (11));
  g_assert_cmpint (run->ops.items[1].end_ns, ==, T (21));
  g_assert_cmpint (run->ops.items[2].start_ns, ==, 95);
  expect_notice (run, "bad-time", "PYTORCH_API", 5, "(rows 1, 2, 3, …)");
  expect_notice (run, "truncated-time", "PYTORCH_API", 1, "(rows 6)");
  expect_notice (run, "negative-duration", "PYTORCH_API", 1, "(rows 7)");
  expect_notice (run, "no-thread", "PYTORCH_API", 1, NULL);
}

/* Nothing is said of rows that nobody asked for, as there are many; modules are frames, too. */
static void
test_frames (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  guint op;

  lsc_test_profile_trace_range (profile, "train.py(12): step", 30, 20, 1);
  lsc_test_profile_trace_range (profile, LSC_TEST_DANGLING (123), 10, 90, 1);
  lsc_test_profile_trace_range (profile, "nn.Module: Linear_3", 12, 80, 1);
  lsc_test_profile_trace_range (profile, "nn.Module: Linear_4", 60, 50, 1);
  op = lsc_test_profile_op (profile, "aten::mm", 20, 30, 1);
  lsc_test_profile_op_set_local_id (profile, op, 7);
  run = load (profile, LSC_LOAD_FOR_MODULES | LSC_LOAD_ALL_OPS);
  g_assert_cmpuint (run->ops.n, ==, 2);
  g_assert_cmpstr (lsc_run_text (run, run->ops.items[0].name), ==, "nn.Module: Linear_3");
  g_assert_cmpstr (lsc_run_text (run, run->ops.items[1].name), ==, "aten::mm");
  expect_notice (run, "negative-duration", "PYTORCH_API", 1, "(rows 4)");
  expect_no_notice (run, "unknown-string", "PYTORCH_API");
}

static void
test_kernel_times (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  static const gint64 ends[] = { 1, LSC_TEST_NULL, LSC_TEST_ZERO, 10, 20 };
  static const LscTestKernelClass classes[] = { LSC_TEST_KERNEL_COMPUTE, LSC_TEST_KERNEL_COMM };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (classes); j++)
      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, classes[j], "k", 10, ends[i]);
  run = load (profile, LSC_LOAD_KERNELS);
  g_assert_cmpuint (run->kernels.n, ==, 4);
  g_assert_cmpint (run->kernels.items[0].end_ns - run->kernels.items[0].start_ns, ==, 0);
  g_assert_cmpint (run->kernels.items[1].end_ns - run->kernels.items[1].start_ns, ==, 10);
  g_assert_cmpuint (run->comm_ops.n, ==, 2);
  expect_notice (run, "negative-duration", "TASK", 1, NULL);
  expect_notice (run, "no-end", "TASK", 2, NULL);
  expect_notice (run, "negative-duration", "COMMUNICATION_OP", 1, NULL);
  expect_notice (run, "no-end", "COMMUNICATION_OP", 2, NULL);
}

static void
test_open_ranges (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_module (profile, "Zero", 10, LSC_TEST_ZERO, 1);
  lsc_test_profile_module (profile, "Null", 20, LSC_TEST_NULL, 1);
  lsc_test_profile_module (profile, "Backwards", 30, 29, 1);
  lsc_test_profile_module (profile, "Good", 40, 50, 1);
  run = load (profile, LSC_LOAD_MARKS);
  g_assert_cmpuint (run->marks.n, ==, 3);
  g_assert_cmpint (run->marks.items[0].end_ns, ==, 0);
  g_assert_cmpint (run->marks.items[1].end_ns, ==, 0);
  g_assert_cmpint (run->marks.items[2].end_ns, ==, T (50));
  g_assert_cmpint (run->marks.items[2].row_id, ==, 4);
  expect_notice (run, "negative-duration", "MSTX_EVENTS", 1, "(rows 3)");
  expect_no_notice (run, "no-end", "MSTX_EVENTS");
}

static void
test_names (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE,
                              LSC_TEST_DANGLING (123), 10, 20);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, NULL, 30, 40);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE,
                              LSC_TEST_DANGLING (4294967295), 50, 60);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE,
                              LSC_TEST_DANGLING (900000000000), 70, 80);
  lsc_test_profile_module (profile, NULL, 0, 5, 1);
  lsc_test_profile_sql (profile, "INSERT INTO STRING_IDS VALUES (77, CAST (x'6162ff' AS TEXT))");
  run = load (profile, LSC_LOAD_FOR_MODULES);
  g_assert_cmpstr (kernel_name (run, 0), ==, "<string 123>");
  g_assert_cmpstr (kernel_name (run, 1), ==, "<unnamed>");
  g_assert_cmpstr (kernel_name (run, 2), ==, "<unnamed>");
  g_assert_cmpstr (kernel_name (run, 3), ==, "<string 900000000000>");
  g_assert_cmpstr (lsc_run_text (run, run->marks.items[0].message), ==, "<unnamed>");
  expect_notice (run, "unknown-string", "COMPUTE_TASK_INFO", 2, NULL);
  expect_notice (run, "unnamed", "COMPUTE_TASK_INFO", 2, NULL);
  expect_notice (run, "unnamed", "MSTX_EVENTS", 1, NULL);
  expect_notice (run, "not-utf8", "STRING_IDS", 1, "77");
  g_assert_cmpuint (lsc_intern_find (run->strings, "ab\xff"), !=, LSC_STRING_NONE);
}

/* Ids of all three ranges and beyond; the first text of an id wins. */
static void
test_string_ids (void)
{
  static const char *const ids[] = {
    "5", "268435456", "536870912", "805306368", "-7", "268000000"
  };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_sql (profile,
                        "DROP TABLE STRING_IDS; CREATE TABLE STRING_IDS (value TEXT, id INTEGER)");
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *dangling = g_strconcat ("\001", ids[i], NULL);
      g_autofree char *sql = g_strdup_printf (
          "INSERT INTO STRING_IDS VALUES ('first%s', %s), ('second', %s)", ids[i], ids[i], ids[i]);

      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, dangling,
                                  10 + (gint64) i, 20);
      lsc_test_profile_sql (profile, sql);
    }
  run = load (profile, LSC_LOAD_KERNELS);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *expected = g_strconcat ("first", ids[i], NULL);

      g_assert_cmpstr (kernel_name (run, i), ==, expected);
    }
  expect_notice (run, "duplicate-string", "STRING_IDS", G_N_ELEMENTS (ids), "(rows 2, 4, 6, …)");
}

/* The texts of a file may begin with any id; with the first of them nobody knows how many follow.
 * One is so long that it does not wait for others. */
static void
test_late_ids (void)
{
  static const int ids[] = { 100000, 100031, 100032, 100033, 100500, 107000, 109999 };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  g_autofree char *padding = g_strnfill (20000, 'x');
  g_autofree char *sql = g_strdup_printf ("UPDATE STRING_IDS SET value = '%s' || value WHERE "
                                          "id = 100033",
                                          padding);

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *dangling = g_strdup_printf ("\001%d", ids[i]);

      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, dangling,
                                  10 + (gint64) i, 20);
    }
  lsc_test_profile_sql (profile, "WITH RECURSIVE n (i) AS (SELECT 100000 UNION ALL SELECT i + 1 "
                                 "FROM n WHERE i < 109999) INSERT INTO STRING_IDS SELECT i, "
                                 "'text ' || i FROM n");
  lsc_test_profile_sql (profile, sql);
  run = load (profile, LSC_LOAD_KERNELS);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *expected =
          g_strdup_printf ("%stext %d", ids[i] == 100033 ? padding : "", ids[i]);

      g_assert_cmpstr (kernel_name (run, i), ==, expected);
    }
  expect_no_notice (run, "unknown-string", "COMPUTE_TASK_INFO");
}

static void
test_joins (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "replayed", 10, 20);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "lost", 30, 40);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "none", 50, 60);
  lsc_test_profile_sql (
      profile, "INSERT INTO TASK SELECT startNs + 100, endNs + 100, deviceId, connectionId,"
               " globalTaskId, globalPid, taskType, contextId, streamId, taskId, modelId"
               " FROM TASK ORDER BY startNs LIMIT 1");
  lsc_test_profile_sql (profile, "DELETE FROM TASK WHERE globalTaskId = (SELECT globalTaskId FROM"
                                 " COMPUTE_TASK_INFO c JOIN STRING_IDS s ON s.id = c.name"
                                 " WHERE s.value = 'lost')");
  lsc_test_profile_sql (profile, "UPDATE TASK SET connectionId = 4294967295 WHERE startNs = "
                                 "(SELECT max (startNs) - 60 FROM TASK)");
  run = load (profile, LSC_LOAD_FOR_MODULES);
  g_assert_cmpuint (run->kernels.n, ==, 3);
  g_assert_cmpstr (kernel_name (run, 0), ==, "replayed");
  g_assert_cmpstr (kernel_name (run, 1), ==, "none");
  g_assert_cmpint (run->kernels.items[1].connection_id, ==, -1);
  g_assert_cmpstr (kernel_name (run, 2), ==, "replayed");
  g_assert_cmpint (run->kernels.items[2].start_ns, ==, T (110));
  expect_notice (run, "graph-replay", "TASK", 1, NULL);
  expect_notice (run, "kernel-without-task", "COMPUTE_TASK_INFO", 1, NULL);
}

/* Ids far apart, so that they index no plain array. */
static void
test_sparse_ids (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  for (gint64 i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("k%02d", (int) i);

      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, name, 10 * i,
                                  10 * i + 5);
    }
  lsc_test_profile_sql (profile, "UPDATE TASK SET globalTaskId = globalTaskId * 1000000007");
  lsc_test_profile_sql (profile,
                        "UPDATE COMPUTE_TASK_INFO SET globalTaskId = globalTaskId * 1000000007");
  run = load (profile, LSC_LOAD_EVERYTHING);
  g_assert_cmpuint (run->kernels.n, ==, 20);
  for (gsize i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("k%02d", (int) i);

      g_assert_cmpstr (kernel_name (run, i), ==, name);
      g_assert_cmpint (run->kernels.items[i].start_ns, ==, T (10 * (gint64) i));
    }
  expect_no_notice (run, "kernel-without-task", "COMPUTE_TASK_INFO");
}

static void
test_missing_tables (void)
{
  static const char *const tables[] = { "STRING_IDS",       "TASK",        "COMPUTE_TASK_INFO",
                                        "COMMUNICATION_OP", "PYTORCH_API", "CONNECTION_IDS",
                                        "MSTX_EVENTS" };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autoptr (LscRun) run = NULL;
      guint op = lsc_test_profile_op (profile, "op", 10, 20, 1);

      lsc_test_profile_module (profile, "M", 0, 100, 1);
      lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "k", 30, 40);
      lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMM, "hcom_allReduce_", 50, 60);
      lsc_test_profile_drop_table (profile, tables[i]);
      run = load (profile, LSC_LOAD_EVERYTHING);
      expect_notice (run, "missing-table", tables[i], -1, NULL);
      g_assert_cmpuint (run->kernels.n, ==, i >= 1 && i <= 3 ? 1 : 2);
      g_assert_cmpuint (run->ops.n, ==, i == 4 ? 0 : 1);
      g_assert_cmpuint (run->connections.n, ==, i == 5 ? 0 : 2);
      g_assert_cmpuint (run->marks.n, ==, i == 6 ? 0 : 1);
    }
}

static void
test_missing_columns (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_module (profile, "M", 0, 100, 1);
  lsc_test_profile_op (profile, "op", 10, 20, 1);
  lsc_test_profile_drop_column (profile, "MSTX_EVENTS", "domainId");
  lsc_test_profile_drop_column (profile, "PYTORCH_API", "connectionId");
  run = load (profile, LSC_LOAD_EVERYTHING);
  g_assert_true (run->has_marks_table);
  g_assert_false (run->has_mark_domains);
  g_assert_cmpuint (run->marks.n, ==, 1);
  g_assert_cmpint (run->marks.items[0].domain, ==, LSC_STRING_NONE);
  g_assert_cmpuint (run->ops.n, ==, 1);
  g_assert_cmpint (run->ops.items[0].local_id, ==, LSC_ID_NONE);
  expect_notice (run, "missing-column", "PYTORCH_API", -1, "connectionId");
}

static void
test_bad_chip (void)
{
  static const char *const frequencies[] = { "fast", "0", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autoptr (LscRun) run = NULL;

      lsc_test_profile_set_chip (profile, 24, frequencies[i]);
      run = load (profile, LSC_LOAD_KERNELS);
      g_assert_cmpfloat (run->ai_core_count, ==, 0);
      expect_notice (run, "bad-info-json", "info.json", -1, "aic_frequency");
    }
}

static void
test_foreign (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (GError) error = NULL;
  static const char *const tables[] = {
    "TASK",       "PYTORCH_API",      "MSTX_EVENTS", "CANN_API", "COMMUNICATION_OP",
    "STRING_IDS", "COMPUTE_TASK_INFO"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    lsc_test_profile_drop_table (profile, tables[i]);
  g_assert_null (try_load (profile, LSC_LOAD_EVERYTHING, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
}

/* Views, virtual tables and generated columns under the names of ours. */
static void
test_hostile (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_module (profile, "M", 0, 100, 1);
  lsc_test_profile_sql (
      profile,
      "DROP TABLE TASK; CREATE VIEW TASK AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL"
      " SELECT i + 1 FROM c) SELECT i AS startNs, i AS endNs, i AS globalTaskId FROM c;"
      "DROP TABLE PYTORCH_API; CREATE VIRTUAL TABLE PYTORCH_API USING fts5(name);"
      "DROP TABLE CONNECTION_IDS; CREATE TABLE CONNECTION_IDS (id INTEGER, connectionId INTEGER"
      " GENERATED ALWAYS AS (id * 2)); INSERT INTO CONNECTION_IDS (id) VALUES (1);"
      "DROP TABLE COMPUTE_TASK_INFO; CREATE TABLE COMPUTE_TASK_INFO (globalTaskId INTEGER PRIMARY"
      " KEY, name INTEGER) WITHOUT ROWID; INSERT INTO COMPUTE_TASK_INFO VALUES (1, 1);"
      "CREATE TABLE NPU_INFO2 (id CHECK (abs(id) > 0))");
  run = load (profile, LSC_LOAD_EVERYTHING);
  g_assert_cmpuint (run->kernels.n, ==, 0);
  g_assert_cmpuint (run->ops.n, ==, 0);
  g_assert_cmpuint (run->connections.n, ==, 0);
  g_assert_cmpuint (run->marks.n, ==, 1);
  expect_notice (run, "missing-table", "TASK", -1, NULL);
  expect_notice (run, "missing-table", "PYTORCH_API", -1, NULL);
  expect_notice (run, "missing-column", "CONNECTION_IDS", -1, "connectionId");
  expect_notice (run, "kernel-without-task", "COMPUTE_TASK_INFO", 1, NULL);
}

typedef struct
{
  double share;
  guint n_calls;
} Progress;

static void
on_progress (double share, const char *what, gpointer user_data)
{
  Progress *progress = user_data;

  g_assert_cmpfloat (share, >=, 0);
  g_assert_cmpfloat (share, <=, 1);
  progress->share = share;
  progress->n_calls++;
}

/* Ranks in order, whatever the number of threads; a damaged one is left out with a notice. */
static void
test_several (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  g_autofree char *broken =
      g_build_filename (root, "r2/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_2.db", NULL);
  LscCluster *cluster;

  for (int rank = 0; rank < 5; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autofree char *name = g_strdup_printf ("r%d", rank);
      g_autofree char *folder = g_build_filename (root, name, NULL);

      lsc_test_profile_module (profile, name, 0, 100, 1);
      g_assert_true (lsc_test_profile_write (profile, folder, rank, NULL));
    }
  g_assert_true (g_file_set_contents (broken, "SQLite", -1, NULL));
  project = lsc_discover (root, NULL, NULL);
  cluster = g_ptr_array_index (project->clusters, 0);
  g_assert_cmpuint (cluster->sources->len, ==, 5);
  for (guint n_threads = 0; n_threads < 4; n_threads++)
    {
      g_autoptr (LscNotices) failures = lsc_notices_new ();
      Progress progress = { 0 };
      g_autoptr (LscJob) job = lsc_job_new (NULL, on_progress, &progress);
      g_autoptr (GPtrArray) runs =
          lsc_runs_load (cluster->sources, LSC_LOAD_EVERYTHING, n_threads, job, failures);
      g_autoptr (LscNotice) failure = lsc_notices_copy_nth (failures, 0);

      g_assert_cmpuint (runs->len, ==, 4);
      for (guint i = 0; i < 4; i++)
        {
          LscRun *run = g_ptr_array_index (runs, i);

          g_assert_cmpint (run->rank, ==, i < 2 ? i : i + 1);
        }
      g_assert_cmpuint (lsc_notices_get_count (failures), ==, 1);
      g_assert_cmpstr (failure->code, ==, "rank-unreadable");
      g_assert_cmpint (failure->rank, ==, 2);
      g_assert_cmpint (failure->severity, ==, LSC_SEVERITY_ERROR);
      g_assert_cmpstr (failure->file, ==, broken);
      g_assert_cmpuint (progress.n_calls, >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-input/bad-times", test_bad_times);
  g_test_add_func ("/read-input/frames", test_frames);
  g_test_add_func ("/read-input/kernel-times", test_kernel_times);
  g_test_add_func ("/read-input/open-ranges", test_open_ranges);
  g_test_add_func ("/read-input/names", test_names);
  g_test_add_func ("/read-input/string-ids", test_string_ids);
  g_test_add_func ("/read-input/late-ids", test_late_ids);
  g_test_add_func ("/read-input/joins", test_joins);
  g_test_add_func ("/read-input/sparse-ids", test_sparse_ids);
  g_test_add_func ("/read-input/missing-tables", test_missing_tables);
  g_test_add_func ("/read-input/missing-columns", test_missing_columns);
  g_test_add_func ("/read-input/bad-chip", test_bad_chip);
  g_test_add_func ("/read-input/foreign", test_foreign);
  g_test_add_func ("/read-input/hostile", test_hostile);
  g_test_add_func ("/read-input/several", test_several);
  return g_test_run ();
}
