/* lsc-rank-painter-steps.c - the steps of each rank as points
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/lsc-axis.h"
#include "draw/lsc-paint.h"
#include "draw/overview/lsc-rank-painter-private.h"

#define MOST_LINES 64 /* of ranks; more are points alone */
#define LEAST_LABEL_PX 24.0

/* Its axis counts from the highest step down. */
static LscAxis
make_axis (const LscRankChart *chart)
{
  double room = lsc_rank_chart_room (chart);
  double per_px = (lsc_rank_chart_point_y (chart, chart->rows->least_point_ns) -
                   lsc_rank_chart_point_y (chart, chart->rows->most_point_ns)) /
                  MAX ((double) (chart->rows->most_point_ns - chart->rows->least_point_ns), 1);
  double span_ns;

  if (per_px <= 0) /* all steps are the same */
    per_px = room / MAX ((double) chart->rows->most_point_ns * 0.004 + 2, 1);
  span_ns = room / per_px;
  return lsc_axis_new (
      (double) chart->rows->least_point_ns -
          (chart->port.height - lsc_rank_chart_point_y (chart, chart->rows->least_point_ns)) /
              per_px,
      span_ns, room, LEAST_LABEL_PX);
}

/* Marked ranks are drawn last, over the others. */
typedef enum
{
  LOOK_USUAL,
  LOOK_SLOW,
  LOOK_CHOSEN,
  N_LOOKS,
} Look;

static Look
get_look (const LscRankChart *chart, guint index)
{
  if (index == chart->selected || index == chart->hovered)
    return LOOK_CHOSEN;
  return lsc_rank_rows_get (chart->rows, index)->is_slow ? LOOK_SLOW : LOOK_USUAL;
}

static void
set_color (cairo_t *cr, const LscRankChart *chart, Look look)
{
  if (look == LOOK_CHOSEN)
    lsc_color_set (cr, &chart->theme.accent);
  else if (look == LOOK_SLOW)
    lsc_color_set_rgb (cr, lsc_palette_warning ());
  else
    lsc_color_set_alpha (cr, &chart->theme.dim, chart->rows->rows->len > 8 ? 0.6 : 0.8);
}

static double
point_x (const LscRankChart *chart, const LscRankPoint *point)
{
  return lsc_viewport_time_to_x (&chart->port, point->step * LSC_RANK_CHART_UNIT_NS);
}

static void
add_line (cairo_t *cr, const LscRankChart *chart, const GArray *points)
{
  cairo_new_sub_path (cr);
  for (guint i = 0; i < points->len; i++)
    {
      const LscRankPoint *point = &g_array_index (points, LscRankPoint, i);

      cairo_line_to (cr, point_x (chart, point), lsc_rank_chart_point_y (chart, point->ns));
    }
}

/* Each pixel once, however many ranks have a point there: @seen has a byte for each. */
static void
add_points (cairo_t *cr, const LscRankChart *chart, const GArray *points, guint8 *seen, double size)
{
  for (guint i = 0; i < points->len; i++)
    {
      const LscRankPoint *point = &g_array_index (points, LscRankPoint, i);
      double x = point_x (chart, point), y = lsc_rank_chart_point_y (chart, point->ns);
      gsize pixel;

      if (x < chart->port.header_width || x >= chart->port.width || y < 0 ||
          y >= chart->port.height)
        continue;
      pixel = (gsize) y * (gsize) ceil (chart->port.width) + (gsize) x;
      if (!seen[pixel])
        cairo_rectangle (cr, x - size, y - size, 2 * size, 2 * size);
      seen[pixel] = 1;
    }
}

static void
paint_look (cairo_t *cr, const LscRankChart *chart, Look look)
{
  g_autofree guint8 *seen =
      g_new0 (guint8, (gsize) ceil (chart->port.width) * (gsize) ceil (chart->port.height));
  gboolean has_lines = chart->rows->rows->len <= MOST_LINES || look == LOOK_CHOSEN;

  set_color (cr, chart, look);
  for (guint i = 0; i < chart->rows->rows->len && has_lines; i++)
    if (get_look (chart, i) == look && lsc_rank_rows_get (chart->rows, i)->points)
      add_line (cr, chart, lsc_rank_rows_get (chart->rows, i)->points);
  cairo_set_line_width (cr, look == LOOK_USUAL ? 1 : 2);
  cairo_stroke (cr);
  for (guint i = 0; i < chart->rows->rows->len; i++)
    if (get_look (chart, i) == look && lsc_rank_rows_get (chart->rows, i)->points)
      add_points (cr, chart, lsc_rank_rows_get (chart->rows, i)->points, seen,
                  look == LOOK_USUAL ? 2.5 : 3.5);
  cairo_fill (cr);
}

void
_lsc_rank_painter_paint_steps (cairo_t *cr, const LscRankChart *chart)
{
  for (Look look = LOOK_USUAL; look < N_LOOKS; look++)
    paint_look (cr, chart, look);
}

/* Lengths of steps at the left. */
void
_lsc_rank_painter_paint_step_headers (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  LscAxis axis = make_axis (chart);

  for (guint i = 0; i < axis.n_ticks; i++)
    {
      double y = lsc_rank_chart_point_y (chart, (gint64) lsc_axis_tick_ns (&axis, i));
      g_autofree char *number = lsc_axis_label (&axis, i);
      g_autofree char *label = g_strdup_printf ("%s %s", number, axis.unit);

      if (y < LSC_RANK_CHART_RULER_PX + 6 || y > chart->port.height - 6)
        continue;
      lsc_paint_rect (cr, &chart->theme.grid, chart->port.header_width - 6, floor (y), 6, 1);
      lsc_color_set (cr, &chart->theme.dim);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = chart->port.header_width - 10,
                                     .middle = y,
                                     .align = 1,
                                     .size = LSC_RANK_TEXT_PX },
                     label);
    }
}
