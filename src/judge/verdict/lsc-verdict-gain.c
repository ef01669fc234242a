/* lsc-verdict-gain.c - what a step would last without a cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-stats.h"

/* verdicts.md#gain. A step of a job is that of its slowest pipeline. To replay all of them without
 * each cause that may be one costs the pipelines squared, and nearly all of these causes gain
 * nothing: the slowest pipeline alone tells that of them. */

/* Lengths, delays and lateness of a part without a cause. */
typedef struct
{
  gint64 *durations;
  gint64 *delay;
  gint64 *late;
} Changed;

static void
changed_clear (Changed *self)
{
  g_free (self->durations);
  g_free (self->delay);
  g_free (self->late);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Changed, changed_clear)

/* @self: (out caller-allocates): to be cleared. Returns whether anything has changed. */
static gboolean
change_part (const LscVerdictData *data, const LscVerdictTrial *trial, gsize step, gsize group,
             Changed *self)
{
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  gsize n = part->order->plan->n_ops;

  if (trial->is_hit && !trial->is_hit[group])
    return FALSE;
  self->durations = g_memdup2 (part->order->durations, n * sizeof (gint64));
  self->delay = g_memdup2 (part->delay, n * LSC_PLAN_N_NEEDS * sizeof (gint64));
  self->late = g_memdup2 (part->late, n * sizeof (gint64));
  return trial->change (data, step, group, self->durations, self->delay, self->late,
                        trial->user_data);
}

/* The window of a pipeline without the cause; -1 if it does not run. */
static gint64
window_without (const LscVerdictData *data, const LscVerdictTrial *trial, gsize step, gsize group)
{
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  g_auto (Changed) changed = { NULL, NULL, NULL };
  gint64 window = part->window_ns;

  if (!change_part (data, trial, step, group, &changed))
    return window;
  return _lsc_verdict_part_replay (part, changed.durations, changed.delay, changed.late, &window)
             ? window
             : -1;
}

/* A job's step is that of its slowest pipeline. Returns FALSE for a step without any. */
static gboolean
try_step (const LscVerdictData *data, const LscVerdictTrial *trial, gsize step, gint64 *with_ns,
          gint64 *without_ns)
{
  *with_ns = *without_ns = 0;
  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
      gint64 without;

      if (!part)
        continue;
      without = window_without (data, trial, step, group);
      if (without < 0)
        return FALSE;
      *with_ns = MAX (*with_ns, part->window_ns);
      *without_ns = MAX (*without_ns, without);
    }
  return *with_ns > 0;
}

/**
 * _lsc_verdict_gain:
 *
 * Replays the steps without a cause.
 *
 * Cost: O(blocks of the pipelines that it hits).
 *
 * Returns: whether there is a figure: ns a step, and its share of that step
 */
gboolean
_lsc_verdict_gain (const LscVerdictData *self, const LscVerdictTrial *trial, gint64 *gain_ns,
                   double *share)
{
  g_autofree gint64 *gains = g_new (gint64, self->n_steps + 1);
  g_autofree gint64 *windows = g_new (gint64, self->n_steps + 1);
  gsize n = 0;
  gint64 window;

  for (gsize step = 0; step < self->n_steps; step++)
    {
      gint64 with, without;

      if ((trial->only_step != G_MAXSIZE && step != trial->only_step) ||
          !lsc_job_check (self->job, NULL) || !try_step (self, trial, step, &with, &without))
        continue;
      gains[n] = with - without;
      windows[n++] = with;
    }
  if (n == 0)
    return FALSE;
  *gain_ns = lsc_median_mean_int64 (gains, n);
  window = lsc_median_mean_int64 (windows, n);
  *share = window > 0 ? (double) *gain_ns / (double) window : 0;
  return TRUE;
}

/* ---- at most ---- */

static gint64
sum_less (const gint64 *before, const gint64 *after, gsize n)
{
  gint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += MAX (before[i] - after[i], 0);
  return sum;
}

/* No way through a step gets shorter by more than all that gets shorter in it. */
static gint64
most_by_sum (const LscVerdictData *data, const LscVerdictTrial *trial, gsize step, gsize group)
{
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  gsize n = part->order->plan->n_ops;
  g_auto (Changed) changed = { NULL, NULL, NULL };

  if (!change_part (data, trial, step, group, &changed))
    return 0;
  return sum_less (part->order->durations, changed.durations, n) +
         sum_less (part->delay, changed.delay, n * LSC_PLAN_N_NEEDS) +
         sum_less (part->late, changed.late, n);
}

static gint64
most_by_replay (const LscVerdictData *data, const LscVerdictTrial *trial, gsize step, gsize group)
{
  gint64 window = _lsc_verdict_part (data, step, group)->window_ns;

  return window - window_without (data, trial, step, group);
}

/* Whether the slowest pipelines gain enough: without them the steps get no shorter. */
static gboolean
may_gain (const LscVerdictData *data, const LscVerdictTrial *trial,
          gint64 (*most) (const LscVerdictData *, const LscVerdictTrial *, gsize, gsize))
{
  g_autofree gint64 *gains = g_new (gint64, data->n_steps + 1);
  g_autofree gint64 *windows = g_new (gint64, data->n_steps + 1);
  gsize n = 0;
  gint64 gain, window;

  for (gsize step = 0; step < data->n_steps; step++)
    {
      gsize group = data->longest[step];

      if (group == G_MAXSIZE || (trial->only_step != G_MAXSIZE && step != trial->only_step))
        continue;
      gains[n] = most (data, trial, step, group);
      windows[n++] = _lsc_verdict_part (data, step, group)->window_ns;
    }
  if (n == 0)
    return FALSE;
  gain = lsc_median_mean_int64 (gains, n);
  window = lsc_median_mean_int64 (windows, n);
  return window > 0 && (double) gain / (double) window >= LSC_VERDICT_LEAST_SHARE;
}

/**
 * _lsc_verdict_offer:
 * @verdict: gets its gain
 *
 * Takes a cause in if a step without it would be noticeably shorter.
 *
 * Cost: O(blocks of the slowest pipeline) for most causes that would not be; else as that of
 * _lsc_verdict_gain().
 *
 * Returns: whether it was taken in
 */
gboolean
_lsc_verdict_offer (LscVerdictData *self, LscVerdict *verdict, const LscVerdictTrial *trial)
{
  if (trial->only_shortens &&
      (!may_gain (self, trial, most_by_sum) || !may_gain (self, trial, most_by_replay)))
    return FALSE;
  if (!_lsc_verdict_gain (self, trial, &verdict->gain_ns, &verdict->share) ||
      verdict->share < LSC_VERDICT_LEAST_SHARE)
    return FALSE;
  g_array_append_val (self->found, *verdict);
  return TRUE;
}
