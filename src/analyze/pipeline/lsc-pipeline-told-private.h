/* lsc-pipeline-told-private.h - what the metadata of a rank tells of its pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-metadata.h"

G_BEGIN_DECLS

/**
 * LscPipelineTold:
 * @pp: (nullable): gint64: the ranks of its pipeline by stage
 * @lowest_tp: the lowest rank of its group tp, -1 without one
 * @has_sizes: whether @sizes make sense
 * @type: (nullable): the schedule by pp_info
 * @micro_batches: by pp_info, 0 = not said
 */
typedef struct
{
  GArray *pp;
  gint64 lowest_tp;
  LscParallelSizes sizes;
  gboolean has_sizes;
  char *type;
  gint64 micro_batches;
} LscPipelineTold;

void _lsc_pipeline_told_init (LscPipelineTold *self, LscMetadata *metadata, gint64 rank);
void _lsc_pipeline_told_clear (LscPipelineTold *self);

G_END_DECLS
