/* lsc-plan-replay.c - when the ops of a plan run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

static gboolean
fail_for_memory (const LscPlan *self, GError **error)
{
  return lsc_fail (error, LSC_ERROR_LIMIT,
                   _ ("There is not enough memory for a schedule of %zu blocks"), self->n_ops);
}

static guint32
add_needs (const LscPlan *self, guint32 index, LscReplay *waits, guint32 n)
{
  const LscPlanOp *op = &self->ops[index];

  for (guint k = 0; k < op->n_needs; k++)
    if (op->needs[k] != LSC_PLAN_NO_OP)
      {
        guint32 rank = self->ops[op->needs[k]].rank;

        waits->needs[n] = op->needs[k] | (rank != op->rank ? LSC_REPLAY_FAR : 0);
        waits->links[n++] = (guint32) (rank * self->n_ranks + op->rank);
      }
  return n;
}

/* Each op waits for the one before it on its rank, then for its needs. */
static LscReplay *
make_replay (const LscPlan *self, const LscReplayLengths *lengths, LscReplayTimes *times)
{
  g_autoptr (LscReplay) waits = g_new0 (LscReplay, 1);
  gsize most = self->n_ops * (LSC_PLAN_N_NEEDS + 1) + 1;
  guint32 n = 0;

  waits->first_need = LSC_TRY_NEW (guint32, self->n_ops + 1);
  waits->needs = LSC_TRY_NEW (guint32, most);
  waits->links = LSC_TRY_NEW (guint32, most);
  if (!waits->first_need || !waits->needs || !waits->links)
    return NULL;
  for (gsize r = 0; r < self->n_ranks; r++)
    for (guint32 i = self->first[r]; i < self->first[r + 1]; i++)
      {
        waits->first_need[i] = n;
        if (i > self->first[r])
          waits->needs[n++] = i - 1;
        n = add_needs (self, i, waits, n);
      }
  waits->first_need[self->n_ops] = n;
  return lsc_replay_new_lanes (&(LscReplayLanes){ .n = self->n_ranks, .first = self->first },
                               g_steal_pointer (&waits), lengths, times);
}

/* The order is found by the first replay, on its way; not every plan is replayed. Threads that
 * share a plan may find it at the same time, one of them keeps it. Returns (nullable): the order,
 * with the times. */
static const LscReplay *
replay_first (const LscPlan *self, const LscReplayLengths *lengths, LscReplayTimes *times)
{
  LscPlan *plan = (LscPlan *) self;
  LscReplay *replay = make_replay (self, lengths, times);

  if (replay && !g_atomic_pointer_compare_and_exchange (&plan->replay, NULL, replay))
    {
      lsc_replay_free (replay);
      return g_atomic_pointer_get (&plan->replay);
    }
  return replay;
}

/* As make_replay() lists needs. */
static gint64 *
list_delays (const LscPlan *self, const gint64 *by_need)
{
  gint64 *delays = LSC_TRY_NEW (gint64, self->n_ops * (LSC_PLAN_N_NEEDS + 1) + 1);
  gsize n = 0;

  for (gsize r = 0; delays && r < self->n_ranks; r++)
    for (guint32 i = self->first[r]; i < self->first[r + 1]; i++)
      {
        if (i > self->first[r])
          delays[n++] = 0;
        for (guint k = 0; k < self->ops[i].n_needs; k++)
          if (self->ops[i].needs[k] != LSC_PLAN_NO_OP)
            delays[n++] = by_need[(gsize) i * LSC_PLAN_N_NEEDS + k];
      }
  return delays;
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
  LscReplayLengths lengths = { .ns = durations,
                               .n_copies = 1,
                               .far_ns = latency ? latency->ns : 0,
                               .by_link = latency ? latency->by_link : NULL,
                               .late = latency ? latency->late : NULL };
  const LscReplay *replay = g_atomic_pointer_get (&((LscPlan *) self)->replay);
  LscReplayTimes made;
  g_autofree gint64 *delays = NULL;

  if (!times->start_ns && !lsc_plan_times_init (times, self))
    return fail_for_memory (self, error);
  if (latency && latency->by_need)
    {
      lengths.delays = delays = list_delays (self, latency->by_need);
      if (!delays)
        return fail_for_memory (self, error);
    }
  made = (LscReplayTimes){ .start_ns = times->start_ns, .end_ns = times->end_ns };
  if (replay)
    lsc_replay_run (replay, &lengths, &made);
  else
    replay = replay_first (self, &lengths, &made);
  if (!replay)
    return fail_for_memory (self, error);
  if (replay->n_ordered < self->n_ops)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("This is not a valid schedule: %zu blocks wait for each other"),
                     self->n_ops - replay->n_ordered);
  if (made.is_too_long)
    return lsc_fail (error, LSC_ERROR_LIMIT, "%s",
                     _ ("The durations add up to more than a time can hold"));
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
