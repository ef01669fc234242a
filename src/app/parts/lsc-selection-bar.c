/* lsc-selection-bar.c - what all pages are narrowed to, above them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-selection-bar.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"

#define N_PARTS 5          /* of LscNarrowing */
#define MOST_CHIP_CHARS 32 /* of a name; the tooltip has all of it */

struct _LscSelectionBar
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *chips[N_PARTS];
  GtkLabel *names[N_PARTS];
  GtkWidget *clear_all;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (LscSelectionBar, lsc_selection_bar, GTK_TYPE_WIDGET)

/* ---- what the page does not follow ---- */

static char *
list_parts (guint parts)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < N_PARTS; i++)
    if (parts & 1u << i)
      g_string_append_printf (list, "%s%s", list->len > 0 ? C_ ("list of parts", ", ") : "",
                              lsc_narrowing_name ((LscNarrowing) (1u << i)));
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* (transfer full): empty if it follows all */
static char *
say_what_is_left (LscSelection *selection, LscAppPage *page, const char *title)
{
  guint left = lsc_selection_get_parts (selection) & ~lsc_app_page_get_followed (page);
  const char *scope = LSC_APP_PAGE_GET_CLASS (page)->scope;
  g_autofree char *parts = list_parts (left);

  if (left == 0)
    return g_strdup ("");
  if (!scope)
    /* Translators: a page, and by what it is not narrowed, such as "step, ranks" */
    return g_strdup_printf (_ ("%s is not narrowed by: %s"), title, parts);
  /* Translators: a page, by what it is not narrowed, and why: "it tells of whole steps" */
  return g_strdup_printf (_ ("%s is not narrowed by: %s (%s)"), title, parts, _ (scope));
}

/**
 * lsc_selection_bar_update:
 * @page: (nullable): in front
 * @title: its name
 *
 * Shows what is chosen, and what of it the page in front does not follow.
 */
void
lsc_selection_bar_update (LscSelectionBar *self, LscSelection *selection, LscAppPage *page,
                          const char *title)
{
  guint parts;
  gboolean is_ready;
  g_autofree char *note = NULL;

  g_return_if_fail (LSC_IS_SELECTION_BAR (self) && LSC_IS_SELECTION (selection));
  parts = lsc_selection_get_parts (selection);
  is_ready = page && lsc_app_page_get_state (page) == LSC_PAGE_READY;
  note = is_ready ? say_what_is_left (selection, page, title) : g_strdup ("");
  for (guint i = 0; i < N_PARTS; i++)
    {
      LscNarrowing part = (LscNarrowing) (1u << i);
      g_autofree char *text = parts & part ? lsc_selection_describe (selection, part) : NULL;
      g_autofree char *shown = text ? lsc_visible_line (text) : NULL;
      g_autofree char *tip =
          shown ? g_strdup_printf (_ ("%s: show all again, on all pages"), shown) : NULL;

      gtk_widget_set_visible (self->chips[i], shown != NULL);
      gtk_label_set_label (self->names[i], shown ? shown : "");
      gtk_widget_set_tooltip_text (self->chips[i], tip);
    }
  gtk_widget_set_visible (self->clear_all, (parts & (parts - 1)) != 0);
  gtk_label_set_label (self->note, note);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), *note != '\0' ? note : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->note), *note != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self), parts != 0);
}

/* ---- life ---- */

static void
lsc_selection_bar_dispose (GObject *object)
{
  g_clear_pointer (&LSC_SELECTION_BAR (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_selection_bar_parent_class)->dispose (object);
}

static void
lsc_selection_bar_class_init (LscSelectionBarClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_selection_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "selectionbar");
}

static GtkWidget *
make_chip (LscSelectionBar *self, guint index)
{
  GtkWidget *chip = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new (NULL), *cross = gtk_label_new ("✕");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), MOST_CHIP_CHARS);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), cross);
  gtk_button_set_child (GTK_BUTTON (chip), box);
  gtk_widget_add_css_class (chip, "chip");
  gtk_widget_set_visible (chip, FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (chip), "win.show-all");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (chip), "u", 1u << index);
  self->names[index] = GTK_LABEL (name);
  return chip;
}

static void
lsc_selection_bar_init (LscSelectionBar *self)
{
  GtkWidget *only = gtk_label_new (_ ("Only"));

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (only, "dim-label");
  gtk_box_append (GTK_BOX (self->box), only);
  for (guint i = 0; i < N_PARTS; i++)
    gtk_box_append (GTK_BOX (self->box), self->chips[i] = make_chip (self, i));
  self->clear_all = gtk_button_new_with_label (_ ("Show All"));
  gtk_widget_add_css_class (self->clear_all, "flat");
  gtk_widget_add_css_class (self->clear_all, "timeline-small");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->clear_all), "win.show-all");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->clear_all), "u", (guint) LSC_NARROW_ALL);
  gtk_box_append (GTK_BOX (self->box), self->clear_all);
  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->note, 1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->note), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "dim-label");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->note));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
