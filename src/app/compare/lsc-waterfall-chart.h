/* lsc-waterfall-chart.h - the bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/compare/lsc-waterfall-painter.h"

G_BEGIN_DECLS

/* Signals, both with the bar (guint):
 *
 * "selection-changed"  %LSC_WATERFALL_NONE without one
 * "bar-activated"      double click or Enter */

#define LSC_TYPE_WATERFALL_CHART (lsc_waterfall_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscWaterfallChart, lsc_waterfall_chart, LSC, WATERFALL_CHART, LscCanvas)

void lsc_waterfall_chart_set (LscWaterfallChart *self, LscWaterfall *waterfall);
const LscWaterfallView *lsc_waterfall_chart_get_view (LscWaterfallChart *self);
void lsc_waterfall_chart_select (LscWaterfallChart *self, guint bar);

G_END_DECLS
