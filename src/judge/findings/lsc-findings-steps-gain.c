/* lsc-findings-steps-gain.c - what steps would gain without what ranks lose in each of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-stats.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#over-steps, #gain. */

/* What a rank does in a step without waiting; NAN where it has none. */
static double
get_busy_ns (const LscJudge *self, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (self, rank, step);
  const LscJudgedRank *judged = &self->ranks[rank];
  double waited_ns;

  if (!about || lsc_budget_lacks_steps (judged->digest->lack))
    return (double) NAN;
  waited_ns = (double) (about->ns[LSC_BUDGET_WAIT] + about->ns[LSC_BUDGET_BUBBLE]);
  if (about->standing == LSC_STEP_TYPICAL)
    waited_ns = (double) (about->loss_ns[LSC_LOSS_WAIT] + about->loss_ns[LSC_LOSS_BUBBLE]);
  return (double) about->step_ns - waited_ns - judged->peer_wait_ns;
}

/* What a step would be shorter by, if the busiest rank sets its pace. */
static double
gain_by_busiest (const LscJudge *self, const LscStepTimes *lost, gsize step)
{
  double before_ns = 0, after_ns = 0;

  for (gsize rank = 0; rank < self->n; rank++)
    {
      double busy_ns = get_busy_ns (self, rank, step);
      double lost_ns = *lsc_step_times_at (lost, rank, step);

      if (isnan (busy_ns))
        continue;
      before_ns = MAX (before_ns, busy_ns);
      after_ns = MAX (after_ns, busy_ns - (isnan (lost_ns) ? 0 : lost_ns));
    }
  return before_ns - after_ns;
}

/* What the step of a rank was longer by than usual, as far as that is what it lost. */
static double
gain_by_length (const LscJudge *self, const LscStepTimes *lost, gsize step)
{
  double most_ns = 0;

  for (gsize rank = 0; rank < self->n; rank++)
    {
      double lost_ns = *lsc_step_times_at (lost, rank, step);
      double longer_ns = *lsc_step_times_at (&self->longer, rank, step);

      if (lost_ns > 0 && longer_ns > 0)
        most_ns = MAX (most_ns, MIN (lost_ns, longer_ns));
    }
  return most_ns;
}

static double
find_usual_ns (const LscStepTimes *times, gsize rank)
{
  g_autofree double *values = g_new (double, times->n_steps + 1);
  gsize n = 0;

  for (gsize step = 0; step < times->n_steps; step++)
    if (!isnan (*lsc_step_times_at (times, rank, step)))
      values[n++] = *lsc_step_times_at (times, rank, step);
  return n > 0 ? lsc_median_mean_double (values, n) : 0;
}

static gboolean
is_counted (const LscJudge *self, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (self, rank, step);

  return about && about->standing == LSC_STEP_TYPICAL;
}

/* What is gained in all steps. What was lost to is known of those that count. */
static double
gain_by_replay (const LscJudge *self, LscReplayWhat what, guint kind, const LscStepTimes *lost)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize rank = 0; rank < self->n; rank++)
    for (gsize step = 0; step < self->steps.n; step++)
      {
        LscReplayChange change = { rank, what, kind,
                                   self->steps.places[rank * self->steps.n + step],
                                   *lsc_step_times_at (lost, rank, step) };

        if (!(change.ns > 0))
          continue;
        if (what == LSC_REPLAY_LOSS && !is_counted (self, rank, step))
          {
            change.what = LSC_REPLAY_WORK;
            change.kind = LSC_WORK_HOST;
          }
        g_array_append_val (changes, change);
        if (what != LSC_REPLAY_LOSS || kind != LSC_LOSS_HOST || !is_counted (self, rank, step))
          continue;
        change.kind = LSC_LOSS_SYNC;
        if (self->has_late_hosts)
          g_array_append_val (changes, change);
        change.kind = LSC_LOSS_SILENT;
        if (_lsc_judge_is_of_late_host (self, rank))
          g_array_append_val (changes, change);
        if (self->ranks[rank].stage > 0)
          continue;
        change.kind = LSC_LOSS_LEAD; /* before its first block a stage waits for the host, too */
        change.ns = (double) _lsc_judge_get_step (self, rank, step)->loss_ns[LSC_LOSS_LEAD];
        if (change.ns > 0)
          g_array_append_val (changes, change);
      }
  return lsc_job_replay_gain_of_run (self->replay, (const LscReplayChange *) changes->data,
                                     changes->len);
}

/* The device of a rank that begins its first step late lies idle before all that is replayed; the
 * others wait for it in that step. */
static double
gain_before (const LscJudge *self, const LscStepTimes *lost)
{
  double late_ns = 0, longer_ns = 0;

  for (gsize rank = 0; rank < self->n && lost->n_steps > 0; rank++)
    {
      const LscBudgetStep *first = _lsc_judge_get_step (self, rank, 0);
      double lost_ns = *lsc_step_times_at (lost, rank, 0);

      if (!first || !(lost_ns > 0))
        continue;
      late_ns = MAX (late_ns, MIN (lost_ns, _lsc_judge_get_lead_in_ns (self, rank, first)));
    }
  for (gsize rank = 0; rank < self->n && late_ns > 0; rank++)
    longer_ns = fmax (longer_ns, *lsc_step_times_at (&self->longer, rank, 0));
  return MIN (late_ns, longer_ns);
}

/* What is gained in all steps where the job cannot be replayed; @n of them are known. */
static double
gain_without_replay (const LscJudge *self, const LscStepTimes *lost, gsize n)
{
  g_autofree double *usual_ns = g_new0 (double, self->n + 1);
  g_auto (LscStepTimes) more = { 0 };
  double gain_ns = 0;

  lsc_step_times_init (&more, self->n, self->steps.n);
  for (gsize rank = 0; rank < self->n; rank++)
    {
      usual_ns[rank] = find_usual_ns (lost, rank);
      for (gsize step = 0; step < self->steps.n; step++)
        *lsc_step_times_at (&more, rank, step) =
            *lsc_step_times_at (lost, rank, step) - usual_ns[rank];
    }
  for (gsize step = 0; step < self->steps.n; step++)
    gain_ns += MAX (gain_by_busiest (self, &more, step), gain_by_length (self, &more, step));
  return (double) n * _lsc_judge_gain (self, usual_ns) + gain_ns;
}

/* Nobody waits for one rank alone: what it loses is what its steps are longer by. */
static double
gain_alone (const LscStepTimes *lost)
{
  double gain_ns = 0;

  for (gsize step = 0; step < lost->n_steps; step++)
    gain_ns += *lsc_step_times_at (lost, 0, step) > 0 ? *lsc_step_times_at (lost, 0, step) : 0;
  return gain_ns;
}

/* How many steps something is known of. */
static gsize
count_steps (const LscJudge *self, const LscStepTimes *lost)
{
  gsize n = 0;

  for (gsize step = 0; step < self->steps.n; step++)
    {
      gboolean is_known = FALSE;

      for (gsize rank = 0; rank < self->n; rank++)
        is_known = is_known || !isnan (*lsc_step_times_at (lost, rank, step));
      n += is_known;
    }
  return n;
}

/**
 * _lsc_judge_gain_of_steps:
 * @what, @kind: of what @lost is a part, as in LscReplayChange
 * @lost: what each rank would be faster by in each of LscJudge.steps; NAN = nothing known
 *
 * Those who stop in different steps each hold up everybody (findings.md#gain).
 *
 * Returns: ns by which a step would be shorter, mean of the steps
 */
double
_lsc_judge_gain_of_steps (const LscJudge *self, LscReplayWhat what, guint kind,
                          const LscStepTimes *lost)
{
  gsize n = count_steps (self, lost);
  double gain_ns;

  if (n == 0)
    return 0;
  if (self->n == 1)
    return gain_alone (lost) / (double) n;
  gain_ns =
      !self->replay || lsc_job_replay_is_bound (self->replay)
          ? gain_without_replay (self, lost, n)
          : gain_by_replay (self, what, kind, lost) +
                (what == LSC_REPLAY_LOSS && kind == LSC_LOSS_HOST ? gain_before (self, lost) : 0);
  return gain_ns / (double) n;
}
