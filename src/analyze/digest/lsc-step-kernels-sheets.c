/* lsc-step-kernels-sheets.c - what launched the kernels of a step, and the calls of the host in it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-step-kernels-private.h"
#include "analyze/step/lsc-block-owner.h"
#include "analyze/step/lsc-origins.h"

static void
add_launches (LscStepKernels *self, const LscTimeline *timeline)
{
  LscOrigins origins;

  lsc_origins_init (&origins, timeline, self->texts, NULL);
  for (gsize i = 0; i < self->kernels.n; i++)
    {
      const LscStepKernel *kernel = &self->kernels.items[i];
      LscSpot op = lsc_origins_find_op (&origins, kernel->slice);
      LscStepLaunch launch = { kernel->name, kernel->slice,
                               lsc_origins_find_module (&origins, kernel->slice) };

      if (op.node != LSC_SLICE_NONE)
        {
          const LscNode *node = lsc_timeline_get_node (timeline, op.node);

          launch.op = lsc_intern_add (self->texts,
                                      lsc_timeline_text (timeline, node->lane->name[op.slice]));
          launch.slice = node->first_id + op.slice;
        }
      lsc_step_launches_append (&self->launches, launch);
    }
  lsc_origins_clear (&origins);
}

/** While the calls of the host are listed. */
typedef struct
{
  LscStepKernels *out;
  const LscTimeline *timeline;
  const LscBudgetStep *step;
} Calls;

static void
list_calls (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Calls *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->start_ns[i] >= self->step->host_begin_ns &&
        lane->start_ns[i] < self->step->host_end_ns)
      lsc_step_calls_append (
          &self->out->calls,
          (LscStepCall){
              lsc_intern_add (self->out->texts, lsc_timeline_text (timeline, lane->name[i])),
              lsc_lane_get_duration_ns (lane, i) });
}

static void
add_blocks (LscStepKernels *self, const LscTimeline *timeline, const LscMemoryBlocks *blocks,
            const LscBudgetStep *step)
{
  for (gsize i = 0; i < blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &blocks->list.items[i];
      const char *name = lsc_memory_blocks_get_name (blocks, block);
      LscSpot op;

      if (block->begin_ns < step->host_begin_ns || block->begin_ns >= step->host_end_ns)
        continue;
      op = lsc_block_find_op (timeline, name, block->begin_ns);
      lsc_step_blocks_append (
          &self->blocks,
          (LscStepBlock){
              lsc_intern_add (self->texts, name),
              op.slice != LSC_SLICE_NONE ? lsc_timeline_get_id (timeline, op) : LSC_SLICE_NONE,
              block->size_bytes, block->end_ns >= 0 ? block->end_ns - block->begin_ns : -1 });
    }
}

/**
 * _lsc_step_kernels_add_sheets:
 * @self: with the kernels of @step
 *
 * Adds what launched them, the calls of the host in the step, and the blocks that it allocated.
 *
 * Returns: %FALSE when cancelled, or when the file cannot be read again
 */
gboolean
_lsc_step_kernels_add_sheets (LscStepKernels *self, const LscTimeline *timeline,
                              const LscBudgetStep *step, LscJob *job, GError **error)
{
  g_autoptr (LscMemoryBlocks) blocks = lsc_timeline_read_blocks (timeline, job, error);
  Calls calls = { self, timeline, step };

  if (!blocks)
    return FALSE;
  add_launches (self, timeline);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD,
                             list_calls, &calls);
  add_blocks (self, timeline, blocks, step);
  return TRUE;
}
