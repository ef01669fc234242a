/* lsc-pipeline-page-settings.c - switches of the pipeline page: settings and hidden kinds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-panel-place.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

static const char *const color_modes[] = { "kind",     "phase",   "micro-batch",
                                           "duration", "insight", NULL };

/* ---- settings ---- */

void
_lsc_pipeline_page_apply_settings (LscPipelinePage *self)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);
  g_autofree char *arrows = g_settings_get_string (self->settings, "pipeline-show-arrows");

  chart->color_mode =
      (LscColorMode) lsc_choice_get (self->settings, "pipeline-color-mode", color_modes);
  chart->arrows = g_str_equal (arrows, "all")    ? LSC_ARROWS_ALL
                  : g_str_equal (arrows, "none") ? LSC_ARROWS_NONE
                                                 : LSC_ARROWS_SELECTION;
  chart->labels = LSC_LABELS_AUTO;
  if (g_settings_get_boolean (self->settings, "pipeline-label-chunks"))
    chart->labels = LSC_LABELS_MB_CHUNK;
  if (!g_settings_get_boolean (self->settings, "pipeline-show-labels"))
    chart->labels = LSC_LABELS_NONE;
  chart->show_bubbles = g_settings_get_boolean (self->settings, "pipeline-show-bubbles");
  chart->show_p2p = g_settings_get_boolean (self->settings, "pipeline-show-p2p");
  chart->show_brackets = g_settings_get_boolean (self->settings, "pipeline-show-brackets");
  chart->show_phase_tint = g_settings_get_boolean (self->settings, "pipeline-show-phase-tint");
  chart->show_chunk_rows = g_settings_get_boolean (self->settings, "pipeline-show-chunk-rows");
  chart->show_grid = g_settings_get_boolean (self->settings, "pipeline-show-grid");
  chart->absolute_time = g_settings_get_boolean (self->settings, "pipeline-absolute-time");
  gtk_widget_set_visible (GTK_WIDGET (self->legend),
                          g_settings_get_boolean (self->settings, "pipeline-show-legend"));
  lsc_chart_changed (LSC_CHART (self->view));
  gtk_widget_queue_resize (GTK_WIDGET (self->legend));
}

/* Turns a switch over. */
void
_lsc_pipeline_page_toggle (LscPipelinePage *self, const char *key)
{
  g_settings_set_boolean (self->settings, key, !g_settings_get_boolean (self->settings, key));
}

void
_lsc_pipeline_page_on_setting_changed (LscPipelinePage *self, const char *key)
{
  if (g_str_equal (key, "pipeline-show-path") || g_str_equal (key, "pipeline-show-causes"))
    {
      _lsc_pipeline_page_apply_study (self);
      _lsc_pipeline_page_path_changed (self);
    }
  else if (g_str_equal (key, "pipeline-twin-mode") || g_str_equal (key, "pipeline-show-delta"))
    _lsc_pipeline_page_apply_twin (self);
  else if (g_str_equal (key, "pipeline-theory-latency"))
    {
      if (self->compare.kind == LSC_COMPARE_THEORY)
        _lsc_pipeline_page_refresh_twin (self);
    }
  else if (g_str_equal (key, "pipeline-groups"))
    lsc_app_page_reload (LSC_APP_PAGE (self));
  else if (g_str_has_prefix (key, "pipeline-"))
    _lsc_pipeline_page_apply_settings (self);
}

void
_lsc_pipeline_page_add_setting_actions (LscPipelinePage *self)
{
  static const char *const keys[] = {
    "pipeline-show-bubbles",    "pipeline-show-p2p",        "pipeline-show-brackets",
    "pipeline-show-labels",     "pipeline-label-chunks",    "pipeline-show-legend",
    "pipeline-show-chunk-rows", "pipeline-show-phase-tint", "pipeline-show-grid",
    "pipeline-absolute-time",   "pipeline-show-arrows",     "pipeline-panel",
    "pipeline-show-path",       "pipeline-show-causes",     "pipeline-twin-mode",
    "pipeline-show-delta",      "pipeline-theory-latency",  NULL,
  };

  lsc_choices_add_actions (GTK_WIDGET (self), self->settings, "pipeset", keys);
  lsc_choice_bind (self->settings, "pipeline-color-mode", self->color_choice, color_modes);
}

/* ---- hidden kinds ---- */

static void
show_kind (LscPipelinePage *self, guint kind, gboolean is_shown)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);
  g_autofree char *name = g_strdup_printf ("kind-%u", kind);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->kind_actions), name);

  if (is_shown)
    chart->hidden_kinds &= ~(1u << kind);
  else
    chart->hidden_kinds |= 1u << kind;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (is_shown));
  lsc_chart_changed (LSC_CHART (self->view));
}

static void
on_kind_state (GSimpleAction *action, GVariant *state, LscPipelinePage *self)
{
  const char *name = g_action_get_name (G_ACTION (action));

  show_kind (self, (guint) g_ascii_strtoull (name + strlen ("kind-"), NULL, 10),
             g_variant_get_boolean (state));
}

void
_lsc_pipeline_page_on_legend_kind (LscPipelinePage *self, int kind)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);

  show_kind (self, (guint) kind, (chart->hidden_kinds >> kind & 1) != 0);
}

static const char *
kind_title (guint kind)
{
  return kind == LSC_HIDDEN_LATER_CHUNK ? _ ("Forward, Later Chunk") : lsc_block_kind_title (kind);
}

void
_lsc_pipeline_page_add_kind_actions (LscPipelinePage *self)
{
  self->kind_actions = g_simple_action_group_new ();
  for (guint kind = 0; kind < LSC_N_HIDDEN_KINDS; kind++)
    {
      g_autofree char *name = g_strdup_printf ("kind-%u", kind);
      g_autofree char *detailed = g_strdup_printf ("pipekind.kind-%u", kind);
      g_autoptr (GSimpleAction) action =
          g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (on_kind_state), self);
      g_action_map_add_action (G_ACTION_MAP (self->kind_actions), G_ACTION (action));
      g_menu_append (self->kinds_menu, kind_title (kind), detailed);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "pipekind",
                                  G_ACTION_GROUP (self->kind_actions));
}

void
_lsc_pipeline_page_show_all_kinds (LscPipelinePage *self)
{
  for (guint kind = 0; kind < LSC_N_HIDDEN_KINDS; kind++)
    show_kind (self, kind, TRUE);
}

/** Tells how much of the height the chart has a use for: the panels have the rest. */
void
_lsc_pipeline_page_update_room (LscPipelinePage *self)
{
  lsc_panel_place_set_room (self->paned, lsc_pipeline_chart_get_least_height (self->view),
                            lsc_pipeline_chart_get_most_height (self->view),
                            GTK_WIDGET (self->legend));
}
