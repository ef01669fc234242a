/* lsc-scatter-chart.c - a plot of points as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-scatter-chart.h"

#include <glib/gi18n-lib.h>

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160

struct _LscScatterChart
{
  LscCanvas parent_instance;

  LscScatterPlot *plot; /* (nullable) */
  LscScatterView view;
};

G_DEFINE_FINAL_TYPE (LscScatterChart, lsc_scatter_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_POINT_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** lsc_scatter_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscScatterView *
lsc_scatter_chart_get_view (LscScatterChart *self)
{
  g_return_val_if_fail (LSC_IS_SCATTER_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

static void
describe (LscScatterChart *self)
{
  g_autofree char *words = lsc_scatter_view_describe (&self->view, self->view.selected);

  lsc_canvas_describe (LSC_CANVAS (self),
                       self->plot ? self->plot->caption : _ ("Kernels over time"),
                       words ? words : _ ("Arrow keys walk through the kernels"));
}

static void
select_point (LscScatterChart *self, gsize point)
{
  if (point == self->view.selected)
    return;
  self->view.selected = point;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/** lsc_scatter_chart_get_selected: Returns: %FALSE if no point is; @point: (out): its index */
gboolean
lsc_scatter_chart_get_selected (LscScatterChart *self, gsize *point)
{
  g_return_val_if_fail (LSC_IS_SCATTER_CHART (self) && point, FALSE);
  *point = self->view.selected;
  return self->plot && self->view.selected < self->plot->points.n;
}

/** lsc_scatter_chart_set_plot: @plot: (transfer full) (nullable): */
void
lsc_scatter_chart_set_plot (LscScatterChart *self, LscScatterPlot *plot)
{
  g_return_if_fail (LSC_IS_SCATTER_CHART (self));
  lsc_scatter_plot_free (self->plot);
  self->plot = plot;
  self->view.plot = plot;
  self->view.hovered = self->view.selected = LSC_SCATTER_NONE;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/* ---- keys and pointer ---- */

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscScatterChart *self = LSC_SCATTER_CHART (widget);
  int by = g_variant_get_int32 (arguments);
  gsize point = self->view.selected;

  if (lsc_scatter_view_is_empty (&self->view))
    return FALSE;
  if (point == LSC_SCATTER_NONE)
    point = 0;
  else if (by < 0 ? point == 0 : point + 1 >= self->plot->points.n)
    gtk_widget_error_bell (widget);
  else
    point = by < 0 ? point - 1 : point + 1;
  select_point (self, point);
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscScatterChart *self = LSC_SCATTER_CHART (widget);

  if (self->view.selected == LSC_SCATTER_NONE)
    return FALSE;
  select_point (self, LSC_SCATTER_NONE);
  return TRUE;
}

static gboolean
on_activate_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_SCATTER_CHART (widget)->view.selected == LSC_SCATTER_NONE)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_POINT_ACTIVATED], 0);
  return TRUE;
}

static gsize
find (LscScatterChart *self, double x, double y)
{
  LscScatterPlaces places;

  if (lsc_scatter_view_is_empty (lsc_scatter_chart_get_view (self)))
    return LSC_SCATTER_NONE;
  places = lsc_scatter_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  return lsc_scatter_view_find (&self->view, &places, x, y);
}

static void
lsc_scatter_chart_point (LscCanvas *canvas, double x, double y)
{
  LscScatterChart *self = LSC_SCATTER_CHART (canvas);
  gsize point = x < 0 ? LSC_SCATTER_NONE : find (self, x, y);

  if (point == self->view.hovered)
    return;
  self->view.hovered = point;
  lsc_canvas_point_changed (canvas);
}

static void
lsc_scatter_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscScatterChart *self = LSC_SCATTER_CHART (canvas);
  gsize point = find (self, x, y);

  if (button != GDK_BUTTON_PRIMARY)
    return;
  select_point (self, point);
  if (n_press == 2 && point != LSC_SCATTER_NONE)
    g_signal_emit (self, signals[SIGNAL_POINT_ACTIVATED], 0);
}

static char *
lsc_scatter_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                           GdkRectangle *area)
{
  LscScatterChart *self = LSC_SCATTER_CHART (canvas);

  return lsc_scatter_view_describe (&self->view,
                                    by_keyboard ? self->view.selected : find (self, x, y));
}

/* ---- painting ---- */

static void
lsc_scatter_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_scatter_paint (lsc_canvas_get_text (canvas), cr,
                     lsc_scatter_chart_get_view (LSC_SCATTER_CHART (canvas)));
}

static void
lsc_scatter_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_scatter_paint_spots (lsc_canvas_get_text (canvas), cr,
                           lsc_scatter_chart_get_view (LSC_SCATTER_CHART (canvas)));
}

/* ---- life ---- */

static void
lsc_scatter_chart_finalize (GObject *object)
{
  LscScatterChart *self = LSC_SCATTER_CHART (object);

  lsc_scatter_plot_free (self->plot);
  G_OBJECT_CLASS (lsc_scatter_chart_parent_class)->finalize (object);
}

static void
lsc_scatter_chart_class_init (LscScatterChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_scatter_chart_finalize;
  canvas_class->least_width = LEAST_WIDTH;
  canvas_class->least_height = LEAST_HEIGHT;
  canvas_class->paint = lsc_scatter_chart_paint;
  canvas_class->paint_marks = lsc_scatter_chart_paint_marks;
  canvas_class->point = lsc_scatter_chart_point;
  canvas_class->press = lsc_scatter_chart_press;
  canvas_class->get_tip = lsc_scatter_chart_get_tip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_POINT_ACTIVATED] =
      g_signal_new ("point-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_move_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_move_key, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, on_activate_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, on_activate_key, NULL);
  gtk_widget_class_set_css_name (widget_class, "scatterchart");
}

static void
lsc_scatter_chart_init (LscScatterChart *self)
{
  self->view = (LscScatterView){
    .text_px = TEXT_PX, .margin = MARGIN, .selected = LSC_SCATTER_NONE, .hovered = LSC_SCATTER_NONE
  };
  describe (self);
}
