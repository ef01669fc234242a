/* test-golden-reports-steps.c - steps and times of recordings as people bring them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "judge/findings/lsc-findings.h"
#include "judge/overview/lsc-overview.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)

/** A recording and what is said of it. */
typedef struct
{
  LscTimeline *timeline;
  LscRankDigest *digest;
  LscOverview *overview;
} Opened;

static gboolean
open_report (Opened *self, const char *folder, const char *file)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path =
      samples ? g_build_filename (samples, "reports", folder, file, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const LscCluster *cluster;

  if (!path)
    return FALSE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no such sample");
      return FALSE;
    }
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  self->timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (self->timeline, NULL, &error));
  self->digest = lsc_rank_digest_new (self->timeline, NULL, LSC_DIGEST_JUDGED, NULL, &error);
  g_assert_no_error (error);
  self->overview =
      lsc_overview_new ((const LscRankDigest *const *) &self->digest, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
opened_clear (Opened *self)
{
  g_clear_pointer (&self->overview, lsc_overview_unref);
  g_clear_pointer (&self->digest, lsc_rank_digest_unref);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opened, opened_clear)

static const LscBudgetStep *
get_step (const Opened *self, gsize index)
{
  g_assert_cmpuint (index, <, self->digest->steps.n);
  return lsc_rank_digest_get_step (self->digest, index);
}

static const LscOverviewRank *
get_rank (const Opened *self)
{
  return lsc_overview_get_rank (self->overview, 0);
}

/* The count of the notice of a kind; -1 where there is none. */
static gint64
get_told (const Opened *self, const char *code)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (self->timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    if (g_str_equal (((const LscNotice *) notices->pdata[i])->code, code))
      return ((const LscNotice *) notices->pdata[i])->count;
  return -1;
}

static gboolean
has_notice (const Opened *self, const char *code)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (self->timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    if (g_str_equal (((const LscNotice *) notices->pdata[i])->code, code))
      return TRUE;
  return FALSE;
}

/* Whether one of the sentences of the overview holds a text; no sentence has a figure that nobody
 * computed. */
static gboolean
says (const Opened *self, const char *text)
{
  gboolean has_text = FALSE;

  for (guint i = 0; i < self->overview->lines->len; i++)
    {
      g_autofree char *line = lsc_phrase_to_plain (self->overview->lines->pdata[i]);

      g_test_message ("%s", line);
      g_assert_null (strstr (line, "9 223 372"));
      g_assert_null (strstr (line, "-9"));
      has_text = has_text || strstr (line, text);
    }
  return has_text;
}

/* A step of the file that the others are made of. */
static void
check_base_step (const LscBudgetStep *step)
{
  g_assert_cmpint (step->step_ns, ==, MS);
  g_assert_cmpint (step->ns[LSC_BUDGET_COMPUTE], ==, 400 * US);
  g_assert_cmpint (step->ns[LSC_BUDGET_FREE_HOST], ==, 60 * US);
  g_assert_cmpint (step->ns[LSC_BUDGET_FREE_DEVICE], ==, 240 * US);
}

static void
test_stub (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "stub-last-step", "trace.json"))
    return;
  g_assert_cmpint (get_rank (&opened)->step_ns, ==, MS);
  g_assert_cmpint (get_rank (&opened)->mad_ns, ==, 0);
  g_assert_true (has_notice (&opened, "step-left-out"));
  g_assert_true (says (&opened, "Step 3 is excluded"));
}

static void
test_host_alone (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "cpu-only-steps", "trace.json"))
    return;
  g_assert_cmpint (get_rank (&opened)->step_ns, ==, MS);
  g_assert_cmpint (get_rank (&opened)->ns[LSC_BUDGET_COMPUTE], ==, LSC_INT_NULL);
  g_assert_true (says (&opened, "Step time 1.000 ms"));
}

static void
test_time_zero_far (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "time-zero", "far.json"))
    return;
  g_assert_cmpint (get_told (&opened, "stray-event"), ==, 1);
  check_base_step (get_step (&opened, 0));
  check_base_step (get_step (&opened, 1));
}

static void
test_time_zero_no_steps (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "time-zero", "no-steps.json"))
    return;
  g_assert_cmpint (get_told (&opened, "stray-event"), ==, 1);
  g_assert_cmpuint (opened.digest->steps.n, ==, 1);
  g_assert_cmpint (get_step (&opened, 0)->step_ns, ==, 1850 * US);
  g_assert_cmpint (get_step (&opened, 0)->ns[LSC_BUDGET_COMPUTE], ==, 800 * US);
  g_assert_cmpint (get_step (&opened, 0)->host_ns[LSC_BUDGET_HOST_GC], ==, 0);
}

static void
test_time_zero_kernel (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "time-zero", "kernel-of-step.json"))
    return;
  g_assert_cmpint (get_told (&opened, "task-before-launch"), ==, 1);
  g_assert_cmpint (get_step (&opened, 0)->step_ns, ==, MS);
  g_assert_cmpint (get_step (&opened, 0)->ns[LSC_BUDGET_COMPUTE], ==, 300 * US);
  check_base_step (get_step (&opened, 1));
}

static void
test_time_zero_half (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "time-zero", "half-zero.json"))
    return;
  g_assert_cmpint (get_told (&opened, "stray-event"), ==, 16);
  g_assert_cmpuint (opened.timeline->steps.n, ==, 1);
  g_assert_cmpuint (opened.digest->steps.n, ==, 1);
  check_base_step (get_step (&opened, 0));
  g_assert_cmpint (opened.timeline->main_end_ns - opened.timeline->main_begin_ns, ==, MS);
}

static void
test_overflow (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "overflow-dur", "trace.json"))
    return;
  g_assert_cmpint (get_told (&opened, "task-overrun"), ==, 1);
  for (gsize i = 0; i < 2; i++)
    {
      g_assert_cmpint (get_step (&opened, i)->step_ns, ==, MS);
      g_assert_cmpint (get_step (&opened, i)->ns[LSC_BUDGET_COMPUTE], <=, 500 * US);
    }
}

static void
test_short_overlap (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "same-stream-overlap", "trace.json"))
    return;
  g_assert_false (has_notice (&opened, "task-overrun"));
}

static void
test_early_clock (void)
{
  g_auto (Opened) opened = { 0 };

  if (!open_report (&opened, "early-clock", "trace.json"))
    return;
  g_assert_cmpint (get_told (&opened, "task-before-launch"), ==, 4);
  g_assert_cmpuint (opened.digest->steps.n, ==, 8);
  for (gsize i = 1; i < 8; i++)
    check_base_step (get_step (&opened, i));
  g_assert_cmpint (get_step (&opened, 0)->ns[LSC_BUDGET_COMPUTE], ==, 0);
  g_assert_cmpint (opened.timeline->main_end_ns - opened.timeline->main_begin_ns, ==, 8 * MS);
  g_assert_cmpint (lsc_timeline_get_analysis (opened.timeline)->dispatch->skew_ns, ==, 0);
}

static void
test_serving (void)
{
  g_auto (Opened) opened = { 0 };
  g_autoptr (LscFindings) findings = NULL;
  const LscStepClasses *classes;
  const LscComputing *most;

  if (!open_report (&opened, "serving-marks", "trace.json"))
    return;
  classes = &opened.digest->classes;
  g_assert_cmpuint (opened.digest->steps.n, ==, 9);
  g_assert_cmpuint (classes->n, ==, 2);
  g_assert_cmpint (classes->items[0].phase, ==, LSC_STEP_PHASE_PREFILL);
  g_assert_cmpint (classes->items[0].n, ==, 1);
  g_assert_cmpint (classes->items[0].step_ns, ==, 4 * MS);
  g_assert_cmpint (classes->items[1].phase, ==, LSC_STEP_PHASE_DECODE);
  g_assert_cmpint (classes->items[1].n, ==, 8);
  g_assert_cmpint (classes->items[1].step_ns, ==, 300 * US);
  g_assert_cmpint (get_step (&opened, 0)->ns[LSC_BUDGET_COMPUTE], ==, 3892 * US);
  for (gsize i = 1; i < 9; i++)
    g_assert_cmpint (get_step (&opened, i)->ns[LSC_BUDGET_COMPUTE], ==, 192 * US);
  g_assert_cmpint (get_rank (&opened)->step_ns, ==, 300 * US);
  g_assert_true (says (&opened, "A decode step of 2 requests takes 300.0 µs (all 8 alike)."));
  g_assert_true (says (&opened, "A prefill step of 2 requests takes 4.000 ms"));
  findings =
      lsc_findings_new (opened.overview, (const LscRankDigest *const *) &opened.digest, NULL, NULL);
  g_assert_cmpuint (findings->computing->len, ==, 1);
  most = &g_array_index (findings->computing, LscComputing, 0);
  g_assert_cmpstr (most->name, ==, "decode_gemv");
  g_assert_cmpint (most->ns, ==, 192 * US);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/reports/steps/stub", test_stub);
  g_test_add_func ("/golden/reports/steps/host-alone", test_host_alone);
  g_test_add_func ("/golden/reports/steps/time-zero/far", test_time_zero_far);
  g_test_add_func ("/golden/reports/steps/time-zero/no-steps", test_time_zero_no_steps);
  g_test_add_func ("/golden/reports/steps/time-zero/kernel", test_time_zero_kernel);
  g_test_add_func ("/golden/reports/steps/time-zero/half", test_time_zero_half);
  g_test_add_func ("/golden/reports/steps/overflow", test_overflow);
  g_test_add_func ("/golden/reports/steps/short-overlap", test_short_overlap);
  g_test_add_func ("/golden/reports/steps/early-clock", test_early_clock);
  g_test_add_func ("/golden/reports/steps/serving", test_serving);
  return g_test_run ();
}
