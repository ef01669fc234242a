/* lsc-question.c - a dialog that asks for a few words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-question.h"

/* Libadwaita measures the large heading, which does not wrap, for the least width of a dialog. GTK
 * 4.18 warns if that is less than the heading needs, so something else has to be as wide. */
#define FIELDS_WIDTH 360

/**
 * lsc_question_new:
 * @widget: what asks; the dialog belongs to its window
 * @heading: what is asked for
 * @body: (nullable): a sentence on how it is to be answered
 * @fields: (transfer floating): where it is answered
 *
 * Makes a dialog that has no answers to choose from yet and is not shown yet.
 *
 * Returns: (transfer none): the dialog, which is its own owner as all windows are
 */
AdwMessageDialog *
lsc_question_new (GtkWidget *widget, const char *heading, const char *body, GtkWidget *fields)
{
  GtkRoot *root;
  GtkWidget *dialog;

  g_return_val_if_fail (GTK_IS_WIDGET (widget) && GTK_IS_WIDGET (fields), NULL);
  root = gtk_widget_get_root (widget);
  dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, heading, body);
  gtk_widget_set_size_request (fields, FIELDS_WIDTH, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), fields);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  return ADW_MESSAGE_DIALOG (dialog);
}
