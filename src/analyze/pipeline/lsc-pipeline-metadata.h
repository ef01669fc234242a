/* lsc-pipeline-metadata.h - what the recorded metadata says of the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-metadata.h"

G_BEGIN_DECLS

/** More ranks than any pipeline has: larger figures are not believed. */
#define LSC_MAX_STAGES 16384

/** Sizes of distributed_args; 0 = not said. */
typedef struct
{
  gint64 tp;
  gint64 pp;
  gint64 dp;
  gint64 cp;
  gint64 ep;
  gint64 world;
  gboolean is_bad;
} LscParallelSizes;

int lsc_metadata_find_rank (GArray *ranks, gint64 rank);
GArray *lsc_metadata_ranks (LscMetadata *self, const char *kind, gint64 rank);
GArray *lsc_metadata_members (LscMetadata *self, const char *group);
gboolean lsc_metadata_sizes (LscMetadata *self, LscParallelSizes *sizes);
gboolean lsc_metadata_pp_info (LscMetadata *self, char **type, gint64 *micro_batches);

G_END_DECLS
