/* lsc-compare-variation.c - what can be told where steps differ too much for a verdict
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/compare/lsc-compare-private.h"

/* compare.md#variation. */

#define LEAST_VARIATION 0.05 /* of a step: below, few steps are what hides a change */
#define LEAST_ALIKE 0.2      /* of computing: less is what clocks and neighbours do, too */
#define ALIKE_PART 0.5       /* of that on each rank */
#define LEAST_OP 0.01        /* of computing: what is less says nothing */

/* By how much the steps of the side that varies more differ, a share of their median. */
static double
find_variation (const LscCompare *self)
{
  double most = 0;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscCompareSteps *steps = &self->steps[side];
      gint64 least_ns = G_MAXINT64, most_ns = 0;

      for (gsize i = 0; i < steps->ns.n; i++)
        {
          least_ns = MIN (least_ns, steps->ns.items[i]);
          most_ns = MAX (most_ns, steps->ns.items[i]);
        }
      if (steps->ns.n > 1 && steps->median_ns > 0)
        most = MAX (most, (double) (most_ns - least_ns) / (double) steps->median_ns);
    }
  return most;
}

static double
find_share (const LscRankChange *ranks)
{
  gint64 ns[LSC_N_SIDES];

  _lsc_rank_change_sum_compute (ranks, ns);
  return ns[LSC_BEFORE] > 0 ? (double) (ns[LSC_AFTER] - ns[LSC_BEFORE]) / (double) ns[LSC_BEFORE]
                            : 0;
}

/* Whether every operator that computes, and takes a part of it that counts, changed like @share. */
static gboolean
do_ops_agree (const LscCompare *self, double share)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_OPS];
  gint64 all_ns[LSC_N_SIDES];
  gboolean has_any = FALSE;

  _lsc_rank_change_sum_compute (self->total, all_ns);
  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];
      gint64 ns = MAX (change->ns[LSC_BEFORE], change->ns[LSC_AFTER]);

      if (change->category != LSC_BUDGET_COMPUTE || change->is_word ||
          (double) ns < LEAST_OP * (double) all_ns[LSC_BEFORE])
        continue;
      if (change->match > LSC_MATCH_MAPPED || (double) change->delta_ns * share <= 0)
        return FALSE;
      has_any = TRUE;
    }
  return has_any;
}

/* What computing changed by, a share, where all ranks and all operators did alike; NAN else. That
 * is no chance, however much the length of a step varies. */
static double
find_alike (const LscCompare *self)
{
  double share = find_share (self->total);

  if (fabs (share) < LEAST_ALIKE || !do_ops_agree (self, share))
    return (double) NAN;
  for (guint i = 0; i < self->ranks->len; i++)
    if (find_share (self->ranks->pdata[i]) / share < ALIKE_PART)
      return (double) NAN;
  return share;
}

/**
 * _lsc_compare_is_varied:
 * @self: with its word and certainty
 *
 * Returns: whether no verdict is possible because steps of one side differ too much: there are few,
 *   or so much could hide among them that the same length says little
 */
gboolean
_lsc_compare_is_varied (const LscCompare *self)
{
  gboolean is_few = self->word == LSC_COMPARE_UNKNOWN && isnan (self->p) &&
                    !(self->limits & (LSC_COMPARE_LIMIT_SCORE | LSC_COMPARE_LIMIT_PACE));
  gboolean is_weak = self->word == LSC_COMPARE_SAME && self->certainty == LSC_COMPARE_POSSIBLE;

  return self->runs.n[0] == 0 && (is_few || is_weak) && find_variation (self) >= LEAST_VARIATION;
}

/**
 * _lsc_compare_say_varied:
 * @self: of which _lsc_compare_is_varied()
 * @step: what became of the mean step
 *
 * Returns: (transfer full): that it is not decidable, and what is all the same
 */
LscPhrase *
_lsc_compare_say_varied (const LscCompare *self, const LscPhrase *step)
{
  double alike = find_alike (self);
  g_autofree char *variation = lsc_format_share (find_variation (self));
  g_autofree char *share = isnan (alike) ? NULL : lsc_format_share (fabs (alike));
  guint before = (guint) self->steps[LSC_BEFORE].ns.n, after = (guint) self->steps[LSC_AFTER].ns.n;
  g_autoptr (LscPhrase) head =
      lsc_phrase_new (N_ ("Not decidable: steps of one side vary by %s (%s; %u and %u steps)"),
                      variation, lsc_phrase_as_argument (step), before, after);

  if (!share)
    return g_steal_pointer (&head);
  return lsc_phrase_new (
      alike > 0 ? N_ ("%s; computing takes %s longer, on every rank and in every kernel")
                : N_ ("%s; computing takes %s less, on every rank and in every kernel"),
      lsc_phrase_as_argument (head), share);
}

/** Returns: (transfer full): likewise the bold line */
LscPhrase *
_lsc_compare_answer_varied (const LscCompare *self)
{
  double alike = find_alike (self);
  g_autofree char *variation = lsc_format_share (find_variation (self));
  g_autofree char *share = isnan (alike) ? NULL : lsc_format_share (fabs (alike));

  if (!share)
    return lsc_phrase_new (N_ ("Not decidable: steps of one side vary by %s."), variation);
  return lsc_phrase_new (alike > 0
                             ? N_ ("Computing takes %s longer on every rank; steps vary by %s.")
                             : N_ ("Computing takes %s less on every rank; steps vary by %s."),
                         share, variation);
}
