/* lsc-rule-memory.c - rules about memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/findings/lsc-findings-private.h"
#include "base/lsc-stats.h"

/* findings.md#memory. */

#define LEAST_STEPS 3
#define LEAST_SLOPE 0.005             /* of the median, a step */
#define LEAST_GROWTH_BYTES (64 << 20) /* from the first step to the last */

static const LscRuleMemory *
get_memory (const LscRuleFacts *facts, guint index)
{
  return &g_array_index (facts->memory, LscRuleMemory, index);
}

/* The median of the slopes between all pairs of steps (Theil and Sen), in bytes a step. */
static double
find_slope (const LscRuleFacts *facts)
{
  guint n = facts->memory->len;
  g_autofree double *slopes = g_new (double, MAX ((gsize) n * n / 2, 1));
  gsize n_slopes = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      slopes[n_slopes++] =
          (double) (get_memory (facts, k)->bytes - get_memory (facts, i)->bytes) / (k - i);
  return n_slopes > 0 ? lsc_median_mean_double (slopes, n_slopes) : 0;
}

static double
find_median (const LscRuleFacts *facts)
{
  guint n = facts->memory->len;
  g_autofree gint64 *values = g_new (gint64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    values[i] = get_memory (facts, i)->bytes;
  return n > 0 ? (double) lsc_median_mean_int64 (values, n) : 0;
}

/* Returns bytes a step by which memory grows, 0 when it does not. */
static double
find_growth (const LscRuleFacts *facts)
{
  double slope;

  if (facts->memory->len < LEAST_STEPS)
    return 0;
  slope = find_slope (facts);
  if (slope <= LEAST_SLOPE * find_median (facts) ||
      get_memory (facts, facts->memory->len - 1)->bytes - get_memory (facts, 0)->bytes <=
          LEAST_GROWTH_BYTES)
    return 0;
  return slope;
}

static LscPhrase *
say_growth (const LscJudge *self, const double *growth)
{
  gsize worst = _lsc_judge_find_worst (growth, self->n);
  const LscRuleFacts *facts = self->ranks[worst].facts;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, growth);
  g_autofree char *step = g_format_size_full ((guint64) growth[worst], G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *first =
      g_format_size_full ((guint64) get_memory (facts, 0)->bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *last = g_format_size_full (
      (guint64) get_memory (facts, facts->memory->len - 1)->bytes, G_FORMAT_SIZE_IEC_UNITS);

  return lsc_phrase_new (N_ ("Allocated memory grows on %s by %s a step, from %s to %s over %u "
                             "steps."),
                         lsc_phrase_as_argument (ranks), step, first, last, facts->memory->len);
}

static void
show_growth (LscFinding *row, const LscRuleFacts *facts)
{
  const LscRuleMemory *last = get_memory (facts, facts->memory->len - 1);
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = facts->rank,
    .begin_ns = get_memory (facts, 0)->begin_ns,
    .end_ns = last->end_ns,
    .slice = LSC_SLICE_NONE,
    .text = lsc_phrase_new_text (N_ ("All steps, with the lane of allocated memory")),
  };
  g_ptr_array_add (row->places, place);
}

/** Whether memory grows from step to step. */
void
_lsc_rules_of_memory (LscJudge *self)
{
  g_autofree double *growth = g_new0 (double, self->n);
  gboolean is_any = FALSE, is_known = FALSE;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    {
      growth[i] = find_growth (self->ranks[i].facts);
      is_any |= growth[i] > 0;
      is_known |= self->ranks[i].facts->memory->len >= LEAST_STEPS;
    }
  if (!is_known)
    _lsc_judge_stay_silent (self, "memory_growth",
                            lsc_phrase_new_text (N_ ("Memory was not recorded over at least three "
                                                     "steps: set profile_memory=True.")));
  if (!is_any)
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .id = "memory_growth",
                                  .lost_ns = growth,
                                  .gain_ns = NAN,
                                  .text = say_growth (self, growth),
                                  .remedy = lsc_phrase_new_text (
                                      N_ ("Look for tensors that are kept from step to step: "
                                          "losses in lists without .item(), caches, graphs that "
                                          "are retained.")),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (growth, self->n, i))
      show_growth (row, self->ranks[i].facts);
}
