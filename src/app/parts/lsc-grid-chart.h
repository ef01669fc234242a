/* lsc-grid-chart.h - ranks in their layout as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"

#include "draw/grid/lsc-grid-view.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "selection-changed"   another rank, by the user alone
 * "rank-activated"      double click or Enter on it */

#define LSC_TYPE_GRID_CHART (lsc_grid_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscGridChart, lsc_grid_chart, LSC, GRID_CHART, LscCanvas)

void lsc_grid_chart_set_grid (LscGridChart *self, const LscRankGrid *grid);
void lsc_grid_chart_set_figure (LscGridChart *self, LscGridFigure figure);
void lsc_grid_chart_select (LscGridChart *self, guint cell);
void lsc_grid_chart_choose (LscGridChart *self, guint cell);
const LscGridView *lsc_grid_chart_get_view (LscGridChart *self);

G_END_DECLS
