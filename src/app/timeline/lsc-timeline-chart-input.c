/* lsc-timeline-chart-input.c - pointer and wheel of the timeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-chart-private.h"
#include "app/timeline/lsc-timeline-describe.h"

/** What a drag does, besides what it does in every chart. */
enum
{
  DRAG_BOX = LSC_CHART_DRAG_OWN, /* in the lanes: range and lanes */
  DRAG_RULER,                    /* range over all lanes */
  DRAG_PINNED,                   /* orders pinned lanes */
  DRAG_RANGE_BEGIN,
  DRAG_RANGE_END,
};

static LscTimelineHit
hit_at (LscTimelineChart *self, double x, double y)
{
  LscTimelineHit none = { .type = LSC_TIMELINE_HIT_NOTHING, .strip = G_MAXSIZE };

  none.spot = LSC_TIMELINE_SPOT_NONE;
  return y >= 0 ? lsc_timeline_view_hit (&self->view, x, y) : none;
}

/* ---- hover and clicks ---- */

static const char *
lsc_timeline_chart_hover (LscChart *chart, double x, double y)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, x, y);

  self->view.hovered = hit.type == LSC_TIMELINE_HIT_SLICE ? hit.spot : LSC_TIMELINE_SPOT_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _lsc_timeline_chart_hovered (self);
  if (hit.type == LSC_TIMELINE_HIT_RANGE_BEGIN || hit.type == LSC_TIMELINE_HIT_RANGE_END)
    return "col-resize";
  if (hit.type == LSC_TIMELINE_HIT_MARK || hit.type == LSC_TIMELINE_HIT_EXPANDER)
    return "pointer";
  return NULL;
}

static char *
lsc_timeline_chart_describe_at (LscChart *chart, double x, double y)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, x, y);

  return x < 0 ? lsc_timeline_describe_spot (&self->view, &self->view.selected)
               : lsc_timeline_describe_hit (&self->view, &hit);
}

static gboolean
lsc_timeline_chart_get_selected_box (LscChart *chart, double *x0, double *y0, double *x1,
                                     double *y1)
{
  const LscTimelineView *view = &LSC_TIMELINE_CHART (chart)->view;

  return _lsc_timeline_chart_spot_is (&view->selected) &&
         lsc_timeline_view_slice_box (view, &view->selected, x0, y0, x1, y1);
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

static gboolean
lsc_timeline_chart_press (LscChart *chart, int n_press, double x, double y,
                          GdkModifierType modifiers)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, x, y);

  if (hit.type == LSC_TIMELINE_HIT_RULER)
    return FALSE;
  if (hit.type == LSC_TIMELINE_HIT_EXPANDER)
    _lsc_timeline_chart_toggle_strip (self, hit.strip);
  else if (hit.type == LSC_TIMELINE_HIT_HEADER && n_press == 2)
    _lsc_timeline_chart_toggle_strip (self, hit.strip);
  else if (hit.type == LSC_TIMELINE_HIT_HEADER && n_press == 1)
    {
      _lsc_timeline_chart_press_header (self, hit.strip, modifiers);
      press_strip (self, hit.strip);
    }
  else if (hit.type == LSC_TIMELINE_HIT_SLICE && n_press == 2)
    lsc_timeline_chart_fit_slice (self, &hit.spot);
  else if (hit.type == LSC_TIMELINE_HIT_MERGED && n_press == 2)
    lsc_chart_zoom_at (chart, 8, x);
  else if (hit.type == LSC_TIMELINE_HIT_MARK && n_press == 2)
    _lsc_timeline_chart_edit_mark (self, hit.mark);
  return TRUE;
}

static void
lsc_timeline_chart_release (LscChart *chart, double x, double y, GdkModifierType modifiers)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, x, y);

  if (modifiers & GDK_ALT_MASK)
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
lsc_timeline_chart_press_menu (LscChart *chart, double x, double y)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, x, y);

  if (hit.type == LSC_TIMELINE_HIT_SLICE)
    lsc_timeline_chart_select (self, &hit.spot);
  if (self->slice_menu)
    lsc_chart_set_menu (chart,
                        hit.type == LSC_TIMELINE_HIT_SLICE ? self->slice_menu : self->lane_menu);
  if (hit.strip < lsc_timeline_layout_get_n_strips (self->layout) &&
      !_lsc_timeline_chart_strip_is_selected (self, hit.strip))
    _lsc_timeline_chart_press_header (self, hit.strip, 0);
}

static gboolean
lsc_timeline_chart_turn_wheel (LscChart *chart, double dy, GdkModifierType modifiers)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  double x, y;
  gsize strip;

  lsc_chart_get_pointer (chart, &x, &y);
  strip = hit_at (self, x, y).strip;
  if (!(modifiers & GDK_ALT_MASK) || strip >= lsc_timeline_layout_get_n_strips (self->layout))
    return FALSE;
  lsc_timeline_layout_scroll_rows (self->layout, strip, dy > 0 ? 1 : -1);
  lsc_chart_changed (chart);
  return TRUE;
}

/* ---- drags ---- */

static guint
lsc_timeline_chart_choose_drag (LscChart *chart, const LscChartDrag *drag,
                                GdkModifierType modifiers)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  LscTimelineHit hit = hit_at (self, drag->x, drag->y);
  if (hit.type == LSC_TIMELINE_HIT_RANGE_BEGIN)
    return DRAG_RANGE_BEGIN;
  if (hit.type == LSC_TIMELINE_HIT_RANGE_END)
    return DRAG_RANGE_END;
  if (drag->x < self->view.port.header_width)
    return hit.type == LSC_TIMELINE_HIT_HEADER &&
                   lsc_timeline_layout_get_strip (self->layout, hit.strip)->is_pinned
               ? DRAG_PINNED
               : LSC_CHART_DRAG_NONE;
  if (modifiers & (GDK_ALT_MASK | GDK_SHIFT_MASK)) /* window managers take Alt */
    return LSC_CHART_DRAG_ZOOM;
  if (modifiers & GDK_CONTROL_MASK)
    return LSC_CHART_DRAG_PAN;
  return drag->y < self->view.ruler_height ? DRAG_RULER : DRAG_BOX;
}

static void
lsc_timeline_chart_begin_drag (LscChart *chart, const LscChartDrag *drag)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);

  self->drag_ns = lsc_viewport_x_to_time (&self->view.port, drag->x);
  if (drag->type == DRAG_RANGE_BEGIN)
    self->drag_ns = self->view.range_end_ns;
  else if (drag->type == DRAG_RANGE_END)
    self->drag_ns = self->view.range_begin_ns;
  else if (drag->type == DRAG_PINNED)
    self->drag_strip = hit_at (self, drag->x, drag->y).strip;
}

static void
drag_range (LscTimelineChart *self, const LscChartDrag *drag)
{
  gint64 time_ns = lsc_viewport_x_to_time (&self->view.port, drag->to_x);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;
  const GArray *old = self->view.range_paths;

  if (drag->type == DRAG_BOX)
    paths = _lsc_timeline_chart_paths_between (self, drag->y, drag->to_y);
  else if (drag->type != DRAG_RULER && old)
    {
      for (guint i = 0; i < old->len; i++)
        g_strv_builder_add (builder, g_array_index (old, char *, i));
      paths = g_strv_builder_end (builder);
    }
  lsc_timeline_chart_set_range (self, self->drag_ns, time_ns,
                                paths && paths[0] ? (const char *const *) paths : NULL);
}

static void
lsc_timeline_chart_update_drag (LscChart *chart, const LscChartDrag *drag)
{
  if (drag->type != DRAG_BOX && drag->type != DRAG_PINNED)
    drag_range (LSC_TIMELINE_CHART (chart), drag);
}

/* Moves a pinned lane to where it was dropped. */
static void
drop_pinned (LscTimelineChart *self, double y)
{
  gsize to = hit_at (self, 10, y).strip;
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
lsc_timeline_chart_end_drag (LscChart *chart, const LscChartDrag *drag)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);

  if (drag->type == DRAG_BOX &&
      ABS (drag->to_x - drag->x) >= LSC_CHART_GET_CLASS (chart)->drag_least_px)
    drag_range (self, drag);
  else if (drag->type == DRAG_PINNED)
    drop_pinned (self, drag->to_y);
}

/* What a drag is about to do. */
static void
lsc_timeline_chart_paint_drag (LscChart *chart, GtkSnapshot *snapshot, const LscChartDrag *drag)
{
  const LscTimelineView *view = &LSC_TIMELINE_CHART (chart)->view;

  if (drag->type == DRAG_BOX)
    lsc_chart_append_box (snapshot, &view->theme.accent, drag->x, drag->y, drag->to_x,
                          MAX (drag->to_y, view->ruler_height));
  else if (drag->type == DRAG_PINNED)
    lsc_chart_append_box (snapshot, &view->theme.accent, 0, drag->to_y - 1, view->port.width,
                          drag->to_y);
}

void
_lsc_timeline_chart_add_input (LscChartClass *class)
{
  class->hover = lsc_timeline_chart_hover;
  class->describe_at = lsc_timeline_chart_describe_at;
  class->get_selected_box = lsc_timeline_chart_get_selected_box;
  class->press = lsc_timeline_chart_press;
  class->release = lsc_timeline_chart_release;
  class->press_menu = lsc_timeline_chart_press_menu;
  class->turn_wheel = lsc_timeline_chart_turn_wheel;
  class->choose_drag = lsc_timeline_chart_choose_drag;
  class->begin_drag = lsc_timeline_chart_begin_drag;
  class->update_drag = lsc_timeline_chart_update_drag;
  class->end_drag = lsc_timeline_chart_end_drag;
  class->paint_drag = lsc_timeline_chart_paint_drag;
}
