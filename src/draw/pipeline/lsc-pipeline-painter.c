/* lsc-pipeline-painter.c - painting the pipeline chart on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

/**
 * lsc_pipeline_painter_new:
 * @context: fonts and language of the texts
 *
 * Returns: (transfer full): a painter with empty caches. Not thread-safe: one for each thread.
 */
LscPipelinePainter *
lsc_pipeline_painter_new (PangoContext *context)
{
  LscPipelinePainter *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscPipelinePainter, 1);
  self->text = lsc_text_new (context);
  self->labels = lsc_label_cache_new (context);
  self->boxes = g_array_new (FALSE, FALSE, sizeof (LscBox));
  self->legs = g_array_new (FALSE, FALSE, sizeof (LscLegBox));
  self->wishes = g_array_new (FALSE, FALSE, sizeof (LscLabelWish));
  for (guint i = 0; i < 2; i++)
    self->links[i].refs = g_array_new (FALSE, FALSE, sizeof (LscLinkRef));
  return self;
}

/**
 * lsc_pipeline_painter_reset:
 *
 * Forgets everything about the pipelines and the fonts. To be called before a pipeline of either
 * side that was painted, or the pairs of its blocks, are freed or replaced, and when the fonts have
 * changed.
 */
void
lsc_pipeline_painter_reset (LscPipelinePainter *self)
{
  g_return_if_fail (self);
  lsc_label_cache_clear (self->labels);
  lsc_text_reset (self->text);
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->stats[i].means);
      self->stats[i] = (LscPipelineStats){ 0 };
      self->links[i].key = (LscLinkKey){ 0 };
      self->label_owner[i] = NULL;
    }
  self->delta_key = (LscDeltaKey){ 0 };
  lsc_minimap_clear (&self->minimap);
}

/**
 * lsc_pipeline_painter_free:
 */
void
lsc_pipeline_painter_free (LscPipelinePainter *self)
{
  if (!self)
    return;
  lsc_minimap_clear (&self->minimap);
  g_array_unref (self->boxes);
  g_array_unref (self->legs);
  g_array_unref (self->wishes);
  for (guint i = 0; i < 2; i++)
    {
      g_array_unref (self->links[i].refs);
      g_free (self->stats[i].means);
    }
  g_free (self->line);
  g_free (self->base_line);
  g_free (self->ticks);
  g_aligned_free (self->columns);
  g_free (self->deltas);
  lsc_label_cache_free (self->labels);
  lsc_text_free (self->text);
  g_free (self);
}

/**
 * lsc_pipeline_painter_get_n_labels:
 *
 * Returns: how many labels the last painted body has
 */
guint
lsc_pipeline_painter_get_n_labels (const LscPipelinePainter *self)
{
  return self->n_labels;
}

/* ---- labels ---- */

#define KEY_SECOND (G_GUINT64_CONSTANT (1) << 48)

static guint
wish_number (const LscLabelWish *wish, guint index)
{
  if (wish->block->mb_f != LSC_MB_NONE)
    return wish->block->mb_f;
  return wish->block->mb_b != LSC_MB_NONE ? wish->block->mb_b : index;
}

static double
measure_label (guint64 key, gpointer data)
{
  LscBodyPaint *paint = data;

  return lsc_label_cache_get (paint->painter->labels, key, _lsc_block_text,
                              (gpointer) paint->layout->view->pipeline)
      ->advance;
}

/* Too many: every second, fifth, tenth ... micro-batch, like the ticks of an axis. */
static guint
choose_stride (const GArray *wishes, guint most)
{
  static const guint strides[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000 };

  for (guint k = 0; k < G_N_ELEMENTS (strides); k++)
    {
      guint n = 0;

      for (guint i = 0; i < wishes->len; i++)
        n += wish_number (&g_array_index (wishes, LscLabelWish, i), i) % strides[k] == 0;
      if (n <= most)
        return strides[k];
    }
  return 10000;
}

/* (transfer full): a mask read from below: a row for each column, the last one first */
static guchar *
turn_mask (const LscLabel *label)
{
  guchar *mask = g_malloc ((gsize) label->width * (gsize) label->height);

  for (int y = 0; y < label->height; y++)
    for (int x = 0; x < label->width; x++)
      mask[(label->width - 1 - x) * label->height + y] = label->mask[y * label->stride + x];
  return mask;
}

static void
draw_turned (LscBodyPaint *paint, const LscLabelWish *wish, const LscLabel *label, guint32 ink,
             guint alpha)
{
  g_autofree guchar *mask = turn_mask (label);
  double middle = ((wish->y0 + wish->y1) / 2 - paint->layout->body_top) * paint->scale;
  int x = (int) floor ((wish->x0 + wish->x1 - label->height) / 2);
  int y = (int) floor (middle - label->width / 2.0);

  if (wish->flags & BOX_HATCH)
    lsc_raster_fill_rect (paint->raster, MAX (x - 2, (int) wish->x0), y - 2,
                          MIN (x + label->height + 2, (int) wish->x1), y + label->width + 2,
                          wish->fill);
  lsc_raster_blend_mask (paint->raster, mask, label->height, x, y, label->height, label->width,
                         (int) wish->x0, (int) wish->x1, ink, alpha);
}

static void
draw_label (LscBodyPaint *paint, const LscLabelWish *wish)
{
  LscPipelinePainter *self = paint->painter;
  const LscLabel *label = lsc_label_cache_get (self->labels, wish->key, _lsc_block_text,
                                               (gpointer) paint->layout->view->pipeline);
  double middle = ((wish->y0 + wish->y1) / 2 - paint->layout->body_top) * paint->scale;
  int baseline = (int) floor (middle + lsc_label_cache_get_digit_height (self->labels) / 2.0);
  int pen = (int) floor ((wish->x0 + wish->x1 - label->advance) / 2);
  gboolean is_dim = wish->flags & BOX_DIM;
  guint32 ink = wish->flags & BOX_WHITE_LABEL && !is_dim ? 0xffffff
                : is_dim ? lsc_color_to_rgb (&paint->layout->view->theme.foreground)
                         : lsc_color_to_rgb (&(LscColor){ 0, 0, 0, 1 });
  guint alpha = is_dim ? (guint) (255 * DIM_SHARE) : 255;

  if (!label->mask)
    return;
  if (wish->is_turned)
    draw_turned (paint, wish, label, ink, alpha);
  else
    {
      if (wish->flags & BOX_HATCH) /* text stands on plain ground */
        lsc_raster_fill_rect (paint->raster, MAX (pen + label->x - 2, (int) wish->x0),
                              baseline + label->y - 2,
                              MIN (pen + label->x + label->width + 2, (int) wish->x1),
                              baseline + label->y + label->height + 2, wish->fill);
      lsc_raster_blend_mask (paint->raster, label->mask, label->stride, pen + label->x,
                             baseline + label->y, label->width, label->height, (int) wish->x0,
                             (int) wish->x1, ink, alpha);
    }
  self->n_labels++;
}

/* The cache knows texts by the ids of names: another pipeline gives them other texts. */
static void
claim_labels (LscPipelinePainter *self, const LscPipelineRows *layout)
{
  const LscPipeline **owner = &self->label_owner[layout->is_second];

  if (*owner != NULL && *owner != layout->view->pipeline)
    lsc_label_cache_clear (self->labels);
  *owner = layout->view->pipeline;
}

/* Draws the labels wished for, at most 1,500 on both sides together. */
static void
paint_labels (LscBodyPaint *paint)
{
  LscPipelinePainter *self = paint->painter;
  gboolean is_shared = paint->layout->is_second || paint->layout->twin;
  guint stride, n = 0, most = is_shared ? MAX_LABELS_PER_FRAME / 2 : MAX_LABELS_PER_FRAME;

  claim_labels (self, paint->layout);
  lsc_label_cache_set_size (self->labels, MAX (_lsc_label_size (paint->layout), 1) * paint->scale);
  _lsc_label_wishes_fit (self->wishes, paint->layout->view,
                         paint->layout->is_second ? KEY_SECOND : 0, /* its names are its own */
                         paint->scale, measure_label, paint);
  stride = choose_stride (self->wishes, most);
  for (guint i = 0; i < self->wishes->len && n < most; i++)
    {
      const LscLabelWish *wish = &g_array_index (self->wishes, LscLabelWish, i);

      if (wish_number (wish, i) % stride != 0)
        continue;
      draw_label (paint, wish);
      n++;
    }
}

/* ---- body ---- */

static void
paint_row (LscBodyPaint *paint, gsize row)
{
  gsize n_visible;
  double width = _lsc_row_mean_width (paint->layout, row, &n_visible);

  if (n_visible > 0 && width < STRIP_BELOW_PX)
    _lsc_body_paint_strip (paint, row);
  else
    _lsc_body_paint_boxes (paint, row);
  if (paint->layout->delta_height > 0)
    _lsc_body_paint_delta (paint, row);
  if (paint->layout->p2p_height > 0)
    _lsc_body_paint_p2p (paint, row);
}

static void
paint_rows (LscBodyPaint *paint)
{
  const LscPipelineRows *layout = paint->layout;
  LscBlockColors colors;

  _lsc_block_colors_init (&colors, paint->painter, layout);
  paint->colors = &colors;
  g_array_set_size (paint->painter->wishes, 0);
  for (gsize r = 0; r < layout->n_rows; r++)
    {
      if (!_lsc_pipeline_rows_row_is_visible (layout, r))
        continue;
      if (r < layout->n_shared_rows)
        _lsc_body_paint_ghost (paint, r);
      else
        paint_row (paint, r);
    }
  paint_labels (paint);
}

static void
paint_sides (LscPipelinePainter *self, const LscPipelineRows *layout, LscRaster *raster,
             double scale)
{
  LscBodyPaint paint = { self, layout, NULL, raster, scale };

  _lsc_body_reserve (self, raster->width);
  if (layout->view->show_grid && layout->n_rows > 0)
    {
      _lsc_body_base_line (&paint, 0, FALSE);
      lsc_raster_copy_line (raster, self->base_line, 0, raster->height);
    }
  else
    lsc_raster_fill (raster, lsc_color_to_rgb (&layout->view->theme.background));
  self->n_labels = 0;
  for (; paint.layout; paint.layout = paint.layout->twin)
    paint_rows (&paint);
}

/* What is drawn rather than written: titles of the sides, outlines, the critical path. */
static void
paint_over (LscPipelinePainter *self, cairo_surface_t *image, const LscPipelineRows *layout,
            double scale)
{
  cairo_t *cr = cairo_create (image);

  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -layout->view->port.header_width, -layout->body_top);
  _lsc_body_paint_over (self, cr, layout);
  cairo_destroy (cr);
}

/**
 * lsc_pipeline_painter_paint_body:
 * @image: an RGB24 image surface; its left top corner is the body's (header width, body top), its
 *   size the body's times @view's scale
 *
 * Paints the rows of both sides: bubbles, blocks or strips, differences, send and receive, labels,
 * outlines of a ghost, the critical path. All of @image is written.
 *
 * Cost: O(visible blocks); 655,360 blocks in 64 rows of a 1600x1280 image take some milliseconds.
 */
void
lsc_pipeline_painter_paint_body (LscPipelinePainter *self, cairo_surface_t *image,
                                 const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };
  LscRaster raster;

  g_return_if_fail (self && image && view);
  layout = _lsc_pipeline_rows_new (view);
  if (!lsc_raster_begin (&raster, image))
    return;
  if (!view->group)
    {
      lsc_raster_fill (&raster, lsc_color_to_rgb (&view->theme.background));
      lsc_raster_end (&raster, image);
      return;
    }
  paint_sides (self, &layout, &raster, view->scale);
  lsc_raster_end (&raster, image);
  if (layout.twin || view->n_path > 0)
    paint_over (self, image, &layout, view->scale);
}

/* Whether a vector page shows the body as an image: rows of strips, or too many boxes. A figure has
 * boxes as long as they are not too many. */
static gboolean
wants_image (const LscPipelineRows *layout)
{
  double least = layout->view->is_figure ? 0 : STRIP_BELOW_PX;
  gsize n = 0, n_visible;

  for (; layout; layout = layout->twin)
    for (gsize r = 0; r < layout->n_rows; r++)
      {
        double width;

        if (!_lsc_pipeline_rows_row_is_visible (layout, r))
          continue;
        width = _lsc_row_mean_width (layout, r, &n_visible);
        n += n_visible;
        if (n > MAX_VECTOR_BOXES || (n_visible > 0 && width < least))
          return TRUE;
      }
  return FALSE;
}

static void
paint_body_image (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout,
                  double scale)
{
  LscPipelineView view = *layout->view;
  cairo_surface_t *image = lsc_paint_new_image (layout->body_width, layout->body_height, scale);

  view.scale = scale;
  lsc_pipeline_painter_paint_body (self, image, &view);
  cairo_save (cr);
  _lsc_pipeline_clip_body (cr, layout);
  lsc_paint_image (cr, image, view.port.header_width, layout->body_top, scale);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

static gboolean
is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF ||
         type == CAIRO_SURFACE_TYPE_PS || type == CAIRO_SURFACE_TYPE_RECORDING;
}

/**
 * lsc_pipeline_painter_paint:
 *
 * Paints the whole chart: background, axis, minimap, header column, rows and overlay. On a vector
 * surface boxes become paths, one for each colour; above 20,000 boxes the rows are embedded as an
 * image of twice the scale.
 */
void
lsc_pipeline_painter_paint (LscPipelinePainter *self, cairo_t *cr, const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };

  g_return_if_fail (self && cr && view);
  layout = _lsc_pipeline_rows_new (view);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, 0, view->port.width, view->port.height);
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  if (view->group && view->port.width > view->port.header_width)
    {
      if (!is_vector (cr))
        paint_body_image (self, cr, &layout, view->scale);
      else if (wants_image (&layout))
        paint_body_image (self, cr, &layout, 2);
      else
        {
          for (const LscPipelineRows *side = &layout; side; side = side->twin)
            _lsc_body_paint_vector (self, cr, side);
          cairo_save (cr);
          _lsc_pipeline_clip_body (cr, &layout);
          _lsc_body_draw_ghost (self, cr, &layout);
          _lsc_body_paint_over (self, cr, &layout);
          cairo_restore (cr);
        }
      if (view->minimap_height > 0)
        {
          cairo_save (cr);
          cairo_translate (cr, view->port.header_width, LSC_PIPELINE_AXIS_HEIGHT);
          lsc_pipeline_painter_paint_minimap (self, cr, view, lsc_viewport_body_width (&view->port),
                                              view->minimap_height - 4);
          cairo_restore (cr);
        }
      lsc_pipeline_painter_paint_axis (self, cr, view);
      lsc_pipeline_painter_paint_header (self, cr, view);
      lsc_pipeline_painter_paint_overlay (self, cr, view);
      lsc_pipeline_painter_paint_hover (self, cr, view);
    }
  cairo_restore (cr);
}
