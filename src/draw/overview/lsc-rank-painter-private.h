/* lsc-rank-painter-private.h - what the parts of the painter of ranks share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-text.h"
#include "draw/overview/lsc-rank-painter.h"
#include "draw/overview/lsc-rank-scale.h"

G_BEGIN_DECLS

struct _LscRankPainter
{
  LscText *text;
};

#define LSC_RANK_TEXT_PX 11.0

/* -- lsc-rank-painter-cells.c -- */
LscRankScale _lsc_rank_chart_scale (const LscRankChart *chart);
void _lsc_rank_painter_paint_cells (cairo_t *cr, const LscRankChart *chart);

/* -- lsc-rank-painter-steps.c -- */
void _lsc_rank_painter_paint_steps (cairo_t *cr, const LscRankChart *chart);
void _lsc_rank_painter_paint_step_headers (LscRankPainter *self, cairo_t *cr,
                                           const LscRankChart *chart);

/* -- lsc-rank-painter-legend.c -- */
void _lsc_rank_paint_category (cairo_t *cr, const LscRankChart *chart, int category, double x,
                               double y, double width, double height);
void _lsc_rank_paint_host (cairo_t *cr, const LscRankChart *chart, double x, double y,
                           double height);
void _lsc_rank_paint_slow (cairo_t *cr, const LscRankChart *chart, double x, double y, double size);

G_END_DECLS
