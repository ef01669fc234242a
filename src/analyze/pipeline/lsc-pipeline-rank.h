/* lsc-pipeline-rank.h - what is kept of a rank for its pipeline, without its recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-options.h"
#include "analyze/pipeline/lsc-pipeline-types.h"
#include "base/lsc-interval.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

LscPipelineRank *lsc_pipeline_rank_new (const LscRun *run, const LscPipelineOptions *options,
                                        GError **error);
LscPipelineRank *lsc_pipeline_rank_ref (LscPipelineRank *self);
void lsc_pipeline_rank_unref (LscPipelineRank *self);

gint64 lsc_pipeline_rank_get_rank (const LscPipelineRank *self);
gint64 lsc_pipeline_rank_get_collection_end_ns (const LscPipelineRank *self);
gboolean lsc_pipeline_rank_tells_place (const LscPipelineRank *self);
gboolean lsc_pipeline_rank_has_blocks (const LscPipelineRank *self);
void lsc_pipeline_rank_list_blocks (const LscPipelineRank *self, LscIntervals *out);
gsize lsc_pipeline_rank_get_bytes (const LscPipelineRank *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipelineRank, lsc_pipeline_rank_unref)

G_END_DECLS
