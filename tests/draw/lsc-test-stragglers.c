/* lsc-test-stragglers.c - studies of stragglers with a known cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-stragglers.h"

#include <math.h>

#define MS G_GINT64_CONSTANT (1000000)

/* A bit of a difference, the same for the same index: -1 to 1. */
static double
jitter (gsize index)
{
  return ((double) ((index * 7919 + 13) % 97) - 48) / 48;
}

static void
fill_workers (LscStragglers *self)
{
  for (gsize i = 0; i < self->n_replicas; i++)
    for (gsize k = 0; k < self->n_stages; k++)
      self->workers[i * self->n_stages + k] = (LscStragglerWorker){
        .replica = self->replicas[i],
        .stage = self->stages[k].stage,
        .rank = (gint64) (k * self->n_replicas + i),
        .slowdown = fmin (self->slowdown_of_replica[i], self->stages[k].slowdown),
        .excess = 0.002 * jitter (i + k),
      };
}

/** Sets S of a stage and of a replica; workers follow. */
void
lsc_test_stragglers_set (LscStragglers *self, gsize stage, double by_stage, gsize replica,
                         double by_replica)
{
  self->stages[stage].slowdown = by_stage;
  self->slowdown_of_replica[replica] = by_replica;
  fill_workers (self);
}

static double
choose_stage (const LscTestJob *job, gsize stage)
{
  gboolean is_last = stage + 1 == job->n_stages;

  if (job->cause == LSC_TEST_LONG_STAGE || job->cause == LSC_TEST_LONG_WORKER)
    return is_last ? 1.23 : 0.985 + 0.01 * jitter (stage);
  if (job->cause == LSC_TEST_LONG_REPLICA)
    return 1.2 + 0.01 * jitter (stage);
  if (job->cause == LSC_TEST_ALL_LONG)
    return is_last ? 1.44 : 1.17 + 0.005 * jitter (stage);
  if (job->cause == LSC_TEST_SCATTERED)
    return 1.2;
  return 0.995 + 0.01 * jitter (stage);
}

static double
choose_replica (const LscTestJob *job, gsize replica)
{
  gboolean is_second = replica == MIN (1, job->n_replicas - 1);

  if (job->cause == LSC_TEST_LONG_REPLICA || job->cause == LSC_TEST_LONG_WORKER)
    return is_second ? 1.21 : 0.99 + 0.008 * jitter (replica);
  if (job->cause == LSC_TEST_LONG_STAGE)
    return 1.175 + 0.004 * jitter (replica);
  if (job->cause == LSC_TEST_ALL_LONG)
    return 1.165 + 0.03 * jitter (replica);
  if (job->cause == LSC_TEST_SCATTERED)
    return 1 + 0.1 * (double) replica / (double) job->n_replicas;
  return 0.995 + 0.01 * jitter (replica);
}

static void
fill_steps (LscStragglers *self)
{
  for (gsize i = 0; i < self->n_steps; i++)
    {
      double slowdown = i == 1 ? self->slowdown * 1.1 : self->slowdown * (1 + 0.02 * jitter (i));
      gint64 number = (gint64) (20 + i + i / 3 + (i > self->n_steps / 3 ? 700 : 0));

      self->steps[i] = (LscStragglerStep){ .number = number,
                                           .recorded_ns = (gint64) (101 * MS * slowdown),
                                           .base_ns = (gint64) (100 * MS * slowdown),
                                           .ideal_ns = 100 * MS,
                                           .slowdown = slowdown };
    }
}

/** Returns: (transfer full): a study of that job */
LscStragglers *
lsc_test_stragglers_new (const LscTestJob *job)
{
  LscStragglers *self = g_new0 (LscStragglers, 1);

  g_atomic_ref_count_init (&self->refs);
  self->n_stages = job->n_stages;
  self->n_replicas = job->n_replicas;
  self->n_steps = job->n_steps;
  self->stages = g_new0 (LscStragglerStage, job->n_stages);
  self->replicas = g_new0 (gint64, job->n_replicas);
  self->slowdown_of_replica = g_new0 (double, job->n_replicas);
  self->workers = g_new0 (LscStragglerWorker, job->n_replicas * job->n_stages);
  self->steps = g_new0 (LscStragglerStep, MAX (job->n_steps, 1));
  self->slowdown = job->cause == LSC_TEST_EVEN ? 1.01 : 1.18;
  self->replay_error = 0.0192;
  for (gsize k = 0; k < job->n_stages; k++)
    self->stages[k] = (LscStragglerStage){ .stage = (gint64) k,
                                           .slowdown = choose_stage (job, k),
                                           .forward_ns = 67.1 * (double) MS,
                                           .backward_ns = 143.4 * (double) MS };
  for (gsize i = 0; i < job->n_replicas; i++)
    {
      self->replicas[i] = (gint64) i;
      self->slowdown_of_replica[i] = choose_replica (job, i);
    }
  fill_workers (self);
  fill_steps (self);
  return self;
}
