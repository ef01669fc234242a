/* lsc-pipeline-metadata.h - what the recorded metadata says of the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

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

/** The text parallel_group_info, read once for all that is asked of it. */
typedef struct _JsonNode LscParallelGroups;

LscParallelGroups *lsc_parallel_groups_new (GHashTable *metadata);
void lsc_parallel_groups_free (LscParallelGroups *self);
GArray *lsc_parallel_groups_find (LscParallelGroups *self, const char *kind, gint64 rank);
GArray *lsc_parallel_groups_get_members (LscParallelGroups *self, const char *group);

int lsc_metadata_find_rank (GArray *ranks, gint64 rank);
GArray *lsc_metadata_ranks (GHashTable *metadata, const char *kind, gint64 rank);
gboolean lsc_metadata_sizes (GHashTable *metadata, LscParallelSizes *sizes);
gboolean lsc_metadata_pp_info (GHashTable *metadata, char **type, gint64 *micro_batches);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscParallelGroups, lsc_parallel_groups_free)

G_END_DECLS
