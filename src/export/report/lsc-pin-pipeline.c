/* lsc-pin-pipeline.c - pinned tables about a step of a pipeline, and about what stands beside it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/compare/lsc-pipeline-compare.h"
#include "analyze/theory/lsc-what-if.h"
#include "base/lsc-error.h"

static gboolean
is_of (const LscPin *pin, const char *table)
{
  return g_str_has_suffix (pin->view, table);
}

/* Returns: (transfer full) (nullable): the step of a pin */
LscStudy *
_lsc_pin_study_step (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPipeline *pipeline = _lsc_pin_maker_get_pipeline (self, pin, error);
  const LscPipelineGroup *group = pipeline ? _lsc_pin_find_group (pipeline, pin, error) : NULL;
  gsize step;

  if (!group || !_lsc_pin_find_step (group, pin, &step, error))
    return NULL;
  return lsc_study_new (pipeline, group, step, self->job, error);
}

/* ---- the step ---- */

/* Returns: (transfer full) (nullable): */
LscTable *
_lsc_pin_make_study (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscStudy) study = _lsc_pin_study_step (self, pin, error);

  if (!study)
    return NULL;
  if (is_of (pin, "/PpBalance"))
    return lsc_study_balance_table (study);
  if (is_of (pin, "/PpPath"))
    return lsc_study_path_table (study);
  if (is_of (pin, "/PpWait"))
    return lsc_study_wait_table (study);
  if (is_of (pin, "/PpLadder"))
    return lsc_study_ladder_table (study);
  return lsc_study_summary_table (study);
}

/* ---- predictions ---- */

static gboolean
read_real (const LscPin *pin, const char *name, double *value)
{
  const char *text = lsc_pin_get (pin, name);

  if (text)
    *value = g_ascii_strtod (text, NULL);
  return text != NULL;
}

static LscWhatIfInputs
read_inputs (const LscPin *pin)
{
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;

  read_real (pin, "w_share", &inputs.w_share);
  read_real (pin, "overlap_gain", &inputs.overlap_gain);
  lsc_pin_get_int (pin, "latency_ns", &inputs.latency_ns);
  lsc_pin_get_int (pin, "overhead_ns", &inputs.chunk_overhead_ns);
  inputs.spread_lumps = lsc_pin_get (pin, "spread_lumps") != NULL;
  inputs.full_recompute = lsc_pin_get (pin, "full_recompute") != NULL;
  return inputs;
}

/* (transfer full) (nullable): what is to be predicted: what was entered, else what is worth a look
 */
static GArray *
read_targets (const LscPin *pin, const LscStudy *study, GError **error)
{
  const char *text = lsc_pin_get (pin, "targets");
  g_autoptr (GArray) targets = NULL; /* half filled after an error */
  gint64 micro_batches = 0;

  if (!text)
    targets = lsc_what_if_default_targets (study);
  else if (!lsc_what_if_parse (text, study->group, &targets, error))
    return NULL;
  if (lsc_pin_get_int (pin, "micro_batches", &micro_batches) && micro_batches > 0)
    lsc_what_if_set_micro_batches (targets, (gsize) micro_batches);
  return g_steal_pointer (&targets);
}

/* (transfer full) (nullable): what was predicted of the step of a pin */
static LscWhatIf *
predict (LscPinMaker *self, const LscPin *pin, LscStudy *study, GError **error)
{
  g_autoptr (GArray) targets = read_targets (pin, study, error);
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (int));
  const char *text = lsc_pin_get (pin, "layers");
  LscWhatIfInputs inputs = read_inputs (pin);

  if (!targets || !lsc_what_if_parse_layers_of (text ? text : "", study->group->n_ranks, layers,
                                                &inputs.head, error))
    return NULL;
  inputs.layers = (const int *) (gpointer) layers->data;
  inputs.n_layers = layers->len;
  return lsc_what_if_new (study, (const LscWhatIfTarget *) (gpointer) targets->data, targets->len,
                          &inputs, self->job, error);
}

/* Returns: (transfer full) (nullable): */
LscTable *
_lsc_pin_make_what_if (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscStudy) study = _lsc_pin_study_step (self, pin, error);
  g_autoptr (LscWhatIf) what_if = study ? predict (self, pin, study, error) : NULL;

  return what_if ? lsc_what_if_table (what_if) : NULL;
}

/* ---- what stands beside the step ---- */

static gboolean
take_theory (LscPinBeside *beside)
{
  if (!beside->theory)
    return FALSE;
  beside->pipeline = beside->theory;
  beside->group = lsc_pipeline_get_group (beside->theory, 0);
  beside->step = 0;
  return TRUE;
}

/* A row of what was predicted. */
static gboolean
find_prediction (LscPinMaker *self, const LscPin *pin, gint64 row, LscPinBeside *beside,
                 GError **error)
{
  beside->what_if = predict (self, pin, beside->study, error);
  if (!beside->what_if)
    return FALSE;
  beside->theory = lsc_what_if_draw (beside->what_if, (gsize) row, error);
  return take_theory (beside);
}

static gboolean
find_theory (const LscPin *pin, const LscStudy *study, LscPinBeside *beside, GError **error)
{
  gint64 costs = LSC_THEORY_STAGE;

  lsc_pin_get_int (pin, "costs", &costs);
  beside->theory =
      lsc_study_theory (study, (LscTheoryCosts) CLAMP (costs, LSC_THEORY_GLOBAL, LSC_THEORY_BLOCK),
                        lsc_pin_get (pin, "latency") != NULL, error);
  return take_theory (beside);
}

static gboolean
find_step (LscPipeline *pipeline, const LscStudy *study, gint64 id, LscPinBeside *beside,
           GError **error)
{
  const LscPipelineGroup *group = study->group;

  for (gsize i = 0; i < group->n_steps; i++)
    if (group->steps[i].id == id)
      {
        beside->pipeline = pipeline;
        beside->group = group;
        beside->step = i;
        return TRUE;
      }
  return lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The pipeline has no step to compare with."));
}

/**
 * _lsc_pin_find_beside:
 * @beside: (out caller-allocates): to be cleared with _lsc_pin_clear_beside() in any case
 *
 * Finds the step of a pin and what stands beside it: another step, "beside_step", a row of what was
 * predicted, "prediction", or the theory.
 */
gboolean
_lsc_pin_find_beside (LscPinMaker *self, const LscPin *pin, LscPinBeside *beside, GError **error)
{
  gint64 id;

  *beside = (LscPinBeside){ .study = _lsc_pin_study_step (self, pin, error) };
  if (!beside->study)
    return FALSE;
  if (lsc_pin_get_int (pin, "prediction", &id))
    return find_prediction (self, pin, id, beside, error);
  return lsc_pin_get_int (pin, "beside_step", &id)
             ? find_step (_lsc_pin_maker_get_pipeline (self, pin, NULL), beside->study, id, beside,
                          error)
             : find_theory (pin, beside->study, beside, error);
}

void
_lsc_pin_clear_beside (LscPinBeside *beside)
{
  g_clear_pointer (&beside->study, lsc_study_unref);
  g_clear_pointer (&beside->theory, lsc_pipeline_unref);
  g_clear_pointer (&beside->what_if, lsc_what_if_unref);
}

/* Returns: (transfer full) (nullable): the differences of the two, block by block */
LscTable *
_lsc_pin_make_deltas (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinBeside beside;
  LscTable *ordered = NULL;

  if (_lsc_pin_find_beside (self, pin, &beside, error))
    {
      g_autoptr (LscTable) deltas =
          lsc_pipeline_delta_table (beside.study->group, lsc_study_get_step (beside.study),
                                    beside.group, &beside.group->steps[beside.step]);

      ordered = lsc_pipeline_delta_order (deltas);
    }
  _lsc_pin_clear_beside (&beside);
  return ordered;
}
