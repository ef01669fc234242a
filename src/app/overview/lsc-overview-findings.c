/* lsc-overview-findings.c - the first findings in words, above the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-findings.h"

#include <glib/gi18n-lib.h>

#include "app/findings/lsc-finding-row.h"

#define MOST_FINDINGS 3
#define LOW_PX 700 /* a window in which the ranks need all the room */

/* Two lines each, whatever they say, so that the chart below stays where it is however wide the
 * page is; the page of findings has the whole. */
struct _LscOverviewFindings
{
  GtkWidget parent_instance;

  GtkListBox *list;
  const LscFinding *rows[MOST_FINDINGS + 1]; /* in it, of @findings */
  LscFindings *findings;                     /* (nullable) */
  guint n;
  guint n_told;    /* of them; behind them what another schedule is predicted to gain */
  gboolean is_low; /* the window */
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

/* Of two groups each has its head; of one there is nothing to tell apart. */
static void
update_head (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  LscOverviewFindings *self = data;
  guint index = (guint) gtk_list_box_row_get_index (row);
  gboolean is_first = index == 0 || index == self->n_told;

  gtk_list_box_row_set_header (
      row,
      self->n_told > 0 && self->n > self->n_told && is_first
          ? lsc_finding_head_new (index == 0 ? LSC_FINDINGS_OUTSTANDING : LSC_FINDINGS_PREDICTED)
          : NULL);
}

static void
append_row (LscOverviewFindings *self, const LscFinding *finding)
{
  gtk_list_box_append (self->list, lsc_finding_row_new_brief (finding));
  self->rows[self->n++] = finding;
}

static void
update (LscOverviewFindings *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), self->n > 0 && !self->is_low);
}

/* What was measured: the first ones, and why a rank is marked as slow where these do not say so and
 * leave room for it. */
static void
append_measured (LscOverviewFindings *self, const LscOverview *overview, gboolean has_predicted)
{
  guint n_told = MIN (MOST_FINDINGS, lsc_findings_count_told (self->findings));
  const LscFinding *slow = lsc_findings_get_slow (self->findings, overview);

  while (self->n < n_told)
    append_row (self, lsc_findings_get_told (self->findings, self->n));
  if (slow && self->n + has_predicted < MOST_FINDINGS)
    append_row (self, slow);
  self->n_told = self->n;
}

/**
 * lsc_overview_findings_set:
 * @findings: (nullable): major ones stand first
 * @overview: (nullable): that they were made of
 *
 * Shows the first ones, and behind them a schedule that may gain more than all of them; a low
 * window has no room for them.
 *
 * Returns: how many there are to show
 */
guint
lsc_overview_findings_set (LscOverviewFindings *self, LscFindings *findings,
                           const LscOverview *overview)
{
  const LscFinding *predicted = findings ? lsc_findings_get_predicted (findings) : NULL;

  g_return_val_if_fail (LSC_IS_OVERVIEW_FINDINGS (self), 0);
  g_return_val_if_fail (!findings || overview, 0);
  empty (self);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  self->findings = findings ? lsc_findings_ref (findings) : NULL;
  self->n = self->n_told = 0;
  if (findings)
    append_measured (self, overview, predicted != NULL);
  if (predicted)
    append_row (self, predicted);
  gtk_list_box_invalidate_headers (self->list);
  update (self);
  return self->n;
}

/** Returns: (transfer none) (nullable): that of the row @index */
const LscFinding *
lsc_overview_findings_get (LscOverviewFindings *self, guint index)
{
  g_return_val_if_fail (LSC_IS_OVERVIEW_FINDINGS (self), NULL);
  return index < self->n ? self->rows[index] : NULL;
}

/* ---- the room that there is ---- */

static void
on_layout (GdkSurface *surface, int width, int height, LscOverviewFindings *self)
{
  gboolean is_low = height < LOW_PX;

  if (height <= 0 || is_low == self->is_low)
    return;
  self->is_low = is_low;
  update (self);
}

/* A widget that is not shown is not told of sizes: the window is. */
static void
lsc_overview_findings_root (GtkWidget *widget)
{
  GtkNative *native;

  GTK_WIDGET_CLASS (lsc_overview_findings_parent_class)->root (widget);
  native = gtk_widget_get_native (widget);
  if (!native || !gtk_native_get_surface (native))
    return;
  g_signal_connect_object (gtk_native_get_surface (native), "layout", G_CALLBACK (on_layout),
                           widget, 0);
  on_layout (NULL, 0, gtk_widget_get_height (GTK_WIDGET (native)), LSC_OVERVIEW_FINDINGS (widget));
}

static void
on_row_activated (LscOverviewFindings *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signal_activated, 0, (guint) gtk_list_box_row_get_index (row));
}

static void
lsc_overview_findings_dispose (GObject *object)
{
  GtkWidget *list = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (list)
    gtk_widget_unparent (list);
  g_clear_pointer (&LSC_OVERVIEW_FINDINGS (object)->findings, lsc_findings_unref);
  LSC_OVERVIEW_FINDINGS (object)->n = 0;
  G_OBJECT_CLASS (lsc_overview_findings_parent_class)->dispose (object);
}

static void
lsc_overview_findings_class_init (LscOverviewFindingsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_overview_findings_dispose;
  widget_class->root = lsc_overview_findings_root;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signal_activated =
      g_signal_new ("finding-activated", LSC_TYPE_OVERVIEW_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lsc_overview_findings_init (LscOverviewFindings *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_list_box_set_header_func (self->list, update_head, self, NULL);
  gtk_widget_add_css_class (list, "overview-findings");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Findings"), -1);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_widget_set_parent (list, GTK_WIDGET (self));
}
