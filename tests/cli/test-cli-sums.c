/* test-cli-sums.c - tables that sum up, beside the events of the same recording, and alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

static char *
get_output (LscTestPlace *place)
{
  char *output = g_build_filename (place->data, "r0_1_20260202024000000_ascend_pt",
                                   "ASCEND_PROFILER_OUTPUT", NULL);

  g_assert_cmpint (g_mkdir_with_parents (output, 0755), ==, 0);
  return output;
}

static void
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  g_assert_no_error (error);
}

/* Two kernels of one type, a call, an all-reduce that moves 2 MB to the next rank in 100 us. */
static const char trace[] =
    "[{\"ph\":\"M\",\"pid\":32,\"name\":\"process_name\",\"args\":{\"name\":\"CANN\"}},"
    "{\"ph\":\"M\",\"pid\":64,\"name\":\"process_name\",\"args\":{\"name\":\"Ascend Hardware\"}},"
    "{\"ph\":\"M\",\"pid\":96,\"name\":\"process_name\",\"args\":{\"name\":\"Communication\"}},"
    "{\"ph\":\"M\",\"pid\":96,\"tid\":0,\"name\":\"thread_name\",\"args\":{\"name\":\"Group 1 "
    "Communication\"}},"
    "{\"ph\":\"M\",\"pid\":96,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":\"Plane 0\"}},"
    "{\"ph\":\"X\",\"pid\":32,\"tid\":5,\"name\":\"Node@launch\",\"ts\":\"1000.000\",\"dur\":4.5,"
    "\"args\":{\"connection_id\":7}},"
    "{\"ph\":\"X\",\"pid\":64,\"tid\":2,\"name\":\"mm_a\",\"ts\":\"1010.000\",\"dur\":20,"
    "\"args\":{\"connection_id\":7}},"
    "{\"ph\":\"X\",\"pid\":64,\"tid\":2,\"name\":\"mm_b\",\"ts\":\"1040.000\",\"dur\":30.5},"
    "{\"ph\":\"X\",\"pid\":96,\"tid\":0,\"name\":\"hcom_allReduce__612_0_1\",\"ts\":\"1100.000\","
    "\"dur\":200},"
    "{\"ph\":\"X\",\"pid\":96,\"tid\":1,\"name\":\"Memcpy\",\"ts\":\"1150.000\",\"dur\":100,"
    "\"args\":{\"src rank\":0,\"dst rank\":1,\"transport type\":\"SDMA\",\"link type\":\"HCCS\","
    "\"size(Byte)\":2000000,\"task type\":\"Memcpy\"}}]";

static const char kernels[] =
    "Step Id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
    "1,1,2,mm_a,MatMulV3,AI_CORE,1010.000\t,20\n"
    "1,2,2,mm_b,MatMulV3,AI_CORE,1040.000\t,30.5\n"
    "1,3,4,hcom_allReduce__612_0_1,hcom_allReduce_,HCCL,1100.000\t,200\n";

#define TYPES "OP Type,Core Type,Count,Total Time(us),Min Time(us)\n"
#define CALLS "Level,API Name,Time(us),Count,Avg(us)\n"
#define COMM                                                                                       \
  "{\"step1\":{\"p2p\":{},\"collective\":{\"hcom_allReduce__612_0_1@5862276093215481612\":"        \
  "{\"Communication Time Info\":{\"Start Timestamp(us)\":1100.0,\"Elapse Time(ms)\":%s}}}}}"
#define MATRIX                                                                                     \
  "{\"step1\":{\"p2p\":{},\"collective\":{\"allreduce-total@5862276093215481612\":{"               \
  "\"0-0\":{\"Transport Type\":\"LOCAL\",\"Transit Size(MB)\":9,\"Transit Time(ms)\":1},"          \
  "\"0-1\":{\"Transport Type\":\"HCCS\",\"Transit Size(MB)\":%s,\"Transit Time(ms)\":0.1}}}}}"

static void
write_all (const char *folder, const char *types, const char *calls, const char *elapse_ms,
           const char *size_mb)
{
  g_autofree char *comm = g_strdup_printf (COMM, elapse_ms);
  g_autofree char *matrix = g_strdup_printf (MATRIX, size_mb);

  write_text (folder, "trace_view.json", trace);
  write_text (folder, "kernel_details.csv", kernels);
  write_text (folder, "op_statistic.csv", types);
  write_text (folder, "api_statistic.csv", calls);
  write_text (folder, "communication.json", comm);
  write_text (folder, "communication_matrix.json", matrix);
}

/* What was rounded away is no difference: 50.503 of 50.5 us in two kernels is one. */
static void
test_equal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = get_output (place);
  g_autoptr (LscTestOutput) output = NULL;

  write_all (folder, TYPES "MatMulV3,AI_CORE,2,50.502,20\n", CALLS "node,launch,4.5,1,4.5\n",
             "0.2000005", "2.0");
  output = lsc_test_cli_output (place, 0, "info", place->data, NULL);
  lsc_test_assert_lacks (output->err, "sums-differ");
}

static void
test_different (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = get_output (place);
  g_autoptr (LscTestOutput) output = NULL;

  write_all (folder, TYPES "MatMulV3,AI_CORE,3,50.5,20\nCast,AI_VECTOR_CORE,1,2,2\n",
             CALLS "node,launch,4.6,1,4.6\nruntime,KernelLaunch,1,1,1\n", "0.3", "2.5");
  output = lsc_test_cli_output (place, 0, "info", place->data, NULL);
  lsc_test_assert_contains (output->err,
                            "2 of 2 figures of op_statistic.csv differ from the events; Cast: 1×, "
                            "2.000 µs in the table, 0×, 0.000 µs in the events.");
  lsc_test_assert_contains (output->err,
                            "1 of 1 figure of api_statistic.csv differs from the events; launch: "
                            "1×, 4.600 µs in the table, 1×, 4.500 µs in the events.");
  lsc_test_assert_contains (output->err,
                            "1 of 1 figure of communication.json differs from the events; "
                            "hcom_allReduce__612_0_1: 1×, 300.000 µs in the table, 1×, 200.000 µs");
  lsc_test_assert_contains (
      output->err, "1 of 1 figure of communication_matrix.json differs from the events; "
                   "HCCS: 2500000 bytes in 100.000 µs in the table, 2000000 bytes in 100.000 µs");
}

/* Where no task says what it moved, the exporter's sums do. */
static void
test_matrix (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = get_output (place);
  g_autofree char *trace_view = g_build_filename (folder, "trace_view.json", NULL);
  g_autofree char *result = g_path_get_dirname (folder);
  g_autofree char *matrix = g_build_filename (folder, "communication_matrix.json", NULL);
  g_autoptr (LscTestOutput) with = NULL;
  g_autoptr (LscTestOutput) without = NULL;

  write_all (folder, TYPES, CALLS, "0.2", "2.0");
  write_text (result, "profiler_metadata.json",
              "{\"parallel_group_info\":{\"group_name_0\":{\"group_name\":\"tp\",\"group_rank\":0,"
              "\"global_ranks\":[0,1]}}}");
  g_assert_cmpint (g_unlink (trace_view), ==, 0);
  with = lsc_test_cli_output (place, 0, "findings", place->data, NULL);
  g_assert_cmpint (g_unlink (matrix), ==, 0);
  without = lsc_test_cli_output (place, 0, "findings", place->data, NULL);
  lsc_test_assert_lacks (with->out,
                         "slow_link: Source, target and size of transfers were not recorded");
  lsc_test_assert_contains (without->out,
                            "slow_link: Source, target and size of transfers were not recorded");
}

/* ---- results of an analysis ---- */

static void
test_results_alone (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *results = g_build_filename (place->data, "cluster_analysis_output", NULL);
  g_autofree char *recipe = g_build_filename (results, "FreeAnalysis", NULL);
  g_autofree char *db = g_build_filename (results, "cluster_analysis.db", NULL);
  const char *const paths[] = { place->data, results, db };

  g_assert_cmpint (g_mkdir_with_parents (recipe, 0755), ==, 0);
  write_text (results, "cluster_step_trace_time.csv", "Step,Type\n0,rank\n");
  write_text (recipe, "free_analysis.csv", "Rank ID\n0\n");
  write_text (results, "cluster_analysis.db", "");
  lsc_test_sql_run (db, "CREATE TABLE SlowRank (rankId INTEGER); INSERT INTO SlowRank VALUES (0)");
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, 2, "overview", paths[i], NULL);

      lsc_test_assert_contains (output->err, "holds results of an analysis of a cluster, and no "
                                             "recording of a rank: cluster_analysis.db (SlowRank)");
      lsc_test_assert_contains (output->err, "Open the folder of the ranks");
      if (i < 2)
        lsc_test_assert_contains (output->err,
                                  "cluster_step_trace_time.csv, FreeAnalysis/free_analysis.csv.");
    }
}

/* Beside ranks they are passed over. */
static void
test_results_beside (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *results = g_build_filename (place->data, "cluster_analysis_output", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 2);
  g_assert_cmpint (g_mkdir_with_parents (results, 0755), ==, 0);
  write_text (results, "cluster_step_trace_time.csv", "Step,Type\n0,rank\n");
  output = lsc_test_cli_output (place, 0, "info", place->data, NULL);
  lsc_test_assert_contains (output->out, "Rank 1");
  lsc_test_assert_lacks (output->err, "results of an analysis");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/sums/equal", test_equal);
  g_test_add_func ("/cli/sums/different", test_different);
  g_test_add_func ("/cli/sums/matrix", test_matrix);
  g_test_add_func ("/cli/sums/results-alone", test_results_alone);
  g_test_add_func ("/cli/sums/results-beside", test_results_beside);
  return g_test_run ();
}
