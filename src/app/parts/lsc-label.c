/* lsc-label.c - what labels of sentences have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-label.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"

/* A line may break neither before a unit nor inside its number. */
static void
on_text_changed (GtkLabel *label)
{
  const char *text = gtk_label_get_text (label);
  PangoAttrList *attributes = pango_attr_list_new ();
  gsize begin, end = 0;

  while (lsc_find_figure (text, &begin, &end))
    {
      PangoAttribute *whole = pango_attr_allow_breaks_new (FALSE);

      whole->start_index = (guint) begin;
      whole->end_index = (guint) end;
      pango_attr_list_insert (attributes, whole);
    }
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
}

/**
 * lsc_label_keep_units:
 * @label: one without attributes of its own
 *
 * Lets @label have several lines, of which from now on none breaks between a number and its unit.
 * The text stays as it is.
 */
void
lsc_label_keep_units (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));
  if (g_object_get_data (G_OBJECT (label), "lsc-keeps-units"))
    return;
  g_object_set_data (G_OBJECT (label), "lsc-keeps-units", label);
  gtk_label_set_wrap (label, TRUE);
  g_signal_connect (label, "notify::label", G_CALLBACK (on_text_changed), NULL);
  on_text_changed (label);
}

/**
 * lsc_labels_keep_units:
 *
 * As lsc_label_keep_units() for each label below @root that has several lines.
 */
void
lsc_labels_keep_units (GtkWidget *root)
{
  if (GTK_IS_LABEL (root) && gtk_label_get_wrap (GTK_LABEL (root)))
    lsc_label_keep_units (GTK_LABEL (root));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    lsc_labels_keep_units (child);
}

/**
 * lsc_label_set_certainty:
 * @label: behind a bold line
 * @title: (nullable): how certain that is, in a word; %NULL of what is no finding
 * @about: (nullable): what the word means
 */
void
lsc_label_set_certainty (GtkLabel *label, const char *title, const char *about)
{
  g_autofree char *name = NULL;

  g_return_if_fail (GTK_IS_LABEL (label));
  /* Translators: Sure, Likely, Possible or Predicted */
  name = title ? g_strdup_printf (_ ("Certainty: %s"), title) : g_strdup ("");
  gtk_label_set_text (label, title ? title : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), about);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}
