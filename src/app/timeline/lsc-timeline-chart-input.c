/* lsc-timeline-chart-input.c - pointer, wheel and touch of the timeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "app/timeline/lsc-timeline-chart-private.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "draw/lsc-minimap.h"

#define TOP LSC_TIMELINE_MINIMAP_HEIGHT
#define BRUSH_LEAST_PX 2.0 /* shorter drags are clicks (drawing.md#keys) */
#define HEADER_LEAST_PX 90.0
#define HEADER_MOST_PX 420.0

static gboolean
is_on_header_edge (LscTimelineChart *self, double x, double y)
{
  return ABS (x - self->view.port.header_width) <= 3 && y > self->view.ruler_height;
}

static gboolean
is_in_minimap (LscTimelineChart *self, double x, double y)
{
  return y < 0 && x >= self->view.port.header_width;
}

static LscTimelineHit
hit_at (LscTimelineChart *self, double x, double y)
{
  LscTimelineHit none = { .type = LSC_TIMELINE_HIT_NOTHING, .strip = G_MAXSIZE };

  none.spot = LSC_TIMELINE_SPOT_NONE;
  return y >= 0 ? lsc_timeline_view_hit (&self->view, x, y) : none;
}

/* ---- hover ---- */

static void
set_hovered (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  self->view.hovered = *spot;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const char *
cursor_for (LscTimelineChart *self, const LscTimelineHit *hit, double x, double y)
{
  if (is_on_header_edge (self, x, y) || hit->type == LSC_TIMELINE_HIT_RANGE_BEGIN ||
      hit->type == LSC_TIMELINE_HIT_RANGE_END)
    return "col-resize";
  if (is_in_minimap (self, x, y))
    return "grab";
  if (hit->type == LSC_TIMELINE_HIT_MARK || hit->type == LSC_TIMELINE_HIT_EXPANDER)
    return "pointer";
  return NULL;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, LscTimelineChart *self)
{
  LscTimelineHit hit;

  (void) controller;
  y -= TOP;
  if (self->pointer_x == x && self->pointer_y == y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->drag > LSC_DRAG_UNDECIDED)
    return;
  hit = hit_at (self, x, y);
  set_hovered (self, hit.type == LSC_TIMELINE_HIT_SLICE ? &hit.spot : &LSC_TIMELINE_SPOT_NONE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor_for (self, &hit, x, y));
  _lsc_timeline_chart_hovered (self);
}

static void
on_leave (GtkEventControllerMotion *controller, LscTimelineChart *self)
{
  (void) controller;
  self->pointer_x = self->pointer_y = -1;
  set_hovered (self, &LSC_TIMELINE_SPOT_NONE);
  _lsc_timeline_chart_hovered (self);
}

static gboolean
on_query_tooltip (LscTimelineChart *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  g_autofree char *text = NULL;
  GdkRectangle area = { x, y, 1, 1 };
  LscTimelineHit hit;

  (void) data;
  if ((self->menu != NULL && gtk_widget_get_visible (self->menu)) ||
      self->drag > LSC_DRAG_UNDECIDED)
    return FALSE;
  if (by_keyboard)
    text = lsc_timeline_describe_spot (&self->view, &self->view.selected);
  else
    {
      hit = hit_at (self, x, y - TOP);
      text = lsc_timeline_describe_hit (&self->view, &hit);
    }
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  if (!by_keyboard)
    gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

/* ---- clicks ---- */

static GdkModifierType
modifiers_of (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller)) &
         gtk_accelerator_get_default_mod_mask ();
}

static void
press_strip (LscTimelineChart *self, gsize strip)
{
  const LscStrip *item;

  if (strip >= lsc_timeline_layout_get_n_strips (self->layout))
    return;
  item = lsc_timeline_layout_get_strip (self->layout, strip);
  if (item->type == LSC_STRIP_EMPTY &&
      lsc_timeline_layout_get_timeline (self->layout, item->rank) == NULL)
    _lsc_timeline_chart_load_rank (self, item->rank);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscTimelineChart *self)
{
  LscTimelineHit hit = hit_at (self, x, y - TOP);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (is_in_minimap (self, x, y - TOP) || hit.type == LSC_TIMELINE_HIT_RULER)
    {
      if (n_press == 2)
        lsc_timeline_chart_fit (self);
      return;
    }
  if (is_on_header_edge (self, x, y - TOP))
    return;
  if (hit.type == LSC_TIMELINE_HIT_EXPANDER)
    _lsc_timeline_chart_toggle_strip (self, hit.strip);
  else if (hit.type == LSC_TIMELINE_HIT_HEADER && n_press == 2)
    _lsc_timeline_chart_toggle_strip (self, hit.strip);
  else if (hit.type == LSC_TIMELINE_HIT_HEADER && n_press == 1)
    {
      _lsc_timeline_chart_press_header (self, hit.strip, modifiers_of (gesture));
      press_strip (self, hit.strip);
    }
  else if (hit.type == LSC_TIMELINE_HIT_SLICE && n_press == 2)
    lsc_timeline_chart_reveal (self, &hit.spot, TRUE);
  else if (hit.type == LSC_TIMELINE_HIT_MERGED && n_press == 2)
    _lsc_timeline_chart_zoom_at (self, 8, x);
  else if (hit.type == LSC_TIMELINE_HIT_MARK && n_press == 2)
    _lsc_timeline_chart_edit_mark (self, hit.mark);
}

/* A click is one only when nothing was dragged. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, LscTimelineChart *self)
{
  LscTimelineHit hit = hit_at (self, x, y - TOP);

  if (n_press != 1 || self->drag > LSC_DRAG_UNDECIDED || modifiers_of (gesture) & GDK_ALT_MASK)
    return;
  if (hypot (x - self->drag_x, y - TOP - self->drag_y) >= BRUSH_LEAST_PX)
    return;
  if (hit.type == LSC_TIMELINE_HIT_SLICE)
    lsc_timeline_chart_select (self, &hit.spot);
  else if (hit.type == LSC_TIMELINE_HIT_STRIP || hit.type == LSC_TIMELINE_HIT_MERGED ||
           hit.type == LSC_TIMELINE_HIT_COUNTER)
    {
      lsc_timeline_chart_select (self, NULL);
      if (hit.type == LSC_TIMELINE_HIT_STRIP)
        press_strip (self, hit.strip);
    }
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, LscTimelineChart *self)
{
  LscTimelineHit hit = hit_at (self, x, y - TOP);
  gsize n = lsc_timeline_layout_get_n_strips (self->layout);

  (void) n_press;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (hit.type == LSC_TIMELINE_HIT_SLICE)
    lsc_timeline_chart_select (self, &hit.spot);
  if (hit.strip < n)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (self->layout, hit.strip);
      g_autofree char *path = lsc_timeline_layout_get_path (self->layout, strip->rank, strip->node);
      gboolean is_selected = FALSE;

      for (guint i = 0; i < self->selected_paths->len; i++)
        is_selected |= g_str_equal (g_ptr_array_index (self->selected_paths, i), path);
      if (!is_selected)
        _lsc_timeline_chart_press_header (self, hit.strip, 0);
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  lsc_timeline_chart_popup (self, x, y);
}

/* ---- drags ---- */

static LscViewport
minimap_port (LscTimelineChart *self)
{
  LscTimelineView whole;

  lsc_timeline_view_minimap (&self->view, lsc_viewport_body_width (&self->view.port), &whole);
  return whole.port;
}

/* A press beside the window moves it there before it is dragged. */
static void
start_minimap (LscTimelineChart *self)
{
  LscViewport whole = minimap_port (self);

  if (!lsc_minimap_jump (&whole, &self->view.port, self->drag_x - self->view.port.header_width))
    return;
  _lsc_timeline_chart_changed (self);
  self->drag_place = lsc_viewport_get_place (&self->view.port);
}

static LscTimelineDrag
choose_drag (LscTimelineChart *self, double x, double y, GdkModifierType modifiers, guint button)
{
  LscTimelineHit hit = hit_at (self, x, y);
  GdkModifierType both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;

  if (button == GDK_BUTTON_MIDDLE)
    return LSC_DRAG_PAN;
  if (is_in_minimap (self, x, y))
    return LSC_DRAG_MINIMAP;
  if (is_on_header_edge (self, x, y))
    return LSC_DRAG_HEADER;
  if (hit.type == LSC_TIMELINE_HIT_RANGE_BEGIN)
    return LSC_DRAG_RANGE_BEGIN;
  if (hit.type == LSC_TIMELINE_HIT_RANGE_END)
    return LSC_DRAG_RANGE_END;
  if (x < self->view.port.header_width)
    return hit.type == LSC_TIMELINE_HIT_HEADER &&
                   lsc_timeline_layout_get_strip (self->layout, hit.strip)->is_pinned
               ? LSC_DRAG_PINNED
               : LSC_DRAG_NONE;
  if (modifiers & GDK_ALT_MASK || (modifiers & both) == both)
    return LSC_DRAG_ZOOM_BOX;
  if (modifiers & GDK_CONTROL_MASK)
    return LSC_DRAG_PAN;
  return y < self->view.ruler_height ? LSC_DRAG_RULER : LSC_DRAG_BOX;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, LscTimelineChart *self)
{
  gint64 begin_ns, end_ns;

  y -= TOP;
  self->drag = LSC_DRAG_NONE;
  self->drag_x = self->drag_to_x = x;
  self->drag_y = self->drag_to_y = y;
  self->drag_place = lsc_viewport_get_place (&self->view.port);
  self->drag_button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  if (_lsc_timeline_chart_get_extent (self, &begin_ns, &end_ns) ||
      x <= self->view.port.header_width + 3)
    self->drag = LSC_DRAG_UNDECIDED;
}

/* The first move decides what is dragged. */
static void
start_drag (LscTimelineChart *self, GtkGesture *gesture)
{
  LscTimelineDrag drag =
      choose_drag (self, self->drag_x, self->drag_y, modifiers_of (gesture), self->drag_button);

  self->drag = drag;
  if (drag == LSC_DRAG_NONE)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  self->drag_ns = lsc_viewport_x_to_time (&self->view.port, self->drag_x);
  if (drag == LSC_DRAG_RANGE_BEGIN)
    self->drag_ns = self->view.range_end_ns;
  else if (drag == LSC_DRAG_RANGE_END)
    self->drag_ns = self->view.range_begin_ns;
  else if (drag == LSC_DRAG_PAN || drag == LSC_DRAG_MINIMAP)
    {
      lsc_view_history_note (self->history, LSC_MOVE_JUMP, &self->drag_place,
                             g_get_monotonic_time ());
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
      if (drag == LSC_DRAG_MINIMAP)
        start_minimap (self);
    }
  else if (drag == LSC_DRAG_PINNED)
    self->drag_strip = hit_at (self, self->drag_x, self->drag_y).strip;
  set_hovered (self, &LSC_TIMELINE_SPOT_NONE);
}

static void
pan_by_px (LscTimelineChart *self, double dx, double dy)
{
  LscTimelineView *view = &self->view;
  double per_px = self->drag_place.span_ns / lsc_viewport_body_width (&self->view.port);

  lsc_viewport_set_begin (&self->view.port, self->drag_place.begin_ns,
                          self->drag_place.begin_fraction);
  view->port.scroll_y = self->drag_place.scroll_y - dy;
  _lsc_timeline_chart_shift (self, -dx * per_px);
}

static void
move_minimap (LscTimelineChart *self, double dx)
{
  LscViewport whole = minimap_port (self);

  lsc_minimap_drag (&whole, &self->view.port, &self->drag_place, dx);
  _lsc_timeline_chart_changed (self);
}

static void
drag_range (LscTimelineChart *self, double x)
{
  gint64 time_ns = lsc_viewport_x_to_time (
      &self->view.port, CLAMP (x, self->view.port.header_width, self->view.port.width));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;
  const GArray *old = self->view.range_paths;

  if (self->drag == LSC_DRAG_BOX)
    paths = _lsc_timeline_chart_paths_between (self, self->drag_y, self->drag_to_y);
  else if (self->drag != LSC_DRAG_RULER && old != NULL)
    {
      for (guint i = 0; i < old->len; i++)
        g_strv_builder_add (builder, g_array_index (old, char *, i));
      paths = g_strv_builder_end (builder);
    }
  lsc_timeline_chart_set_range (self, self->drag_ns, time_ns,
                                paths != NULL && paths[0] != NULL ? (const char *const *) paths
                                                                  : NULL);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, LscTimelineChart *self)
{
  double x = self->drag_x + dx;

  if (self->drag == LSC_DRAG_UNDECIDED && hypot (dx, dy) >= BRUSH_LEAST_PX)
    start_drag (self, GTK_GESTURE (gesture));
  self->drag_to_x = CLAMP (x, self->view.port.header_width, self->view.port.width);
  self->drag_to_y = CLAMP (self->drag_y + dy, 0, self->view.port.height);
  switch (self->drag)
    {
    case LSC_DRAG_PAN:
      pan_by_px (self, dx, dy);
      break;
    case LSC_DRAG_MINIMAP:
      move_minimap (self, dx);
      break;
    case LSC_DRAG_HEADER:
      self->view.port.header_width =
          CLAMP (round (x), HEADER_LEAST_PX,
                 MAX (MIN (HEADER_MOST_PX, self->view.port.width / 2), HEADER_LEAST_PX));
      _lsc_timeline_chart_changed (self);
      break;
    case LSC_DRAG_RULER:
    case LSC_DRAG_RANGE_BEGIN:
    case LSC_DRAG_RANGE_END:
      drag_range (self, x);
      break;
    case LSC_DRAG_BOX:
    case LSC_DRAG_ZOOM_BOX:
    case LSC_DRAG_PINNED:
      gtk_widget_queue_draw (GTK_WIDGET (self));
      break;
    case LSC_DRAG_NONE:
    case LSC_DRAG_UNDECIDED:
    default:
      break;
    }
}

/* Moves a pinned lane to where it was dropped. */
static void
drop_pinned (LscTimelineChart *self)
{
  gsize to = hit_at (self, 10, self->drag_to_y).strip;
  gsize n = lsc_timeline_layout_get_n_strips (self->layout);
  const LscStrip *strip;
  g_autofree char *path = NULL;

  if (self->drag_strip >= n || to >= n || to == self->drag_strip ||
      !lsc_timeline_layout_get_strip (self->layout, to)->is_pinned)
    return;
  strip = lsc_timeline_layout_get_strip (self->layout, self->drag_strip);
  path = lsc_timeline_layout_get_path (self->layout, strip->rank, strip->node);
  lsc_timeline_layout_move_pinned (self->layout, path, (int) to - (int) self->drag_strip);
  _lsc_timeline_chart_lanes_changed (self);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, LscTimelineChart *self)
{
  LscTimelineDrag drag = self->drag;

  (void) gesture;
  (void) dy;
  if (drag == LSC_DRAG_BOX && ABS (dx) >= BRUSH_LEAST_PX)
    drag_range (self, self->drag_to_x);
  self->drag = LSC_DRAG_NONE;
  if (drag == LSC_DRAG_ZOOM_BOX && ABS (dx) >= BRUSH_LEAST_PX)
    {
      gint64 to_ns = lsc_viewport_x_to_time (&self->view.port, self->drag_to_x);

      lsc_timeline_chart_show_time (self, MIN (self->drag_ns, to_ns), MAX (self->drag_ns, to_ns));
    }
  else if (drag == LSC_DRAG_PINNED)
    drop_pinned (self);
  if (drag > LSC_DRAG_UNDECIDED)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, LscTimelineChart *self)
{
  (void) gesture;
  (void) sequence;
  self->drag = LSC_DRAG_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- wheel and touch ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, LscTimelineChart *self)
{
  GdkModifierType state = modifiers_of (controller);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  double per_step = unit == GDK_SCROLL_UNIT_WHEEL ? 1 : 1.0 / 40;
  LscTimelineHit hit;

  if (state & GDK_CONTROL_MASK)
    {
      _lsc_timeline_chart_note (self, LSC_MOVE_ZOOM);
      _lsc_timeline_chart_zoom_at (self, pow (LSC_TIMELINE_ZOOM_STEP, -dy * per_step),
                                   MAX (self->pointer_x, self->view.port.header_width));
      return TRUE;
    }
  if (state & GDK_SHIFT_MASK)
    {
      lsc_timeline_chart_pan (self, (dx != 0 ? dx : dy) * per_step * LSC_TIMELINE_PAN_STEP);
      return TRUE;
    }
  if (dx != 0)
    lsc_timeline_chart_pan (self, dx * per_step * LSC_TIMELINE_PAN_STEP);
  hit = hit_at (self, self->pointer_x, self->pointer_y);
  if (dy != 0 && state & GDK_ALT_MASK &&
      hit.strip < lsc_timeline_layout_get_n_strips (self->layout))
    {
      lsc_timeline_layout_scroll_rows (self->layout, hit.strip, dy > 0 ? 1 : -1);
      _lsc_timeline_chart_changed (self);
    }
  else if (dy != 0)
    lsc_timeline_chart_scroll (self, dy * per_step * LSC_TIMELINE_SCROLL_STEP * 2);
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, LscTimelineChart *self)
{
  (void) gesture;
  (void) sequence;
  self->pinch_span = self->view.port.span_ns;
  _lsc_timeline_chart_note (self, LSC_MOVE_JUMP);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, LscTimelineChart *self)
{
  double x = self->pointer_x, y;

  if (!(scale > 0) || !(self->pinch_span > 0))
    return;
  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  _lsc_timeline_chart_zoom_at (self, self->view.port.span_ns / (self->pinch_span / scale), x);
}

/* ---- setting up ---- */

static void
add_drag (LscTimelineChart *self, guint button)
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
add_clicks (LscTimelineChart *self)
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
_lsc_timeline_chart_add_controllers (LscTimelineChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *pinch = gtk_gesture_zoom_new ();

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
