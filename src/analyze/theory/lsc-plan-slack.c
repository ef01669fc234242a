/* lsc-plan-slack.c - how much later each op could end without moving the end of the step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-critical-path.h"

typedef struct
{
  const LscPlan *plan;
  const LscPlanTimes *times;
  const LscPlanLatency *latency;
  gint64 *latest_ns;  /* by op: latest end */
  guint32 *n_readers; /* by op: those whose latest end is not known yet */
  guint32 *ready;     /* stack of ops without unknown readers */
  gsize n_ready;
} Slack;

static guint32
previous_of (const LscPlan *plan, guint32 op)
{
  return op > plan->first[plan->ops[op].rank] ? op - 1 : LSC_PLAN_NO_OP;
}

static void
count_readers (Slack *self)
{
  const LscPlan *plan = self->plan;

  for (guint32 op = 0; op < plan->n_ops; op++)
    {
      guint32 previous = previous_of (plan, op);

      for (guint i = 0; i < plan->ops[op].n_needs; i++)
        if (plan->ops[op].needs[i] != LSC_PLAN_NO_OP)
          self->n_readers[plan->ops[op].needs[i]]++;
      if (previous != LSC_PLAN_NO_OP)
        self->n_readers[previous]++;
    }
  for (guint32 op = 0; op < plan->n_ops; op++)
    if (self->n_readers[op] == 0)
      self->ready[self->n_ready++] = op;
}

/* @before has to end @latency_ns before @op starts. Measured times may break that (clocks, ops that
 * run at the same time, a faster message): then the time there really was has to stay. */
static void
limit (Slack *self, guint32 before, guint32 op, gint64 latency_ns)
{
  const LscPlanTimes *times = self->times;
  gint64 gap = times->start_ns[op] - times->end_ns[before];
  gint64 latest_start = self->latest_ns[op] - (times->end_ns[op] - times->start_ns[op]);

  self->latest_ns[before] = MIN (self->latest_ns[before], latest_start - MIN (gap, latency_ns));
  if (--self->n_readers[before] == 0)
    self->ready[self->n_ready++] = before;
}

static void
pass_back (Slack *self)
{
  const LscPlan *plan = self->plan;

  while (self->n_ready > 0)
    {
      guint32 op = self->ready[--self->n_ready];
      const LscPlanOp *about = &plan->ops[op];
      guint32 previous = previous_of (plan, op);

      for (guint i = 0; i < about->n_needs; i++)
        if (about->needs[i] != LSC_PLAN_NO_OP)
          limit (self, about->needs[i], op,
                 lsc_plan_latency_get (plan, self->latency, plan->ops[about->needs[i]].rank,
                                       about->rank));
      if (previous != LSC_PLAN_NO_OP)
        limit (self, previous, op, 0);
    }
}

/**
 * lsc_plan_slack:
 * @plan: the ops
 * @times: when they ran, with their window
 * @latency: (nullable): of edges between ranks
 *
 * How much later each op could end if everything after it kept its length and order, without moving
 * the end of the window (theory.md#slack): a backward pass over data and order edges. An edge
 * that the measured times break counts with the time it really took, so slack is never negative.
 * In a replay with the same @latency the ops of the critical path have none. Ops that wait for each
 * other in a circle have 0.
 *
 * Returns: (transfer full): ns by op, to be freed with g_free()
 */
gint64 *
lsc_plan_slack (const LscPlan *plan, const LscPlanTimes *times, const LscPlanLatency *latency)
{
  g_return_val_if_fail (plan && times, NULL);

  g_autofree guint32 *n_readers = g_new0 (guint32, MAX (plan->n_ops, 1));
  g_autofree guint32 *ready = g_new (guint32, MAX (plan->n_ops, 1));
  gint64 *slack = g_new (gint64, MAX (plan->n_ops, 1));
  Slack self = { plan, times, latency, slack, n_readers, ready, 0 };

  for (gsize op = 0; op < plan->n_ops; op++)
    slack[op] = times->t1_ns;
  count_readers (&self);
  pass_back (&self);
  for (gsize op = 0; op < plan->n_ops; op++)
    slack[op] = n_readers[op] == 0 ? MAX (slack[op] - times->end_ns[op], 0) : 0;
  return slack;
}
