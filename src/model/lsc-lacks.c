/* lsc-lacks.c - what a recording lacks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lacks.h"

/* unknown.md#found. A part that was not read is not looked for. */

/** Slices by role. */
typedef struct
{
  gsize n[LSC_ROLE_DEVICE_STEPS + 1];
  gsize n_host;
  gsize n_comm;
} Slices;

static void
count_slices (const LscTimeline *timeline, Slices *slices)
{
  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->lane)
        slices->n[node->role] += node->lane->n;
    }
  slices->n_host = slices->n[LSC_ROLE_HOST_THREAD] + slices->n[LSC_ROLE_CANN_THREAD];
  slices->n_comm = slices->n[LSC_ROLE_COMM_GROUP] + slices->n[LSC_ROLE_COMM_PLANE];
}

static gboolean
has_shapes (const LscTimeline *timeline)
{
  for (gsize i = 0; i < timeline->kernel_keys.n; i++)
    {
      guint32 shapes = timeline->kernel_keys.items[i].shapes;

      if (shapes != LSC_STRING_NONE && *lsc_timeline_text (timeline, shapes) != '\0')
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_launches (const LscTimeline *timeline)
{
  const LscLinks *links = &timeline->links;

  for (gsize i = 0; i < links->n; i++)
    if (links->items[i].kind == LSC_LINK_LAUNCH || links->items[i].kind == LSC_LINK_OP_DEVICE)
      return TRUE;
  return FALSE;
}

/** Returns: what recorded a timeline */
LscRecorder
lsc_timeline_get_recorder (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, LSC_RECORDER_ASCEND);
  return lsc_timeline_is_of_ops (timeline)               ? LSC_RECORDER_OPS
         : timeline->source->format == LSC_FORMAT_NSIGHT ? LSC_RECORDER_NSIGHT
         : timeline->is_gpu                              ? LSC_RECORDER_GPU
                                                         : LSC_RECORDER_ASCEND;
}

/* A GPU trace has one kernel a collective, whatever is recorded. */
static void
look_at_tasks (LscLackNotes *self, const LscTimeline *timeline, const Slices *slices)
{
  if (timeline->is_gpu)
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_COLLECTIVE_KERNELS);
  else if (timeline->level != 0)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_COMM_TASKS, slices->n[LSC_ROLE_COMM_PLANE] > 0);
}

static gboolean
has_members (const LscTimeline *timeline)
{
  for (guint i = 0; i < timeline->comm_groups->len; i++)
    if (((const LscCommGroup *) timeline->comm_groups->pdata[i])->ranks.n > 0)
      return TRUE;
  return FALSE;
}

static void
look_at_communication (LscLackNotes *self, const LscTimeline *timeline, const Slices *slices)
{
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_COMMUNICATION, slices->n_comm > 0);
  if (slices->n_comm == 0)
    return;
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_GROUPS, has_members (timeline));
  if (timeline->parts & LSC_TIMELINE_DEVICE)
    look_at_tasks (self, timeline, slices);
}

static void
look_at_device (LscLackNotes *self, const LscTimeline *timeline, const Slices *slices)
{
  gboolean has_device = slices->n[LSC_ROLE_STREAM] + slices->n_comm > 0;

  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_DEVICE, has_device);
  if (!has_device)
    return;
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_KERNELS, slices->n[LSC_ROLE_STREAM] > 0);
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_LAUNCHES,
                       !timeline->launch_reason && has_launches (timeline));
  if (!timeline->is_gpu && timeline->level != 0 && slices->n[LSC_ROLE_STREAM] > 0)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_SHAPES, has_shapes (timeline));
}

/**
 * lsc_lack_notes_look_at_timeline:
 * @timeline: sealed
 *
 * Notes what the parts that were read have and what not.
 *
 * Cost: linear in lanes, and in links and kernels until the first that tells.
 */
void
lsc_lack_notes_look_at_timeline (LscLackNotes *self, const LscTimeline *timeline)
{
  Slices slices = { 0 };

  g_return_if_fail (self && timeline);
  self->lacks.recorder = lsc_timeline_get_recorder (timeline);
  if (lsc_notices_have_end_lost (timeline->notices))
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_DAMAGED);
  if (self->lacks.recorder == LSC_RECORDER_OPS)
    {
      lsc_lacks_add (&self->lacks, LSC_UNKNOWN_OPS_TIMELINE);
      return;
    }
  if (timeline->told_steps.n > 0)
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_TABLES_ONLY);
  if ((timeline->parts & LSC_TIMELINE_RECORDED) == LSC_TIMELINE_RECORDED)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_EVENTS,
                         timeline->n_slices > 0 || timeline->told_steps.n > 0);
  if (timeline->level == 0)
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_LEVEL_0);
  count_slices (timeline, &slices);
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_RANK, lsc_rank_is_told (timeline->rank));
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_STEPS,
                       timeline->steps.n + timeline->placed_steps.n + timeline->told_steps.n > 0);
  if (timeline->parts & LSC_TIMELINE_COMM)
    look_at_communication (self, timeline, &slices);
  if ((timeline->parts & LSC_TIMELINE_DEVICE) && (timeline->parts & LSC_TIMELINE_COMM))
    look_at_device (self, timeline, &slices);
  if ((timeline->parts & LSC_TIMELINE_EVENTS) == LSC_TIMELINE_EVENTS)
    {
      lsc_lack_notes_note (self, LSC_UNKNOWN_NO_HOST, slices.n_host > 0);
      lsc_lack_notes_note (self, LSC_UNKNOWN_NO_MODULES,
                           slices.n[LSC_ROLE_MARK_LANE] + slices.n[LSC_ROLE_PYTHON_STACK] > 0);
    }
}

static gboolean
has_input_shapes (const LscRun *run)
{
  for (gsize i = 0; i < run->kernel_details.n; i++)
    {
      guint32 shapes = run->kernel_details.items[i].input_shapes;

      if (shapes != LSC_STRING_NONE && *lsc_run_text (run, shapes) != '\0')
        return TRUE;
    }
  return FALSE;
}

static void
look_at_kernels (LscLackNotes *self, const LscRun *run)
{
  gboolean has_level_1 = run->level != 0;

  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_DEVICE, run->kernels.n > 0);
  if (run->kernels.n == 0)
    return;
  if ((run->loaded & LSC_LOAD_SHAPES) && has_level_1)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_SHAPES, has_input_shapes (run));
  if ((run->loaded & LSC_LOAD_COMM_TASKS) && has_level_1 && run->comm_ops.n > 0 && !run->is_gpu)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_COMM_TASKS, run->comm_tasks.n > 0);
}

/** Returns: what recorded a run */
LscRecorder
lsc_run_get_recorder (const LscRun *run)
{
  g_return_val_if_fail (run, LSC_RECORDER_ASCEND);
  if (run->is_of_ops)
    return LSC_RECORDER_OPS;
  if (run->source && run->source->format == LSC_FORMAT_NSIGHT)
    return LSC_RECORDER_NSIGHT;
  return run->is_gpu ? LSC_RECORDER_GPU : LSC_RECORDER_ASCEND;
}

/**
 * lsc_lack_notes_look_at_run:
 * @run: sealed
 *
 * Notes what the tables that were loaded have and what not.
 *
 * Cost: linear in kernels until the first that tells.
 */
void
lsc_lack_notes_look_at_run (LscLackNotes *self, const LscRun *run)
{
  g_return_if_fail (self && run);
  self->lacks.recorder = lsc_run_get_recorder (run);
  if (lsc_notices_have_end_lost (run->notices))
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_DAMAGED);
  if (run->is_of_ops)
    {
      lsc_lacks_add (&self->lacks, LSC_UNKNOWN_OPS_TIMELINE);
      return;
    }
  if (run->level == 0 && (run->loaded & LSC_LOAD_KERNELS))
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_LEVEL_0);
  lsc_lack_notes_note (self, LSC_UNKNOWN_NO_STEPS, run->steps.n > 0);
  if (run->is_gpu)
    lsc_lacks_add (&self->lacks, LSC_UNKNOWN_COLLECTIVE_KERNELS);
  if (run->loaded & LSC_LOAD_KERNELS)
    look_at_kernels (self, run);
  if (run->loaded & LSC_LOAD_ALL_OPS)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_HOST, run->ops.n > 0);
  if ((run->loaded & LSC_LOAD_LINKS) && (run->loaded & LSC_LOAD_KERNELS) && run->kernels.n > 0)
    lsc_lack_notes_note (self, LSC_UNKNOWN_NO_LAUNCHES, run->connections.n > 0);
}

/** Returns: what was looked for and nowhere found */
LscLacks
lsc_lack_notes_get_lacks (const LscLackNotes *self)
{
  LscLacks lacks = { 0 };

  g_return_val_if_fail (self, lacks);
  lacks = self->lacks;
  lacks.bits &= ~self->has;
  return lacks;
}
