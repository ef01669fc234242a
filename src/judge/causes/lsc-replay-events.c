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

/* Operators rank by rank, of each by its index. Returns: (transfer full) */
static guint32 *
list_by_rank (const LscJobReplay *self)
{
  guint32 *by_rank = lsc_array_alloc (self->ops.n + 1, sizeof *by_rank);
  g_autofree guint32 *next = g_new0 (guint32, self->n + 2);

  for (gsize i = 0; i < self->ops.n; i++)
    next[self->ops.items[i].rank + 1]++;
  for (gsize i = 0; i < self->n; i++)
    next[i + 1] += next[i];
  for (guint32 i = 0; i < self->ops.n; i++)
    by_rank[next[self->ops.items[i].rank]++] = i;
  return by_rank;
}

static void
add_step_event (LscReplayEvents *events, LscReplayEventKind kind, guint32 rank, guint32 index)
{
  lsc_replay_steps_append (&events->steps, (LscReplayStepEvent){ rank, index, (guint8) kind });
}

static void
add_step_events (const LscJobReplay *self, LscReplayEvents *events, LscReplayEventKind kind)
{
  for (guint32 rank = 0; rank < self->n; rank++)
    {
      const LscReplayRank *about = &self->ranks[rank];
      guint32 end = (guint32) MIN (about->digest->own_steps.n, about->end_step);

      for (guint32 i = about->first_step; i < end; i++)
        add_step_event (events, kind, rank, i);
    }
}

/* ---- times ---- */

static gint64
get_op_time_ns (const LscJobReplay *self, guint32 index, LscReplayEventKind kind)
{
  const LscReplayOp *op = &self->ops.items[index];
  const LscRankOp *recorded = _lsc_replay_get_rank_op (self, op);

  return (kind == LSC_REPLAY_BEGIN ? recorded->begin_ns : recorded->end_ns) +
         self->ranks[op->rank].shift_ns;
}

static gint64
get_step_time_ns (const LscJobReplay *self, const LscReplayStepEvent *event)
{
  const LscReplayRank *rank = &self->ranks[event->rank];
  const LscBudgetStep *step = lsc_rank_digest_get_step (rank->digest, event->index);

  return (event->kind == LSC_REPLAY_STEP_BEGIN ? step->begin_ns : step->end_ns) + rank->shift_ns;
}

static void
list_times (const LscJobReplay *self, LscReplayEvents *events)
{
  gint64 *at;

  events->n = 2 * self->ops.n + events->steps.n;
  at = events->times_ns = lsc_array_alloc (events->n + 1, sizeof *events->times_ns);
  for (gsize i = 0; i < self->ops.n; i++)
    *at++ = get_op_time_ns (self, events->by_rank[i], LSC_REPLAY_END);
  for (gsize i = 0; i < events->steps.n; i++)
    *at++ = get_step_time_ns (self, &events->steps.items[i]);
  for (gsize i = 0; i < self->ops.n; i++)
    *at++ = get_op_time_ns (self, events->by_rank[i], LSC_REPLAY_BEGIN);
}

static gint64
get_time_ns (gsize index, gconstpointer data)
{
  const gint64 *times_ns = data;

  return times_ns[index];
}

/* Sums of times since 1970 are no whole ns. */
static void
count_from_first (LscJobReplay *self, LscReplayEvents *events)
{
  gint64 first_ns = events->n > 0 ? events->times_ns[events->order ? events->order[0] : 0] : 0;

  for (gsize i = 0; i < events->n; i++)
    events->times_ns[i] -= first_ns;
  for (gsize i = 0; i < self->n; i++)
    self->ranks[i].shift_ns -= first_ns;
}

/**
 * _lsc_replay_list_events:
 * @self: with ranks and operators, aligned
 * @events: (out caller-allocates): to be cleared with _lsc_replay_events_clear()
 *
 * Times count from the first event on, also those of LscReplayRank.shift_ns.
 *
 * Cost: O(n) of the operators, unless they are years apart.
 */
void
_lsc_replay_list_events (LscJobReplay *self, LscReplayEvents *events)
{
  *events = (LscReplayEvents){ .by_rank = list_by_rank (self), .n_ops = self->ops.n };
  add_step_events (self, events, LSC_REPLAY_STEP_END);
  add_step_events (self, events, LSC_REPLAY_STEP_BEGIN);
  list_times (self, events);
  events->order = lsc_sort_order (events->n, get_time_ns, events->times_ns);
  count_from_first (self, events);
}

/**
 * _lsc_replay_events_get:
 * @place: in the order of time
 *
 * Operators lie in the order of their joints, and events are not: they are put together when they
 * are asked for, as each is asked for once.
 *
 * Returns: the event there
 */
LscReplayEvent
_lsc_replay_events_get (const LscReplayEvents *self, const LscJobReplay *replay, gsize place)
{
  gsize index = self->order ? self->order[place] : place;
  gint64 time_ns = self->times_ns[index];
  const LscReplayStepEvent *step;
  guint32 op;

  if (index >= self->n_ops && index < self->n_ops + self->steps.n)
    {
      step = &self->steps.items[index - self->n_ops];
      return (LscReplayEvent){ time_ns, step->rank, step->index, step->kind };
    }
  op = self->by_rank[index < self->n_ops ? index : index - self->n_ops - self->steps.n];
  return (LscReplayEvent){ time_ns, replay->ops.items[op].rank, op,
                           index < self->n_ops ? LSC_REPLAY_END : LSC_REPLAY_BEGIN };
}

void
_lsc_replay_events_clear (LscReplayEvents *self)
{
  g_free (self->by_rank);
  g_free (self->times_ns);
  g_free (self->order);
  lsc_replay_steps_clear (&self->steps);
}
