/* lsc-pipeline-rank-pack.h - a rank's part of a pipeline as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-rank.h"
#include "base/lsc-pack.h"

G_BEGIN_DECLS

/** An operator of communication that a file holds beside the pipeline, of which names and times are
 * not kept twice. Texts borrowed */
typedef struct
{
  const char *group;
  const char *name;
  gint64 end_ns;
} LscPipelineKnownOp;

void lsc_pipeline_rank_pack (const LscPipelineRank *self, const LscPipelineKnownOp *known,
                             gsize n_known, LscPack *pack);
LscPipelineRank *lsc_pipeline_rank_unpack (const LscPack *pack, const LscPipelineKnownOp *known,
                                           gsize n_known, GError **error);

G_END_DECLS
