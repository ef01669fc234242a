/* lsc-timeline-page-settings.c - colours, arrows and other choices of the timeline page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/timeline/lsc-timeline-page-private.h"

/* In the order of LscTimelineColor and LscTimelineArrows. */
static const char *const colors[] = { "name", "core", "duration", "step", "module", NULL };
static const char *const arrows[] = { "off", "selection", "range", "all", NULL };

static guint
get_choice (GSettings *settings, const char *key, const char *const *names)
{
  g_autofree char *name = g_settings_get_string (settings, key);

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return i;
  return 0;
}

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

  view->color = (LscTimelineColor) get_choice (self->settings, "timeline-color", colors);
  view->arrows = (LscTimelineArrows) get_choice (self->settings, "timeline-arrows", arrows);
  view->arrow_kinds = kinds;
  view->absolute_time = g_settings_get_boolean (self->settings, "timeline-absolute-time");
  lsc_timeline_layout_set_auto_height (
      view->layout, g_settings_get_boolean (self->settings, "timeline-auto-height"));
  lsc_timeline_layout_set_show_stacks (
      view->layout, g_settings_get_boolean (self->settings, "timeline-show-stacks"));
  self->is_filling = TRUE;
  gtk_drop_down_set_selected (self->color_choice, view->color);
  for (guint kind = 0; kind < LSC_LINK_N_KINDS; kind++)
    set_kind_state (self, kind, (kinds >> kind & 1) != 0);
  self->is_filling = FALSE;
  lsc_timeline_chart_view_edited (self->chart);
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
on_color_chosen (LscTimelinePage *self)
{
  guint index = gtk_drop_down_get_selected (self->color_choice);

  if (!self->is_filling && index < g_strv_length ((char **) colors))
    g_settings_set_string (self->settings, "timeline-color", colors[index]);
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
    "timeline-arrows",       "timeline-absolute-time", "timeline-auto-height",
    "timeline-show-stacks",  "timeline-search-regex",  "timeline-search-case",
    "timeline-search-words", "timeline-panel",
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (self->settings, keys[i]);

      g_action_map_add_action (G_ACTION_MAP (group), action);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tlset", G_ACTION_GROUP (group));
  add_kind_actions (self);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_setting_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->color_choice, "notify::selected", G_CALLBACK (on_color_chosen),
                           self, G_CONNECT_SWAPPED);
}

/* ---- the menu of a right click (drawing.md#keys) ---- */

static void
add_section (GMenu *menu, const char *const *items)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (; *items != NULL; items += 2)
    {
      g_autofree char *action = g_strconcat ("timeline.", items[1], NULL);

      g_menu_append (section, _ (items[0]), action);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
add_submenu (GMenu *menu, const char *title, const char *const *items)
{
  g_autoptr (GMenu) submenu = g_menu_new ();

  add_section (submenu, items);
  g_menu_append_submenu (menu, title, G_MENU_MODEL (submenu));
}

/* Returns: (transfer full): the menu of the lanes */
GMenuModel *
_lsc_timeline_page_menu_new (void)
{
  static const char *const slice[] = {
    N_ ("_Zoom to the Slice"),
    "fit-slice",
    N_ ("_Make It the Range"),
    "range-from-slice",
    N_ ("Show in _Modules"),
    "show-modules",
    N_ ("Show in _Pipeline"),
    "show-pipeline",
    N_ ("Mar_k"),
    "mark",
    NULL,
  };
  static const char *const links[] = {
    N_ ("Follow _Forward"), "follow-link",     N_ ("Follow _Back"),
    "follow-back",          N_ ("_Next Link"), "next-link",
    N_ ("_Previous Link"),  "previous-link",   NULL,
  };
  static const char *const range[] = {
    N_ ("Zoom to the _Range"),
    "zoom-to-range",
    N_ ("Lock the Ran_ge"),
    "lock-range",
    N_ ("_Undo Zoom"),
    "undo",
    N_ ("Show _Everything"),
    "reset",
    NULL,
  };
  static const char *const lanes[] = {
    N_ ("_Pin"),
    "pin",
    N_ ("Pin _Same-Named"),
    "pin-same",
    N_ ("_Unpin All"),
    "unpin-all",
    N_ ("U_npin Same-Named"),
    "unpin-same",
    N_ ("_Hide"),
    "hide",
    N_ ("Sh_ow All"),
    "show-all",
    N_ ("_Merge"),
    "merge",
    N_ ("P_art"),
    "unmerge",
    N_ ("Merge _Computing Streams"),
    "merge-computing",
    N_ ("_Expand All"),
    "expand-all",
    N_ ("Co_llapse All"),
    "collapse-all",
    N_ ("Auto Hei_ght"),
    "auto-height",
    NULL,
  };
  static const char *const align[] = {
    N_ ("Set _Base Slice"),
    "set-base",
    N_ ("_Clear Base Slice"),
    "clear-base",
    N_ ("Align _Starts"),
    "align-start",
    N_ ("Align _Ends"),
    "align-end",
    N_ ("_Automatically, by Messages and Collectives"),
    "align-auto",
    N_ ("By the _First Event"),
    "align-first",
    N_ ("_Type an Offset…"),
    "set-offset",
    N_ ("_Default Offsets"),
    "default-offsets",
    NULL,
  };
  static const char *const rank[] = {
    N_ ("_Load"),
    "load-rank",
    N_ ("Load Ranks of the Same _Group"),
    "load-group",
    N_ ("_Read Again"),
    "reload-rank",
    N_ ("Load _All"),
    "load-all",
    N_ ("_Name…"),
    "set-alias",
    NULL,
  };
  static const char *const copy[] = {
    N_ ("_Copy as Text"), "copy-text", N_ ("Copy as _JSON"), "copy-json", NULL,
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  add_section (menu, slice);
  add_section (menu, range);
  add_submenu (more, _ ("_Links"), links);
  add_submenu (more, _ ("L_anes"), lanes);
  add_submenu (more, _ ("A_lignment"), align);
  add_submenu (more, _ ("Ran_k"), rank);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  add_section (menu, copy);
  return G_MENU_MODEL (menu);
}
