/* lsc-timeline-overlay.c - what lies over the lanes: selection, range, marks, cursor, sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "model/lsc-excerpt.h"

#define FLAG_WIDTH 9.0
#define FLAG_HEIGHT 8.0

/* ---- slices ---- */

static gboolean
frame_slice (cairo_t *cr, const LscTimelineView *view, const LscTimelineSpot *spot, double grow)
{
  double x0, y0, x1, y1;

  if (!lsc_timeline_view_slice_box (view, spot, &x0, &y0, &x1, &y1) ||
      x1 < view->port.header_width || x0 > view->port.width || y1 < view->ruler_height ||
      y0 > view->port.height)
    return FALSE;
  x0 = MAX (floor (x0), view->port.header_width - 8);
  x1 = MIN (ceil (x1), view->port.width + 8);
  cairo_rectangle (cr, x0 - grow, y0 - grow, MAX (x1 - x0, 1) + 2 * grow, y1 - y0 + 2 * grow);
  return TRUE;
}

static void
paint_selected (cairo_t *cr, const LscTimelineView *view)
{
  if (!frame_slice (cr, view, &view->selected, 1))
    return;
  /* light and dark line: seen on every fill */
  lsc_color_set (cr, &view->theme.background);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  lsc_color_set (cr, &view->theme.foreground);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/* Outlines the slices of one name, where one is told apart. */
static void
add_same_named (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
                const LscStrip *strip, gsize index, guint32 name)
{
  int width = (int) ceil (view->port.width - view->port.header_width);

  for (guint row = 0; row < strip->n_rows; row++)
    {
      double y = _lsc_view_strip_top (view, strip) + _lsc_view_row_top (strip, row);
      LscViewRow at = { .rank = strip->rank };
      gsize n;

      at.lane = _lsc_view_row_lane (view, index, row, &at.node, &at.row);
      if (width <= 0 || !at.lane)
        continue;
      n = _lsc_view_row_spans (view, &at, 1, (guint) width, self->spans);
      for (gsize i = 0; i < n; i++)
        if (at.lane->name[self->spans[i].slice] == name && self->spans[i].n == 1)
          cairo_rectangle (cr, view->port.header_width + self->spans[i].x0 + 0.5, y + 0.5,
                           MAX (self->spans[i].x1 - self->spans[i].x0 - 1, 1),
                           strip->row_height - 2);
    }
}

static void
paint_same_named (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  LscStripWalk walk = { .view = view };

  if (!view->same_name)
    return;
  _lsc_painter_reserve (self, (int) ceil (view->port.width - view->port.header_width));
  while (_lsc_strip_walk_next (&walk))
    {
      const LscTimeline *timeline =
          lsc_timeline_layout_get_timeline (view->layout, walk.strip->rank);
      guint32 name =
          timeline ? lsc_intern_find (timeline->strings, view->same_name) : LSC_STRING_NONE;

      if (walk.strip->type == LSC_STRIP_LANE && name != LSC_STRING_NONE)
        add_same_named (self, cr, view, walk.strip, walk.index, name);
    }
  lsc_color_set (cr, &view->theme.foreground);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* ---- excerpts ---- */

/* From the end of one part to the begin of the next. */
static void
add_left_out (cairo_t *cr, const LscTimelineView *view, const LscTimeline *timeline,
              const LscStrip *strip)
{
  const LscIntervals *held = &lsc_excerpt_get (timeline)->times;
  gint64 offset = lsc_timeline_layout_get_node_offset (view->layout, strip->rank, strip->node);
  double left = view->port.header_width, top = _lsc_view_strip_top (view, strip);

  for (gsize i = 0; i <= held->n; i++)
    {
      double x0 =
          i > 0 ? lsc_viewport_time_to_x (&view->port, held->items[i - 1].end_ns - offset) : left;
      double x1 = i < held->n
                      ? lsc_viewport_time_to_x (&view->port, held->items[i].begin_ns - offset)
                      : view->port.width;

      x0 = CLAMP (x0, left, view->port.width);
      x1 = CLAMP (x1, left, view->port.width);
      if (x1 > x0)
        cairo_rectangle (cr, x0, top, x1 - x0, strip->height);
    }
}

/* The lane that says which times are there. */
static gboolean
is_about (const LscTimeline *timeline, guint32 number)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);

  return node->role == LSC_EXCERPT_ROLE && node->parent == 0;
}

/* Of an excerpt lanes are empty where nothing was kept: that does not look like an idle device. */
static void
paint_left_out (cairo_t *cr, const LscTimelineView *view)
{
  LscStripWalk walk = { .view = view };

  while (_lsc_strip_walk_next (&walk))
    {
      const LscTimeline *timeline =
          lsc_timeline_layout_get_timeline (view->layout, walk.strip->rank);

      if (timeline && lsc_excerpt_is (timeline) && !is_about (timeline, walk.strip->node))
        add_left_out (cr, view, timeline, walk.strip);
    }
  lsc_color_set_alpha (cr, &view->theme.foreground, 0.16);
  cairo_fill (cr);
}

/* ---- range ---- */

static gboolean
is_in_range (const LscTimelineView *view, const LscStrip *strip)
{
  g_autofree char *path = NULL;

  if (!view->range_paths)
    return TRUE;
  path = lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
  for (guint i = 0; path && i < view->range_paths->len; i++)
    {
      const char *wanted = g_array_index (view->range_paths, char *, i);
      gsize length = strlen (wanted);

      if (strncmp (path, wanted, length) == 0 && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

static void
shade_range_lanes (cairo_t *cr, const LscTimelineView *view, double x0, double x1)
{
  LscStripWalk walk = { .view = view };

  while (_lsc_strip_walk_next (&walk))
    if (is_in_range (view, walk.strip))
      cairo_rectangle (cr, x0, _lsc_view_strip_top (view, walk.strip), x1 - x0, walk.strip->height);
}

static void
paint_range (cairo_t *cr, const LscTimelineView *view)
{
  double x0, x1;

  if (!view->has_range)
    return;
  x0 = CLAMP (lsc_viewport_time_to_x (&view->port, view->range_begin_ns),
              view->port.header_width - 4, view->port.width + 4);
  x1 = CLAMP (lsc_viewport_time_to_x (&view->port, view->range_end_ns), view->port.header_width - 4,
              view->port.width + 4);
  if (!view->range_paths)
    cairo_rectangle (cr, x0, view->ruler_height, x1 - x0, view->port.height);
  else
    shade_range_lanes (cr, view, x0, x1);
  lsc_color_set_alpha (cr, &view->theme.accent, 0.13);
  cairo_fill (cr);
  lsc_color_set (cr, &view->theme.accent);
  cairo_rectangle (cr, round (x0), view->ruler_height, 1, view->port.height);
  cairo_rectangle (cr, round (x1) - 1, view->ruler_height, 1, view->port.height);
  cairo_fill (cr);
}

/* ---- marks ---- */

static void
draw_flag (cairo_t *cr, double x, double top, guint32 rgb)
{
  lsc_paint_rect_rgb (cr, rgb, floor (x), top, 1, 14);
  cairo_move_to (cr, floor (x), top);
  cairo_line_to (cr, floor (x) + FLAG_WIDTH, top + FLAG_HEIGHT / 2);
  cairo_line_to (cr, floor (x), top + FLAG_HEIGHT);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* The flags on the ruler, with names where there is room. */
void
_lsc_timeline_paint_marks (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  for (guint i = 0; view->marks && i < view->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (view->marks, i);
      double x0 = lsc_viewport_time_to_x (&view->port, mark->begin_ns);
      double x1 = lsc_viewport_time_to_x (&view->port, mark->end_ns), next = view->port.width;

      if (x1 < view->port.header_width - 2 || x0 > view->port.width)
        continue;
      if (x1 > x0 + 1)
        lsc_paint_rect_rgb (cr, mark->rgb, x0, view->ruler_height - 4, x1 - x0, 3);
      draw_flag (cr, x0, view->ruler_height - 13, mark->rgb);
      for (guint k = 0; k < view->marks->len; k++)
        {
          const LscTimelineMark *other = g_ptr_array_index (view->marks, k);
          double x = lsc_viewport_time_to_x (&view->port, other->begin_ns);

          if (x > x0)
            next = MIN (next, x);
        }
      if (!mark->name || *mark->name == '\0' || next - x0 < 40)
        continue;
      lsc_color_set (cr, &view->theme.background);
      double room = MIN (next - x0 - FLAG_WIDTH - 8, 140);
      double width = MIN (lsc_text_width (self->text, 10, mark->name), room);
      cairo_rectangle (cr, x0 + FLAG_WIDTH + 1, view->ruler_height - 13, width + 4, 12);
      cairo_fill (cr);
      lsc_color_set (cr, &view->theme.foreground);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = x0 + FLAG_WIDTH + 3,
                                     .middle = view->ruler_height - 7,
                                     .size = 10,
                                     .room = room },
                     mark->name);
    }
}

static void
paint_mark_lines (cairo_t *cr, const LscTimelineView *view)
{
  static const double dashes[] = { 4, 3 };

  for (guint i = 0; view->marks && i < view->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (view->marks, i);
      double x0 = lsc_viewport_time_to_x (&view->port, mark->begin_ns);
      double x1 = lsc_viewport_time_to_x (&view->port, mark->end_ns);

      if (x1 < view->port.header_width - 2 || x0 > view->port.width)
        continue;
      lsc_color_set_rgb (cr, mark->rgb);
      cairo_set_line_width (cr, 1);
      cairo_set_dash (cr, dashes, mark->is_lasting ? 0 : 2, 0);
      cairo_move_to (cr, floor (x0) + 0.5, view->ruler_height);
      cairo_line_to (cr, floor (x0) + 0.5, view->port.height);
      if (x1 > x0 + 1)
        {
          cairo_move_to (cr, floor (x1) + 0.5, view->ruler_height);
          cairo_line_to (cr, floor (x1) + 0.5, view->port.height);
        }
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
    }
}

/* ---- sentences ---- */

/* Why a rank has no lanes; and what to do when nothing at all is shown. */
static void
paint_sentences (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  double room = view->port.width - view->port.header_width - 24;
  LscStripWalk walk = { .view = view };

  if (room < 20)
    return;
  lsc_color_set (cr, &view->theme.dim);
  while (_lsc_strip_walk_next (&walk))
    {
      const LscStrip *strip = walk.strip;
      const char *message = lsc_timeline_layout_get_message (view->layout, strip->rank);

      if (strip->type != LSC_STRIP_EMPTY)
        continue;
      if (!message)
        message = lsc_timeline_layout_get_timeline (view->layout, strip->rank)
                      ? _ ("This recording has no events for the timeline.")
                      : _ ("Not loaded.");
      lsc_text_draw (
          self->text, cr,
          &(LscTextLine){ .x = view->port.header_width + 12,
                          .middle = _lsc_view_strip_top (view, strip) + strip->height / 2,
                          .size = LSC_TIMELINE_LABEL_PX,
                          .room = room },
          message);
    }
  if (lsc_timeline_layout_get_n_strips (view->layout) == 0)
    lsc_text_draw (self->text, cr,
                   &(LscTextLine){ .x = view->port.header_width + 12,
                                   .middle = view->ruler_height + 24,
                                   .size = LSC_TIMELINE_LABEL_PX + 1,
                                   .room = room },
                   lsc_timeline_layout_get_n_ranks (view->layout) == 0
                       ? _ ("No recording is open.")
                       : _ ("No lane has this name, or all are hidden."));
}

/**
 * lsc_timeline_painter_paint_overlay:
 *
 * Paints over the lanes: the selected range, marks, the critical path, search hits, slices of the
 * same name, arrows, the selected slice, and the sentences of ranks without lanes.
 */
void
lsc_timeline_painter_paint_overlay (LscTimelinePainter *self, cairo_t *cr,
                                    const LscTimelineView *view)
{
  double pinned;

  g_return_if_fail (self && cr && view && view->layout);
  pinned = lsc_timeline_layout_get_pinned_height (view->layout);
  cairo_save (cr);
  _lsc_timeline_clip_body (cr, view);
  paint_left_out (cr, view);
  paint_range (cr, view);
  paint_mark_lines (cr, view);
  paint_sentences (self, cr, view);
  for (int part = 0; part < 2; part++)
    {
      if (part == 0 && pinned <= 0)
        continue;
      cairo_save (cr);
      _lsc_timeline_clip_strips (cr, view, part == 0);
      _lsc_timeline_paint_path (cr, view);
      paint_same_named (self, cr, view);
      _lsc_timeline_paint_hits (self, cr, view);
      paint_selected (cr, view);
      cairo_restore (cr);
    }
  _lsc_timeline_paint_arrows (self, cr, view);
  cairo_restore (cr);
}

/**
 * lsc_timeline_painter_paint_hover:
 *
 * Paints what follows the pointer: a line with its time on the ruler, and the hovered slice's edge.
 */
void
lsc_timeline_painter_paint_hover (LscTimelinePainter *self, cairo_t *cr,
                                  const LscTimelineView *view)
{
  g_return_if_fail (self && cr && view);
  if (view->hover_x >= view->port.header_width && view->hover_x < view->port.width)
    {
      gint64 time_ns = lsc_viewport_x_to_time (&view->port, view->hover_x);
      g_autofree char *text =
          lsc_format_duration (lsc_ns_add (time_ns, -view->origin_ns), LSC_TIME_UNIT_AUTO);
      double width = lsc_text_width (self->text, 10, text) + 8;
      double left = CLAMP (view->hover_x - width / 2, view->port.header_width,
                           MAX (view->port.width - width, view->port.header_width));

      lsc_color_set_alpha (cr, &view->theme.foreground, 0.55);
      cairo_rectangle (cr, floor (view->hover_x), view->ruler_height, 1,
                       view->port.height - view->ruler_height);
      cairo_fill (cr);
      lsc_paint_rect (cr, &view->theme.foreground, round (left), view->ruler_height - 14,
                      round (width), 14);
      lsc_color_set (cr, &view->theme.background);
      lsc_text_draw (
          self->text, cr,
          &(LscTextLine){
              .x = left + width / 2, .middle = view->ruler_height - 7, .align = 0.5, .size = 10 },
          text);
    }
  cairo_save (cr);
  _lsc_timeline_clip_body (cr, view);
  if (frame_slice (cr, view, &view->hovered, 0))
    {
      lsc_color_set (cr, &view->theme.foreground);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
