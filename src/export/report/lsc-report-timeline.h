/* lsc-report-timeline.h - timelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscReportTimeline: a rank of a recording
 * @timeline: (nullable): a reference is taken; %NULL = there is none
 * @name: what its recording is called
 */
typedef struct
{
  LscTimeline *timeline;
  const char *name;
} LscReportTimeline;

void lsc_report_add_timelines (LscReportSection *section, const LscReportTimeline *above,
                               const LscReportTimeline *below);

G_END_DECLS
