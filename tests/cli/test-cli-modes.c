/* test-cli-modes.c - modes of the reference tool by name: where they write, and how they end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"

#define DELIVERED 0
#define WRONG_USAGE 1
#define NOTHING 2

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
                "--export_type", "text", NULL);
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
  lsc_test_assert_contains (empty->err, "found nothing to tell");
  base = lsc_test_cli_output (place, WRONG_USAGE, "-m", "cluster_time_compare_summary", "-d", data,
                              NULL);
  lsc_test_assert_contains (base->err, "--bp");
  form = lsc_test_cli_output (place, WRONG_USAGE, "-m", "slow_link", "-d", data, "--export_type",
                              "text", NULL);
  lsc_test_assert_contains (form->err, "has no text form");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-modes/text", test_text);
  g_test_add_func ("/cli-modes/books", test_books);
  g_test_add_func ("/cli-modes/tables", test_tables);
  g_test_add_func ("/cli-modes/exit", test_exit);
  return g_test_run ();
}
