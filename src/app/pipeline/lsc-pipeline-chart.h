/* lsc-pipeline-chart.h - the pipeline chart as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"
#include "app/parts/lsc-chart.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "model/lsc-pin.h"

G_BEGIN_DECLS

/* "activate-block" is emitted when the selected block is to be opened. */

#define LSC_TYPE_PIPELINE_CHART (lsc_pipeline_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscPipelineChart, lsc_pipeline_chart, LSC, PIPELINE_CHART, LscChart)

void lsc_pipeline_chart_set_group (LscPipelineChart *self, LscPipeline *pipeline,
                                   LscPipelineGroup *group);
void lsc_pipeline_chart_set_steps (LscPipelineChart *self, gsize first, gsize n_steps,
                                   gboolean side_by_side);

const LscPipelineView *lsc_pipeline_chart_get_chart (LscPipelineChart *self);
LscPipelineView *lsc_pipeline_chart_edit_chart (LscPipelineChart *self);
void lsc_pipeline_chart_pin (LscPipelineChart *self, LscPin *pin);
LscPipelinePainter *lsc_pipeline_chart_get_painter (LscPipelineChart *self);

void lsc_pipeline_chart_set_study (LscPipelineChart *self, LscStudy *study, gsize step);
LscStudy *lsc_pipeline_chart_get_study (LscPipelineChart *self, gsize step);
void lsc_pipeline_chart_set_twin (LscPipelineChart *self, const LscPipelineTwin *twin);

void lsc_pipeline_chart_select (LscPipelineChart *self, const LscPipelineSpot *spot);
void lsc_pipeline_chart_select_and_reveal (LscPipelineChart *self, const LscPipelineSpot *spot);
const LscPipelineSpot *lsc_pipeline_chart_get_selected (LscPipelineChart *self);

int lsc_pipeline_chart_get_least_height (LscPipelineChart *self);
int lsc_pipeline_chart_get_most_height (LscPipelineChart *self);

G_END_DECLS
