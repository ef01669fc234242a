/* lsc-preferences.c - preferences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-preferences.h"

#include <glib/gi18n-lib.h>

#include "judge/overview/lsc-given-layout.h"
#include "analyze/module/lsc-chip.h"
#include "app/parts/lsc-choices.h"
#include "app/window/lsc-app.h"
#include "app/parts/lsc-template.h"

struct _LscPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *color_scheme;
  AdwComboRow *time_unit;
  AdwComboRow *renderer;
  AdwComboRow *chip;
  GtkSpinButton *peak;
  GtkSpinButton *bandwidth;
  AdwEntryRow *domains;
  GtkSpinButton *tolerance;
  GtkSpinButton *memory;
  AdwEntryRow *groups;
  AdwEntryRow *names;
  AdwEntryRow *sizes;
  GSettings *settings;
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

/* ---- Analysis ------------------------------------------------------------------------------ */

static void
on_chip_chosen (AdwComboRow *row, GParamSpec *pspec, LscPreferences *self)
{
  GtkStringList *names = GTK_STRING_LIST (adw_combo_row_get_model (row));
  guint chosen = adw_combo_row_get_selected (row);

  if (chosen != GTK_INVALID_LIST_POSITION)
    g_settings_set_string (self->settings, "chip",
                           chosen == 0 ? "" : gtk_string_list_get_string (names, chosen));
}

static void
fill_chips (LscPreferences *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *chosen = g_settings_get_string (self->settings, "chip");
  gsize n;
  const LscChip *chips = lsc_chip_list (&n);

  gtk_string_list_append (names, _ ("As Recorded"));
  for (gsize i = 0; i < n; i++)
    gtk_string_list_append (names, chips[i].name);
  adw_combo_row_set_model (self->chip, G_LIST_MODEL (names));
  for (gsize i = 0; i < n; i++)
    if (g_strcmp0 (chips[i].name, chosen) == 0)
      adw_combo_row_set_selected (self->chip, (guint) i + 1);
  g_signal_connect (self->chip, "notify::selected", G_CALLBACK (on_chip_chosen), self);
}

/* Typing does not start an analysis with each letter. */
static void
on_text_applied (AdwEntryRow *row, LscPreferences *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  LscGivenLayout given;

  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  if (row == self->sizes && *text != '\0' && !lsc_given_layout_parse (&given, text, NULL))
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  else
    g_settings_set_string (self->settings,
                           row == self->domains  ? "module-domains"
                           : row == self->groups ? "pipeline-groups"
                           : row == self->names  ? "op-names"
                                                 : "parallel-sizes",
                           text);
}

static void
fill_text (LscPreferences *self, AdwEntryRow *row, const char *key)
{
  g_autofree char *text = g_settings_get_string (self->settings, key);

  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_connect (row, "apply", G_CALLBACK (on_text_applied), self);
}

static void
fill_analysis (LscPreferences *self)
{
  fill_chips (self);
  fill_text (self, self->domains, "module-domains");
  fill_text (self, self->groups, "pipeline-groups");
  fill_text (self, self->names, "op-names");
  fill_text (self, self->sizes, "parallel-sizes");
  g_settings_bind (self->settings, "peak-tflops", self->peak, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "peak-bandwidth", self->bandwidth, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "memory-mib", self->memory, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "module-tolerance-us", self->tolerance, "value",
                   G_SETTINGS_BIND_DEFAULT);
}

static void
lsc_preferences_dispose (GObject *object)
{
  LscPreferences *self = LSC_PREFERENCES (object);

  if (self->settings) /* the list of chips goes away */
    g_signal_handlers_disconnect_by_data (self->chip, self);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (lsc_preferences_parent_class)->dispose (object);
}

static void
lsc_preferences_class_init (LscPreferencesClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPreferences, color_scheme),
                                               LSC_CHILD (LscPreferences, time_unit),
                                               LSC_CHILD (LscPreferences, renderer),
                                               LSC_CHILD (LscPreferences, pipeline_colors),
                                               LSC_CHILD (LscPreferences, pipeline_arrows),
                                               LSC_CHILD (LscPreferences, pipeline_bubbles),
                                               LSC_CHILD (LscPreferences, pipeline_p2p),
                                               LSC_CHILD (LscPreferences, pipeline_brackets),
                                               LSC_CHILD (LscPreferences, pipeline_labels),
                                               LSC_CHILD (LscPreferences, chip),
                                               LSC_CHILD (LscPreferences, peak),
                                               LSC_CHILD (LscPreferences, bandwidth),
                                               LSC_CHILD (LscPreferences, domains),
                                               LSC_CHILD (LscPreferences, tolerance),
                                               LSC_CHILD (LscPreferences, memory),
                                               LSC_CHILD (LscPreferences, groups),
                                               LSC_CHILD (LscPreferences, names),
                                               LSC_CHILD (LscPreferences, sizes) };

  G_OBJECT_CLASS (class)->dispose = lsc_preferences_dispose;
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
  LscPreferences *self;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  self = g_object_new (LSC_TYPE_PREFERENCES, "transient-for", parent, NULL);
  self->settings = g_object_ref (settings);
  fill_analysis (self);
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
