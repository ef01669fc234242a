/* lsc-pipeline-twin.c - a second side in the pipeline chart: titles, outlines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define TITLE_PX 12.0
#define NOTE_PX 10.0
#define GHOST_LEAST_PX 8.0 /* mean width of a block below which outlines would be a thicket */
#define GHOST_STRIP_PX 4.0
#define GHOST_DASH_PX 3.0
#define MAX_OUTLINES 20000u

/* ---- bands with titles and the ends of both windows ---- */

typedef struct
{
  double x[2];     /* ends of the windows, view coordinates */
  gint64 shift_ns; /* length of the first side minus that of the second */
  double share;    /* of the second's length */
} Ends;

static Ends
find_ends (const LscPipelineRows *layout)
{
  const LscPipelineStep *first = _lsc_pipeline_rows_step (layout, 0);
  const LscPipelineStep *second = _lsc_pipeline_rows_step (layout->twin, 0);
  double left = layout->view->port.header_width, length = (double) (first->t1_ns - first->t0_ns);
  Ends ends;

  ends.x[0] = left + _lsc_pipeline_rows_x (layout, 0, first->t1_ns);
  ends.x[1] = left + _lsc_pipeline_rows_x (layout->twin, 0, second->t1_ns);
  ends.shift_ns = (second->t1_ns - second->t0_ns) - (first->t1_ns - first->t0_ns);
  ends.share = length > 0 ? (double) ends.shift_ns / length : 0;
  return ends;
}

/* "12.3 ms, 4.1 % longer": how the second side is to the first, which is 100 %. */
static char *
describe_ends (const LscPipelineView *view, const Ends *ends)
{
  g_autofree char *length = _lsc_pipeline_duration (view, ABS (ends->shift_ns));

  if (ends->shift_ns == 0)
    return g_strdup (_ ("same length"));
  /* Translators: a duration and a share of the first side, by which the second one differs */
  return g_strdup_printf (ends->shift_ns < 0 ? _ ("−%s, −%.1f %%: shorter")
                                             : _ ("+%s, +%.1f %%: longer"),
                          length, fabs (ends->share) * 100);
}

static void
draw_end_line (cairo_t *cr, const LscPipelineRows *layout, double x, double y0, double y1)
{
  static const double dashes[] = { 4, 2 };

  lsc_color_set (cr, &layout->view->theme.foreground);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_move_to (cr, floor (x) + 0.5, y0);
  cairo_line_to (cr, floor (x) + 0.5, y1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* A dimension line between the two ends. */
static void
draw_span (cairo_t *cr, const Ends *ends, double middle)
{
  double x0 = MIN (ends->x[0], ends->x[1]), x1 = MAX (ends->x[0], ends->x[1]);

  if (x1 - x0 < 3)
    return;
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x0, middle);
  cairo_line_to (cr, x1, middle);
  cairo_move_to (cr, x0 + 3, middle - 3);
  cairo_line_to (cr, x0, middle);
  cairo_line_to (cr, x0 + 3, middle + 3);
  cairo_move_to (cr, x1 - 3, middle - 3);
  cairo_line_to (cr, x1, middle);
  cairo_line_to (cr, x1 - 3, middle + 3);
  cairo_stroke (cr);
}

/* The ends in the band @side, the difference written left of them when there is room behind the
 * title, which ends at @title_end. */
static void
draw_ends (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout, guint side,
           double title_end)
{
  const LscPipelineView *view = layout->view;
  Ends ends = find_ends (layout);
  double middle = floor (layout->band_y[side] + BAND_HEIGHT / 2) + 0.5;
  double left = MIN (ends.x[0], ends.x[1]), right = MAX (ends.x[0], ends.x[1]);
  g_autofree char *text = describe_ends (view, &ends);
  double width = lsc_text_width (self->text, NOTE_PX, text);

  lsc_color_set (cr, &view->theme.foreground);
  draw_span (cr, &ends, middle);
  if (left - width - 8 >= title_end && left <= view->port.width)
    lsc_text_draw (self->text, cr,
                   &(LscTextLine){ .x = left - 6, .middle = middle, .align = 1, .size = NOTE_PX },
                   text);
  else if (right + width + 8 <= view->port.width && right + 6 >= title_end)
    lsc_text_draw (self->text, cr,
                   &(LscTextLine){ .x = right + 6, .middle = middle, .size = NOTE_PX }, text);
}

static double
draw_title (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout, guint side,
            const char *title)
{
  const LscPipelineView *view = layout->view;
  double left = view->port.header_width, y = layout->band_y[side];

  if (!view->is_figure)
    lsc_paint_rect (cr, &view->theme.bubble, left, y, layout->body_width, BAND_HEIGHT);
  lsc_color_set (cr, &view->theme.grid);
  if (side == 1 && !view->is_figure)
    {
      cairo_rectangle (cr, left, floor (y), layout->body_width, 1);
      cairo_fill (cr);
    }
  lsc_color_set (cr, &view->theme.foreground);
  return left + 8 +
         lsc_text_draw (
             self->text, cr,
             &(LscTextLine){
                 .x = left + 8, .middle = y + BAND_HEIGHT / 2, .size = TITLE_PX, .is_bold = TRUE },
             title ? title : "") +
         8;
}

/* Title of a side, "second side" if it has none. */
static const char *
second_title (const LscPipelineTwin *twin)
{
  return twin->title ? twin->title : _ ("other side");
}

static void
draw_common_band (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  const LscPipelineTwin *twin = &layout->view->twin;
  const char *first = twin->first_title ? twin->first_title : _ ("this side");
  g_autofree char *text =
      twin->mode == LSC_TWIN_GHOST
          ? g_strdup_printf (_ ("%s · dashed outlines: %s"), first, second_title (twin))
          : g_strdup_printf (_ ("%s · thin rows: %s"), first, second_title (twin));

  draw_ends (self, cr, layout, 0, draw_title (self, cr, layout, 0, text));
}

static void
draw_bands (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  const LscPipelineTwin *twin = &layout->view->twin;
  Ends ends = find_ends (layout);
  double top = layout->band_y[0], bottom = layout->bottom + BOTTOM_PAD / 2;

  if (twin->mode != LSC_TWIN_BELOW)
    {
      if (layout->band_height[0] > 0)
        draw_common_band (self, cr, layout);
      draw_end_line (cr, layout, ends.x[0], top + layout->band_height[0], bottom);
      draw_end_line (cr, layout, ends.x[1], top + layout->band_height[0], bottom);
      return;
    }
  if (layout->band_height[0] > 0)
    draw_title (self, cr, layout, 0, twin->first_title);
  draw_ends (self, cr, layout, 1, draw_title (self, cr, layout, 1, second_title (twin)));
  draw_end_line (cr, layout, ends.x[0], top + layout->band_height[0],
                 layout->band_y[1] + BAND_HEIGHT);
  draw_end_line (cr, layout, ends.x[1], layout->band_y[1], bottom);
}

/* ---- ghost ---- */

/* Second side too narrow for outlines: its strip along the lower edge of the first's lanes. */
static void
paint_ghost_strip (LscBodyPaint *paint, gsize row)
{
  LscPipelinePainter *painter = paint->painter;
  const LscPipelineRows *layout = paint->layout;
  int width = paint->raster->width;

  _lsc_body_base_line (paint, row, TRUE);
  for (guint lane = 0; lane < layout->rows[row].n_lanes; lane++)
    {
      double end =
          _lsc_pipeline_rows_lane_y (layout, row, lane) + layout->lane_height - layout->body_top;
      int y1 = (int) lround (end * paint->scale);
      int y0 =
          y1 - MAX ((int) lround (MIN (GHOST_STRIP_PX, layout->lane_height / 3) * paint->scale), 1);

      _lsc_body_clear_columns (painter, width);
      _lsc_body_accumulate (paint, row, lane);
      _lsc_body_copy_columns (paint, y0, y1);
      lsc_raster_fill_rect (paint->raster, 0, y0 - MAX ((int) paint->scale, 1), width, y0,
                            lsc_color_to_rgb (&layout->view->theme.background));
    }
}

static guint32
outline_color (const LscPipelineRows *layout, const LscBox *box)
{
  gboolean is_dark = layout->view->theme.is_dark;
  guint32 fill = box->flags & BOX_SPLIT ? box->fill_right : box->fill;

  return lsc_color_mix_rgb (fill, is_dark ? 0xffffff : 0x000000, 0.55);
}

/* Dashed outlines straight into the image: strokes of thousands of boxes would take too long. The
 * right edge of one lies on the left edge of the next. */
static void
paint_ghost_outlines (LscBodyPaint *paint, gsize row)
{
  const LscPipelineRows *layout = paint->layout;
  GArray *boxes = paint->painter->boxes;
  int dash = MAX ((int) lround (GHOST_DASH_PX * paint->scale), 2);
  int thickness = MAX ((int) lround (1.5 * paint->scale), 1);

  g_array_set_size (boxes, 0);
  _lsc_row_collect_boxes (layout, paint->colors, row, paint->scale, boxes);
  for (guint i = 0; i < boxes->len; i++)
    {
      const LscBox *box = &g_array_index (boxes, LscBox, i);
      double top = _lsc_pipeline_rows_lane_y (layout, row, box->first_lane) - layout->body_top;
      double bottom =
          _lsc_pipeline_rows_lane_y (layout, row, box->end_lane) - LANE_GAP - layout->body_top;

      if (!(box->flags & BOX_HIDDEN) && box->x1 > 0)
        lsc_raster_dashed_frame (paint->raster, (int) floor (CLAMP (box->x0, -1e6, 1e6) + 0.5),
                                 (int) lround (top * paint->scale),
                                 (int) floor (CLAMP (box->x1, -1e6, 1e6) + 0.5) + thickness,
                                 (int) lround (bottom * paint->scale), dash, thickness,
                                 outline_color (layout, box));
    }
}

/* Paints a row of a ghost over that of the first side. */
void
_lsc_body_paint_ghost (LscBodyPaint *paint, gsize row)
{
  gsize n_visible;
  double width = _lsc_row_mean_width (paint->layout, row, &n_visible);

  if (n_visible == 0)
    return;
  if (width < GHOST_LEAST_PX)
    paint_ghost_strip (paint, row);
  else
    paint_ghost_outlines (paint, row);
}

static void
outline_row (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout,
             const LscBlockColors *colors, gsize row)
{
  GArray *boxes = self->boxes;
  double left = layout->view->port.header_width;

  g_array_set_size (boxes, 0);
  _lsc_row_collect_boxes (layout, colors, row, 1, boxes);
  for (guint i = 0; i < MIN (boxes->len, MAX_OUTLINES); i++)
    {
      const LscBox *box = &g_array_index (boxes, LscBox, i);
      double x0 = CLAMP (box->x0, -8, layout->body_width + 8) + left;
      double x1 = CLAMP (box->x1, -8, layout->body_width + 8) + left;
      double y0 = _lsc_pipeline_rows_lane_y (layout, row, box->first_lane);
      double y1 = _lsc_pipeline_rows_lane_y (layout, row, box->end_lane) - LANE_GAP;

      if (box->flags & BOX_HIDDEN || x1 - x0 < 1)
        continue;
      lsc_color_set_rgb (cr, outline_color (layout, box));
      cairo_rectangle (cr, x0 + 0.75, y0 + 0.75, MAX (x1 - x0 - 1.5, 0.5), y1 - y0 - 1.5);
      cairo_stroke (cr);
    }
}

static void
draw_outlines (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  static const double dashes[] = { 4, 2 };
  LscBlockColors colors;
  gsize n_visible;

  _lsc_block_colors_init (&colors, self, layout);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dashes, 2, 0);
  for (gsize r = 0; r < layout->n_shared_rows; r++)
    if (_lsc_pipeline_rows_row_is_visible (layout, r) &&
        _lsc_row_mean_width (layout, r, &n_visible) >= GHOST_LEAST_PX)
      outline_row (self, cr, layout, &colors, r);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* The outlines of a ghost as paths, for SVG and PDF; the caller clips to the body. */
void
_lsc_body_draw_ghost (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  if (layout->twin && layout->twin->is_ghost)
    draw_outlines (self, cr, layout->twin);
}

/* Draws what lies on the rows of both sides, in view coordinates; the caller clips to the body. */
void
_lsc_body_paint_over (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  if (layout->view->n_path > 0)
    _lsc_body_paint_path (cr, layout);
  if (layout->twin)
    draw_bands (self, cr, layout);
}
