/* lsc-rank-painter-cells.c - a cell for each rank, where they are too many for bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-paint.h"
#include "draw/overview/lsc-rank-painter-private.h"

#define GAP_LEAST_PX 6.0 /* of cells that have room for gaps and outlines */
#define SIGN_PX 11.0
#define MOST_SIGNS 64 /* more would hide what they are about */

/** Returns: the scale of the figure that the colours of a chart stand for */
LscRankScale
_lsc_rank_chart_scale (const LscRankChart *chart)
{
  guint n = chart->rows->rows->len;
  g_autofree gint64 *values = g_new (gint64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    values[i] = lsc_rank_chart_value (chart, lsc_rank_rows_get (chart->rows, i));
  return lsc_rank_scale_new (values, n);
}

static void
paint_cell (cairo_t *cr, const LscRankChart *chart, const LscRankScale *scale, guint index)
{
  const LscRankRow *row = lsc_rank_rows_get (chart->rows, index);
  gint64 value = lsc_rank_chart_value (chart, row);
  double x0, y0, x1, y1, gap;

  lsc_rank_chart_row_box (chart, index, &x0, &y0, &x1, &y1);
  if (x1 < chart->port.header_width || x0 > chart->port.width || y0 > chart->port.height ||
      y1 < LSC_RANK_CHART_RULER_PX)
    return;
  gap = MIN (x1 - x0, y1 - y0) >= GAP_LEAST_PX ? 1 : 0;
  if (value == LSC_INT_NULL)
    {
      lsc_color_set (cr, &chart->theme.dim);
      lsc_paint_hatch (cr, x0, y0, x1 - x0 - gap, y1 - y0 - gap, 4);
      return;
    }
  lsc_paint_rect_rgb (cr, lsc_rank_scale_fill (scale, (double) value, chart->theme.is_dark), x0, y0,
                      x1 - x0 - gap, y1 - y0 - gap);
  if (gap > 0 && (row->is_slow || lsc_rank_scale_is_far (scale, (double) value)))
    {
      lsc_color_set (cr, &chart->theme.foreground);
      cairo_set_line_width (cr, row->is_slow ? 2 : 1);
      cairo_rectangle (cr, x0 + 1, y0 + 1, x1 - x0 - gap - 2, y1 - y0 - gap - 2);
      cairo_stroke (cr);
    }
}

/* px: where the sign of a cell begins: inside of it, else beside it */
static double
place_sign (const LscRankChart *chart, double x0, double x1, double height)
{
  if (MIN (x1 - x0, height) >= SIGN_PX + 4)
    return (x0 + x1 - SIGN_PX) / 2;
  return x1 + SIGN_PX * 1.5 < chart->port.width ? x1 + 3 : x0 - SIGN_PX - 3;
}

/* A cell is one among thousands: it has the sign, and a frame around it where it is small. */
static void
mark_slow (cairo_t *cr, const LscRankChart *chart, guint index)
{
  double x0, y0, x1, y1, x, y;

  lsc_rank_chart_row_box (chart, index, &x0, &y0, &x1, &y1);
  if (x1 < chart->port.header_width || x0 > chart->port.width || y0 > chart->port.height ||
      y1 < LSC_RANK_CHART_RULER_PX)
    return;
  if (MIN (x1 - x0, y1 - y0) < GAP_LEAST_PX) /* else the cell has one inside */
    {
      lsc_color_set (cr, &chart->theme.foreground);
      cairo_set_line_width (cr, 1);
      cairo_rectangle (cr, x0 - 1.5, y0 - 1.5, x1 - x0 + 3, y1 - y0 + 3);
      cairo_stroke (cr);
    }
  x = place_sign (chart, x0, x1, y1 - y0);
  y = (y0 + y1 - SIGN_PX) / 2;
  lsc_paint_rect (cr, &chart->theme.background, x - 1, y - 1, SIGN_PX + 2, SIGN_PX + 2);
  _lsc_rank_paint_slow (cr, chart, x, y, SIGN_PX);
}

void
_lsc_rank_painter_paint_cells (cairo_t *cr, const LscRankChart *chart)
{
  LscRankScale scale = _lsc_rank_chart_scale (chart);

  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < chart->rows->rows->len; i++)
    paint_cell (cr, chart, &scale, i);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  for (guint i = 0, n = 0; i < chart->rows->rows->len && n < MOST_SIGNS; i++)
    if (lsc_rank_rows_get (chart->rows, i)->is_slow)
      {
        mark_slow (cr, chart, i);
        n++;
      }
}
