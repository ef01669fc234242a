/* lsc-op-groups-words.c - groups of kernels in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "judge/operators/lsc-operators-private.h"
#include "model/lsc-kernel-label.h"

#define MOST_NAME 32     /* characters of a name in a sentence */
#define NEARLY_ALL 0.995 /* of the time: what is left shows as 100 % as well */

/* ---- what 100 % is ---- */

static LscPhrase *
say_work (const LscOpGroups *self)
{
  if (self->classes == 1 << LSC_OP_COMPUTING)
    return lsc_phrase_new_text (N_ ("computing"));
  if (self->classes == 1 << LSC_OP_COMMUNICATION)
    return lsc_phrase_new_text (N_ ("communication"));
  return lsc_phrase_new_text (N_ ("device time"));
}

/* Of one rank: the steps that are asked for, and of the others which they are. */
typedef struct
{
  gint64 n;
  gint64 n_all;
  gboolean lacks_first;
  gboolean lacks_last;
  gboolean lacks_inner;
} StepsOfRank;

static StepsOfRank
count_steps (const LscOpGroups *self, const LscOpSheet *sheet)
{
  StepsOfRank steps = { .n_all = (gint64) sheet->steps.n };

  for (guint32 i = 0; i < sheet->steps.n; i++)
    {
      gboolean is_asked = _lsc_op_filter_has_step (&self->filter, sheet, i);

      steps.n += is_asked;
      steps.lacks_first |= !is_asked && i == 0;
      steps.lacks_last |= !is_asked && i > 0 && i + 1 == sheet->steps.n;
      steps.lacks_inner |= !is_asked && i > 0 && i + 1 < sheet->steps.n;
    }
  return steps;
}

/* Of the rank that has most of them. */
static StepsOfRank
find_steps (const LscOpGroups *self)
{
  StepsOfRank most = { 0 };

  for (guint i = 0; i < self->operators->sheets->len; i++)
    {
      const LscOpSheet *sheet = self->operators->sheets->pdata[i];
      StepsOfRank steps = count_steps (self, sheet);

      if (_lsc_op_filter_has_rank (&self->filter, sheet->rank) && steps.n > most.n)
        most = steps;
    }
  return most;
}

/* Other pages sum over all steps: which of them these are is said. */
static LscPhrase *
say_some_steps (const StepsOfRank *steps)
{
  if (steps->lacks_inner || !steps->lacks_first)
    return lsc_phrase_new (N_ ("%" PRId64 " of %" PRId64 " steps"), steps->n, steps->n_all);
  return lsc_phrase_new (steps->lacks_last
                             ? N_ ("%" PRId64 " of %" PRId64 " steps (first and last excluded)")
                             : N_ ("%" PRId64 " of %" PRId64 " steps (first excluded)"),
                         steps->n, steps->n_all);
}

static LscPhrase *
say_steps (const LscOpGroups *self)
{
  StepsOfRank steps = find_steps (self);

  if (self->filter.has_range)
    return lsc_phrase_new_text (N_ ("the selected range"));
  if (self->filter.is_whole || self->n_steps == 0 ||
      (self->n_steps == 1 && self->only_step == LSC_INT_NULL))
    return lsc_phrase_new_text (N_ ("the whole recording"));
  if (self->n_steps == 1)
    return lsc_phrase_new (N_ ("step %" PRId64), self->only_step);
  if (!self->filter.steps && steps.n < steps.n_all)
    return say_some_steps (&steps);
  return lsc_phrase_new_plural ((gulong) self->n_steps, "%" PRId64 " step", "%" PRId64 " steps",
                                self->n_steps);
}

/* (nullable): of a recording that has no number there is nothing to say */
static LscPhrase *
say_ranks (const LscOpGroups *self)
{
  gint64 rank;

  if (self->n_ranks != 1)
    return lsc_phrase_new_plural (self->n_ranks, "%u rank", "%u ranks", self->n_ranks);
  rank = ((const LscOpSheet *) self->operators->sheets->pdata[self->only_rank])->rank;
  return lsc_rank_is_told (rank) && rank >= 0 ? lsc_phrase_new (N_ ("rank %" PRId64), rank) : NULL;
}

static LscPhrase *
say_base (const LscOpGroups *self)
{
  g_autofree char *time = lsc_format_duration (self->base_ns, LSC_TIME_UNIT_AUTO);
  g_autoptr (LscPhrase) work = say_work (self), steps = say_steps (self), ranks = say_ranks (self);

  if (!ranks)
    return lsc_phrase_new (N_ ("100 %% = %s of %s in %s."), time, lsc_phrase_as_argument (work),
                           lsc_phrase_as_argument (steps));
  return lsc_phrase_new (N_ ("100 %% = %s of %s in %s of %s."), time, lsc_phrase_as_argument (work),
                         lsc_phrase_as_argument (steps), lsc_phrase_as_argument (ranks));
}

/* ---- what costs most ---- */

/* Names of kernels of GPUs are longer than a line; what is said of them has to be seen. Titles of
 * families are put into the language where they are shown. */
static LscPhrase *
say_name (const LscOpGroups *self, const LscOpGroup *group)
{
  g_autofree char *name = _lsc_op_groups_name_row (self, group);
  g_autofree char *label = name ? lsc_kernel_label (name) : NULL;
  g_autofree char *shown = name ? lsc_visible_name (label ? label : name, MOST_NAME) : NULL;

  if (shown)
    return lsc_phrase_new_verbatim (shown);
  if (group->key.family < LSC_N_OP_FAMILIES)
    return lsc_phrase_new_text (lsc_op_family_words[group->key.family].title);
  return NULL;
}

static LscPhrase *
say_most (const LscOpGroups *self, const LscOpGroup *group)
{
  g_autofree char *share =
      lsc_format_share ((double) group->sums.total_ns / (double) self->base_ns);
  g_autofree char *step =
      self->step_ns > 0 ? lsc_format_share ((double) group->sums.owned_ns / (double) self->step_ns)
                        : NULL;
  g_autoptr (LscPhrase) work = say_work (self), name = say_name (self, group);

  if (!name)
    return lsc_phrase_new (N_ ("The largest group takes %s of %s."), share,
                           lsc_phrase_as_argument (work));
  if (!step)
    return lsc_phrase_new (N_ ("%s takes most: %s of %s."), lsc_phrase_as_argument (name), share,
                           lsc_phrase_as_argument (work));
  return lsc_phrase_new (N_ ("%s takes most: %s of %s, %s of the step time."),
                         lsc_phrase_as_argument (name), share, lsc_phrase_as_argument (work), step);
}

static LscPhrase *
say_use (const LscOpGroups *self, const LscOpGroup *group)
{
  double mfu = _lsc_op_group_get_mfu (group);
  g_autofree char *share = isnan (mfu) ? NULL : lsc_format_share (mfu);
  g_autoptr (LscPhrase) name = share ? say_name (self, group) : NULL;

  return name ? lsc_phrase_new (N_ ("MFU of %s: %s."), lsc_phrase_as_argument (name), share) : NULL;
}

#define LEAST_RANKS 3 /* of which one can stand out */
#define LEAST_LONGER 0.1

/* (nullable): a rank on which each kernel takes longer than on the median rank */
static LscPhrase *
say_slow_rank (const LscOpGroups *self, const LscOpGroup *group)
{
  const LscOpRankSum *sums = &self->rank_sums.items[group->first_rank];
  g_autofree double *means = g_new (double, group->n_ranks + 1);
  gsize most = 0, n = 0;
  double longest = 0, longer;
  gint64 rank;
  g_autofree char *share = NULL;
  g_autoptr (LscPhrase) name = NULL;

  for (gsize i = 0; i < group->n_ranks; i++)
    if (sums[i].n > 0 && sums[i].rank != LSC_OP_ANY)
      {
        means[n] = (double) sums[i].total_ns / (double) sums[i].n;
        most = means[n] > longest ? i : most;
        longest = MAX (longest, means[n]);
        n++;
      }
  if (n < LEAST_RANKS)
    return NULL;
  longer = longest / MAX (lsc_median_mean_double (means, n), 1) - 1;
  rank = ((const LscOpSheet *) self->operators->sheets->pdata[sums[most].rank])->rank;
  if (longer < LEAST_LONGER || !lsc_rank_is_told (rank))
    return NULL;
  name = lsc_rank_name_new (rank, NULL);
  share = lsc_format_share (longer);
  return lsc_phrase_new (N_ ("A kernel of it takes %s longer on %s than on the median rank."),
                         share, lsc_phrase_as_argument (name));
}

/* ---- all of them together ---- */

static LscOpExtras
sum_extras (const LscOpGroups *self)
{
  LscOpExtras sum = { 0 };

  for (gsize i = 0; i < self->groups.n; i++)
    {
      const LscOpExtras *extras = &self->groups.items[i].extras;

      sum.launches[LSC_LAUNCH_OCCUPANCY] += extras->launches[LSC_LAUNCH_OCCUPANCY];
      sum.launch_ns[LSC_LAUNCH_OCCUPANCY] += extras->launch_ns[LSC_LAUNCH_OCCUPANCY];
      sum.tensor_ns += extras->tensor_ns;
      sum.no_tensor_ns += extras->no_tensor_ns;
      sum.recomputed_ns += extras->recomputed_ns;
    }
  return sum;
}

static LscPhrase *
say_recomputed (const LscOpGroups *self, gint64 ns)
{
  gboolean has_steps = self->n_rank_steps > 0 && self->step_ns > 0 && !self->filter.has_range;
  g_autofree char *time =
      lsc_format_duration (has_steps ? ns / self->n_rank_steps : ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share =
      lsc_format_share ((double) ns / (double) (has_steps ? self->step_ns : self->base_ns));

  return has_steps ? lsc_phrase_new (N_ ("Recomputation takes %s per step (%s)."), time, share)
                   : lsc_phrase_new (N_ ("Recomputation takes %s, %s of the time of kernels."),
                                     time, share);
}

/* The mean of some of the kernels is no mean of all: which part of the time has an estimate is said
 * where it is not nearly all of it. */
static void
say_occupancy (LscOpGroups *self, const LscOpExtras *sum)
{
  double known_ns = sum->launch_ns[LSC_LAUNCH_OCCUPANCY], total_ns = 0;
  g_autofree char *mean = NULL, *known = NULL;

  for (gsize i = 0; i < self->groups.n; i++)
    total_ns += (double) self->groups.items[i].sums.total_ns;
  if (known_ns <= 0)
    return;
  mean = lsc_format_share (sum->launches[LSC_LAUNCH_OCCUPANCY] / known_ns);
  known = lsc_format_share (known_ns / MAX (total_ns, known_ns));
  g_ptr_array_add (
      self->facts,
      known_ns >= NEARLY_ALL * total_ns
          ? lsc_phrase_new (N_ ("The mean estimated occupancy is %s, weighted by time."), mean)
          : lsc_phrase_new (N_ ("The mean estimated occupancy is %s over kernels that take %s of "
                                "the time; the others have no estimate."),
                            mean, known));
}

static void
say_facts (LscOpGroups *self)
{
  LscOpExtras sum = sum_extras (self);
  gint64 named_ns = sum.tensor_ns + sum.no_tensor_ns;
  g_autofree char *tensor =
      named_ns > 0 ? lsc_format_share ((double) sum.tensor_ns / (double) named_ns) : NULL;

  say_occupancy (self, &sum);
  if (tensor)
    g_ptr_array_add (self->facts,
                     lsc_phrase_new (N_ ("Kernels that use Tensor Cores take %s of the computing "
                                         "time, judged by their names."),
                                     tensor));
  if (sum.recomputed_ns > 0 && self->base_ns > 0)
    g_ptr_array_add (self->facts, say_recomputed (self, sum.recomputed_ns));
}

/* What costs most, and what is odd about it, but on which rank where that has been said. @parts:
 * (element-type LscPhrase) */
static void
add_most (LscOpGroups *self, GPtrArray *parts, const LscOpGroup *most, gboolean names_rank)
{
  LscPhrase *slow = most->n_ranks > 0 && !names_rank ? say_slow_rank (self, most) : NULL;
  LscPhrase *use = say_use (self, most);

  g_ptr_array_add (parts, say_most (self, most));
  if (slow)
    g_ptr_array_add (parts, slow);
  if (use)
    g_ptr_array_add (parts, use);
}

/* What is gained, the kernel in which that is seen, what costs most, what to do. Returns: (transfer
 * none) (nullable): what to do */
static const LscPhrase *
add_gain (LscOpGroups *self, GPtrArray *parts, const LscOpGroup *most)
{
  const LscFinding *finding;
  const LscFinding *about;
  LscPhrase *culprit, *elsewhere;

  g_ptr_array_add (parts, _lsc_op_groups_say_gain (self, &finding));
  culprit = finding ? _lsc_op_groups_say_culprit (finding) : NULL;
  self->culprit = g_strdup (_lsc_op_groups_find_culprit (finding));
  elsewhere = finding ? NULL : _lsc_op_groups_say_elsewhere (self);
  if (culprit)
    g_ptr_array_add (parts, culprit);
  if (elsewhere)
    g_ptr_array_add (parts, elsewhere);
  add_most (self, parts, most, culprit != NULL);
  about = _lsc_op_groups_find_about (self, finding);
  if (!about)
    return NULL;
  self->certainty = lsc_finding_get_certainty_words (about);
  if (about->remedy)
    g_ptr_array_add (parts, lsc_phrase_copy (about->remedy));
  return about->remedy;
}

/**
 * lsc_op_groups_say_steps:
 *
 * Returns: (transfer full) (nullable): which steps its figures are sums of; %NULL where no steps
 * were recorded
 */
LscPhrase *
lsc_op_groups_say_steps (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->filter.is_whole || self->n_steps == 0 ? NULL : say_steps (self);
}

/**
 * lsc_op_groups_say_most:
 *
 * Returns: (transfer full) (nullable): which group takes most, and how much of what: the first row
 *   of the table; it is a sentence of lsc_op_groups_get_rest()
 */
LscPhrase *
lsc_op_groups_say_most (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->groups.n > 0 && self->base_ns > 0 ? say_most (self, &self->groups.items[0]) : NULL;
}

/** Finds headline, base and facts when the groups are there. */
void
_lsc_op_groups_say (LscOpGroups *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  const LscOpGroup *most = self->groups.n > 0 ? &self->groups.items[0] : NULL;
  const LscPhrase *remedy = NULL;

  self->base = say_base (self);
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  say_facts (self);
  if (self->operators->sheets->len == 0)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("No kernels were recorded.")));
  else if (!most || self->base_ns <= 0)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("No kernel matches the filters.")));
  else
    remedy = add_gain (self, parts, most);
  self->line = lsc_phrase_copy (parts->pdata[0]);
  self->headline = lsc_phrase_new_joined (" ", parts);
  g_ptr_array_remove_index (parts, 0);
  if (parts->len > 0)
    self->rest = lsc_phrase_new_joined (" ", parts);
  if (!remedy || parts->len < 2)
    return;
  g_ptr_array_remove_index (parts, parts->len - 1);
  g_ptr_array_insert (parts, 0, lsc_phrase_copy (remedy));
  self->guide = lsc_phrase_new_joined (" ", parts);
}
