/* lsc-bar-chart.h - a plot of bars as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/communication/lsc-bar-view.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "selection-changed"   another bar, by the user
 * "bar-activated"       double click or Enter on it
 * "fitting-changed"     another number of lying bars has room for labels */

#define LSC_TYPE_BAR_CHART (lsc_bar_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscBarChart, lsc_bar_chart, LSC, BAR_CHART, LscCanvas)

void lsc_bar_chart_set_plot (LscBarChart *self, LscBarPlot *plot);
const LscBarView *lsc_bar_chart_get_view (LscBarChart *self);
guint lsc_bar_chart_count_fitting (LscBarChart *self);
void lsc_bar_chart_yield (LscBarChart *self);
void lsc_bar_chart_select (LscBarChart *self, gint64 tag);
gboolean lsc_bar_chart_get_selected (LscBarChart *self, gint64 *tag);

G_END_DECLS
