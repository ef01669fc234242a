/* lsc-verdict-data.c - pipelines of one size side by side; what a step would last without a cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-array.h"
#include "base/lsc-stats.h"

/* verdicts.md#peers. */

#define TOGETHER 0.002 /* of a block: begins and ends that close are those of one block */

/* ---- steps ---- */

static gsize
find_step (const LscPipelineGroup *group, const LscPipelineStep *like, gsize index)
{
  for (gsize i = 0; i < group->n_steps; i++)
    if (like->has_id ? group->steps[i].has_id && group->steps[i].id == like->id : i == index)
      return i;
  return G_MAXSIZE;
}

/* Steps are those of the first pipeline; another one may lack some. */
static gboolean
read_parts (LscVerdictData *self, LscJob *job)
{
  const LscPipelineGroup *first = _lsc_verdict_group (self, 0);

  for (gsize step = 0; step < self->n_steps; step++)
    for (gsize group = 0; group < self->n_groups; group++)
      {
        const LscPipelineGroup *at = _lsc_verdict_group (self, group);
        gsize index = find_step (at, &first->steps[step], step);

        if (!lsc_job_check (job, NULL))
          return FALSE;
        self->steps[step * self->n_groups + group] = index;
        if (index != G_MAXSIZE)
          self->parts[step * self->n_groups + group] =
              _lsc_verdict_part_new (self->pipeline, at, index);
      }
  return TRUE;
}

static LscVerdictOrder
find_order (const LscPipelineStep *step)
{
  if (step->schedule.type != LSC_SCHEDULE_NONE)
    return LSC_ORDER_RECOGNISED;
  return step->assumed.type == LSC_SCHEDULE_GPIPE ? LSC_ORDER_OPEN : LSC_ORDER_ASSUMED;
}

static void
find_known (LscVerdictData *self)
{
  self->knows_inside = TRUE;
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    if (self->parts[i])
      self->known_by =
          MAX (self->known_by, find_order (lsc_study_get_step (self->parts[i]->order)));
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    for (guint32 op = 0; self->parts[i] && op < self->parts[i]->order->plan->n_ops; op++)
      self->knows_inside &= self->parts[i]->inside[LSC_INSIDE_COMPUTE][op] > 0;
}

/* ---- teams ---- */

/* How far the blocks of two pipelines lie apart in one step, as a share of their lengths. */
static double
distance (const LscVerdictPart *a, const LscVerdictPart *b)
{
  gsize n = a->order->plan->n_ops;
  g_autofree double *apart = NULL;

  if (b->order->plan->n_ops != n || n == 0)
    return 1;
  apart = g_new (double, n);
  for (gsize op = 0; op < n; op++)
    {
      gint64 begin = a->order->times.start_ns[op] - b->order->times.start_ns[op];
      gint64 end = a->order->times.end_ns[op] - b->order->times.end_ns[op];

      apart[op] = (double) MAX (ABS (begin), ABS (end)) / (double) MAX (a->order->durations[op], 1);
    }
  return lsc_median_mean_double (apart, n);
}

/* By the metadata; without any by their times. */
static gboolean
are_together (const LscVerdictData *self, gsize a, gsize b)
{
  gint64 team_a = _lsc_verdict_group (self, a)->team, team_b = _lsc_verdict_group (self, b)->team;
  gboolean any = FALSE;

  if (team_a >= 0 && team_b >= 0)
    return team_a == team_b;
  for (gsize step = 0; step < self->n_steps; step++)
    {
      const LscVerdictPart *x = _lsc_verdict_part (self, step, a);
      const LscVerdictPart *y = _lsc_verdict_part (self, step, b);

      if (!x || !y)
        continue;
      if (distance (x, y) > TOGETHER)
        return FALSE;
      any = TRUE;
    }
  return any;
}

static void
find_teams (LscVerdictData *self)
{
  for (gsize group = 0; group < self->n_groups; group++)
    {
      self->team[group] = group;
      for (gsize other = 0; other < group && self->team[group] == group; other++)
        if (self->team[other] == other && are_together (self, other, group))
          self->team[group] = other;
    }
}

/**
 * _lsc_verdict_data_new:
 * @groups: (array length=n_groups): indexes of pipelines with the same number of stages
 * @found: (transfer none): where causes are added
 *
 * Returns: (transfer full) (nullable): what is measured; %NULL when cancelled
 */
LscVerdictData *
_lsc_verdict_data_new (LscPipeline *pipeline, const guint *groups, gsize n_groups, LscJob *job,
                       GArray *found)
{
  LscVerdictData *self = g_new0 (LscVerdictData, 1);

  self->pipeline = pipeline;
  self->job = job;
  self->found = found;
  self->groups = g_memdup2 (groups, n_groups * sizeof (guint));
  self->n_groups = n_groups;
  self->n_stages = _lsc_verdict_group (self, 0)->n_ranks;
  self->n_steps = _lsc_verdict_group (self, 0)->n_steps;
  self->steps = g_new (gsize, self->n_steps * n_groups + 1);
  self->parts = g_new0 (LscVerdictPart *, self->n_steps * n_groups + 1);
  self->team = g_new0 (gsize, n_groups);
  if (!read_parts (self, job))
    {
      _lsc_verdict_data_free (self);
      return NULL;
    }
  find_known (self);
  find_teams (self);
  _lsc_verdict_fill_cells (self);
  return self;
}

/** @self: (transfer full) (nullable) */
void
_lsc_verdict_data_free (LscVerdictData *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    _lsc_verdict_part_free (self->parts[i]);
  for (guint i = 0; i < LSC_INSIDE_N; i++)
    g_free (self->cells[i]);
  g_free (self->groups);
  g_free (self->steps);
  g_free (self->parts);
  g_free (self->team);
  g_free (self);
}

/* ---- gains ---- */

typedef struct
{
  const LscVerdictData *data;
  LscVerdictChange change;
  gpointer user_data;
} Trial;

/* The window of a pipeline without the cause; -1 if it does not run. */
static gint64
window_without (const Trial *self, gsize step, gsize group)
{
  const LscVerdictPart *part = _lsc_verdict_part (self->data, step, group);
  gsize n = part->order->plan->n_ops;
  g_autofree gint64 *durations = g_memdup2 (part->order->durations, n * sizeof (gint64));
  g_autofree gint64 *delay = g_memdup2 (part->delay, n * LSC_PLAN_N_NEEDS * sizeof (gint64));
  g_autofree gint64 *late = g_memdup2 (part->late, n * sizeof (gint64));
  gint64 window = part->window_ns;

  if (!self->change (self->data, step, group, durations, delay, late, self->user_data))
    return window;
  return _lsc_verdict_part_replay (part, durations, delay, late, &window) ? window : -1;
}

/* A job's step is that of its slowest pipeline. Returns FALSE for a step without any. */
static gboolean
try_step (const Trial *self, gsize step, gint64 *with_ns, gint64 *without_ns)
{
  *with_ns = *without_ns = 0;
  for (gsize group = 0; group < self->data->n_groups; group++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self->data, step, group);
      gint64 without;

      if (!part)
        continue;
      without = window_without (self, step, group);
      if (without < 0)
        return FALSE;
      *with_ns = MAX (*with_ns, part->window_ns);
      *without_ns = MAX (*without_ns, without);
    }
  return *with_ns > 0;
}

/**
 * _lsc_verdict_gain:
 * @only_step: index of a step, or G_MAXSIZE for the median over all
 *
 * Replays the steps without a cause.
 *
 * Returns: whether there is a figure: ns a step, and its share of that step
 */
gboolean
_lsc_verdict_gain (const LscVerdictData *self, gsize only_step, LscVerdictChange change,
                   gpointer user_data, gint64 *gain_ns, double *share)
{
  Trial trial = { self, change, user_data };
  g_autofree gint64 *gains = g_new (gint64, self->n_steps + 1);
  g_autofree gint64 *windows = g_new (gint64, self->n_steps + 1);
  gsize n = 0;
  gint64 window;

  for (gsize step = 0; step < self->n_steps; step++)
    {
      gint64 with, without;

      if ((only_step != G_MAXSIZE && step != only_step) || !lsc_job_check (self->job, NULL) ||
          !try_step (&trial, step, &with, &without))
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

/** Returns: a verdict that says nothing but its cause yet */
LscVerdict
_lsc_verdict_init (LscVerdictCause cause)
{
  return (LscVerdict){ .step = LSC_INT_NULL,
                       .cause = cause,
                       .stage = LSC_INT_NULL,
                       .rank = LSC_INT_NULL,
                       .peer_stage = LSC_INT_NULL,
                       .peer_rank = LSC_INT_NULL,
                       .kind = LSC_CODE_NULL,
                       .micro_batch = LSC_INT_NULL,
                       .gain_ns = LSC_INT_NULL,
                       .share = LSC_REAL_NULL,
                       .excess = LSC_REAL_NULL,
                       .op_share = LSC_REAL_NULL,
                       .certainty = LSC_CERTAINTY_LIKELY };
}

/**
 * _lsc_verdict_offer:
 * @verdict: gets its gain
 *
 * Takes a cause in if a step without it would be noticeably shorter.
 *
 * Returns: whether it was taken in
 */
gboolean
_lsc_verdict_offer (LscVerdictData *self, LscVerdict *verdict, gsize only_step,
                    LscVerdictChange change, gpointer user_data)
{
  if (!_lsc_verdict_gain (self, only_step, change, user_data, &verdict->gain_ns, &verdict->share) ||
      verdict->share < LSC_VERDICT_LEAST_SHARE)
    return FALSE;
  g_array_append_val (self->found, *verdict);
  return TRUE;
}
