/* lsc-preferences.c - preferences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-preferences.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"

struct _LscPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *color_scheme;
  AdwComboRow *time_unit;
  AdwComboRow *renderer;
  AdwComboRow *pipeline_colors;
  AdwComboRow *pipeline_arrows;
  GtkSwitch *pipeline_bubbles;
  GtkSwitch *pipeline_p2p;
  GtkSwitch *pipeline_brackets;
  GtkSwitch *pipeline_labels;
};

G_DEFINE_FINAL_TYPE (LscPreferences, lsc_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* Values of the settings in the order of the choices in the template. */
static const char *const color_schemes[] = { "default", "light", "dark", NULL };
static const char *const time_units[] = { "auto", "ns", "us", "ms", "s", NULL };
static const char *const renderers[] = { "auto", "cairo", "gl", NULL };
static const char *const colors[] = { "kind", "phase", "micro-batch", "duration", "insight", NULL };
static const char *const arrows[] = { "none", "selection", "all", NULL };

static gboolean
value_to_position (GValue *value, GVariant *variant, gpointer user_data)
{
  const char *const *names = user_data;
  const char *name = g_variant_get_string (variant, NULL);

  for (guint i = 0; names[i]; i++)
    if (g_str_equal (names[i], name))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  g_value_set_uint (value, 0);
  return TRUE;
}

static GVariant *
position_to_value (const GValue *value, const GVariantType *type, gpointer user_data)
{
  const char *const *names = user_data;
  guint position = g_value_get_uint (value);

  return position < g_strv_length ((char **) names) ? g_variant_new_string (names[position]) : NULL;
}

static void
bind_choice (AdwComboRow *row, GSettings *settings, const char *key, const char *const *names)
{
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                value_to_position, position_to_value, (gpointer) names, NULL);
}

static void
lsc_preferences_class_init (LscPreferencesClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LSC_RESOURCES "/ui/lsc-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, color_scheme);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, time_unit);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, renderer);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_colors);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_arrows);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_bubbles);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_p2p);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_brackets);
  gtk_widget_class_bind_template_child (widget_class, LscPreferences, pipeline_labels);
}

static void
lsc_preferences_init (LscPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * lsc_preferences_new:
 * @settings: what is changed, at once
 */
GtkWidget *
lsc_preferences_new (GtkWindow *parent, GSettings *settings)
{
  LscPreferences *self = g_object_new (LSC_TYPE_PREFERENCES, "transient-for", parent, NULL);

  bind_choice (self->color_scheme, settings, "color-scheme", color_schemes);
  bind_choice (self->time_unit, settings, "time-unit", time_units);
  bind_choice (self->renderer, settings, "renderer", renderers);
  bind_choice (self->pipeline_colors, settings, "pipeline-color-mode", colors);
  bind_choice (self->pipeline_arrows, settings, "pipeline-show-arrows", arrows);
  g_settings_bind (settings, "pipeline-show-bubbles", self->pipeline_bubbles, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "pipeline-show-p2p", self->pipeline_p2p, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "pipeline-show-brackets", self->pipeline_brackets, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "pipeline-show-labels", self->pipeline_labels, "active",
                   G_SETTINGS_BIND_DEFAULT);
  return GTK_WIDGET (self);
}
