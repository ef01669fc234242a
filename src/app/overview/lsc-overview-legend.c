/* lsc-overview-legend.c - what the colours of the ranks mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-legend.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/parts/lsc-details-room.h"

#define USUAL_WIDTH 600
#define INDENT 12

struct _LscOverviewLegend
{
  GtkWidget parent_instance;

  LscOverviewChart *chart; /* weak */
  int usual_height;        /* as it was told without a width, which GTK keeps */
};

G_DEFINE_FINAL_TYPE (LscOverviewLegend, lsc_overview_legend, GTK_TYPE_WIDGET)

static int
height_for (LscOverviewLegend *self, int width)
{
  double room = MAX (lsc_details_room_narrow (GTK_WIDGET (self), width) - 2 * INDENT, 1);

  return self->chart ? (int) ceil (lsc_overview_chart_paint_legend (self->chart, NULL, room)) : 0;
}

static GtkSizeRequestMode
lsc_overview_legend_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lsc_overview_legend_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = 0;
  *natural = USUAL_WIDTH;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural =
        height_for (LSC_OVERVIEW_LEGEND (widget), for_size > 0 ? for_size : USUAL_WIDTH);
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size <= 0)
    LSC_OVERVIEW_LEGEND (widget)->usual_height = *minimum;
}

static void
lsc_overview_legend_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscOverviewLegend *self = LSC_OVERVIEW_LEGEND (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  cairo_t *cr;

  if (!self->chart || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_translate (cr, INDENT, 0);
  lsc_overview_chart_paint_legend (self->chart, cr, MAX (width - 2 * INDENT, 1));
  cairo_destroy (cr);
}

static gboolean
on_query_tooltip (LscOverviewLegend *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  g_autofree char *text = !by_keyboard && self->chart
                              ? lsc_overview_chart_explain_legend (
                                    self->chart, MAX (width - 2 * INDENT, 1), x - INDENT, y)
                              : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
on_view_changed (LscOverviewLegend *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);

  gtk_widget_queue_draw (widget);
  if (width == 0 || height_for (self, width) != gtk_widget_get_height (widget) ||
      height_for (self, USUAL_WIDTH) != self->usual_height)
    gtk_widget_queue_resize (widget);
}

/**
 * lsc_overview_legend_set_chart:
 * @chart: the chart that is explained, in the same template
 */
void
lsc_overview_legend_set_chart (LscOverviewLegend *self, LscOverviewChart *chart)
{
  g_return_if_fail (LSC_IS_OVERVIEW_LEGEND (self) && LSC_IS_OVERVIEW_CHART (chart));
  g_set_weak_pointer (&self->chart, chart);
  g_signal_connect_object (chart, "view-changed", G_CALLBACK (on_view_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
lsc_overview_legend_dispose (GObject *object)
{
  g_clear_weak_pointer (&LSC_OVERVIEW_LEGEND (object)->chart);
  G_OBJECT_CLASS (lsc_overview_legend_parent_class)->dispose (object);
}

static void
lsc_overview_legend_class_init (LscOverviewLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_overview_legend_dispose;
  widget_class->get_request_mode = lsc_overview_legend_get_request_mode;
  widget_class->measure = lsc_overview_legend_measure;
  widget_class->snapshot = lsc_overview_legend_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lsc_overview_legend_init (LscOverviewLegend *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend of the chart of the ranks"), -1);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
