/* lsc-report-pair.h - the document of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "export/report/lsc-report-wish.h"
#include "export/report/lsc-report.h"
#include "judge/chips/lsc-chips.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscReportPair: what the document of a comparison is made of
 * @compare: borrowed until the document is made, likewise the others
 * @places: (nullable): names of the folders, without the path
 * @pipelines: (nullable): where a side has any
 * @timelines: (nullable): of the first pair of ranks
 * @chips: (nullable): where the sides ran on different ones
 */
typedef struct
{
  const LscCompare *compare;
  const char *places[LSC_N_SIDES];
  LscPipeline *pipelines[LSC_N_SIDES];
  LscTimeline *timelines[LSC_N_SIDES];
  const LscChips *chips;
} LscReportPair;

LscReport *lsc_report_new_pair (const LscReportPair *pair, const LscReportWish *wish);

G_END_DECLS
