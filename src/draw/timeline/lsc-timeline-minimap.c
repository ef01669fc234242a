/* lsc-timeline-minimap.c - the whole time in a strip, with the window on it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

#define MOST_BANDS 16u /* ranks that were read, one below another; more share a band */

typedef struct
{
  LscTimelinePainter *painter;
  const LscTimelineView *view; /* of everything */
  LscRaster *raster;
  double scale;
  int width;
} Minimap;

/* Adds what a rank's device does: its overlap lanes, or streams, or whatever it has. */
static void
add_rank (Minimap *self, guint32 rank)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (self->view->layout, rank);

  if (timeline && timeline->nodes->len > 0)
    _lsc_painter_mix_summary (
        self->painter, self->view,
        &(LscSummary){
            .rank = rank, .scale = self->scale, .width = self->width, .is_plain = TRUE });
}

/* (transfer full): those of which there is something to show */
static GArray *
list_read_ranks (const LscTimelineView *view)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (view->layout); rank++)
    if (lsc_timeline_layout_get_timeline (view->layout, rank))
      g_array_append_val (ranks, rank);
  return ranks;
}

static void
paint_bands (Minimap *self)
{
  LscTimelinePainter *painter = self->painter;
  g_autoptr (GArray) ranks = list_read_ranks (self->view);
  guint n = CLAMP (ranks->len, 1, MOST_BANDS);
  guint32 ground = lsc_color_to_rgb (&self->view->theme.bubble);
  int height = self->raster->height;

  for (guint band = 0; band < n; band++)
    {
      int y0 = (int) (band * (guint) height / n), y1 = (int) ((band + 1) * (guint) height / n);

      memset (painter->columns, 0, (gsize) self->width * sizeof (LscMix));
      for (guint i = band; i < ranks->len; i += n)
        add_rank (self, g_array_index (ranks, guint32, i));
      for (int x = 0; x < self->width; x++)
        painter->line[x] = lsc_mix_over (painter->columns[x], ground);
      lsc_raster_copy_line (self->raster, painter->line, y0,
                            MAX (y1 - (n > 1 && y1 - y0 > 3), y0 + 1));
    }
}

static void
update_image (LscTimelinePainter *self, const LscTimelineView *whole, const LscMinimapSize *size)
{
  struct
  {
    gconstpointer layout;
    guint64 layout_revision;
    guint64 is_dark;
  } key = { whole->layout, lsc_timeline_layout_get_revision (whole->layout), whole->theme.is_dark };
  LscRaster raster;
  Minimap minimap = { self, whole, &raster, size->scale, 0 };

  if (!lsc_minimap_renew (&self->minimap, size, &key, sizeof key) ||
      !lsc_raster_begin (&raster, self->minimap.image))
    return;
  minimap.width = raster.width;
  _lsc_painter_reserve (self, raster.width);
  lsc_raster_fill (&raster, lsc_color_to_rgb (&whole->theme.bubble));
  paint_bands (&minimap);
  lsc_raster_end (&raster, self->minimap.image);
}

static void
draw_hit_ticks (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
                const LscTimelineView *whole, double height)
{
  double last = -1;

  if (!view->hits || view->hits->len == 0)
    return;
  _lsc_timeline_collect_hits (self, view);
  lsc_color_set_rgb (cr, view->theme.is_dark ? 0xFFE000 : 0xC2185B);
  for (guint i = 0; i < self->hit_times->len; i++)
    {
      double x =
          floor (lsc_viewport_time_to_x (&whole->port, g_array_index (self->hit_times, gint64, i)));

      if (x <= last || x >= whole->port.width)
        continue;
      last = x;
      cairo_rectangle (cr, x, height - 4, 1, 4);
    }
  cairo_fill (cr);
}

/**
 * lsc_timeline_view_minimap:
 * @width: px of the minimap
 * @whole: (out caller-allocates): a view without headers in which all of the time is @width px
 *   wide
 *
 * Makes the view that the minimap shows.
 */
void
lsc_timeline_view_minimap (const LscTimelineView *view, double width, LscTimelineView *whole)
{
  g_return_if_fail (view && whole);
  *whole = *view;
  whole->port.header_width = 0;
  whole->port.width = width;
  whole->scale = 1;
  lsc_timeline_view_fit (whole);
}

/**
 * lsc_timeline_painter_paint_minimap:
 * @width: px
 * @height: px
 *
 * Paints, from @cr's origin, what the devices do over the whole time, ticks of the search hits,
 * marks, and a frame around the window.
 */
void
lsc_timeline_painter_paint_minimap (LscTimelinePainter *self, cairo_t *cr,
                                    const LscTimelineView *view, double width, double height)
{
  LscTimelineView whole;

  g_return_if_fail (self && cr && view);
  if (!(width >= 1) || !(height >= 1))
    return;
  lsc_timeline_view_minimap (view, width, &whole);
  update_image (self, &whole, &(LscMinimapSize){ width, height, MAX (view->scale, 1) });
  cairo_save (cr);
  lsc_paint_clip (cr, 0, 0, width, height);
  lsc_minimap_paint (&self->minimap, cr);
  if (view->has_range)
    {
      double x0 = CLAMP (lsc_viewport_time_to_x (&whole.port, view->range_begin_ns), -1, width);
      double x1 = CLAMP (lsc_viewport_time_to_x (&whole.port, view->range_end_ns), -1, width);
      const LscColor *accent = &view->theme.accent;

      lsc_color_set_alpha (cr, accent, 0.35);
      cairo_rectangle (cr, x0, 0, MAX (x1 - x0, 1), height);
      cairo_fill (cr);
    }
  lsc_minimap_paint_window (&self->minimap, cr, &whole.port, &view->port, &view->theme);
  draw_hit_ticks (self, cr, view, &whole, height);
  for (guint i = 0; view->marks && i < view->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (view->marks, i);

      double x = lsc_viewport_time_to_x (&whole.port, mark->begin_ns);

      lsc_paint_rect_rgb (cr, mark->rgb, floor (CLAMP (x, -2, width)), 0, 2, 5);
    }
  cairo_restore (cr);
}
