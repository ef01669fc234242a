/* lsc-ops-timeline-private.h - the parts of making the timeline of a worker
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-job-ops.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** A lane of a worker: a row, or what of the row of replicas other groups do. */
typedef enum
{
  LSC_OPS_LANE_COMPUTE = LSC_JOB_ROW_COMPUTE,
  LSC_OPS_LANE_MESSAGES = LSC_JOB_ROW_MESSAGES,
  LSC_OPS_LANE_TENSOR = LSC_JOB_ROW_TENSOR,
  LSC_OPS_LANE_DATA = LSC_JOB_ROW_DATA,
  LSC_OPS_LANE_MISC = LSC_JOB_ROW_MISC,
  LSC_OPS_LANE_GC,
  LSC_OPS_LANE_OWN,       /* waits for no other recorded worker */
  LSC_OPS_LANE_EMBEDDING, /* first with last stage */
  LSC_OPS_LANE_ALL,       /* all workers */
  LSC_OPS_N_LANES,
} LscOpsLaneKind;

/**
 * LscOpsBuild: a timeline in the making
 * @names: of each string of @ops that of the timeline, %LSC_STRING_NONE until it is asked for
 */
typedef struct
{
  LscTimeline *timeline;
  LscJobOps *ops;
  gsize worker;
  guint32 *names;
  LscRawSlices lanes[LSC_OPS_N_LANES];
} LscOpsBuild;

guint32 _lsc_ops_take_name (LscOpsBuild *self, guint32 id);

/* lsc-ops-groups.c */
char *_lsc_ops_add_group (LscOpsBuild *self, LscOpsLaneKind kind);
void _lsc_ops_add_peers (LscOpsBuild *self);
void _lsc_ops_add_facts (LscOpsBuild *self);

G_END_DECLS
