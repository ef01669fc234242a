/* lsc-pipeline-twins.h - the pipelines of two recordings beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

/** LscPipelineTwins: a pipeline of each recording; at most one of them is %NULL; borrowed */
typedef struct
{
  const LscPipelineGroup *before;
  const LscPipelineGroup *after;
} LscPipelineTwins;

GArray *lsc_pipeline_twins_new (const LscPipeline *before, const LscPipeline *after);
LscTable *lsc_pipeline_twins_table (const GArray *twins);

G_END_DECLS
