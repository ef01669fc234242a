/* lsc-overview-words.c - the overview in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/overview/lsc-awaited.h"
#include "judge/overview/lsc-overview-cover.h"
#include "judge/overview/lsc-overview-private.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

#define MOST_SLOW 3
#define MOST_PAIRS 3
#define MOST_COVERED 0.5 /* of what a rank takes longer: a gain that needs no reason */
/* Of the step: waits below it are not worth a sentence. */
#define LEAST_PAIR_SHARE 0.01
/* Of the step: a host that takes so much longer for it than the device is worth a word. */
#define SPENT_LEAD 0.02

static char *
say_span (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static void
add (LscOverview *self, LscPhrase *phrase)
{
  g_ptr_array_add (self->lines, phrase);
}

static gboolean
is_of_rank (const LscOverview *self, const LscOverviewStep *step, const LscOverviewRank *rank)
{
  return _lsc_overview_rank (self, step->index) == rank;
}

/* The step from which on the host has no lead any more at its end, after it had one. */
static const LscOverviewStep *
find_caught_up (const LscOverview *self, const LscOverviewRank *rank)
{
  const LscOverviewStep *caught_up = NULL;
  gboolean was_ahead = FALSE;

  for (guint i = 0; i < self->steps.n; i++)
    {
      const LscOverviewStep *step = &self->steps.items[i];

      if (!is_of_rank (self, step, rank))
        continue;
      if (step->sums.lead_end_ns > 0)
        {
          was_ahead = TRUE;
          caught_up = NULL;
        }
      else if (was_ahead && !caught_up)
        caught_up = step;
    }
  return caught_up;
}

/**
 * lsc_overview_say_basis:
 *
 * Whose marks the steps are, where that is not the device: once, for all that is said of them
 * (steps.md#device-step).
 *
 * Returns: (transfer full) (nullable): a sentence
 */
LscPhrase *
lsc_overview_say_basis (const LscOverview *self)
{
  const LscOverviewRank *rank;

  g_return_val_if_fail (self, NULL);
  rank = _lsc_overview_find_longest (self);
  if (rank && self->is_of_ops)
    return lsc_phrase_new_text (
        N_ ("Who waits for whom, and the time between steps, is not known: transfers were recorded "
            "without waits, and each step by its own clock."));
  if (!rank || rank->steps_rule != LSC_STEPS_UNLINKED ||
      lsc_int_or_zero (rank->ns[LSC_BUDGET_COMPUTE]) <= 0)
    return NULL;
  return lsc_phrase_new_text (N_ ("Steps are by the host's marks, as launches were not recorded."));
}

/* One step has two lengths where the host is ahead: the device's is the step, and what the host
 * takes for it is named as that. Where the host takes longer it lives on its lead. */
static void
say_ahead (LscOverview *self, const LscOverviewRank *rank)
{
  gint64 spent_ns = rank->host_step_ns - rank->step_ns;
  gboolean is_spent = rank->step_ns > 0 && (double) spent_ns > SPENT_LEAD * (double) rank->step_ns;
  g_autofree char *host_step = say_span (rank->host_step_ns);
  g_autofree char *step = say_span (rank->step_ns);
  g_autofree char *lead = say_span (rank->lead_ns);
  g_autofree char *spent = say_span (spent_ns);
  g_autoptr (LscPhrase) name = lsc_rank_name_new_first (rank->rank, rank->label);

  if (self->ranks->len > 1 && is_spent)
    add (self, lsc_phrase_new (N_ ("%s: a step takes %s on the device and %s on the host, which "
                                   "begins it %s earlier and loses %s of that lead per step."),
                               lsc_phrase_as_argument (name), step, host_step, lead, spent));
  else if (is_spent)
    add (self, lsc_phrase_new (N_ ("A step takes %s on the device and %s on the host, which begins "
                                   "it %s earlier and loses %s of that lead per step."),
                               step, host_step, lead, spent));
  else if (self->ranks->len > 1)
    add (self, lsc_phrase_new (N_ ("%s: the host runs ahead. A step takes it %s, and the device "
                                   "starts the step %s later."),
                               lsc_phrase_as_argument (name), host_step, lead));
  else
    add (self, lsc_phrase_new (N_ ("The host runs ahead: a step takes %s on the host, and the "
                                   "device starts it %s later."),
                               host_step, lead));
}

static void
say_host (LscOverview *self)
{
  const LscOverviewRank *rank = _lsc_overview_find_longest (self);
  const LscOverviewStep *caught_up = rank ? find_caught_up (self, rank) : NULL;
  gboolean is_ahead = rank && rank->steps_rule == LSC_STEPS_BY_DEVICE &&
                      rank->lead_ns != LSC_INT_NULL && rank->host_step_ns != LSC_INT_NULL;
  LscPhrase *basis = lsc_overview_say_basis (self);

  if (basis)
    add (self, basis);
  if (!is_ahead)
    return;
  say_ahead (self, rank);
  if (caught_up)
    add (self,
         lsc_phrase_new (N_ ("From step %" PRId64
                             " on it no longer runs ahead, so its launches can delay the device."),
                         caught_up->sums.step));
}

static void
say_before (LscOverview *self)
{
  const LscOverviewRank *rank = _lsc_overview_find_longest (self);
  g_autofree char *before = rank && rank->before_ns > 0 ? say_span (rank->before_ns) : NULL;

  if (self->ranks->len != 1) /* each rank has its own, which its notice tells */
    return;
  if (!before || rank->first_step == LSC_INT_NULL)
    return;
  add (self, lsc_phrase_new (N_ ("%s of kernels were launched before step %" PRId64
                                 ", the first recorded step, and belong to no step."),
                             before, rank->first_step));
}

static LscPhrase *
say_wait (const LscOverviewRank *rank)
{
  g_autofree char *idle = say_span (rank->peers_idle_ns);
  g_autofree char *caused = say_span (rank->caused_wait_ns);

  return rank->peers_idle_ns > 0
             ? lsc_phrase_new (N_ ("its peers idle or wait %s longer per step"), idle)
             : lsc_phrase_new (N_ ("the waits of all other ranks for it add up to %s per step"),
                               caused);
}

static LscPhrase *
say_rank (const LscOverviewRank *rank)
{
  g_autoptr (LscPhrase) wait = say_wait (rank);
  g_autoptr (LscPhrase) name = lsc_rank_name_new_first (rank->rank, rank->label);

  /* others wait for it in other steps than the median one */
  if (rank->peers_idle_ns <= 0 && rank->caused_wait_ns <= 0)
    return lsc_phrase_new (N_ ("%s is slow: it %s."), lsc_phrase_as_argument (name),
                           lsc_phrase_as_argument (rank->reason));
  return lsc_phrase_new (N_ ("%s is slow: it %s; %s."), lsc_phrase_as_argument (name),
                         lsc_phrase_as_argument (rank->reason), lsc_phrase_as_argument (wait));
}

/* Why mending the ranks that are slow for the reason of one of them gains little. */
static void
say_cover (LscOverview *self, gsize index)
{
  g_autofree LscRankLoad *loads = g_new0 (LscRankLoad, self->ranks->len + 1);
  const LscRankCause *cause = &self->causes->ranks[index];
  double gain_ns = self->causes->gains_ns[cause->kind];
  g_autofree char *gain = say_span ((gint64) (MAX (gain_ns, 0) + 0.5));
  g_autoptr (LscPhrase) reason = NULL;
  LscRankCover cover;

  if (self->causes->is_bound || !cause->is_root || gain_ns >= MOST_COVERED * cause->excess_ns)
    return;
  for (guint i = 0; i < self->ranks->len; i++)
    loads[i] = lsc_overview_rank_get_load (_lsc_overview_rank (self, i));
  reason = lsc_rank_cover_find (self->causes, self->replay, cause->kind, loads, &cover)
               ? lsc_overview_say_cover (&cover, _lsc_overview_rank (self, cover.rank))
               : lsc_overview_say_slack (_lsc_overview_rank (self, index),
                                         cause->excess_ns - MAX (gain_ns, 0));
  if (reason)
    add (self, lsc_phrase_new (N_ ("Fixing this alone would save only %s per step: %s."), gain,
                               lsc_phrase_as_argument (reason)));
}

/* Ranks of a host that is late as a whole are one matter. */
static void
say_late_hosts (LscOverview *self)
{
  const LscLateHosts *hosts = &self->causes->late_hosts;

  for (guint h = 0; h < hosts->n; h++)
    {
      gsize n = 0;

      for (guint i = 0; i < self->ranks->len; i++)
        n += _lsc_overview_rank (self, i)->verdict == LSC_RANK_SLOW &&
             lsc_rank_causes_is_late_with_host (self->causes, i) &&
             g_strcmp0 (_lsc_overview_rank (self, i)->host, hosts->names->pdata[h]) == 0;
      if (n > 0)
        add (self,
             lsc_phrase_new (
                 N_ ("%zu ranks are slow together: their host, %s, launches late on all of them."),
                 n, (const char *) hosts->names->pdata[h]));
    }
}

static void
say_slow_ranks (LscOverview *self)
{
  gsize n = 0, last = 0;

  say_late_hosts (self);

  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);

      if (rank->verdict == LSC_RANK_SLOW && !lsc_rank_causes_is_late_with_host (self->causes, i) &&
          n++ < MOST_SLOW)
        {
          add (self, say_rank (rank));
          last = i;
        }
    }
  if (n > 0 && n <= MOST_SLOW)
    say_cover (self, last);
  if (n > MOST_SLOW)
    add (self, lsc_phrase_new_plural (n - MOST_SLOW, "So is %zu more rank.",
                                      "So are %zu more ranks.", n - MOST_SLOW));
}

/* Its device surely takes longer for the same kernels, but the step would hardly be shorter. */
static gboolean
is_slow_alone (const LscOverview *self, guint index)
{
  const LscRankCause *cause = &self->causes->ranks[index];
  LscRankVerdict verdict = _lsc_overview_rank (self, index)->verdict;

  return verdict != LSC_RANK_SLOW && verdict != LSC_RANK_UNJUDGED && !self->causes->is_bound &&
         cause->level == LSC_NOISE_SURE &&
         (cause->kind == LSC_RANK_CAUSE_DEVICE || cause->kind == LSC_RANK_CAUSE_CLOCK);
}

static void
say_slow_alone (LscOverview *self)
{
  const LscOverviewRank *worst = NULL;
  double more = 0;
  gsize n = 0;
  g_autofree char *share = NULL;
  g_autoptr (LscPhrase) name = NULL;

  for (guint i = 0; i < self->ranks->len; i++)
    if (is_slow_alone (self, i))
      {
        n++;
        worst = self->causes->ranks[i].more > more ? _lsc_overview_rank (self, i) : worst;
        more = MAX (more, self->causes->ranks[i].more);
      }
  if (!worst)
    return;
  share = lsc_format_share (more);
  name = lsc_rank_name_new (worst->rank, worst->label);
  add (self, n == 1 ? lsc_phrase_new (N_ ("On %s the same kernels take %s longer than on other "
                                          "ranks. Fixing this would save less than 0.5 %%."),
                                      lsc_phrase_as_argument (name), share)
                    : lsc_phrase_new (
                          N_ ("On %zu ranks the same kernels take up to %s longer than on others, "
                              "most on %s. Fixing any of them would save less than 0.5 %%."),
                          n, share, lsc_phrase_as_argument (name)));
}

/* The rank of each stage that most is waited for, once a stage. */
static const LscOverviewRank *
find_latest (const LscOverview *self, gint64 stage)
{
  const LscOverviewRank *latest = NULL;

  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);

      if (rank->verdict == LSC_RANK_OF_SLOW_STAGE && rank->stage == stage &&
          (!latest || rank->late_ns > latest->late_ns))
        latest = rank;
    }
  return latest;
}

static gboolean
has_slow_rank (const LscOverview *self, gint64 stage)
{
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);

      if (rank->has_stage && rank->stage == stage &&
          (rank->verdict == LSC_RANK_SLOW || is_slow_alone (self, i)))
        return TRUE;
    }
  return FALSE;
}

/* Most of a stage may have more to do, while one rank of it is slow besides. */
static const char *
choose_stage_words (const LscOverview *self, gint64 stage)
{
  return has_slow_rank (self, stage)
             ? N_ ("Other stages wait for stage %" PRId64 ", mostly for %s: %s; %s.")
             : N_ ("Other stages wait for stage %" PRId64
                   ", mostly for %s: %s; %s. The whole stage is slower, not one rank alone.");
}

static gboolean
say_stages (LscOverview *self)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);
      g_autoptr (LscPhrase) wait = NULL, name = NULL;

      if (rank->verdict != LSC_RANK_OF_SLOW_STAGE || find_latest (self, rank->stage) != rank)
        continue;
      wait = say_wait (rank);
      name = lsc_rank_name_new (rank->rank, rank->label);
      has_any = TRUE;
      add (self,
           lsc_phrase_new (choose_stage_words (self, rank->stage), rank->stage,
                           lsc_phrase_as_argument (name), lsc_phrase_as_argument (rank->reason),
                           lsc_phrase_as_argument (wait)));
    }
  return has_any;
}

static void
say_slow (LscOverview *self)
{
  if (self->ranks->len == 1)
    add (self, lsc_phrase_new_text (N_ ("Whether this rank is slow is not known, because only one "
                                        "rank was opened. Open the folder of all ranks.")));
  else if (self->uneven)
    add (self,
         lsc_phrase_new (N_ ("Which rank is slow is %s."), lsc_phrase_as_argument (self->uneven)));
  else if (self->no_waits && self->awaited->len > 0)
    add (self, lsc_phrase_new (N_ ("Which of the opened ranks is slow is %s."),
                               lsc_phrase_as_argument (self->no_waits)));
  else if (self->no_waits)
    add (self, lsc_phrase_new (N_ ("Which rank is slow, and whom the others wait for, is %s."),
                               lsc_phrase_as_argument (self->no_waits)));
  else
    {
      say_slow_ranks (self);
      if (!say_stages (self) && self->n_slow == 0)
        {
          self->no_slow = self->lines->len;
          add (self, lsc_phrase_new_text (N_ ("No rank is slow.")));
        }
      say_slow_alone (self);
    }
}

/* (nullable): whom the one that is waited for waits for itself, by half as long or more; pairs
 * stand by ns, falling */
static const LscOverviewRank *
find_upstream (const LscOverview *self, const LscWaitPair *pair)
{
  const LscWaitPairs *pairs = &self->waits->pairs;

  if (_lsc_overview_rank (self, pair->cause)->verdict == LSC_RANK_SLOW)
    return NULL;
  for (gsize i = 0; i < pairs->n && 2 * pairs->items[i].ns >= pair->ns; i++)
    if (pairs->items[i].waiter == pair->cause)
      return pairs->items[i].cause == pair->waiter
                 ? NULL
                 : _lsc_overview_rank (self, pairs->items[i].cause);
  return NULL;
}

static void
say_pair (LscOverview *self, const LscWaitPair *pair)
{
  const LscOverviewRank *waiter = _lsc_overview_rank (self, pair->waiter);
  const LscOverviewRank *cause = _lsc_overview_rank (self, pair->cause);
  gsize n_steps = MAX (_lsc_overview_count_steps (self, waiter), 1);
  gint64 ns = pair->ns / (gint64) n_steps;
  g_autofree char *span = say_span (ns);
  const char *group = lsc_intern_text (self->waits->texts, pair->group);
  g_autoptr (LscPhrase) who = NULL;
  g_autoptr (LscPhrase) whom = NULL, further = NULL;
  const LscOverviewRank *upstream = find_upstream (self, pair);

  if (!lsc_rank_is_told (waiter->rank) || !lsc_rank_is_told (cause->rank))
    return; /* nobody could tell which two they are */
  for (guint i = 0; i < self->waits->groups->len; i++)
    if (g_array_index (self->waits->groups, LscWaitGroup, i).group == pair->group)
      group = g_array_index (self->waits->groups, LscWaitGroup, i).label;
  if (self->step_ns > 0 && (double) ns < LEAST_PAIR_SHARE * (double) self->step_ns)
    return;
  who = lsc_rank_name_new_first (waiter->rank, NULL);
  whom = lsc_rank_name_new (cause->rank, NULL);
  further = upstream && lsc_rank_is_told (upstream->rank) ? lsc_rank_name_new (upstream->rank, NULL)
                                                          : NULL;
  add (self,
       further
           ? lsc_phrase_new (N_ ("%s waits %s per step for %s, which waits for %s (%s)."),
                             lsc_phrase_as_argument (who), span, lsc_phrase_as_argument (whom),
                             lsc_phrase_as_argument (further), group)
           : lsc_phrase_new (N_ ("%s waits %s per step for %s (%s)."), lsc_phrase_as_argument (who),
                             span, lsc_phrase_as_argument (whom), group));
}

static void
say_turn (LscOverview *self, const LscTurn *turn)
{
  const LscOverviewRank *a = _lsc_overview_rank (self, turn->a);
  const LscOverviewRank *b = _lsc_overview_rank (self, turn->b);
  g_autoptr (LscPhrase) first = lsc_rank_name_new_first (a->rank, a->label);
  g_autoptr (LscPhrase) second = lsc_rank_name_new (b->rank, b->label);

  add (self, lsc_phrase_new (
                 N_ ("%s and %s probably share one device: they are never busy at the same time. "
                     "Idle time of one while the other is busy does not count as host-bound."),
                 lsc_phrase_as_argument (first), lsc_phrase_as_argument (second)));
}

/* In few words who is to blame; %NULL where it takes more words, or is not known. */
static LscPhrase *
say_briefly (const LscOverview *self)
{
  const LscOverviewRank *first = NULL;
  g_autoptr (LscPhrase) name = NULL;

  for (guint i = 0; i < self->ranks->len && !first; i++)
    if (_lsc_overview_rank (self, i)->verdict == LSC_RANK_SLOW)
      first = _lsc_overview_rank (self, i);
  if (self->n_slow > 1)
    return lsc_phrase_new_plural (self->n_slow, "%zu rank is slow.", "%zu ranks are slow.",
                                  self->n_slow);
  name = first ? lsc_rank_name_new_first (first->rank, first->label) : NULL;
  if (first)
    return lsc_phrase_new (N_ ("%s is slow."), lsc_phrase_as_argument (name));
  for (guint i = 0; i < self->ranks->len; i++)
    if (_lsc_overview_rank (self, i)->verdict == LSC_RANK_OF_SLOW_STAGE)
      return lsc_phrase_new (N_ ("Stage %" PRId64 " holds up the pipeline."),
                             _lsc_overview_rank (self, i)->stage);
  return NULL;
}

/* What all recorded of a rank; the set has the common ones alone. */
static gint64
get_own_step (const LscRankSet *set, gsize index, gboolean is_last)
{
  const LscRankDigest *digest = set->digests[index];

  return lsc_rank_digest_get_step (digest, is_last ? digest->steps.n - 1 : 0)->step;
}

static gsize
find_extreme (const LscRankSet *set, gboolean is_last, gboolean is_greatest)
{
  gsize found = 0;

  for (gsize i = 1; i < set->n; i++)
    {
      gint64 step = get_own_step (set, i, is_last), best = get_own_step (set, found, is_last);

      if (is_greatest ? step > best : step < best)
        found = i;
    }
  return found;
}

static LscPhrase *
name_digest (const LscRankDigest *digest)
{
  return lsc_rank_name_new (digest->rank, lsc_rank_digest_text (digest, digest->folder));
}

/** Returns: (transfer full) (nullable): that ranks began or ended at other steps */
LscPhrase *
_lsc_overview_say_cut (const LscRankSet *set)
{
  gsize early, late;
  gboolean is_end;
  g_autoptr (LscPhrase) first = NULL;
  g_autoptr (LscPhrase) second = NULL;

  if (!set->is_cut)
    return NULL;
  early = find_extreme (set, FALSE, FALSE);
  late = find_extreme (set, FALSE, TRUE);
  is_end = get_own_step (set, early, FALSE) == get_own_step (set, late, FALSE);
  if (is_end)
    {
      early = find_extreme (set, TRUE, FALSE);
      late = find_extreme (set, TRUE, TRUE);
    }
  first = name_digest (set->digests[early]);
  second = name_digest (set->digests[late]);
  return lsc_phrase_new (is_end ? N_ ("The recordings end at different steps: %s at step %" PRId64
                                      ", %s at step %" PRId64 ". The common steps %" PRId64
                                      " to %" PRId64 " are compared.")
                                : N_ ("The recordings begin at different steps: %s at step %" PRId64
                                      ", %s at step %" PRId64 ". The common steps %" PRId64
                                      " to %" PRId64 " are compared."),
                         lsc_phrase_as_argument (first), get_own_step (set, early, is_end),
                         lsc_phrase_as_argument (second), get_own_step (set, late, is_end),
                         set->first_step, set->last_step);
}

/* Of a rank the group in which it waits longest for one that was not recorded. */
static const LscRankGroup *
find_awaiting (const LscRankSet *set, gsize index, LscAwaited *awaited)
{
  const LscRankGroups *groups = &set->digests[index]->groups;
  const LscRankGroup *best = NULL;
  LscAwaited own;

  for (gsize i = 0; i < groups->n; i++)
    if (lsc_awaited_find (set->digests, set->n, index, &groups->items[i], &own) &&
        !own.is_recorded && (!best || own.ns > awaited->ns))
      {
        best = &groups->items[i];
        *awaited = own;
      }
  return best;
}

/** Returns: (transfer full) (element-type LscPhrase): whom ranks wait for by what tasks tell, where
 * that was not recorded */
GPtrArray *
_lsc_overview_say_awaited (const LscOverview *self, const LscRankSet *set)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  for (gsize i = 0; i < set->n && lines->len < MOST_PAIRS; i++)
    {
      const LscRankDigest *digest = set->digests[i];
      LscAwaited awaited;
      const LscRankGroup *group = find_awaiting (set, i, &awaited);
      gint64 ns = group ? awaited.ns / (gint64) MAX (digest->counted.n, 1) : 0;
      g_autofree char *span = say_span (ns);
      g_autoptr (LscPhrase) who = NULL;
      g_autoptr (LscPhrase) whom = NULL;

      if (!group || (double) ns < LEAST_PAIR_SHARE * (double) MAX (self->step_ns, 1))
        continue;
      who = lsc_rank_name_new_first (digest->rank, lsc_rank_digest_text (digest, digest->folder));
      whom = lsc_awaited_name (&awaited);
      g_ptr_array_add (
          lines,
          lsc_awaited_needs_group (digest, group)
              ? lsc_phrase_new (N_ ("%s waits %s per step for %s, which was not opened (%s)."),
                                lsc_phrase_as_argument (who), span, lsc_phrase_as_argument (whom),
                                lsc_rank_digest_text (digest, group->label))
              : lsc_phrase_new (N_ ("%s waits %s per step for %s, which was not opened."),
                                lsc_phrase_as_argument (who), span, lsc_phrase_as_argument (whom)));
    }
  return lines;
}

/* Tasks that claim to move data while there was none. */
static void
say_wrong (LscOverview *self)
{
  const LscWrongMessages *wrong = &self->waits->wrong;
  const LscOverviewRank *rank = wrong->n > 0 ? _lsc_overview_rank (self, wrong->rank) : NULL;
  g_autofree char *moved = say_span (wrong->moved_ns);
  g_autofree char *other = say_span (wrong->other_ns);
  g_autoptr (LscPhrase) name = rank ? lsc_rank_name_new (rank->rank, rank->label) : NULL;

  if (rank)
    add (self, lsc_phrase_new_plural (
                   (gulong) wrong->n,
                   "%zu message moves data for longer than its other side lasts: on %s for %s, "
                   "while that takes %s. Its tasks cannot be right; part of its transfer is "
                   "waiting.",
                   "%zu messages move data for longer than their other side lasts: on %s for %s, "
                   "while that takes %s. Their tasks cannot be right; part of their transfer is "
                   "waiting.",
                   wrong->n, lsc_phrase_as_argument (name), moved, other));
}

/** Fills @self->lines and what belongs to them. */
void
_lsc_overview_say (LscOverview *self)
{
  self->no_slow = LSC_OVERVIEW_NO_LINE;
  _lsc_overview_say_steps (self);
  say_host (self);
  say_before (self);
  if (!self->is_of_ops) /* is said */
    say_slow (self);
  for (guint i = 0; i < self->awaited->len; i++)
    add (self, lsc_phrase_copy (self->awaited->pdata[i]));
  for (gsize i = 0; i < self->turns.n; i++)
    say_turn (self, &self->turns.items[i]);
  if (self->cut)
    add (self, lsc_phrase_copy (self->cut));
  if (self->doubt)
    add (self, lsc_phrase_copy (self->doubt));
  say_wrong (self);
  self->n_conclusions = self->lines->len;
  for (gsize i = 0; i < MIN (self->waits->pairs.n, MOST_PAIRS); i++)
    say_pair (self, &self->waits->pairs.items[i]);
  self->brief = say_briefly (self);
}
