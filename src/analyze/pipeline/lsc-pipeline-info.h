/* lsc-pipeline-info.h - words for blocks, and their neighbours
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

const char *lsc_block_kind_name (LscBlockKind kind);
const char *lsc_block_kind_title (LscBlockKind kind);
extern const LscWord lsc_block_kind_words[LSC_BLOCK_N_KINDS];
extern const LscWord lsc_block_figure_words[LSC_N_BLOCK_FIGURES];
char *lsc_block_describe_phase (const LscBlock *block);
guint32 lsc_pipeline_neighbour_stage (const LscPipelineGroup *group, const LscPipelineStep *step,
                                      guint32 row, guint32 block, int direction,
                                      guint32 *block_out);

G_END_DECLS
