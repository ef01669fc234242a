/* lsc-critical-path.c - the longest chain of ops, and how far the others are from it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-critical-path.h"

/* The op that ends last of all: of several ranks the first, of several ops of a rank the last. */
static guint32
find_last (const LscPlan *plan, const LscPlanTimes *times)
{
  guint32 best = LSC_PLAN_NO_OP;

  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    {
      guint32 last = LSC_PLAN_NO_OP;

      for (guint32 op = plan->first[rank]; op < plan->first[rank + 1]; op++)
        if (last == LSC_PLAN_NO_OP || times->end_ns[op] >= times->end_ns[last])
          last = op;
      if (last != LSC_PLAN_NO_OP &&
          (best == LSC_PLAN_NO_OP || times->end_ns[last] > times->end_ns[best]))
        best = last;
    }
  return best;
}

/* The input of @op from another rank that arrives last, of several the first. With the same
 * latency on all links it is lsc_plan_binding(). */
static guint32
find_last_input (const LscPlan *plan, const LscPlanTimes *times, const LscPlanLatency *latency,
                 guint32 op, gint64 *arrival_out)
{
  const LscPlanOp *about = &plan->ops[op];
  guint32 best = LSC_PLAN_NO_OP;

  for (guint i = 0; i < about->n_needs; i++)
    {
      guint32 need = about->needs[i];
      gint64 arrival;

      if (need == LSC_PLAN_NO_OP || plan->ops[need].rank == about->rank)
        continue;
      arrival = times->end_ns[need] +
                lsc_plan_latency_get (plan, latency, plan->ops[need].rank, about->rank);
      if (best == LSC_PLAN_NO_OP || arrival > *arrival_out)
        {
          best = need;
          *arrival_out = arrival;
        }
    }
  return best;
}

/* What @op waited for, %LSC_PLAN_NO_OP at the begin of the path. Ops that wait for each other in a
 * circle are passed once. */
static guint32
find_predecessor (const LscPlan *plan, const LscPlanTimes *times, const LscPlanLatency *latency,
                  const guint8 *is_visited, guint32 op, LscPathWhy *why_out)
{
  gint64 arrival = 0;
  guint32 previous = op > plan->first[plan->ops[op].rank] ? op - 1 : LSC_PLAN_NO_OP;
  guint32 input = find_last_input (plan, times, latency, op, &arrival);

  if (previous != LSC_PLAN_NO_OP && is_visited[previous])
    previous = LSC_PLAN_NO_OP;
  if (input != LSC_PLAN_NO_OP && is_visited[input])
    input = LSC_PLAN_NO_OP;
  *why_out = LSC_PATH_P2P;
  if (input != LSC_PLAN_NO_OP && (previous == LSC_PLAN_NO_OP || arrival > times->end_ns[previous]))
    return input;
  *why_out = previous != LSC_PLAN_NO_OP ? LSC_PATH_ORDER : LSC_PATH_START;
  return previous;
}

/* The walk went back in time. */
static void
reverse (LscPathStep *steps, gsize n)
{
  for (gsize i = 0; i < n / 2; i++)
    {
      LscPathStep step = steps[i];

      steps[i] = steps[n - 1 - i];
      steps[n - 1 - i] = step;
    }
}

/**
 * lsc_critical_path_new:
 * @plan: the ops
 * @times: when they ran, with their window
 * @latency: (nullable): of edges between ranks
 *
 * Walks back from the op that ends last: before each op comes what ended last of the op before it
 * on its rank and its inputs from other ranks plus their latency; the rank's order wins ties
 * (theory.md#critical-path). In a replay with the same @latency nothing is idle on the path: busy +
 * latency = window. In measured times idle_ns is the rest (host or other); it is negative when
 * inputs seem to end after their readers began.
 *
 * Returns: (nullable): the path, to be freed with lsc_critical_path_free(); %NULL without ops
 */
LscCriticalPath *
lsc_critical_path_new (const LscPlan *plan, const LscPlanTimes *times,
                       const LscPlanLatency *latency)
{
  g_return_val_if_fail (plan && times, NULL);

  g_autofree guint8 *is_visited = NULL;
  g_autoptr (GArray) steps = NULL;
  LscCriticalPath *self;
  guint32 op = find_last (plan, times);

  if (op == LSC_PLAN_NO_OP)
    return NULL;
  self = g_new0 (LscCriticalPath, 1);
  is_visited = g_new0 (guint8, plan->n_ops);
  steps = g_array_new (FALSE, FALSE, sizeof (LscPathStep));
  while (op != LSC_PLAN_NO_OP)
    {
      LscPathWhy why;
      guint32 before;
      LscPathStep step = { op, LSC_PATH_START };

      is_visited[op] = TRUE;
      before = find_predecessor (plan, times, latency, is_visited, op, &why);
      step.why = why;
      g_array_append_val (steps, step);
      self->busy_ns += times->end_ns[op] - times->start_ns[op];
      if (why == LSC_PATH_P2P)
        {
          self->n_hops++;
          self->latency_ns +=
              lsc_plan_latency_get (plan, latency, plan->ops[before].rank, plan->ops[op].rank);
        }
      op = before;
    }
  self->idle_ns = times->t1_ns - times->t0_ns - self->busy_ns - self->latency_ns;
  self->n_steps = steps->len;
  self->steps = (LscPathStep *) g_array_free (g_steal_pointer (&steps), FALSE);
  reverse (self->steps, self->n_steps);
  return self;
}

/** Frees @self, which may be %NULL. */
void
lsc_critical_path_free (LscCriticalPath *self)
{
  if (!self)
    return;
  g_free (self->steps);
  g_free (self);
}

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
