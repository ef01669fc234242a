/* lsc-window-names.c - files that name the kernels of graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-window-private.h"
#include "base/lsc-watchdog.h"

static const char *
get_path (const LscWindow *self)
{
  return lsc_open_project_get_project (self->project)->path;
}

static void
on_chosen (GtkNativeDialog *dialog, int response, LscWindow *self)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  guint n = response == GTK_RESPONSE_ACCEPT && self->project ? g_list_model_get_n_items (files) : 0;
  LSC_WATCH ("window: names chosen");

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      if (path)
        lsc_loader_add_names (self->loader, get_path (self), path);
    }
  if (n > 0)
    _lsc_window_reload (self);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/** _lsc_window_choose_names: asks for files that name the kernels of the shown project's graphs */
void
_lsc_window_choose_names (LscWindow *self)
{
  GtkFileChooserNative *dialog;

  if (!self->project)
    return;
  dialog = gtk_file_chooser_native_new (_ ("Add Names of Graph Kernels"), GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_looked (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscWindow *self = owner;
  GFile *file = data;
  g_autofree char *path = g_file_get_path (file);

  self->n_opening--;
  if (GPOINTER_TO_INT (result) == 2 && self->project && path)
    {
      lsc_loader_add_names (self->loader, get_path (self), path);
      _lsc_window_reload (self);
    }
  else
    lsc_window_open_file (self, file);
}

/**
 * _lsc_window_take_file:
 * @file: that was dropped
 *
 * Opens it; what names the kernels of graphs is added to the shown project instead.
 */
void
_lsc_window_take_file (LscWindow *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (!self->project || !path)
    {
      lsc_window_open_file (self, file);
      return;
    }
  self->n_opening++;
  lsc_loader_look_at (self->loader, path,
                      &(LscTaskWish){ self, NULL, on_looked, g_object_ref (file), g_object_unref });
}

/**
 * _lsc_window_add_names_to_command:
 * @command: that gives what a page shows
 *
 * Returns: (transfer full): the same with the files that were added to name the kernels of graphs;
 *   those beside a trace are found without
 */
char *
_lsc_window_add_names_to_command (LscWindow *self, const char *command)
{
  const char *const *names =
      self->project ? lsc_loader_get_names (self->loader, get_path (self)) : NULL;
  GString *out = g_string_new (command);

  for (gsize i = 0; names && names[i]; i++)
    {
      g_autofree char *word = g_shell_quote (names[i]);

      g_string_append_printf (out, " --names=%s", word);
    }
  return g_string_free (out, FALSE);
}
