/* lsc-job-replay.c - what a step would gain if something that a rank did were not there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay.h"

struct _LscJobReplay
{
  gatomicrefcount refs;
  gsize n;
  double *busy_ns; /* of each rank: a step without what it waits for others */
  double *counted; /* how many steps of it count */
};

static double
known_ns (gint64 ns)
{
  return ns != LSC_INT_NULL ? (double) ns : 0;
}

static void
measure_rank (LscJobReplay *self, const LscRankSet *set, gsize rank)
{
  const LscStepRange *steps = &set->steps[rank];

  for (guint i = steps->begin; i < steps->end; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (set->digests[rank], i);

      if (!lsc_rank_set_counts (set, rank, i))
        continue;
      self->counted[rank]++;
      self->busy_ns[rank] += known_ns (step->step_ns) - known_ns (step->ns[LSC_BUDGET_WAIT]) -
                             known_ns (step->ns[LSC_BUDGET_BUBBLE]);
    }
  self->busy_ns[rank] /= MAX (self->counted[rank], 1);
}

/**
 * lsc_job_replay_new:
 *
 * Thread: any.
 *
 * Returns: (transfer full): the job, ready to be replayed; %NULL with %LSC_ERROR_CANCELLED
 */
LscJobReplay *
lsc_job_replay_new (const LscRankSet *set, LscJob *job, GError **error)
{
  LscJobReplay *self;

  g_return_val_if_fail (set, NULL);
  if (!lsc_job_check (job, error))
    return NULL;
  self = g_new0 (LscJobReplay, 1);
  g_atomic_ref_count_init (&self->refs);
  self->n = set->n;
  self->busy_ns = g_new0 (double, set->n + 1);
  self->counted = g_new0 (double, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    measure_rank (self, set, i);
  return self;
}

LscJobReplay *
lsc_job_replay_ref (LscJobReplay *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_job_replay_unref:
 * @self: (transfer full) (nullable):
 */
void
lsc_job_replay_unref (LscJobReplay *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->busy_ns);
  g_free (self->counted);
  g_free (self);
}

/** Returns: whether gains are upper bounds, as the recording could not be replayed */
gboolean
lsc_job_replay_is_bound (const LscJobReplay *self)
{
  g_return_val_if_fail (self, TRUE);
  return TRUE;
}

/**
 * lsc_job_replay_gain:
 * @changes: (array length=n): what is not there, all at once
 *
 * Returns: ns by which a step would be shorter
 */
double
lsc_job_replay_gain (const LscJobReplay *self, const LscReplayChange *changes, gsize n)
{
  g_autofree double *after_ns = NULL;
  double most_ns = 0, least_ns = 0;

  g_return_val_if_fail (self && (changes || n == 0), 0);
  after_ns = g_memdup2 (self->busy_ns, (self->n + 1) * sizeof *after_ns);
  for (gsize i = 0; i < n; i++)
    after_ns[changes[i].rank] -=
        changes[i].step == LSC_REPLAY_ALL_STEPS
            ? changes[i].ns
            : changes[i].ns / MAX (self->counted[changes[i].rank], 1);
  for (gsize i = 0; i < self->n; i++)
    {
      most_ns = MAX (most_ns, self->busy_ns[i]);
      least_ns = MAX (least_ns, after_ns[i]);
    }
  return most_ns - least_ns;
}
