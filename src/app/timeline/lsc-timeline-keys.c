/* lsc-timeline-keys.c - the one table of the timeline's keys
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-keys.h"

#include <glib/gi18n-lib.h>

/* drawing.md#keys. Users of other viewers know these keys by heart: do not move them. */
static const LscTimelineKey table[] = {
  { "zoom-in", "w plus <Shift>plus equal KP_Add", LSC_KEYS_VIEW,
    N_ ("Zoom in around the pointer") },
  { "zoom-out", "s minus KP_Subtract", LSC_KEYS_VIEW, N_ ("Zoom out") },
  { "earlier", "a Left", LSC_KEYS_VIEW, N_ ("Move to earlier times") },
  { "later", "d Right", LSC_KEYS_VIEW, N_ ("Move to later times") },
  { "lanes-up", "Up", LSC_KEYS_VIEW, N_ ("Scroll the lanes up") },
  { "lanes-down", "Down", LSC_KEYS_VIEW, N_ ("Scroll the lanes down") },
  { "page-up", "Page_Up", LSC_KEYS_VIEW, N_ ("Scroll a page up") },
  { "page-down", "Page_Down", LSC_KEYS_VIEW, N_ ("Scroll a page down") },
  { "zoom-to-range", "<Shift>z", LSC_KEYS_VIEW, N_ ("Zoom to the selected range") },
  { "undo", "BackSpace", LSC_KEYS_VIEW, N_ ("Undo a zoom or move") },
  { "redo", "<Shift>BackSpace", LSC_KEYS_VIEW, N_ ("Redo a zoom or move") },
  { "reset", "<Control>0 <Control>KP_0", LSC_KEYS_VIEW, N_ ("Show everything") },
  { "fit-slice", "f", LSC_KEYS_VIEW, N_ ("Fit the selected slice") },
  { "focus-slice", "<Shift>f", LSC_KEYS_VIEW, N_ ("Centre the selected slice") },
  { "absolute-time", "t", LSC_KEYS_VIEW, N_ ("Time of day or time since the first event") },
  { "panel", "q", LSC_KEYS_VIEW, N_ ("Show or hide the bottom panel") },

  { "next-slice", "period", LSC_KEYS_SELECT, N_ ("Next slice of the lane") },
  { "previous-slice", "comma", LSC_KEYS_SELECT, N_ ("Previous slice of the lane") },
  { "next-same", "n", LSC_KEYS_SELECT, N_ ("Next slice of the same name") },
  { "previous-same", "<Shift>n", LSC_KEYS_SELECT, N_ ("Previous slice of the same name") },
  { "parent-slice", "<Alt>Up", LSC_KEYS_SELECT, N_ ("Slice around the selected one") },
  { "child-slice", "<Alt>Down", LSC_KEYS_SELECT, N_ ("First slice inside the selected one") },
  { "first-slice", "Home", LSC_KEYS_SELECT, N_ ("First slice of the lane") },
  { "last-slice", "End", LSC_KEYS_SELECT, N_ ("Last slice of the lane") },
  { "follow-link", "bracketright", LSC_KEYS_SELECT,
    N_ ("Follow the link forward, or those of what is inside") },
  { "follow-pass", "braceright <Shift>braceright", LSC_KEYS_SELECT,
    N_ ("Go to the backward op, or from it to the forward op") },
  { "follow-back", "bracketleft", LSC_KEYS_SELECT, N_ ("Follow the link backward") },
  { "next-link", "<Control>bracketright", LSC_KEYS_SELECT, N_ ("Choose the next link") },
  { "previous-link", "<Control>bracketleft", LSC_KEYS_SELECT, N_ ("Choose the previous link") },
  { "range-from-slice", "m", LSC_KEYS_SELECT,
    N_ ("Make the selected slice a range, or remove it") },
  { "extend-later", "<Shift>period greater", LSC_KEYS_SELECT, N_ ("Extend the range by a slice") },
  { "extend-earlier", "<Shift>comma less", LSC_KEYS_SELECT,
    N_ ("Extend the range by a slice at its begin") },
  { "range-visible", "<Shift>r", LSC_KEYS_SELECT, N_ ("Make the visible time the range") },
  { "lock-range", "", LSC_KEYS_SELECT, N_ ("Lock the range: search and links stay in it") },
  { "clear", "Escape", LSC_KEYS_SELECT, N_ ("Clear selection, then range, then search") },
  { "copy-text", "<Control>c", LSC_KEYS_SELECT, N_ ("Copy the details as text") },
  { "copy-json", "<Control><Shift>c", LSC_KEYS_SELECT, N_ ("Copy the details as JSON") },
  { "show-modules", "", LSC_KEYS_SELECT, N_ ("Show in Modules") },
  { "show-pipeline", "", LSC_KEYS_SELECT, N_ ("Show in Pipeline") },

  { "lane-down", "<Control>Down", LSC_KEYS_LANES, N_ ("Next lane") },
  { "lane-up", "<Control>Up", LSC_KEYS_LANES, N_ ("Previous lane") },
  { "enter-lane", "Return KP_Enter ISO_Enter", LSC_KEYS_LANES,
    N_ ("First visible slice of the lane; open a group; load a rank") },
  { "extend-lanes-down", "<Control><Shift>Down", LSC_KEYS_LANES,
    N_ ("Select one more lane below") },
  { "extend-lanes-up", "<Control><Shift>Up", LSC_KEYS_LANES, N_ ("Select one more lane above") },
  { "toggle-expanded", "x", LSC_KEYS_LANES, N_ ("Open or close the lane") },
  { "expand-all", "<Shift>x", LSC_KEYS_LANES, N_ ("Open all lanes") },
  { "collapse-all", "", LSC_KEYS_LANES, N_ ("Close all lanes") },
  { "pin", "p", LSC_KEYS_LANES, N_ ("Pin the lane to the top, or let it go") },
  { "pin-same", "", LSC_KEYS_LANES, N_ ("Pin the lanes of that name of all ranks") },
  { "unpin-same", "", LSC_KEYS_LANES, N_ ("Let the lanes of that name go") },
  { "unpin-all", "<Shift>p", LSC_KEYS_LANES, N_ ("Let all lanes go") },
  { "pin-up", "<Alt><Shift>Up", LSC_KEYS_LANES, N_ ("Move the pinned lane up") },
  { "pin-down", "<Alt><Shift>Down", LSC_KEYS_LANES, N_ ("Move the pinned lane down") },
  { "hide", "h", LSC_KEYS_LANES, N_ ("Hide the selected lanes") },
  { "show-all", "<Shift>h", LSC_KEYS_LANES, N_ ("Show all hidden lanes") },
  { "merge", "g", LSC_KEYS_LANES, N_ ("Merge the selected lanes") },
  { "unmerge", "<Shift>g", LSC_KEYS_LANES, N_ ("Part the merged lane") },
  { "merge-computing", "", LSC_KEYS_LANES, N_ ("Merge all computing streams") },
  { "auto-height", "", LSC_KEYS_LANES, N_ ("Lanes as tall as their rows") },
  { "show-stacks", "", LSC_KEYS_LANES, N_ ("Show Python call stacks") },
  { "filter", "<Control>l", LSC_KEYS_LANES, N_ ("Filter the lanes by name") },
  { "lane-events", "e", LSC_KEYS_LANES, N_ ("List the events of the lane with their arguments") },
  { "load-rank", "", LSC_KEYS_LANES, N_ ("Load the rank") },
  { "reload-rank", "F5", LSC_KEYS_LANES, N_ ("Read the rank again") },
  { "load-group", "", LSC_KEYS_LANES, N_ ("Load the ranks of the same group") },
  { "load-all", "", LSC_KEYS_LANES, N_ ("Load all ranks") },
  { "set-alias", "", LSC_KEYS_LANES, N_ ("Give the rank another name") },

  { "mark", "k", LSC_KEYS_MARKS, N_ ("Mark the range, the slice or the pointer's place") },
  { "next-mark", "", LSC_KEYS_MARKS, N_ ("Go to the next mark") },
  { "previous-mark", "", LSC_KEYS_MARKS, N_ ("Go to the previous mark") },
  { "set-base", "b", LSC_KEYS_MARKS, N_ ("Make the selected slice the base of alignment") },
  { "clear-base", "", LSC_KEYS_MARKS, N_ ("Forget the base of alignment") },
  { "align-start", "l", LSC_KEYS_MARKS, N_ ("Align by the slice's start") },
  { "align-end", "r", LSC_KEYS_MARKS, N_ ("Align by the slice's end") },
  { "align-auto", "", LSC_KEYS_MARKS, N_ ("Align ranks by messages and collectives") },
  { "align-first", "", LSC_KEYS_MARKS, N_ ("Align ranks by their first event") },
  { "default-offsets", "", LSC_KEYS_MARKS, N_ ("Default offsets") },
  { "set-offset", "", LSC_KEYS_MARKS, N_ ("Type the rank's offset") },
  { "set-lane-offset", "", LSC_KEYS_MARKS, N_ ("Type the lane's offset") },
  { "reset-lane-offset", "", LSC_KEYS_MARKS, N_ ("Reset the lane's offset") },
  { "undo-offset", "<Control>z", LSC_KEYS_MARKS, N_ ("Undo the last change of offsets") },

  { "find", "<Control>f", LSC_KEYS_SEARCH, N_ ("Find events") },
  { "find-next", "F3 <Control>g", LSC_KEYS_SEARCH, N_ ("Next match") },
  { "find-previous", "<Shift>F3 <Control><Shift>g", LSC_KEYS_SEARCH, N_ ("Previous match") },
  { "jump", "<Control>p", LSC_KEYS_SEARCH, N_ ("Go to a lane or command") },
  { "query", "colon <Shift>colon", LSC_KEYS_SEARCH, N_ ("Query with SQL") },
  { "menu", "Menu <Shift>F10", LSC_KEYS_SEARCH, N_ ("Menu of the selection") },
  { "keys", "question <Shift>question F1", LSC_KEYS_SEARCH, N_ ("This list of keys") },
  { "export", "", LSC_KEYS_SEARCH, N_ ("Export the visible lanes") },
  { "export-marks", "", LSC_KEYS_SEARCH, N_ ("Export the marks") },
};

/**
 * lsc_timeline_keys_list:
 * @n: (out): number of actions
 *
 * Returns: (transfer none) (array length=n): every action of the timeline, in the order of the list
 */
const LscTimelineKey *
lsc_timeline_keys_list (gsize *n)
{
  g_return_val_if_fail (n, NULL);
  *n = G_N_ELEMENTS (table);
  return table;
}

/**
 * lsc_timeline_keys_find:
 *
 * Returns: (transfer none) (nullable): the action of that verb
 */
const LscTimelineKey *
lsc_timeline_keys_find (const char *verb)
{
  g_return_val_if_fail (verb, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_str_equal (table[i].verb, verb))
      return &table[i];
  return NULL;
}

/** lsc_timeline_keys_section_title: translated */
const char *
lsc_timeline_keys_section_title (LscKeySection section)
{
  static const char *const titles[] = {
    N_ ("Visible Time"),        N_ ("Slices and Ranges"),   N_ ("Lanes"),
    N_ ("Marks and Alignment"), N_ ("Search and the Rest"),
  };

  return section < G_N_ELEMENTS (titles) ? _ (titles[section]) : "";
}

/**
 * lsc_timeline_keys_get:
 *
 * Returns: (transfer full): the keys of an action, parted by blanks: the user's, else the default
 */
char *
lsc_timeline_keys_get (GSettings *settings, const char *verb)
{
  const LscTimelineKey *key;
  g_autoptr (GVariant) changed = NULL;
  const char *keys;

  g_return_val_if_fail (G_IS_SETTINGS (settings) && lsc_timeline_keys_find (verb), NULL);
  key = lsc_timeline_keys_find (verb);
  changed = g_settings_get_value (settings, LSC_TIMELINE_KEYS_SETTING);
  if (g_variant_lookup (changed, verb, "&s", &keys))
    return g_strdup (keys);
  return g_strdup (key ? key->keys : "");
}

static gboolean
all_parse (const char *keys)
{
  g_auto (GStrv) words = g_strsplit (keys, " ", -1);

  for (guint i = 0; words[i]; i++)
    {
      guint value;
      GdkModifierType modifiers;

      if (*words[i] != '\0' && !gtk_accelerator_parse (words[i], &value, &modifiers))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_timeline_keys_set:
 * @keys: (nullable): as in the table; %NULL = the default again
 *
 * Returns: %FALSE when @keys cannot be read; nothing changes then
 */
gboolean
lsc_timeline_keys_set (GSettings *settings, const char *verb, const char *keys)
{
  g_autoptr (GVariant) changed = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other, *value;

  g_return_val_if_fail (G_IS_SETTINGS (settings) && verb, FALSE);
  changed = g_settings_get_value (settings, LSC_TIMELINE_KEYS_SETTING);
  if (keys && !all_parse (keys))
    return FALSE;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, changed);
  while (g_variant_iter_next (&iter, "{&s&s}", &other, &value))
    if (!g_str_equal (other, verb))
      g_variant_builder_add (&builder, "{ss}", other, value);
  if (keys)
    g_variant_builder_add (&builder, "{ss}", verb, keys);
  return g_settings_set_value (settings, LSC_TIMELINE_KEYS_SETTING,
                               g_variant_builder_end (&builder));
}

/**
 * lsc_timeline_keys_get_label:
 *
 * Returns: (transfer full) (nullable): the first key of an action for people: "Shift+Z"; %NULL when
 *   it has none
 */
char *
lsc_timeline_keys_get_label (GSettings *settings, const char *verb)
{
  g_autofree char *keys = NULL;
  g_auto (GStrv) words = NULL;
  guint value;
  GdkModifierType modifiers;

  g_return_val_if_fail (G_IS_SETTINGS (settings) && verb, NULL);
  keys = lsc_timeline_keys_get (settings, verb);
  words = g_strsplit (keys, " ", 2);
  if (!words[0] || !gtk_accelerator_parse (words[0], &value, &modifiers) || value == 0)
    return NULL;
  return gtk_accelerator_get_label (value, modifiers);
}

/**
 * lsc_timeline_keys_find_owner:
 * @accelerator: as gtk_accelerator_name() writes it
 *
 * Returns: (transfer none) (nullable): verb of the action that has this key
 */
const char *
lsc_timeline_keys_find_owner (GSettings *settings, const char *accelerator)
{
  guint wanted, value;
  GdkModifierType wanted_modifiers, modifiers;

  g_return_val_if_fail (G_IS_SETTINGS (settings) && accelerator, NULL);
  if (!gtk_accelerator_parse (accelerator, &wanted, &wanted_modifiers) || wanted == 0)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *keys = lsc_timeline_keys_get (settings, table[i].verb);
      g_auto (GStrv) words = g_strsplit (keys, " ", -1);

      for (guint k = 0; words[k]; k++)
        if (gtk_accelerator_parse (words[k], &value, &modifiers) && value == wanted &&
            modifiers == wanted_modifiers)
          return table[i].verb;
    }
  return NULL;
}

static void
add_shortcut (GtkShortcutController *controller, const char *word, const char *verb)
{
  g_autofree char *action = g_strconcat ("timeline.", verb, NULL);
  guint value;
  GdkModifierType modifiers;

  if (!gtk_accelerator_parse (word, &value, &modifiers) || value == 0)
    return;
  gtk_shortcut_controller_add_shortcut (
      controller,
      gtk_shortcut_new (gtk_keyval_trigger_new (value, modifiers), gtk_named_action_new (action)));
}

/**
 * lsc_timeline_keys_controller_new:
 *
 * Returns: (transfer full): does the actions of the table when their keys are pressed in its widget
 */
GtkEventController *
lsc_timeline_keys_controller_new (GSettings *settings)
{
  GtkEventController *controller;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  controller = gtk_shortcut_controller_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *keys = lsc_timeline_keys_get (settings, table[i].verb);
      g_auto (GStrv) words = g_strsplit (keys, " ", -1);

      for (guint k = 0; words[k]; k++)
        if (*words[k] != '\0')
          add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), words[k], table[i].verb);
    }
  return controller;
}
