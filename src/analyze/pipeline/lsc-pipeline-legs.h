/* lsc-pipeline-legs.h - sends and receives of a pipeline's ranks, paired
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

/** A leg with its place. */
typedef struct
{
  LscLeg leg;
  guint32 row;
  guint8 type;       /* LscP2pType */
  gboolean is_stray; /* its times tell nothing; it has no step */
  gint64 order_ns;   /* its place among those of its pair of ranks */
  gsize step;        /* index into the group's steps, G_MAXSIZE without any */
} LscLegRef;

/** Indexes of a send and its receive. */
typedef struct
{
  gsize send;
  gsize receive;
} LscLegPair;

LSC_DEFINE_ARRAY (LscLegRefs, lsc_leg_refs, LscLegRef)
LSC_DEFINE_ARRAY (LscLegPairs, lsc_leg_pairs, LscLegPair)

LscLegRefs lsc_legs_collect (LscPipelineBuild *build, const LscPipelineGroup *group,
                             LscPipelineMember **ranks, gboolean tells);
LscLegPairs lsc_legs_pair (LscLegRefs *legs, const LscPipelineGroup *group);

G_END_DECLS
