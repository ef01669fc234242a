/* lsc-pipeline-page-pin.c - what of the recording the page shows, for pins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-page-private.h"

/* Of the differences: what stands beside the step. FALSE where it is not of this recording alone.
 */
static gboolean
pin_beside (LscPipelinePage *self, LscPin *pin)
{
  if (self->compare.kind == LSC_COMPARE_STEP && self->compare.step < self->group->n_steps)
    lsc_pin_set_int (pin, "beside_step", self->group->steps[self->compare.step].id);
  else if (self->compare.kind == LSC_COMPARE_THEORY)
    {
      lsc_pin_set_int (pin, "costs", self->compare.costs);
      lsc_pin_set (pin, "latency",
                   g_settings_get_boolean (self->settings, "pipeline-theory-latency") ? "yes"
                                                                                      : NULL);
    }
  else
    return FALSE;
  return TRUE;
}

/* The first of the shown steps; what stands beside it is not drawn. */
gboolean
_lsc_pipeline_page_complete_pin (LscAppPage *page, LscPin *pin)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  g_autofree char *groups = g_settings_get_string (self->settings, "pipeline-groups");
  guint group;

  if (self->group == NULL || chart->first_step >= self->group->n_steps ||
      self->align == LSC_ALIGN_GIVEN ||
      !g_ptr_array_find (self->pipeline->groups, self->group, &group))
    return FALSE;
  if (g_str_has_suffix (pin->view, "/PpDelta") && !pin_beside (self, pin))
    return FALSE;
  lsc_pin_set_int (pin, "group", group);
  lsc_pin_set_int (pin, "step", self->group->steps[chart->first_step].id);
  if (chart->n_steps > 1)
    lsc_pin_set_int (pin, "steps", (gint64) chart->n_steps);
  lsc_pin_set (pin, "side_by_side", chart->side_by_side ? "yes" : NULL);
  lsc_pin_set (pin, "chunk_rows", chart->show_chunk_rows ? "yes" : NULL);
  lsc_pin_set (pin, "groups", *g_strstrip (groups) != '\0' ? groups : NULL);
  if (self->align != LSC_ALIGN_AUTO)
    lsc_pin_set_int (pin, "align", self->align);
  return TRUE;
}
