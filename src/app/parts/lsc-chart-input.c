/* lsc-chart-input.c - pointer, wheel and touch of a chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "app/parts/lsc-chart-private.h"
#include "draw/lsc-minimap.h"

#define REST_PX 3.0 /* what moves less has not been moved by the user */
#define TIP_ROW_PX 24.0

/** Places that look alike in every chart. */
typedef enum
{
  PLACE_OTHER,
  PLACE_RULER,
  PLACE_MINIMAP,
  PLACE_HEADER_EDGE,
} Place;

static Place
place_at (LscChart *self, double x, double y)
{
  double header_width = _lsc_chart_private (self)->port->header_width;
  LscChartAreas areas;

  if (!_lsc_chart_get_areas (self, &areas))
    return PLACE_OTHER;
  if (ABS (x - header_width) <= 3 && y > areas.body_top)
    return PLACE_HEADER_EDGE;
  if (x < header_width)
    return PLACE_OTHER;
  if (y >= areas.minimap_y && y < areas.minimap_y + areas.minimap_height)
    return PLACE_MINIMAP;
  return y >= 0 && y < areas.ruler_height ? PLACE_RULER : PLACE_OTHER;
}

static GdkModifierType
modifiers_of (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller)) &
         gtk_accelerator_get_default_mod_mask ();
}

/* ---- hover ---- */

static const char *
hover (LscChart *self, double x, double y)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);

  return class->hover ? class->hover (self, x, y) : NULL;
}

/* A pointer that rests where something was clicked, be it on the page before this one, asks for
 * nothing: a tip would cover what the click has brought. */
static void
on_enter (GtkEventControllerMotion *controller, double x, double y, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  priv->rest_x = x;
  priv->rest_y = y - LSC_CHART_GET_CLASS (self)->top;
}

static gboolean
is_resting (const LscChartPrivate *priv)
{
  return priv->pointer_x >= 0 &&
         hypot (priv->pointer_x - priv->rest_x, priv->pointer_y - priv->rest_y) < REST_PX;
}

/* The tip stands below the row that it is about, not over it. */
static GdkRectangle
get_tip_area (LscChart *self, int x, int y)
{
  int height = (int) MIN (_lsc_chart_private (self)->port->lane_height, TIP_ROW_PX);

  return (GdkRectangle){ x, y - height, 1, 2 * height };
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  const char *cursor;
  Place place;

  y -= LSC_CHART_GET_CLASS (self)->top;
  if (priv->pointer_x == x && priv->pointer_y == y)
    return;
  priv->pointer_x = x;
  priv->pointer_y = y;
  if (priv->drag.type > LSC_CHART_DRAG_UNDECIDED)
    return;
  cursor = hover (self, x, y);
  place = place_at (self, x, y);
  if (place == PLACE_HEADER_EDGE)
    cursor = "col-resize";
  else if (place == PLACE_MINIMAP)
    cursor = "grab";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

static void
on_leave (GtkEventControllerMotion *controller, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  priv->pointer_x = priv->pointer_y = -1;
  hover (self, -1, -1);
}

static gboolean
on_query_tooltip (LscChart *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);
  GdkRectangle area = get_tip_area (self, x, y);
  g_autofree char *text = NULL;

  if (!class->describe_at || priv->drag.type > LSC_CHART_DRAG_UNDECIDED ||
      (priv->menu && gtk_widget_get_visible (priv->menu)) || (!by_keyboard && is_resting (priv)))
    return FALSE;
  text = class->describe_at (self, by_keyboard ? -1 : x, by_keyboard ? -1 : y - class->top);
  if (!text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  if (!by_keyboard)
    gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

/* ---- clicks ---- */

/* The first press may open details beside the chart, which gets narrower: the second one of a
 * double click is meant for what was under the pointer then. Keeps that, and brings it back. */
static void
keep_pressed (LscChart *self, int n_press, double *x)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  const LscViewport *port = priv->port;

  if (n_press == 1)
    {
      priv->press_width = port->width;
      priv->press_ns = lsc_viewport_x_to_time (port, *x);
    }
  else if (*x > port->header_width && priv->press_width != port->width)
    *x = lsc_viewport_time_to_x (port, priv->press_ns);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscChart *self)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  Place place;

  y -= class->top;
  _lsc_chart_private (self)->rest_x = x;
  _lsc_chart_private (self)->rest_y = y;
  keep_pressed (self, n_press, &x);
  place = place_at (self, x, y);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (place == PLACE_HEADER_EDGE)
    return;
  if (place != PLACE_MINIMAP && class->press &&
      class->press (self, n_press, x, y, modifiers_of (gesture)))
    return;
  if (n_press == 2 && place != PLACE_OTHER)
    lsc_chart_fit (self);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, LscChart *self)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  const LscChartDrag *drag = &_lsc_chart_private (self)->drag;

  y -= class->top;
  if (class->release && n_press == 1 && drag->type <= LSC_CHART_DRAG_UNDECIDED &&
      hypot (x - drag->x, y - drag->y) < class->drag_least_px &&
      place_at (self, x, y) != PLACE_MINIMAP)
    class->release (self, x, y, modifiers_of (gesture));
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, LscChart *self)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (class->press_menu)
    class->press_menu (self, x, y - class->top);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  lsc_chart_popup (self, x, y);
}

/* ---- drags ---- */

static void
set_header_width (LscChart *self, double x)
{
  LscViewport *port = _lsc_chart_private (self)->port;
  double least = LSC_CHART_GET_CLASS (self)->header_least_px;
  double most = MIN (LSC_CHART_GET_CLASS (self)->header_most_px, port->width / 2);

  port->header_width = CLAMP (round (x), least, MAX (most, least));
  lsc_chart_changed (self);
}

/* A press beside the window moves it there before it is dragged. */
static void
start_minimap (LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscViewport whole = LSC_CHART_GET_CLASS (self)->get_minimap (self);

  priv->drag.type = LSC_CHART_DRAG_MINIMAP;
  priv->fills_width = FALSE;
  lsc_chart_note (self, LSC_MOVE_JUMP, &priv->drag_place);
  if (!lsc_minimap_jump (&whole, priv->port, priv->drag.x - priv->port->header_width))
    return;
  lsc_chart_changed (self);
  priv->drag_place = lsc_viewport_get_place (priv->port);
}

static void
move_minimap (LscChart *self, double dx)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscViewport whole = LSC_CHART_GET_CLASS (self)->get_minimap (self);

  lsc_minimap_drag (&whole, priv->port, &priv->drag_place, dx);
  lsc_chart_changed (self);
}

/* Shows the place where the drag began, moved with the pointer. */
static void
pan_by_px (LscChart *self, double dx, double dy)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  double ns_per_px = priv->drag_place.span_ns / lsc_viewport_body_width (priv->port);

  priv->port->scroll_y = priv->drag_place.scroll_y - dy;
  lsc_viewport_set_begin (priv->port, priv->drag_place.begin_ns,
                          priv->drag_place.begin_fraction - dx * ns_per_px);
  lsc_chart_changed (self);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscViewLimits limits;

  y -= LSC_CHART_GET_CLASS (self)->top;
  priv->drag = (LscChartDrag){ .x = x, .y = y, .to_x = x, .to_y = y };
  priv->drag_place = lsc_viewport_get_place (priv->port);
  priv->drag_button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  if (LSC_CHART_GET_CLASS (self)->get_limits (self, &limits) || x <= priv->port->header_width + 3)
    priv->drag.type = LSC_CHART_DRAG_UNDECIDED;
  if (priv->drag.type != LSC_CHART_DRAG_NONE && priv->drag_button == GDK_BUTTON_PRIMARY &&
      place_at (self, x, y) == PLACE_MINIMAP)
    start_minimap (self);
}

static guint
choose_drag (LscChart *self, GdkModifierType modifiers)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);
  Place place = place_at (self, priv->drag.x, priv->drag.y);

  if (priv->drag_button == GDK_BUTTON_MIDDLE)
    return LSC_CHART_DRAG_PAN;
  if (place == PLACE_HEADER_EDGE)
    return LSC_CHART_DRAG_HEADER;
  if (class->choose_drag)
    return class->choose_drag (self, &priv->drag, modifiers);
  if (place == PLACE_RULER)
    return LSC_CHART_DRAG_ZOOM;
  return priv->drag.x >= priv->port->header_width ? LSC_CHART_DRAG_PAN : LSC_CHART_DRAG_NONE;
}

/* The first move decides what is dragged. */
static void
start_drag (LscChart *self, GtkGesture *gesture)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);

  priv->drag.type = choose_drag (self, modifiers_of (gesture));
  if (priv->drag.type == LSC_CHART_DRAG_NONE)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (priv->drag.type == LSC_CHART_DRAG_PAN)
    {
      priv->fills_width = FALSE;
      lsc_chart_note (self, LSC_MOVE_JUMP, &priv->drag_place);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  else if (priv->drag.type >= LSC_CHART_DRAG_OWN)
    class->begin_drag (self, &priv->drag);
  hover (self, -1, -1);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, LscChart *self)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscChartDrag *drag = &priv->drag;

  if (drag->type == LSC_CHART_DRAG_UNDECIDED && hypot (dx, dy) >= class->drag_least_px)
    start_drag (self, GTK_GESTURE (gesture));
  drag->to_x = CLAMP (drag->x + dx, priv->port->header_width, priv->port->width);
  drag->to_y = CLAMP (drag->y + dy, 0, priv->port->height);
  if (drag->type == LSC_CHART_DRAG_PAN)
    pan_by_px (self, dx, dy);
  else if (drag->type == LSC_CHART_DRAG_MINIMAP)
    move_minimap (self, dx);
  else if (drag->type == LSC_CHART_DRAG_HEADER)
    set_header_width (self, drag->x + dx);
  else if (drag->type >= LSC_CHART_DRAG_OWN)
    class->update_drag (self, drag);
  if (drag->type >= LSC_CHART_DRAG_ZOOM)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  LscChartDrag drag = priv->drag;

  priv->drag.type = LSC_CHART_DRAG_NONE;
  if (drag.type == LSC_CHART_DRAG_ZOOM && ABS (dx) >= LSC_CHART_GET_CLASS (self)->drag_least_px)
    lsc_chart_show_time (self, lsc_viewport_x_to_time (priv->port, MIN (drag.x, drag.to_x)),
                         lsc_viewport_x_to_time (priv->port, MAX (drag.x, drag.to_x)));
  else if (drag.type >= LSC_CHART_DRAG_OWN)
    LSC_CHART_GET_CLASS (self)->end_drag (self, &drag);
  if (drag.type > LSC_CHART_DRAG_UNDECIDED)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, LscChart *self)
{
  _lsc_chart_private (self)->drag.type = LSC_CHART_DRAG_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- wheel and touch ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, LscChart *self)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  LscChartPrivate *priv = _lsc_chart_private (self);
  GdkModifierType modifiers = modifiers_of (controller);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  double per_step = unit == GDK_SCROLL_UNIT_WHEEL ? 1 : 1.0 / 40;
  LscChartAreas areas;

  if (!_lsc_chart_get_areas (self, &areas))
    return FALSE;
  if (modifiers & GDK_CONTROL_MASK)
    {
      lsc_chart_note (self, LSC_MOVE_ZOOM, NULL);
      lsc_chart_zoom_at (self, pow (class->wheel_zoom, -dy * per_step),
                         MAX (priv->pointer_x, priv->port->header_width));
      return TRUE;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      lsc_chart_pan (self, (dx != 0 ? dx : dy) * per_step * class->wheel_pan);
      return TRUE;
    }
  if (dx != 0)
    lsc_chart_pan (self, dx * per_step * class->wheel_pan);
  if (dy != 0 && (!class->turn_wheel || !class->turn_wheel (self, dy, modifiers)))
    lsc_chart_scroll (self, dy * per_step * class->wheel_rows_px);
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);

  priv->pinch_span = priv->port->span_ns;
  priv->fills_width = FALSE;
  lsc_chart_note (self, LSC_MOVE_JUMP, NULL);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, LscChart *self)
{
  LscChartPrivate *priv = _lsc_chart_private (self);
  double x = priv->pointer_x, y;

  if (!(scale > 0) || !(priv->pinch_span > 0))
    return;
  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  lsc_chart_zoom_at (self, priv->port->span_ns / (priv->pinch_span / scale), x);
}

/* ---- setting up ---- */

static void
add_drag (LscChart *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
add_clicks (LscChart *self)
{
  GtkGesture *click = gtk_gesture_click_new (), *secondary = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
}

void
_lsc_chart_add_controllers (LscChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  add_drag (self, GDK_BUTTON_PRIMARY);
  add_drag (self, GDK_BUTTON_MIDDLE);
  add_clicks (self);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
