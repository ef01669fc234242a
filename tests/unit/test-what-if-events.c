/* test-what-if-events.c - predictions of steps that something disturbed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-what-if-support.h"

#include "analyze/theory/lsc-plan.h"

#define MS(x) ((gint64) ((x) *1000000))

static const gint64 f[] = { MS (10), MS (10), MS (10), MS (10) };
static const gint64 b[] = { MS (20), MS (20), MS (20), MS (20) };

/* 1F1B of four stages and eight micro-batches: its window is 11 x 30 ms. */
#define QUIET MS (330)
#define DOUBLE MS (570)

/* Forward of micro-batch 4 on stage 1, in the steady phase: all of its pause is lost. */
static gsize
find_op (const LscPlan *plan)
{
  for (gsize i = plan->first[1]; i < plan->first[2]; i++)
    if (plan->ops[i].kind == LSC_BLOCK_F && plan->ops[i].parts[0].mb == 4)
      return i;
  g_assert_not_reached ();
}

/* A step in which that op takes longer, or starts later. */
static LscStudy *
disturbed_study (double jitter, gint64 pause_ns, gint64 late_ns)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 8);
  WiModel model = { .f = f, .b = b, .share = 0.5, .jitter = jitter, .seed = 7 };
  LscStudy *self = wi_study_new (&schedule, &model);
  LscPlanLatency latency = { .ns = 0 };
  gsize op = find_op (self->plan);

  self->durations[op] += pause_ns;
  lsc_plan_times_clear (&self->times);
  g_assert_true (lsc_plan_times_init (&self->times, self->plan));
  g_assert_true (lsc_plan_replay (self->plan, self->durations, &latency, &self->times, NULL));
  lsc_plan_times_find_window (&self->times, self->plan);
  self->rungs[LSC_RUNG_LATENCY] = self->times.t1_ns - self->times.t0_ns;
  self->durations[op] += late_ns;
  g_assert_true (lsc_plan_replay (self->plan, self->durations, &latency, &self->times, NULL));
  lsc_plan_times_find_window (&self->times, self->plan);
  self->durations[op] -= late_ns;
  self->times.start_ns[op] += late_ns;
  self->rungs[LSC_RUNG_MEASURED] = self->times.t1_ns - self->times.t0_ns;
  return self;
}

static void
assert_holds (const LscWhatIfRow *row, gint64 window)
{
  g_assert_null (row->refusal);
  g_assert_cmpint (row->range.low_ns, <=, window);
  g_assert_cmpint (row->range.high_ns, >=, window);
}

/* What came once may come again or not: with balanced stages nothing is known of the window, and
 * with twice the micro-batches there may be none, or two. */
static void
check_event (gint64 pause_ns, gint64 late_ns)
{
  g_autoptr (LscStudy) study = disturbed_study (0, pause_ns, late_ns);
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  const int layers[] = { 8, 8, 8, 8 };
  g_autoptr (LscWhatIf) what_if = NULL;

  inputs.layers = layers;
  inputs.n_layers = 4;
  inputs.head = 0;
  g_assert_cmpint (study->rungs[LSC_RUNG_MEASURED], ==, QUIET + MS (60));
  what_if = wi_predict (study, "balanced,M=16", &inputs);
  g_assert_cmpuint (what_if->n_events, ==, 1);
  g_assert_cmpuint (what_if->n_steps, ==, 1);
  g_assert_cmpint (what_if->event_ns, ==, MS (60));
  /* No stage is heavier for it: as recorded, without it. */
  g_assert_cmpint (ABS (wi_row (what_if, 0)->window_ns - QUIET), <=, 2);
  assert_holds (wi_row (what_if, 1), QUIET);
  assert_holds (wi_row (what_if, 1), QUIET + MS (60));
  assert_holds (wi_row (what_if, 1), QUIET + MS (120));
  g_assert_cmpint (wi_row (what_if, 1)->direction, ==, LSC_WHAT_IF_NOT_KNOWN);
  assert_holds (wi_row (what_if, 2), DOUBLE);
  assert_holds (wi_row (what_if, 2), DOUBLE + MS (120));
  g_assert_cmpint (wi_row (what_if, 2)->direction, ==, LSC_WHAT_IF_LONGER);
}

static void
test_pause (void)
{
  check_event (MS (60), 0);
}

static void
test_late_launch (void)
{
  check_event (0, MS (60));
}

/* Noise is no event, and widens no range as if it were one. */
static void
test_noise (void)
{
  g_autoptr (LscStudy) study = disturbed_study (0.2, 0, 0);
  g_autoptr (LscWhatIf) what_if = wi_predict (study, "balanced", NULL);
  const LscWhatIfRow *row = wi_row (what_if, 1);

  g_assert_cmpuint (what_if->n_events, ==, 0);
  g_assert_cmpfloat (row->width, <, 0.3);
}

/* A micro-batch that is longer on every stage is work, and stays so. */
static void
test_long_micro_batch (void)
{
  g_autoptr (LscStudy) study = disturbed_study (0.1, 0, 0);
  LscPlanLatency latency = { .ns = 0 };
  g_autoptr (LscWhatIf) what_if = NULL;

  for (gsize i = 0; i < study->plan->n_ops; i++)
    if (study->plan->ops[i].parts[0].mb == 3)
      study->durations[i] *= 2;
  g_assert_true (lsc_plan_replay (study->plan, study->durations, &latency, &study->times, NULL));
  lsc_plan_times_find_window (&study->times, study->plan);
  study->rungs[LSC_RUNG_LATENCY] = study->rungs[LSC_RUNG_MEASURED] =
      study->times.t1_ns - study->times.t0_ns;
  what_if = wi_predict (study, "balanced", NULL);
  g_assert_cmpuint (what_if->n_events, ==, 0);
}

/* theory.md#what-if-direction: only where all of the range is on one side. */
static void
test_direction (void)
{
  g_autoptr (LscStudy) study = disturbed_study (0.02, 0, 0);
  g_autoptr (LscWhatIf) what_if = wi_predict (study, "balanced,zbh1,M=16,M=4", NULL);
  gint64 measured = study->rungs[LSC_RUNG_MEASURED];
  guint seen[LSC_WHAT_IF_N_DIRECTIONS] = { 0 };

  for (guint i = 1; i < what_if->rows->len; i++)
    {
      const LscWhatIfRow *row = wi_row (what_if, i);

      seen[row->direction]++;
      g_assert_true ((row->direction == LSC_WHAT_IF_SHORTER) == (row->range.high_ns < measured));
      g_assert_true ((row->direction == LSC_WHAT_IF_LONGER) == (row->range.low_ns > measured));
    }
  g_assert_true (seen[LSC_WHAT_IF_NOT_KNOWN] > 0 && seen[LSC_WHAT_IF_SHORTER] > 0 &&
                 seen[LSC_WHAT_IF_LONGER] > 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/what-if-events/pause", test_pause);
  g_test_add_func ("/what-if-events/late-launch", test_late_launch);
  g_test_add_func ("/what-if-events/noise", test_noise);
  g_test_add_func ("/what-if-events/long-micro-batch", test_long_micro_batch);
  g_test_add_func ("/what-if-events/direction", test_direction);
  return g_test_run ();
}
