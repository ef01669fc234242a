/* lsc-timeline-page-links.c - from a slice to what it launched
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-page-private.h"

#define MOST_LISTED 200

/** A list of slices to choose from. */
typedef struct
{
  LscTimelinePage *page; /* which outlives it */
  GArray *spots;         /* LscTimelineSpot */
} Choice;

static void
choice_free (gpointer data, GClosure *closure)
{
  Choice *self = data;

  g_array_unref (self->spots);
  g_free (self);
}

static void
on_chosen (GtkListBox *list, GtkListBoxRow *row, Choice *self)
{
  LscTimelineSpot spot =
      g_array_index (self->spots, LscTimelineSpot, (guint) gtk_list_box_row_get_index (row));
  LscTimelinePage *page = self->page;

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER)));
  lsc_timeline_chart_go (page->chart, &spot);
  gtk_widget_grab_focus (GTK_WIDGET (page->chart));
}

static GtkWidget *
make_list (LscTimelinePage *self, const GArray *spots)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Launched inside this slice"), -1);
  for (guint i = 0; i < MIN (spots->len, MOST_LISTED); i++)
    {
      const LscTimelineSpot *spot = &g_array_index (spots, LscTimelineSpot, i);
      g_autofree char *text = lsc_timeline_describe_spot (view, spot);
      GtkWidget *label = gtk_label_new (text);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), 48);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 72);
      gtk_widget_set_tooltip_text (label, text);
      gtk_list_box_append (GTK_LIST_BOX (list), label);
    }
  return list;
}

static void
offer (LscTimelinePage *self, GArray *spots)
{
  GtkWidget *list = make_list (self, spots), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *label;
  Choice *choice = g_new0 (Choice, 1);
  g_autofree char *title =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u event was launched inside this slice",
                                    "%u events were launched inside this slice", spots->len),
                       spots->len);

  *choice = (Choice){ self, g_array_ref (spots) };
  label = gtk_label_new (title);
  gtk_widget_add_css_class (label, "heading");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), scrolled);
  g_signal_connect_data (list, "row-activated", G_CALLBACK (on_chosen), choice, choice_free, 0);
  lsc_chart_popup_content (LSC_CHART (self->chart), box);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)));
}

/* Along the slice's own link; else to what the slices inside of it launched. */
static void
follow_link (LscTimelinePage *self)
{
  g_autoptr (GArray) spots = NULL;

  if (lsc_timeline_chart_follow_forward (self->chart))
    return;
  spots = lsc_timeline_chart_list_launched (self->chart);
  if (lsc_timeline_chart_get_selected (self->chart).rank == LSC_SLICE_NONE)
    lsc_timeline_page_say (self, _ ("Select a slice first, to follow its links."));
  else if (spots->len == 0)
    lsc_timeline_page_say (self, _ ("No link leads on from this slice or from one inside it."));
  else if (spots->len == 1)
    lsc_timeline_chart_go (self->chart, &g_array_index (spots, LscTimelineSpot, 0));
  else
    offer (self, spots);
}

const LscAppPageAction _lsc_timeline_page_link_actions[] = {
  { "timeline.follow-link", G_CALLBACK (follow_link) },
  { NULL },
};
