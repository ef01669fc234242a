/* lsc-pipeline-view.h - the pipeline chart as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/theory/lsc-study.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

#define LSC_TYPE_PIPELINE_VIEW (lsc_pipeline_view_get_type ())
G_DECLARE_FINAL_TYPE (LscPipelineView, lsc_pipeline_view, LSC, PIPELINE_VIEW, GtkWidget)

void lsc_pipeline_view_set_group (LscPipelineView *self, LscPipeline *pipeline,
                                  LscPipelineGroup *group);
void lsc_pipeline_view_set_steps (LscPipelineView *self, gsize first, gsize n_steps,
                                  gboolean side_by_side);

const LscChartView *lsc_pipeline_view_get_chart (LscPipelineView *self);
LscChartView *lsc_pipeline_view_edit_chart (LscPipelineView *self);
void lsc_pipeline_view_chart_edited (LscPipelineView *self);
LscChartPainter *lsc_pipeline_view_get_painter (LscPipelineView *self);

void lsc_pipeline_view_set_study (LscPipelineView *self, LscStudy *study, gsize step);
LscStudy *lsc_pipeline_view_get_study (LscPipelineView *self, gsize step);
void lsc_pipeline_view_set_twin (LscPipelineView *self, const LscChartTwin *twin);

void lsc_pipeline_view_fit (LscPipelineView *self);
void lsc_pipeline_view_zoom (LscPipelineView *self, double factor);
void lsc_pipeline_view_zoom_to_selection (LscPipelineView *self);
void lsc_pipeline_view_pan (LscPipelineView *self, double share);
void lsc_pipeline_view_scale_rows (LscPipelineView *self, double factor);
void lsc_pipeline_view_undo (LscPipelineView *self);
void lsc_pipeline_view_redo (LscPipelineView *self);

void lsc_pipeline_view_select (LscPipelineView *self, const LscChartSpot *spot);
void lsc_pipeline_view_select_and_reveal (LscPipelineView *self, const LscChartSpot *spot);
void lsc_pipeline_view_select_next (LscPipelineView *self, int blocks, int stages);
const LscChartSpot *lsc_pipeline_view_get_selected (LscPipelineView *self);

G_END_DECLS
