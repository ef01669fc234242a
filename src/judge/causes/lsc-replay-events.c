/* lsc-replay-events.c - what happens in a recorded job, by time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#model. At one moment ends come before begins, and what is of lower ranks and indexes
 * before what is of higher ones: events are listed in that order, and the order by time keeps it.
 */

static void
add_op_event (LscJobReplay *self, LscReplayEventKind kind, guint32 index)
{
  const LscReplayOp *op = &self->ops.items[index];
  const LscRankOp *recorded = _lsc_replay_get_rank_op (self, op);
  gint64 time_ns = kind == LSC_REPLAY_BEGIN ? recorded->begin_ns : recorded->end_ns;

  lsc_replay_events_append (
      &self->events,
      (LscReplayEvent){ time_ns + self->ranks[op->rank].shift_ns, op->rank, index, (guint8) kind });
}

static void
add_step_event (LscJobReplay *self, LscReplayEventKind kind, guint32 rank, guint32 index)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (self->ranks[rank].digest, index);
  gint64 time_ns = kind == LSC_REPLAY_STEP_BEGIN ? step->begin_ns : step->end_ns;

  lsc_replay_events_append (&self->events, (LscReplayEvent){ time_ns + self->ranks[rank].shift_ns,
                                                             rank, index, (guint8) kind });
}

static gint64
get_rank (gsize index, gconstpointer data)
{
  const LscReplayOp *ops = data;

  return ops[index].rank;
}

static void
add_op_events (LscJobReplay *self, LscReplayEventKind kind, const guint32 *by_rank)
{
  for (gsize i = 0; i < self->ops.n; i++)
    add_op_event (self, kind, by_rank[i]);
}

static void
add_step_events (LscJobReplay *self, LscReplayEventKind kind)
{
  for (guint32 rank = 0; rank < self->n; rank++)
    {
      const LscReplayRank *about = &self->ranks[rank];
      guint32 end = (guint32) MIN (about->digest->own_steps.n, about->end_step);

      for (guint32 i = about->first_step; i < end; i++)
        add_step_event (self, kind, rank, i);
    }
}

static gint64
get_time_ns (gsize index, gconstpointer data)
{
  const LscReplayEvent *events = data;

  return events[index].time_ns;
}

/* Sums of times since 1970 are no whole ns. */
static void
count_from_first (LscJobReplay *self)
{
  gint64 first_ns = self->events.n > 0 ? self->events.items[0].time_ns : 0;

  for (gsize i = 0; i < self->events.n; i++)
    self->events.items[i].time_ns -= first_ns;
  for (gsize i = 0; i < self->n; i++)
    self->ranks[i].shift_ns -= first_ns;
}

/**
 * _lsc_replay_list_events:
 * @self: with ranks and operators, aligned
 *
 * Sets LscJobReplay.events; times count from the first of them.
 *
 * Cost: O(n) of the operators, unless they are years apart.
 */
void
_lsc_replay_list_events (LscJobReplay *self)
{
  g_autofree guint32 *by_rank = lsc_sort_indexes (self->ops.n, get_rank, NULL, self->ops.items);

  lsc_replay_events_reserve (&self->events, 2 * self->ops.n);
  add_op_events (self, LSC_REPLAY_END, by_rank);
  add_step_events (self, LSC_REPLAY_STEP_END);
  add_step_events (self, LSC_REPLAY_STEP_BEGIN);
  add_op_events (self, LSC_REPLAY_BEGIN, by_rank);
  lsc_sort_items (self->events.items, self->events.n, sizeof (LscReplayEvent), get_time_ns);
  count_from_first (self);
}
