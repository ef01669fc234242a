/* lsc-label.c - what labels of sentences have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-label.h"

#include <string.h>

static const char *const units[] = { "%",     "ns",     "µs",      "ms",  "s",    "min",
                                     "h",     "B",      "KB",      "MB",  "GB",   "KiB",
                                     "MiB",   "GiB",    "TiB",     "B/s", "MB/s", "GB/s",
                                     "GiB/s", "TFLOPS", "TFLOP/s", "px" };

/* Returns: bytes of the unit that a text begins with, 0 if it does with none */
static gsize
get_unit (const char *text)
{
  gsize longest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gsize n = strlen (units[i]);

      if (n > longest && g_str_has_prefix (text, units[i]) && !g_ascii_isalnum (text[n]) &&
          text[n] != '/')
        longest = n;
    }
  return longest;
}

/* A line may break neither before a unit nor inside its number. */
static void
on_text_changed (GtkLabel *label)
{
  const char *text = gtk_label_get_text (label);
  PangoAttrList *attributes = pango_attr_list_new ();

  for (const char *space = strchr (text, ' '); space; space = strchr (space + 1, ' '))
    if (space > text && g_ascii_isdigit (space[-1]) && get_unit (space + 1) > 0)
      {
        PangoAttribute *whole = pango_attr_allow_breaks_new (FALSE);

        whole->start_index = (guint) (space - 1 - text);
        whole->end_index = (guint) (space + 1 + get_unit (space + 1) - text);
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
