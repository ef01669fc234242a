/* lsc-given-layout.h - parallel sizes that the user gives, where none were recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/pipeline/lsc-pipeline-metadata.h"

G_BEGIN_DECLS

/** Sizes by dimension, 1 where none is given. */
typedef struct
{
  gint64 sizes[LSC_DIM_N];
} LscGivenLayout;

/** LscGivenGroup: a group whose members nobody recorded, but that the sizes explain
 * @name: its full name
 * @ranks: its members
 */
typedef struct
{
  char *name;
  char *label;
  LscInt64s ranks;
} LscGivenGroup;

/**
 * LscGivenGroups:
 * @all: (element-type LscGivenGroup)
 * @of_rank: (array length=n) (element-type LscGivenGroup): those in which a rank is a member
 */
typedef struct
{
  GPtrArray *all;
  GPtrArray **of_rank;
  gsize n;
} LscGivenGroups;

gboolean lsc_given_layout_parse (LscGivenLayout *self, const char *text, GError **error);
gboolean lsc_given_layout_check (const LscGivenLayout *self, const LscRankDigest *const *ranks,
                                 gsize n, GError **error);
gboolean lsc_given_layout_has_rank (const LscGivenLayout *self, gint64 rank, const char *label,
                                    GError **error);
gboolean lsc_given_layout_is_needed (const LscRankDigest *const *ranks, gsize n);
LscParallelSizes lsc_given_layout_get_sizes (const LscGivenLayout *self);
LscRankRecord lsc_given_layout_complete (const LscGivenLayout *self, const LscRankRecord *record);

LscGivenGroups *lsc_given_groups_new (const LscGivenLayout *layout,
                                      const LscRankDigest *const *ranks, gsize n);
void lsc_given_groups_free (LscGivenGroups *self);

G_END_DECLS
