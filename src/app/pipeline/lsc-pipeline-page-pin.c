/* lsc-pipeline-page-pin.c - what of the recording the page shows, for pins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/pipeline/lsc-pipeline-page-private.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "base/lsc-error.h"

/* What stands beside the step, where that is of this recording alone. */
static gboolean
pin_beside (LscPipelinePage *self, LscPin *pin, GError **error)
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
  else if (self->compare.kind == LSC_COMPARE_RECORDING)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     _ ("Pipelines of two recordings are pinned on the Compare page"));
  else if (self->compare.kind == LSC_COMPARE_WHAT_IF)
    {
      LscPanel *panel = lsc_app_page_get_panel (LSC_APP_PAGE (self), LSC_PIPELINE_TAB_WHAT_IF);

      if (!lsc_panel_complete_pin (panel, pin))
        return lsc_app_page_fail_pin (error);
      lsc_pin_set_int (pin, "prediction", self->compare.row);
    }
  else
    return lsc_app_page_fail_pin (error);
  return TRUE;
}

/* The second side as it is drawn. */
static gboolean
pin_twin (LscPipelinePage *self, LscPin *pin, GError **error)
{
  const LscPipelineTwin *twin = &lsc_pipeline_chart_get_chart (self->view)->twin;

  if (twin->mode == LSC_TWIN_NONE)
    return TRUE;
  if (!pin_beside (self, pin, error))
    return FALSE;
  lsc_pin_set_int (pin, "twin", twin->mode);
  lsc_pin_set (pin, "beside_title", twin->title);
  lsc_pin_set (pin, "first_title", twin->first_title);
  lsc_pin_set (pin, "show_delta", twin->show_delta ? "yes" : NULL);
  if (twin->offset_ns != 0)
    lsc_pin_set_int (pin, "twin_offset_ns", twin->offset_ns);
  return TRUE;
}

/* Clocks as they were entered by hand: offsets of all ranks. */
static void
pin_clocks (LscPipelinePage *self, LscPin *pin)
{
  const LscPipelineClocks *clocks = &self->group->clocks;
  g_autoptr (GString) text = g_string_new (NULL);

  lsc_pin_set_int (pin, "align", self->align);
  if (self->align != LSC_ALIGN_GIVEN)
    return;
  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      g_autofree char *rank = lsc_rank_to_text (clocks->clocks[i].rank);

      g_string_append_printf (text, "%s%s=%" PRId64, i > 0 ? ";" : "", rank,
                              clocks->clocks[i].offset_ns);
    }
  lsc_pin_set (pin, "clocks", text->str);
}

/* The shown steps, of one what stands beside it, too. */
gboolean
_lsc_pipeline_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  g_autofree char *groups = g_settings_get_string (self->settings, "pipeline-groups");
  guint group;

  if (!self->group || chart->first_step >= self->group->n_steps ||
      !g_ptr_array_find (self->pipeline->groups, self->group, &group))
    return lsc_app_page_fail_pin (error);
  if (g_str_has_suffix (pin->view, "/PpDelta") && !pin_beside (self, pin, error))
    return FALSE;
  if (g_str_has_suffix (pin->view, "/chart"))
    {
      if (!pin_twin (self, pin, error))
        return FALSE;
      lsc_pipeline_chart_pin (self->view, pin);
    }
  lsc_pin_set_int (pin, "group", group);
  lsc_pin_set_int (pin, "step", self->group->steps[chart->first_step].id);
  if (chart->n_steps > 1)
    lsc_pin_set_int (pin, "steps", (gint64) chart->n_steps);
  lsc_pin_set (pin, "side_by_side", chart->side_by_side ? "yes" : NULL);
  lsc_pin_set (pin, "groups", *g_strstrip (groups) != '\0' ? groups : NULL);
  if (self->align != LSC_ALIGN_AUTO)
    pin_clocks (self, pin);
  return TRUE;
}
