/* lsc-rule-differences.c - what a slow rank does other than one of its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-rank-name.h"

/* findings.md#peers. */

#define MOST_SHOWN 3
#define LEAST_PART 0.1 /* of the difference: less explains nothing, and is not shown beside it */

/** Kernels of a name on both ranks. @fast: (nullable) */
typedef struct
{
  const LscDigestKernel *slow;
  const LscDigestKernel *fast;
  double excess_ns;
} Difference;

/**
 * _lsc_rule_find_kernel:
 * @from: the rank that has @like
 *
 * Returns: (transfer none) (nullable): the kernels of its name on another rank
 */
const LscDigestKernel *
_lsc_rule_find_kernel (const LscRankDigest *digest, const LscRankDigest *from,
                       const LscDigestKernel *like)
{
  guint32 name = lsc_intern_find (digest->texts, lsc_rank_digest_text (from, like->name));

  for (gsize i = 0; name != LSC_STRING_NONE && i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];

      if (kernel->kind == like->kind && kernel->name == name)
        return kernel;
    }
  return NULL;
}

/** Adds the kernels of the same name as those of @from on a rank that does it faster, if it has
 * them. */
void
_lsc_rule_show_peer (LscFinding *row, const LscRankDigest *peer, const LscRankDigest *from,
                     const LscDigestKernel *kernel)
{
  const LscDigestKernel *other = _lsc_rule_find_kernel (peer, from, kernel);

  if (other && other != kernel)
    _lsc_finding_compare_kernel (row, peer, other);
}

static gsize
find_least (const LscJudge *self, gsize rank, gboolean is_of_stage)
{
  gsize least = rank;

  for (gsize i = 0; i < self->n; i++)
    if ((self->ranks[i].stage == self->ranks[rank].stage) == is_of_stage &&
        self->ranks[i].digest->counted.n > 0 &&
        self->ranks[i].compute_ns < self->ranks[least].compute_ns)
      least = i;
  return least;
}

/** Returns: which of a rank and its peers computes least */
gsize
_lsc_rule_find_fastest (const LscJudge *self, gsize rank)
{
  return find_least (self, rank, TRUE);
}

/** Returns: which of a rank and those of the other stages computes least */
gsize
_lsc_rule_find_lightest (const LscJudge *self, gsize rank)
{
  return find_least (self, rank, FALSE);
}

static double
get_step_ns (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel ? (double) kernel->ns / (double) MAX (digest->counted.n, 1) : 0;
}

static int
compare_differences (gconstpointer a, gconstpointer b)
{
  const Difference *x = a, *y = b;

  return x->excess_ns > y->excess_ns ? -1 : x->excess_ns < y->excess_ns;
}

/* Names of which the slow rank has more, the largest difference first. */
static GArray *
list_differences (const LscRankDigest *slow, const LscRankDigest *fast)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Difference));

  for (gsize i = 0; i < slow->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &slow->kernels.items[i];
      Difference difference = { kernel, _lsc_rule_find_kernel (fast, slow, kernel), 0 };

      difference.excess_ns = get_step_ns (slow, kernel) - get_step_ns (fast, difference.fast);
      if (difference.excess_ns > 0)
        g_array_append_val (list, difference);
    }
  g_array_sort (list, compare_differences);
  return list;
}

/** Returns: (transfer none) (nullable): of what a rank computes most more a step than another one
 */
const LscDigestKernel *
_lsc_rule_find_excess (const LscJudge *self, gsize rank, gsize other)
{
  g_autoptr (GArray) list = list_differences (self->ranks[rank].digest, self->ranks[other].digest);

  return list->len > 0 ? g_array_index (list, Difference, 0).slow : NULL;
}

/* What the overview says of the same kernels, whose peers are all of them: one number in both. */
static gboolean
find_median_excess (const LscOverviewRank *rank, const char *kernel, double *excess_ns)
{
  const LscExcess *excess = &rank->excess;

  if (rank->verdict != LSC_RANK_SLOW || excess->work != LSC_WORK_COMPUTE ||
      g_strcmp0 (excess->kernel, kernel) != 0 || excess->kernel_ns <= 0)
    return FALSE;
  *excess_ns = (double) excess->kernel_ns;
  return TRUE;
}

/* Of all peers, whose median they are compared with. */
static LscPhrase *
say_of_peers (const LscPhrase *who, const LscPhrase *whom, const char *name, double excess_ns,
              const Difference *first)
{
  g_autofree char *more = lsc_format_duration ((gint64) excess_ns, LSC_TIME_UNIT_AUTO);
  gint64 n = first->fast ? first->fast->n : 0;

  if (n == first->slow->n)
    return lsc_phrase_new (N_ ("%s computes %s longer per step in %s than its peers (median), with "
                               "as many kernels as %s: each one is slower."),
                           lsc_phrase_as_argument (who), more, name, lsc_phrase_as_argument (whom));
  return lsc_phrase_new (N_ ("%s computes %s longer per step in %s than its peers (median), with "
                             "%" PRId64 " kernels; %s has %" PRId64 "."),
                         lsc_phrase_as_argument (who), more, name, first->slow->n,
                         lsc_phrase_as_argument (whom), n);
}

static LscPhrase *
say (const LscOverviewRank *rank, const LscRankDigest *slow, const LscRankDigest *fast,
     const Difference *first)
{
  const char *recorded = lsc_rank_digest_text (slow, first->slow->name);
  g_autofree char *label = lsc_kernel_label (recorded);
  const char *name = label ? label : recorded;
  g_autofree char *more = lsc_format_duration ((gint64) first->excess_ns, LSC_TIME_UNIT_AUTO);
  g_autoptr (LscPhrase) who = lsc_rank_name_new_first (slow->rank, NULL);
  g_autoptr (LscPhrase) whom = lsc_rank_name_new (fast->rank, NULL);
  gint64 n = first->fast ? first->fast->n : 0;
  double excess_ns;

  if (find_median_excess (rank, recorded, &excess_ns))
    return say_of_peers (who, whom, name, excess_ns, first);
  if (n == first->slow->n)
    return lsc_phrase_new (N_ ("%s computes %s longer per step in %s than its peer, %s, "
                               "with the same number of kernels: each one is slower."),
                           lsc_phrase_as_argument (who), more, name, lsc_phrase_as_argument (whom));
  return lsc_phrase_new (N_ ("%s computes %s longer per step in %s than its peer, %s, with %" PRId64
                             " kernels instead of %" PRId64 "."),
                         lsc_phrase_as_argument (who), more, name, lsc_phrase_as_argument (whom),
                         first->slow->n, n);
}

static LscPhrase *
say_remedy (const Difference *first)
{
  return first->fast && first->fast->n == first->slow->n
             ? lsc_phrase_new_text (N_ ("If the shapes are the same, check the device; otherwise "
                                        "check the input of the rank."))
             : lsc_phrase_new_text (N_ ("The rank does work that its peers do not: check where "
                                        "these kernels are called."));
}

/* The peer with which the finding about the rank compares its kernels; else the fastest one. */
static gsize
find_peer (const LscJudge *self, gsize slow)
{
  const LscRankCause *cause = self->causes ? &self->causes->ranks[slow] : NULL;

  return cause && cause->kernel && self->ranks[cause->peer].stage == self->ranks[slow].stage
             ? cause->peer
             : _lsc_rule_find_fastest (self, slow);
}

/* What a rank that computes more than its peers does other than one of them. */
static void
tell_difference (LscJudge *self, gsize slow)
{
  gsize fast = find_peer (self, slow);
  const LscRankDigest *ranks[] = { self->ranks[slow].digest, self->ranks[fast].digest };
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autoptr (GArray) list = list_differences (ranks[0], ranks[1]);
  const Difference *first = &g_array_index (list, Difference, 0);
  LscFinding *row;

  if (fast == slow || list->len == 0 || !lsc_rank_is_told (ranks[0]->rank) ||
      !lsc_rank_is_told (ranks[1]->rank))
    return; /* nobody could tell which two are compared */
  lost_ns[slow] = first->excess_ns;
  row = _lsc_judge_add (
      self, (LscFound){ .rule = LSC_RULE_DIFFERENCE,
                        .lost_ns = lost_ns,
                        .gain_ns = NAN,
                        .text = say (self->ranks[slow].overview, ranks[0], ranks[1], first),
                        .remedy = say_remedy (first) });
  for (guint i = 0; i < MIN (list->len, MOST_SHOWN); i++)
    {
      const Difference *difference = &g_array_index (list, Difference, i);

      if (difference->excess_ns < LEAST_PART * first->excess_ns)
        break;
      _lsc_finding_show_kernel (row, ranks[0], difference->slow);
      if (difference->fast)
        _lsc_finding_show_kernel (row, ranks[1], difference->fast);
    }
}

static void
tell_call (LscJudge *self, gsize index)
{
  const LscOverviewRank *rank = self->ranks[index].overview;
  const LscExcess *excess = &rank->excess;
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autofree char *more = lsc_format_duration (excess->kernel_ns, LSC_TIME_UNIT_AUTO);
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);
  g_autoptr (LscPhrase) name = lsc_rank_name_new (rank->rank, rank->label);
  LscFinding *row;

  lost_ns[index] = (double) excess->kernel_ns;
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_DIFFERENCE,
          .lost_ns = lost_ns,
          .gain_ns = NAN,
          .text = lsc_phrase_new (
              _lsc_judge_has_steps (self)
                  ? N_ ("On %s the device idles %s longer per step for the host's %s than on its "
                        "peers.")
                  : N_ ("On %s the device idles %s longer for the host's %s than on its peers."),
              lsc_phrase_as_argument (name), more, excess->kernel),
          .remedy =
              lsc_phrase_new_text (N_ ("Check why this call takes longer or runs more often on "
                                       "this host: cores, other processes, files and network.")) });
  *place = (LscEvidencePlace){ .rank = rank->rank,
                               .begin_ns = excess->begin_ns,
                               .end_ns = excess->end_ns,
                               .slice = excess->slice,
                               .name = g_strdup (excess->kernel),
                               .text = lsc_phrase_new_text (N_ ("The longest of its calls")) };
  g_ptr_array_add (row->places, place);
}

/**
 * _lsc_rule_difference:
 *
 * G05: what the slowest rank computes other than its peers, and, of each rank that is slow because
 * of its host, the call that its peers are not idle for as long. It costs what the slow rank does,
 * so it has no share of its own.
 */
void
_lsc_rule_difference (LscJudge *self, LscRule rule)
{
  if (self->slow != LSC_JUDGE_NO_RANK)
    tell_difference (self, self->slow);
  for (gsize i = 0; i < self->n && self->n > 1; i++)
    {
      const LscOverviewRank *rank = self->ranks[i].overview;

      if (rank->verdict == LSC_RANK_SLOW && rank->excess.work == LSC_WORK_HOST &&
          rank->excess.kernel &&
          (double) rank->excess.kernel_ns >=
              LEAST_PART * (double) (rank->excess.ns - rank->excess.peer_ns) &&
          rank->excess.kernel_ns > 0 && rank->excess.slice != LSC_SLICE_NONE)
        tell_call (self, i);
    }
}
