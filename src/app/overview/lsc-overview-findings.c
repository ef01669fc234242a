/* lsc-overview-findings.c - the first findings in words, above the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-findings.h"

#include <glib/gi18n-lib.h>

#include "app/findings/lsc-finding-row.h"

#define MOST_FINDINGS 5
#define LEAST_PX 84 /* high: two of them, in windows with no room for more */

/* As high as its sentences need in their lines, but it yields to the chart and scrolls then; a
 * scrolled window alone does not ask for the height of lines that are wrapped. */
struct _LscOverviewFindings
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (LscOverviewFindings, lsc_overview_findings, GTK_TYPE_WIDGET)

static guint signal_activated;

static void
empty (LscOverviewFindings *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
}

/**
 * lsc_overview_findings_set:
 * @findings: (nullable): major ones stand first
 *
 * Returns: how many are shown
 */
guint
lsc_overview_findings_set (LscOverviewFindings *self, const LscFindings *findings)
{
  guint n = 0;

  g_return_val_if_fail (LSC_IS_OVERVIEW_FINDINGS (self), 0);
  empty (self);
  while (findings && n < MIN (MOST_FINDINGS, lsc_findings_count_outstanding (findings)))
    gtk_list_box_append (self->list,
                         lsc_finding_row_new_brief (lsc_findings_get_outstanding (findings, n++)));
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  return n;
}

static void
on_row_activated (LscOverviewFindings *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signal_activated, 0, (guint) gtk_list_box_row_get_index (row));
}

static GtkSizeRequestMode
lsc_overview_findings_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lsc_overview_findings_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                               int *minimum, int *natural, int *minimum_baseline,
                               int *natural_baseline)
{
  LscOverviewFindings *self = LSC_OVERVIEW_FINDINGS (widget);

  /* who has never been measured does not pass on that the list has changed */
  gtk_widget_measure (self->scrolled, orientation, for_size, minimum, natural, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->list), orientation, for_size, minimum, natural, NULL, NULL);
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = MIN (*natural, LEAST_PX);
}

static void
lsc_overview_findings_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (LSC_OVERVIEW_FINDINGS (widget)->scrolled, width, height, baseline, NULL);
}

static gboolean
lsc_overview_findings_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (LSC_OVERVIEW_FINDINGS (widget)->scrolled, direction);
}

static void
lsc_overview_findings_dispose (GObject *object)
{
  g_clear_pointer (&LSC_OVERVIEW_FINDINGS (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_overview_findings_parent_class)->dispose (object);
}

static void
lsc_overview_findings_class_init (LscOverviewFindingsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_overview_findings_dispose;
  widget_class->get_request_mode = lsc_overview_findings_get_request_mode;
  widget_class->measure = lsc_overview_findings_measure;
  widget_class->size_allocate = lsc_overview_findings_size_allocate;
  widget_class->focus = lsc_overview_findings_focus;
  signal_activated =
      g_signal_new ("finding-activated", LSC_TYPE_OVERVIEW_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lsc_overview_findings_init (LscOverviewFindings *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->list = GTK_LIST_BOX (list);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "overview-findings");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Findings"), -1);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), list);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}
