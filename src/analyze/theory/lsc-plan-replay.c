/* lsc-plan-replay.c - when the ops of a plan run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* A rank runs until one of its ops lacks an input. It is then parked on the op that makes it: a
 * rank waits for one op at a time, so that a list through the ranks for each op is enough. */
#define NOT_RUN G_MININT64

typedef struct
{
  const LscPlan *plan;
  const gint64 *durations;
  const LscPlanLatency *latency;
  LscPlanTimes *times;
  guint32 *next;         /* by rank: its op to run */
  guint32 *ready;        /* stack of ranks */
  guint32 *first_waiter; /* by op: a rank, LSC_PLAN_NO_OP */
  guint32 *next_waiter;  /* by rank */
  gsize n_ready;
  gsize n_run;
} Replay;

static void
replay_clear (Replay *self)
{
  g_free (self->next);
  g_free (self->ready);
  g_free (self->first_waiter);
  g_free (self->next_waiter);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Replay, replay_clear)

static gboolean
fail_for_overflow (GError **error)
{
  return lsc_fail (error, LSC_ERROR_LIMIT, _ ("The durations add up to more than a time can hold"));
}

static gboolean
replay_init (Replay *self, GError **error)
{
  const LscPlan *plan = self->plan;

  self->next = LSC_TRY_NEW (guint32, plan->n_ranks + 1);
  self->ready = LSC_TRY_NEW (guint32, plan->n_ranks + 1);
  self->next_waiter = LSC_TRY_NEW (guint32, plan->n_ranks + 1);
  self->first_waiter = LSC_TRY_NEW (guint32, plan->n_ops + 1);
  if (!self->next || !self->ready || !self->next_waiter || !self->first_waiter ||
      (!self->times->start_ns && !lsc_plan_times_init (self->times, plan)))
    return lsc_fail (error, LSC_ERROR_LIMIT,
                     _ ("There is not enough memory for a schedule of %zu blocks"), plan->n_ops);
  memset (self->first_waiter, 0xff, plan->n_ops * sizeof (guint32)); /* LSC_PLAN_NO_OP */
  for (gsize i = 0; i < plan->n_ops; i++)
    self->times->end_ns[i] = NOT_RUN;
  for (gsize r = 0; r < plan->n_ranks; r++)
    {
      self->next[r] = plan->first[r];
      self->ready[r] = (guint32) r;
    }
  self->n_ready = plan->n_ranks;
  return TRUE;
}

static void
wake_waiters (Replay *self, guint32 op)
{
  for (guint32 r = self->first_waiter[op]; r != LSC_PLAN_NO_OP; r = self->next_waiter[r])
    self->ready[self->n_ready++] = r;
  self->first_waiter[op] = LSC_PLAN_NO_OP;
}

static gint64
delay_of (const Replay *self, guint32 index, guint need)
{
  const LscPlan *plan = self->plan;
  const LscPlanOp *op = &plan->ops[index];

  if (self->latency && self->latency->by_need)
    return self->latency->by_need[(gsize) index * LSC_PLAN_N_NEEDS + need];
  return lsc_plan_latency_get (plan, self->latency, plan->ops[op->needs[need]].rank, op->rank);
}

/* Moves @start to when the inputs of an op are there. Returns the one that lacks. */
static guint32
find_start (const Replay *self, guint32 index, gint64 *start, gboolean *is_too_long)
{
  const LscPlanOp *op = &self->plan->ops[index];

  for (guint i = 0; i < op->n_needs; i++)
    {
      guint32 need = op->needs[i];
      gint64 at;

      if (need == LSC_PLAN_NO_OP)
        continue;
      at = self->times->end_ns[need];
      if (at == NOT_RUN)
        return need;
      if (__builtin_add_overflow (at, delay_of (self, index, i), &at))
        *is_too_long = TRUE;
      *start = MAX (*start, at);
    }
  if (self->latency && self->latency->late)
    *is_too_long |= __builtin_add_overflow (*start, self->latency->late[index], start);
  return LSC_PLAN_NO_OP;
}

static gboolean
run_rank (Replay *self, guint32 rank)
{
  const LscPlan *plan = self->plan;
  guint32 end = plan->first[rank + 1], i = self->next[rank];
  gint64 now = i > plan->first[rank] ? self->times->end_ns[i - 1] : 0;
  gboolean is_too_long = FALSE;

  for (; i < end; i++)
    {
      gint64 start = now;
      guint32 lacks = find_start (self, i, &start, &is_too_long);

      if (lacks != LSC_PLAN_NO_OP)
        {
          self->next_waiter[rank] = self->first_waiter[lacks];
          self->first_waiter[lacks] = rank;
          break;
        }
      if (is_too_long || __builtin_add_overflow (start, self->durations[i], &now) || now == NOT_RUN)
        return FALSE;
      self->times->start_ns[i] = start;
      self->times->end_ns[i] = now;
      wake_waiters (self, i);
    }
  self->n_run += i - self->next[rank];
  self->next[rank] = i;
  return TRUE;
}

/**
 * lsc_plan_replay:
 * @durations: ns by op
 * @latency: (nullable): of edges between different ranks
 * @times: (inout): zero-filled or from lsc_plan_times_init(); gets start and end of every op and
 *   the window; undefined after an error, to be cleared all the same
 *
 * Starts every op as early as the order of its rank and its inputs allow, the first at 0
 * (theory.md#replay). An input that was not recorded counts as there.
 *
 * Cost: O(ops). Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE if ops wait for each other, or %LSC_ERROR_LIMIT if a time
 *   or the memory does not suffice
 */
gboolean
lsc_plan_replay (const LscPlan *self, const gint64 *durations, const LscPlanLatency *latency,
                 LscPlanTimes *times, GError **error)
{
  g_return_val_if_fail (self && durations && times, FALSE);
  g_auto (Replay)
      replay = { .plan = self, .durations = durations, .latency = latency, .times = times };

  if (!replay_init (&replay, error))
    return FALSE;
  while (replay.n_ready > 0)
    if (!run_rank (&replay, replay.ready[--replay.n_ready]))
      return fail_for_overflow (error);
  if (replay.n_run < self->n_ops)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("This is not a valid schedule: %zu blocks wait for each other"),
                     self->n_ops - replay.n_run);
  lsc_plan_times_find_window (times, self);
  return TRUE;
}

/**
 * lsc_plan_times_init:
 * @self: (out caller-allocates): to be cleared with lsc_plan_times_clear()
 *
 * Returns: %FALSE if there is not enough memory; @self is empty then
 */
gboolean
lsc_plan_times_init (LscPlanTimes *self, const LscPlan *plan)
{
  g_return_val_if_fail (self && plan, FALSE);
  *self = (LscPlanTimes){ .n_ops = plan->n_ops };
  self->start_ns = LSC_TRY_NEW (gint64, plan->n_ops + 1);
  self->end_ns = LSC_TRY_NEW (gint64, plan->n_ops + 1);
  if (self->start_ns && self->end_ns)
    return TRUE;
  lsc_plan_times_clear (self);
  return FALSE;
}

/** Frees what @self holds and empties it. */
void
lsc_plan_times_clear (LscPlanTimes *self)
{
  g_return_if_fail (self);
  g_free (self->start_ns);
  g_free (self->end_ns);
  *self = (LscPlanTimes){ 0 };
}

/** Sets the window to the first start and the last end (pipeline.md#window), 0 without ops. */
void
lsc_plan_times_find_window (LscPlanTimes *self, const LscPlan *plan)
{
  g_return_if_fail (self && plan && (plan->n_ops == 0 || (self->start_ns && self->end_ns)));
  self->t0_ns = plan->n_ops > 0 ? self->start_ns[0] : 0;
  self->t1_ns = plan->n_ops > 0 ? self->end_ns[0] : 0;
  for (gsize i = 1; i < plan->n_ops; i++)
    {
      self->t0_ns = MIN (self->t0_ns, self->start_ns[i]);
      self->t1_ns = MAX (self->t1_ns, self->end_ns[i]);
    }
}
