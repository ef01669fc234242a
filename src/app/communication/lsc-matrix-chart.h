/* lsc-matrix-chart.h - the matrix of links as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/communication/lsc-matrix-view.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "selection-changed"   another cell, row or column, by the user or by lsc_matrix_chart_select()
 * "spot-activated"      double click or Enter on it */

#define LSC_TYPE_MATRIX_CHART (lsc_matrix_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscMatrixChart, lsc_matrix_chart, LSC, MATRIX_CHART, LscCanvas)

void lsc_matrix_chart_set_links (LscMatrixChart *self, const LscTable *links);
void lsc_matrix_chart_set_experts (LscMatrixChart *self, const LscTable *load);
void lsc_matrix_chart_set_metric (LscMatrixChart *self, LscMatrixMetric metric);
const LscMatrixView *lsc_matrix_chart_get_view (LscMatrixChart *self);
void lsc_matrix_chart_select (LscMatrixChart *self, const LscMatrixSpot *spot);
void lsc_matrix_chart_fit (LscMatrixChart *self);

G_END_DECLS
