/* lsc-replay-read.c - a recorded job as operators and what happens on its ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"
#include "judge/overview/lsc-rank-match.h"

/* replay.md#model. */

/* ---- operators ---- */

static gboolean
is_message (const LscRankOp *op)
{
  return op->kind != LSC_RANK_OP_JOINT && op->kind != LSC_RANK_OP_ROOTED;
}

/* As overview.md#waits compares them. */
static gboolean
is_joint (const LscMatch *match, const LscMatchItem *item, const LscRankOp *op, gsize n)
{
  const LscMatchGroup *about = &g_array_index (match->groups, LscMatchGroup, item->group);
  gsize n_members = about->members ? about->members->n : 0;

  if (is_message (op) && op->kind != LSC_RANK_OP_BATCH && n_members > 2)
    return n == 2 && item->is_pair;
  if (item->is_pair)
    return n == 2 && !about->has_lost;
  return n > 1 && n == n_members;
}

static void
add_op (LscJobReplay *self, const LscMatchItem *item)
{
  const LscRankOp *op = &self->ranks[item->rank].digest->ops.items[item->op];

  lsc_replay_ops_append (&self->ops, (LscReplayOp){ .rank = item->rank,
                                                    .op = (guint32) item->op,
                                                    .joint = (guint32) self->joints.n,
                                                    .holds = op->holds,
                                                    .own_begin_ns = (double) op->own_begin_ns,
                                                    .own_end_ns = (double) op->own_end_ns,
                                                    .own_ready_ns = (double) op->own_ready_ns });
}

static void
add_joint (LscJobReplay *self, const LscMatchItem *items, gsize n)
{
  guint32 first = (guint32) self->ops.n;

  for (gsize i = 0; i < n; i++)
    add_op (self, &items[i]);
  lsc_replay_joints_append (&self->joints, (LscReplayJoint){ first, (guint32) n });
}

static void
add_matched (LscJobReplay *self, const LscMatch *match)
{
  const LscMatchItem *items = match->items.items;

  for (gsize begin = 0, end; begin < match->items.n; begin = end)
    {
      const LscRankOp *op = &self->ranks[items[begin].rank].digest->ops.items[items[begin].op];

      for (end = begin + 1; end < match->items.n && lsc_match_is_same (&items[begin], &items[end]);)
        end++;
      if (is_joint (match, &items[begin], op, end - begin))
        add_joint (self, &items[begin], end - begin);
      else
        for (gsize i = begin; i < end; i++)
          add_joint (self, &items[i], 1);
    }
}

/**
 * _lsc_replay_read_ops:
 * @self: with ranks
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_replay_read_ops (LscJobReplay *self, const LscRankSet *set, LscJob *job, GError **error)
{
  LscMatch match;
  gboolean is_done = lsc_match_ranks (&match, set, job, error);

  if (is_done)
    add_matched (self, &match);
  lsc_match_clear (&match);
  return is_done;
}

/* ---- events ---- */

static int
compare_events (const void *a, const void *b)
{
  const LscReplayEvent *x = a, *y = b;

  LSC_RETURN_ORDER (x->time_ns, y->time_ns);
  LSC_RETURN_ORDER (x->kind, y->kind);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->index, y->index);
}

static void
add_op_events (LscJobReplay *self, guint32 index)
{
  const LscReplayOp *op = &self->ops.items[index];
  const LscRankOp *recorded = _lsc_replay_get_rank_op (self, op);
  gint64 shift_ns = self->ranks[op->rank].shift_ns;

  lsc_replay_events_append (&self->events,
                            (LscReplayEvent){ .time_ns = recorded->begin_ns + shift_ns,
                                              .own_ns = op->own_begin_ns,
                                              .rank = op->rank,
                                              .index = index,
                                              .kind = LSC_REPLAY_BEGIN });
  lsc_replay_events_append (&self->events, (LscReplayEvent){ .time_ns = recorded->end_ns + shift_ns,
                                                             .own_ns = op->own_end_ns,
                                                             .rank = op->rank,
                                                             .index = index,
                                                             .kind = LSC_REPLAY_END });
}

static void
add_step_events (LscJobReplay *self, guint32 rank)
{
  const LscRankDigest *digest = self->ranks[rank].digest;
  gint64 shift_ns = self->ranks[rank].shift_ns;

  for (guint32 i = 0; i < digest->own_steps.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, i);
      const LscDigestOwnStep *own = &digest->own_steps.items[i];

      if (i < self->ranks[rank].first_step || i >= self->ranks[rank].end_step)
        continue;
      lsc_replay_events_append (&self->events,
                                (LscReplayEvent){ .time_ns = step->begin_ns + shift_ns,
                                                  .own_ns = (double) own->begin_ns,
                                                  .rank = rank,
                                                  .index = i,
                                                  .kind = LSC_REPLAY_STEP_BEGIN });
      lsc_replay_events_append (&self->events, (LscReplayEvent){ .time_ns = step->end_ns + shift_ns,
                                                                 .own_ns = (double) own->end_ns,
                                                                 .rank = rank,
                                                                 .index = i,
                                                                 .kind = LSC_REPLAY_STEP_END });
    }
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

/* ---- what was recorded, as what follows from what ---- */

/* A stream begins its next task within microseconds; what begins later waited for something
 * else. */
#define MOST_QUEUED_NS 5000

/** Where a rank is: at @time_ns it had done @own_ns and went on. */
typedef struct
{
  double time_ns;
  double own_ns;
} Place;

/** @came_ns: of each joint when the last member came so far */
typedef struct
{
  LscJobReplay *self;
  Place *places;
  double *came_ns;
} Reading;

static double
get_time_ns (const Reading *reading, const LscReplayEvent *event)
{
  const Place *place = &reading->places[event->rank];

  return place->time_ns + event->own_ns - place->own_ns;
}

static void
read_begin (Reading *reading, const LscReplayEvent *event)
{
  LscJobReplay *self = reading->self;
  LscReplayOp *op = &self->ops.items[event->index];
  double time_ns = (double) event->time_ns, here_ns = get_time_ns (reading, event);

  op->lag_ns = MAX (time_ns - here_ns, 0);
  if (op->has_before)
    {
      const LscReplayOp *before = &self->ops.items[op->before];
      double end_ns = (double) (_lsc_replay_get_rank_op (self, before)->end_ns +
                                self->ranks[op->rank].shift_ns);

      op->is_queued = end_ns <= time_ns && (time_ns - end_ns <= MOST_QUEUED_NS || end_ns > here_ns);
      op->has_before = end_ns <= time_ns;
      if (op->is_queued)
        op->lag_ns = time_ns - end_ns;
    }
  reading->came_ns[self->came[op->joint]] = MAX (reading->came_ns[self->came[op->joint]], time_ns);
}

static void
read_end (Reading *reading, const LscReplayEvent *event)
{
  LscReplayOp *op = &reading->self->ops.items[event->index];
  double *came_ns = &reading->came_ns[reading->self->came[op->joint]];
  double time_ns = (double) event->time_ns;

  if (*came_ns == -G_MAXDOUBLE) /* it ends as it begins */
    *came_ns = time_ns;
  op->transfer_ns = MAX (time_ns - *came_ns, 0);
  op->open_ns = op->holds ? time_ns - MAX (*came_ns, get_time_ns (reading, event)) : 0;
  if (op->holds)
    reading->places[event->rank] = (Place){ time_ns, event->own_ns };
}

/* The operators of a rank stand by group and time in its digest. */
static void
find_before (LscJobReplay *self)
{
  guint32 **at = g_new0 (guint32 *, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    at[i] = g_new0 (guint32, self->ranks[i].digest->ops.n + 1);
  for (guint32 i = 0; i < self->ops.n; i++)
    at[self->ops.items[i].rank][self->ops.items[i].op] = i + 1;
  for (guint32 i = 0; i < self->ops.n; i++)
    {
      LscReplayOp *op = &self->ops.items[i];
      const LscRankOp *recorded = _lsc_replay_get_rank_op (self, op);

      if (op->op == 0 || recorded[-1].group != recorded->group || at[op->rank][op->op - 1] == 0)
        continue;
      op->before = at[op->rank][op->op - 1] - 1;
      op->has_before = TRUE;
    }
  for (gsize i = 0; i < self->n; i++)
    g_free (at[i]);
  g_free (at);
}

static int
compare_ready (const void *a, const void *b)
{
  const LscReplayReady *x = a, *y = b;

  LSC_RETURN_ORDER (x->own_ns, y->own_ns);
  return LSC_ORDER (x->op, y->op);
}

/* Only what is queued is asked for. */
static void
list_ready (LscJobReplay *self)
{
  for (guint32 i = 0; i < self->ops.n; i++)
    {
      const LscReplayOp *op = &self->ops.items[i];

      if (op->has_before && op->is_queued && op->own_ready_ns > 0)
        lsc_replay_readies_append (&self->ranks[op->rank].ready,
                                   (LscReplayReady){ op->own_ready_ns, i });
    }
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].ready.n > 1)
      qsort (self->ranks[i].ready.items, self->ranks[i].ready.n, sizeof (LscReplayReady),
             compare_ready);
}

static void
read_all (LscJobReplay *self)
{
  g_autofree Place *places = g_new0 (Place, self->n + 1);
  g_autofree double *came_ns = g_new0 (double, self->joints.n + 1);
  g_autofree gboolean *has_begun = g_new0 (gboolean, self->n + 1);
  Reading reading = { self, places, came_ns };

  for (gsize i = 0; i < self->joints.n; i++)
    came_ns[i] = -G_MAXDOUBLE;
  for (gsize i = 0; i < self->events.n; i++)
    {
      LscReplayEvent *event = &self->events.items[i];

      if (!has_begun[event->rank])
        places[event->rank] = (Place){ (double) event->time_ns, event->own_ns };
      has_begun[event->rank] = TRUE;
      if (event->kind == LSC_REPLAY_BEGIN)
        read_begin (&reading, event);
      else if (event->kind == LSC_REPLAY_END)
        read_end (&reading, event);
      else
        event->lag_ns = MAX ((double) event->time_ns - get_time_ns (&reading, event), 0);
    }
}

/* What a replay needs of operators. */
static void
fill_events (LscJobReplay *self)
{
  for (gsize i = 0; i < self->events.n; i++)
    {
      LscReplayEvent *event = &self->events.items[i];
      const LscReplayOp *op;

      if (event->kind != LSC_REPLAY_BEGIN && event->kind != LSC_REPLAY_END)
        continue;
      op = &self->ops.items[event->index];
      event->lag_ns = event->kind == LSC_REPLAY_BEGIN ? op->lag_ns : op->transfer_ns;
      event->joint = op->joint;
      event->came = self->came[op->joint];
      event->before = op->before;
      event->has_before = op->has_before;
      event->is_queued = op->is_queued;
      event->holds = op->holds;
    }
}

/**
 * _lsc_replay_read_events:
 * @self: with ranks and operators, aligned
 *
 * What follows what, and after how long.
 */
void
_lsc_replay_read_events (LscJobReplay *self)
{
  for (guint32 i = 0; i < self->ops.n; i++)
    add_op_events (self, i);
  for (guint32 i = 0; i < self->n; i++)
    add_step_events (self, i);
  if (self->events.n > 1)
    qsort (self->events.items, self->events.n, sizeof (LscReplayEvent), compare_events);
  count_from_first (self);
  find_before (self);
  read_all (self);
  list_ready (self);
  fill_events (self);
}

gsize
lsc_job_replay_get_n_joints (const LscJobReplay *self)
{
  g_return_val_if_fail (self, 0);
  return self->joints.n;
}

const LscReplayJoint *
lsc_job_replay_get_joint (const LscJobReplay *self, gsize joint)
{
  g_return_val_if_fail (self && joint < self->joints.n, NULL);
  return &self->joints.items[joint];
}

const LscReplayOp *
lsc_job_replay_get_op (const LscJobReplay *self, gsize op)
{
  g_return_val_if_fail (self && op < self->ops.n, NULL);
  return &self->ops.items[op];
}
