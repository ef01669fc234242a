/* lsc-report-schedule.h - why a pipeline is idle, in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline.h"
#include "judge/verdict/lsc-verdict.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/**
 * LscReportIdle: a step of a pipeline whose idle time is told
 * @step: index of the step
 * @verdicts: (nullable): of the pipeline
 * @ranks: (nullable) (element-type gint64): those that are the cause
 */
typedef struct
{
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  const LscVerdicts *verdicts;
  const GArray *ranks;
} LscReportIdle;

char *lsc_report_say_idle (const LscReportIdle *self);
char *lsc_report_say_window (const LscReportIdle *self, gint64 step_ns);
void lsc_report_take_idle (LscReportSection *section, const LscReportIdle *self);

G_END_DECLS
