/* lsc-timeline-painter.c - painting the timeline on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-painter-private.h"

/* ---- the painter ---- */

/**
 * lsc_timeline_painter_new:
 * @context: fonts and language of the texts
 *
 * Returns: (transfer full): a painter with empty caches. Not thread-safe: one for each thread.
 */
LscTimelinePainter *
lsc_timeline_painter_new (PangoContext *context)
{
  LscTimelinePainter *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscTimelinePainter, 1);
  self->text = lsc_text_new (context);
  self->labels = lsc_label_cache_new (context);
  lsc_label_cache_keep_edges (self->labels);
  self->memories = g_ptr_array_new_with_free_func (_lsc_timeline_memory_free);
  self->hits = g_array_new (FALSE, FALSE, sizeof (LscHitRef));
  self->hit_times = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

/**
 * lsc_timeline_painter_reset:
 *
 * Forgets fonts, timelines and hits. To be called when fonts, theme or scale have changed; a
 * timeline that was replaced is noticed without.
 */
void
lsc_timeline_painter_reset (LscTimelinePainter *self)
{
  g_return_if_fail (self);
  lsc_label_cache_clear (self->labels);
  lsc_text_reset (self->text);
  g_ptr_array_set_size (self->memories, 0);
  self->hits_of = NULL;
  lsc_minimap_clear (&self->minimap);
}

/**
 * lsc_timeline_painter_free:
 */
void
lsc_timeline_painter_free (LscTimelinePainter *self)
{
  if (!self)
    return;
  lsc_minimap_clear (&self->minimap);
  g_ptr_array_unref (self->memories);
  g_array_unref (self->hits);
  g_array_unref (self->hit_times);
  g_free (self->spans);
  g_free (self->line);
  g_free (self->base_line);
  g_aligned_free (self->columns);
  lsc_label_cache_free (self->labels);
  lsc_text_free (self->text);
  g_free (self);
}

/**
 * lsc_timeline_painter_get_n_labels:
 *
 * Returns: how many texts the last painted body has
 */
guint
lsc_timeline_painter_get_n_labels (const LscTimelinePainter *self)
{
  return self->n_labels;
}

/* ---- everything ---- */

static void
paint_body_image (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  const LscViewport *port = &view->port;
  cairo_surface_t *image = lsc_paint_new_image (port->width - port->header_width,
                                                port->height - view->ruler_height, view->scale);

  lsc_timeline_painter_paint_body (self, image, view);
  cairo_save (cr);
  _lsc_timeline_clip_body (cr, view);
  lsc_paint_image (cr, image, port->header_width, view->ruler_height, view->scale);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/**
 * lsc_timeline_painter_paint:
 * @as_raster: whether the body is an image of @view's scale; else paths and text
 *
 * Paints the whole view from @cr's origin: ruler, headers, lanes, what is selected.
 */
void
lsc_timeline_painter_paint (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
                            gboolean as_raster)
{
  g_return_if_fail (self && cr && view && view->layout);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, 0, view->port.width, view->port.height);
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  if (as_raster)
    paint_body_image (self, cr, view);
  else
    _lsc_timeline_paint_vector (self, cr, view);
  lsc_timeline_painter_paint_headers (self, cr, view);
  lsc_timeline_painter_paint_ruler (self, cr, view);
  lsc_timeline_painter_paint_overlay (self, cr, view);
  cairo_restore (cr);
}
