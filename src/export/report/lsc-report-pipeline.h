/* lsc-report-pipeline.h - charts of pipelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/**
 * LscReportPipeline: a step of a pipeline
 * @pipeline: (nullable): %NULL = there is none
 * @name: (nullable): what its recording is called
 * @ranks: (nullable) (element-type gint64): those that are the cause: their pipeline is drawn
 * @counted: (nullable): numbers of the steps that figures are of: one of them is drawn
 */
typedef struct
{
  LscPipeline *pipeline;
  const char *name;
  const GArray *ranks;
  const LscInt64s *counted;
} LscReportPipeline;

void lsc_report_add_pipeline_view (LscReportSection *section, const char *title,
                                   const LscPipelineView *view, gpointer data,
                                   GDestroyNotify free_data);
const LscPipelineGroup *lsc_report_find_group (const LscPipeline *pipeline, const GArray *ranks);
char *lsc_report_name_pipeline (const LscPipelineGroup *group);
gsize lsc_report_find_step (const LscPipelineGroup *group, const LscInt64s *counted);
LscReportItem *lsc_report_add_pipeline (LscReportSection *section, const char *title,
                                        const LscReportPipeline *first,
                                        const LscReportPipeline *second);

G_END_DECLS
