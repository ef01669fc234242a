/* lsc-pipeline-legend.h - the legend under the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/pipeline/lsc-pipeline-chart.h"

G_BEGIN_DECLS

#define LSC_TYPE_PIPELINE_LEGEND (lsc_pipeline_legend_get_type ())
G_DECLARE_FINAL_TYPE (LscPipelineLegend, lsc_pipeline_legend, LSC, PIPELINE_LEGEND, GtkWidget)

void lsc_pipeline_legend_set_view (LscPipelineLegend *self, LscPipelineChart *view);

G_END_DECLS
