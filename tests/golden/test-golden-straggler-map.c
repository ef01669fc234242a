/* test-golden-straggler-map.c - which kind of cause the map shows of two real jobs, as their owners
 * found it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/stragglers/lsc-straggler-marks.h"
#include "lsc-test-files.h"
#include "lsc-test-job-ops.h"

/* Takes @ops. @begin: of the sentence; @detail: (nullable): part of what is told besides */
static void
check (LscJobOps *ops, LscStragglerPattern pattern, const char *begin, const char *detail)
{
  g_autoptr (LscJobOps) own = ops;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscStragglers) study = lsc_stragglers_new_from_ops (own, NULL, NULL, &error);
  g_autoptr (LscStragglerMarks) marks = NULL;
  g_autofree char *text = NULL, *besides = NULL;

  g_assert_no_error (error);
  marks = lsc_straggler_marks_new (study);
  text = lsc_phrase_to_plain (marks->text);
  besides = marks->detail ? lsc_phrase_to_plain (marks->detail) : g_strdup ("");
  g_test_message ("%s; %s", text, besides);
  g_assert_cmpint (marks->pattern, ==, pattern);
  g_assert_true (g_str_has_prefix (text, begin));
  if (detail)
    g_assert_nonnull (strstr (besides, detail));
}

/* The last stage is long, in all replicas; two steps are a matter of their own. */
static void
test_stage (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample ("ST", "timeline-", "ST");

  if (!ops)
    return;
  check (lsc_test_job_ops_cut (ops, 2, 32), LSC_STRAGGLERS_STAGES,
         "Stage 3 takes long in all replicas: S 1.23, other stages at most 1.00",
         "Steps 23, 25 are outliers");
  check (lsc_test_job_ops_cut (ops, 1, 32), LSC_STRAGGLERS_STAGES, "Stage 3 takes long: S 1.2",
         "Steps 23, 25 are outliers");
  check (lsc_test_job_ops_cut (ops, 2, 1), LSC_STRAGGLERS_STAGES,
         "Stage 3 takes long in all replicas: S 1.2", NULL);
}

/* Micro-batches differ: all workers take long, no place is special; besides, the last stage. */
static void
test_all (void)
{
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample ("SE", "timeline-", "SE");

  if (!ops)
    return;
  check (lsc_test_job_ops_cut (ops, 32, 45), LSC_STRAGGLERS_ALL,
         "All workers are slow: S 1.12 to 1.20, no single outlier",
         "Stage 1 is also slower than the others: S 1.43");
  check (lsc_test_job_ops_cut (ops, 16, 45), LSC_STRAGGLERS_ALL, "All workers are slow", NULL);
  check (lsc_test_job_ops_cut (ops, 32, 1), LSC_STRAGGLERS_SCATTERED, "48 of 64 workers take long",
         "Stage 1 is also slower");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/straggler-map/stage", test_stage);
  g_test_add_func ("/straggler-map/all", test_all);
  return g_test_run ();
}
