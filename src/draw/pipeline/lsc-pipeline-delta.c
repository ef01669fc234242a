/* lsc-pipeline-delta.c - how much earlier or later each block began than its pair
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

/* The difference of a block: its start minus that of its pair, each after the T0 of its own step.
 * Colours are symmetric around zero and the same over all rows of the step. */

typedef struct
{
  const LscPipelineStep *step;
  const LscPipelineStep *other;
  const LscBlockPairs *pairs;
} Sides;

static Sides
sides_of (const LscPipelineRows *layout)
{
  return (Sides){ _lsc_pipeline_rows_step (layout, 0), _lsc_pipeline_rows_step (layout->twin, 0),
                  layout->view->twin.pairs };
}

static gboolean
find_delta (const Sides *sides, gsize row, gsize block, gint64 *delta_ns)
{
  guint32 pair;

  if (row >= sides->pairs->n_rows || row >= sides->other->n_rows)
    return FALSE;
  pair = sides->pairs->other[row][block];
  if (pair >= sides->other->rows[row].n_blocks)
    return FALSE;
  *delta_ns = (sides->other->rows[row].blocks[pair].start_ns - sides->other->t0_ns) -
              (sides->step->rows[row].blocks[block].start_ns - sides->step->t0_ns);
  return TRUE;
}

/* Returns: the largest difference of the step, 0 if there is none; found once for the same pairs */
gint64
_lsc_painter_get_delta_scale (LscPipelinePainter *self, const LscPipelineRows *layout)
{
  Sides sides = sides_of (layout);
  LscDeltaKey *key = &self->delta_key;
  gint64 delta;

  if (key->pairs == sides.pairs && key->step == sides.step && key->other == sides.other)
    return self->delta_scale_ns;
  *key = (LscDeltaKey){ sides.pairs, sides.step, sides.other };
  self->delta_scale_ns = 0;
  for (gsize r = 0; r < sides.step->n_rows; r++)
    for (gsize i = 0; i < sides.step->rows[r].n_blocks; i++)
      if (find_delta (&sides, r, i, &delta))
        self->delta_scale_ns = MAX (self->delta_scale_ns, ABS (delta));
  return self->delta_scale_ns;
}

static guint32
delta_fill (double share)
{
  return lsc_palette_duration_fill (share * 0.5);
}

/* Columns beside each other mostly belong to one block and have one colour. */
static void
write_columns (LscPipelinePainter *painter, int width)
{
  float last = NAN;
  guint32 fill = 0;

  for (int x = 0; x < width; x++)
    {
      float share = painter->deltas[x];

      if (isnan (share))
        continue;
      if (share != last)
        {
          fill = delta_fill (share) | 0xff000000;
          last = share;
        }
      painter->base_line[x] = fill;
    }
}

/* For each pixel column the difference of the largest magnitude; NaN where there is none. */
static void
collect_columns (LscBodyPaint *paint, gsize row, gint64 scale_ns)
{
  const LscPipelineRows *layout = paint->layout;
  const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, 0, row);
  float *columns = paint->painter->deltas;
  int width = paint->raster->width;
  Sides sides = sides_of (layout);
  gsize first, end;
  gint64 delta;

  for (int x = 0; x < width; x++)
    columns[x] = NAN;
  _lsc_pipeline_rows_visible (layout, 0, row, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      double x0 = _lsc_pipeline_rows_x (layout, 0, data->blocks[i].start_ns) * paint->scale;
      double x1 = _lsc_pipeline_rows_x (layout, 0, data->blocks[i].end_ns) * paint->scale;
      float share;
      int from, to;

      if (lsc_block_is_hidden (&data->blocks[i], layout->view->hidden_kinds) ||
          !find_delta (&sides, row, i, &delta))
        continue;
      share = scale_ns > 0 ? (float) ((double) delta / (double) scale_ns) : 0;
      from = (int) floor (CLAMP (x0, 0, width) + 0.5);
      to = (int) floor (CLAMP (x1, 0, width) + 0.5);
      for (int x = from; x < MIN (MAX (to, from + 1), width); x++)
        if (isnan (columns[x]) || fabsf (share) > fabsf (columns[x]))
          columns[x] = share;
    }
}

/* Paints the strip of differences of a row. */
void
_lsc_body_paint_delta (LscBodyPaint *paint, gsize row)
{
  LscPipelinePainter *painter = paint->painter;
  const LscPipelineRows *layout = paint->layout;
  double y = _lsc_pipeline_rows_delta_y (layout, row) - layout->body_top;
  int y0 = (int) lround (y * paint->scale);
  int y1 = (int) lround ((y + layout->delta_height) * paint->scale);

  _lsc_body_base_line (paint, row, FALSE);
  if (row < _lsc_pipeline_rows_step (layout, 0)->n_rows)
    {
      collect_columns (paint, row, _lsc_painter_get_delta_scale (painter, layout));
      write_columns (painter, paint->raster->width);
    }
  lsc_raster_copy_line (paint->raster, painter->base_line, y0, y1);
}

/* The same as rectangles, for SVG and PDF, in coordinates of the body. */
void
_lsc_body_draw_deltas (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  gint64 scale_ns = _lsc_painter_get_delta_scale (self, layout), delta;
  Sides sides = sides_of (layout);
  gsize first, end;

  for (gsize r = 0; r < sides.step->n_rows; r++)
    {
      const LscPipelineRow *data = &sides.step->rows[r];
      double y = _lsc_pipeline_rows_delta_y (layout, r);

      _lsc_pipeline_rows_visible (layout, 0, r, &first, &end);
      for (gsize i = first; i < end; i++)
        {
          double x0 = _lsc_pipeline_rows_x (layout, 0, data->blocks[i].start_ns);
          double x1 = _lsc_pipeline_rows_x (layout, 0, data->blocks[i].end_ns);

          if (lsc_block_is_hidden (&data->blocks[i], layout->view->hidden_kinds) ||
              !find_delta (&sides, r, i, &delta))
            continue;
          x0 = CLAMP (x0, -8, layout->body_width + 8);
          x1 = CLAMP (x1, -8, layout->body_width + 8);
          lsc_paint_rect_rgb (cr,
                              delta_fill (scale_ns > 0 ? (double) delta / (double) scale_ns : 0),
                              x0, y, x1 - x0, layout->delta_height);
        }
    }
}
