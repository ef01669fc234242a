/* lsc-report-pair.h - the document of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/compare/lsc-op-changes.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "export/report/lsc-report-wish.h"
#include "export/report/lsc-report.h"
#include "judge/chips/lsc-chips.h"
#include "model/lsc-timeline.h"
#include "session/lsc-session-pair.h"

G_BEGIN_DECLS

/**
 * LscReportPair: what the document of a comparison is made of
 * @compare: borrowed until the document is made
 * @places: (nullable): names of the folders, without the path
 * @operators: (nullable): groups of kernels of both sides
 * @operators_missing: (nullable): why there are none
 * @memory: (nullable): memory of both sides
 * @memory_missing: (nullable): why there is none
 * @pipelines: (nullable): where a side has any
 * @timelines: (nullable): of the first pair of ranks
 * @chips: (nullable): where the sides ran on different ones
 * @digests: (nullable) (element-type LscRankDigest): of the ranks of each side
 * @lacks: what the recordings of each side lack
 */
typedef struct
{
  const LscCompare *compare;
  const char *places[LSC_N_SIDES];
  LscOpChanges *operators;
  char *operators_missing;
  LscMemoryPair *memory;
  char *memory_missing;
  LscPipeline *pipelines[LSC_N_SIDES];
  LscTimeline *timelines[LSC_N_SIDES];
  const LscChips *chips;
  GPtrArray *digests[LSC_N_SIDES];
  LscLacks lacks[LSC_N_SIDES];
} LscReportPair;

void lsc_report_pair_read (LscReportPair *self, LscSessionPair *pair, LscJob *job);
void lsc_report_pair_clear (LscReportPair *self);
LscReport *lsc_report_new_pair (const LscReportPair *pair, const LscReportWish *wish);

G_END_DECLS
