/* lsc-overview-slow.c - which rank the others wait for, and why it comes late
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * overview.md#slow. Others may wait for a rank because it is slow, because its stage has more work,
 * or because it waits itself. It is slow only if it does more than its peers: the ranks of its
 * stage, since what stages do differs by design. Worked example: steps of 100 ms, ranks 0 to 3 of
 * one stage compute 60, 60, 60 and 80 ms; 0 to 2 wait 18 ms each for rank 3. 18 % of the step is
 * waiting for rank 3, which computes 20 ms more than the median of its peers: it is slow.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/overview/lsc-overview-private.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

#define MOST_HOPS 8
#define LEAST_PART_SHARE 0.2

/** The ranks that others wait for, and with whom each is compared. */
typedef struct
{
  LscOverview *self;
  const LscRankSet *set;
  const LscWaitMember **worst; /* of each rank: where most is waited for it, (nullable) */
  guint32 *first_pair;         /* of each rank: for whom it waits most, index of a pair or NONE */
  guint32 *next_pair;          /* of each pair: the next one of the same rank, by ns, falling */
  LscIndexes peers;            /* of the rank at work */
  gboolean is_alone;           /* its stage has no other rank: the peers are of other stages */
  gint64 *values;
} Judge;

static gint64
get_length_ns (const Judge *self, gsize index)
{
  gint64 step_ns = _lsc_overview_rank (self->self, index)->step_ns;

  return step_ns != LSC_INT_NULL ? step_ns : self->self->step_ns;
}

/* Somebody waits for it in a group, more than it waits there, and it is mostly the last one. Where
 * ranks take turns to be late the median step of one of them is not what it costs the others. */
static gboolean
is_waited_for (const Judge *self, const LscWaitMember *member)
{
  gint64 step_ns = get_length_ns (self, member->rank);

  return step_ns > 0 && 2 * member->mean_net_ns >= member->net_ns &&
         2 * member->last_ns >= member->wasted_ns && member->wasted_ns > 0 &&
         (double) member->net_ns >= LSC_SLOW_WAIT_SHARE * (double) step_ns;
}

static void
find_worst (Judge *self)
{
  const LscWaitMembers *members = &self->self->waits->members;

  for (gsize i = 0; i < members->n; i++)
    {
      const LscWaitMember *member = &members->items[i];
      const LscWaitMember *before = self->worst[member->rank];

      if (is_waited_for (self, member) && (!before || member->net_ns > before->net_ns))
        self->worst[member->rank] = member;
    }
}

/* Where half of them or more are slow these are no measure for each other. */
static gboolean
are_both_upper (const Judge *self, gsize index, gsize other)
{
  const LscRankCauses *causes = self->self->causes;

  return causes && causes->ranks[index].is_upper && causes->ranks[other].is_upper;
}

static gboolean
is_peer (const Judge *self, gsize index, gsize other, gboolean in_stage)
{
  const LscOverviewRank *a = _lsc_overview_rank (self->self, index);
  const LscOverviewRank *b = _lsc_overview_rank (self->self, other);

  return index != other && (!in_stage || !a->has_stage || (b->has_stage && a->stage == b->stage));
}

static void
list_peers (Judge *self, gsize index, gboolean in_stage)
{
  self->peers.n = 0;
  for (gsize i = 0; i < self->self->ranks->len; i++)
    if (is_peer (self, index, i, in_stage) && !are_both_upper (self, index, i))
      lsc_indexes_append (&self->peers, (guint32) i);
}

static void
choose_peers (Judge *self, gsize index)
{
  list_peers (self, index, TRUE);
  self->is_alone = self->peers.n == 0;
  if (self->is_alone)
    list_peers (self, index, FALSE);
}

static gint64
get_peer_ns (Judge *self, LscWork work)
{
  gsize n = 0;

  for (gsize i = 0; i < self->peers.n; i++)
    {
      gint64 ns = _lsc_overview_rank (self->self, self->peers.items[i])->work_ns[work];

      if (ns != LSC_INT_NULL)
        self->values[n++] = ns;
    }
  return n > 0 ? lsc_median_mean_among_int64 (self->values, n) : LSC_INT_NULL;
}

/* Idle with work launched may be waiting for others outside of any operator, and transfers last as
 * long as the other side makes them. They are the rank's own only if they came before operators in
 * which it was last, and its peers were in them. */
static gboolean
is_own (const Judge *self, gsize index, LscWork work)
{
  const LscWaitMember *worst = self->worst[index];
  const LscWaitMembers *members = &self->self->waits->members;

  if (work != LSC_WORK_DEVICE && work != LSC_WORK_TRANSFER)
    return TRUE;
  if (!worst || worst->more_ns[work] == LSC_INT_NULL || worst->more_ns[work] * 2 < worst->net_ns)
    return FALSE;
  for (gsize i = 0; i < members->n; i++)
    if (members->items[i].group == worst->group && members->items[i].rank != index &&
        !is_peer (self, index, members->items[i].rank, TRUE))
      return FALSE;
  return TRUE;
}

/* What it does most of, beyond its peers; not waiting, which is no work of its own. */
static gint64
find_excess (Judge *self, gsize index)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  gint64 most_ns = 0;

  for (guint work = 0; work < LSC_WORK_WAIT; work++)
    {
      gint64 ns = rank->work_ns[work], peer_ns = get_peer_ns (self, work);

      if (ns == LSC_INT_NULL || peer_ns == LSC_INT_NULL || ns - peer_ns <= most_ns ||
          !is_own (self, index, work))
        continue;
      most_ns = ns - peer_ns;
      rank->excess.work = work;
      rank->excess.ns = ns;
      rank->excess.peer_ns = peer_ns;
    }
  return most_ns;
}

static gboolean
is_enough (const Judge *self, gsize index, gint64 excess_ns, gint64 late_ns)
{
  return (double) excess_ns >= LSC_SLOW_EXCESS_SHARE * (double) get_length_ns (self, index) &&
         (double) excess_ns >= LSC_SLOW_EXCESS_OF_WAIT * (double) late_ns;
}

static char *
say_span (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static LscPhrase *
say_excess (const LscExcess *excess)
{
  g_autofree char *own = say_span (excess->ns);
  g_autofree char *peers = say_span (excess->peer_ns);

  switch (excess->work)
    {
    case LSC_WORK_COMPUTE:
      return lsc_phrase_new (N_ ("computes for %s per step (median), its peers for %s"), own,
                             peers);
    case LSC_WORK_HOST:
      return lsc_phrase_new (N_ ("waits for its host for %s per step (median), its peers for %s"),
                             own, peers);
    case LSC_WORK_DEVICE:
      return lsc_phrase_new (
          N_ ("idles with work launched for %s per step (median), its peers for %s"), own, peers);
    case LSC_WORK_COPY:
      return lsc_phrase_new (N_ ("copies for %s per step (median), its peers for %s"), own, peers);
    default:
      return lsc_phrase_new (N_ ("transfers for %s per step (median), its peers for %s"), own,
                             peers);
    }
}

/* A part that is small against the difference explains nothing. */
static LscPhrase *
say_slow (const LscExcess *excess)
{
  g_autoptr (LscPhrase) what = say_excess (excess);
  gboolean is_module = excess->module && excess->module_ns >= excess->kernel_ns;
  gint64 part_ns = is_module ? excess->module_ns : excess->kernel ? excess->kernel_ns : 0;
  g_autofree char *part = say_span (part_ns);

  if (part_ns == 0 || (double) part_ns < LEAST_PART_SHARE * (double) (excess->ns - excess->peer_ns))
    return g_steal_pointer (&what);
  return lsc_phrase_new (N_ ("%s; %s of the difference is %s"), lsc_phrase_as_argument (what), part,
                         is_module ? excess->module : excess->kernel);
}

/* Medians of the steps decide; told is what bars and tables of ranks have of computing, that of the
 * step of median length, so that a reader finds the same figure there. */
static void
tell_as_table (Judge *self, gsize index)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  gint64 own_ns = rank->ns[LSC_BUDGET_COMPUTE], peer_ns;
  gsize n = 0;

  if (rank->excess.work != LSC_WORK_COMPUTE || own_ns == LSC_INT_NULL)
    return;
  for (gsize i = 0; i < self->peers.n; i++)
    {
      gint64 ns = _lsc_overview_rank (self->self, self->peers.items[i])->ns[LSC_BUDGET_COMPUTE];

      if (ns != LSC_INT_NULL)
        self->values[n++] = ns;
    }
  peer_ns = n > 0 ? lsc_median_mean_among_int64 (self->values, n) : LSC_INT_NULL;
  if (peer_ns == LSC_INT_NULL || own_ns <= peer_ns)
    return;
  rank->excess.ns = own_ns;
  rank->excess.peer_ns = peer_ns;
}

static void
set_slow (Judge *self, gsize index)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);

  rank->verdict = LSC_RANK_SLOW;
  tell_as_table (self, index);
  _lsc_overview_find_owners (rank, self->set, index, &self->peers);
  lsc_phrase_free (rank->reason);
  rank->reason = lsc_rank_causes_is_late_with_host (self->self->causes, index)
                     ? lsc_phrase_new_text (N_ ("launches late, as all ranks of its host do"))
                     : say_slow (&rank->excess);
}

/* Others of its stage do as much: then the stage is compared with the rest. Stages wait for each
 * other in turn; it is not the cause unless less is waited on it than for it. */
static gboolean
is_of_slow_stage (Judge *self, gsize index, gint64 late_ns)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  g_autofree char *own = NULL;
  g_autofree char *others = NULL;
  gsize n = 0;

  self->peers.n = 0;
  for (gsize i = 0; rank->has_stage && i < self->self->ranks->len; i++)
    if (!is_peer (self, index, i, TRUE) && i != index)
      lsc_indexes_append (&self->peers, (guint32) i);
  n = self->peers.n;
  if (n == 0 || rank->late_ns <= rank->waited_ns ||
      !is_enough (self, index, find_excess (self, index), late_ns) ||
      rank->excess.work != LSC_WORK_COMPUTE)
    return FALSE;
  rank->verdict = LSC_RANK_OF_SLOW_STAGE;
  tell_as_table (self, index);
  own = say_span (rank->excess.ns);
  others = say_span (rank->excess.peer_ns);
  _lsc_overview_find_owners (rank, self->set, index, &self->peers);
  rank->reason = lsc_phrase_new (
      N_ ("the whole stage computes longer: %s per step, other stages %s"), own, others);
  return TRUE;
}

/* Pairs stand by ns, falling. */
static void
index_pairs (Judge *self)
{
  const LscWaitPairs *pairs = &self->self->waits->pairs;

  for (gsize i = 0; i < self->self->ranks->len; i++)
    self->first_pair[i] = LSC_SLICE_NONE;
  for (gsize i = pairs->n; i-- > 0;)
    {
      self->next_pair[i] = self->first_pair[pairs->items[i].waiter];
      self->first_pair[pairs->items[i].waiter] = (guint32) i;
    }
}

/* The rank for which @waiter waits most, G_MAXSIZE for none. */
static gsize
find_cause (const Judge *self, gsize waiter)
{
  guint32 first = self->first_pair[waiter];

  return first != LSC_SLICE_NONE ? self->self->waits->pairs.items[first].cause : G_MAXSIZE;
}

static void
set_victim (Judge *self, gsize index, gsize cause)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  const LscOverviewRank *awaited = _lsc_overview_rank (self->self, cause);
  g_autoptr (LscPhrase) name = lsc_rank_name_new (awaited->rank, awaited->label);

  rank->verdict = LSC_RANK_VICTIM;
  rank->cause = awaited->rank;
  rank->reason =
      lsc_phrase_new (N_ ("is late because it waits for %s"), lsc_phrase_as_argument (name));
}

/* Where waiting is recorded in which others wait for the rank, the replay judges that; what is left
 * is idleness that nothing recorded explains. */
static gint64
get_idle_ns (const Judge *self, gsize index, gsize other)
{
  const LscOverviewRank *rank = _lsc_overview_rank (self->self, other);

  return self->worst[index]
             ? rank->work_ns[LSC_WORK_DEVICE]
             : lsc_int_add (rank->work_ns[LSC_WORK_DEVICE], rank->work_ns[LSC_WORK_WAIT]);
}

/* Whether a rank computes the same layers of the same samples: it waits in each of them. */
static gboolean
is_of_replica (const Judge *self, gsize index, gsize other)
{
  const gint64 *a = _lsc_overview_rank (self->self, index)->place.at;
  const gint64 *b = _lsc_overview_rank (self->self, other)->place.at;

  return a[LSC_DIM_DP] >= 0 && a[LSC_DIM_DP] == b[LSC_DIM_DP] && a[LSC_DIM_PP] == b[LSC_DIM_PP];
}

/* How much longer than this rank its peers, or those of its replica, are idle or wait, on the
 * median. */
static gint64
get_peers_idle_ns (Judge *self, gsize index, gboolean in_replica)
{
  gint64 own_ns = get_idle_ns (self, index, index);
  gsize n = 0;

  for (gsize i = 0; i < self->peers.n && own_ns != LSC_INT_NULL; i++)
    {
      gint64 ns = get_idle_ns (self, index, self->peers.items[i]);

      if (ns != LSC_INT_NULL && (!in_replica || is_of_replica (self, index, self->peers.items[i])))
        self->values[n++] = ns - own_ns;
    }
  return n > 0 ? lsc_median_mean_among_int64 (self->values, n) : 0;
}

/* Nobody waits for it where that is seen, but its peers are idle while it works. */
static gboolean
is_slow_unseen (Judge *self, gsize index)
{
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  gint64 excess_ns, idle_ns;

  if (rank->verdict != LSC_RANK_FINE ||
      self->self->causes->ranks[index].kind == LSC_RANK_CAUSE_NONE)
    return FALSE;
  choose_peers (self, index);
  excess_ns = find_excess (self, index);
  idle_ns = MAX (get_peers_idle_ns (self, index, FALSE), get_peers_idle_ns (self, index, TRUE));
  if (self->is_alone ||
      (double) excess_ns < LSC_SLOW_UNSEEN_SHARE * (double) get_length_ns (self, index) ||
      (double) idle_ns < LSC_SLOW_UNSEEN_IDLE * (double) excess_ns)
    return FALSE;
  rank->peers_idle_ns = idle_ns;
  lsc_rank_causes_take_unseen (self->self->causes, index, (double) idle_ns);
  return TRUE;
}

/* A slow rank of its own stage keeps it: much of what others wait for this one is that wait. */
static gboolean
is_victim_of_peer (Judge *self, gsize index, gint64 late_ns)
{
  const LscWaitPairs *pairs = &self->self->waits->pairs;
  gint64 n_steps = self->set->steps[index].n_typical;
  gint64 waited_ns = 0;
  gsize cause = G_MAXSIZE;

  for (guint32 i = self->first_pair[index]; i != LSC_SLICE_NONE; i = self->next_pair[i])
    {
      const LscWaitPair *pair = &pairs->items[i];

      if (!is_peer (self, index, pair->cause, TRUE) ||
          _lsc_overview_rank (self->self, pair->cause)->verdict != LSC_RANK_SLOW)
        continue;
      waited_ns += pair->ns;
      cause = cause == G_MAXSIZE ? pair->cause : cause;
    }
  if (waited_ns == 0 ||
      (double) waited_ns < LSC_SLOW_EXCESS_OF_WAIT * (double) late_ns * (double) n_steps)
    return FALSE;
  set_victim (self, index, cause);
  return TRUE;
}

/* What others wait for, as causes tell: more work, its clock, device or host. */
static gboolean
is_root (Judge *self, gsize index)
{
  const LscRankCause *cause = &self->self->causes->ranks[index];
  LscOverviewRank *rank = _lsc_overview_rank (self->self, index);
  LscWork work = cause->kind == LSC_RANK_CAUSE_HOST ? LSC_WORK_HOST : LSC_WORK_COMPUTE;

  if (!cause->is_root || rank->verdict == LSC_RANK_UNJUDGED)
    return FALSE;
  choose_peers (self, index);
  rank->excess.work = work;
  rank->excess.ns = rank->work_ns[work];
  rank->excess.peer_ns = get_peer_ns (self, work);
  return TRUE;
}

/* Follows whom a rank waits for up to one that is slow. */
static void
follow (Judge *self, gsize index)
{
  gsize at = index;

  for (guint hop = 0; hop < MOST_HOPS; hop++)
    {
      at = find_cause (self, at);
      if (at == G_MAXSIZE || at == index)
        return;
      if (_lsc_overview_rank (self->self, at)->verdict != LSC_RANK_SLOW)
        continue;
      set_victim (self, index, at);
      return;
    }
}

static void
set_group (Judge *self, gsize index)
{
  const GArray *groups = self->self->waits->groups;

  for (guint i = 0; i < groups->len; i++)
    if (g_array_index (groups, LscWaitGroup, i).group == self->worst[index]->group)
      _lsc_overview_rank (self->self, index)->group =
          g_strdup (g_array_index (groups, LscWaitGroup, i).label);
}

/** Finds LscOverviewRank.verdict of all ranks, and what goes with it. */
void
_lsc_overview_judge (LscOverview *self, const LscRankSet *set)
{
  gsize n = self->ranks->len;
  g_autofree const LscWaitMember **worst = g_new0 (const LscWaitMember *, n + 1);
  g_autofree gint64 *values = g_new (gint64, n + 1);
  g_autofree guint32 *first_pair = g_new (guint32, n + 1);
  g_autofree guint32 *next_pair = g_new (guint32, self->waits->pairs.n + 1);
  Judge judge = { .self = self,
                  .set = set,
                  .worst = worst,
                  .first_pair = first_pair,
                  .next_pair = next_pair,
                  .values = values };

  find_worst (&judge);
  index_pairs (&judge);
  for (gsize i = 0; i < n; i++)
    _lsc_overview_rank (self, i)->verdict =
        self->waits->has_waits[i] && !self->uneven ? LSC_RANK_FINE : LSC_RANK_UNJUDGED;
  if (self->uneven)
    return;
  for (gsize i = 0; i < n; i++)
    if (is_root (&judge, i) || is_slow_unseen (&judge, i))
      set_slow (&judge, i);
  for (gsize i = 0; i < n; i++)
    {
      if (!worst[i])
        continue;
      set_group (&judge, i);
      if (_lsc_overview_rank (self, i)->verdict == LSC_RANK_FINE &&
          !is_victim_of_peer (&judge, i, worst[i]->net_ns) &&
          !is_of_slow_stage (&judge, i, worst[i]->net_ns))
        follow (&judge, i);
    }
  for (gsize i = 0; i < n; i++)
    self->n_slow += _lsc_overview_rank (self, i)->verdict == LSC_RANK_SLOW;
  lsc_indexes_clear (&judge.peers);
}
