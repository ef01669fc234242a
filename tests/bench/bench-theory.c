/* bench-theory.c - how long the theory of a pipeline takes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analyze/theory/lsc-plan.h"
#include "analyze/theory/lsc-what-if.h"
#include "bench-blame.h"

/* The sizes and limits of checks.md#sizes: 65,536 and 262,144 ops. */
#define STAGES 64
#define MICRO_BATCHES 512
#define RUNS 9
#define SMALL_REPLAY_MS 20.0
#define LARGE_REPLAY_MS 100.0
#define REFILL_MS 200.0
/* Everything known of a step: its plan, replays, blame measured and ideal, path, slack, links. */
#define STUDY_MS 100.0
#define WHAT_IF_MS 700.0

typedef struct
{
  LscPlan *plan;
  gint64 *durations;
  LscPlanLatency latency;
} Input;

typedef void (*BenchFunc) (const Input *input);

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

/* Returns whether the median of several runs keeps @limit_ms. */
static gboolean
measure (const char *title, const Input *input, BenchFunc func, double limit_ms)
{
  double all[RUNS];
  gboolean is_kept;

  for (guint i = 0; i < RUNS; i++)
    {
      double begin = cpu_ms ();

      func (input);
      all[i] = cpu_ms () - begin;
    }
  qsort (all, RUNS, sizeof *all, compare);
  is_kept = all[RUNS / 2] <= limit_ms;
  printf ("  %-38s %7zu ops  median %7.2f ms, limit %.0f ms %s\n", title, input->plan->n_ops,
          all[RUNS / 2], limit_ms, is_kept ? "PASS" : "FAIL");
  return is_kept;
}

static void
bench_plan (const Input *input)
{
  g_autoptr (LscPlan) plan = lsc_plan_new (&input->plan->schedule, NULL);

  g_assert_nonnull (plan);
}

static void
bench_replay (const Input *input)
{
  g_auto (LscPlanTimes) times = { 0 };

  if (!lsc_plan_replay (input->plan, input->durations, &input->latency, &times, NULL))
    g_error ("no replay");
}

static void
bench_refill (const Input *input)
{
  g_autofree gint64 *moved_durations = NULL;
  g_autoptr (LscPlan) moved = lsc_plan_refill_weights (
      input->plan, input->durations, &input->latency, 0, 0.5, &moved_durations, NULL);

  g_assert_nonnull (moved);
}

/* Every op its own length, as measured ones have. */
static void
input_init (Input *self, LscScheduleType type, guint n_chunks)
{
  LscSchedule schedule = lsc_plan_default_schedule (type, STAGES, MICRO_BATCHES);

  schedule.n_chunks = n_chunks;
  self->plan = lsc_plan_new (&schedule, NULL);
  self->durations = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    self->durations[i] = 1000000 + (gint64) (i * 2654435761u % 400000);
  self->latency = (LscPlanLatency){ .ns = 20000 };
}

static void
input_clear (Input *self)
{
  lsc_plan_free (self->plan);
  g_free (self->durations);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Input, input_clear)

static gboolean
bench_small (void)
{
  g_auto (Input) input = { 0 };
  gboolean is_kept;

  input_init (&input, LSC_SCHEDULE_1F1B, 1);
  is_kept = measure ("plan of 1F1B", &input, bench_plan, SMALL_REPLAY_MS);
  is_kept &= measure ("replay of 1F1B", &input, bench_replay, SMALL_REPLAY_MS);
  return is_kept;
}

static gboolean
bench_large (void)
{
  g_auto (Input) input = { 0 };
  gboolean is_kept;

  input_init (&input, LSC_SCHEDULE_INTERLEAVED, 4);
  is_kept = measure ("plan of interleaved, 4 chunks", &input, bench_plan, LARGE_REPLAY_MS);
  is_kept &= measure ("replay of interleaved, 4 chunks", &input, bench_replay, LARGE_REPLAY_MS);
  return is_kept;
}

static gboolean
bench_zbv (void)
{
  g_auto (Input) input = { 0 };

  input_init (&input, LSC_SCHEDULE_ZBV, 2);
  return measure ("moving weight gradients of ZB-V", &input, bench_refill, REFILL_MS);
}

/* A step as it would be measured: the replay, in a pipeline of its own. */
static LscPipeline *
make_measured (const Input *input)
{
  g_auto (LscPlanTimes) times = { 0 };
  LscPipeline *pipeline;

  if (!lsc_plan_replay (input->plan, input->durations, &input->latency, &times, NULL))
    g_error ("no replay");
  pipeline = lsc_plan_to_pipeline (input->plan, &times, NULL, "measured", NULL);
  g_assert_nonnull (pipeline);
  return pipeline;
}

/* Returns whether @is_kept and both limits are. */
static gboolean
bench_study (const char *title, LscScheduleType type, guint n_chunks)
{
  g_auto (Input) input = { 0 };
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (LscWhatIf) what_if = NULL;
  g_autoptr (GArray) targets = NULL;
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  double begin, study_ms, what_if_ms;

  input_init (&input, type, n_chunks);
  pipeline = make_measured (&input);
  begin = cpu_ms ();
  study = lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);
  study_ms = cpu_ms () - begin;
  g_assert_true (study != NULL && study->refusal == NULL);
  targets = lsc_what_if_default_targets (study);
  begin = cpu_ms ();
  what_if = lsc_what_if_new (study, &g_array_index (targets, LscWhatIfTarget, 0), targets->len,
                             &inputs, NULL, NULL);
  what_if_ms = cpu_ms () - begin;
  g_assert_nonnull (what_if);
  printf ("  %-38s %7zu ops  %9.2f ms, limit %.0f ms %s\n", title, input.plan->n_ops, study_ms,
          STUDY_MS, study_ms <= STUDY_MS ? "PASS" : "FAIL");
  printf ("  %-38s %7u rows %9.2f ms, limit %.0f ms %s\n", "  and its predictions",
          what_if->rows->len, what_if_ms, WHAT_IF_MS, what_if_ms <= WHAT_IF_MS ? "PASS" : "FAIL");
  return study_ms <= STUDY_MS && what_if_ms <= WHAT_IF_MS;
}

int
main (void)
{
  gboolean is_kept;

  printf ("P = %d, M = %d, thread CPU, median of %d\n", STAGES, MICRO_BATCHES, RUNS);
  is_kept = bench_small ();
  is_kept &= bench_large ();
  is_kept &= bench_zbv ();
  is_kept &= bench_blame ();
  is_kept &= bench_study ("study of 1F1B", LSC_SCHEDULE_1F1B, 1);
  is_kept &= bench_study ("study of interleaved, 4 chunks", LSC_SCHEDULE_INTERLEAVED, 4);
  return is_kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
