/* lsc-what-if.c - the window under another schedule, count of micro-batches or balance
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-what-if.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/theory/lsc-plan.h"
#include "base/lsc-error.h"
#include "base/lsc-stats.h"
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

#define UNEXPLAINED 0.1 /* of the window */

/* What is left in doubt of a number that was measured over a step or given. */
#define KNOWN_SPREAD 0.1

static void
work_clear (LscWhatIfWork *self)
{
  _lsc_stage_costs_clear (&self->stages);
  _lsc_what_if_machine_clear (&self->machine);
  _lsc_what_if_events_clear (&self->events);
  g_clear_pointer (&self->layers, g_free);
  g_clear_pointer (&self->refusal, lsc_phrase_free);
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
  else if (inputs->head < 0)
    message = _ ("The head cannot take less than no layer");
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
  self->share_low = used->w_share * (1 - KNOWN_SPREAD);
  self->share_high = MIN (1, used->w_share * (1 + KNOWN_SPREAD));
  if (self->share_source == LSC_WHAT_IF_ASSUMED)
    {
      self->share_low = SHARE_LEAST;
      self->share_high = SHARE_MOST;
    }
}

static void
resolve_gain (LscWhatIf *self, const LscWhatIfInputs *given, const LscStageCosts *costs)
{
  LscWhatIfInputs *used = &self->inputs;
  double a, b;

  self->gain_source = !isnan (given->overlap_gain) ? LSC_WHAT_IF_GIVEN
                      : !isnan (costs->gain)       ? LSC_WHAT_IF_MEASURED
                                                   : LSC_WHAT_IF_ASSUMED;
  if (self->gain_source == LSC_WHAT_IF_MEASURED)
    used->overlap_gain = costs->gain;
  else if (self->gain_source == LSC_WHAT_IF_ASSUMED)
    used->overlap_gain = 0;
  a = used->overlap_gain * (1 - KNOWN_SPREAD);
  b = used->overlap_gain * (1 + KNOWN_SPREAD);
  self->gain_low = MIN (a, b);
  self->gain_high = MIN (1, MAX (a, b));
  if (self->gain_source == LSC_WHAT_IF_ASSUMED)
    {
      self->gain_low = 0;
      self->gain_high = costs->gain_limit;
    }
}

static void
resolve_inputs (LscWhatIf *self, const LscWhatIfInputs *given, const LscStageCosts *costs)
{
  self->inputs = *given;
  self->inputs.layers = g_memdup2 (given->layers, given->n_layers * sizeof *given->layers);
  self->step_time_ns = given->step_time_ns > 0 ? given->step_time_ns
                                               : lsc_study_get_step (self->study)->step_time_ns;
  if (self->step_time_ns <= 0)
    self->step_time_ns = -1;
  resolve_share (self, given, costs->share);
  resolve_gain (self, given, costs);
  self->latency_source = given->latency_ns >= 0       ? LSC_WHAT_IF_GIVEN
                         : self->study->n_latency > 0 ? LSC_WHAT_IF_MEASURED
                                                      : LSC_WHAT_IF_ASSUMED;
  if (given->latency_ns < 0)
    self->inputs.latency_ns = self->study->latency_ns;
}

/* Layers of the recorded virtual stages, of which each stage has as many. */
static void
take_layers (LscWhatIfWork *work)
{
  const LscWhatIfInputs *given = work->given;
  LscStageCosts *stages = &work->stages;
  gboolean is_by_piece = stages->n == given->n_layers; /* also of DualPipe, which has no halves */

  if (!given->layers || given->n_layers != stages->n_ranks)
    return;
  for (gsize i = 0; i < given->n_layers; i++)
    if (given->layers[i] <= 0)
      return;
  work->layers = g_new (int, stages->n);
  for (gsize i = 0; i < stages->n_ranks * stages->n_chunks; i++)
    work->layers[stages->piece[i]] =
        given->layers[is_by_piece ? stages->piece[i] : i / stages->n_chunks];
  work->has_head = !isnan (given->head) && !given->spread_lumps;
  /* A stage has its layers on each of its chunks. */
  if (work->has_head)
    stages->head = given->head * (is_by_piece ? 1 : stages->n_chunks);
}

static void
suppose (LscWhatIfWork *work)
{
  LscSurplus ends = work->given->spread_lumps ? LSC_SURPLUS_LAYERS : LSC_SURPLUS_LUMP;

  work->supposed = (LscSupposition){
    .of = { [LSC_SUSPECT_FIRST] = ends,
            [LSC_SUSPECT_LAST] = work->has_head ? LSC_SURPLUS_DEVICE : ends,
            [LSC_SUSPECT_INNER] = work->layers ? LSC_SURPLUS_DEVICE : LSC_SURPLUS_LAYERS },
    .device_part = { 1, 1, 1 },
    .unit = 1,
  };
}

static gboolean
fail (GError **error, const LscPhrase *phrase, const char *otherwise)
{
  g_autofree char *reason = phrase ? lsc_phrase_to_words (phrase) : g_strdup (otherwise);

  return lsc_fail (error, LSC_ERROR_NOTHING, _ ("No prediction for this step: %s"), reason);
}

static void
tell_events (LscWhatIf *self, const LscWhatIfEvents *events)
{
  g_autofree gint64 *sizes = g_memdup2 (events->sizes.items, events->sizes.n * sizeof *sizes);

  self->n_steps = events->n_steps;
  self->n_events = events->sizes.n;
  self->event_ns = lsc_median_upper_int64 (sizes, events->sizes.n);
  self->do_steps_differ = events->do_steps_differ;
}

/* What the step was disturbed by is part of what its replay explains. */
static void
find_events (LscWhatIfWork *work)
{
  const LscStudy *study = work->self->study;
  gint64 window = work->window_ns, rung;

  work->rung_ns = _lsc_what_if_machine_init (&work->machine, study, work->given->latency_ns);
  _lsc_what_if_events_init (&work->events, study, &work->machine);
  rung = _lsc_what_if_machine_replay (&work->machine, study, work->events.held);
  if (rung > 0 && ABS (rung - window) < ABS (work->rung_ns - window))
    work->rung_ns = rung;
  tell_events (work->self, &work->events);
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
  if (work->window_ns <= 0 || study->rungs[LSC_RUNG_LATENCY] <= 0)
    return fail (error, study->missing, _ ("its blocks cannot be replayed"));
  find_events (work);
  reason = _lsc_stage_costs_init (&work->stages, study, work->events.clean, share);
  if (reason)
    return fail (error, NULL, reason);
  resolve_inputs (self, work->given, &work->stages);
  take_layers (work);
  suppose (work);
  work->margin = LSC_WHAT_IF_MARGIN;
  work->point = (LscWhatIfPoint){ self->inputs.w_share, self->inputs.overlap_gain, 1, 1 };
  work->n_messages = _lsc_what_if_count_messages (study->plan);
  return TRUE;
}

/* The recorded order itself is asked first: what the costs do not make of it, they do not make of
 * any other. Returns by how much of the window its range misses it. */
static double
miss_of (const LscWhatIfWork *work, const LscWhatIfRow *row)
{
  double window = (double) work->window_ns, scale = (double) work->rung_ns / window;
  double low = (double) row->range.low_ns * scale, high = (double) row->range.high_ns * scale;

  return MAX (MAX (low - window, window - high), 0) / window;
}

static void
check_explained (LscWhatIfWork *work)
{
  LscWhatIfRow *row = g_ptr_array_index (work->self->rows, 0);
  double rest = fabs (1 - (double) work->rung_ns / (double) work->window_ns), miss;
  g_autofree char *share = NULL;

  work->margin = MAX (LSC_WHAT_IF_MARGIN, rest);
  work->self->model_margin = work->margin;
  miss = row->refusal ? 0 : miss_of (work, row);
  if (miss <= UNEXPLAINED)
    return;
  share = lsc_format_share (MAX (miss, rest));
  work->refusal =
      lsc_phrase_new (N_ ("not known, because the model does not explain this step: its replay "
                          "differs from the measured window by %s"),
                      share);
  row->refusal = lsc_phrase_copy (work->refusal);
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
 * a row with the reason, and so do all of a step that the model does not explain.
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
  g_return_val_if_fail (study && (targets || n_targets == 0), NULL);
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
  check_explained (&work);
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
  lsc_study_unref (self->study);
  g_free ((int *) self->inputs.layers);
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
