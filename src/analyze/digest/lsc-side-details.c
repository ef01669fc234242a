/* lsc-side-details.c - what launched the kernels of a step, and the calls of the host in it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-side-rank-private.h"
#include "analyze/step/lsc-block-owner.h"
#include "analyze/step/lsc-origins.h"

static void
add_launches (LscSideRank *self, const LscTimeline *timeline)
{
  LscOrigins origins;

  lsc_origins_init (&origins, timeline, self->texts, NULL);
  for (gsize i = 0; i < self->alone.kernels.n; i++)
    {
      const LscSideKernel *kernel = &self->alone.kernels.items[i];
      LscSpot op = lsc_origins_find_op (&origins, kernel->slice);
      LscSideLaunch launch = { kernel->name, kernel->slice,
                               lsc_origins_find_module (&origins, kernel->slice) };

      if (op.node != LSC_SLICE_NONE)
        {
          const LscNode *node = lsc_timeline_get_node (timeline, op.node);

          launch.op = lsc_intern_add (self->texts,
                                      lsc_timeline_text (timeline, node->lane->name[op.slice]));
          launch.slice = node->first_id + op.slice;
        }
      lsc_side_launches_append (&self->alone.launches, launch);
    }
  lsc_origins_clear (&origins);
}

/** While the calls of the host are listed. */
typedef struct
{
  LscSideRank *side;
  const LscTimeline *timeline;
  const LscBudgetStep *step;
} Calls;

static void
list_calls (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Calls *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->start_ns[i] >= self->step->begin_ns && lane->start_ns[i] < self->step->end_ns)
      lsc_side_calls_append (
          &self->side->alone.calls,
          (LscSideCall){
              lsc_intern_add (self->side->texts, lsc_timeline_text (timeline, lane->name[i])),
              lsc_lane_get_duration_ns (lane, i) });
}

static void
add_blocks (LscSideRank *self, const LscTimeline *timeline, const LscMemoryBlocks *blocks,
            const LscBudgetStep *step)
{
  for (gsize i = 0; i < blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &blocks->list.items[i];
      const char *name = lsc_memory_blocks_get_name (blocks, block);
      LscSpot op;

      if (block->begin_ns < step->begin_ns || block->begin_ns >= step->end_ns)
        continue;
      op = lsc_block_find_op (timeline, name, block->begin_ns);
      lsc_side_blocks_append (
          &self->alone.blocks,
          (LscSideBlock){
              lsc_intern_add (self->texts, name),
              op.slice != LSC_SLICE_NONE ? lsc_timeline_get_id (timeline, op) : LSC_SLICE_NONE,
              block->size_bytes, block->end_ns >= 0 ? block->end_ns - block->begin_ns : -1 });
    }
}

/**
 * _lsc_side_rank_add_details:
 *
 * Adds what only the sheets of the reference tool show, of the step of median length.
 *
 * Returns: %FALSE when cancelled, or when the file cannot be read again
 */
gboolean
_lsc_side_rank_add_details (LscSideRank *self, const LscTimeline *timeline, LscJob *job,
                            GError **error)
{
  g_autoptr (LscMemoryBlocks) blocks = NULL;
  Calls calls = { .side = self, .timeline = timeline };

  if (self->steps->len == 0)
    return TRUE;
  blocks = lsc_timeline_read_blocks (timeline, job, error);
  if (!blocks)
    return FALSE;
  calls.step = lsc_rank_facts_get_step (self, self->alone.step);
  add_launches (self, timeline);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD,
                             list_calls, &calls);
  add_blocks (self, timeline, blocks, calls.step);
  return TRUE;
}
