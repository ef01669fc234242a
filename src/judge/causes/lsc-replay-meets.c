/* lsc-replay-meets.c - idle time before operators that begin on all members at the same moment
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

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

/* Whether an own time is in a step that counts. */
static gboolean
counts_at (const LscReplayRank *rank, gint64 own_ns)
{
  guint32 step = _lsc_replay_find_step (rank->digest, 0, own_ns);

  return _lsc_replay_is_in_step (rank->digest, step, own_ns) && rank->counts[step];
}

/* @ns: more of what counts. */
static void
keep_meet (LscReplayRank *rank, const LscReplayMeet *meet, double ns)
{
  LscReplayMeet *kept = NULL;

  for (gsize i = 0; i < rank->meets.n && !kept; i++)
    if (rank->meets.items[i].group == meet->group && rank->meets.items[i].last == meet->last &&
        rank->meets.items[i].is_of_all == meet->is_of_all)
      kept = &rank->meets.items[i];
  if (!kept)
    {
      lsc_replay_meets_append (&rank->meets, *meet);
      kept = &rank->meets.items[rank->meets.n - 1];
    }
  kept->ns += ns / MAX (rank->n_counted, 1);
  if (ns > kept->longest_ns)
    {
      kept->longest_ns = ns;
      kept->op = meet->op;
    }
}

/* What a rank idled right before it, so the last first: what it idled between kernels before its
 * last message is its own, or that message would come earlier than it did. */
static void
give (LscReplayRank *rank, const Idle *idle, double least_ns, const LscReplayMeet *meet)
{
  double left_ns = idle->ns - least_ns, more_ns = 0;

  if (!rank->given)
    rank->given = g_new0 (double, rank->digest->own.n + 1);
  for (gsize i = idle->end; i > idle->begin && left_ns > 0;)
    {
      const LscDigestOwn *own = &rank->digest->own.items[--i];
      double idle_ns = get_idle_ns (own);
      double part = idle_ns > 0 ? MIN (left_ns / idle_ns, 1) : 0;

      left_ns -= part * idle_ns;
      if (rank->given[i] >= part)
        continue;
      if (counts_at (rank, own->own_ns))
        more_ns += (part - rank->given[i]) * idle_ns;
      rank->given[i] = part;
    }
  if (more_ns > 0)
    keep_meet (rank, meet, more_ns);
}

/* ---- who comes last ---- */

#define MOST_OF_WAIT 0.05 /* of what the others wait: the last one itself hardly idles */

/** Last: the first of those that hardly idled more than the one that idled least, and that one's */
typedef struct
{
  guint32 rank;
  double rank_ns;
  double ns;
} Last;

static Last
choose_last (const Last *a, const Last *b)
{
  Last last = b->rank_ns + LEAST_WAIT_NS <= a->rank_ns ? *b : *a;

  last.ns = MIN (a->ns, b->ns);
  return last;
}

static Last
find_last (const LscJobReplay *self, const LscReplayJoint *joint)
{
  Last last = { 0, G_MAXDOUBLE, G_MAXDOUBLE };

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *op = &self->ops.items[joint->first + i];
      Idle idle = find_idle (self->ranks[op->rank].digest, op->own_begin_ns);

      last = choose_last (&last, &(Last){ op->rank, idle.ns, idle.ns });
    }
  return last;
}

/* @all: of all ranks, where these begin together; else that of the operator
 * Returns: whether members wait for a rank that is none of them */
static gboolean
give_joint (LscJobReplay *self, const LscReplayJoint *joint, const Last *all)
{
  Last own = find_last (self, joint);
  gboolean is_own = own.ns - all->ns < LEAST_WAIT_NS;

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *op = &self->ops.items[joint->first + i];
      LscReplayRank *rank = &self->ranks[op->rank];
      Idle idle = find_idle (rank->digest, op->own_begin_ns);
      LscReplayMeet meet = { .group = _lsc_replay_get_rank_op (self, op)->group,
                             .op = op->op,
                             .last = is_own ? own.rank : all->rank,
                             .is_of_all = !is_own,
                             .is_prompt = all->ns <= MOST_OF_WAIT * idle.ns };

      if (idle.ns - all->ns >= LEAST_WAIT_NS)
        give (rank, &idle, all->ns, &meet);
    }
  return !is_own;
}

/* ---- operators of several groups that begin together ---- */

static gint64
get_begin_ns (const LscJobReplay *self, const LscReplayJoint *joint)
{
  const LscReplayOp *op = &self->ops.items[joint->first];

  return _lsc_replay_get_rank_op (self, op)->begin_ns + self->ranks[op->rank].shift_ns;
}

/** Met: an operator that begins on its members together */
typedef struct
{
  gint64 begin_ns;
  guint32 joint;
} Met;

LSC_DEFINE_ARRAY (Mets, mets, Met)

static int
compare_mets (const void *a, const void *b)
{
  const Met *x = a, *y = b;

  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  return LSC_ORDER (x->joint, y->joint);
}

/* Whether each rank of the job is a member of just one of them. */
static gboolean
are_all_ranks (const LscJobReplay *self, const Met *mets, gsize n)
{
  g_autofree guint8 *is_seen = g_new0 (guint8, self->n + 1);
  gsize n_seen = 0;

  for (gsize i = 0; i < n; i++)
    {
      const LscReplayJoint *joint = &self->joints.items[mets[i].joint];

      for (guint32 k = 0; k < joint->n; k++, n_seen++)
        if (is_seen[self->ops.items[joint->first + k].rank]++)
          return FALSE;
    }
  return n_seen == self->n;
}

/* All ranks begin within so short a time, though each had its operator launched: not by chance. */
static void
look_at_mets (LscJobReplay *self, const Met *mets, gsize n)
{
  gboolean is_of_all = n > 1 && are_all_ranks (self, mets, n);
  Last all = { 0, G_MAXDOUBLE, G_MAXDOUBLE };
  gboolean is_tied = FALSE;

  for (gsize i = 0; i < n && is_of_all; i++)
    {
      Last last = find_last (self, &self->joints.items[mets[i].joint]);

      all = choose_last (&all, &last);
    }
  for (gsize i = 0; i < n; i++)
    {
      const LscReplayJoint *joint = &self->joints.items[mets[i].joint];
      Last last = is_of_all ? all : find_last (self, joint);

      is_tied = give_joint (self, joint, &last) || is_tied;
    }
  for (gsize i = 0; i < n && is_tied; i++) /* whoever moves up, all begin together */
    self->came[mets[i].joint] = mets[0].joint;
}

/**
 * _lsc_replay_find_meets:
 * @self: with operators, aligned
 *
 * Sets LscReplayRank.given and meets, and came. Source: replay.md#meets.
 */
void
_lsc_replay_find_meets (LscJobReplay *self)
{
  Mets mets = { 0 };

  self->came = g_new (guint32, self->joints.n + 1);
  for (gsize i = 0; i < self->joints.n; i++)
    self->came[i] = (guint32) i;
  for (gsize i = 0; i < self->joints.n; i++)
    {
      const LscReplayJoint *joint = &self->joints.items[i];
      const LscRankOp *first = _lsc_replay_get_rank_op (self, &self->ops.items[joint->first]);

      if (joint->n > 1 && first->kind == LSC_RANK_OP_JOINT && begins_together (self, joint))
        mets_append (&mets, (Met){ get_begin_ns (self, joint), (guint32) i });
    }
  if (mets.n > 1)
    qsort (mets.items, mets.n, sizeof (Met), compare_mets);
  for (gsize begin = 0, end; begin < mets.n; begin = end)
    {
      for (end = begin + 1;
           end < mets.n && mets.items[end].begin_ns - mets.items[begin].begin_ns <= MOST_APART_NS;)
        end++;
      look_at_mets (self, &mets.items[begin], end - begin);
    }
  mets_clear (&mets);
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

/**
 * lsc_job_replay_get_meet:
 * @rank: index in the set
 *
 * Returns: (nullable): where the rank waits longest before an operator that begins on all members
 *   together; %NULL where it waits for none, or the job cannot be replayed
 */
const LscReplayMeet *
lsc_job_replay_get_meet (const LscJobReplay *self, gsize rank)
{
  const LscReplayMeet *longest = NULL;

  g_return_val_if_fail (self && rank < self->n, NULL);
  if (self->is_bound)
    return NULL;
  for (gsize i = 0; i < self->ranks[rank].meets.n; i++)
    if (!longest || self->ranks[rank].meets.items[i].ns > longest->ns)
      longest = &self->ranks[rank].meets.items[i];
  return longest;
}
