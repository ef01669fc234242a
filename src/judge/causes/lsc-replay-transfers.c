/* lsc-replay-transfers.c - transfers that hold ranks, and what of them could run beside something
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#hidable. */

/* Of the transfer: with less own time between them two stand behind each other on a stream. */
#define LEAST_BETWEEN 0.1

/** Of each operator what its rank does itself before and behind it in its step. */
typedef struct
{
  LscJobReplay *self;
  double *before_ns;
  double *behind_ns;
  LscReplayOp **last; /* of each rank, in the way that is gone */
} Beside;

static LscDigestOwnStep
get_step (const LscJobReplay *self, const LscReplayOp *op)
{
  const LscRankDigest *digest = self->ranks[op->rank].digest;
  guint32 step = _lsc_replay_get_rank_op (self, op)->step;

  return step < digest->own_steps.n ? digest->own_steps.items[step]
                                    : (LscDigestOwnStep){ G_MININT64, G_MAXINT64 };
}

static gsize
get_index (const Beside *self, const LscReplayOp *op)
{
  return (gsize) (op - self->self->ops.items);
}

/* What lies between an operator and @edge_ns, the other side of what the rank did there; if that is
 * nothing to speak of, what lies beyond the neighbour. */
static double
get_between (const LscReplayOp *op, double between_ns, const double *beyond_ns)
{
  return between_ns < LEAST_BETWEEN * op->open_ns && beyond_ns ? *beyond_ns : between_ns;
}

static void
look_back (Beside *self, LscReplayOp *op)
{
  const LscReplayOp *last = self->last[op->rank];
  double begin_ns = (double) get_step (self->self, op).begin_ns;
  gboolean is_inside = last && last->own_end_ns >= begin_ns;
  double from_ns = is_inside ? last->own_end_ns : begin_ns;

  self->before_ns[get_index (self, op)] = get_between (
      op, op->own_end_ns - from_ns, is_inside ? &self->before_ns[get_index (self, last)] : NULL);
  self->last[op->rank] = op;
}

static void
look_ahead (Beside *self, LscReplayOp *op)
{
  const LscReplayOp *next = self->last[op->rank];
  double end_ns = (double) get_step (self->self, op).end_ns;
  gboolean is_inside = next && next->own_end_ns <= end_ns;
  double until_ns = is_inside ? next->own_end_ns : end_ns;

  self->behind_ns[get_index (self, op)] = get_between (
      op, until_ns - op->own_end_ns, is_inside ? &self->behind_ns[get_index (self, next)] : NULL);
  self->last[op->rank] = op;
}

/* What is gathered could run beside what the rank does before it, what is reduced beside what it
 * does behind it, anything else beside either. */
static double
get_hidable_ns (const Beside *self, const LscReplayOp *op)
{
  const LscRankDigest *digest = self->self->ranks[op->rank].digest;
  const LscRankOp *recorded = _lsc_replay_get_rank_op (self->self, op);
  g_autofree char *name = g_ascii_strdown (lsc_rank_digest_text (digest, recorded->name), -1);
  double before_ns = self->before_ns[get_index (self, op)];
  double behind_ns = self->behind_ns[get_index (self, op)];
  double beside_ns = strstr (name, "reduce")   ? behind_ns
                     : strstr (name, "gather") ? before_ns
                                               : MAX (before_ns, behind_ns);

  return CLAMP (beside_ns, 0, op->open_ns);
}

/* Returns: (nullable): an operator that ends then, and held its rank while data moved */
static LscReplayOp *
get_open (const LscJobReplay *self, gsize event)
{
  const LscReplayEvent *at = &self->events.items[event];
  LscReplayOp *op = at->kind == LSC_REPLAY_END ? &self->ops.items[at->index] : NULL;

  return op && op->open_ns > 0 ? op : NULL;
}

static void
measure_hidable (LscJobReplay *self)
{
  g_autofree double *before_ns = g_new0 (double, self->ops.n + 1);
  g_autofree double *behind_ns = g_new0 (double, self->ops.n + 1);
  g_autofree LscReplayOp **last = g_new0 (LscReplayOp *, self->n + 1);
  Beside beside = { self, before_ns, behind_ns, last };

  for (gsize i = 0; i < self->events.n; i++)
    if (get_open (self, i))
      look_back (&beside, get_open (self, i));
  memset (last, 0, self->n * sizeof *last);
  for (gsize i = self->events.n; i-- > 0;)
    if (get_open (self, i))
      look_ahead (&beside, get_open (self, i));
  for (gsize i = 0; i < self->events.n; i++)
    if (get_open (self, i))
      get_open (self, i)->hidable_ns = get_hidable_ns (&beside, get_open (self, i));
}

/**
 * _lsc_replay_measure_transfers:
 * @self: with events and what follows what
 *
 * How long transfers hold each rank, and how much of it could be hidden.
 */
void
_lsc_replay_measure_transfers (LscJobReplay *self)
{
  measure_hidable (self);
  for (gsize i = 0; i < self->ops.n; i++)
    {
      const LscReplayOp *op = &self->ops.items[i];
      guint32 step = _lsc_replay_get_rank_op (self, op)->step;
      LscReplayRank *rank = &self->ranks[op->rank];

      if (step >= rank->digest->steps.n || !rank->counts[step])
        continue;
      rank->transfer_ns += op->open_ns / rank->n_counted;
      rank->hidable_ns += op->hidable_ns / rank->n_counted;
      if (self->joints.items[op->joint].n == 1)
        rank->lone_ns += op->open_ns / rank->n_counted;
    }
}

/* Of transfers: who the other members are is not known, and they may wait. */
#define MOST_LONE 0.05

/** Returns: what of lsc_job_replay_get_transfer_ns() could run beside what the rank does itself
 *   before or behind each operator; -1 likewise */
double
lsc_job_replay_get_hidable_ns (const LscJobReplay *self, gsize rank)
{
  return lsc_job_replay_get_transfer_ns (self, rank) < 0 ? -1 : self->ranks[rank].hidable_ns;
}

/** Returns: how long a rank is held a step that counts while operators move data, mean; -1 where
 *   that is not known, or nothing is replayed */
double
lsc_job_replay_get_transfer_ns (const LscJobReplay *self, gsize rank)
{
  g_return_val_if_fail (self && rank < self->n, -1);
  return self->is_bound || self->ranks[rank].lone_ns > MOST_LONE * self->ranks[rank].transfer_ns
             ? -1
             : self->ranks[rank].transfer_ns;
}
