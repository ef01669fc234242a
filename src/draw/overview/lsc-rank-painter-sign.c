/* lsc-rank-painter-sign.c - the sign of a slow rank, beside its bar or cell and in the legend
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-painter-private.h"

/** Paints the sign of a slow rank. */
void
_lsc_rank_paint_slow (cairo_t *cr, const LscRankChart *chart, double x, double y, double size)
{
  lsc_color_set_rgb (cr, lsc_palette_warning ());
  cairo_move_to (cr, x + size / 2, y);
  cairo_line_to (cr, x + size, y + size);
  cairo_line_to (cr, x, y + size);
  cairo_close_path (cr);
  cairo_fill (cr);
  lsc_color_set (cr, &chart->theme.background);
  cairo_rectangle (cr, x + size / 2 - 0.75, y + size * 0.35, 1.5, size * 0.3);
  cairo_rectangle (cr, x + size / 2 - 0.75, y + size * 0.74, 1.5, 1.5);
  cairo_fill (cr);
}
