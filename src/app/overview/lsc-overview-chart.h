/* lsc-overview-chart.h - where the steps of all ranks go, as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-chart.h"
#include "draw/overview/lsc-rank-painter.h"

G_BEGIN_DECLS

/* Signals beside those of #LscChart:
 *
 * "rank-activated" (row, category)   double click or Enter: guint of the rows, int, -1 = none */

#define LSC_TYPE_OVERVIEW_CHART (lsc_overview_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscOverviewChart, lsc_overview_chart, LSC, OVERVIEW_CHART, LscChart)

void lsc_overview_chart_set_kind (LscOverviewChart *self, LscRankChartKind kind);
void lsc_overview_chart_set_rows (LscOverviewChart *self, const LscRankRows *rows);
void lsc_overview_chart_set_share (LscOverviewChart *self, gboolean is_share);
void lsc_overview_chart_set_metric (LscOverviewChart *self, guint metric);
void lsc_overview_chart_select (LscOverviewChart *self, guint row);
void lsc_overview_chart_set_first (LscOverviewChart *self, guint row);
const LscRankChart *lsc_overview_chart_get_chart (LscOverviewChart *self);
char *lsc_overview_chart_explain_legend (LscOverviewChart *self, double width, double x, double y);
double lsc_overview_chart_paint_legend (LscOverviewChart *self, cairo_t *cr, double width);

G_END_DECLS
