/* lsc-choices.c - settings that widgets and menus show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-choices.h"

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

static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *list = GTK_IS_LIST_VIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !list;
       child = gtk_widget_get_next_sibling (child))
    list = find_list (child);
  return list;
}

/* GTK looks at beginnings alone (it has a property for that from 4.12 on): who types the number of
 * a rank would find nothing. */
static void
search_anywhere (GtkDropDown *choice)
{
  GtkWidget *list = find_list (GTK_WIDGET (choice));
  GtkSelectionModel *selection = list ? gtk_list_view_get_model (GTK_LIST_VIEW (list)) : NULL;
  GListModel *model = GTK_IS_SINGLE_SELECTION (selection)
                          ? gtk_single_selection_get_model (GTK_SINGLE_SELECTION (selection))
                          : NULL;
  GtkFilter *filter = GTK_IS_FILTER_LIST_MODEL (model)
                          ? gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (model))
                          : NULL;

  if (GTK_IS_STRING_FILTER (filter))
    gtk_string_filter_set_match_mode (GTK_STRING_FILTER (filter),
                                      GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
}

/**
 * lsc_choice_set_search:
 * @choice: of strings, which it has already
 * @has_search: whether they are many
 *
 * Lets many names be searched for a part of them. Without an expression GTK shows the entry and
 * finds everything.
 */
void
lsc_choice_set_search (GtkDropDown *choice, gboolean has_search)
{
  g_return_if_fail (GTK_IS_DROP_DOWN (choice));
  if (has_search && !gtk_drop_down_get_expression (choice))
    {
      g_autoptr (GtkExpression) expression =
          gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");

      gtk_drop_down_set_expression (choice, expression);
    }
  gtk_drop_down_set_enable_search (choice, has_search);
  if (has_search)
    search_anywhere (choice);
}

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
