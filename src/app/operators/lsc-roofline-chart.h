/* lsc-roofline-chart.h - kernels below the roof of their chip as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/operators/lsc-roofline-plot.h"

G_BEGIN_DECLS

/* Signal:
 *
 * "selection-changed"   another mark, by the user */

#define LSC_TYPE_ROOFLINE_CHART (lsc_roofline_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscRooflineChart, lsc_roofline_chart, LSC, ROOFLINE_CHART, LscCanvas)

void lsc_roofline_chart_set_plot (LscRooflineChart *self, LscRooflinePlot *plot);
const LscRooflineView *lsc_roofline_chart_get_view (LscRooflineChart *self);
void lsc_roofline_chart_select_group (LscRooflineChart *self, gint64 group);
gint64 lsc_roofline_chart_get_group (LscRooflineChart *self);

G_END_DECLS
