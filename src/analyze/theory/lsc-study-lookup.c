/* lsc-study-lookup.c - what is asked of a study again and again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-private.h"

/** Returns: (transfer none): the step that is explained. */
const LscPipelineStep *
lsc_study_get_step (const LscStudy *self)
{
  return &self->group->steps[self->step];
}

/** Returns: the measured latency of links, for a replay; it borrows from @self. */
LscPlanLatency
lsc_study_latency (const LscStudy *self)
{
  return (LscPlanLatency){ .ns = self->latency_ns, .by_link = self->link_latency };
}

/**
 * lsc_study_op_of_block:
 *
 * Returns: the op of a block; that of the next block for an L that is joined to it;
 *   %LSC_PLAN_NO_OP if there is none
 */
guint32
lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block)
{
  guint32 low, high;

  if (!self->plan || row >= self->plan->n_ranks)
    return LSC_PLAN_NO_OP;
  low = self->plan->first[row];
  high = self->plan->first[row + 1];
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->blocks[middle] < block)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->plan->first[row + 1])
    return LSC_PLAN_NO_OP;
  if (self->blocks[low] != block &&
      lsc_study_get_step (self)->rows[row].blocks[block].kind != LSC_BLOCK_L)
    return LSC_PLAN_NO_OP;
  return low;
}
