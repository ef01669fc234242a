/* lsc-cluster-private.h - operators of all ranks as the reference tool matches them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/** An operator of a rank: the same on others where group, name and step agree. */
typedef struct
{
  guint32 group;
  guint32 name;
  gint64 step;
  guint32 rank;
  guint32 n_members; /* of the group, 0 = not known */
  const LscRankOp *op;
} LscClusterOp;

LSC_DEFINE_ARRAY (LscClusterOps, lsc_cluster_ops, LscClusterOp)

LscIntern *_lsc_cluster_ops_collect (LscClusterOps *self, const LscRankSet *set);
gsize _lsc_cluster_ops_find_end (const LscClusterOps *self, gsize begin);

G_END_DECLS
