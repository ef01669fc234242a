/* lsc-export-dialog.c - asking for a file to write
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-export-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const LscExportKind lsc_export_picture_kinds[] = {
  { N_ ("SVG picture"), "svg" },
  { N_ ("PNG picture"), "png" },
  { N_ ("PDF document"), "pdf" },
  { NULL },
};

static gboolean
is_of_kind (const char *path, const LscExportKind *kind)
{
  g_auto (GStrv) endings = g_strsplit (kind->endings, " ", -1);
  const char *ending = strrchr (path, '.');
  g_autofree char *lower = g_ascii_strdown (ending ? ending + 1 : "", -1);

  return g_strv_contains ((const char *const *) endings, lower);
}

/* The name as it is to be written, see #LscExport. */
static char *
with_ending (char *path, const LscExportKind *kinds)
{
  g_autofree char *owned = path;
  g_auto (GStrv) usual = g_strsplit (kinds->endings, " ", -1);
  guint n = 0, n_like = 0;

  for (; kinds[n].title; n++)
    n_like += is_of_kind (path, &kinds[n]);
  return n == 1 || n_like > 0 ? g_steal_pointer (&owned) : g_strconcat (path, ".", usual[0], NULL);
}

static LscExportChoice
get_choice (GtkFileChooser *chooser, const LscExport *export)
{
  const char *scope, *scale;

  if (!export->scopes)
    return (LscExportChoice){ 0 };
  scope = gtk_file_chooser_get_choice (chooser, "scope");
  scale = gtk_file_chooser_get_choice (chooser, "scale");
  return (LscExportChoice){ export->scopes[g_strcmp0 (scope, "1") == 0].is_whole,
                            scale ? g_ascii_strtod (scale, NULL) : 1 };
}

static void
on_response (GtkNativeDialog *dialog, int response, GtkWidget *owner)
{
  const LscExport *export = g_object_get_data (G_OBJECT (dialog), "lsc-export");
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  char *chosen = file ? g_file_get_path (file) : NULL;
  g_autofree char *path = chosen ? with_ending (chosen, export->kinds) : NULL;
  LscExportChoice choice = get_choice (GTK_FILE_CHOOSER (dialog), export);

  g_object_set_data (G_OBJECT (owner), "lsc-export-dialog", NULL);
  if (response == GTK_RESPONSE_ACCEPT && path)
    export->write (owner, path, &choice);
  else if (response == GTK_RESPONSE_ACCEPT)
    gtk_widget_activate_action (owner, "win.tell", "s",
                                _ ("Not exported: this place is not a local folder"));
}

static void
add_kind (GtkFileChooser *chooser, const LscExportKind *kind)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_auto (GStrv) endings = g_strsplit (kind->endings, " ", -1);

  gtk_file_filter_set_name (filter, _ (kind->title));
  for (guint i = 0; endings[i]; i++)
    gtk_file_filter_add_suffix (filter, endings[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
add_choices (GtkFileChooser *chooser, const LscPictureScope *scopes)
{
  const char *scope_ids[] = { "0", "1", NULL }, *scale_ids[] = { "1", "2", "3", NULL };
  const char *scope_names[] = { _ (scopes[0].title), _ (scopes[1].title), NULL };
  const char *scale_names[] = { _ ("PNG at 1x"), _ ("PNG at 2x"), _ ("PNG at 3x"), NULL };

  gtk_file_chooser_add_choice (chooser, "scope", _ ("Part"), scope_ids, scope_names);
  gtk_file_chooser_add_choice (chooser, "scale", _ ("Size of a PNG"), scale_ids, scale_names);
}

/**
 * lsc_export_ask:
 * @owner: goes on when the user has answered; the dialog goes with it
 * @export: static
 * @name: that is proposed
 *
 * Asks for a file; an earlier question of @owner is taken back.
 */
void
lsc_export_ask (GtkWidget *owner, const LscExport *export, const char *name)
{
  GtkRoot *root;
  GtkFileChooserNative *dialog;

  g_return_if_fail (GTK_IS_WIDGET (owner) && export && name);
  root = gtk_widget_get_root (owner);
  dialog = gtk_file_chooser_native_new (_ (export->title),
                                        GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  for (const LscExportKind *kind = export->kinds; kind->title; kind++)
    add_kind (GTK_FILE_CHOOSER (dialog), kind);
  if (export->scopes)
    add_choices (GTK_FILE_CHOOSER (dialog), export->scopes);
  g_object_set_data (G_OBJECT (dialog), "lsc-export", (gpointer) export);
  g_object_set_data_full (G_OBJECT (owner), "lsc-export-dialog", dialog, g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), owner, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
