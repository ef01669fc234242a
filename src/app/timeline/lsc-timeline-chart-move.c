/* lsc-timeline-chart-move.c - visible time of the timeline widget, undo and redo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "app/timeline/lsc-timeline-chart-private.h"

/* A turn of the wheel, a held key is many small moves: one entry. */
#define BURST_US 500000

double
_lsc_timeline_chart_body_width (LscTimelineChart *self)
{
  return MAX (self->view.width - self->view.header_width, 1);
}

LscTimelinePlace
_lsc_timeline_chart_get_place (LscTimelineChart *self)
{
  return (LscTimelinePlace){ self->view.begin_ns, self->view.begin_fraction, self->view.span_ns,
                             self->view.scroll_y };
}

static gboolean
is_same_place (const LscTimelinePlace *a, const LscTimelinePlace *b)
{
  return a->begin_ns == b->begin_ns && a->begin_fraction == b->begin_fraction &&
         a->span_ns == b->span_ns && a->scroll_y == b->scroll_y;
}

/* Shows a place as it is. */
void
_lsc_timeline_chart_go (LscTimelineChart *self, const LscTimelinePlace *place)
{
  self->view.begin_ns = place->begin_ns;
  self->view.begin_fraction = place->begin_fraction;
  self->view.span_ns = place->span_ns;
  self->view.scroll_y = place->scroll_y;
  _lsc_timeline_chart_changed (self);
}

/* Notes a place as one to go back to. */
void
_lsc_timeline_chart_note_place (LscTimelineChart *self, const LscTimelinePlace *place)
{
  g_array_set_size (self->future, 0);
  if (self->past->len > 0 &&
      is_same_place (&g_array_index (self->past, LscTimelinePlace, self->past->len - 1), place))
    return;
  g_array_append_val (self->past, *place);
}

/* To be called before the visible range changes. */
void
_lsc_timeline_chart_note (LscTimelineChart *self, LscTimelineMove move)
{
  gint64 now_us = g_get_monotonic_time ();
  gboolean is_burst = move == self->last_move && move != LSC_MOVE_JUMP && self->past->len > 0 &&
                      now_us - self->last_move_us < BURST_US;
  LscTimelinePlace place = _lsc_timeline_chart_get_place (self);

  self->last_move = move;
  self->last_move_us = now_us;
  if (is_burst)
    g_array_set_size (self->future, 0);
  else
    _lsc_timeline_chart_note_place (self, &place);
}

static gboolean
step_history (LscTimelineChart *self, GArray *from, GArray *to)
{
  LscTimelinePlace now = _lsc_timeline_chart_get_place (self), place;

  self->last_move = LSC_MOVE_NONE;
  do
    {
      if (from->len == 0)
        return FALSE;
      place = g_array_index (from, LscTimelinePlace, from->len - 1);
      g_array_set_size (from, from->len - 1);
    }
  while (is_same_place (&place, &now)); /* a move against the edge changed nothing */
  g_array_append_val (to, now);
  _lsc_timeline_chart_go (self, &place);
  return TRUE;
}

/**
 * lsc_timeline_chart_undo:
 *
 * Returns: %FALSE when there is nothing to undo
 */
gboolean
lsc_timeline_chart_undo (LscTimelineChart *self)
{
  return step_history (self, self->past, self->future);
}

/**
 * lsc_timeline_chart_redo:
 *
 * Returns: %FALSE when there is nothing to redo
 */
gboolean
lsc_timeline_chart_redo (LscTimelineChart *self)
{
  return step_history (self, self->future, self->past);
}

/* Moves the begin by a part of the window; int64 and fraction keep every ns. */
static void
move_begin (LscTimelineView *view, double by_ns)
{
  double whole;

  if (!isfinite (by_ns) || ABS (by_ns) > 9e18)
    return;
  view->begin_fraction += by_ns;
  whole = floor (view->begin_fraction);
  view->begin_fraction -= whole;
  view->begin_ns += (gint64) whole;
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
  move_begin (&self->view, by_ns);
  _lsc_timeline_chart_changed (self);
}

/* Zooms so that the time under @x stays there. */
void
_lsc_timeline_chart_zoom_at (LscTimelineChart *self, double factor, double x)
{
  LscTimelineView *view = &self->view;
  double body = _lsc_timeline_chart_body_width (self), share, span;
  gint64 begin_ns, end_ns;

  if (self->layout == NULL || !lsc_timeline_layout_get_limits (self->layout, &begin_ns, &end_ns) ||
      !(factor > 0))
    return;
  share = CLAMP ((x - view->header_width) / body, 0, 1);
  span = CLAMP (
      view->span_ns / factor, MAX (LSC_TIMELINE_LEAST_SPAN_NS, body / 1000),
      MAX ((double) ((guint64) end_ns - (guint64) begin_ns) * 1.1, LSC_TIMELINE_LEAST_SPAN_NS));
  move_begin (view, share * (view->span_ns - span));
  view->span_ns = span;
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
  double middle = self->view.header_width + _lsc_timeline_chart_body_width (self) / 2;

  _lsc_timeline_chart_note (self, LSC_MOVE_ZOOM);
  _lsc_timeline_chart_zoom_at (
      self, factor, self->pointer_x > self->view.header_width ? self->pointer_x : middle);
}

/**
 * lsc_timeline_chart_pan:
 * @share: of the visible time, positive to later times
 */
void
lsc_timeline_chart_pan (LscTimelineChart *self, double share)
{
  _lsc_timeline_chart_note (self, LSC_MOVE_PAN);
  _lsc_timeline_chart_shift (self, share * self->view.span_ns);
}

/**
 * lsc_timeline_chart_scroll:
 * @dy: px, positive to lower lanes
 */
void
lsc_timeline_chart_scroll (LscTimelineChart *self, double dy)
{
  _lsc_timeline_chart_note (self, LSC_MOVE_SCROLL);
  self->view.scroll_y += dy;
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
  self->view.begin_ns = begin_ns;
  self->view.begin_fraction = 0;
  self->view.span_ns = MAX ((double) (end_ns - begin_ns), LSC_TIMELINE_LEAST_SPAN_NS);
  _lsc_timeline_chart_changed (self);
}

static void
page_scroll (LscTimelineChart *self, int direction)
{
  double page = self->view.height - self->view.ruler_height -
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
