/* lsc-matrix-chart.c - the matrix of links as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-matrix-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/communication/lsc-matrix-painter.h"

#define TEXT_PX 12.0
#define MARGIN 10.0
#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160
#define KEY_ZOOM 1.5
#define WHEEL_ZOOM 1.25

struct _LscMatrixChart
{
  LscCanvas parent_instance;

  LscLinkMatrix *matrix;   /* (nullable) */
  LscMatrixShades *shades; /* (nullable) */
  LscMatrixView view;
  double pan_src, pan_dst; /* where the window was when a drag began */
};

G_DEFINE_FINAL_TYPE (LscMatrixChart, lsc_matrix_chart, LSC_TYPE_CANVAS)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_SPOT_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const LscMatrixSpot nothing = { LSC_MATRIX_NONE, 0, 0 };

/** lsc_matrix_chart_get_view: Returns: (transfer none): what is shown, as it is painted */
const LscMatrixView *
lsc_matrix_chart_get_view (LscMatrixChart *self)
{
  g_return_val_if_fail (LSC_IS_MATRIX_CHART (self), NULL);
  self->view.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->view.height = gtk_widget_get_height (GTK_WIDGET (self));
  self->view.scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  self->view.theme = lsc_canvas_get_theme (LSC_CANVAS (self));
  return &self->view;
}

/* The label says what the matrix shows, the description what is selected, or what stands out. */
static void
describe (LscMatrixChart *self)
{
  g_autofree char *caption = lsc_matrix_view_get_caption (&self->view);
  g_autofree char *spot = lsc_matrix_view_describe (&self->view, &self->view.selected);
  g_autofree char *sum = lsc_matrix_view_sum_up (&self->view);
  g_autofree char *label = self->matrix && self->matrix->is_of_experts
                               ? g_strdup (caption)
                               : g_strdup_printf (_ ("Matrix of links: %s"), caption);

  lsc_canvas_describe (LSC_CANVAS (self), label, spot ? spot : sum);
}

/** lsc_matrix_chart_select: @spot: of type %LSC_MATRIX_NONE for nothing */
void
lsc_matrix_chart_select (LscMatrixChart *self, const LscMatrixSpot *spot)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self) && spot);
  if (lsc_matrix_spot_equal (&self->view.selected, spot))
    return;
  self->view.selected = *spot;
  lsc_matrix_view_reveal (&self->view, spot);
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
make_shades (LscMatrixChart *self, LscMatrixMetric metric)
{
  g_clear_pointer (&self->shades, lsc_matrix_shades_free);
  self->shades = self->matrix ? lsc_matrix_shades_new (self->matrix, metric) : NULL;
  self->view.shades = self->shades;
  describe (self);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/** lsc_matrix_chart_set_metric: what the colours stand for */
void
lsc_matrix_chart_set_metric (LscMatrixChart *self, LscMatrixMetric metric)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  make_shades (self, metric);
}

/* @matrix: (nullable) (transfer full): */
static void
take_matrix (LscMatrixChart *self, LscLinkMatrix *matrix)
{
  LscMatrixMetric metric = self->shades ? self->shades->metric : LSC_MATRIX_OF_KIND;

  self->view.matrix = NULL;
  g_clear_pointer (&self->matrix, lsc_link_matrix_free);
  self->matrix = matrix;
  self->view.matrix = self->matrix;
  self->view.hovered = self->view.selected = nothing;
  self->view.n_shown = self->view.first_src = self->view.first_dst = 0;
  make_shades (self, metric);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/** lsc_matrix_chart_set_links: @links: (nullable): as lsc_link_matrix_new() takes them */
void
lsc_matrix_chart_set_links (LscMatrixChart *self, const LscTable *links)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  take_matrix (self, links ? lsc_link_matrix_new (links) : NULL);
}

/** lsc_matrix_chart_set_experts: @load: (nullable): as lsc_link_matrix_new_experts() takes it */
void
lsc_matrix_chart_set_experts (LscMatrixChart *self, const LscTable *load)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  take_matrix (self, load ? lsc_link_matrix_new_experts (load) : NULL);
}

/* ---- moves ---- */

static void
zoom_at (LscMatrixChart *self, double factor, double x, double y)
{
  lsc_matrix_chart_get_view (self);
  lsc_matrix_view_zoom (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)), factor, x, y);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

/** lsc_matrix_chart_fit: shows all ranks */
void
lsc_matrix_chart_fit (LscMatrixChart *self)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  self->view.n_shown = self->view.first_src = self->view.first_dst = 0;
  lsc_canvas_repaint (LSC_CANVAS (self));
}

static gboolean
on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);
  int by = g_variant_get_int32 (arguments);
  LscMatrixPlaces places;
  LscMatrixBox box;

  if (lsc_matrix_view_is_empty (lsc_matrix_chart_get_view (self)))
    return FALSE;
  places = lsc_matrix_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  box = self->view.selected.type == LSC_MATRIX_NONE
            ? places.map
            : lsc_matrix_view_get_box (&self->view, &places, &self->view.selected);
  if (by == 0)
    lsc_matrix_chart_fit (self);
  else
    zoom_at (self, by > 0 ? KEY_ZOOM : 1 / KEY_ZOOM, box.x + box.width / 2, box.y + box.height / 2);
  return TRUE;
}

static gsize
move_index (gsize index, int by, gsize n)
{
  return by < 0 ? (index > 0 ? index - 1 : 0) : by > 0 ? MIN (index + 1, n - 1) : index;
}

static gboolean
on_move_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);
  LscMatrixSpot spot = self->view.selected;
  int dx, dy;

  if (lsc_matrix_view_is_empty (&self->view))
    return FALSE;
  g_variant_get (arguments, "(ii)", &dx, &dy);
  if (spot.type != LSC_MATRIX_NONE)
    {
      spot.src = move_index (spot.src, dy, self->matrix->n_ranks);
      spot.dst = move_index (spot.dst, dx, self->matrix->n_columns);
    }
  spot.type = LSC_MATRIX_CELL;
  if (lsc_matrix_spot_equal (&spot, &self->view.selected))
    gtk_widget_error_bell (widget);
  lsc_matrix_chart_select (self, &spot);
  return TRUE;
}

/* To the link of a row before or after what is selected, past pairs that send nothing. */
static gboolean
on_next_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);
  int by = g_variant_get_int32 (arguments);
  const LscMatrixSpot *from = &self->view.selected;
  gint64 at = by > 0 ? 0 : -1;
  const LscMatrixCell *cell;

  if (lsc_matrix_view_is_empty (&self->view))
    return FALSE;
  if (from->type == LSC_MATRIX_CELL)
    for (at = 0; at < self->matrix->cells->len; at++)
      {
        cell = lsc_link_matrix_get (self->matrix, (guint) at);
        if (cell->src > from->src || (cell->src == from->src && cell->dst >= from->dst))
          break;
      }
  if (from->type == LSC_MATRIX_CELL && by < 0)
    at--;
  else if (from->type == LSC_MATRIX_CELL && at < self->matrix->cells->len)
    {
      cell = lsc_link_matrix_get (self->matrix, (guint) at);
      at += cell->src == from->src && cell->dst == from->dst ? 1 : 0;
    }
  if (at < 0 || at >= self->matrix->cells->len)
    {
      gtk_widget_error_bell (widget);
      return TRUE;
    }
  cell = lsc_link_matrix_get (self->matrix, (guint) at);
  lsc_matrix_chart_select (self, &(LscMatrixSpot){ LSC_MATRIX_CELL, cell->src, cell->dst });
  return TRUE;
}

static gboolean
on_leave_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);

  if (self->view.selected.type == LSC_MATRIX_NONE)
    return FALSE;
  lsc_matrix_chart_select (self, &nothing);
  return TRUE;
}

static gboolean
on_activate_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  if (LSC_MATRIX_CHART (widget)->view.selected.type == LSC_MATRIX_NONE)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_SPOT_ACTIVATED], 0);
  return TRUE;
}

/* ---- pointer ---- */

static LscMatrixSpot
find (LscMatrixChart *self, double x, double y)
{
  LscMatrixPlaces places;

  if (lsc_matrix_view_is_empty (lsc_matrix_chart_get_view (self)))
    return nothing;
  places = lsc_matrix_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  return lsc_matrix_view_find (&self->view, &places, x, y);
}

static void
lsc_matrix_chart_point (LscCanvas *canvas, double x, double y)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (canvas);
  LscMatrixSpot spot = find (self, x, y);

  if (lsc_matrix_spot_equal (&spot, &self->view.hovered))
    return;
  self->view.hovered = spot;
  lsc_canvas_point_changed (canvas);
}

static void
lsc_matrix_chart_press (LscCanvas *canvas, double x, double y, int n_press, guint button)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (canvas);
  LscMatrixSpot spot = find (self, x, y);

  if (button != GDK_BUTTON_PRIMARY)
    return;
  lsc_matrix_chart_select (self, &spot);
  if (n_press == 2 && spot.type != LSC_MATRIX_NONE)
    g_signal_emit (self, signals[SIGNAL_SPOT_ACTIVATED], 0);
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, LscMatrixChart *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  double x = self->view.width / 2, y = self->view.height / 2;
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (scroll));
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  double at_x, at_y, left, top;

  if (lsc_matrix_view_is_empty (&self->view))
    return FALSE;
  if (state & GDK_SHIFT_MASK || dx != 0)
    {
      lsc_matrix_view_move (&self->view, 0, dx != 0 ? dx : dy);
      lsc_canvas_repaint (LSC_CANVAS (self));
      return TRUE;
    }
  if (event && native && gdk_event_get_position (event, &at_x, &at_y))
    {
      gtk_native_get_surface_transform (native, &left, &top);
      gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), at_x - left,
                                        at_y - top, &x, &y);
    }
  zoom_at (self, pow (WHEEL_ZOOM, -dy), x, y);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, LscMatrixChart *self)
{
  self->pan_src = self->view.first_src;
  self->pan_dst = self->view.first_dst;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, LscMatrixChart *self)
{
  LscMatrixPlaces places;

  if (lsc_matrix_view_is_empty (&self->view) || self->view.n_shown <= 0)
    return;
  places = lsc_matrix_view_place (&self->view, lsc_canvas_get_text (LSC_CANVAS (self)));
  self->view.first_src = self->pan_src;
  self->view.first_dst = self->pan_dst;
  lsc_matrix_view_move (&self->view, -dy / places.cell_height, -dx / places.cell_width);
  lsc_canvas_repaint (LSC_CANVAS (self));
}

static char *
lsc_matrix_chart_get_tip (LscCanvas *canvas, double x, double y, gboolean by_keyboard,
                          GdkRectangle *area)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (canvas);
  LscMatrixSpot spot = by_keyboard ? self->view.selected : find (self, x, y);

  *area = (GdkRectangle){ (int) x - 2, (int) y - 2, 4, 4 };
  return lsc_matrix_view_describe (&self->view, &spot);
}

/* ---- painting ---- */

static void
lsc_matrix_chart_paint (LscCanvas *canvas, cairo_t *cr)
{
  lsc_matrix_paint (lsc_canvas_get_text (canvas), cr,
                    lsc_matrix_chart_get_view (LSC_MATRIX_CHART (canvas)));
}

static void
lsc_matrix_chart_paint_marks (LscCanvas *canvas, cairo_t *cr)
{
  lsc_matrix_paint_spots (lsc_canvas_get_text (canvas), cr,
                          lsc_matrix_chart_get_view (LSC_MATRIX_CHART (canvas)));
}

/* ---- life ---- */

static void
lsc_matrix_chart_finalize (GObject *object)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (object);

  lsc_matrix_shades_free (self->shades);
  lsc_link_matrix_free (self->matrix);
  G_OBJECT_CLASS (lsc_matrix_chart_parent_class)->finalize (object);
}

static void
add_keys (GtkWidgetClass *class)
{
  static const struct
  {
    guint key;
    int by;
  } zooms[] = { { GDK_KEY_plus, 1 },   { GDK_KEY_equal, 1 },        { GDK_KEY_KP_Add, 1 },
                { GDK_KEY_minus, -1 }, { GDK_KEY_KP_Subtract, -1 }, { GDK_KEY_0, 0 },
                { GDK_KEY_f, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (class, zooms[i].key, 0, on_zoom_key, "i", zooms[i].by);
  gtk_widget_class_add_binding (class, GDK_KEY_Left, 0, on_move_key, "(ii)", -1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Right, 0, on_move_key, "(ii)", 1, 0);
  gtk_widget_class_add_binding (class, GDK_KEY_Up, 0, on_move_key, "(ii)", 0, -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Down, 0, on_move_key, "(ii)", 0, 1);
  gtk_widget_class_add_binding (class, GDK_KEY_n, 0, on_next_key, "i", 1);
  gtk_widget_class_add_binding (class, GDK_KEY_n, GDK_SHIFT_MASK, on_next_key, "i", -1);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, on_leave_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_Return, 0, on_activate_key, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Enter, 0, on_activate_key, NULL);
}

static void
lsc_matrix_chart_class_init (LscMatrixChartClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscCanvasClass *canvas_class = LSC_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_matrix_chart_finalize;
  canvas_class->least_width = LEAST_WIDTH;
  canvas_class->least_height = LEAST_HEIGHT;
  canvas_class->paint = lsc_matrix_chart_paint;
  canvas_class->paint_marks = lsc_matrix_chart_paint_marks;
  canvas_class->point = lsc_matrix_chart_point;
  canvas_class->press = lsc_matrix_chart_press;
  canvas_class->get_tip = lsc_matrix_chart_get_tip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SPOT_ACTIVATED] =
      g_signal_new ("spot-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "matrixchart");
}

static void
lsc_matrix_chart_init (LscMatrixChart *self)
{
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->view = (LscMatrixView){ .text_px = TEXT_PX, .margin = MARGIN, .scale = 1 };
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  describe (self);
}
