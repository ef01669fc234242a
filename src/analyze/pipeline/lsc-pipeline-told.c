/* lsc-pipeline-told.c - what the metadata of a rank tells of its pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-told-private.h"

/* The lowest of some ranks, -1 without any. */
static gint64
find_lowest (GArray *ranks)
{
  gint64 lowest = ranks && ranks->len > 0 ? g_array_index (ranks, gint64, 0) : -1;

  for (guint i = 1; ranks && i < ranks->len; i++)
    lowest = MIN (lowest, g_array_index (ranks, gint64, i));
  return lowest;
}

/**
 * _lsc_pipeline_told_init:
 * @metadata: (nullable)
 *
 * Source: parallel_group_info, distributed_args, pp_info; pipeline.md#metadata.
 */
void
_lsc_pipeline_told_init (LscPipelineTold *self, LscMetadata *metadata, gint64 rank)
{
  g_autoptr (GArray) tp = metadata ? lsc_metadata_ranks (metadata, "tp", rank) : NULL;

  *self = (LscPipelineTold){ .lowest_tp = find_lowest (tp) };
  self->pp = metadata ? lsc_metadata_ranks (metadata, "pp", rank) : NULL;
  if (!metadata)
    return;
  self->has_sizes = lsc_metadata_sizes (metadata, &self->sizes);
  lsc_metadata_pp_info (metadata, &self->type, &self->micro_batches);
}

/** Frees what it holds. */
void
_lsc_pipeline_told_clear (LscPipelineTold *self)
{
  g_clear_pointer (&self->pp, g_array_unref);
  g_clear_pointer (&self->type, g_free);
}
