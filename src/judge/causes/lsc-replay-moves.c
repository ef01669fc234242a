/* lsc-replay-moves.c - what was recorded of a job, as what follows from what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#model. */

/* A stream begins its next task within microseconds; what begins later waited for something
 * else. */
#define MOST_QUEUED_NS 5000

/** Where a rank is: at @time_ns it had done @own_ns and went on. */
typedef struct
{
  gboolean has_begun;
  double time_ns;
  double own_ns;
} Place;

/** Where it is told when an operator ended, 0 = it has not, and when that was. */
typedef struct
{
  guint32 slot;
  gint64 time_ns;
} End;

/**
 * Reading:
 * @places: of each rank
 * @came_ns: of each joint when the last member came so far
 * @came: of each joint its slot; 0 = not yet
 * @ends: of each operator
 * @held: operators that held their rank while data moved, by when they ended
 */
typedef struct
{
  LscJobReplay *self;
  Place *places;
  double *came_ns;
  guint32 *came;
  End *ends;
  LscIndexes *held;
} Reading;

/* Those of one rank. @at: room for each of its operators
 * The operators of a rank stand by group and time in its digest. */
static void
find_before_of (LscJobReplay *self, const guint32 *indexes, gsize n, guint32 *at)
{
  const LscRankDigest *digest = self->ranks[self->ops.items[indexes[0]].rank].digest;

  memset (at, 0xff, digest->ops.n * sizeof *at);
  for (gsize i = 0; i < n; i++)
    at[self->ops.items[indexes[i]].op] = indexes[i];
  for (gsize i = 1; i < digest->ops.n; i++)
    if (at[i] != G_MAXUINT32 && at[i - 1] != G_MAXUINT32 &&
        digest->ops.items[i - 1].group == digest->ops.items[i].group)
      {
        self->ops.items[at[i]].before = at[i - 1];
        self->ops.items[at[i]].has_before = TRUE;
      }
}

static void
find_before (LscJobReplay *self, const LscReplayEvents *events)
{
  g_autofree guint32 *at = NULL;
  gsize n_most = 0;

  for (gsize i = 0; i < self->n; i++)
    n_most = MAX (n_most, self->ranks[i].digest->ops.n);
  at = g_new (guint32, n_most + 1);
  for (gsize begin = 0, end; begin < events->n_ops; begin = end)
    {
      guint32 rank = self->ops.items[events->by_rank[begin]].rank;

      for (end = begin + 1;
           end < events->n_ops && self->ops.items[events->by_rank[end]].rank == rank;)
        end++;
      find_before_of (self, events->by_rank + begin, end - begin, at);
    }
}

static double
get_time_ns (const Reading *reading, guint32 rank, double own_ns)
{
  const Place *place = &reading->places[rank];

  return place->time_ns + own_ns - place->own_ns;
}

static guint32
get_came (Reading *reading, guint32 joint)
{
  guint32 *slot = &reading->came[reading->self->came[joint]];

  if (*slot == 0)
    *slot = reading->self->slots.n_came++;
  return *slot;
}

/* Only what is queued is asked for. */
static guint32
add_ready (LscJobReplay *self, const LscReplayOp *op)
{
  if (!op->has_before || !op->is_queued || op->own_ready_ns <= 0)
    return 0;
  lsc_replay_readies_append (&self->ranks[op->rank].ready,
                             (LscReplayReady){ op->own_ready_ns, self->slots.n_ready });
  return self->slots.n_ready++;
}

static void
read_begin (Reading *reading, const LscReplayEvent *event, LscReplayMove *move)
{
  LscJobReplay *self = reading->self;
  LscReplayOp *op = &self->ops.items[event->index];
  double *came_ns = &reading->came_ns[self->came[op->joint]];
  double time_ns = (double) event->time_ns;
  double here_ns = get_time_ns (reading, op->rank, op->own_begin_ns);
  End before = op->has_before ? reading->ends[op->before] : (End){ 0, 0 };

  op->lag_ns = MAX (time_ns - here_ns, 0);
  op->has_before = before.slot > 0; /* what ends later is not told yet */
  if (op->has_before)
    {
      double end_ns = (double) before.time_ns;

      op->is_queued = time_ns - end_ns <= MOST_QUEUED_NS || end_ns > here_ns;
      if (op->is_queued)
        op->lag_ns = time_ns - end_ns;
    }
  *came_ns = MAX (*came_ns, time_ns);
  move->lag_ns = op->lag_ns;
  move->slot = add_ready (self, op);
  move->other = before.slot;
}

static void
read_end (Reading *reading, const LscReplayEvent *event, LscReplayMove *move)
{
  LscJobReplay *self = reading->self;
  LscReplayOp *op = &self->ops.items[event->index];
  double *came_ns = &reading->came_ns[self->came[op->joint]];
  double time_ns = (double) event->time_ns;

  if (*came_ns == -G_MAXDOUBLE) /* it ends as it begins */
    *came_ns = time_ns;
  op->transfer_ns = MAX (time_ns - *came_ns, 0);
  op->open_ns =
      op->holds ? time_ns - MAX (*came_ns, get_time_ns (reading, op->rank, op->own_end_ns)) : 0;
  if (op->open_ns > 0)
    lsc_indexes_append (reading->held, event->index);
  if (op->holds)
    reading->places[op->rank] = (Place){ TRUE, time_ns, op->own_end_ns };
  reading->ends[event->index] = (End){ self->slots.n_ends++, event->time_ns };
  move->lag_ns = op->transfer_ns;
  move->slot = reading->ends[event->index].slot;
  move->other = op->joint;
}

static double
get_own_of_op_ns (const LscReplayOp *op, guint8 kind)
{
  return kind == LSC_REPLAY_BEGIN ? op->own_begin_ns : op->own_end_ns;
}

static double
get_own_of_step_ns (const LscDigestOwnStep *step, guint8 kind)
{
  return (double) (kind == LSC_REPLAY_STEP_BEGIN ? step->begin_ns : step->end_ns);
}

static void
begin_rank (Reading *reading, const LscReplayEvent *event, double own_ns)
{
  if (reading->places[event->rank].has_begun)
    return;
  reading->places[event->rank] = (Place){ TRUE, (double) event->time_ns, own_ns };
  reading->self->ranks[event->rank].begin_ns = (double) event->time_ns;
}

static void
read_op (Reading *reading, const LscReplayEvent *event, LscReplayMove *move)
{
  const LscReplayOp *op = &reading->self->ops.items[event->index];

  move->own_ns = get_own_of_op_ns (op, event->kind);
  begin_rank (reading, event, move->own_ns);
  if (event->kind == LSC_REPLAY_BEGIN)
    read_begin (reading, event, move);
  else
    read_end (reading, event, move);
  move->came = get_came (reading, op->joint);
  move->has_before = op->has_before;
  move->is_queued = op->is_queued;
  move->holds = op->holds;
}

static void
read_step (Reading *reading, const LscReplayEvent *event, LscReplayMove *move)
{
  const LscRankDigest *digest = reading->self->ranks[event->rank].digest;

  move->own_ns = get_own_of_step_ns (&digest->own_steps.items[event->index], event->kind);
  begin_rank (reading, event, move->own_ns);
  move->lag_ns =
      MAX ((double) event->time_ns - get_time_ns (reading, event->rank, move->own_ns), 0);
  move->slot = event->index;
}

static void
read_event (Reading *reading, const LscReplayEvent *event)
{
  LscReplayMove *move = lsc_replay_moves_add (&reading->self->moves);

  *move = (LscReplayMove){ .rank = event->rank, .kind = event->kind };
  if (event->kind == LSC_REPLAY_BEGIN || event->kind == LSC_REPLAY_END)
    read_op (reading, event, move);
  else
    read_step (reading, event, move);
}

static void
read_all (LscJobReplay *self, const LscReplayEvents *events, LscIndexes *held)
{
  g_autofree Place *places = g_new0 (Place, self->n + 1);
  g_autofree double *came_ns = lsc_array_alloc (self->joints.n + 1, sizeof *came_ns);
  g_autofree guint32 *came = lsc_array_alloc (self->joints.n + 1, sizeof *came);
  g_autofree End *ends = lsc_array_alloc (self->ops.n + 1, sizeof *ends);
  Reading reading = { self, places, came_ns, came, ends, held };

  for (gsize i = 0; i < self->joints.n; i++)
    came_ns[i] = -G_MAXDOUBLE;
  memset (came, 0, self->joints.n * sizeof *came);
  memset (ends, 0, self->ops.n * sizeof *ends);
  self->slots = (LscReplaySlots){ 1, 1, 1 };
  lsc_replay_moves_reserve (&self->moves, events->n);
  for (gsize i = 0; i < events->n; i++)
    {
      LscReplayEvent event = _lsc_replay_events_get (events, self, i);

      read_event (&reading, &event);
    }
}

static int
compare_ready (const void *a, const void *b)
{
  const LscReplayReady *x = a, *y = b;

  LSC_RETURN_ORDER (x->own_ns, y->own_ns);
  return LSC_ORDER (x->slot, y->slot);
}

/**
 * _lsc_replay_make_moves:
 * @self: with ranks and operators
 * @held: (inout): gets the operators that held their rank while data moved, by when they ended
 *
 * What follows what, and after how long.
 */
void
_lsc_replay_make_moves (LscJobReplay *self, const LscReplayEvents *events, LscIndexes *held)
{
  find_before (self, events);
  read_all (self, events, held);
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].ready.n > 1)
      qsort (self->ranks[i].ready.items, self->ranks[i].ready.n, sizeof (LscReplayReady),
             compare_ready);
}
