/* lsc-pipeline-kineto.h - pipeline ranges as PyTorch names them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-message.h"

G_BEGIN_DECLS

/**
 * LscPipelineAction: what the name of a range says (pipeline.md#gpu)
 * @kind: LscBlockKind, or %LSC_BLOCK_KIND_NONE for what is no block
 * @stage: stage of the forward part, else of the backward part; -1 = not said
 * @micro_batch: likewise; -1 = not said
 * @is_loop_index: the number may be that of a loop, not of the micro-batch
 */
typedef struct
{
  int kind;
  gint64 stage;
  gint64 micro_batch;
  gboolean is_loop_index;
} LscPipelineAction;

gboolean lsc_pipeline_parse_action (const char *text, gboolean is_gpu, LscPipelineAction *action);

G_END_DECLS
