/* lsc-replay-meets.c - idle time before operators that begin on all members at the same moment
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#meets. Where members begin together, those that idled longer before it, though it was
 * launched, waited for the one that idled least: that time is not their own. */

#define MOST_APART_NS 5000  /* between the begins of members */
#define LEAST_WAIT_NS 20000 /* below it streams just begin a little later */

static gboolean
begins_together (const LscJobReplay *self, const LscReplayJoint *joint)
{
  gint64 first_ns = G_MAXINT64, last_ns = G_MININT64;

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *op = &self->ops.items[joint->first + i];
      gint64 begin_ns =
          _lsc_replay_get_rank_op (self, op)->begin_ns + self->ranks[op->rank].shift_ns;

      if (!op->holds)
        return FALSE;
      first_ns = MIN (first_ns, begin_ns);
      last_ns = MAX (last_ns, begin_ns);
    }
  return last_ns - first_ns <= MOST_APART_NS;
}

/**
 * Idle: what a rank idled before an operator, though it was launched
 * @begin, @end: of LscRankDigest.own, half-open: where it stands
 */
typedef struct
{
  gsize begin;
  gsize end;
  double ns;
} Idle;

static double
get_idle_ns (const LscDigestOwn *own)
{
  return own->loss == LSC_LOSS_DEVICE ? (double) own->ns : 0;
}

/* Back to the moments between which the rank did something else, too. */
static Idle
find_idle (const LscRankDigest *digest, double own_begin_ns)
{
  const LscDigestOwns *own = &digest->own;
  gsize end = LSC_BISECT (i, 0, own->n, (double) own->items[i].own_ns <= own_begin_ns);
  gsize begin = end;
  gboolean is_idle = begin > 0 && (double) own->items[begin - 1].own_ns >= own_begin_ns;
  double ns = 0;

  while (is_idle && begin > 0)
    {
      gint64 at_ns = own->items[begin - 1].own_ns;

      for (; begin > 0 && own->items[begin - 1].own_ns == at_ns; begin--)
        {
          is_idle = is_idle && own->items[begin - 1].loss == LSC_LOSS_DEVICE;
          ns += get_idle_ns (&own->items[begin - 1]);
        }
    }
  return (Idle){ begin, end, ns };
}

static void
give (LscReplayRank *rank, const Idle *idle, double least_ns)
{
  double part = (idle->ns - least_ns) / idle->ns;

  if (!rank->given)
    rank->given = g_new0 (double, rank->digest->own.n + 1);
  for (gsize i = idle->begin; i < idle->end; i++)
    if (get_idle_ns (&rank->digest->own.items[i]) > 0)
      rank->given[i] = MAX (rank->given[i], part);
}

static void
look_at_joint (LscJobReplay *self, const LscReplayJoint *joint)
{
  double least_ns = G_MAXDOUBLE;

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *op = &self->ops.items[joint->first + i];
      Idle idle = find_idle (self->ranks[op->rank].digest, op->own_begin_ns);

      least_ns = MIN (least_ns, idle.ns);
    }
  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *op = &self->ops.items[joint->first + i];
      Idle idle = find_idle (self->ranks[op->rank].digest, op->own_begin_ns);

      if (idle.ns - least_ns >= LEAST_WAIT_NS)
        give (&self->ranks[op->rank], &idle, least_ns);
    }
}

/**
 * _lsc_replay_find_meets:
 * @self: with operators, aligned
 *
 * Sets LscReplayRank.given. Source: replay.md#meets.
 */
void
_lsc_replay_find_meets (LscJobReplay *self)
{
  for (gsize i = 0; i < self->joints.n; i++)
    {
      const LscReplayJoint *joint = &self->joints.items[i];
      const LscRankOp *first = _lsc_replay_get_rank_op (self, &self->ops.items[joint->first]);

      if (joint->n > 1 && first->kind == LSC_RANK_OP_JOINT && begins_together (self, joint))
        look_at_joint (self, joint);
    }
}

/** Returns: what part of @own, index of LscRankDigest.own, is waiting for other members */
double
_lsc_replay_get_given (const LscReplayRank *rank, gsize own)
{
  return rank->given ? rank->given[own] : 0;
}

/**
 * lsc_job_replay_get_given_ns:
 * @rank: index in the set
 *
 * Returns: idle time of a step that counts which is waiting for other members, mean
 */
double
lsc_job_replay_get_given_ns (const LscJobReplay *self, gsize rank)
{
  g_return_val_if_fail (self && rank < self->n, 0);
  return self->is_bound ? 0 : self->ranks[rank].given_ns;
}
