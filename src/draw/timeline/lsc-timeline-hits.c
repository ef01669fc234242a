/* lsc-timeline-hits.c - search hits in the lanes and along the time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

static int
compare_refs (gconstpointer a, gconstpointer b)
{
  const LscHitRef *left = a, *right = b;

  LSC_RETURN_ORDER (left->rank, right->rank);
  LSC_RETURN_ORDER (left->node, right->node);
  return LSC_ORDER (left->slice, right->slice);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

/* Sorts the view's hits by lane and by time; once for the same hits. */
void
_lsc_timeline_collect_hits (LscTimelinePainter *self, const LscTimelineView *view)
{
  guint revision = lsc_timeline_layout_get_revision (view->layout);
  guint n = view->hits ? view->hits->len : 0;

  if (self->hits_of == view->hits && self->hits_len == n && self->hits_revision == revision)
    return;
  self->hits_of = view->hits;
  self->hits_len = n;
  self->hits_revision = revision;
  g_array_set_size (self->hits, 0);
  g_array_set_size (self->hit_times, 0);
  for (guint i = 0; i < n; i++)
    {
      const LscTimelineSpot *spot = &g_array_index (view->hits, LscTimelineSpot, i);
      LscHitRef ref = { spot->rank, spot->spot.node, spot->spot.slice, i };
      const LscLane *lane = lsc_timeline_view_get_lane (view, spot);
      LscRowStretch stretch;
      gint64 time_ns;

      if (!lane)
        continue;
      stretch = lsc_timeline_layout_get_lane_stretch (view->layout, spot->rank, spot->spot.node);
      time_ns = lsc_row_to_axis (&stretch, lane->start_ns[spot->spot.slice]);
      g_array_append_val (self->hits, ref);
      g_array_append_val (self->hit_times, time_ns);
    }
  g_array_sort (self->hits, compare_refs);
  g_array_sort (self->hit_times, compare_times);
}

static guint
find_ref (const GArray *refs, LscHitRef wanted)
{
  return (guint) LSC_BISECT (i, 0, refs->len,
                             compare_refs (&g_array_index (refs, LscHitRef, i), &wanted) < 0);
}

/* Frames the hits of one row, at most one for each px. */
static void
frame_row (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
           const LscStrip *strip, gsize index, guint row)
{
  LscRowStretch stretch;
  gint64 begin_ns;
  double y = _lsc_view_strip_top (view, strip) + _lsc_view_row_top (strip, row), last = -1;
  guint32 node, lane_row;
  const LscLane *lane;
  gsize from;

  lane = _lsc_view_row_lane (view, index, row, &node, &lane_row);
  if (!lane)
    return;
  stretch = lsc_timeline_layout_get_lane_stretch (view->layout, strip->rank, node);
  begin_ns = lsc_row_from_x (&stretch, &view->port, view->port.header_width);
  from = _lsc_row_lower_bound (lane, lane_row, begin_ns);
  if (from > lane->row_begin[lane_row])
    from--; /* it may reach into the window */
  for (guint i = find_ref (self->hits, (LscHitRef){ strip->rank, node, (guint32) from, 0 });
       i < self->hits->len; i++)
    {
      const LscHitRef *ref = &g_array_index (self->hits, LscHitRef, i);
      double x0, x1;

      if (ref->rank != strip->rank || ref->node != node ||
          ref->slice >= lane->row_begin[lane_row + 1])
        break;
      x0 = lsc_row_to_x (&stretch, &view->port, lane->start_ns[ref->slice]);
      x1 = lsc_row_to_x (&stretch, &view->port, lsc_lane_get_end_ns (lane, ref->slice));
      if (x0 > view->port.width)
        break;
      if (x1 < view->port.header_width || floor (x1) <= last)
        continue;
      last = floor (x1);
      x0 = MAX (x0, view->port.header_width - 4);
      x1 = MIN (MAX (x1, x0 + 2), view->port.width + 4);
      cairo_rectangle (cr, floor (x0) + 0.5, y + 0.5, MAX (round (x1 - x0) - 1, 1),
                       strip->row_height - 2);
    }
}

/* Frames the hits that are in the window, and the current one doubly. */
void
_lsc_timeline_paint_hits (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  LscStripWalk walk = { .view = view };
  double x0, y0, x1, y1;

  if (!view->hits || view->hits->len == 0)
    return;
  _lsc_timeline_collect_hits (self, view);
  while (_lsc_strip_walk_next (&walk))
    for (guint row = 0; walk.strip->type == LSC_STRIP_LANE && row < walk.strip->n_rows; row++)
      frame_row (self, cr, view, walk.strip, walk.index, row);
  lsc_color_set_rgb (cr, view->theme.is_dark ? 0xFFE000 : 0xC2185B);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  if (view->current_hit >= view->hits->len ||
      !lsc_timeline_view_slice_box (view,
                                    &g_array_index (view->hits, LscTimelineSpot, view->current_hit),
                                    &x0, &y0, &x1, &y1))
    return;
  x0 = MAX (x0, view->port.header_width - 6);
  x1 = MIN (x1, view->port.width + 6);
  cairo_set_line_width (cr, 3);
  cairo_rectangle (cr, floor (x0) - 1, y0 - 1, MAX (x1 - x0, 1) + 2, y1 - y0 + 2);
  cairo_stroke (cr);
}
