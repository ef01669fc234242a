/* lsc-timeline-page-settings.c - colours, arrows and other choices of the timeline page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "app/parts/lsc-choices.h"
#include "app/timeline/lsc-timeline-page-private.h"

/* In the order of LscTimelineColor and LscTimelineArrows. */
static const char *const colors[] = { "name", "core", "duration", "step", "module", NULL };
static const char *const arrows[] = { "off", "selection", "range", "all", NULL };

static void
set_kind_state (LscTimelinePage *self, guint kind, gboolean is_shown)
{
  g_autofree char *name = g_strdup_printf ("kind-%u", kind);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->kind_actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (is_shown));
}

/* Takes over what is stored. */
void
_lsc_timeline_page_settings_apply (LscTimelinePage *self)
{
  LscTimelineView *view = lsc_timeline_chart_edit_view (self->chart);
  guint kinds = g_settings_get_uint (self->settings, "timeline-arrow-kinds");

  view->color = (LscTimelineColor) lsc_choice_get (self->settings, "timeline-color", colors);
  view->arrows = (LscTimelineArrows) lsc_choice_get (self->settings, "timeline-arrows", arrows);
  view->arrow_kinds = kinds;
  view->absolute_time = g_settings_get_boolean (self->settings, "timeline-absolute-time");
  lsc_timeline_layout_set_auto_height (
      view->layout, g_settings_get_boolean (self->settings, "timeline-auto-height"));
  lsc_timeline_layout_set_show_stacks (
      view->layout, g_settings_get_boolean (self->settings, "timeline-show-stacks"));
  for (guint kind = 0; kind < LSC_LINK_N_KINDS; kind++)
    set_kind_state (self, kind, (kinds >> kind & 1) != 0);
  lsc_timeline_legend_set_shown (self->legend,
                                 g_settings_get_boolean (self->settings, "timeline-show-legend"));
  lsc_chart_changed (LSC_CHART (self->chart));
}

static void
on_setting_changed (LscTimelinePage *self, const char *key)
{
  if (g_str_has_prefix (key, "timeline-search-"))
    _lsc_timeline_page_search_restart (self);
  else if (g_str_has_prefix (key, "timeline-") && !g_str_equal (key, "timeline-keys"))
    _lsc_timeline_page_settings_apply (self);
}

static void
on_kind_state (GSimpleAction *action, GVariant *state, LscTimelinePage *self)
{
  const char *name = g_action_get_name (G_ACTION (action));
  guint kind = (guint) g_ascii_strtoull (name + strlen ("kind-"), NULL, 10);
  guint kinds = g_settings_get_uint (self->settings, "timeline-arrow-kinds");

  if (g_variant_get_boolean (state))
    kinds |= 1u << kind;
  else
    kinds &= ~(1u << kind);
  g_settings_set_uint (self->settings, "timeline-arrow-kinds", kinds);
}

static void
add_kind_actions (LscTimelinePage *self)
{
  self->kind_actions = g_simple_action_group_new ();
  for (guint kind = 0; kind < LSC_LINK_N_KINDS; kind++)
    {
      g_autofree char *name = g_strdup_printf ("kind-%u", kind);
      g_autofree char *detailed = g_strdup_printf ("tlkind.kind-%u", kind);
      g_autoptr (GSimpleAction) action =
          g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (on_kind_state), self);
      g_action_map_add_action (G_ACTION_MAP (self->kind_actions), G_ACTION (action));
      g_menu_append (self->kinds_menu, lsc_link_kind_title (kind), detailed);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tlkind", G_ACTION_GROUP (self->kind_actions));
}

/* Actions of the switches, and what follows them. */
void
_lsc_timeline_page_settings_init (LscTimelinePage *self)
{
  static const char *const keys[] = {
    "timeline-arrows",       "timeline-absolute-time",
    "timeline-auto-height",  "timeline-show-stacks",
    "timeline-search-regex", "timeline-search-case",
    "timeline-search-words", "timeline-panel",
    "timeline-show-legend",  NULL,
  };

  lsc_choices_add_actions (GTK_WIDGET (self), self->settings, "tlset", keys);
  add_kind_actions (self);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_setting_changed), self,
                           G_CONNECT_SWAPPED);
  lsc_choice_bind (self->settings, "timeline-color", self->color_choice, colors);
}
