/* lsc-timeline-keys-window.c - the list of the timeline's keys, where they can be changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/timeline/lsc-timeline-keys.h"

/** A row of the list. */
typedef struct
{
  GSettings *settings;
  const char *verb;
  AdwActionRow *row;
  GtkBox *labels;
  GtkWidget *reset;
  gboolean is_listening; /* the next key becomes its key */
} KeyRow;

static void
key_row_free (gpointer data)
{
  KeyRow *self = data;

  g_object_unref (self->settings);
  g_free (self);
}

static void
update_row (KeyRow *self)
{
  g_autofree char *keys = lsc_timeline_keys_get (self->settings, self->verb);
  g_auto (GStrv) words = g_strsplit (keys, " ", -1);
  GtkWidget *child;
  guint n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->labels))) != NULL)
    gtk_box_remove (self->labels, child);
  for (guint i = 0; words[i] && n < 3; i++)
    {
      GtkWidget *label;

      if (*words[i] == '\0' || strstr (words[i], "KP_"))
        continue; /* the keypad looks the same */
      label = gtk_shortcut_label_new (words[i]);
      gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
      gtk_box_append (self->labels, label);
      n++;
    }
  gtk_widget_set_sensitive (self->reset,
                            g_strcmp0 (keys, lsc_timeline_keys_find (self->verb)->keys) != 0);
  adw_action_row_set_subtitle (
      self->row, self->is_listening ? _ ("Press the new key, or Escape to keep the old one") : "");
}

static void
on_row_activated (KeyRow *self)
{
  self->is_listening = TRUE;
  update_row (self);
}

static void
on_reset (KeyRow *self)
{
  lsc_timeline_keys_set (self->settings, self->verb, NULL);
  self->is_listening = FALSE;
  update_row (self);
}

static gboolean
is_modifier (guint key)
{
  return (key >= GDK_KEY_Shift_L && key <= GDK_KEY_Hyper_R) || key == GDK_KEY_ISO_Level3_Shift;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        KeyRow *self)
{
  g_autofree char *name = NULL;
  const char *owner;

  (void) controller;
  (void) code;
  if (!self->is_listening || is_modifier (key))
    return GDK_EVENT_PROPAGATE;
  self->is_listening = FALSE;
  modifiers &= gtk_accelerator_get_default_mod_mask ();
  name = gtk_accelerator_name (gdk_keyval_to_lower (key), modifiers);
  owner = lsc_timeline_keys_find_owner (self->settings, name);
  if (key == GDK_KEY_Escape)
    update_row (self);
  else if (owner && !g_str_equal (owner, self->verb))
    {
      g_autofree char *text = g_strdup_printf (_ ("That key already does: %s"),
                                               _ (lsc_timeline_keys_find (owner)->title));

      adw_action_row_set_subtitle (self->row, text);
    }
  else
    {
      lsc_timeline_keys_set (self->settings, self->verb, name);
      update_row (self);
    }
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_row (GSettings *settings, const LscTimelineKey *key)
{
  KeyRow *self = g_new0 (KeyRow, 1);
  GtkWidget *row = adw_action_row_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->settings = g_object_ref (settings);
  self->verb = key->verb;
  self->row = ADW_ACTION_ROW (row);
  self->labels = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  self->reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_set_valign (self->reset, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->reset, _ ("The usual key again"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The usual key again"), -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (key->title));
  adw_action_row_add_suffix (self->row, GTK_WIDGET (self->labels));
  adw_action_row_add_suffix (self->row, self->reset);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_object_set_data_full (G_OBJECT (row), "key-row", self, key_row_free);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (row, keys);
  g_signal_connect_swapped (row, "activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (on_reset), self);
  update_row (self);
  return row;
}

/* Keys that belong to the pointer, for completeness. */
static void
add_pointer_group (AdwPreferencesPage *page)
{
  static const char *const items[] = {
    N_ ("Zoom"),
    N_ ("Ctrl + wheel, pinch"),
    N_ ("Scroll the lanes"),
    N_ ("Wheel"),
    N_ ("Move in time"),
    N_ ("Shift + wheel, Ctrl + drag, middle drag"),
    N_ ("Zoom into a box"),
    N_ ("Shift + drag, Alt + drag"),
    N_ ("Select a range and lanes"),
    N_ ("Drag in the lanes"),
    N_ ("Select a range of all lanes"),
    N_ ("Drag in the ruler"),
    N_ ("Change the range"),
    N_ ("Drag its edge"),
    N_ ("Fit a slice"),
    N_ ("Double click"),
    N_ ("Select lanes"),
    N_ ("Click on names, with Ctrl or Shift for more"),
    N_ ("Scroll inside a lane"),
    N_ ("Alt + wheel"),
  };
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Pointer"));
  for (guint i = 0; i < G_N_ELEMENTS (items); i += 2)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *label = gtk_label_new (_ (items[i + 1]));

      gtk_widget_add_css_class (label, "dim-label");
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (items[i]));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
}

/**
 * lsc_timeline_keys_window_new:
 * @parent: (nullable)
 *
 * Returns: (transfer none): a window with every action and its keys; a row that is activated takes
 *   the next key pressed
 */
GtkWidget *
lsc_timeline_keys_window_new (GtkWindow *parent, GSettings *settings)
{
  GtkWidget *window;
  GtkWidget *page;
  const LscTimelineKey *keys;
  gsize n;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  window = adw_preferences_window_new ();
  page = adw_preferences_page_new ();
  keys = lsc_timeline_keys_list (&n);
  for (guint section = 0; section < LSC_KEYS_N_SECTIONS; section++)
    {
      GtkWidget *group = adw_preferences_group_new ();

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group),
                                       lsc_timeline_keys_section_title ((LscKeySection) section));
      for (gsize i = 0; i < n; i++)
        if (keys[i].section == section)
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), make_row (settings, &keys[i]));
      adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
    }
  add_pointer_group (ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), TRUE);
  gtk_window_set_title (GTK_WINDOW (window), _ ("Keys of the Timeline"));
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 720);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  if (parent)
    gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  return window;
}
