/* lsc-pipeline-rank-pack.h - a rank's part of a pipeline as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-rank.h"
#include "base/lsc-pack.h"

G_BEGIN_DECLS

void lsc_pipeline_rank_pack (const LscPipelineRank *self, LscPack *pack);
LscPipelineRank *lsc_pipeline_rank_unpack (const LscPack *pack, GError **error);

G_END_DECLS
