/* lsc-pipeline-page-names.c - what the user calls a picture and its two sides
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-question.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

static void
set_name (char **name, const char *text)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));

  g_free (*name);
  *name = *trimmed != '\0' ? g_steal_pointer (&trimmed) : NULL;
}

/**
 * lsc_pipeline_page_set_names:
 * @names: as pictures shall have them; empty ones are left to the program
 */
void
lsc_pipeline_page_set_names (LscPipelinePage *self, const LscPictureNames *names)
{
  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self));
  set_name (&self->names.title, names->title ? names->title : "");
  set_name (&self->names.first, names->first ? names->first : "");
  set_name (&self->names.second, names->second ? names->second : "");
}

/** Those of another recording say nothing about this one. */
void
_lsc_pipeline_page_forget_names (LscPipelinePage *self)
{
  lsc_pipeline_page_set_names (self, &(LscPictureNames){ NULL });
}

typedef struct
{
  LscPipelinePage *page; /* weak */
  GtkEditable *title;
  GtkEditable *first;
  GtkEditable *second;
} Fields;

static void
fields_free (gpointer data, GClosure *closure)
{
  Fields *fields = data;

  g_clear_weak_pointer (&fields->page);
  g_free (fields);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Fields *fields)
{
  if (!fields->page || g_strcmp0 (response, "take") != 0)
    return;
  lsc_pipeline_page_set_names (
      fields->page, &(LscPictureNames){ (char *) gtk_editable_get_text (fields->title),
                                        (char *) gtk_editable_get_text (fields->first),
                                        (char *) gtk_editable_get_text (fields->second) });
}

static GtkEditable *
add_field (AdwPreferencesGroup *group, const char *title, const char *text, gboolean is_of_use)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text ? text : "");
  gtk_widget_set_sensitive (row, is_of_use);
  adw_preferences_group_add (group, row);
  return GTK_EDITABLE (row);
}

/** Asks for the title of pictures and the names of their sides. */
void
_lsc_pipeline_page_ask_names (LscPipelinePage *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  AdwMessageDialog *dialog = lsc_question_new (
      GTK_WIDGET (self), _ ("Names in Pictures"),
      _ ("Fields that are empty have the names of the recordings."), GTK_WIDGET (group));
  gboolean has_twin = self->twin && self->twin->group;
  Fields *fields = g_new0 (Fields, 1);

  g_set_weak_pointer (&fields->page, self);
  fields->title = add_field (group, _ ("Title"), self->names.title, TRUE);
  fields->first = add_field (group, _ ("First Side"), self->names.first, has_twin);
  fields->second = add_field (group, _ ("Second Side"), self->names.second, has_twin);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "take", _ ("_Apply"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "take", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "take");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), fields, fields_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
