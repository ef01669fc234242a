/* lsc-step-kernels-sheets.c - what launched the kernels of a step, and the calls of the host in it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-step-kernels-private.h"
#include "base/lsc-sort.h"
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

/** While all kernels are listed. */
typedef struct
{
  LscStepKernels *out;
  const LscTimeline *timeline;
} Kernels;

static guint32
take_text (const Kernels *self, guint32 id)
{
  const char *text = id != LSC_STRING_NONE ? lsc_timeline_text (self->timeline, id) : "";

  return *text && !g_str_equal (text, "N/A") ? lsc_intern_add (self->out->texts, text)
                                             : LSC_STRING_NONE;
}

static void
list_typed (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Kernels *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      const LscKernelKey *key;
      LscStepTypedKernel kernel = { .shapes = LSC_STRING_NONE };

      if (!lsc_slice_kind_is_computing (lane->kind[i]))
        continue;
      key = lsc_kernel_keys_find (&timeline->kernel_keys, lsc_lane_get_detail (lane, i));
      kernel.type = key ? take_text (self, key->type) : LSC_STRING_NONE;
      kernel.name = lsc_intern_add_take (
          self->out->texts,
          lsc_compare_name_kernel (lsc_timeline_text (timeline, lane->name[i]), timeline->is_gpu));
      if (key)
        kernel.shapes = take_text (self, key->shapes);
      kernel.start_ns = lane->start_ns[i];
      kernel.duration_ns = lsc_lane_get_duration_ns (lane, i);
      lsc_step_typed_kernels_append (&self->out->all, kernel);
    }
}

static int
compare_starts (const void *a, const void *b)
{
  const LscStepTypedKernel *x = a, *y = b;

  return LSC_ORDER (x->start_ns, y->start_ns);
}

static void
add_all (LscStepKernels *self, const LscTimeline *timeline)
{
  Kernels kernels = { self, timeline };

  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM, list_typed,
                             &kernels);
  if (self->all.n > 1)
    qsort (self->all.items, self->all.n, sizeof (LscStepTypedKernel), compare_starts);
}

/** While the tasks of communication are listed. @group: the operators of the group at work */
typedef struct
{
  LscStepKernels *out;
  const LscTimeline *timeline;
  const LscLane *group;
} Tasks;

static guint32
take_operation (const Tasks *self, guint32 slice)
{
  g_autofree char *name =
      lsc_compare_name_comm (lsc_timeline_text (self->timeline, self->group->name[slice]));
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return lsc_intern_add (self->out->texts, lower);
}

/* The operator of a task is the one during which it begins. */
static void
list_plane (const Tasks *self, const LscLane *plane)
{
  for (guint32 i = 0; i < plane->n; i++)
    {
      guint32 slice = lsc_lane_find_deepest (self->group, plane->start_ns[i]);

      if (slice == LSC_SLICE_NONE || self->group->kind[slice] != LSC_SLICE_COMM_OP)
        continue;
      lsc_step_comm_tasks_append (
          &self->out->comm_tasks,
          (LscStepCommTask){
              take_operation (self, slice),
              lsc_intern_add (self->out->texts, lsc_timeline_text (self->timeline, plane->name[i])),
              lsc_lane_get_duration_ns (plane, i) });
    }
}

static void
add_comm_tasks (LscStepKernels *self, const LscTimeline *timeline)
{
  Tasks tasks = { self, timeline, NULL };

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type != LSC_NODE_LANE || node->role != LSC_ROLE_COMM_PLANE)
        continue;
      tasks.group = lsc_timeline_get_node (timeline, node->parent)->lane;
      if (tasks.group)
        list_plane (&tasks, node->lane);
    }
}

/**
 * _lsc_step_kernels_add_sheets:
 * @self: with the kernels of @step
 *
 * Adds what launched them, the calls of the host in the step, and the blocks that it allocated; and
 * the kernels of all steps by type, and the tasks of their communication.
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
  add_all (self, timeline);
  add_comm_tasks (self, timeline);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD,
                             list_calls, &calls);
  add_blocks (self, timeline, blocks, step);
  return TRUE;
}
