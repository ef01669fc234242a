/* lsc-study-ladder.c - mean lengths, replays with them, the ladder from ideal to measured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-ladder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "analyze/theory/lsc-plan.h"
#include "analyze/theory/lsc-study-private.h"

/* theory.md#ladder. Means of whole nanoseconds are fractions; a chain of thousands of rounded
 * ones would be off by their sum. Replays therefore run in parts of a nanosecond, as fine as 64
 * bits allow, and their times are rounded once at the end. */

#define FINEST_SCALE (G_GINT64_CONSTANT (1) << 16)
#define UNEXPLAINED 0.1

/** Returns: @sum / @n x @scale, rounded to the nearest, halves to even; 0 without values. */
gint64
_lsc_study_mean (gint64 sum, gsize n, gint64 scale)
{
  gint64 count = (gint64) n, whole, rest, part;

  if (n == 0)
    return 0;
  whole = sum / count * scale;
  rest = sum % count * scale; /* below count x scale: blocks of a step, far from 2^63 */
  part = rest / count;
  rest = rest % count * 2;
  if (rest > count || (rest == count && (part & 1)))
    part++;
  return whole + part;
}

/* Adds the measured lengths of a stage to @means. */
static void
add_means (const LscStudy *self, gsize stage, LscStudyMeans *means)
{
  for (guint32 op = self->plan->first[stage]; op < self->plan->first[stage + 1]; op++)
    {
      guint kind = self->plan->ops[op].kind;

      means->sum_ns[kind] += self->durations[op];
      means->n[kind]++;
    }
}

/* Returns: (transfer none): the plan of theory rows: the measured order, or the whole schedule
 * when ranks are missing; %NULL if there is none. */
static const LscPlan *
get_theory_plan (const LscStudy *self)
{
  return self->missing ? self->theory_plan : self->plan;
}

/* How fine a replay may count so that no time exceeds 64 bits: it never takes longer than all
 * blocks one after the other, each with a message. */
static gint64
choose_scale (const LscStudy *self)
{
  LscPlanLatency latency = lsc_study_latency (self);
  gint64 longest = 1, all, scale = FINEST_SCALE;
  gsize n_ranks = self->plan->n_ranks;

  for (gsize i = 0; i < self->plan->n_ops; i++)
    longest = MAX (longest, self->durations[i]);
  for (gsize i = 0; i < n_ranks * n_ranks && latency.by_link; i++)
    longest = MAX (longest, latency.by_link[i]);
  longest = MAX (longest, latency.ns);
  if (__builtin_mul_overflow (longest, 4 * (gint64) get_theory_plan (self)->n_ops, &all))
    return 1;
  while (scale > 1 && all > G_MAXINT64 / scale)
    scale /= 2;
  return scale;
}

/* Means by stage, and of all at the end; a stage without blocks of a kind has that of all. */
typedef struct
{
  LscStudyMeans all;
  LscStudyMeans *stages;
} Means;

static void
means_init (Means *self, const LscStudy *study)
{
  memset (&self->all, 0, sizeof self->all);
  self->stages = g_new0 (LscStudyMeans, study->plan->n_ranks);
  for (gsize i = 0; i < study->plan->n_ranks; i++)
    {
      add_means (study, i, &self->all);
      add_means (study, i, &self->stages[i]);
    }
}

static gint64
mean_of (const Means *self, gboolean of_stage, gsize stage, guint kind, gint64 scale)
{
  const LscStudyMeans *means =
      of_stage && self->stages[stage].n[kind] > 0 ? &self->stages[stage] : &self->all;

  return _lsc_study_mean (means->sum_ns[kind], means->n[kind], scale);
}

/* The ops of a rank take the mean of their kind. */
static void
fill_means (const Means *means, gboolean of_stage, const LscPlan *plan, gsize rank, gint64 scale,
            gint64 *durations)
{
  gint64 by_kind[LSC_BLOCK_N_KINDS];

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    by_kind[kind] = mean_of (means, of_stage, rank, kind, scale);
  for (guint32 op = plan->first[rank]; op < plan->first[rank + 1]; op++)
    durations[op] = by_kind[plan->ops[op].kind];
}

/* Lengths for the ops of @plan, which is the measured one or the whole one. */
static void
fill_durations (const LscStudy *self, const LscPlan *plan, LscTheoryCosts costs, gint64 scale,
                gint64 *durations)
{
  Means means;

  means_init (&means, self);
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    {
      guint32 own = self->plan->first[rank], first = plan->first[rank];

      if (costs == LSC_THEORY_BLOCK && self->plan->first[rank + 1] > own)
        for (guint32 op = first; op < plan->first[rank + 1]; op++)
          durations[op] = self->durations[own + op - first] * scale;
      else
        fill_means (&means, costs != LSC_THEORY_GLOBAL, plan, rank, scale, durations);
    }
  g_free (means.stages);
}

/* @scale is a power of two, no time is negative: a replay starts at 0. */
static void
unscale (LscPlanTimes *times, gint64 scale)
{
  guint bits = g_bit_storage ((gulong) scale) - 1;

  for (gsize i = 0; i < times->n_ops; i++)
    {
      times->start_ns[i] = (times->start_ns[i] + scale / 2) >> bits;
      times->end_ns[i] = (times->end_ns[i] + scale / 2) >> bits;
    }
  times->t0_ns = (times->t0_ns + scale / 2) >> bits;
  times->t1_ns = (times->t1_ns + scale / 2) >> bits;
}

/* Runs the theory plan with lengths in parts of a ns. */
static gboolean
run_scaled (const LscStudy *self, const gint64 *durations, gint64 scale,
            const LscPlanLatency *latency, LscPlanTimes *times, GError **error)
{
  const LscPlan *plan = get_theory_plan (self);
  LscPlanLatency scaled = { .ns = latency ? latency->ns * scale : 0 };
  g_autofree gint64 *by_link = NULL;

  if (latency && latency->by_link)
    {
      by_link = g_new (gint64, plan->n_ranks * plan->n_ranks);
      for (gsize i = 0; i < plan->n_ranks * plan->n_ranks; i++)
        by_link[i] = latency->by_link[i] * scale;
      scaled.by_link = by_link;
    }
  if (!times->start_ns && !lsc_plan_times_init (times, plan))
    return lsc_fail (error, LSC_ERROR_LIMIT, _ ("The step has too many blocks."));
  if (!lsc_plan_replay (plan, durations, &scaled, times, error))
    return FALSE;
  unscale (times, scale);
  return TRUE;
}

/**
 * _lsc_study_replay:
 * @latency: (nullable): of messages
 * @times: (inout): zero-filled or of the same plan before; of the theory plan
 *
 * Returns: whether the order ran
 */
gboolean
_lsc_study_replay (const LscStudy *self, LscTheoryCosts costs, const LscPlanLatency *latency,
                   LscPlanTimes *times, GError **error)
{
  const LscPlan *plan = get_theory_plan (self);
  gint64 scale = costs == LSC_THEORY_BLOCK && !self->missing ? 1 : choose_scale (self);
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);

  fill_durations (self, plan, costs, scale, durations);
  return run_scaled (self, durations, scale, latency, times, error);
}

/* ---- ladder ---- */

/* Lengths by kind for the closed form; kinds that were not recorded follow from the others. */
static LscPlanCosts
mean_costs (const LscStudy *self)
{
  Means means;
  LscPlanCosts costs;

  means_init (&means, self);
  costs.f = mean_of (&means, FALSE, 0, LSC_BLOCK_F, 1);
  costs.b = mean_of (&means, FALSE, 0, LSC_BLOCK_B, 1);
  costs.i = mean_of (&means, FALSE, 0, LSC_BLOCK_I, 1);
  costs.w = mean_of (&means, FALSE, 0, LSC_BLOCK_W, 1);
  costs.x = mean_of (&means, FALSE, 0, LSC_BLOCK_X, 1);
  if (means.all.n[LSC_BLOCK_B] == 0)
    costs.b = costs.i + costs.w;
  if (means.all.n[LSC_BLOCK_I] == 0)
    costs.i = costs.b - (means.all.n[LSC_BLOCK_W] > 0 ? costs.w : costs.b / 2);
  if (means.all.n[LSC_BLOCK_W] == 0)
    costs.w = costs.b - costs.i;
  if (means.all.n[LSC_BLOCK_X] == 0)
    costs.x = costs.f + costs.b;
  g_free (means.stages);
  return costs;
}

static gboolean
climb_one (LscStudy *self, LscRung rung, LscPlanTimes *times, GError **error)
{
  static const LscTheoryCosts costs[] = { [LSC_RUNG_BALANCED] = LSC_THEORY_GLOBAL,
                                          [LSC_RUNG_STAGES] = LSC_THEORY_STAGE,
                                          [LSC_RUNG_BLOCKS] = LSC_THEORY_BLOCK,
                                          [LSC_RUNG_MESSAGES] = LSC_THEORY_BLOCK,
                                          [LSC_RUNG_LATENCY] = LSC_THEORY_BLOCK };
  LscPlanLatency latency = { 0 };

  if (rung == LSC_RUNG_MESSAGES)
    latency.ns = self->usual_latency_ns;
  if (rung == LSC_RUNG_LATENCY)
    latency = lsc_study_latency (self);
  if (!_lsc_study_replay (self, costs[rung], &latency, times, error))
    return FALSE;
  self->rungs[rung] = times->t1_ns - times->t0_ns;
  return TRUE;
}

/* The lowest rung is what all others are measured by. */
static gboolean
climb_first (LscStudy *self, LscPlanTimes *ideal, GError **error)
{
  if (!climb_one (self, LSC_RUNG_BALANCED, ideal, error))
    return FALSE;
  g_free (lsc_plan_rank_stats (get_theory_plan (self), ideal, &self->ideal_ratio));
  return TRUE;
}

/* The rungs above the lowest, but for the one that is known since the order was checked. */
static gboolean
climb_rest (LscStudy *self, LscJob *job, GError **error)
{
  g_auto (LscPlanTimes) times = { 0 };

  for (int rung = LSC_RUNG_STAGES; rung <= LSC_RUNG_LATENCY; rung++)
    if (!lsc_job_check (job, error) ||
        (self->rungs[rung] < 0 && !climb_one (self, (LscRung) rung, &times, error)))
      return FALSE;
  return TRUE;
}

/**
 * _lsc_study_climb:
 * @ideal: (out): zero-filled before: when the ops run on the lowest rung; stays so without a plan
 *
 * Fills the rungs (theory.md#ladder). With missing ranks only the first: the lengths of their
 * blocks are taken to be those of the others.
 *
 * Returns: %FALSE when cancelled, or if times do not fit into 64 bits
 */
gboolean
_lsc_study_climb (LscStudy *self, LscPlanTimes *ideal, LscJob *job, GError **error)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  gint64 window = step->t1_ns - step->t0_ns, difference;
  LscPlanCosts costs = mean_costs (self);

  self->rungs[LSC_RUNG_MEASURED] = window;
  if (!get_theory_plan (self))
    return TRUE;
  if (!climb_first (self, ideal, error) || (!self->missing && !climb_rest (self, job, error)))
    return FALSE;
  self->has_closed_form = lsc_closed_form (&step->schedule, &costs, 0, &self->closed_form);
  if (!self->missing)
    {
      difference = window - self->rungs[LSC_RUNG_LATENCY];
      self->is_unexplained = (double) ABS (difference) > UNEXPLAINED * (double) window;
    }
  return TRUE;
}

/* ---- theory rows ---- */

static const char *
costs_title (LscTheoryCosts costs)
{
  switch (costs)
    {
    case LSC_THEORY_GLOBAL:
      return _ ("mean of each kind");
    case LSC_THEORY_STAGE:
      return _ ("mean of each stage");
    default:
      return _ ("time of each block");
    }
}

/**
 * lsc_study_theory:
 * @with_latency: whether messages take the measured latency instead of no time
 *
 * The order of the step run without any other wait (theory.md#theory-rows). Block k of a row
 * belongs to op first[row] + k of the study's plan.
 *
 * Returns: (transfer full): a pipeline of one step that begins at 0; %NULL with %LSC_ERROR_NOTHING
 *   and the reason if there is no theory
 */
LscPipeline *
lsc_study_theory (const LscStudy *self, LscTheoryCosts costs, gboolean with_latency, GError **error)
{
  g_return_val_if_fail (self, NULL);

  const LscPlan *plan = self->refusal ? NULL : get_theory_plan (self);
  LscPlanLatency latency = lsc_study_latency (self);
  g_auto (LscPlanTimes) times = { 0 };
  g_autofree char *label = NULL;

  if (!plan || costs == LSC_THEORY_NONE)
    {
      g_autofree char *reason = lsc_phrase_to_words (self->refusal ? self->refusal : self->missing);

      g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING,
                           reason ? reason : _ ("No lengths were chosen for the theory."));
      return NULL;
    }
  if (!_lsc_study_replay (self, costs, with_latency ? &latency : NULL, &times, error))
    return NULL;
  label = g_strdup_printf (with_latency ? _ ("theory: %s, %s, with latency") : _ ("theory: %s, %s"),
                           lsc_schedule_type_title (plan->schedule.type), costs_title (costs));
  return lsc_plan_to_pipeline (plan, &times, self->group->ranks, label, error);
}
