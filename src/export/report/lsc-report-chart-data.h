/* lsc-report-chart-data.h - the figures of charts that stand in no other table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "draw/memory/lsc-memory-plot.h"
#include "draw/operators/lsc-operator-plots.h"
#include "draw/operators/lsc-roofline-view.h"

G_BEGIN_DECLS

LscTable *lsc_report_new_blocks_table (void);
void lsc_report_blocks_add_step (LscTable *table, const char *name, const LscPipeline *pipeline,
                                 const LscPipelineStep *step);
LscTable *lsc_report_shares_table (const LscBarPlot *plot);
LscTable *lsc_report_marks_table (const LscRooflineMark *marks, gsize n_marks);
LscTable *lsc_report_curves_table (const LscMemoryPlot *plot);

G_END_DECLS
