/* lsc-pipeline-compare.h - two steps of pipelines, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

#define LSC_PAIR_NONE G_MAXUINT32

/** Which block of the other side belongs to each block: same stage, kind, micro-batch, chunk. */
typedef struct
{
  gsize n_rows;
  guint32 **other; /* by row and block of this side: block in the same row of the other side */
  guint32 **back;  /* the other way */
  gsize n_other_rows;
  gsize n_pairs;
} LscBlockPairs;

LscBlockPairs *lsc_block_pairs_new (const LscPipelineStep *step, const LscPipelineStep *other);
void lsc_block_pairs_free (LscBlockPairs *self);
void lsc_pipeline_row_count_kind (const LscPipelineRow *row, LscBlockKind kind, gint64 *count,
                                  gint64 *sum_ns);
LscTable *lsc_pipeline_delta_table (const LscPipelineGroup *group, const LscPipelineStep *step,
                                    const LscPipelineGroup *other_group,
                                    const LscPipelineStep *other);
LscTable *lsc_pipeline_delta_order (LscTable *deltas);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBlockPairs, lsc_block_pairs_free)

G_END_DECLS
