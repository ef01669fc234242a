/* lsc-grid-chart.c - ranks in their layout as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-grid-chart.h"

#include <glib/gi18n-lib.h>

#include "draw/grid/lsc-grid-painter.h"

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 140

struct _LscGridChart
{
  LscCanvas parent_instance;

  LscGridView view;
};

G_DEFINE_FINAL_TYPE (LscGridChart, lsc_grid_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_RANK_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** lsc_grid_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscGridView *
lsc_grid_chart_get_view (LscGridChart *self)
{
  g_return_val_if_fail (LSC_IS_GRID_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

/* The label says what the grid shows, the description what is selected, or how large it is. */
static void
describe (LscGridChart *self)
{
  g_autofree char *caption = lsc_grid_view_get_caption (&self->view);
  g_autofree char *cell = lsc_grid_view_describe (&self->view, self->view.selected);
  g_autofree char *sum = lsc_grid_view_sum_up (&self->view);
  g_autofree char *label = g_strdup_printf (_ ("Grid of ranks: %s"), caption);

  lsc_canvas_describe (LSC_CANVAS (self), label, cell ? cell : sum);
}

/** lsc_grid_chart_set_grid: @grid: (nullable): borrowed until another is set */
void
lsc_grid_chart_set_grid (LscGridChart *self, const LscRankGrid *grid)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  self->view.grid = grid;
  self->view.selected = self->view.hovered = LSC_GRID_NONE;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/** lsc_grid_chart_set_figure: what the colours stand for */
void
lsc_grid_chart_set_figure (LscGridChart *self, LscGridFigure figure)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  self->view.figure = figure;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/** lsc_grid_chart_select: @cell: %LSC_GRID_NONE for nothing; no signal tells it */
void
lsc_grid_chart_select (LscGridChart *self, guint cell)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  if (self->view.selected == cell)
    return;
  self->view.selected = cell;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_grid_chart_choose: selects a cell as the user does */
void
lsc_grid_chart_choose (LscGridChart *self, guint cell)
{
  g_return_if_fail (LSC_IS_GRID_CHART (self));
  if (self->view.selected == cell)
    return;
  lsc_grid_chart_select (self, cell);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- keys ---- */

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscGridChart *self = LSC_GRID_CHART (widget);
  LscGridPlaces places;
  guint next;
  int dx, dy;

  if (lsc_grid_view_is_empty (lsc_grid_chart_get_view (self)))
    return FALSE;
  g_variant_get (arguments, "(ii)", &dx, &dy);
  places = lsc_grid_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  next = lsc_grid_view_step (&self->view, &places, dx, dy);
  if (next == LSC_GRID_NONE)
    gtk_widget_error_bell (widget);
  else
    lsc_grid_chart_choose (self, next);
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_GRID_CHART (widget)->view.selected == LSC_GRID_NONE)
    return FALSE;
  lsc_grid_chart_choose (LSC_GRID_CHART (widget), LSC_GRID_NONE);
  return TRUE;
}

static gboolean
on_activate_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_GRID_CHART (widget)->view.selected == LSC_GRID_NONE)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_RANK_ACTIVATED], 0);
  return TRUE;
}

/* ---- pointer ---- */

static guint
find (LscGridChart *self, double x, double y)
{
  LscGridPlaces places;

  if (lsc_grid_view_is_empty (lsc_grid_chart_get_view (self)))
    return LSC_GRID_NONE;
  places = lsc_grid_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  return lsc_grid_view_find (&self->view, &places, x, y);
}

static void
lsc_grid_chart_point (LscCanvas *canvas, double x, double y)
{
  LscGridChart *self = LSC_GRID_CHART (canvas);
  guint cell = x < 0 ? LSC_GRID_NONE : find (self, x, y);

  if (cell == self->view.hovered)
    return;
  self->view.hovered = cell;
  lsc_canvas_point_changed (canvas);
}

static void
lsc_grid_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscGridChart *self = LSC_GRID_CHART (canvas);
  guint cell = find (self, x, y);

  if (button != GDK_BUTTON_PRIMARY)
    return;
  lsc_grid_chart_choose (self, cell);
  if (n_press == 2 && cell != LSC_GRID_NONE)
    g_signal_emit (self, signals[SIGNAL_RANK_ACTIVATED], 0);
}

static char *
lsc_grid_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                        GdkRectangle *area)
{
  LscGridChart *self = LSC_GRID_CHART (canvas);

  *area = (GdkRectangle){ (int) x - 2, (int) y - 2, 4, 4 };
  return lsc_grid_view_describe (&self->view,
                                 by_keyboard ? self->view.selected : find (self, x, y));
}

/* ---- painting ---- */

static void
lsc_grid_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_grid_paint (lsc_canvas_get_text (canvas), cr,
                  lsc_grid_chart_get_view (LSC_GRID_CHART (canvas)));
}

static void
lsc_grid_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_grid_paint_spots (lsc_canvas_get_text (canvas), cr,
                        lsc_grid_chart_get_view (LSC_GRID_CHART (canvas)));
}

/* ---- life ---- */

static void
add_keys (GtkWidgetClass *class)
{
  gtk_widget_class_add_binding (class, GDK_KEY_Left, 0, on_move_key, "(ii)", -1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Right, 0, on_move_key, "(ii)", 1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Up, 0, on_move_key, "(ii)", 0, -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Down, 0, on_move_key, "(ii)", 0, 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_Return, 0, on_activate_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Enter, 0, on_activate_key, NULL);
}

static void
lsc_grid_chart_class_init (LscGridChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  canvas_class->least_width = LEAST_WIDTH;
  canvas_class->least_height = LEAST_HEIGHT;
  canvas_class->paint = lsc_grid_chart_paint;
  canvas_class->paint_marks = lsc_grid_chart_paint_marks;
  canvas_class->point = lsc_grid_chart_point;
  canvas_class->press = lsc_grid_chart_press;
  canvas_class->get_tip = lsc_grid_chart_get_tip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RANK_ACTIVATED] =
      g_signal_new ("rank-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "gridchart");
}

static void
lsc_grid_chart_init (LscGridChart *self)
{
  self->view = (LscGridView){
    .text_px = TEXT_PX, .margin = MARGIN, .selected = LSC_GRID_NONE, .hovered = LSC_GRID_NONE
  };
  describe (self);
}
