/* lsc-what-if.c - the window under another schedule, count of micro-batches or balance
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/theory/lsc-plan.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if. A prediction is the replay of the target with the means of the recorded
 * stages, scaled by what the replay of the recorded blocks leaves unexplained. */

#define SHARE_HALF 0.5
#define SHARE_RECOMPUTE (1. / 3)

/* What W / B may be if nobody said so: matrix products alone give one half, whole recomputation
 * one third, attention less; what lies outside is not plausible. */
#define SHARE_LEAST 0.2
#define SHARE_MOST 0.8

#define MARGIN_LEAST 0.02 /* of the model: what jitter of one percent can add */

static void
work_clear (LscWhatIfWork *self)
{
  _lsc_depth_costs_clear (&self->depth);
  _lsc_depth_costs_clear (&self->balanced);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscWhatIfWork, work_clear)

static gboolean
check_inputs (const LscWhatIfInputs *inputs, GError **error)
{
  const char *message = NULL;

  if (isnan (inputs->w_share) || inputs->w_share > 1)
    message = _ ("The share of weight gradients in a backward must be from 0 to 1");
  else if (inputs->overlap_gain >= 1 || inputs->overlap_gain < -10)
    message = _ ("The gain of overlap must be less than 1");
  else if (inputs->chunk_overhead_ns < 0)
    message = _ ("The overhead of a chunk cannot be negative");
  if (!message)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s", message);
}

static void
resolve_share (LscWhatIf *self, const LscWhatIfInputs *given, double measured)
{
  LscWhatIfInputs *used = &self->inputs;

  self->share_source = given->w_share >= 0 ? LSC_WHAT_IF_GIVEN
                       : measured >= 0     ? LSC_WHAT_IF_MEASURED
                                           : LSC_WHAT_IF_ASSUMED;
  if (self->share_source == LSC_WHAT_IF_MEASURED)
    used->w_share = measured;
  else if (self->share_source == LSC_WHAT_IF_ASSUMED)
    used->w_share = given->full_recompute ? SHARE_RECOMPUTE : SHARE_HALF;
  self->share_low = used->w_share * (1 - LSC_WHAT_IF_SPREAD);
  self->share_high = MIN (1, used->w_share * (1 + LSC_WHAT_IF_SPREAD));
  if (self->share_source == LSC_WHAT_IF_ASSUMED)
    {
      self->share_low = SHARE_LEAST;
      self->share_high = SHARE_MOST;
    }
}

static void
resolve_gain (LscWhatIf *self, const LscWhatIfInputs *given, const LscDepthCosts *depth)
{
  LscWhatIfInputs *used = &self->inputs;
  double a, b;

  self->gain_source = !isnan (given->overlap_gain) ? LSC_WHAT_IF_GIVEN
                      : !isnan (depth->gain)       ? LSC_WHAT_IF_MEASURED
                                                   : LSC_WHAT_IF_ASSUMED;
  if (self->gain_source == LSC_WHAT_IF_MEASURED)
    used->overlap_gain = depth->gain;
  else if (self->gain_source == LSC_WHAT_IF_ASSUMED)
    used->overlap_gain = 0;
  a = used->overlap_gain * (1 - LSC_WHAT_IF_SPREAD);
  b = used->overlap_gain * (1 + LSC_WHAT_IF_SPREAD);
  self->gain_low = MIN (a, b);
  self->gain_high = MIN (1, MAX (a, b));
  if (self->gain_source == LSC_WHAT_IF_ASSUMED)
    {
      self->gain_low = 0;
      self->gain_high = depth->gain_limit;
    }
}

static void
resolve_inputs (LscWhatIf *self, const LscWhatIfInputs *given, const LscDepthCosts *depth)
{
  const gint64 *rungs = self->study->rungs;
  double window = (double) rungs[LSC_RUNG_MEASURED];
  double rest = fabs (1 - (double) rungs[LSC_RUNG_LATENCY] / window);
  double jitter = 0;

  self->inputs = *given;
  self->inputs.layers = NULL;
  self->inputs.n_layers = 0;
  self->step_time_ns = given->step_time_ns > 0 ? given->step_time_ns
                                               : lsc_study_get_step (self->study)->step_time_ns;
  if (self->step_time_ns <= 0)
    self->step_time_ns = -1;
  resolve_share (self, given, depth->share);
  resolve_gain (self, given, depth);
  self->latency_source = given->latency_ns >= 0       ? LSC_WHAT_IF_GIVEN
                         : self->study->n_latency > 0 ? LSC_WHAT_IF_MEASURED
                                                      : LSC_WHAT_IF_ASSUMED;
  if (given->latency_ns < 0)
    self->inputs.latency_ns = self->study->latency_ns;
  if (rungs[LSC_RUNG_STAGES] > 0)
    jitter = fabs ((double) rungs[LSC_RUNG_BLOCKS] / (double) rungs[LSC_RUNG_STAGES] - 1);
  self->model_margin = MAX (MARGIN_LEAST, MAX (rest, jitter));
}

static char *
make_remark (const LscStudy *study)
{
  double window = (double) study->rungs[LSC_RUNG_MEASURED];
  double share = fabs ((double) study->rungs[LSC_RUNG_LATENCY] - window) / window;
  g_autofree char *text = lsc_format_share (share);

  if (!study->is_unexplained)
    return NULL;
  return g_strdup_printf (_ ("The model does not explain this step: its replay differs from the "
                             "measured window by %s. Predictions are as uncertain."),
                          text);
}

static gboolean
fail (GError **error, const LscPhrase *phrase, const char *otherwise)
{
  g_autofree char *reason = phrase ? lsc_phrase_to_words (phrase) : g_strdup (otherwise);

  return lsc_fail (error, LSC_ERROR_NOTHING, _ ("No prediction for this step: %s"), reason);
}

static gboolean
prepare (LscWhatIfWork *work, GError **error)
{
  LscWhatIf *self = work->self;
  const LscStudy *study = self->study;
  double share = work->given->w_share >= 0     ? work->given->w_share
                 : work->given->full_recompute ? SHARE_RECOMPUTE
                                               : SHARE_HALF;
  g_autofree char *reason = NULL;

  if (study->refusal || !study->plan)
    return fail (error, study->refusal, _ ("it has no theory"));
  work->window_ns = study->rungs[LSC_RUNG_MEASURED];
  work->rung_ns = study->rungs[LSC_RUNG_LATENCY];
  if (work->window_ns <= 0 || work->rung_ns <= 0)
    return fail (error, study->missing, _ ("its blocks cannot be replayed"));
  reason = _lsc_depth_costs_init (&work->depth, study, share);
  if (reason)
    return fail (error, NULL, reason);
  resolve_inputs (self, work->given, &work->depth);
  _lsc_depth_costs_balance (&work->depth, &work->balanced);
  if (work->given->has_lumps)
    _lsc_depth_costs_make_lumps (&work->depth);
  work->point = (LscWhatIfPoint){ self->inputs.w_share, self->inputs.overlap_gain, 1 };
  work->n_messages = _lsc_what_if_count_messages (study->plan);
  self->remark = make_remark (study);
  return TRUE;
}

static gboolean
add_row (LscWhatIfWork *work, const LscWhatIfTarget *target, const char *title, GError **error)
{
  LscWhatIfRow *row = _lsc_what_if_row_new (work, target, title, error);

  if (row)
    g_ptr_array_add (work->self->rows, row);
  return row != NULL;
}

/**
 * lsc_what_if_new:
 * @study: the measured step
 * @targets: (array length=n_targets) (nullable): what to predict
 * @inputs: (nullable): what to assume, %NULL = the defaults
 *
 * Replays every target with the costs of theory.md#what-if-costs. A target that cannot be had gets
 * a row with the reason.
 *
 * Cost: about 30 replays for each target, O(ops) each. Thread: any.
 *
 * Returns: (transfer full): the predictions; %NULL with %LSC_ERROR_NOTHING if the step has no
 *   theory, %LSC_ERROR_USAGE if an input is out of range, or %LSC_ERROR_CANCELLED
 */
LscWhatIf *
lsc_what_if_new (LscStudy *study, const LscWhatIfTarget *targets, gsize n_targets,
                 const LscWhatIfInputs *inputs, LscJob *job, GError **error)
{
  g_autoptr (LscWhatIf) self = g_new0 (LscWhatIf, 1);
  LscWhatIfInputs defaults = LSC_WHAT_IF_INPUTS_INIT;
  g_auto (LscWhatIfWork) work = { .self = self, .given = inputs ? inputs : &defaults, .job = job };
  LscWhatIfTarget now = { 0 };

  g_atomic_ref_count_init (&self->refs);
  self->study = lsc_study_ref (study);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) _lsc_what_if_row_free);
  if (!check_inputs (work.given, error) || !prepare (&work, error) ||
      !add_row (&work, &now, N_ ("as recorded, with mean times"), error))
    return NULL;
  for (gsize i = 0; i < n_targets; i++)
    if (!add_row (&work, &targets[i], NULL, error))
      return NULL;
  return g_steal_pointer (&self);
}

/** Returns: @self with one reference more; from any thread. */
LscWhatIf *
lsc_what_if_ref (LscWhatIf *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** Takes a reference from @self, (nullable), and frees it with the last one; from any thread. */
void
lsc_what_if_unref (LscWhatIf *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->rows);
  g_free (self->remark);
  lsc_study_unref (self->study);
  g_free (self);
}

/**
 * lsc_what_if_draw:
 * @row: index of a prediction
 *
 * Returns: (transfer full): the replay of the target as a pipeline to be drawn, from time 0; %NULL
 *   with %LSC_ERROR_NOTHING and the refusal, or %LSC_ERROR_USAGE if there is no such row
 */
LscPipeline *
lsc_what_if_draw (const LscWhatIf *self, gsize row, GError **error)
{
  g_return_val_if_fail (self, NULL);

  const LscPipelineGroup *group = self->study->group;
  const LscWhatIfRow *about;
  g_autofree char *title = NULL;

  if (row >= self->rows->len)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("There is no prediction number %zu"), row);
      return NULL;
    }
  about = g_ptr_array_index (self->rows, row);
  if (about->refusal)
    {
      g_autofree char *refusal = lsc_phrase_to_words (about->refusal);

      g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING, refusal);
      return NULL;
    }
  title = lsc_phrase_to_words (about->title);
  return lsc_plan_to_pipeline (
      about->plan, &about->times,
      group && group->n_ranks == about->plan->n_ranks ? group->ranks : NULL, title, error);
}
