/* lsc-pipeline-strips.c - rows of the body written into an image: strips, boxes, send and receive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

/* A row is written as one line of pixels, copied down its height; only what differs from line to
 * line (hatches, dashes, labels) is drawn on top. */

#define HATCH_PX 4
#define BUBBLE_HATCH_PX 8
#define MARK_LEAST_PX 9.0
#define EDGE_LEAST_PX 5.0

/* Makes room for lines of @width. */
void
_lsc_body_reserve (LscPipelinePainter *self, int width)
{
  gsize n = (gsize) width + 2;

  if (n <= self->line_capacity)
    return;
  self->line_capacity = n;
  self->line = g_renew (guint32, self->line, n);
  self->base_line = g_renew (guint32, self->base_line, n);
  self->ticks = g_renew (guint8, self->ticks, n);
  self->deltas = g_renew (float, self->deltas, n);
  g_aligned_free (self->columns);
  self->columns = g_aligned_alloc (n, sizeof (LscMix), 16);
}

/* Makes the columns empty for _lsc_body_accumulate(). */
void
_lsc_body_clear_columns (LscPipelinePainter *self, int width)
{
  memset (self->ticks, 0, (gsize) width + 1);
  memset (self->columns, 0, ((gsize) width + 1) * sizeof (LscMix));
}

/* Writes the columns over the base line into the image. */
void
_lsc_body_copy_columns (LscBodyPaint *paint, int y0, int y1)
{
  LscPipelinePainter *painter = paint->painter;

  for (int x = 0; x < paint->raster->width; x++)
    painter->line[x] = lsc_mix_over (painter->columns[x], painter->base_line[x]);
  lsc_raster_copy_line (paint->raster, painter->line, y0, y1);
}

static inline int
to_pixel (double x, int width)
{
  /* first clamped: a place of another year does not fit an int */
  return (int) floor (CLAMP (x, -1.0, width + 1.0) + 0.5);
}

static void
fill_span (guint32 *line, int width, double x0, double x1, guint32 rgb)
{
  int end = MIN (to_pixel (x1, width), width);

  for (int x = MAX (to_pixel (x0, width), 0); x < end; x++)
    line[x] = rgb | 0xff000000;
}

static void
blend_span (guint32 *line, int width, double x0, double x1, guint32 rgb, guint alpha)
{
  int end = MIN (to_pixel (x1, width), width);

  for (int x = MAX (to_pixel (x0, width), 0); x < end; x++)
    line[x] = lsc_raster_mix (line[x], rgb, alpha);
}

/* ---- what lies under the blocks ---- */

static void
tint_phases (LscBodyPaint *paint, gsize row, gsize step)
{
  const LscPipelineRows *layout = paint->layout;
  const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, step, row);
  const LscPipelineStep *window = _lsc_pipeline_rows_step (layout, step);
  guint32 *line = paint->painter->base_line;
  int width = paint->raster->width;
  double x[4];

  if (!data || data->n_blocks == 0)
    return;
  x[0] = _lsc_pipeline_rows_x (layout, step, window->t0_ns) * paint->scale;
  x[1] = _lsc_pipeline_rows_x (layout, step, data->metrics.warmup_end_ns) * paint->scale;
  x[2] = _lsc_pipeline_rows_x (layout, step, data->metrics.cooldown_begin_ns) * paint->scale;
  x[3] = _lsc_pipeline_rows_x (layout, step, window->t1_ns) * paint->scale;
  blend_span (line, width, x[0], x[1], 0x56B4E9, 64);
  blend_span (line, width, x[2], x[3], 0xCC79A7, 64);
}

static void
tint_causes (LscBodyPaint *paint, gsize row)
{
  const LscPipelineRows *layout = paint->layout;
  gsize first, end;

  _lsc_row_idle_range (layout, row, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      LscIdleBox box = _lsc_row_idle_box (layout, i, paint->scale);

      fill_span (paint->painter->base_line, paint->raster->width, box.x0, box.x1,
                 lsc_pipeline_cause_fill (box.cause, &layout->view->theme));
    }
}

static void
draw_column_grid (LscBodyPaint *paint)
{
  const LscPipelineRows *layout = paint->layout;
  double step_ns = _lsc_column_grid_ns (layout);
  guint32 grid = lsc_color_to_rgb (&layout->view->theme.grid);
  double distance = step_ns * layout->px_per_ns * paint->scale;
  int width = paint->raster->width;

  /* closer lines would be a grey area; also when the distance is not a number */
  if (!(distance >= 4 * paint->scale))
    return;
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);
      double x0 = _lsc_pipeline_rows_x (layout, s, step->t0_ns) * paint->scale;
      double x1 = MIN (_lsc_pipeline_rows_x (layout, s, step->t1_ns) * paint->scale, width);
      double first = x0 < 0 ? ceil (-x0 / distance) : 0;

      for (double x = x0 + first * distance; x < x1; x += distance)
        fill_span (paint->painter->base_line, width, x, x + paint->scale, grid);
    }
}

/* Writes the line under a row's blocks; without bubbles that of the gaps between rows. */
void
_lsc_body_base_line (LscBodyPaint *paint, gsize row, gboolean with_bubbles)
{
  const LscPipelineRows *layout = paint->layout;
  const LscPipelineView *view = layout->view;
  guint32 *line = paint->painter->base_line;
  int width = paint->raster->width;
  guint32 background = lsc_color_to_rgb (&view->theme.background) | 0xff000000;

  for (int x = 0; x < width; x++)
    line[x] = background;
  for (gsize s = 0; with_bubbles && s < layout->n_steps; s++)
    {
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);

      if (!_lsc_pipeline_rows_has_blocks (layout, s, row))
        continue; /* not recorded, which is not idle */
      if (view->show_bubbles)
        fill_span (line, width, _lsc_pipeline_rows_x (layout, s, step->t0_ns) * paint->scale,
                   _lsc_pipeline_rows_x (layout, s, step->t1_ns) * paint->scale,
                   lsc_color_to_rgb (&view->theme.bubble));
      if (_lsc_pipeline_has_causes (layout))
        tint_causes (paint, row);
      if (view->show_phase_tint)
        tint_phases (paint, row, s);
    }
  if (view->show_grid)
    draw_column_grid (paint);
}

/* ---- strips ---- */

typedef struct
{
  const LscBlockColors *colors;
  LscMix *columns;
  guint8 *ticks;
  gsize row;
  int width;
  gint64 begin_ns; /* recorded time at column 0, and the part of a ns after it */
  double fraction;
  double px_per_ns;
} Strip;

static Strip
make_strip (const LscBodyPaint *paint, gsize row)
{
  return (Strip){ .colors = paint->colors,
                  .columns = paint->painter->columns,
                  .ticks = paint->painter->ticks,
                  .row = row,
                  .width = paint->raster->width,
                  .fraction = paint->layout->view->port.begin_fraction,
                  .px_per_ns = paint->layout->px_per_ns * paint->scale };
}

static void
begin_step (Strip *strip, const LscPipelineRows *layout, gsize step)
{
  /* As recorded time once a step: the inner loop then subtracts ns exactly, and only the small
   * difference becomes a double. */
  strip->begin_ns = lsc_row_from_axis (&layout->map.items[step], layout->view->port.begin_ns);
}

static inline void
add_block (const Strip *strip, const LscBlock *block, LscMix color)
{
  double x0 = ((double) (block->start_ns - strip->begin_ns) - strip->fraction) * strip->px_per_ns;
  double x1 = ((double) (block->end_ns - strip->begin_ns) - strip->fraction) * strip->px_per_ns;

  x0 = MAX (x0, 0);
  x1 = MIN (x1, strip->width);
  /* also where one of them is not a number */
  if (!(x1 > x0))
    return;
  lsc_mix_add_span (strip->columns, strip->width, (float) x0, (float) x1, color);
  if (G_UNLIKELY (block->flags & LSC_BLOCK_OUTLIER))
    strip->ticks[(int) x0] = 1;
}

/* The common case without any test inside: colours by kind, nothing hidden or selected. */
static void
add_blocks_by_kind (const Strip *strip, const LscBlock *blocks, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint chunk = lsc_block_chunk_f (&blocks[i]), kind = MIN (blocks[i].kind, LSC_BLOCK_O);

      add_block (strip, &blocks[i],
                 strip->colors->mix[kind * 2 + (chunk != LSC_CHUNK_NONE && chunk >= 1)]);
    }
}

static LscMix
color_of (const Strip *strip, const LscBlock *block)
{
  const LscBlockColors *colors = strip->colors;
  guint index;

  if (lsc_block_is_hidden (block, colors->hidden_kinds))
    return colors->hidden_mix;
  index = _lsc_block_colors_index (colors, block, strip->row);
  return _lsc_block_colors_is_dim (colors, block) ? colors->mix_dim[index] : colors->mix[index];
}

static void
add_blocks (const Strip *strip, const LscBlock *blocks, gsize n)
{
  const LscBlockColors *colors = strip->colors;

  if (colors->mode == LSC_COLOR_BY_KIND && colors->hidden_kinds == 0 && !colors->has_selection)
    {
      add_blocks_by_kind (strip, blocks, n);
      return;
    }
  for (gsize i = 0; i < n; i++)
    add_block (strip, &blocks[i], color_of (strip, &blocks[i]));
}

static void
add_lane (const Strip *strip, const LscPipelineRows *layout, const LscPipelineRow *data,
          gsize first, gsize end, guint lane)
{
  guint first_lane, end_lane;

  for (gsize i = first; i < end; i++)
    {
      _lsc_pipeline_rows_block_lanes (layout, strip->row, data, &data->blocks[i], &first_lane,
                                      &end_lane);
      if (lane >= first_lane && lane < end_lane)
        add_blocks (strip, &data->blocks[i], 1);
    }
}

/* Adds the blocks of one lane to the painter's columns. */
void
_lsc_body_accumulate (LscBodyPaint *paint, gsize row, guint lane)
{
  const LscPipelineRows *layout = paint->layout;
  Strip strip = make_strip (paint, row);
  gsize first, end;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, s, row);

      _lsc_pipeline_rows_visible (layout, s, row, &first, &end);
      begin_step (&strip, layout, s);
      if (first >= end)
        continue;
      if (layout->rows[row].n_lanes == 1)
        add_blocks (&strip, data->blocks + first, end - first);
      else
        add_lane (&strip, layout, data, first, end, lane);
    }
}

static void
draw_outlier_ticks (LscBodyPaint *paint, int lane_top)
{
  guint32 rgb = lsc_color_to_rgb (&paint->layout->view->theme.foreground);
  int height = MAX ((int) lround (2 * paint->scale), 1);
  int thickness = MAX ((int) lround (paint->scale), 1);

  for (int x = 0; x < paint->raster->width; x++)
    if (paint->painter->ticks[x])
      lsc_raster_fill_rect (paint->raster, x, lane_top - height, x + thickness, lane_top, rgb);
}

static void
lane_pixels (const LscBodyPaint *paint, gsize row, guint lane, int *y0, int *y1)
{
  double y = _lsc_pipeline_rows_lane_y (paint->layout, row, lane) - paint->layout->body_top;

  *y0 = (int) lround (y * paint->scale);
  *y1 = (int) lround ((y + paint->layout->lane_height) * paint->scale);
}

/* Paints a row whose blocks are too narrow for boxes: every pixel column shows the covered share of
 * each colour over the bubble. */
void
_lsc_body_paint_strip (LscBodyPaint *paint, gsize row)
{
  LscPipelinePainter *painter = paint->painter;
  int width = paint->raster->width, y0, y1;

  _lsc_body_base_line (paint, row, TRUE);
  for (guint lane = 0; lane < paint->layout->rows[row].n_lanes; lane++)
    {
      _lsc_body_clear_columns (painter, width);
      _lsc_body_accumulate (paint, row, lane);
      lane_pixels (paint, row, lane, &y0, &y1);
      _lsc_body_copy_columns (paint, y0, y1);
      draw_outlier_ticks (paint, y0);
    }
}

/* ---- boxes ---- */

/* Darker right edge, divider and chunk bars: the same on every line. */
static void
write_box_marks (guint32 *line, int width, const LscBox *box, double scale)
{
  double size = (box->x1 - box->x0) / scale, third = box->x0 + (box->x1 - box->x0) / 3;
  gboolean is_dim = (box->flags & BOX_DIM) != 0;

  if (box->flags & BOX_HIDDEN)
    return;
  if (size >= EDGE_LEAST_PX && !(box->flags & BOX_OUTLINE))
    fill_span (line, width, box->x1 - scale, box->x1,
               lsc_color_mix_rgb (box->fill_right, 0x000000, is_dim ? 0.12 : 0.35));
  if ((box->flags & BOX_SPLIT) && size >= 4)
    blend_span (line, width, third, third + scale, 0x000000, is_dim ? 90 : 255);
  if (size < MARK_LEAST_PX || box->flags & BOX_OUTLINE)
    return;
  if (box->flags & BOX_MARK)
    blend_span (line, width, box->x0, box->x0 + 2 * scale, 0xffffff, is_dim ? 120 : 255);
  if (box->flags & BOX_MARK_RIGHT)
    blend_span (line, width, third + scale, third + 3 * scale, 0xffffff, is_dim ? 120 : 255);
}

static void
write_box (guint32 *line, int width, const LscBox *box, double scale)
{
  int x0 = to_pixel (box->x0, width), x1 = to_pixel (box->x1, width);

  if (x0 == x1) /* below a pixel: its share of the column, so that coverage stays true */
    {
      double share = CLAMP (box->x1 - box->x0, 0, 1);
      int x = (int) floor (CLAMP (box->x0, -1.0, width));

      if (x >= 0 && x < width)
        line[x] = lsc_raster_mix (line[x], box->fill_right, (guint) lround (share * 255));
      return;
    }
  if (box->flags & BOX_SPLIT)
    {
      double third = box->x0 + (box->x1 - box->x0) / 3;

      fill_span (line, width, box->x0, third, box->fill);
      fill_span (line, width, third, box->x1, box->fill_right);
    }
  else
    fill_span (line, width, box->x0, box->x1, box->fill);
  write_box_marks (line, width, box, scale);
}

static void
hatch_bubbles (LscBodyPaint *paint, int y0, int y1)
{
  const LscTheme *theme = &paint->layout->view->theme;
  const guint32 *line = paint->painter->line;
  guint32 bubble = lsc_color_to_rgb (&theme->bubble) | 0xff000000;
  guint32 stroke = lsc_color_to_rgb (&theme->bubble_line);
  int period = (int) lround (BUBBLE_HATCH_PX * paint->scale), width = paint->raster->width;
  double shift =
      lsc_pipeline_view_begin (paint->layout->view) * paint->layout->px_per_ns * paint->scale;
  int phase = (int) -fmod (shift, period); /* the lines travel with the time */

  for (int x = 0; x < width;)
    {
      int end = x;

      while (end < width && line[end] == bubble)
        end++;
      if (end - x >= 3)
        lsc_raster_hatch (paint->raster, x, y0, end, y1,
                          &(LscRasterLines){ .hatch = LSC_HATCH_RISING,
                                             .period = period,
                                             .thickness = (int) paint->scale,
                                             .phase = phase - y0 % period,
                                             .rgb = stroke,
                                             .alpha = 255 });
      x = MAX (end, x + 1);
    }
}

static void
mark_cause (LscBodyPaint *paint, guint cause, int x0, int x1, int y0, int y1)
{
  const LscPipelineView *view = paint->layout->view;
  int unit = MAX ((int) paint->scale, 1);
  int shift =
      (int) fmod (floor (lsc_pipeline_view_begin (view) * paint->layout->px_per_ns + 0.5), 1e8);
  guint32 ink = lsc_color_mix_rgb (lsc_pipeline_cause_fill (cause, &view->theme),
                                   lsc_color_to_rgb (&view->theme.foreground), 0.28) |
                0xff000000;

  shift = (shift % 840 + 840) % 840; /* patterns travel with the time; 840: all periods divide it */
  y0 = MAX (y0, 0);
  for (int y = y0; y < MIN (y1, paint->raster->height); y++)
    {
      guint32 *line = paint->raster->pixels + (gssize) y * paint->raster->stride;

      for (int x = x0; x < x1; x++)
        if (_lsc_cause_mark (cause, x / unit + shift, (y - y0) / unit))
          line[x] = ink;
    }
}

/* The patterns of the causes, on the runs of their fills that blocks have left. */
static void
mark_causes (LscBodyPaint *paint, gsize row, int y0, int y1)
{
  const LscPipelineRows *layout = paint->layout;
  const guint32 *line = paint->painter->line;
  int width = paint->raster->width;
  gsize first, end;

  _lsc_row_idle_range (layout, row, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      LscIdleBox box = _lsc_row_idle_box (layout, i, paint->scale);
      guint32 fill = lsc_pipeline_cause_fill (box.cause, &layout->view->theme) | 0xff000000;
      int x0 = MAX (to_pixel (box.x0, width), 0), x1 = MIN (to_pixel (box.x1, width), width);

      for (int x = x0; x < x1; x++)
        {
          int from = x;

          while (x < x1 && line[x] == fill)
            x++;
          if (x - from >= 3)
            mark_cause (paint, box.cause, from, x, y0, y1);
        }
    }
}

static void
fill_corner (LscBodyPaint *paint, double x, int y, double size)
{
  for (int i = 0; i < (int) size; i++)
    lsc_raster_fill_rect (paint->raster, (int) x, y + i, (int) x + (int) size - i, y + i + 1,
                          0xffffff);
}

/* Corners of later chunks and the outline of a figure's box. */
static void
outline_box (LscBodyPaint *paint, const LscBox *box, int x0, int y0, int x1, int y1)
{
  int scale = MAX ((int) paint->scale / 2, 1);
  gboolean is_dim = (box->flags & BOX_DIM) != 0;
  double corner = MIN (CORNER_PX * paint->scale, (x1 - x0) / 3.0);
  guint alpha = is_dim ? 60 : 190;

  if (box->flags & BOX_MARK)
    fill_corner (paint, x0, y0, corner);
  if (box->flags & BOX_MARK_RIGHT)
    fill_corner (paint, x0 + (x1 - x0) / 3.0 + paint->scale, y0, corner);
  lsc_raster_blend_rect (paint->raster, x0, y0, x1, y0 + scale, 0x000000, alpha);
  lsc_raster_blend_rect (paint->raster, x0, y1 - scale, x1, y1, 0x000000, alpha);
  lsc_raster_blend_rect (paint->raster, x0, y0 + scale, x0 + scale, y1 - scale, 0x000000, alpha);
  lsc_raster_blend_rect (paint->raster, x1 - scale, y0 + scale, x1, y1 - scale, 0x000000, alpha);
}

static void
decorate_box (LscBodyPaint *paint, const LscBox *box, int y0, int y1)
{
  int width = paint->raster->width, scale = MAX ((int) paint->scale, 1);
  int x0 = to_pixel (box->x0, width), x1 = to_pixel (box->x1, width);
  gboolean is_dim = (box->flags & BOX_DIM) != 0;

  if ((box->flags & BOX_HATCH) && x1 - x0 >= 4 * scale)
    lsc_raster_hatch (
        paint->raster, x0, y0, x1, y1,
        &(LscRasterLines){ .hatch = LSC_HATCH_RISING,
                           .period = HATCH_PX * scale,
                           .thickness = scale,
                           .phase = (int) fmod (floor (box->x0 + 0.5), HATCH_PX * scale),
                           .alpha = is_dim ? 30 : 80 });
  if ((box->flags & BOX_DASHED) && x1 - x0 >= 6 * scale)
    lsc_raster_dashed_frame (paint->raster, (int) floor (CLAMP (box->x0, -1e6, 1e6) + 0.5), y0,
                             (int) floor (CLAMP (box->x1, -1e6, 1e6) + 0.5), y1, 3 * scale, scale,
                             is_dim ? 0x808080
                                    : (box->flags & BOX_WHITE_LABEL ? 0xffffff : 0x000000));
  if ((box->flags & BOX_OUTLINE) && x1 - x0 >= 2 * scale)
    outline_box (paint, box, x0, y0, x1, y1);
  if ((box->flags & BOX_FRAME) && x1 > x0)
    {
      lsc_raster_blend_rect (paint->raster, x0, y0, x1, y0 + scale, 0x000000, is_dim ? 30 : 90);
      lsc_raster_blend_rect (paint->raster, x0, y1 - scale, x1, y1, 0x000000, is_dim ? 30 : 90);
    }
  if (box->flags & BOX_OUTLIER)
    lsc_raster_fill_rect (paint->raster, x0, y0 - 2 * scale, MAX (x1, x0 + scale), y0 - scale,
                          lsc_color_to_rgb (&paint->layout->view->theme.foreground));
}

/* The gap above a lane, crossed by boxes that take both lanes. */
static void
paint_lane_gap (LscBodyPaint *paint, gsize row, guint lane, const LscBox *boxes, guint n_boxes)
{
  LscPipelinePainter *painter = paint->painter;
  int width = paint->raster->width, y0, y1, unused;

  _lsc_body_base_line (paint, row, FALSE);
  memcpy (painter->line, painter->base_line, (gsize) width * 4);
  for (guint i = 0; i < n_boxes; i++)
    if (boxes[i].first_lane < lane && boxes[i].end_lane > lane)
      write_box (painter->line, width, &boxes[i], paint->scale);
  lane_pixels (paint, row, lane - 1, &unused, &y0);
  lane_pixels (paint, row, lane, &y1, &unused);
  lsc_raster_copy_line (paint->raster, painter->line, y0, y1);
}

static void
paint_lane (LscBodyPaint *paint, gsize row, guint lane, const LscBox *boxes, guint n_boxes)
{
  LscPipelinePainter *painter = paint->painter;
  int width = paint->raster->width, y0, y1;

  memcpy (painter->line, painter->base_line, (gsize) width * 4);
  for (guint i = 0; i < n_boxes; i++)
    if (lane >= boxes[i].first_lane && lane < boxes[i].end_lane)
      write_box (painter->line, width, &boxes[i], paint->scale);
  lane_pixels (paint, row, lane, &y0, &y1);
  lsc_raster_copy_line (paint->raster, painter->line, y0, y1);
  if (paint->layout->view->show_bubbles)
    hatch_bubbles (paint, y0, y1);
  if (_lsc_pipeline_has_causes (paint->layout))
    mark_causes (paint, row, y0, y1);
}

/* Paints a row as boxes and notes the labels it would like. */
void
_lsc_body_paint_boxes (LscBodyPaint *paint, gsize row)
{
  LscPipelinePainter *painter = paint->painter;
  const LscPipelineRows *layout = paint->layout;
  guint n_lanes = layout->rows[row].n_lanes, n_boxes;
  const LscBox *boxes;

  g_array_set_size (painter->boxes, 0);
  _lsc_row_collect_boxes (layout, paint->colors, row, paint->scale, painter->boxes);
  boxes = (const LscBox *) (gpointer) painter->boxes->data;
  n_boxes = painter->boxes->len;
  _lsc_body_base_line (paint, row, TRUE);
  for (guint lane = 0; lane < n_lanes; lane++)
    paint_lane (paint, row, lane, boxes, n_boxes);
  for (guint lane = 1; lane < n_lanes; lane++)
    paint_lane_gap (paint, row, lane, boxes, n_boxes);
  for (guint i = 0; i < n_boxes; i++)
    if (boxes[i].flags & (BOX_HATCH | BOX_DASHED | BOX_OUTLIER | BOX_FRAME | BOX_OUTLINE))
      {
        int y0, y1, unused;

        lane_pixels (paint, row, boxes[i].first_lane, &y0, &unused);
        lane_pixels (paint, row, boxes[i].end_lane - 1u, &unused, &y1);
        decorate_box (paint, &boxes[i], y0, y1);
      }
  _lsc_row_wish_labels (layout, row, boxes, n_boxes, paint->scale, paint->raster->width,
                        painter->wishes);
}

/* ---- send and receive ---- */

static void
paint_leg (LscBodyPaint *paint, const LscLegBox *leg, int y0, int y1)
{
  int width = paint->raster->width, scale = MAX ((int) paint->scale, 1);
  int x0 = to_pixel (leg->x0, width), x1 = MAX (to_pixel (leg->x1, width), x0 + 1);
  guint32 send = lsc_palette_send ();

  lsc_raster_fill_rect (paint->raster, x0, y0, x1, y1, send);
  if (leg->is_send || x1 - x0 < 3 * scale)
    return;
  lsc_raster_fill_rect (paint->raster, x0 + scale, y0 + scale, x1 - scale, y1 - scale,
                        lsc_palette_receive ());
}

static void
add_legs (const Strip *strip, const LscLeg *legs, gsize n)
{
  LscMix send = lsc_mix_from_rgb (lsc_palette_send ());
  LscMix receive = lsc_mix_from_rgb (lsc_palette_receive ());

  for (gsize i = 0; i < n; i++)
    {
      LscBlock leg = { .start_ns = legs[i].start_ns, .end_ns = legs[i].end_ns };

      add_block (strip, &leg, legs[i].is_send ? send : receive);
    }
}

/* Many operators: their share of each column, like strips. */
static void
paint_leg_strip (LscBodyPaint *paint, gsize row, int y0, int y1)
{
  const LscPipelineRows *layout = paint->layout;
  Strip strip = make_strip (paint, row);
  gsize first, end;

  _lsc_body_clear_columns (paint->painter, strip.width);
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      _lsc_pipeline_rows_visible_legs (layout, s, row, &first, &end);
      begin_step (&strip, layout, s);
      if (first < end)
        add_legs (&strip, _lsc_pipeline_rows_row (layout, s, row)->legs + first, end - first);
    }
  _lsc_body_copy_columns (paint, y0, y1);
}

static gsize
count_visible_legs (const LscPipelineRows *layout, gsize row)
{
  gsize n = 0, first, end;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      _lsc_pipeline_rows_visible_legs (layout, s, row, &first, &end);
      n += end - first;
    }
  return n;
}

/* Paints the lane of send and receive operators. */
void
_lsc_body_paint_p2p (LscBodyPaint *paint, gsize row)
{
  const LscPipelineRows *layout = paint->layout;
  GArray *legs = paint->painter->legs;
  double y = _lsc_pipeline_rows_p2p_y (layout, row) - layout->body_top;
  int y0 = (int) lround (y * paint->scale);
  int y1 = (int) lround ((y + layout->p2p_height) * paint->scale);

  _lsc_body_base_line (paint, row, FALSE);
  if (count_visible_legs (layout, row) > (gsize) (paint->raster->width / (4 * paint->scale)))
    {
      paint_leg_strip (paint, row, y0, y1);
      return;
    }
  g_array_set_size (legs, 0);
  _lsc_row_collect_legs (layout, row, paint->scale, legs);
  lsc_raster_copy_line (paint->raster, paint->painter->base_line, y0, y1);
  for (guint i = 0; i < legs->len; i++)
    paint_leg (paint, &g_array_index (legs, LscLegBox, i), y0, y1);
}
