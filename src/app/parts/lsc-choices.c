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
