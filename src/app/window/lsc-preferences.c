/* lsc-preferences.c - preferences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-preferences.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-choices.h"
#include "app/window/lsc-app.h"
#include "app/parts/lsc-template.h"

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

static void
lsc_preferences_class_init (LscPreferencesClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscPreferences, color_scheme),    LSC_CHILD (LscPreferences, time_unit),
    LSC_CHILD (LscPreferences, renderer),        LSC_CHILD (LscPreferences, pipeline_colors),
    LSC_CHILD (LscPreferences, pipeline_arrows), LSC_CHILD (LscPreferences, pipeline_bubbles),
    LSC_CHILD (LscPreferences, pipeline_p2p),    LSC_CHILD (LscPreferences, pipeline_brackets),
    LSC_CHILD (LscPreferences, pipeline_labels)
  };

  lsc_template_set (class, "lsc-preferences", children, G_N_ELEMENTS (children));
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

  lsc_choice_bind (settings, "color-scheme", self->color_scheme, color_schemes);
  lsc_choice_bind (settings, "time-unit", self->time_unit, time_units);
  lsc_choice_bind (settings, "renderer", self->renderer, renderers);
  lsc_choice_bind (settings, "pipeline-color-mode", self->pipeline_colors, colors);
  lsc_choice_bind (settings, "pipeline-show-arrows", self->pipeline_arrows, arrows);
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
