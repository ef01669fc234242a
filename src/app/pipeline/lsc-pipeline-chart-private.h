/* lsc-pipeline-chart-private.h - what the parts of the pipeline widget share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/pipeline/lsc-pipeline-chart.h"

G_BEGIN_DECLS

struct _LscPipelineChart
{
  LscChart parent_instance;

  LscPipeline *pipeline;
  LscPipelineView chart;
  LscStudy *study; /* (nullable): of one of the group's steps */
  gsize study_step;
  gboolean rows_are_chosen; /* their height, by the user */
  LscPipelinePainter *painter;
};

void _lsc_pipeline_chart_add_input (LscChartClass *class);
void _lsc_pipeline_chart_add_menu (LscPipelineChart *self);
GPtrArray *_lsc_pipeline_chart_describe_point (LscPipelineChart *self, double x, double y);
gboolean _lsc_pipeline_spot_equal (const LscPipelineSpot *a, const LscPipelineSpot *b);

G_END_DECLS
