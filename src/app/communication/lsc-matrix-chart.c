/* lsc-matrix-chart.c - the matrix of links as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-matrix-chart.h"

#include <adwaita.h>
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
  GtkWidget parent_instance;

  LscText *text;
  LscLinkMatrix *matrix;   /* (nullable) */
  LscMatrixShades *shades; /* (nullable) */
  LscMatrixView view;
  GskRenderNode *picture;  /* (nullable): of all but what is marked */
  double pan_src, pan_dst; /* where the window was when a drag began */
};

G_DEFINE_FINAL_TYPE (LscMatrixChart, lsc_matrix_chart, GTK_TYPE_WIDGET)

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
  self->view.theme = adw_style_manager_get_dark (adw_style_manager_get_default ())
                         ? lsc_theme_dark ()
                         : lsc_theme_light ();
  return &self->view;
}

static void
repaint (LscMatrixChart *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The label says what the matrix shows, the description what is selected, or what stands out. */
static void
describe (LscMatrixChart *self)
{
  g_autofree char *caption = lsc_matrix_view_get_caption (&self->view);
  g_autofree char *spot = lsc_matrix_view_describe (&self->view, &self->view.selected);
  g_autofree char *sum = lsc_matrix_view_sum_up (&self->view);
  g_autofree char *label = g_strdup_printf (_ ("Matrix of links: %s"), caption);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spot ? spot : sum, -1);
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
  repaint (self);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
make_shades (LscMatrixChart *self, LscMatrixMetric metric)
{
  g_clear_pointer (&self->shades, lsc_matrix_shades_free);
  self->shades = self->matrix ? lsc_matrix_shades_new (self->matrix, metric) : NULL;
  self->view.shades = self->shades;
  describe (self);
  repaint (self);
}

/** lsc_matrix_chart_set_metric: what the colours stand for */
void
lsc_matrix_chart_set_metric (LscMatrixChart *self, LscMatrixMetric metric)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  make_shades (self, metric);
}

/** lsc_matrix_chart_set_links: @links: (nullable): as lsc_link_matrix_new() takes them */
void
lsc_matrix_chart_set_links (LscMatrixChart *self, const LscTable *links)
{
  LscMatrixMetric metric;

  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  metric = self->shades ? self->shades->metric : LSC_MATRIX_OF_KIND;
  self->view.matrix = NULL;
  g_clear_pointer (&self->matrix, lsc_link_matrix_free);
  self->matrix = links ? lsc_link_matrix_new (links) : NULL;
  self->view.matrix = self->matrix;
  self->view.hovered = self->view.selected = nothing;
  self->view.n_shown = self->view.first_src = self->view.first_dst = 0;
  make_shades (self, metric);
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- moves ---- */

static void
zoom_at (LscMatrixChart *self, double factor, double x, double y)
{
  lsc_matrix_chart_get_view (self);
  lsc_matrix_view_zoom (&self->view, self->text, factor, x, y);
  repaint (self);
}

/** lsc_matrix_chart_fit: shows all ranks */
void
lsc_matrix_chart_fit (LscMatrixChart *self)
{
  g_return_if_fail (LSC_IS_MATRIX_CHART (self));
  self->view.n_shown = self->view.first_src = self->view.first_dst = 0;
  repaint (self);
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
  places = lsc_matrix_view_place (&self->view, self->text);
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
      spot.dst = move_index (spot.dst, dx, self->matrix->n_ranks);
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
  places = lsc_matrix_view_place (&self->view, self->text);
  return lsc_matrix_view_find (&self->view, &places, x, y);
}

static void
hover (LscMatrixChart *self, LscMatrixSpot spot)
{
  if (lsc_matrix_spot_equal (&spot, &self->view.hovered))
    return;
  self->view.hovered = spot;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventController *controller, double x, double y, LscMatrixChart *self)
{
  hover (self, find (self, x, y));
}

static void
on_leave (GtkEventController *controller, LscMatrixChart *self)
{
  hover (self, nothing);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscMatrixChart *self)
{
  LscMatrixSpot spot = find (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
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
      repaint (self);
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
  places = lsc_matrix_view_place (&self->view, self->text);
  self->view.first_src = self->pan_src;
  self->view.first_dst = self->pan_dst;
  lsc_matrix_view_move (&self->view, -dy / places.cell_height, -dx / places.cell_width);
  repaint (self);
}

static gboolean
lsc_matrix_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                                GtkTooltip *tooltip)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);
  LscMatrixSpot spot = by_keyboard ? self->view.selected : find (self, x, y);
  g_autofree char *text = lsc_matrix_view_describe (&self->view, &spot);

  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 2, y - 2, 4, 4 });
  return TRUE;
}

/* ---- painting ---- */

static GskRenderNode *
make_picture (LscMatrixChart *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const LscMatrixView *view = &self->view;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));

  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  lsc_matrix_paint (self->text, cr, view);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
lsc_matrix_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (widget);
  const LscMatrixView *view = lsc_matrix_chart_get_view (self);
  cairo_t *cr;

  if (view->width < 1 || view->height < 1)
    return;
  if (!self->picture)
    self->picture = make_picture (self);
  if (self->picture)
    gtk_snapshot_append_node (snapshot, self->picture);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) view->width, (float) view->height));
  lsc_matrix_paint_spots (self->text, cr, view);
  cairo_destroy (cr);
}

static void
lsc_matrix_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
}

static void
lsc_matrix_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  repaint (LSC_MATRIX_CHART (widget));
}

static void
on_style_changed (LscMatrixChart *self)
{
  lsc_text_reset (self->text);
  repaint (self);
}

static void
lsc_matrix_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lsc_matrix_chart_parent_class)->css_changed (widget, change);
  on_style_changed (LSC_MATRIX_CHART (widget));
}

/* ---- life ---- */

static void
lsc_matrix_chart_finalize (GObject *object)
{
  LscMatrixChart *self = LSC_MATRIX_CHART (object);

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  lsc_matrix_shades_free (self->shades);
  lsc_link_matrix_free (self->matrix);
  lsc_text_free (self->text);
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

  G_OBJECT_CLASS (class)->finalize = lsc_matrix_chart_finalize;
  widget_class->snapshot = lsc_matrix_chart_snapshot;
  widget_class->measure = lsc_matrix_chart_measure;
  widget_class->size_allocate = lsc_matrix_chart_size_allocate;
  widget_class->css_changed = lsc_matrix_chart_css_changed;
  widget_class->query_tooltip = lsc_matrix_chart_query_tooltip;
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SPOT_ACTIVATED] =
      g_signal_new ("spot-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "matrixchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_pointer (LscMatrixChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
lsc_matrix_chart_init (LscMatrixChart *self)
{
  self->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  self->view = (LscMatrixView){ .text_px = TEXT_PX, .margin = MARGIN, .scale = 1 };
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_style_changed), self, G_CONNECT_SWAPPED);
  add_pointer (self);
  describe (self);
}
