/* lsc-timeline-view.c - time and place in the timeline's window: there and back without losing a ns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

/**
 * lsc_timeline_mark_free:
 */
void
lsc_timeline_mark_free (LscTimelineMark *mark)
{
  if (!mark)
    return;
  g_free (mark->name);
  g_free (mark->note);
  g_free (mark->path);
  g_free (mark);
}

/**
 * lsc_timeline_view_init:
 * @layout: (transfer none): kept by pointer
 *
 * Sets what is usual: 1000x600, light, coloured by name, arrows of the selection, all of @layout in
 * the window.
 */
void
lsc_timeline_view_init (LscTimelineView *view, LscTimelineLayout *layout)
{
  g_return_if_fail (view && layout);
  *view = (LscTimelineView){
    .layout = layout,
    .port = { .span_ns = 1e9, .width = 1000, .height = 600, .header_width = 180 },
    .ruler_height = 28,
    .color = LSC_TIMELINE_COLOR_NAME,
    .arrows = LSC_TIMELINE_ARROWS_SELECTION,
    .arrow_kinds = (1u << LSC_LINK_N_KINDS) - 1,
    .selected = LSC_TIMELINE_SPOT_NONE,
    .hovered = LSC_TIMELINE_SPOT_NONE,
    .chosen_link = LSC_SLICE_NONE,
    .focus_strip = G_MAXSIZE,
    .current_hit = G_MAXSIZE,
    .hover_x = -1,
    .theme = lsc_theme_light (),
    .scale = 1,
  };
  lsc_timeline_view_fit (view);
  if (!lsc_timeline_layout_get_extent (layout, &view->origin_ns, &(gint64){ 0 }))
    view->origin_ns = 0;
}

/* ---- the window in time ---- */

static double
least_span (const LscTimelineView *view)
{
  return MAX (LSC_TIMELINE_LEAST_SPAN_NS, (view->port.width - view->port.header_width) / 1000);
}

/**
 * lsc_timeline_view_fit:
 *
 * Shows the time of all ranks but for stray slices, with a margin of 1 %.
 */
void
lsc_timeline_view_fit (LscTimelineView *view)
{
  gint64 begin_ns, end_ns;

  g_return_if_fail (view && view->layout);
  if (lsc_timeline_layout_get_extent (view->layout, &begin_ns, &end_ns))
    lsc_viewport_fit (&view->port, begin_ns, end_ns, least_span (view));
  else
    {
      lsc_viewport_set_begin (&view->port, 0, 0);
      view->port.span_ns = 1e9;
    }
}

/**
 * lsc_timeline_view_get_limits:
 *
 * Returns: %FALSE without a time to show
 */
gboolean
lsc_timeline_view_get_limits (const LscTimelineView *view, LscViewLimits *limits)
{
  g_return_val_if_fail (view && view->layout && limits, FALSE);
  limits->least_span_ns = least_span (view);
  return lsc_timeline_layout_get_limits (view->layout, &limits->begin_ns, &limits->end_ns);
}

/**
 * lsc_timeline_view_clamp:
 *
 * Brings the window back to where something is: at least one ns for each 1000 px, no further down
 * than the last strip.
 */
void
lsc_timeline_view_clamp (LscTimelineView *view)
{
  LscViewLimits limits;
  double room;

  g_return_if_fail (view && view->layout);
  room =
      view->port.height - view->ruler_height - lsc_timeline_layout_get_pinned_height (view->layout);
  if (lsc_timeline_view_get_limits (view, &limits))
    lsc_viewport_clamp (&view->port, &limits);
  lsc_viewport_clamp_rows (&view->port, lsc_timeline_layout_get_content_height (view->layout),
                           room);
}

/* Aligned time of the left edge for spans of whole columns; what is left out is below half a px. */
static gint64
view_begin (const LscTimelineView *view)
{
  gboolean up =
      view->port.begin_fraction >= 0.5 && lsc_viewport_px_per_ns (&view->port) * view->scale <= 1;

  return up ? lsc_ns_add (view->port.begin_ns, 1) : view->port.begin_ns;
}

/* ---- places ---- */

void
_lsc_timeline_clip_body (cairo_t *cr, const LscTimelineView *view)
{
  lsc_paint_clip (cr, view->port.header_width, view->ruler_height,
                  MAX (view->port.width - view->port.header_width, 0),
                  MAX (view->port.height - view->ruler_height, 0));
}

/* Keeps to the pinned strips, or to the others: what is scrolled under the pinned ones stays there.
 */
void
_lsc_timeline_clip_strips (cairo_t *cr, const LscTimelineView *view, gboolean pinned)
{
  double height = lsc_timeline_layout_get_pinned_height (view->layout);

  lsc_paint_clip (cr, 0, view->ruler_height + (pinned ? 0 : height), view->port.width,
                  pinned ? height : view->port.height);
}

/* Returns: the view's y of a strip's top */
double
_lsc_view_strip_top (const LscTimelineView *view, const LscStrip *strip)
{
  if (strip->is_pinned)
    return view->ruler_height + strip->y;
  return view->ruler_height + lsc_timeline_layout_get_pinned_height (view->layout) + strip->y -
         view->port.scroll_y;
}

/* The strips [first, end) that are in the window, pinned ones or the others. */
void
_lsc_view_visible (const LscTimelineView *view, gboolean pinned, gsize *first, gsize *end)
{
  LscTimelineLayout *layout = view->layout;
  gsize n_pinned = lsc_timeline_layout_get_n_pinned (layout);
  gsize n = lsc_timeline_layout_get_n_strips (layout);
  double top = lsc_timeline_layout_get_pinned_height (layout);

  *first = pinned ? 0 : n_pinned;
  if (!pinned && n > n_pinned)
    {
      gsize found = lsc_timeline_layout_strip_at (layout, top, view->port.scroll_y);

      *first = found != G_MAXSIZE ? found : view->port.scroll_y < 0 ? n_pinned : n;
    }
  for (*end = *first; *end < (pinned ? n_pinned : n); (*end)++)
    if (_lsc_view_strip_top (view, lsc_timeline_layout_get_strip (layout, *end)) >=
        view->port.height)
      break;
}

/* Returns: %FALSE behind the last strip */
gboolean
_lsc_strip_walk_next (LscStripWalk *self)
{
  for (self->index++; self->index >= self->end; self->n_parts++)
    {
      if (self->n_parts == 2)
        return FALSE;
      _lsc_view_visible (self->view, self->n_parts == 1, &self->index, &self->end);
    }
  self->strip = lsc_timeline_layout_get_strip (self->view->layout, self->index);
  return TRUE;
}

/* Returns: px from the strip's top to a row's */
double
_lsc_view_row_top (const LscStrip *strip, guint row)
{
  return (strip->height - strip->n_rows * strip->row_height) / 2 + row * strip->row_height;
}

/**
 * lsc_timeline_view_get_lane:
 *
 * Returns: (transfer none) (nullable): the lane of a slice; %NULL for no slice, or one that is no
 *   longer there
 */
const LscLane *
lsc_timeline_view_get_lane (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  const LscTimeline *timeline;
  const LscLane *lane;

  g_return_val_if_fail (view && spot, NULL);
  if (spot->rank == LSC_SLICE_NONE)
    return NULL;
  timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);
  if (!timeline || spot->spot.node >= timeline->nodes->len)
    return NULL;
  lane = lsc_timeline_get_node (timeline, spot->spot.node)->lane;
  return lane && spot->spot.slice < lane->n ? lane : NULL;
}

/* Top and bottom of a slice's row, in the view's px, whether in the window or not. @or_group: if
 * its lane is not shown, those of the group it is collapsed into. */
gboolean
_lsc_view_place (const LscTimelineView *view, const LscTimelineSpot *spot, gboolean or_group,
                 double *y0, double *y1)
{
  LscTimelineLayout *layout = view->layout;
  gsize index = lsc_timeline_layout_find_strip (layout, spot->rank, spot->spot.node);
  const LscStrip *strip;
  guint row;

  if (index == G_MAXSIZE && or_group)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, spot->rank);
      guint32 node = spot->spot.node;

      while (index == G_MAXSIZE && node != LSC_SLICE_NONE)
        {
          index = lsc_timeline_layout_find_strip (layout, spot->rank, node);
          node = lsc_timeline_get_node (timeline, node)->parent;
        }
    }
  strip = lsc_timeline_layout_get_strip (layout, index);
  if (!strip)
    return FALSE;
  *y0 = _lsc_view_strip_top (view, strip);
  *y1 = *y0 + strip->height;
  if (!lsc_timeline_layout_find_row (
          layout, index, spot->spot.node,
          lsc_lane_get_row (lsc_timeline_view_get_lane (view, spot), spot->spot.slice), &row))
    return or_group;
  if (row < strip->first_row || row - strip->first_row >= strip->n_rows)
    return FALSE;
  *y0 += _lsc_view_row_top (strip, row - strip->first_row);
  *y1 = *y0 + strip->row_height - LSC_TIMELINE_ROW_GAP;
  return TRUE;
}

/**
 * lsc_timeline_view_slice_box:
 * @x0: (out): px, may lie outside of the view, as the others
 * @y0: (out): px
 * @x1: (out): px, at least one more than @x0
 * @y1: (out): px
 *
 * Returns: %FALSE if no strip shows the slice's row
 */
gboolean
lsc_timeline_view_slice_box (const LscTimelineView *view, const LscTimelineSpot *spot, double *x0,
                             double *y0, double *x1, double *y1)
{
  const LscLane *lane;
  LscRowStretch stretch;

  g_return_val_if_fail (view && spot && x0 && y0 && x1 && y1, FALSE);
  lane = lsc_timeline_view_get_lane (view, spot);
  if (!lane || !_lsc_view_place (view, spot, FALSE, y0, y1))
    return FALSE;
  stretch = lsc_timeline_layout_get_lane_stretch (view->layout, spot->rank, spot->spot.node);
  *x0 = lsc_row_to_x (&stretch, &view->port, lane->start_ns[spot->spot.slice]);
  *x1 = lsc_row_to_x (&stretch, &view->port, lsc_lane_get_end_ns (lane, spot->spot.slice));
  *x1 = MAX (*x1, *x0 + 1);
  return TRUE;
}

/* ---- spans ---- */

/* Returns: (nullable): the lane of a row of a strip, %NULL if nothing is in that row */
const LscLane *
_lsc_view_row_lane (const LscTimelineView *view, gsize strip, guint row, guint32 *node,
                    guint32 *lane_row)
{
  const LscTimeline *timeline;
  const LscLane *lane;

  if (!lsc_timeline_layout_get_row (view->layout, strip, row, node, lane_row))
    return NULL;
  timeline = lsc_timeline_layout_get_timeline (
      view->layout, lsc_timeline_layout_get_strip (view->layout, strip)->rank);
  lane = lsc_timeline_get_node (timeline, *node)->lane;
  return lane && lane->n > 0 && *lane_row < lane->n_rows ? lane : NULL;
}

/* Returns: the first slice of a row that starts at @start_ns or later */
gsize
_lsc_row_lower_bound (const LscLane *lane, guint32 row, gint64 start_ns)
{
  return LSC_BISECT (i, lane->row_begin[row], lane->row_begin[row + 1],
                     lane->start_ns[i] < start_ns);
}

/* Spans where a px is less than a ns: every slice is told apart but those without length. */
static gsize
close_spans (const LscLane *lane, guint32 row, gint64 begin_ns, double fraction, double px_per_ns,
             guint width, LscSpan *spans)
{
  gsize i = _lsc_row_lower_bound (lane, row, begin_ns), n = 0;

  if (i > lane->row_begin[row] && lsc_lane_get_end_ns (lane, (guint32) (i - 1)) > begin_ns)
    i--;
  for (; i < lane->row_begin[row + 1]; i++)
    {
      double from = (lsc_ns_difference (lane->start_ns[i], begin_ns) - fraction) * px_per_ns;
      double to =
          (lsc_ns_difference (lsc_lane_get_end_ns (lane, (guint32) i), begin_ns) - fraction) *
          px_per_ns;
      int least = n > 0 ? spans[n - 1].x1 : 0;
      int x0, x1;

      if (from >= width)
        break;
      x0 = (int) MAX (floor (from + 0.5), 0);
      x1 = (int) MIN (floor (to + 0.5), width);
      if (to > 0 || from >= 0)
        x1 = MAX (x1, x0 + 1);
      if (x1 <= least && n > 0)
        {
          spans[n - 1].n++;
          continue;
        }
      x0 = MAX (x0, least);
      if (x0 < x1 && x1 <= (int) width)
        spans[n++] = (LscSpan){ x0, x1, (guint32) i, 1, 1.0f };
    }
  return n;
}

/* What the columns of a row show. @width: device px, room for as many in @spans. */
gsize
_lsc_view_row_spans (const LscTimelineView *view, const LscViewRow *row, double scale, guint width,
                     LscSpan *spans)
{
  const LscLane *lane = row->lane;
  LscRowStretch stretch = lsc_timeline_layout_get_lane_stretch (view->layout, row->rank, row->node);
  double px_per_ns = lsc_viewport_px_per_ns (&view->port) * scale;
  gint64 begin_ns = lsc_row_from_axis (&stretch, view_begin (view));

  if (!lane || lane->n == 0 || row->row >= lane->n_rows || width == 0)
    return 0;
  if (px_per_ns > 1)
    return close_spans (lane, row->row, lsc_row_from_axis (&stretch, view->port.begin_ns),
                        view->port.begin_fraction, px_per_ns, width, spans);
  return lsc_lane_get_spans (lane, row->row, begin_ns, 1 / px_per_ns, width, spans);
}

/* ---- what is under a point ---- */

static gsize
count_between (const LscTimelineView *view, const LscViewRow *row, double x0, double x1)
{
  const LscLane *lane = row->lane;
  LscRowStretch stretch = lsc_timeline_layout_get_lane_stretch (view->layout, row->rank, row->node);
  gint64 from = lsc_row_from_x (&stretch, &view->port, x0);
  gint64 to = lsc_row_from_x (&stretch, &view->port, x1);
  gsize first = _lsc_row_lower_bound (lane, row->row, from);
  gsize end = _lsc_row_lower_bound (lane, row->row, MAX (to, from));

  if (first > lane->row_begin[row->row] && lsc_lane_get_end_ns (lane, (guint32) (first - 1)) > from)
    first--;
  return end - first;
}

/* Finds the span that is drawn at a px, or, if there is none, a narrow one beside it. */
static const LscSpan *
span_at (const LscSpan *spans, gsize n, int x)
{
  const LscSpan *near = NULL;

  for (gsize i = 0; i < n; i++)
    {
      if (spans[i].x0 <= x && x < spans[i].x1)
        return &spans[i];
      if (spans[i].x1 - spans[i].x0 <= 2 && (spans[i].x0 == x + 1 || spans[i].x1 == x))
        near = &spans[i];
      if (spans[i].x0 > x + 1)
        break;
    }
  return near;
}

static void
hit_row (const LscTimelineView *view, const LscStrip *strip, guint row, double x,
         LscTimelineHit *hit)
{
  LscViewRow at = { .rank = strip->rank };
  double scale = view->scale;
  guint width = (guint) MAX (ceil ((view->port.width - view->port.header_width) * scale), 1);
  g_autofree LscSpan *spans = NULL;
  const LscSpan *span;
  gsize n;

  at.lane = _lsc_view_row_lane (view, hit->strip, row, &at.node, &at.row);
  if (!at.lane)
    return;

  spans = g_new (LscSpan, width);
  n = _lsc_view_row_spans (view, &at, scale, width, spans);
  span = span_at (spans, n, (int) floor ((x - view->port.header_width) * scale));
  if (!span)
    return;
  hit->type = span->n == 1 ? LSC_TIMELINE_HIT_SLICE : LSC_TIMELINE_HIT_MERGED;
  hit->spot = (LscTimelineSpot){ strip->rank, { at.node, span->slice } };
  hit->n_merged = 1;
  if (span->n > 1)
    hit->n_merged =
        (guint) MAX (count_between (view, &at, view->port.header_width + span->x0 / scale,
                                    view->port.header_width + span->x1 / scale),
                     2);
}

static void
hit_strip (const LscTimelineView *view, double x, double y, LscTimelineHit *hit)
{
  const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, hit->strip);
  double below = y - _lsc_view_strip_top (view, strip);

  hit->type = strip->type == LSC_STRIP_COUNTER ? LSC_TIMELINE_HIT_COUNTER : LSC_TIMELINE_HIT_STRIP;
  hit->spot = (LscTimelineSpot){ strip->rank, { strip->node, LSC_SLICE_NONE } };
  if (strip->type != LSC_STRIP_LANE)
    return;
  below -= _lsc_view_row_top (strip, 0);
  if (below >= 0 && below < strip->n_rows * strip->row_height)
    hit_row (view, strip, (guint) (below / strip->row_height), x, hit);
}

static gboolean
hit_range (const LscTimelineView *view, double x, double grip, LscTimelineHit *hit)
{
  double begin, end;

  if (!view->has_range)
    return FALSE;
  begin = fabs (x - lsc_viewport_time_to_x (&view->port, view->range_begin_ns));
  end = fabs (x - lsc_viewport_time_to_x (&view->port, view->range_end_ns));
  if (MIN (begin, end) > grip)
    return FALSE;
  /* of a range of no width: the end, so that it can be drawn open */
  hit->type = begin < end ? LSC_TIMELINE_HIT_RANGE_BEGIN : LSC_TIMELINE_HIT_RANGE_END;
  return TRUE;
}

static gboolean
hit_mark (const LscTimelineView *view, double x, LscTimelineHit *hit)
{
  for (guint i = view->marks ? view->marks->len : 0; i > 0; i--)
    {
      const LscTimelineMark *mark = g_ptr_array_index (view->marks, i - 1);
      double flag = lsc_viewport_time_to_x (&view->port, mark->begin_ns);

      if (x < flag - 3 || x > flag + 9)
        continue;
      hit->type = LSC_TIMELINE_HIT_MARK;
      hit->mark = i - 1;
      return TRUE;
    }
  return FALSE;
}

static void
hit_header (const LscTimelineView *view, double x, LscTimelineHit *hit)
{
  const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, hit->strip);
  double left = LSC_TIMELINE_HEADER_PAD + strip->depth * LSC_TIMELINE_INDENT;

  hit->type = strip->has_children && x >= left - 2 && x < left + LSC_TIMELINE_EXPANDER
                  ? LSC_TIMELINE_HIT_EXPANDER
                  : LSC_TIMELINE_HIT_HEADER;
  hit->spot = (LscTimelineSpot){ strip->rank, { strip->node, LSC_SLICE_NONE } };
}

/**
 * lsc_timeline_view_hit:
 *
 * Finds what is drawn at a point of the view. A block that stands for several slices is never one
 * slice (drawing.md#detail). On headers, counters and empty places the spot names the node and no
 * slice.
 *
 * Returns: the type, the strip (%G_MAXSIZE = none), the aligned time under the point
 */
LscTimelineHit
lsc_timeline_view_hit (const LscTimelineView *view, double x, double y)
{
  LscTimelineHit hit = { .strip = G_MAXSIZE, .spot = LSC_TIMELINE_SPOT_NONE };

  g_return_val_if_fail (view && view->layout, hit);
  if (!(x >= 0) || !(y >= 0) || x >= view->port.width || y >= view->port.height)
    return hit;
  hit.time_ns = lsc_viewport_x_to_time (&view->port, x);
  if (y < view->ruler_height)
    {
      hit.type = LSC_TIMELINE_HIT_RULER;
      if (x >= view->port.header_width && !hit_mark (view, x, &hit))
        hit_range (view, x, 5, &hit);
      return hit;
    }
  hit.strip =
      lsc_timeline_layout_strip_at (view->layout, y - view->ruler_height, view->port.scroll_y);
  if (x < view->port.header_width)
    {
      if (hit.strip != G_MAXSIZE)
        hit_header (view, x, &hit);
      return hit;
    }
  if (hit.strip != G_MAXSIZE)
    hit_strip (view, x, y, &hit);
  hit_range (view, x, 2.5, &hit);
  return hit;
}
