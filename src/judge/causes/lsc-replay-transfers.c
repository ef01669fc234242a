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

/** The transfer next to another one, of a rank. @beyond_ns: what lies on its other side */
typedef struct
{
  gboolean is_known;
  double own_end_ns;
  double beyond_ns;
} Neighbour;

/** Beside what an operator could run. */
typedef enum
{
  SIDE_UNKNOWN,
  SIDE_BEFORE,
  SIDE_BEHIND,
  SIDE_EITHER,
} Side;

#define N_NAMES 64

/** Of a name of a rank. */
typedef struct
{
  guint32 rank;
  guint32 name;
  guint8 side; /* Side */
} Named;

/**
 * Beside: what ranks do themselves before and behind transfers in their step
 * @open: (array length=n_open): operators that held their rank while data moved, rank after rank,
 *   by when they ended
 * @before_ns: of each of @open
 * @neighbour: in the way that is gone
 * @rank: that is gone through
 * @named: names that were looked at last
 *
 * Rank after rank: what was kept of one is far from what was kept of another.
 */
typedef struct
{
  LscJobReplay *self;
  guint32 *open;
  gsize n_open;
  double *before_ns;
  Neighbour neighbour;
  guint32 rank;
  Named named[N_NAMES];
} Beside;

static LscDigestOwnStep
get_step (const LscJobReplay *self, const LscReplayOp *op)
{
  const LscRankDigest *digest = self->ranks[op->rank].digest;

  return op->step < digest->own_steps.n ? digest->own_steps.items[op->step]
                                        : (LscDigestOwnStep){ G_MININT64, G_MAXINT64 };
}

/* What lies between an operator and @edge_ns, the other side of what the rank did there; if that is
 * nothing to speak of, what lies beyond the neighbour. */
static double
get_between (const LscReplayOp *op, double between_ns, const double *beyond_ns)
{
  return between_ns < LEAST_BETWEEN * op->open_ns && beyond_ns ? *beyond_ns : between_ns;
}

/* (transfer none): the transfer next to one; unknown where that is the first of its rank */
static Neighbour *
get_neighbour (Beside *self, const LscReplayOp *op)
{
  if (self->rank != op->rank)
    self->neighbour.is_known = FALSE;
  self->rank = op->rank;
  return &self->neighbour;
}

static void
look_back (Beside *self, gsize at)
{
  const LscReplayOp *op = &self->self->ops.items[self->open[at]];
  Neighbour *last = get_neighbour (self, op);
  double begin_ns = (double) get_step (self->self, op).begin_ns;
  gboolean is_inside = last->is_known && last->own_end_ns >= begin_ns;
  double from_ns = is_inside ? last->own_end_ns : begin_ns;

  self->before_ns[at] =
      get_between (op, op->own_end_ns - from_ns, is_inside ? &last->beyond_ns : NULL);
  *last = (Neighbour){ TRUE, op->own_end_ns, self->before_ns[at] };
}

static gboolean
has_word (const char *name, const char *word)
{
  gsize n = strlen (word);

  for (; *name; name++)
    if (g_ascii_tolower (*name) == *word && g_ascii_strncasecmp (name, word, n) == 0)
      return TRUE;
  return FALSE;
}

/* What is gathered could run beside what the rank does before it, what is reduced beside what it
 * does behind it, anything else beside either. */
static Side
find_side (Beside *self, const LscReplayOp *op)
{
  const LscRankDigest *digest = self->self->ranks[op->rank].digest;
  guint32 name = _lsc_replay_get_rank_op (self->self, op)->name;
  Named *named = &self->named[name % N_NAMES];
  const char *text;

  if (named->side != SIDE_UNKNOWN && named->rank == op->rank && named->name == name)
    return (Side) named->side;
  text = lsc_rank_digest_text (digest, name);
  *named = (Named){ op->rank, name,
                    has_word (text, "reduce")   ? SIDE_BEHIND
                    : has_word (text, "gather") ? SIDE_BEFORE
                                                : SIDE_EITHER };
  return (Side) named->side;
}

static double
get_hidable_ns (Beside *self, const LscReplayOp *op, double before_ns, double behind_ns)
{
  Side side = find_side (self, op);
  double beside_ns = side == SIDE_BEHIND   ? behind_ns
                     : side == SIDE_BEFORE ? before_ns
                                           : MAX (before_ns, behind_ns);

  return CLAMP (beside_ns, 0, op->open_ns);
}

static void
look_ahead (Beside *self, gsize at)
{
  LscReplayOp *op = &self->self->ops.items[self->open[at]];
  Neighbour *next = get_neighbour (self, op);
  double end_ns = (double) get_step (self->self, op).end_ns, behind_ns;
  gboolean is_inside = next->is_known && next->own_end_ns <= end_ns;
  double until_ns = is_inside ? next->own_end_ns : end_ns;

  behind_ns = get_between (op, until_ns - op->own_end_ns, is_inside ? &next->beyond_ns : NULL);
  *next = (Neighbour){ TRUE, op->own_end_ns, behind_ns };
  op->hidable_ns = get_hidable_ns (self, op, self->before_ns[at], behind_ns);
}

/* Sorted by counting: they stand by time, and keep that order within a rank. */
static void
list_open (Beside *self, const LscIndexes *held)
{
  const LscReplayOps *ops = &self->self->ops;
  g_autofree gsize *next = g_new0 (gsize, self->self->n + 2);

  for (gsize i = 0; i < held->n; i++)
    next[ops->items[held->items[i]].rank + 1]++;
  for (gsize i = 0; i <= self->self->n; i++)
    next[i + 1] += next[i];
  self->n_open = held->n;
  self->open = lsc_array_alloc (self->n_open + 1, sizeof *self->open);
  for (gsize i = 0; i < held->n; i++)
    self->open[next[ops->items[held->items[i]].rank]++] = held->items[i];
}

static void
measure_hidable (LscJobReplay *self, const LscIndexes *held)
{
  Beside beside = { .self = self };

  list_open (&beside, held);
  beside.before_ns = lsc_array_alloc (beside.n_open + 1, sizeof *beside.before_ns);
  for (gsize i = 0; i < beside.n_open; i++)
    look_back (&beside, i);
  beside.neighbour.is_known = FALSE;
  for (gsize i = beside.n_open; i-- > 0;)
    look_ahead (&beside, i);
  g_free (beside.open);
  g_free (beside.before_ns);
}

/**
 * _lsc_replay_measure_transfers:
 * @self: with what follows what
 * @held: as of _lsc_replay_make_moves()
 *
 * How long transfers hold each rank, and how much of it could be hidden.
 */
void
_lsc_replay_measure_transfers (LscJobReplay *self, const LscIndexes *held)
{
  measure_hidable (self, held);
  for (gsize i = 0; i < self->ops.n; i++)
    {
      const LscReplayOp *op = &self->ops.items[i];
      LscReplayRank *rank = &self->ranks[op->rank];

      if (op->step >= rank->digest->steps.n || !rank->counts[op->step])
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
