/* lsc-report-single.h - the document of one recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/findings/lsc-findings.h"
#include "judge/operators/lsc-operators.h"
#include "judge/overview/lsc-overview.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/stragglers/lsc-stragglers.h"
#include "analyze/memory/lsc-memory.h"
#include "judge/communication/lsc-communication.h"
#include "judge/verdict/lsc-verdict.h"
#include "export/report/lsc-report-wish.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/**
 * LscReportSingle: what the document of a recording is made of
 * @place: (nullable): name of the folder, without the path
 * @parts: of the recording with itself: what its steps consist of
 * @pipeline, @verdicts: (nullable): where there are pipelines
 * @communication: (nullable): where ranks have any
 * @operators: (nullable): groups of kernels by type and core
 * @families: (nullable): the same kernels by what they do
 * @memory: (nullable): of the rank with the highest peak, where it was recorded
 * @memory_ranks: (nullable): peaks of all ranks
 * @memory_ops: (nullable): what the operators of that rank allocate
 * @stragglers: (nullable): what slow ops cost, where there are stages or replicas
 * @lacks: what the recordings lack
 * @digests: (nullable) (element-type LscRankDigest): of the ranks
 *
 * All is borrowed until the document is made, but the overview, for as long as it is there.
 */
typedef struct
{
  const char *place;
  const LscOverview *overview;
  const LscFindings *findings;
  const LscCompare *parts;
  LscPipeline *pipeline;
  const LscVerdicts *verdicts;
  const LscCommunication *communication;
  LscOpGroups *operators;
  LscOpGroups *families;
  LscMemory *memory;
  LscTable *memory_ranks;
  LscTable *memory_ops;
  LscStragglers *stragglers;
  LscLacks lacks;
  const GPtrArray *digests;
} LscReportSingle;

LscReport *lsc_report_new_single (const LscReportSingle *single, const LscReportWish *wish);

G_END_DECLS
