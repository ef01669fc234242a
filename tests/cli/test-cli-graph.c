/* test-cli-graph.c - kernels without launches, and what launched ones wait for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#define MARK "captured before the profiler started"

/* The database of the only rank. */
static char *
find_db (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, "_ascend_pt"))
      return g_build_filename (folder, name, "ASCEND_PROFILER_OUTPUT",
                               "ascend_pytorch_profiler_0.db", NULL);
  g_assert_not_reached ();
}

/* Takes the launch from the kernels of the second half; one call runs a graph or is no such. */
static char *
record (LscTestPlace *place, const char *call)
{
  char *folder = lsc_test_record (place, "data/run", "--preset small --ranks 1 --tp 1 --steps 4");
  g_autofree char *db = find_db (folder);
  g_autofree char *sql = g_strdup_printf (
      "UPDATE TASK SET connectionId = 4294967295 WHERE startNs > (SELECT avg(startNs) FROM TASK) "
      "AND globalTaskId IN (SELECT globalTaskId FROM COMPUTE_TASK_INFO); "
      "INSERT INTO STRING_IDS VALUES (99999999, '%s'); "
      "UPDATE CANN_API SET name = 99999999 WHERE connectionId = (SELECT max(connectionId) FROM "
      "CANN_API)",
      call);

  lsc_test_sql_run (db, sql);
  return folder;
}

static void
check (const char *call, gboolean is_told)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, call);
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, 0, "overview", folder, NULL);

  if (is_told)
    lsc_test_assert_contains (output->err, MARK);
  else
    lsc_test_assert_lacks (output->err, MARK);
}

static void
test_captured (void)
{
  check ("aclmdlRIExecuteAsync", TRUE);
}

static void
test_others (void)
{
  check ("aclrtMemcpyAsync", FALSE);
}

/* A task of 10 us, beside pauses of milliseconds that nothing explains, is not what most of the
 * time is behind. */
static void
test_small_cause (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "data/run", "--preset small --ranks 1 --tp 1 --steps 4");
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, 0, "findings", folder, NULL);

  lsc_test_assert_contains (output->out,
                            "On rank 0 kernels start late although they were launched in time.");
  lsc_test_assert_lacks (output->out, "most behind MatmulAllReduceAicpuKernel");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/graph/captured", test_captured);
  g_test_add_func ("/cli/graph/others", test_others);
  g_test_add_func ("/cli/graph/small-cause", test_small_cause);
  return g_test_run ();
}
