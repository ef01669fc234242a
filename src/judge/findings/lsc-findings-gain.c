/* lsc-findings-gain.c - what a step would gain without what ranks lose
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings-private.h"

/* What is taken away of each rank. Before the first block of a pipeline its first stage waits for
 * the host, too (judge_rank()). */
static GArray *
list_changes (const LscJudge *self, LscReplayWhat what, guint kind, const double *lost_ns)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize i = 0; i < self->n; i++)
    {
      LscReplayChange change = { i, what, kind, LSC_REPLAY_ALL_STEPS, lost_ns[i] };

      if (what == LSC_REPLAY_LOSS && kind == LSC_LOSS_HOST && self->ranks[i].stage <= 0)
        change.ns = MAX (lost_ns[i] - self->ranks[i].lead_ns, 0);
      g_array_append_val (changes, change);
      change.ns = lost_ns[i] - change.ns;
      change.kind = LSC_LOSS_LEAD;
      if (change.ns > 0)
        g_array_append_val (changes, change);
    }
  return changes;
}

/** Returns: (transfer full): what is taken away of each rank where what was found is not */
GArray *
_lsc_judge_list_changes (const LscJudge *self, const LscFound *found)
{
  GArray *changes = found->lost_ns ? list_changes (self, found->what, found->kind, found->lost_ns)
                                   : g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  if (found->changes)
    g_array_append_vals (changes, found->changes->data, found->changes->len);
  return changes;
}

/** Returns: whether gains end at the first group that waits, as several ranks cannot be replayed;
 * the ops of a whole job have a study that replays them */
gboolean
_lsc_judge_guesses_gains (const LscJudge *self)
{
  return self->n > 1 && self->replay && lsc_job_replay_is_bound (self->replay) &&
         !self->ranks[0].digest->is_of_ops;
}

/* Where the job cannot be replayed a step lasts as long as what the busiest of its ranks does
 * without waiting. */
static double
gain_at_most (const LscJudge *self, const double *lost_ns)
{
  double before_ns = 0, after_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      before_ns = MAX (before_ns, self->ranks[i].busy_ns);
      after_ns = MAX (after_ns, self->ranks[i].busy_ns - lost_ns[i]);
    }
  return before_ns - after_ns;
}

/**
 * _lsc_judge_gain_of:
 * @what, @kind: of what @lost_ns is a part, as in LscReplayChange
 * @lost_ns: what each rank would be faster by
 *
 * Ranks wait for each other: what one of them loses others wait for in every group
 * (findings.md#gain).
 *
 * Returns: ns by which the step would be shorter
 */
double
_lsc_judge_gain_of (const LscJudge *self, LscReplayWhat what, guint kind, const double *lost_ns)
{
  g_autoptr (GArray) changes = NULL;

  if (!self->replay || lsc_job_replay_is_bound (self->replay))
    return gain_at_most (self, lost_ns);
  changes = list_changes (self, what, kind, lost_ns);
  return lsc_job_replay_gain (self->replay, (const LscReplayChange *) changes->data, changes->len);
}

/** Returns: the same of what ranks compute */
double
_lsc_judge_gain (const LscJudge *self, const double *lost_ns)
{
  return _lsc_judge_gain_of (self, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, lost_ns);
}
