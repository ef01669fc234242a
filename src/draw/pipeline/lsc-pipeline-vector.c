/* lsc-pipeline-vector.c - the rows of the pipeline chart as paths, for SVG and PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "analyze/theory/lsc-blame.h"
#include "draw/lsc-inks.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

typedef struct
{
  LscPipelinePainter *painter;
  cairo_t *cr;
  const LscPipelineRows *layout;
  double label_size;
  LscInks *fills;
  LscInks *marks; /* over the fills */
  GArray *bubbles;
  GArray *hatched;
  GArray *dashed;
  GArray *outlined;
  GArray *corners;
  GArray *causes[LSC_CAUSE_N];
} Vector;

/* ---- collecting ---- */

/* Later chunks in a figure have a corner instead of a bar, which beside an outline would look like
 * a gap. */
static void
add_corners (Vector *self, const LscBox *box, double x0, double third, double y0)
{
  double size = MIN (CORNER_PX, (box->x1 - box->x0) / 3);

  if (size < 1.5)
    return;
  if (box->flags & BOX_MARK)
    lsc_rects_add (self->corners, x0, y0, x0 + size, y0 + size);
  if (box->flags & BOX_MARK_RIGHT)
    lsc_rects_add (self->corners, third + 1, y0, third + 1 + size, y0 + size);
}

static void
add_box (Vector *self, const LscBox *box, double y0, double y1)
{
  double width = self->layout->body_width, size = box->x1 - box->x0;
  double x0 = CLAMP (box->x0, -8, width + 8), x1 = CLAMP (box->x1, -8, width + 8);
  double third = CLAMP (box->x0 + size / 3, -8, width + 8);
  double fade = box->flags & BOX_DIM ? 0.12 : 0.35;

  if (box->flags & BOX_SPLIT)
    {
      lsc_inks_add (self->fills, box->fill, x0, y0, third, y1);
      lsc_inks_add (self->fills, box->fill_right, third, y0, x1, y1);
      if (size >= 4)
        lsc_inks_add (self->marks, 0x000000, third, y0, third + 1, y1);
    }
  else
    lsc_inks_add (self->fills, box->fill, x0, y0, x1, y1);
  if (box->flags & BOX_HIDDEN)
    return;
  if (box->flags & BOX_OUTLINE)
    lsc_rects_add (self->outlined, x0, y0, x1, y1);
  else if (size >= 5)
    lsc_inks_add (self->marks, lsc_color_mix_rgb (box->fill_right, 0x000000, fade), x1 - 1, y0, x1,
                  y1);
  if (box->flags & BOX_OUTLINE)
    add_corners (self, box, x0, third, y0);
  else if ((box->flags & BOX_MARK) && size >= 9)
    lsc_inks_add (self->marks, 0xffffff, x0, y0, x0 + 2, y1);
  if ((box->flags & BOX_MARK_RIGHT) && size >= 9 && !(box->flags & BOX_OUTLINE))
    lsc_inks_add (self->marks, 0xffffff, third + 1, y0, third + 3, y1);
  if (box->flags & BOX_HATCH)
    lsc_rects_add (self->hatched, x0, y0, x1, y1);
  if ((box->flags & BOX_DASHED) && size >= 6)
    lsc_rects_add (self->dashed, x0, y0, x1, y1);
  if (box->flags & BOX_FRAME)
    {
      guint32 edge = lsc_color_mix_rgb (box->fill, 0x000000, 0.35);

      lsc_inks_add (self->marks, edge, x0, y0, x1, y0 + 1);
      lsc_inks_add (self->marks, edge, x0, y1 - 1, x1, y1);
    }
  if (box->flags & BOX_OUTLIER)
    lsc_inks_add (self->marks, lsc_color_to_rgb (&self->layout->view->theme.foreground), x0, y0 - 2,
                  MAX (x1, x0 + 1), y0 - 1);
}

static void
add_bubbles (Vector *self, gsize row, double y0, double y1)
{
  const LscPipelineRows *layout = self->layout;

  for (gsize s = 0; s < layout->n_steps && layout->view->show_bubbles; s++)
    {
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);

      if (!_lsc_pipeline_rows_has_blocks (layout, s, row))
        continue;
      lsc_rects_add (
          self->bubbles,
          CLAMP (_lsc_pipeline_rows_x (layout, s, step->t0_ns), 0, layout->body_width), y0,
          CLAMP (_lsc_pipeline_rows_x (layout, s, step->t1_ns), 0, layout->body_width), y1);
    }
}

static void
add_causes (Vector *self, gsize row, double y0, double y1)
{
  const LscPipelineRows *layout = self->layout;
  gsize first, end;

  if (!_lsc_pipeline_has_causes (layout))
    return;
  _lsc_row_idle_range (layout, row, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      LscIdleBox box = _lsc_row_idle_box (layout, i, 1);

      lsc_rects_add (self->causes[box.cause], CLAMP (box.x0, 0, layout->body_width), y0,
                     CLAMP (box.x1, 0, layout->body_width), y1);
    }
}

static void
add_legs (Vector *self, gsize row)
{
  const LscPipelineRows *layout = self->layout;
  GArray *legs = self->painter->legs;
  double y0 = _lsc_pipeline_rows_p2p_y (layout, row);
  double y1 = y0 + layout->p2p_height;

  if (layout->p2p_height <= 0)
    return;
  g_array_set_size (legs, 0);
  _lsc_row_collect_legs (layout, row, 1, legs);
  for (guint i = 0; i < legs->len; i++)
    {
      const LscLegBox *leg = &g_array_index (legs, LscLegBox, i);
      double x0 = CLAMP (leg->x0, -8, layout->body_width + 8);
      double x1 = CLAMP (MAX (leg->x1, leg->x0 + 1), -8, layout->body_width + 8);

      lsc_inks_add (self->fills, lsc_palette_send (), x0, y0, x1, y1);
      if (!leg->is_send && x1 - x0 >= 3)
        lsc_inks_add (self->marks, lsc_palette_receive (), x0 + 1, y0 + 1, x1 - 1, y1 - 1);
    }
}

static void
add_row (Vector *self, const LscBlockColors *colors, gsize row)
{
  const LscPipelineRows *layout = self->layout;
  GArray *boxes = self->painter->boxes;

  g_array_set_size (boxes, 0);
  _lsc_row_collect_boxes (layout, colors, row, 1, boxes);
  for (guint lane = 0; lane < layout->rows[row].n_lanes; lane++)
    {
      double y0 = _lsc_pipeline_rows_lane_y (layout, row, lane), y1 = y0 + layout->lane_height;

      add_bubbles (self, row, y0, y1);
      add_causes (self, row, y0, y1);
    }
  for (guint i = 0; i < boxes->len; i++)
    {
      const LscBox *box = &g_array_index (boxes, LscBox, i);

      add_box (self, box, _lsc_pipeline_rows_lane_y (layout, row, box->first_lane),
               _lsc_pipeline_rows_lane_y (layout, row, box->end_lane) - LANE_GAP);
    }
  add_legs (self, row);
  _lsc_row_wish_labels (layout, row, (const LscBox *) (gpointer) boxes->data, boxes->len, 1,
                        layout->body_width, self->painter->wishes);
}

/* ---- drawing ---- */

static void
stroke_lines (Vector *self, const GArray *rects, double period, double dx, double dy)
{
  cairo_t *cr = self->cr;
  double y0 = self->layout->body_top, height = self->layout->body_height;
  double width = self->layout->body_width, length = dx != 0 ? width + height : height;

  if (rects->len == 0)
    return;
  cairo_save (cr);
  lsc_rects_add_path (rects, cr);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1);
  for (double at = 0; at < length; at += period)
    {
      double x = dx > 0 ? at - height : dx < 0 ? at : 0, y = dx != 0 ? y0 : y0 + at;

      cairo_move_to (cr, x, y);
      cairo_line_to (cr, dx != 0 ? x + dx * height : width, y + dy * height);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
stroke_diagonals (Vector *self, const GArray *rects, double period)
{
  stroke_lines (self, rects, period, -1, 1);
}

/* The patterns of lsc-pipeline-idle.c as lines. */
static void
draw_cause (Vector *self, guint cause)
{
  const LscTheme *theme = &self->layout->view->theme;
  const GArray *rects = self->causes[cause];
  guint32 fill = lsc_pipeline_cause_fill (cause, theme);

  if (rects->len == 0)
    return;
  lsc_color_set_rgb (self->cr, fill);
  lsc_rects_add_path (rects, self->cr);
  cairo_fill (self->cr);
  lsc_color_set_rgb (self->cr,
                     lsc_color_mix_rgb (fill, lsc_color_to_rgb (&theme->foreground), 0.28));
  if (cause == LSC_CAUSE_WORK)
    stroke_lines (self, rects, 8, -1, 1);
  if (cause == LSC_CAUSE_CLOCK)
    stroke_lines (self, rects, 6, -1, 1);
  if (cause == LSC_CAUSE_CLOCK || cause == LSC_CAUSE_HOST)
    stroke_lines (self, rects, cause == LSC_CAUSE_HOST ? 5 : 6, 1, 1);
  if (cause == LSC_CAUSE_LINK)
    stroke_lines (self, rects, 5, 0, 0);
  if (cause == LSC_CAUSE_UNKNOWN)
    {
      static const double dots[] = { 1, 4 };

      cairo_set_dash (self->cr, dots, 2, 0);
      stroke_lines (self, rects, 5, 0, 0);
      cairo_set_dash (self->cr, NULL, 0, 0);
    }
}

static void
draw_corners (Vector *self)
{
  cairo_set_source_rgb (self->cr, 1, 1, 1);
  for (guint i = 0; i < self->corners->len; i++)
    {
      const LscRect *rect = &g_array_index (self->corners, LscRect, i);

      cairo_move_to (self->cr, rect->x, rect->y);
      cairo_rel_line_to (self->cr, rect->width, 0);
      cairo_line_to (self->cr, rect->x, rect->y + rect->height);
      cairo_close_path (self->cr);
    }
  cairo_fill (self->cr);
}

/* Thin dark lines around the boxes of a figure, the thinner the narrower those are. */
static void
draw_outlines (Vector *self)
{
  double sum = 0;

  if (self->outlined->len == 0)
    return;
  for (guint i = 0; i < self->outlined->len; i++)
    sum += g_array_index (self->outlined, LscRect, i).width;
  cairo_set_source_rgba (self->cr, 0, 0, 0, 0.75);
  cairo_set_line_width (self->cr, CLAMP (sum / self->outlined->len / 14, 0.15, 0.6));
  lsc_rects_add_path (self->outlined, self->cr);
  cairo_stroke (self->cr);
}

static void
draw_column_lines (Vector *self)
{
  const LscPipelineRows *layout = self->layout;
  double distance = _lsc_column_grid_ns (layout) * layout->px_per_ns;

  if (!layout->view->show_grid || layout->is_second || !(distance >= 4))
    return;
  lsc_color_set (self->cr, &layout->view->theme.grid);
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);
      double x0 = _lsc_pipeline_rows_x (layout, s, step->t0_ns);
      double x1 = MIN (_lsc_pipeline_rows_x (layout, s, step->t1_ns), layout->body_width);

      for (double x = x0 + (x0 < 0 ? ceil (-x0 / distance) : 0) * distance; x < x1; x += distance)
        cairo_rectangle (self->cr, round (x * 16) / 16, layout->body_top, 1, layout->body_height);
    }
  cairo_fill (self->cr);
}

static void
draw_dashes (Vector *self)
{
  static const double dashes[] = { 3, 3 };

  cairo_set_source_rgb (self->cr, 0, 0, 0);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, dashes, 2, 0);
  for (guint i = 0; i < self->dashed->len; i++)
    {
      const LscRect *rect = &g_array_index (self->dashed, LscRect, i);

      cairo_rectangle (self->cr, rect->x + 0.5, rect->y + 0.5, rect->width - 1, rect->height - 1);
    }
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static double
measure_label (guint64 key, gpointer data)
{
  Vector *self = data;
  char text[96];

  _lsc_block_text (key, (gpointer) self->layout->view->pipeline, text, sizeof text);
  return text[0] != '\0' ? lsc_text_width (self->painter->text, self->label_size, text) : 0;
}

static void
draw_label (Vector *self, const LscLabelWish *wish)
{
  double size = self->label_size, width = measure_label (wish->key, self);
  gboolean is_white = wish->flags & BOX_WHITE_LABEL && !(wish->flags & BOX_DIM);
  double ink = is_white ? 1 : 0;
  char text[96];

  _lsc_block_text (wish->key, (gpointer) self->layout->view->pipeline, text, sizeof text);
  cairo_save (self->cr);
  cairo_translate (self->cr, (wish->x0 + wish->x1) / 2, (wish->y0 + wish->y1) / 2);
  if (wish->is_turned)
    cairo_rotate (self->cr, -G_PI / 2);
  if (wish->flags & BOX_HATCH)
    {
      double room = wish->is_turned ? wish->y1 - wish->y0 : wish->x1 - wish->x0;
      double half = MIN (width + 4, room - 1) / 2; /* inside the box */

      lsc_color_set_rgb (self->cr, wish->fill);
      cairo_rectangle (self->cr, -half, -size / 2 - 1, 2 * half, size + 2);
      cairo_fill (self->cr);
    }
  cairo_set_source_rgba (self->cr, ink, ink, ink, wish->flags & BOX_DIM ? DIM_SHARE : 1);
  lsc_text_draw (self->painter->text, self->cr, &(LscTextLine){ .align = 0.5, .size = size }, text);
  cairo_restore (self->cr);
}

static void
draw_all (Vector *self)
{
  const LscTheme *theme = &self->layout->view->theme;

  draw_column_lines (self);
  lsc_color_set (self->cr, &theme->bubble);
  lsc_rects_add_path (self->bubbles, self->cr);
  cairo_fill (self->cr);
  lsc_color_set (self->cr, &theme->bubble_line);
  stroke_diagonals (self, self->bubbles, 8);
  for (guint i = 0; i < LSC_CAUSE_N; i++)
    draw_cause (self, i);
  lsc_inks_fill (self->fills, self->cr);
  cairo_set_source_rgba (self->cr, 0, 0, 0, self->layout->view->is_figure ? 0.2 : 0.31);
  stroke_diagonals (self, self->hatched, 4);
  lsc_inks_fill (self->marks, self->cr);
  draw_corners (self);
  draw_outlines (self);
  draw_dashes (self);
  if (self->layout->delta_height > 0)
    _lsc_body_draw_deltas (self->painter, self->cr, self->layout);
  _lsc_label_wishes_fit (self->painter->wishes, self->layout->view, 0, 1, measure_label, self);
  for (guint i = 0; i < self->painter->wishes->len; i++)
    draw_label (self, &g_array_index (self->painter->wishes, LscLabelWish, i));
}

/* Paints the rows at view coordinates. */
void
_lsc_body_paint_vector (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  Vector vector = {
    .painter = self, .cr = cr, .layout = layout, .label_size = _lsc_label_size (layout)
  };
  LscBlockColors colors;

  vector.fills = lsc_inks_new ();
  vector.marks = lsc_inks_new ();
  vector.bubbles = lsc_rects_new ();
  vector.hatched = lsc_rects_new ();
  vector.dashed = lsc_rects_new ();
  vector.corners = lsc_rects_new ();
  vector.outlined = lsc_rects_new ();
  for (guint i = 0; i < LSC_CAUSE_N; i++)
    vector.causes[i] = lsc_rects_new ();
  g_array_set_size (self->wishes, 0);
  _lsc_block_colors_init (&colors, self, layout);
  for (gsize r = layout->n_shared_rows; r < layout->n_rows; r++)
    if (_lsc_pipeline_rows_row_is_visible (layout, r))
      add_row (&vector, &colors, r);
  cairo_save (cr);
  _lsc_pipeline_clip_body (cr, layout);
  cairo_translate (cr, layout->view->port.header_width, 0);
  draw_all (&vector);
  cairo_restore (cr);
  lsc_inks_free (vector.fills);
  lsc_inks_free (vector.marks);
  g_array_unref (vector.bubbles);
  g_array_unref (vector.hatched);
  g_array_unref (vector.dashed);
  g_array_unref (vector.outlined);
  g_array_unref (vector.corners);
  for (guint i = 0; i < LSC_CAUSE_N; i++)
    g_array_unref (vector.causes[i]);
}
