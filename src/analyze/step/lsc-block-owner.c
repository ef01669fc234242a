/* lsc-block-owner.c - which operator allocated a block of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-block-owner.h"

#include <string.h>

#include "model/lsc-around.h"

static guint32
find_around (const LscTimeline *timeline, const LscLane *lane, const char *name, gint64 time_ns)
{
  guint32 slice = lsc_lane_find_deepest (lane, time_ns);

  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE; i++)
    {
      if (strcmp (lsc_timeline_text (timeline, lane->name[slice]), name) == 0)
        return slice;
      slice = lsc_lane_get_parent (lane, slice);
    }
  return LSC_SLICE_NONE;
}

/**
 * lsc_block_find_op:
 * @name: of the operator, as the table of blocks has it
 * @time_ns: when the block was allocated
 *
 * The table tells no thread: the operator is the one of that name that runs then, on whatever
 * thread (findings.md#blocks).
 *
 * Cost: O(threads * log n).
 *
 * Returns: its slice, %LSC_SPOT_NONE
 */
LscSpot
lsc_block_find_op (const LscTimeline *timeline, const char *name, gint64 time_ns)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      guint32 slice;

      if (node->role != LSC_ROLE_HOST_THREAD || !node->lane)
        continue;
      slice = find_around (timeline, node->lane, name, time_ns);
      if (slice != LSC_SLICE_NONE)
        return (LscSpot){ i, slice };
    }
  return LSC_SPOT_NONE;
}

/**
 * lsc_block_get_slice:
 * @name: of the operator that asked for @block
 *
 * Cost: that of lsc_block_find_op(), nothing where the recording tells the operator.
 *
 * Returns: id of its slice, %LSC_SLICE_NONE
 */
guint32
lsc_block_get_slice (const LscTimeline *timeline, const LscMemoryBlock *block, const char *name)
{
  LscSpot op;

  g_return_val_if_fail (timeline && block && name, LSC_SLICE_NONE);
  if (block->has_slice)
    return block->slice;
  op = lsc_block_find_op (timeline, name, block->begin_ns);
  return op.slice != LSC_SLICE_NONE ? lsc_timeline_get_id (timeline, op) : LSC_SLICE_NONE;
}
