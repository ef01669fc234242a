/* lsc-timeline-path.c - the critical path of a pipeline over the lanes of its ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

#define LINE_PX 2.0
#define GROUP_LINE_PX 5.0
#define TINT 0.10 /* of the strips under the lines */

/* Adds the ranges of a strip's rank that are in view; those closer than a pixel become one. */
static void
add_strip (cairo_t *cr, const LscTimelineView *view, const LscStrip *strip, double height)
{
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  LscRowStretch stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, strip->rank, strip->node);
  const LscTimelinePathRange *ranges = (const LscTimelinePathRange *) (gpointer) view->path->data;
  gint64 from_ns = lsc_row_from_axis (&stretch, view->port.begin_ns);
  double y = _lsc_view_strip_top (view, strip);
  double begin = 0, end = -1;

  if (!timeline)
    return;
  for (gsize i = LSC_BISECT (k, 0, view->path->len,
                             ranges[k].rank < timeline->rank ||
                                 (ranges[k].rank == timeline->rank && ranges[k].end_ns <= from_ns));
       i < view->path->len; i++)
    {
      double x0 = lsc_row_to_x (&stretch, &view->port, ranges[i].begin_ns);
      double x1 = lsc_row_to_x (&stretch, &view->port, ranges[i].end_ns);

      if (ranges[i].rank != timeline->rank || x0 >= view->port.width)
        break;
      x0 = MAX (x0, view->port.header_width);
      x1 = MAX (x1, x0 + 1);
      if (end >= 0 && x0 > end + 1)
        cairo_rectangle (cr, begin, y, end - begin, height);
      if (end < 0 || x0 > end + 1)
        begin = x0;
      end = MAX (end, MIN (x1, view->port.width));
    }
  if (end >= 0)
    cairo_rectangle (cr, begin, y, end - begin, height);
}

/* Adds all strips in view: their upper edge, or all of them. */
static void
add_strips (cairo_t *cr, const LscTimelineView *view, gboolean whole)
{
  LscStripWalk walk = { .view = view };

  while (_lsc_strip_walk_next (&walk))
    {
      double line = walk.strip->type == LSC_STRIP_GROUP ? GROUP_LINE_PX : LINE_PX;

      add_strip (cr, view, walk.strip, whole ? walk.strip->height : line);
    }
}

/** Marks the times of the critical path on every strip of the ranks it runs through. */
void
_lsc_timeline_paint_path (cairo_t *cr, const LscTimelineView *view)
{
  guint32 rgb = lsc_pipeline_path_color (&view->theme);

  if (!view->path || view->path->len == 0)
    return;
  add_strips (cr, view, TRUE);
  lsc_color_set_rgb_alpha (cr, rgb, TINT);
  cairo_fill (cr);
  add_strips (cr, view, FALSE);
  lsc_color_set_rgb (cr, rgb);
  cairo_fill (cr);
}
