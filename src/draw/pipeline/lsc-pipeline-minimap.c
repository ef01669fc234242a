/* lsc-pipeline-minimap.c - the whole window in a strip, with the visible part marked
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define LEAST_BAND_PX 3

/* What the picture depends on. */
typedef struct
{
  const LscPipelineGroup *group;
  gsize first_step;
  gsize n_steps;
  gboolean side_by_side;
  gboolean is_dark;
  gboolean show_bubbles;
  LscColorMode color_mode;
  guint hidden_kinds;
  LscPipelineSpot selected;
  const LscBlamePiece *idle;
  double length_ns;
} Key;

/**
 * lsc_pipeline_view_minimap:
 * @width: px of the minimap
 * @whole: (out caller-allocates): a view without headers in which all of the time is @width px
 *   wide
 *
 * Makes the view that the minimap shows.
 */
void
lsc_pipeline_view_minimap (const LscPipelineView *view, double width, LscPipelineView *whole)
{
  g_return_if_fail (view && whole);
  *whole = *view;
  whole->port.header_width = 0;
  whole->port.width = width;
  whole->scale = 1;
  lsc_viewport_set_begin (&whole->port, 0, 0);
  whole->port.span_ns = MAX (lsc_pipeline_view_length_ns (view), 1);
  whole->port.scroll_y = 0;
  whole->show_chunk_rows = FALSE;
  whole->show_p2p = FALSE;
  whole->show_grid = FALSE;
  whole->show_phase_tint = FALSE;
  whole->twin.mode = LSC_TWIN_NONE; /* the first side, over the length of the longer */
}

/* Rows share a band when there are more than fit: then it shows their mean. */
static void
paint_band (LscBodyPaint *paint, gsize first, gsize end, int y0, int y1)
{
  LscPipelinePainter *self = paint->painter;
  int width = paint->raster->width;
  float share = 1.0f / (float) (end - first);

  memset (self->columns, 0, ((gsize) width + 1) * sizeof (LscMix));
  memset (self->ticks, 0, (gsize) width + 1);
  for (gsize r = first; r < end; r++)
    {
      paint->layout->rows[r].n_lanes = 1;
      _lsc_body_accumulate (paint, r, 0);
    }
  _lsc_body_base_line (paint, first, TRUE);
  for (int x = 0; x < width; x++)
    self->line[x] = lsc_mix_over (self->columns[x] * share, self->base_line[x]);
  lsc_raster_copy_line (paint->raster, self->line, y0, y1);
}

static void
paint_bands (LscPipelinePainter *self, cairo_surface_t *image, const LscPipelineView *view)
{
  LscPipelineView whole;
  g_auto (LscPipelineRows) layout = { 0 };
  LscBlockColors colors;
  LscRaster raster;
  LscBodyPaint paint = { self, &layout, &colors, &raster, 1 };
  gsize n_bands;

  if (!lsc_raster_begin (&raster, image))
    return;
  lsc_pipeline_view_minimap (view, raster.width, &whole);
  layout = _lsc_pipeline_rows_new (&whole);
  layout.selected = lsc_pipeline_view_block (view, &view->selected);
  _lsc_block_colors_init (&colors, self, &layout);
  _lsc_body_reserve (self, raster.width);
  lsc_raster_fill (&raster, lsc_color_to_rgb (&view->theme.background));
  n_bands = MIN (layout.n_rows, (gsize) MAX (raster.height / LEAST_BAND_PX, 1));
  for (gsize b = 0; b < n_bands; b++)
    paint_band (&paint, b * layout.n_rows / n_bands, (b + 1) * layout.n_rows / n_bands,
                (int) (b * (gsize) raster.height / n_bands) + (b > 0),
                (int) ((b + 1) * (gsize) raster.height / n_bands));

  lsc_raster_end (&raster, image);
}

static void
fill_key (Key *key, const LscPipelineView *view)
{
  memset (key, 0, sizeof *key);
  key->group = view->group;
  key->first_step = view->first_step;
  key->n_steps = view->n_steps;
  key->side_by_side = view->side_by_side;
  key->is_dark = view->theme.is_dark;
  key->show_bubbles = view->show_bubbles;
  key->color_mode = view->color_mode;
  key->idle = view->idle;
  key->length_ns = lsc_pipeline_view_length_ns (view);
  key->hidden_kinds = view->hidden_kinds;
  key->selected.step = view->selected.step;
  key->selected.row = view->selected.row;
  key->selected.block = view->selected.block;
  key->selected.is_twin = view->selected.is_twin;
}

/**
 * lsc_pipeline_painter_paint_minimap:
 * @width: px of the strip, from @cr's origin
 *
 * Paints all of the shown steps with the visible part framed. The strip itself is kept from one
 * call to the next while nothing but the visible part changes.
 */
void
lsc_pipeline_painter_paint_minimap (LscPipelinePainter *self, cairo_t *cr,
                                    const LscPipelineView *view, double width, double height)
{
  LscMinimapSize size;
  Key key;
  LscPipelineView whole;

  g_return_if_fail (self && cr && view);
  size = (LscMinimapSize){ width, height, MAX (view->scale, 1) };
  if (!view->group || !(width > 0) || !(height > 0))
    return;
  fill_key (&key, view);
  if (lsc_minimap_renew (&self->minimap, &size, &key, sizeof key))
    paint_bands (self, self->minimap.image, view);
  lsc_pipeline_view_minimap (view, width, &whole);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, 0, width, height);
  lsc_minimap_paint (&self->minimap, cr);
  lsc_minimap_paint_window (&self->minimap, cr, &whole.port, &view->port, &view->theme);
  cairo_restore (cr);
}
