/* lsc-timeline-chart-move.c - visible time of the timeline widget, undo and redo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "app/timeline/lsc-timeline-chart-private.h"

/* Shows a place as it is. */
void
_lsc_timeline_chart_go (LscTimelineChart *self, const LscViewPlace *place)
{
  lsc_viewport_set_place (&self->view.port, place);
  _lsc_timeline_chart_changed (self);
}

/* To be called before the visible range changes. */
void
_lsc_timeline_chart_note (LscTimelineChart *self, LscViewMove move)
{
  LscViewPlace place = lsc_viewport_get_place (&self->view.port);

  lsc_view_history_note (self->history, move, &place, g_get_monotonic_time ());
}

/**
 * lsc_timeline_chart_undo:
 *
 * Returns: %FALSE when there is nothing to undo
 */
gboolean
lsc_timeline_chart_undo (LscTimelineChart *self)
{
  LscViewPlace place = lsc_viewport_get_place (&self->view.port);

  if (!lsc_view_history_undo (self->history, &place))
    return FALSE;
  _lsc_timeline_chart_go (self, &place);
  return TRUE;
}

/**
 * lsc_timeline_chart_redo:
 *
 * Returns: %FALSE when there is nothing to redo
 */
gboolean
lsc_timeline_chart_redo (LscTimelineChart *self)
{
  LscViewPlace place = lsc_viewport_get_place (&self->view.port);

  if (!lsc_view_history_redo (self->history, &place))
    return FALSE;
  _lsc_timeline_chart_go (self, &place);
  return TRUE;
}

/* Times of all loaded ranks together but for stray slices, aligned. */
gboolean
_lsc_timeline_chart_get_extent (LscTimelineChart *self, gint64 *begin_ns, gint64 *end_ns)
{
  return self->layout != NULL && lsc_timeline_layout_get_extent (self->layout, begin_ns, end_ns) &&
         *end_ns > *begin_ns;
}

void
_lsc_timeline_chart_shift (LscTimelineChart *self, double by_ns)
{
  lsc_viewport_move (&self->view.port, by_ns);
  _lsc_timeline_chart_changed (self);
}

/* Zooms so that the time under @x stays there. */
void
_lsc_timeline_chart_zoom_at (LscTimelineChart *self, double factor, double x)
{
  LscViewLimits limits;

  if (self->layout == NULL || !lsc_timeline_view_get_limits (&self->view, &limits))
    return;
  lsc_viewport_zoom (&self->view.port, &limits, factor, x);
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_zoom:
 * @factor: above 1 to see less
 *
 * Zooms around the pointer, or the middle when it is elsewhere.
 */
void
lsc_timeline_chart_zoom (LscTimelineChart *self, double factor)
{
  double middle = self->view.port.header_width + lsc_viewport_body_width (&self->view.port) / 2;

  _lsc_timeline_chart_note (self, LSC_MOVE_ZOOM);
  _lsc_timeline_chart_zoom_at (
      self, factor, self->pointer_x > self->view.port.header_width ? self->pointer_x : middle);
}

/**
 * lsc_timeline_chart_pan:
 * @share: of the visible time, positive to later times
 */
void
lsc_timeline_chart_pan (LscTimelineChart *self, double share)
{
  _lsc_timeline_chart_note (self, LSC_MOVE_PAN);
  _lsc_timeline_chart_shift (self, share * self->view.port.span_ns);
}

/**
 * lsc_timeline_chart_scroll:
 * @dy: px, positive to lower lanes
 */
void
lsc_timeline_chart_scroll (LscTimelineChart *self, double dy)
{
  _lsc_timeline_chart_note (self, LSC_MOVE_SCROLL);
  self->view.port.scroll_y += dy;
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_fit:
 *
 * Shows everything, or the first five minutes of it.
 */
void
lsc_timeline_chart_fit (LscTimelineChart *self)
{
  _lsc_timeline_chart_note (self, LSC_MOVE_JUMP);
  lsc_timeline_view_fit (&self->view);
  _lsc_timeline_chart_changed (self);
}

/**
 * lsc_timeline_chart_show_time:
 * @begin_ns: aligned
 * @end_ns: aligned, later
 *
 * Makes a time fill the window.
 */
void
lsc_timeline_chart_show_time (LscTimelineChart *self, gint64 begin_ns, gint64 end_ns)
{
  if (end_ns < begin_ns)
    return;
  _lsc_timeline_chart_note (self, LSC_MOVE_JUMP);
  lsc_viewport_set_begin (&self->view.port, begin_ns, 0);
  self->view.port.span_ns = MAX ((double) (end_ns - begin_ns), LSC_TIMELINE_LEAST_SPAN_NS);
  _lsc_timeline_chart_changed (self);
}

static void
page_scroll (LscTimelineChart *self, int direction)
{
  double page = self->view.port.height - self->view.ruler_height -
                lsc_timeline_layout_get_pinned_height (self->layout);

  lsc_timeline_chart_scroll (self, direction * MAX (page * 0.9, LSC_TIMELINE_SCROLL_STEP));
}

static void
bell_unless (LscTimelineChart *self, gboolean done)
{
  if (!done)
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* Does what the key table calls @verb, when it belongs to the visible time. */
gboolean
_lsc_timeline_chart_move_verb (LscTimelineChart *self, const char *verb)
{
  if (g_str_equal (verb, "zoom-in"))
    lsc_timeline_chart_zoom (self, LSC_TIMELINE_ZOOM_STEP);
  else if (g_str_equal (verb, "zoom-out"))
    lsc_timeline_chart_zoom (self, 1 / LSC_TIMELINE_ZOOM_STEP);
  else if (g_str_equal (verb, "earlier"))
    lsc_timeline_chart_pan (self, -LSC_TIMELINE_PAN_STEP);
  else if (g_str_equal (verb, "later"))
    lsc_timeline_chart_pan (self, LSC_TIMELINE_PAN_STEP);
  else if (g_str_equal (verb, "lanes-up"))
    lsc_timeline_chart_scroll (self, -LSC_TIMELINE_SCROLL_STEP);
  else if (g_str_equal (verb, "lanes-down"))
    lsc_timeline_chart_scroll (self, LSC_TIMELINE_SCROLL_STEP);
  else if (g_str_equal (verb, "page-up"))
    page_scroll (self, -1);
  else if (g_str_equal (verb, "page-down"))
    page_scroll (self, 1);
  else if (g_str_equal (verb, "undo"))
    bell_unless (self, lsc_timeline_chart_undo (self));
  else if (g_str_equal (verb, "redo"))
    bell_unless (self, lsc_timeline_chart_redo (self));
  else if (g_str_equal (verb, "reset"))
    lsc_timeline_chart_fit (self);
  else if (g_str_equal (verb, "zoom-to-range"))
    {
      bell_unless (self, self->view.has_range);
      if (self->view.has_range)
        lsc_timeline_chart_show_time (self, self->view.range_begin_ns, self->view.range_end_ns);
    }
  else
    return FALSE;
  return TRUE;
}
