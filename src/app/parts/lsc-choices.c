/* lsc-choices.c - settings that widgets and menus show, and long lists of choices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-choices.h"

#include <string.h>

static guint
find_name (const char *const *names, const char *name)
{
  for (guint i = 0; names[i]; i++)
    if (g_str_equal (names[i], name))
      return i;
  return 0;
}

/** lsc_choice_get: Returns: the place of a setting's value in @names, 0 if it is none of them */
guint
lsc_choice_get (GSettings *settings, const char *key, const char *const *names)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_SETTINGS (settings) && key && names, 0);
  name = g_settings_get_string (settings, key);
  return find_name (names, name);
}

static gboolean
value_to_position (GValue *value, GVariant *variant, gpointer names)
{
  g_value_set_uint (value, find_name (names, g_variant_get_string (variant, NULL)));
  return TRUE;
}

static GVariant *
position_to_value (const GValue *value, const GVariantType *type, gpointer names)
{
  guint position = g_value_get_uint (value);

  return position < g_strv_length (names) ? g_variant_new_string (((char **) names)[position])
                                          : NULL;
}

/* ---- looking for one of many ---- */

#define WORDS "lsc-words" /* of an item */
#define SEEN "lsc-seen"   /* of an entry that takes the focus when it is seen */

/**
 * lsc_choice_has_words:
 * @words: (nullable): what something is found by
 * @wanted: folded by g_utf8_casefold(), not empty
 *
 * Returns: whether @words has @wanted, of which numbers are found whole: 1 is not in 12
 */
gboolean
lsc_choice_has_words (const char *words, const char *wanted)
{
  g_autofree char *folded = words ? g_utf8_casefold (words, -1) : NULL;
  gsize length;

  g_return_val_if_fail (wanted && *wanted, FALSE);
  length = strlen (wanted);
  for (const char *at = folded; at && (at = strstr (at, wanted)) != NULL; at++)
    {
      gboolean is_cut_before =
          at > folded && g_ascii_isdigit (at[-1]) && g_ascii_isdigit (wanted[0]);
      gboolean is_cut_after = g_ascii_isdigit (wanted[length - 1]) && g_ascii_isdigit (at[length]);

      if (!is_cut_before && !is_cut_after)
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_choice_set_words:
 * @names: (element-type GtkStringObject): of a choice
 * @words: what the name at @position is found by in its place, such as all ranks of a group
 *
 * Numbers in them are found whole, as each of many ranks begins like others.
 */
void
lsc_choice_set_words (GListModel *names, guint position, const char *words)
{
  g_autoptr (GObject) item = NULL;

  g_return_if_fail (G_IS_LIST_MODEL (names) && words);
  item = g_list_model_get_item (names, position);
  if (item)
    g_object_set_data_full (item, WORDS, g_strdup (words), g_free);
}

static gboolean
is_found (gpointer item, gpointer entry)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (entry));
  g_autofree char *wanted = g_utf8_casefold (g_strstrip (text), -1);
  const char *words = g_object_get_data (item, WORDS);
  g_autofree char *name = NULL;

  if (!*wanted)
    return TRUE;
  if (words)
    return lsc_choice_has_words (words, wanted);
  name = g_utf8_casefold (gtk_string_object_get_string (item), -1);
  return strstr (name, wanted) != NULL;
}

static void
on_searched (GtkFilter *filter)
{
  gtk_filter_changed (filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static GtkWidget *
find_part (GtkWidget *widget, GType type)
{
  GtkWidget *part = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !part;
       child = gtk_widget_get_next_sibling (child))
    part = find_part (child, type);
  return part;
}

/* What is typed goes there, and what is chosen is seen: GTK 4.8 leaves the focus where it was, and
 * the list at its begin. */
static void
on_search_shown (GtkWidget *entry, GtkDropDown *choice)
{
  GtkWidget *list = find_part (GTK_WIDGET (choice), GTK_TYPE_LIST_VIEW);
  guint position = gtk_drop_down_get_selected (choice);

  gtk_widget_grab_focus (entry);
  if (list && position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

/* GTK looks at beginnings alone (it has a property for that from 4.12 on), and at what is shown
 * alone: who types the number of a rank would find nothing. */
static void
search_anywhere (GtkDropDown *choice)
{
  GtkWidget *list = find_part (GTK_WIDGET (choice), GTK_TYPE_LIST_VIEW);
  GtkWidget *entry = find_part (GTK_WIDGET (choice), GTK_TYPE_SEARCH_ENTRY);
  GtkSelectionModel *selection = list ? gtk_list_view_get_model (GTK_LIST_VIEW (list)) : NULL;
  GListModel *model = GTK_IS_SINGLE_SELECTION (selection)
                          ? gtk_single_selection_get_model (GTK_SINGLE_SELECTION (selection))
                          : NULL;
  GtkCustomFilter *filter;

  if (!entry || !GTK_IS_FILTER_LIST_MODEL (model))
    return;
  filter = gtk_custom_filter_new (is_found, entry, NULL);
  g_signal_connect_object (entry, "search-changed", G_CALLBACK (on_searched), filter,
                           G_CONNECT_SWAPPED);
  if (!g_object_get_data (G_OBJECT (entry), SEEN)) /* it stays when the names change */
    g_signal_connect_object (entry, "map", G_CALLBACK (on_search_shown), choice, G_CONNECT_AFTER);
  g_object_set_data (G_OBJECT (entry), SEEN, choice);
  gtk_filter_list_model_set_filter (GTK_FILTER_LIST_MODEL (model), GTK_FILTER (filter));
  g_object_unref (filter);
}

/**
 * lsc_choice_set_search:
 * @choice: of strings, which it has already
 * @has_search: whether they are many
 *
 * Lets many names be searched for a part of them, or for what lsc_choice_set_words() told of them.
 */
void
lsc_choice_set_search (GtkDropDown *choice, gboolean has_search)
{
  g_return_if_fail (GTK_IS_DROP_DOWN (choice));
  gtk_drop_down_set_enable_search (choice, has_search);
  if (has_search)
    search_anywhere (choice);
}

/* ---- settings ---- */

/**
 * lsc_choice_bind:
 * @widget: has a property "selected"
 * @names: static; values of the setting in the order of the choices
 *
 * Shows a setting as a choice that changes it.
 */
void
lsc_choice_bind (GSettings *settings, const char *key, gpointer widget, const char *const *names)
{
  g_return_if_fail (G_IS_SETTINGS (settings) && key && G_IS_OBJECT (widget) && names);
  g_settings_bind_with_mapping (settings, key, widget, "selected", G_SETTINGS_BIND_DEFAULT,
                                value_to_position, position_to_value, (gpointer) names, NULL);
}

/**
 * lsc_choices_add_actions:
 * @prefix: of the actions, which are called as their settings
 * @keys: up to %NULL
 *
 * Lets menus below @widget change settings.
 */
void
lsc_choices_add_actions (GtkWidget *widget, GSettings *settings, const char *prefix,
                         const char *const *keys)
{
  g_autoptr (GSimpleActionGroup) group = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget) && G_IS_SETTINGS (settings) && prefix && keys);
  group = g_simple_action_group_new ();
  for (; *keys; keys++)
    {
      g_autoptr (GAction) action = g_settings_create_action (settings, *keys);

      g_action_map_add_action (G_ACTION_MAP (group), action);
    }
  gtk_widget_insert_action_group (widget, prefix, G_ACTION_GROUP (group));
}
