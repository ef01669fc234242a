/* lsc-scatter-chart.h - a plot of points as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/operators/lsc-scatter-view.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "selection-changed"   another point, by the user or by lsc_scatter_chart_set_plot()
 * "point-activated"     double click or Enter on it */

#define LSC_TYPE_SCATTER_CHART (lsc_scatter_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscScatterChart, lsc_scatter_chart, LSC, SCATTER_CHART, LscCanvas)

void lsc_scatter_chart_set_plot (LscScatterChart *self, LscScatterPlot *plot);
const LscScatterView *lsc_scatter_chart_get_view (LscScatterChart *self);
gboolean lsc_scatter_chart_get_selected (LscScatterChart *self, gsize *point);

G_END_DECLS
