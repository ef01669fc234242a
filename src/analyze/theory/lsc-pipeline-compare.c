/* lsc-pipeline-compare.c - two steps of pipelines, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-pipeline-compare.h"

LscBlockPairs *
lsc_block_pairs_new (const LscPipelineStep *step, const LscPipelineStep *other)
{
  (void) step;
  (void) other;
  return NULL;
}

void
lsc_block_pairs_free (LscBlockPairs *self)
{
  (void) self;
}

LscTable *
lsc_pipeline_delta_table (const LscPipelineGroup *group,
                          const LscPipelineStep *step,
                          const LscPipelineGroup *other_group,
                          const LscPipelineStep *other)
{
  (void) group;
  (void) step;
  (void) other_group;
  (void) other;
  return NULL;
}
