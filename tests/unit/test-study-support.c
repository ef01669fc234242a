/* test-study-support.c - steps that ran in memory, for the tests of studies
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test-study-support.h"

#include <math.h>

/* Runs a plan with given lengths. */
LscPipeline *
simulate_plan (const Simulation *sim, const LscPlan *plan, const gint64 *durations)
{
  g_autofree gint64 *by_link = g_new (gint64, plan->n_ranks * plan->n_ranks);
  LscPlanLatency latency = { .by_link = by_link };
  g_autofree gint64 *ranks = g_new (gint64, plan->n_ranks);
  g_auto (LscPlanTimes) times = { 0 };
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline;

  for (gsize i = 0; i < plan->n_ranks; i++)
    ranks[i] = (gint64) i * 4;
  for (gsize i = 0; i < plan->n_ranks * plan->n_ranks; i++)
    {
      gsize a = i / plan->n_ranks, b = i % plan->n_ranks;

      by_link[i] = sim->latency_ns +
                   (MIN (a, b) == sim->link && MAX (a, b) == sim->link + 1 ? sim->link_ns : 0);
    }
  g_assert_true (lsc_plan_times_init (&times, plan));
  g_assert_true (lsc_plan_replay (plan, durations, &latency, &times, &error));
  g_assert_no_error (error);
  pipeline = lsc_plan_to_pipeline (plan, &times, ranks, "simulated", &error);
  g_assert_no_error (error);
  return pipeline;
}

/* Box and Muller. */
static double
normal (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

LscPipeline *
simulate (const Simulation *sim)
{
  g_autoptr (LscPlan) plan = lsc_plan_new (&sim->schedule, NULL);
  g_autofree gint64 *durations = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (sim->seed);

  g_assert_nonnull (plan);
  durations = g_new (gint64, plan->n_ops);
  lsc_plan_cost_ops (plan, &sim->base, durations);
  for (guint32 op = 0; op < plan->n_ops; op++)
    durations[op] =
        (gint64) llround ((double) durations[op] * MAX (0.2, 1 + sim->jitter * normal (rand)) *
                          ((int) plan->ops[op].rank == sim->slow ? sim->factor : 1));
  return simulate_plan (sim, plan, durations);
}
