/* lsc-rank-painter.h - paints a chart of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

#include "draw/overview/lsc-rank-chart.h"

G_BEGIN_DECLS

/** Paints charts with the fonts of a context. Not thread-safe: one for each thread. */
typedef struct _LscRankPainter LscRankPainter;

LscRankPainter *lsc_rank_painter_new (PangoContext *context);
void lsc_rank_painter_free (LscRankPainter *self);
void lsc_rank_painter_paint_left_out (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart,
                                      double height);
double lsc_rank_painter_measure_headers (LscRankPainter *self, const LscRankChart *chart);
void lsc_rank_painter_reset (LscRankPainter *self);

void lsc_rank_painter_paint_body (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart);
void lsc_rank_painter_paint_ruler (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart);
void lsc_rank_painter_paint_headers (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart);
void lsc_rank_painter_paint_overlay (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart);
char *lsc_rank_painter_explain_legend (LscRankPainter *self, const LscRankChart *chart,
                                       double width, double x, double y);
double lsc_rank_painter_paint_legend (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart,
                                      double width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankPainter, lsc_rank_painter_free)

G_END_DECLS
