/* lsc-rank-summary.h - what is known of all ranks of a recording together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "judge/overview/lsc-overview.h"
#include "model/lsc-notice.h"
#include "model/lsc-source.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/* All runs of pipelines are in memory at a time: those of all ranks for clusters of up to as many,
 * of a larger one those of the pipeline that is shown. */
#define LSC_MOST_PIPELINE_RANKS 64

/**
 * LscRankSummary: immutable after it was made; reference counted
 * @sources: (element-type LscSource): of the ranks of @overview, in their order
 * @notices: of the recordings, and of ranks that are left out
 * @timeline: (nullable): of the only rank, which is wanted next
 */
typedef struct
{
  gatomicrefcount refs;
  GPtrArray *sources;
  LscOverview *overview;
  LscFindings *findings;
  LscNotices *notices;
  LscTimeline *timeline;
} LscRankSummary;

LscRankSummary *lsc_rank_summary_new (GPtrArray *sources, const char *layout, LscJob *job,
                                      GError **error);
LscRankSummary *lsc_rank_summary_ref (LscRankSummary *self);
void lsc_rank_summary_unref (LscRankSummary *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankSummary, lsc_rank_summary_unref)

G_END_DECLS
