/* lsc-rank-waits.c - who waited for whom in the collectives and messages of several ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * overview.md#waits: members of an operator leave it together, so what it took longer on one of
 * them than on the one where it was shortest was waiting for that one, the last to arrive. No
 * clocks are compared. Worked example: an all-reduce takes 12, 10 and 3 ms on ranks 0, 1, 2. They
 * waited 9, 7 and 0 ms; rank 2 came last and caused 16 ms of waiting, 8 ms on the mean of those who
 * waited.
 */
#include "config.h"

#include "judge/overview/lsc-rank-waits.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table.h"
#include "judge/overview/lsc-rank-match.h"
#include "base/lsc-hash.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define CHECK_RUNS 1024

const LscWord lsc_group_state_words[LSC_GROUP_N_STATES] = {
  { "complete", N_ ("complete") },
  { "missing", N_ ("members were not opened") },
  { "unknown", N_ ("the members are not known") },
  { "unmatched", N_ ("messages between more than two ranks, of unknown partners") },
  { "uneven", N_ ("some operators are missing on some members") },
};

/* So much longer than the other side, at least, a task cannot be: ends of operators and tasks are
 * not measured at one place. */
#define WRONG_PART 10
#define LEAST_WRONG_NS 20000

/** A member of the group at work. @late_ns, @waited_ns: by step of its rank */
typedef struct
{
  LscWaitMember sums;
  LscInt64s late_ns;
  LscInt64s waited_ns;
  gboolean has_more;
} Member;

typedef struct
{
  const LscRankSet *set;
  LscMatch *match;
  LscRankWaits *waits;
  LscHash pair_index;
  LscIntervals *hulls;         /* of each rank: when it waited */
  LscIntervals *message_hulls; /* the same in messages alone */
  Member *members;             /* of each rank: in the group at work */
  LscIndexes present;          /* ranks with a member in use */
  gint64 *scratch;
} Walk;

/** One operator on all members of its group. */
typedef struct
{
  const LscMatchItem *items;
  gsize n;
  gsize last; /* the shortest */
  gint64 least_ns;
  gint64 late_ns; /* mean wait of the others that no computing hides */
} Joint;

static guint64
hash_pair (const LscWaitPair *pair)
{
  return lsc_hash_mix (lsc_hash_mix (lsc_hash_mix (0, pair->waiter), pair->cause), pair->group);
}

static gboolean
is_same_pair (const LscWaitPair *a, const LscWaitPair *b)
{
  return a->waiter == b->waiter && a->cause == b->cause && a->group == b->group;
}

LSC_DEFINE_HASH (pairs, LscWaitPair, hash_pair, is_same_pair)

static const LscRankOp *
get_op (const Walk *self, const LscMatchItem *item)
{
  return &self->set->digests[item->rank]->ops.items[item->op];
}

static gboolean
is_message (const LscRankOp *op)
{
  return op->kind != LSC_RANK_OP_JOINT && op->kind != LSC_RANK_OP_ROOTED;
}

static gint64
get_length_ns (const Walk *self, const LscMatchItem *item)
{
  const LscRankOp *op = get_op (self, item);

  return op->end_ns - op->begin_ns;
}

static gboolean
is_counted (const Walk *self, const LscMatchItem *item)
{
  return lsc_rank_set_counts (self->set, item->rank, get_op (self, item)->step);
}

static Member *
use_member (Walk *self, const LscMatchItem *item)
{
  Member *member = &self->members[item->rank];
  guint n_steps = self->set->digests[item->rank]->steps.n;

  if (member->late_ns.n > 0 || n_steps == 0)
    return member;
  member->sums = (LscWaitMember){ .group = item->group, .rank = item->rank };
  for (guint i = 0; i < n_steps; i++)
    {
      lsc_int64s_append (&member->late_ns, 0);
      lsc_int64s_append (&member->waited_ns, 0);
    }
  lsc_indexes_append (&self->present, item->rank);
  return member;
}

/* ---- one operator ---- */

static void
add_pair (Walk *self, const Joint *joint, const LscMatchItem *item, gint64 wait_ns)
{
  const LscRankOp *op = get_op (self, item);
  LscWaitPairs *pairs = &self->waits->pairs;
  LscWaitPair key = { .waiter = item->rank,
                      .cause = joint->items[joint->last].rank,
                      .group = item->group,
                      .slice = LSC_SLICE_NONE };
  guint32 index = pairs_put (&self->pair_index, pairs->items, &key, (guint32) pairs->n);
  LscWaitPair *pair;

  if (index == pairs->n)
    lsc_wait_pairs_append (pairs, key);
  pair = &pairs->items[index];
  pair->ns += wait_ns;
  pair->n++;
  pair->is_bound = pair->is_bound || op->kind == LSC_RANK_OP_ROOTED;
  if (wait_ns <= pair->longest_ns)
    return;
  pair->longest_ns = wait_ns;
  pair->begin_ns = op->begin_ns;
  pair->end_ns = op->end_ns;
  pair->slice = op->slice;
  pair->name = lsc_intern_add (self->match->texts,
                               lsc_intern_text (self->set->digests[item->rank]->texts, op->name));
}

static void
add_wait (Walk *self, const Joint *joint, const LscMatchItem *item)
{
  const LscRankOp *op = get_op (self, item);
  gint64 wait_ns = get_length_ns (self, item) - joint->least_ns;
  Member *member = use_member (self, item);
  LscInterval waited;

  self->waits->has_waits[item->rank] = TRUE;
  if (op->step >= member->waited_ns.n)
    return;
  self->waits->sums[item->rank][op->step].waited_ns += wait_ns;
  if (is_message (op)) /* its sum, until the moments are known that count once: measure_hull */
    self->waits->sums[item->rank][op->step].message_ns += wait_ns;
  member->waited_ns.items[op->step] += wait_ns;
  if (wait_ns == 0)
    return;
  waited = (LscInterval){ op->begin_ns, op->begin_ns + wait_ns };
  lsc_intervals_append (&self->hulls[item->rank], waited);
  if (is_message (op))
    lsc_intervals_append (&self->message_hulls[item->rank], waited);
  if (is_counted (self, &joint->items[joint->last]))
    add_pair (self, joint, item, wait_ns);
}

/* What the last one did since it left the group before, less what the others did on the median. */
static void
add_more (Walk *self, const Joint *joint, Member *member)
{
  for (gsize i = 0; i < joint->n; i++)
    if (!self->set->digests[joint->items[i].rank]->has_work)
      return;
  member->has_more = TRUE;
  for (guint work = 0; work < LSC_WORK_N; work++)
    {
      gsize n = 0;

      for (gsize i = 0; i < joint->n; i++)
        if (i != joint->last)
          self->scratch[n++] = get_op (self, &joint->items[i])->work_ns[work];
      member->sums.more_ns[work] += get_op (self, &joint->items[joint->last])->work_ns[work] -
                                    lsc_median_mean_int64 (self->scratch, n);
    }
}

static void
add_last (Walk *self, const Joint *joint, gint64 caused_ns)
{
  const LscMatchItem *item = &joint->items[joint->last];
  guint32 step = get_op (self, item)->step;
  Member *member = use_member (self, item);
  LscWaitSum *sum;

  if (step >= member->late_ns.n || caused_ns == 0)
    return;
  sum = &self->waits->sums[item->rank][step];
  sum->caused_ns += caused_ns;
  sum->late_ns += joint->late_ns;
  member->late_ns.items[step] += joint->late_ns;
  if (!is_counted (self, item))
    return;
  member->sums.last_ns += joint->late_ns;
  member->sums.n_last++;
  add_more (self, joint, member);
}

/* How many of a group could have waited for one of them: in a message most of them have no part. */
static gint64
count_others (const Walk *self, const LscMatchItem *item, gsize n)
{
  const LscMatchGroup *about = &g_array_index (self->match->groups, LscMatchGroup, item->group);

  return (gint64) (item->is_pair ? about->members->n : n) - 1;
}

/* A message moves while both sides last: tasks that say otherwise are told. */
static void
check_message (Walk *self, const LscMatchItem *item, const LscMatchItem *other)
{
  LscWrongMessages *wrong = &self->waits->wrong;
  gint64 moved_ns = get_op (self, item)->moved_ns, other_ns = get_length_ns (self, other);

  if (moved_ns <= other_ns + MAX (other_ns / WRONG_PART, LEAST_WRONG_NS))
    return;
  wrong->n++;
  if (is_counted (self, item))
    self->waits->wrong_ns[item->rank] += moved_ns - other_ns;
  if (moved_ns - other_ns <= wrong->moved_ns - wrong->other_ns)
    return;
  wrong->rank = item->rank;
  wrong->moved_ns = moved_ns;
  wrong->other_ns = other_ns;
}

static void
add_joint (Walk *self, const LscMatchItem *items, gsize n)
{
  Joint joint = { items, n, 0, G_MAXINT64, 0 };
  gint64 caused_ns = 0, cost_ns = 0;

  for (gsize i = 0; i < n; i++)
    if (get_length_ns (self, &items[i]) < joint.least_ns)
      {
        joint.least_ns = get_length_ns (self, &items[i]);
        joint.last = i;
      }
  for (gsize i = 0; i < n; i++)
    {
      gint64 wait_ns = get_length_ns (self, &items[i]) - joint.least_ns;
      gint64 exposed_ns = get_op (self, &items[i])->exposed_ns;

      if (n == 2 && is_message (get_op (self, &items[i])))
        check_message (self, &items[i], &items[1 - i]);
      caused_ns += wait_ns;
      cost_ns += exposed_ns == LSC_INT_NULL ? wait_ns : MIN (wait_ns, exposed_ns);
      add_wait (self, &joint, &items[i]);
    }
  joint.late_ns = cost_ns / count_others (self, items, n);
  add_last (self, &joint, caused_ns);
  if (is_counted (self, &items[joint.last]))
    for (gsize i = 0; i < n; i++)
      {
        Member *member = use_member (self, &items[i]);

        member->sums.wasted_ns += joint.late_ns;
        member->sums.n++;
      }
}

/* ---- one group ---- */

static void
find_net (Walk *self, Member *member)
{
  const LscStepRange *steps = &self->set->steps[member->sums.rank];
  g_autofree gint64 *net_ns = g_new (gint64, member->late_ns.n + 1);
  gint64 sum_ns = 0;
  gsize n = 0;

  for (guint i = steps->begin; i < steps->end; i++)
    if (lsc_rank_set_counts (self->set, member->sums.rank, i))
      {
        net_ns[n] = member->late_ns.items[i] - member->waited_ns.items[i];
        sum_ns += net_ns[n++];
      }
  member->sums.net_ns = n > 0 ? lsc_median_lower_int64 (net_ns, n) : 0;
  member->sums.mean_net_ns = n > 0 ? sum_ns / (gint64) n : 0;
}

static void
end_member (Walk *self, Member *member)
{
  gint64 n_steps = MAX ((gint64) self->set->steps[member->sums.rank].n_typical, 1);

  find_net (self, member);
  for (guint work = 0; work < LSC_WORK_N; work++)
    member->sums.more_ns[work] =
        member->has_more ? member->sums.more_ns[work] / n_steps : LSC_INT_NULL;
  lsc_wait_members_append (&self->waits->members, member->sums);
  lsc_int64s_clear (&member->late_ns);
  lsc_int64s_clear (&member->waited_ns);
  *member = (Member){ 0 };
}

static void
end_group (Walk *self, const LscMatchItem *item, LscWaitGroup *group)
{
  const LscMatchGroup *known = &g_array_index (self->match->groups, LscMatchGroup, item->group);

  for (gsize i = 0; i < self->present.n; i++)
    end_member (self, &self->members[self->present.items[i]]);
  self->present.n = 0;
  if (group->n_members == 1)
    return;
  group->group = item->group;
  group->label =
      g_strdup (known->members ? known->label : lsc_intern_text (self->match->texts, item->group));
  group->n_loaded = (gint64) known->n_loaded;
  if (group->n_left > 0)
    group->state = group->n_members == 0                           ? LSC_GROUP_UNKNOWN
                   : group->n_loaded < group->n_members            ? LSC_GROUP_MISSING
                   : known->n_messages > 0 && group->n_members > 2 ? LSC_GROUP_UNMATCHED
                                                                   : LSC_GROUP_UNEVEN;
  g_array_append_val (self->waits->groups, *group);
}

static gboolean
walk_groups (Walk *self, LscJob *job, GError **error)
{
  const LscMatchItem *items = self->match->items.items;
  gsize n_items = self->match->items.n, n_runs = 0, end;
  LscWaitGroup group = { 0 };

  for (gsize begin = 0; begin < n_items; begin = end)
    {
      const LscMatchGroup *about =
          &g_array_index (self->match->groups, LscMatchGroup, items[begin].group);

      if (n_runs++ % CHECK_RUNS == 0 && !lsc_job_check (job, error))
        return FALSE;
      for (end = begin + 1; end < n_items && lsc_match_is_same (&items[begin], &items[end]);)
        end++;
      group.n_members = about->members ? (gint64) about->members->n : 0;
      if (lsc_match_is_whole (self->match, self->set, &items[begin], end - begin))
        {
          add_joint (self, &items[begin], end - begin);
          group.n_ops++;
        }
      else
        group.n_left++;
      if (end < n_items && items[end].group == items[begin].group)
        continue;
      end_group (self, &items[begin], &group);
      group = (LscWaitGroup){ 0 };
    }
  return TRUE;
}

/* ---- all ---- */

/* Each moment of a step in @hull once. @sum_ns: of where the step's place on the clock is not
 * known. */
static gint64
measure_step (const LscIntervals *hull, const LscBudgetStep *step, gboolean is_only, gint64 sum_ns)
{
  LscIntervals clipped = { 0 };
  gint64 ns = sum_ns;

  if (step->end_ns > step->begin_ns)
    {
      lsc_intervals_clip (hull, step->begin_ns, step->end_ns, &clipped);
      ns = lsc_intervals_length (&clipped);
    }
  else if (is_only)
    ns = lsc_intervals_length (hull);
  lsc_intervals_clear (&clipped);
  return ns;
}

/* Receives are posted together and wait at the same time: as a sum their part would be more than
 * its whole. */
static void
measure_hull (Walk *self, gsize index)
{
  const LscStepRange *steps = &self->set->steps[index];
  gboolean is_only = steps->end - steps->begin == 1;

  lsc_intervals_merge (&self->hulls[index]);
  lsc_intervals_merge (&self->message_hulls[index]);
  for (guint i = steps->begin; i < steps->end; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (self->set->digests[index], i);
      LscWaitSum *sum = &self->waits->sums[index][i];

      sum->hull_ns = measure_step (&self->hulls[index], step, is_only, sum->waited_ns);
      sum->message_ns = measure_step (&self->message_hulls[index], step, is_only, sum->message_ns);
    }
}

static int
compare_pairs (const void *a, const void *b)
{
  const LscWaitPair *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  LSC_RETURN_ORDER (x->waiter, y->waiter);
  LSC_RETURN_ORDER (x->cause, y->cause);
  return LSC_ORDER (x->group, y->group);
}

static void
clear_group (gpointer group)
{
  g_free (((LscWaitGroup *) group)->label);
}

static void
walk_init (Walk *self, const LscRankSet *set)
{
  gsize n = set->n;
  LscRankWaits *waits = g_new0 (LscRankWaits, 1);

  *self = (Walk){ .set = set, .waits = waits };
  self->hulls = g_new0 (LscIntervals, n + 1);
  self->message_hulls = g_new0 (LscIntervals, n + 1);
  self->members = g_new0 (Member, n + 1);
  self->scratch = g_new (gint64, n + 1);
  waits->n_ranks = n;
  waits->sums = g_new0 (LscWaitSum *, n + 1);
  waits->has_waits = g_new0 (gboolean, n + 1);
  waits->wrong_ns = g_new0 (gint64, n + 1);
  waits->groups = g_array_new (FALSE, FALSE, sizeof (LscWaitGroup));
  g_array_set_clear_func (waits->groups, clear_group);
  for (gsize i = 0; i < n; i++)
    waits->sums[i] = g_new0 (LscWaitSum, set->digests[i]->steps.n + 1);
}

static void
walk_clear (Walk *self)
{
  for (gsize i = 0; i < self->set->n; i++)
    {
      lsc_intervals_clear (&self->hulls[i]);
      lsc_intervals_clear (&self->message_hulls[i]);
      lsc_int64s_clear (&self->members[i].late_ns);
      lsc_int64s_clear (&self->members[i].waited_ns);
    }
  g_free (self->hulls);
  g_free (self->message_hulls);
  g_free (self->members);
  g_free (self->scratch);
  lsc_indexes_clear (&self->present);
  lsc_hash_clear (&self->pair_index);
}

/* Transfers of op timelines begin when the last one has come. */
static gboolean
are_of_ops (const LscRankSet *set)
{
  for (gsize i = 0; i < set->n; i++)
    if (set->digests[i]->is_of_ops)
      return TRUE;
  return FALSE;
}

static LscRankWaits *
walk_all (const LscRankSet *set, LscMatch *match, LscJob *job, GError **error)
{
  Walk walk;
  gboolean is_done;
  LscRankWaits *waits;

  walk_init (&walk, set);
  walk.match = match;
  waits = walk.waits;
  waits->texts = lsc_intern_ref (match->texts);
  is_done = are_of_ops (set) || walk_groups (&walk, job, error);
  for (gsize i = 0; is_done && i < set->n; i++)
    measure_hull (&walk, i);
  if (waits->pairs.n > 1)
    qsort (waits->pairs.items, waits->pairs.n, sizeof (LscWaitPair), compare_pairs);
  walk_clear (&walk);
  if (!is_done)
    g_clear_pointer (&waits, lsc_rank_waits_free);
  return waits;
}

/**
 * lsc_rank_waits_new:
 * @match: (nullable): of @set, if that is known; its texts grow
 *
 * Formulas: overview.md#waits.
 *
 * Cost: O(n) of all operators, O(n log n) without @match. Thread: any.
 *
 * Returns: (transfer full): the waits; %NULL with %LSC_ERROR_CANCELLED
 */
LscRankWaits *
lsc_rank_waits_new (const LscRankSet *set, LscMatch *match, LscJob *job, GError **error)
{
  LscRankWaits *waits = NULL;
  LscMatch own;

  g_return_val_if_fail (set, NULL);
  if (match)
    return walk_all (set, match, job, error);
  if (lsc_match_ranks (&own, set, job, error))
    waits = walk_all (set, &own, job, error);
  lsc_match_clear (&own);
  return waits;
}

void
lsc_rank_waits_free (LscRankWaits *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n_ranks; i++)
    g_free (self->sums[i]);
  g_free (self->sums);
  g_free (self->has_waits);
  g_free (self->wrong_ns);
  lsc_wait_pairs_clear (&self->pairs);
  lsc_wait_members_clear (&self->members);
  g_array_unref (self->groups);
  lsc_intern_unref (self->texts);
  g_free (self);
}
