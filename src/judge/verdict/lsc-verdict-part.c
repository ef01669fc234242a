/* lsc-verdict-part.c - one step of one pipeline as a replay that gives back what was measured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-array.h"
#include "base/lsc-stats.h"

/* verdicts.md#replay. An op starts when the op before it has ended, its inputs have ended and have
 * arrived, and then it is late. All that is measured, so the replay with it gives the window back;
 * the replay without one of it says what that one costs. */

#define OWN_FACTOR                                                                                 \
  3 /* usual slacks: an input that lay there that long is not what was waited for */

#define MOST_AWAY 0.01 /* of the window: a replay by an assumed order from the measured one */

static gint64
end_before (const LscVerdictPart *self, guint32 op)
{
  const LscPlan *plan = self->order->plan;

  return op > plan->first[plan->ops[op].rank] ? self->order->times.end_ns[op - 1]
                                              : self->order->times.t0_ns;
}

static gboolean
is_message (const LscPlan *plan, guint32 op, guint need)
{
  guint32 at = plan->ops[op].needs[need];

  return need < plan->ops[op].n_needs && at != LSC_PLAN_NO_OP &&
         plan->ops[at].rank != plan->ops[op].rank;
}

/* ---- recorded messages ---- */

static void
take_link (LscVerdictPart *self, const LscPipelineLink *link)
{
  const LscStudy *order = self->order;
  guint32 src, dst;

  if (!link->is_measured || link->src_block == G_MAXUINT32 || link->dst_block == G_MAXUINT32)
    return;
  src = lsc_study_op_of_block (order, link->src_row, link->src_block);
  dst = lsc_study_op_of_block (order, link->dst_row, link->dst_block);
  if (src == LSC_PLAN_NO_OP || dst == LSC_PLAN_NO_OP)
    return;
  for (guint i = 0; i < order->plan->ops[dst].n_needs; i++)
    if (order->plan->ops[dst].needs[i] == src)
      {
        gint64 sent = order->times.end_ns[src];

        self->delay[(gsize) dst * LSC_PLAN_N_NEEDS + i] = MAX (link->recv_end_ns - sent, 0);
        self->transfer[(gsize) dst * LSC_PLAN_N_NEEDS + i] =
            MAX (link->recv_end_ns - MAX (sent, link->send_start_ns), 0);
        self->way[(gsize) dst * LSC_PLAN_N_NEEDS + i] =
            link->recv_start_ns <= sent ? LSC_WAY_EXACT : LSC_WAY_BOUND;
      }
}

/* ---- messages that were not recorded ---- */

/* The slack of an op that waited for one message tells how long it took, and how late the op was.
 * A message that ended while the rank was busy tells nothing. */
static void
collect_slacks (const LscVerdictPart *self, LscInt64s *of_link)
{
  const LscPlan *plan = self->order->plan;

  for (guint32 op = 0; op < plan->n_ops; op++)
    {
      guint32 need = lsc_plan_binding (plan, &self->order->times, op);
      gint64 start = self->order->times.start_ns[op], sent;

      if (need == LSC_PLAN_NO_OP)
        continue;
      sent = self->order->times.end_ns[need];
      if (sent < end_before (self, op) || sent > start)
        continue;
      lsc_int64s_append (&of_link[plan->ops[need].rank * plan->n_ranks + plan->ops[op].rank],
                         start - sent);
    }
}

/* By link: the lower median of its slacks; of all links for one without. */
static gint64 *
usual_slacks (LscVerdictPart *self)
{
  gsize n = self->order->plan->n_ranks * self->order->plan->n_ranks;
  gint64 *usual = g_new (gint64, n);
  g_autofree LscInt64s *of_link = g_new0 (LscInt64s, n);
  LscInt64s links = { NULL, 0, 0 };

  collect_slacks (self, of_link);
  for (gsize i = 0; i < n; i++)
    {
      usual[i] = of_link[i].n > 0 ? lsc_median_lower_int64 (of_link[i].items, of_link[i].n) : -1;
      if (usual[i] >= 0)
        lsc_int64s_append (&links, usual[i]);
      lsc_int64s_clear (&of_link[i]);
    }
  self->slack_ns = lsc_median_lower_int64 (links.items, links.n);
  for (gsize i = 0; i < n; i++)
    usual[i] = usual[i] < 0 ? self->slack_ns : usual[i];
  lsc_int64s_clear (&links);
  return usual;
}

static void
guess_delays (LscVerdictPart *self)
{
  const LscPlan *plan = self->order->plan;
  g_autofree gint64 *usual = usual_slacks (self);

  for (guint32 op = 0; op < plan->n_ops; op++)
    for (guint i = 0; i < plan->ops[op].n_needs; i++)
      {
        gsize at = (gsize) op * LSC_PLAN_N_NEEDS + i;
        gint64 room, slack;
        guint32 need = plan->ops[op].needs[i];

        if (!is_message (plan, op, i) || self->way[at] == LSC_WAY_EXACT)
          continue;
        room = MAX (self->order->times.start_ns[op] - self->order->times.end_ns[need], 0);
        slack = usual[plan->ops[need].rank * plan->n_ranks + plan->ops[op].rank];
        self->delay[at] =
            MIN (self->way[at] == LSC_WAY_BOUND ? self->delay[at] : room, MIN (slack, room));
        if (self->way[at] == LSC_WAY_NONE)
          self->way[at] = LSC_WAY_GUESS;
      }
}

/* ---- lateness ---- */

static void
measure_late (LscVerdictPart *self, guint32 op)
{
  const LscPlan *plan = self->order->plan;
  const LscPlanTimes *times = &self->order->times;
  gint64 before = end_before (self, op), ready = before, sent = before, inputs = G_MININT64;

  for (guint i = 0; i < plan->ops[op].n_needs; i++)
    {
      guint32 need = plan->ops[op].needs[i];
      gsize at = (gsize) op * LSC_PLAN_N_NEEDS + i;

      if (need == LSC_PLAN_NO_OP)
        continue;
      ready = MAX (ready, times->end_ns[need] + self->delay[at]);
      sent = MAX (sent, times->end_ns[need]);
      if (is_message (plan, op, i))
        inputs = MAX (inputs, times->end_ns[need] + OWN_FACTOR * self->slack_ns);
    }
  self->late[op] = MAX (times->start_ns[op] - ready, 0);
  self->slack[op] = MAX (times->start_ns[op] - sent, 0);
  self->is_own[op] = inputs <= before;
}

/* ---- the inside of blocks ---- */

static void
measure_inside (LscVerdictPart *self, guint32 op)
{
  const LscStudy *order = self->order;
  const LscPipelineRow *row = &lsc_study_get_step (order)->rows[order->plan->ops[op].rank];
  const LscBlock *block = &row->blocks[order->blocks[op]];
  const LscBlockDetail *detail = &row->details[block->detail];
  gint64 length = block->end_ns - block->start_ns;
  gboolean is_known = detail->compute_ns >= 0 && detail->collective_ns >= 0;

  self->inside[LSC_INSIDE_LENGTH][op] = length;
  self->inside[LSC_INSIDE_COMPUTE][op] = is_known ? detail->compute_ns : -1;
  self->inside[LSC_INSIDE_COLLECTIVE][op] = is_known ? detail->collective_ns : -1;
  self->inside[LSC_INSIDE_IDLE][op] =
      is_known ? length - detail->compute_ns - detail->collective_ns : -1;
  self->inside[LSC_INSIDE_KERNELS][op] = is_known ? detail->n_kernels : -1;
}

/**
 * _lsc_verdict_part_replay:
 *
 * Returns: whether the step runs with these times; its window then
 */
gboolean
_lsc_verdict_part_replay (const LscVerdictPart *self, const gint64 *durations, const gint64 *delay,
                          const gint64 *late, gint64 *window_ns)
{
  LscPlanLatency latency = { .by_need = delay, .late = late };
  g_auto (LscPlanTimes) times = { 0 };

  if (!lsc_plan_replay (self->order->plan, durations, &latency, &times, NULL))
    return FALSE;
  *window_ns = times.t1_ns - times.t0_ns;
  return TRUE;
}

/* What is only assumed has to give the step back as it was. */
static gboolean
is_as_measured (const LscVerdictPart *self)
{
  gint64 measured = self->order->times.t1_ns - self->order->times.t0_ns;

  return lsc_study_get_step (self->order)->schedule.type != LSC_SCHEDULE_NONE ||
         ABS (self->window_ns - measured) <= (gint64) (MOST_AWAY * (double) measured);
}

static void
allocate (LscVerdictPart *self)
{
  gsize n = self->order->plan->n_ops;

  for (guint i = 0; i < LSC_INSIDE_N; i++)
    self->inside[i] = g_new (gint64, n);
  self->delay = g_new0 (gint64, n * LSC_PLAN_N_NEEDS);
  self->transfer = g_new0 (gint64, n * LSC_PLAN_N_NEEDS);
  self->way = g_new0 (guint8, n * LSC_PLAN_N_NEEDS);
  self->late = g_new0 (gint64, n);
  self->slack = g_new0 (gint64, n);
  self->is_own = g_new0 (guint8, n);
}

/**
 * _lsc_verdict_part_new:
 * @step: index of the step
 *
 * Returns: (transfer full) (nullable): the step as a replay; %NULL if nothing is known of its
 *   order, what is assumed of it contradicts the times, or a rank is missing
 */
LscVerdictPart *
_lsc_verdict_part_new (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step)
{
  g_autoptr (LscStudy) order = lsc_study_new_order (pipeline, group, step);
  const LscPipelineStep *measured;
  LscVerdictPart *self;

  if (order->refusal || order->missing)
    return NULL;
  self = g_new0 (LscVerdictPart, 1);
  self->order = g_steal_pointer (&order);
  measured = lsc_study_get_step (self->order);
  allocate (self);
  for (gsize i = 0; i < measured->n_links; i++)
    take_link (self, &measured->links[i]);
  guess_delays (self);
  for (guint32 op = 0; op < self->order->plan->n_ops; op++)
    {
      measure_late (self, op);
      measure_inside (self, op);
    }
  if (_lsc_verdict_part_replay (self, self->order->durations, self->delay, self->late,
                                &self->window_ns) &&
      self->window_ns > 0 && is_as_measured (self))
    return self;
  _lsc_verdict_part_free (self);
  return NULL;
}

/** @self: (transfer full) (nullable) */
void
_lsc_verdict_part_free (LscVerdictPart *self)
{
  if (!self)
    return;
  for (guint i = 0; i < LSC_INSIDE_N; i++)
    g_free (self->inside[i]);
  lsc_study_unref (self->order);
  g_free (self->delay);
  g_free (self->transfer);
  g_free (self->way);
  g_free (self->late);
  g_free (self->slack);
  g_free (self->is_own);
  g_free (self);
}
