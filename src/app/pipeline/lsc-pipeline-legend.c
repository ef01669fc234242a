/* lsc-pipeline-legend.c - the legend under the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-legend.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/parts/lsc-details-room.h"

struct _LscPipelineLegend
{
  GtkWidget parent_instance;

  LscPipelineChart *view; /* weak */
};

G_DEFINE_FINAL_TYPE (LscPipelineLegend, lsc_pipeline_legend, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_KIND_CLICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static double
height_for (LscPipelineLegend *self, int width_px)
{
  double width = lsc_details_room_narrow (GTK_WIDGET (self), width_px);

  return lsc_pipeline_painter_paint_legend (lsc_pipeline_chart_get_painter (self->view), NULL,
                                            lsc_pipeline_chart_get_chart (self->view), width, TRUE);
}

static GtkSizeRequestMode
lsc_pipeline_legend_get_request_mode (GtkWidget *widget)
{
  (void) widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lsc_pipeline_legend_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  LscPipelineLegend *self = LSC_PIPELINE_LEGEND (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = 0;
  *natural = 600;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  *natural = 0;
  if (self->view)
    *minimum = *natural = (int) ceil (height_for (self, for_size > 0 ? for_size : 600));
}

static void
lsc_pipeline_legend_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscPipelineLegend *self = LSC_PIPELINE_LEGEND (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  cairo_t *cr;

  if (!self->view || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  lsc_pipeline_painter_paint_legend (lsc_pipeline_chart_get_painter (self->view), cr,
                                     lsc_pipeline_chart_get_chart (self->view), width, FALSE);
  cairo_destroy (cr);
}

static int
kind_at (LscPipelineLegend *self, double x, double y)
{
  if (!self->view)
    return -1;
  return lsc_pipeline_painter_legend_hit (lsc_pipeline_chart_get_painter (self->view),
                                          lsc_pipeline_chart_get_chart (self->view),
                                          gtk_widget_get_width (GTK_WIDGET (self)), x, y);
}

static void
on_pressed (LscPipelineLegend *self, int n_press, double x, double y)
{
  int kind = kind_at (self, x, y);

  (void) n_press;
  if (kind >= 0)
    g_signal_emit (self, signals[SIGNAL_KIND_CLICKED], 0, kind);
}

static void
on_motion (LscPipelineLegend *self, double x, double y)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), kind_at (self, x, y) >= 0 ? "pointer" : NULL);
}

static gboolean
on_query_tooltip (LscPipelineLegend *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  if (by_keyboard || kind_at (self, x, y) < 0)
    return FALSE;
  gtk_tooltip_set_text (tooltip, _ ("Click to hide or show this kind"));
  return TRUE;
}

static void
on_view_changed (LscPipelineLegend *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);

  gtk_widget_queue_draw (widget);
  if (width > 0 && (int) ceil (height_for (self, width)) != gtk_widget_get_height (widget))
    gtk_widget_queue_resize (widget);
}

/**
 * lsc_pipeline_legend_set_view:
 * @view: the chart that is explained; it outlives the legend or is in the same template
 */
void
lsc_pipeline_legend_set_view (LscPipelineLegend *self, LscPipelineChart *view)
{
  g_return_if_fail (LSC_IS_PIPELINE_LEGEND (self) && LSC_IS_PIPELINE_CHART (view));
  g_set_weak_pointer (&self->view, view);
  g_signal_connect_object (view, "view-changed", G_CALLBACK (on_view_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
lsc_pipeline_legend_dispose (GObject *object)
{
  g_clear_weak_pointer (&LSC_PIPELINE_LEGEND (object)->view);
  G_OBJECT_CLASS (lsc_pipeline_legend_parent_class)->dispose (object);
}

static void
lsc_pipeline_legend_class_init (LscPipelineLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_pipeline_legend_dispose;
  widget_class->get_request_mode = lsc_pipeline_legend_get_request_mode;
  widget_class->measure = lsc_pipeline_legend_measure;
  widget_class->snapshot = lsc_pipeline_legend_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  /**
   * LscPipelineLegend::kind-clicked:
   * @kind: an #LscBlockKind
   */
  signals[SIGNAL_KIND_CLICKED] =
      g_signal_new ("kind-clicked", LSC_TYPE_PIPELINE_LEGEND, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
lsc_pipeline_legend_init (LscPipelineLegend *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend of the pipeline chart"), -1);
}
