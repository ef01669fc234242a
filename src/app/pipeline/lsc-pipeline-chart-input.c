/* lsc-pipeline-chart-input.c - pointer, wheel, touch and menu of the pipeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/pipeline/lsc-pipeline-describe.h"
#include "app/pipeline/lsc-pipeline-chart-private.h"
#include "draw/lsc-minimap.h"

#define WHEEL_ZOOM 1.18
#define WHEEL_PAN 0.08
#define WHEEL_ROWS_PX 48.0
#define DRAG_LEAST_PX 4.0
#define HEADER_LEAST_PX 80.0
#define HEADER_MOST_PX 320.0

static gboolean
is_on_header_edge (LscPipelineChart *self, double x, double y)
{
  return ABS (x - self->chart.port.header_width) <= 3 &&
         y > lsc_pipeline_view_body_top (&self->chart);
}

static gboolean
is_in_minimap (LscPipelineChart *self, double x, double y)
{
  double top = lsc_pipeline_view_axis_height (&self->chart);

  return x >= self->chart.port.header_width && y >= top && y < top + self->chart.minimap_height;
}

static LscHit
hit (LscPipelineChart *self, double x, double y, LscPipelineSpot *spot)
{
  gint64 begin_ns, end_ns;
  guint32 leg;

  return lsc_pipeline_view_hit (&self->chart, x, y, spot, &begin_ns, &end_ns, &leg);
}

/* ---- hover ---- */

static void
set_hovered (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  LscPipelineSpot *old = &self->chart.hovered;

  if (old->step == spot->step && old->row == spot->row && old->block == spot->block &&
      old->is_twin == spot->is_twin)
    return;
  *old = *spot;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, LscPipelineChart *self)
{
  LscPipelineSpot spot;
  LscHit what = hit (self, x, y, &spot);

  (void) controller;
  self->pointer_x = x;
  self->pointer_y = y;
  set_hovered (self, what == LSC_HIT_BLOCK ? &spot : &LSC_PIPELINE_SPOT_NONE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   what == LSC_HIT_AXIS || is_on_header_edge (self, x, y)
                                       ? "col-resize"
                                       : (is_in_minimap (self, x, y) ? "grab" : NULL));
}

static void
on_leave (GtkEventControllerMotion *controller, LscPipelineChart *self)
{
  (void) controller;
  self->pointer_x = self->pointer_y = -1;
  set_hovered (self, &LSC_PIPELINE_SPOT_NONE);
}

static gboolean
on_query_tooltip (LscPipelineChart *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  g_autoptr (GPtrArray) facts = NULL;
  g_autofree char *text = NULL;
  GdkRectangle area = { x, y, 1, 1 };

  (void) data;
  if (self->menu != NULL && gtk_widget_get_visible (self->menu))
    return FALSE;
  if (by_keyboard)
    facts = _lsc_pipeline_chart_describe_block (self, &self->chart.selected);
  else if (self->drag == DRAG_NONE)
    facts = _lsc_pipeline_chart_describe_point (self, x, y);
  if (facts == NULL)
    return FALSE;
  text = lsc_facts_to_text (facts);
  gtk_tooltip_set_text (tooltip, text);
  if (!by_keyboard)
    gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

/* ---- clicks ---- */

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscPipelineChart *self)
{
  LscPipelineSpot spot;
  LscHit what = hit (self, x, y, &spot);

  (void) gesture;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (what == LSC_HIT_AXIS || is_in_minimap (self, x, y))
    {
      if (n_press == 2)
        lsc_pipeline_chart_fit (self);
      return;
    }
  if (what == LSC_HIT_BLOCK && n_press == 2)
    _lsc_pipeline_chart_activate_block (self);
  else if (n_press == 1 && (what == LSC_HIT_BLOCK || what == LSC_HIT_HEADER))
    lsc_pipeline_chart_select (self, &spot);
}

/* A click that was no drag on empty ground clears the selection. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, LscPipelineChart *self)
{
  LscPipelineSpot spot;
  LscHit what = hit (self, x, y, &spot);

  (void) gesture;
  if (n_press == 1 && (what == LSC_HIT_BUBBLE || what == LSC_HIT_NOTHING) &&
      !is_in_minimap (self, x, y) && self->chart.selected.row != G_MAXUINT32 &&
      self->drag == DRAG_NONE)
    lsc_pipeline_chart_select (self, NULL);
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, LscPipelineChart *self)
{
  LscPipelineSpot spot;

  (void) n_press;
  if (hit (self, x, y, &spot) == LSC_HIT_BLOCK)
    lsc_pipeline_chart_select (self, &spot);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  _lsc_pipeline_chart_popup (self, x, y);
}

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) block = g_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();
  g_autoptr (GMenu) range = g_menu_new ();
  g_autoptr (GMenu) follow = g_menu_new ();

  g_menu_append (block, _ ("_Modules in This Block"), "pipeline.modules-in-block");
  g_menu_append (block, _ ("Show in _Timeline"), "pipeline.show-timeline");
  g_menu_append (block, _ ("_Zoom to Block"), "chart.zoom-to-selection");
  g_menu_append (follow, _ ("What _Decided Its Start"), "pipeline.decided-by");
  g_menu_append (follow, _ ("What Depends on _It"), "pipeline.depends");
  g_menu_append (follow, _ ("_Align at This Block"), "pipeline.align-block");
  g_menu_append (follow, _ ("Align at the _Start"), "pipeline.align-start");
  g_menu_append (copy, _ ("Copy _Row"), "pipeline.copy-row");
  g_menu_append (copy, _ ("Copy _Picture"), "pipeline.copy-picture");
  g_menu_append (range, _ ("_Fit"), "chart.fit");
  g_menu_append (range, _ ("_Undo View Change"), "chart.undo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (block));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (follow));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (range));
  return G_MENU_MODEL (menu);
}

/* Opens the context menu; a negative place is that of the selected block. */
void
_lsc_pipeline_chart_popup (LscPipelineChart *self, double x, double y)
{
  double x0, x1, y0, y1;

  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = make_menu ();

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  if (x < 0 &&
      lsc_pipeline_view_block_box (&self->chart, &self->chart.selected, &x0, &x1, &y0, &y1))
    {
      x = CLAMP ((x0 + x1) / 2, self->chart.port.header_width, self->chart.port.width);
      y = CLAMP (y1, 0, self->chart.port.height);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) MAX (x, 0), (int) MAX (y, 0), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* ---- drags ---- */

static LscViewport
minimap_port (LscPipelineChart *self)
{
  LscPipelineView whole;

  lsc_pipeline_view_minimap (&self->chart, lsc_viewport_body_width (&self->chart.port), &whole);
  return whole.port;
}

/* A press beside the window moves it there before it is dragged. */
static void
start_minimap (LscPipelineChart *self)
{
  LscViewport whole = minimap_port (self);

  self->drag = DRAG_MINIMAP;
  _lsc_pipeline_chart_note (self, LSC_MOVE_JUMP);
  if (!lsc_minimap_jump (&whole, &self->chart.port, self->drag_x - self->chart.port.header_width))
    return;
  _lsc_pipeline_chart_moved (self);
  self->drag_place = lsc_viewport_get_place (&self->chart.port);
}

static void
move_minimap (LscPipelineChart *self, double dx)
{
  LscViewport whole = minimap_port (self);

  lsc_minimap_drag (&whole, &self->chart.port, &self->drag_place, dx);
  _lsc_pipeline_chart_moved (self);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, LscPipelineChart *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  LscPipelineSpot spot;

  self->drag = DRAG_NONE;
  self->drag_x = x;
  self->drag_y = y;
  self->drag_place = lsc_viewport_get_place (&self->chart.port);
  self->range_from_x = self->range_to_x = x;
  if (self->chart.group == NULL)
    return;
  if (button == GDK_BUTTON_MIDDLE)
    return;
  if (is_on_header_edge (self, x, y))
    self->drag = DRAG_HEADER;
  else if (hit (self, x, y, &spot) == LSC_HIT_AXIS)
    self->drag = DRAG_RANGE;
  else if (is_in_minimap (self, x, y))
    start_minimap (self);
}

/* Shows the place where the drag began, @by_ns later and @dy px further up. */
static void
drag_to (LscPipelineChart *self, double by_ns, double dy)
{
  self->chart.port.scroll_y = self->drag_place.scroll_y - dy;
  lsc_viewport_set_begin (&self->chart.port, self->drag_place.begin_ns,
                          self->drag_place.begin_fraction + by_ns);
  _lsc_pipeline_chart_moved (self);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, LscPipelineChart *self)
{
  if (self->drag == DRAG_NONE && self->chart.group != NULL &&
      self->drag_x >= self->chart.port.header_width && hypot (dx, dy) >= DRAG_LEAST_PX)
    {
      self->drag = DRAG_PAN;
      lsc_view_history_note (self->history, LSC_MOVE_JUMP, &self->drag_place,
                             g_get_monotonic_time ());
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  if (self->drag == DRAG_HEADER)
    {
      self->chart.port.header_width = CLAMP (round (self->drag_x + dx), HEADER_LEAST_PX,
                                             MIN (HEADER_MOST_PX, self->chart.port.width / 2));
      lsc_pipeline_chart_chart_edited (self);
    }
  else if (self->drag == DRAG_PAN)
    drag_to (self, -dx / lsc_viewport_px_per_ns (&self->chart.port), dy);
  else if (self->drag == DRAG_MINIMAP)
    move_minimap (self, dx);
  else if (self->drag == DRAG_RANGE)
    {
      self->range_to_x =
          CLAMP (self->drag_x + dx, self->chart.port.header_width, self->chart.port.width);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, LscPipelineChart *self)
{
  double from = MIN (self->range_from_x, self->range_to_x);
  double to = MAX (self->range_from_x, self->range_to_x);

  (void) gesture;
  (void) dx;
  (void) dy;
  if (self->drag == DRAG_RANGE && to - from >= DRAG_LEAST_PX)
    {
      LscViewport *port = &self->chart.port;
      double ns_per_px = 1 / lsc_viewport_px_per_ns (port);

      _lsc_pipeline_chart_note (self, LSC_MOVE_JUMP);
      lsc_viewport_move (port, (from - port->header_width) * ns_per_px);
      port->span_ns = (to - from) * ns_per_px;
      _lsc_pipeline_chart_moved (self);
    }
  self->drag = DRAG_NONE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- wheel and touch ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, LscPipelineChart *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  double per_step = unit == GDK_SCROLL_UNIT_WHEEL ? 1 : 1.0 / 40;

  if (self->chart.group == NULL)
    return FALSE;
  if (state & GDK_CONTROL_MASK)
    _lsc_pipeline_chart_zoom_at (self, pow (WHEEL_ZOOM, -dy * per_step),
                                 MAX (self->pointer_x, self->chart.port.header_width));
  else if (state & GDK_SHIFT_MASK)
    lsc_pipeline_chart_pan (self, (dx != 0 ? dx : dy) * per_step * WHEEL_PAN);
  else
    {
      if (dx != 0)
        lsc_pipeline_chart_pan (self, dx * per_step * WHEEL_PAN);
      if (dy != 0)
        _lsc_pipeline_chart_scroll_by (self, dy * per_step * WHEEL_ROWS_PX);
    }
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, LscPipelineChart *self)
{
  (void) gesture;
  (void) sequence;
  self->pinch_span = self->chart.port.span_ns;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, LscPipelineChart *self)
{
  double x = self->pointer_x, y;

  if (self->chart.group == NULL || !(scale > 0) || !(self->pinch_span > 0))
    return;
  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  _lsc_pipeline_chart_zoom_at (self, self->chart.port.span_ns / (self->pinch_span / scale), x);
}

/* ---- setting up ---- */

static void
add_drag (LscPipelineChart *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
_lsc_pipeline_chart_add_controllers (LscPipelineChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new (), *secondary = gtk_gesture_click_new ();
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
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
