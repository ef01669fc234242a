/* lsc-rule-clocks.c - what computing loses because the clock of devices is lower than at best
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-label.h"

/* findings.md#frequency. */

/* ---- how far clocks wander ---- */

#define NORMAL 1.4826  /* standard deviations in a median absolute deviation */
#define MAD_ERROR 1.17 /* standard error of a deviation so measured, times the root of how many */
#define WIDE 2.0       /* standard errors */

/* How many standard deviations the most extreme of @n values lies from their middle. */
static double
find_extreme (gsize n)
{
  return sqrt (2 * log ((double) MAX (n, 1)));
}

/* The clocks of all steps of all ranks, in MHz. */
static GArray *
list_clocks (const LscJudge *self)
{
  GArray *clocks = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < self->ranks[i].digest->counted.n; k++)
      {
        const LscBudgetStep *step = lsc_rank_digest_get_counted (self->ranks[i].digest, k);
        double mhz = step->cycles_mhz_ns / (double) MAX (step->ns[LSC_BUDGET_COMPUTE], 1);

        if (mhz > 0)
          g_array_append_val (clocks, mhz);
      }
  return clocks;
}

/* By what share the clock of some rank stays below the highest one of all, if clocks merely wander:
 * the highest is the most extreme of all steps, that rank the most extreme of all ranks; by how
 * much they wander is known only as well as so many clocks tell. */
static double
find_wander (const LscJudge *self)
{
  g_autoptr (GArray) values = list_clocks (self);
  double *clocks = (double *) (gpointer) values->data, median, deviation;

  if (values->len == 0)
    return 0;
  median = lsc_median_mean_double (clocks, values->len);
  for (guint i = 0; i < values->len; i++)
    clocks[i] = fabs (clocks[i] / median - 1);
  deviation = NORMAL * lsc_median_mean_double (clocks, values->len);
  return deviation * (find_extreme (values->len) + find_extreme (self->n)) *
         (1 + WIDE * MAD_ERROR / sqrt ((double) values->len));
}

/* ---- what is said ---- */

/** Returns: (transfer full): what can be done about it */
LscPhrase *
_lsc_rule_advise_on_frequency (void)
{
  return lsc_phrase_new_text (N_ ("Check power limit, temperature and cooling of the device."));
}

/* The step that loses most, with both clocks and what kernels take there. */
static void
show_effect (LscFinding *row, const LscJudgedRank *rank)
{
  const LscClockEffect *clock = &rank->clock;
  g_autofree char *lower = lsc_format_share (clock->lower);
  g_autofree char *longer = lsc_format_share (clock->longer);
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);
  const LscBudgetStep *step;
  gsize worst = 0;

  for (gsize i = 1; i < rank->digest->steps.n; i++)
    if (rank->clock_lost_ns[i] > rank->clock_lost_ns[worst])
      worst = i;
  step = lsc_rank_digest_get_step (rank->digest, worst);
  *place = (LscEvidencePlace){
    .rank = rank->digest->rank,
    .begin_ns = step->begin_ns,
    .end_ns = step->end_ns,
    .slice = LSC_SLICE_NONE,
    .name = g_strdup (lsc_rank_digest_text (rank->digest, clock->kernel)),
    .is_title = TRUE,
    .text = lsc_phrase_new (N_ ("%.0f MHz, %s lower than %.0f MHz: kernels take %s longer"),
                            clock->low_mhz, lower, clock->high_mhz, longer),
  };
  g_ptr_array_add (row->places, place);
}

/** Adds the clocks of ranks as evidence. @lost_ns: by which they are named */
void
_lsc_rule_show_clocks (LscFinding *row, const LscJudge *self, const double *lost_ns)
{
  for (gsize i = 0; i < self->n; i++)
    if (!_lsc_judge_takes_part (lost_ns, self->n, i))
      continue;
    else if (self->ranks[i].clock.state == LSC_CLOCK_EFFECT_FOUND)
      show_effect (row, &self->ranks[i]);
    else
      _lsc_finding_show_loss (row, self->ranks[i].digest, LSC_LOSS_FREQUENCY);
}

/* ---- what all ranks lose alike, or the only one ---- */

/* (transfer full): of ranks whose kernels could not be compared at two clocks */
static LscPhrase *
say_frequency (const LscJudge *self, const double *lost_ns)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);

  return lsc_phrase_new (N_ ("The core frequency drops on %s during computation."),
                         lsc_phrase_as_argument (ranks));
}

/* (transfer full): both figures are of the rank that loses most */
static LscPhrase *
say_effect (const LscJudge *self, const double *lost_ns, const LscTimeShape *shape)
{
  const LscClockEffect *clock = &self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].clock;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autoptr (LscPhrase) when = _lsc_judge_say_when (self, shape);
  g_autofree char *lower = lsc_format_share (clock->lower);
  g_autofree char *longer = lsc_format_share (clock->longer);
  const char *who = lsc_phrase_as_argument (ranks);

  if (shape->when == LSC_WHEN_ALWAYS || shape->when == LSC_WHEN_GROWING)
    return lsc_phrase_new (N_ ("Low core frequency on %s: the same kernels take %s longer while "
                               "the clock is %s lower."),
                           who, longer, lower);
  return lsc_phrase_new (N_ ("Low core frequency on %s %s: the same kernels take %s longer while "
                             "the clock is %s lower."),
                         who, lsc_phrase_as_argument (when), longer, lower);
}

/* (transfer full) (nullable): the kernels that lose most, with their own percentage */
static LscPhrase *
say_kernels (const LscJudgedRank *rank)
{
  const LscClockEffect *clock = &rank->clock;
  const char *name = lsc_rank_digest_text (rank->digest, clock->kernel);
  g_autofree char *label = name ? lsc_kernel_label (name) : NULL;
  g_autofree char *low = lsc_format_duration ((gint64) clock->low_kernel_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *high = lsc_format_duration ((gint64) clock->high_kernel_ns, LSC_TIME_UNIT_AUTO);

  if (!name || clock->high_kernel_ns <= 0)
    return NULL;
  return lsc_phrase_new (N_ ("For example, %" PRId64 " %s kernels take %s each at %.0f MHz, and %s "
                             "at %.0f MHz."),
                         clock->n_kernels, label ? label : name, low, clock->low_mhz, high,
                         clock->high_mhz);
}

/* Of each rank in each step, NAN where it has none. */
static void
list_lost (const LscJudge *self, LscStepTimes *lost)
{
  lsc_step_times_init (lost, self->n, self->steps.n);
  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < self->steps.n; k++)
      {
        guint32 place = self->steps.places[i * self->steps.n + k];

        *lsc_step_times_at (lost, i, k) =
            place == LSC_JUDGE_NO_STEP ? (double) NAN : self->ranks[i].clock_lost_ns[place];
      }
}

/* Clocks that wander by themselves do not stay at their highest. */
static gboolean
is_minor (const LscJudge *self, double gain_ns)
{
  double compute_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    compute_ns = MAX (compute_ns, self->ranks[i].compute_ns);
  return gain_ns < find_wander (self) * compute_ns;
}

/* Kernels show it. */
static void
find_effects (LscJudge *self, LscRule rule, const double *lost_ns)
{
  const LscJudgedRank *worst = &self->ranks[_lsc_judge_find_worst (lost_ns, self->n)];
  g_auto (LscTimeShape) shape = { 0 };
  LscStepTimes lost;
  double gain_ns;
  LscFinding *row;

  list_lost (self, &lost);
  _lsc_judge_find_shape (self, &lost, &shape);
  gain_ns = _lsc_judge_gain (self, lost_ns);
  lsc_step_times_clear (&lost);
  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = lost_ns,
                                  .gain_ns = gain_ns,
                                  .certainty = LSC_FINDING_LIKELY,
                                  .is_minor = is_minor (self, gain_ns),
                                  .when = shape.when,
                                  .numbers = _lsc_judge_list_numbers (self, &shape),
                                  .text = say_effect (self, lost_ns, &shape),
                                  .proof = say_kernels (worst),
                                  .remedy = _lsc_rule_advise_on_frequency (),
                              });
  _lsc_rule_show_clocks (row, self, lost_ns);
}

/* The clock alone shows it, against the highest frequency that was seen. */
static void
find_drops (LscJudge *self, LscRule rule, const double *lost_ns)
{
  double gain_ns = _lsc_judge_gain (self, lost_ns);
  LscFinding *row;

  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = lost_ns,
                                  .gain_ns = gain_ns,
                                  .certainty = LSC_FINDING_LIKELY,
                                  .is_minor = is_minor (self, gain_ns),
                                  .text = say_frequency (self, lost_ns),
                                  .remedy = _lsc_rule_advise_on_frequency (),
                              });
  _lsc_rule_show_clocks (row, self, lost_ns);
}

/** frequency_drop, of ranks that are not slower than others for it. */
void
_lsc_rule_common_drop (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  gboolean has_effects = FALSE;

  for (gsize i = 0; i < self->n; i++)
    has_effects |= self->ranks[i].clock.state == LSC_CLOCK_EFFECT_FOUND;
  for (gsize i = 0; i < self->n; i++)
    if (!has_effects || self->ranks[i].clock.state == LSC_CLOCK_EFFECT_FOUND)
      lost_ns[i] = self->ranks[i].ns[LSC_LOSS_FREQUENCY];
  if (has_effects)
    find_effects (self, rule, lost_ns);
  else
    find_drops (self, rule, lost_ns);
}
