/* lsc-run-from-timeline-facts.c - what the reader of a database kept beside the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "read/find/lsc-metadata.h"
#include "read/lsc-id-map.h"

/* Marks, operators and messages are rows that the reader kept. Kernels are the computing slices of
 * the streams in the order of the file, which their row numbers say; a few that are not what their
 * slice shows are listed. */

/* Adds the items of an array to another. */
#define COPY_ARRAY(prefix, to, from)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    prefix##_reserve ((to), (to)->n + (from)->n);                                                  \
    for (gsize i = 0; i < (from)->n; i++)                                                          \
      prefix##_append ((to), (from)->items[i]);                                                    \
  }                                                                                                \
  G_STMT_END

/** Lets the run have the texts of the timeline; nothing may be added to them then. */
void
_lsc_run_build_share_names (LscRunBuild *build)
{
  lsc_intern_unref (build->run->strings);
  build->run->strings = lsc_intern_ref (build->timeline->strings);
  build->shares_names = TRUE;
}

/** Fills in what the file says of itself, and what is odd about it. */
void
_lsc_run_build_facts (LscRunBuild *build)
{
  const LscRunFacts *facts = build->timeline->facts;
  LscRun *run = build->run;
  gboolean has_kernels = (build->flags & LSC_LOAD_KERNELS) != 0;

  run->device = facts->device;
  run->level = has_kernels ? build->timeline->level : -1;
  run->chip_name = g_strdup (build->timeline->chip_name);
  run->schema_version = g_strdup (facts->schema_version);
  run->collection_end_ns = facts->collection_end_ns;
  run->has_marks_table = facts->has_marks_table;
  run->has_mark_domains = facts->has_mark_domains;
  COPY_ARRAY (lsc_steps, &run->steps, &facts->steps);
  for (guint i = 0; i < facts->notices->len; i++)
    {
      const LscRunNotice *told = &g_array_index (facts->notices, LscRunNotice, i);

      if (told->loads & build->flags)
        lsc_notices_add (run->notices, lsc_notice_copy (told->notice));
    }
  if (has_kernels)
    lsc_run_load_chip_info (run);
}

/** Fills marks, their device rows, and rows that the reference tool left. */
void
_lsc_run_build_facts_marks (LscRunBuild *build)
{
  const LscRunFacts *facts = build->timeline->facts;
  LscRun *run = build->run;

  COPY_ARRAY (lsc_marks, &run->marks, &facts->marks);
  for (gsize i = 0; i < run->marks.n; i++)
    {
      LscMark *mark = &run->marks.items[i];

      mark->thread = _lsc_run_build_global_tid (build, facts->threads.items[mark->thread]);
      mark->message = _lsc_run_build_name (build, mark->message);
      mark->domain = _lsc_run_build_name (build, mark->domain);
    }
  if (build->flags & LSC_LOAD_MARK_TASKS)
    COPY_ARRAY (lsc_mark_tasks, &run->mark_tasks, &facts->mark_tasks);
  COPY_ARRAY (lsc_step_tasks, &run->step_tasks, &facts->step_tasks);
  for (gsize i = 0; i < run->step_tasks.n; i++)
    run->step_tasks.items[i].name = _lsc_run_build_name (build, run->step_tasks.items[i].name);
}

/* ---- kernels ---- */

/** Kernels of a class, and where they stand in the file. */
typedef struct
{
  LscKernels kernels;
  LscInt64s rows;
} PlacedKernels;

typedef struct
{
  LscRunBuild *build;
  LscIdMap odd; /* by row */
  gboolean has_odd_computing;
  PlacedKernels compute;
  PlacedKernels schedule;
} Kernels;

static void
add_kernel (Kernels *self, gint64 row_id, LscKernel kernel, guint32 name, LscKernelClass class)
{
  PlacedKernels *placed = class == LSC_KERNEL_COMPUTE ? &self->compute : &self->schedule;

  kernel.name = self->build->flags & LSC_LOAD_KERNEL_NAMES ? _lsc_run_build_name (self->build, name)
                                                           : LSC_STRING_NONE;
  kernel.kernel_class = (guint8) class;
  lsc_kernels_append (&placed->kernels, kernel);
  lsc_int64s_append (&placed->rows, row_id);
}

static void
add_slice (Kernels *self, const LscLane *lane, guint32 slice, LscKernel kernel)
{
  const LscOddKernels *odd = &self->build->timeline->facts->odd_kernels;
  gboolean is_computing = lsc_slice_kind_is_computing (lane->kind[slice]);
  gint64 row_id = lsc_lane_get_detail (lane, slice);
  guint32 item = LSC_ID_MAP_NONE;

  kernel.start_ns = lane->start_ns[slice];
  kernel.end_ns = lsc_lane_get_end_ns (lane, slice);
  if (!is_computing || self->has_odd_computing)
    item = lsc_id_map_find (&self->odd, row_id);
  /* of the tasks of communication only kernels that communicate are listed */
  if (item == LSC_ID_MAP_NONE && lane->kind[slice] != LSC_SLICE_COMM_TASK)
    add_kernel (self, row_id, kernel, lane->name[slice],
                is_computing ? LSC_KERNEL_COMPUTE : LSC_KERNEL_SCHEDULE);
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&self->odd, item))
    add_kernel (self, row_id, kernel, odd->items[item].name,
                (LscKernelClass) odd->items[item].kernel_class);
}

static gboolean
collect_kernels (Kernels *self, GError **error)
{
  const LscTimeline *timeline = self->build->timeline;
  const LscRunFacts *facts = timeline->facts;

  for (gsize k = 0; k < facts->lane_devices.n; k++)
    {
      const LscLaneDevice *about = &facts->lane_devices.items[k];
      const LscNode *node = lsc_timeline_get_node (timeline, about->node);
      LscKernel kernel = { .connection_id = -1,
                           .detail = LSC_ID_NONE,
                           .stream = (guint32) node->tid,
                           .device = (guint16) MIN (about->device, G_MAXUINT16) };

      if (facts->only_device >= 0 && about->device < G_MAXUINT16 &&
          about->device != facts->only_device)
        continue;
      for (guint32 i = 0; node->lane && i < node->lane->n; i++)
        if (lsc_slice_kind_is_computing (node->lane->kind[i]) ||
            node->lane->kind[i] == LSC_SLICE_SCHEDULE ||
            (node->lane->kind[i] == LSC_SLICE_COMM_TASK &&
             self->build->timeline->facts->has_exchange))
          add_slice (self, node->lane, i, kernel);
      if (!lsc_job_check (self->build->job, error))
        return FALSE;
    }
  return TRUE;
}

static gint64
get_row (gsize index, gconstpointer data)
{
  return ((const gint64 *) data)[index];
}

/* Puts the kernels of a class into the order of the file. */
static void
order_kernels (PlacedKernels *placed)
{
  g_autofree guint32 *order = lsc_sort_order (placed->rows.n, get_row, placed->rows.items);

  if (order)
    lsc_sort_apply (placed->kernels.items, sizeof (LscKernel), order, placed->rows.n);
  lsc_int64s_clear (&placed->rows);
}

static void
add_comm_ops (LscRunBuild *build)
{
  const LscRunFacts *facts = build->timeline->facts;
  LscRun *run = build->run;

  for (gsize i = 0; i < facts->comm_ops.n; i++)
    {
      LscCommOp op = facts->comm_ops.items[i];

      op.op_name = _lsc_run_build_name (build, op.op_name);
      op.op_type = _lsc_run_build_name (build, op.op_type);
      op.group = _lsc_run_build_name (build, op.group);
      op.op_connection_id = _lsc_run_build_name (build, op.op_connection_id);
      lsc_comm_ops_append (&run->comm_ops, op);
      lsc_kernels_append (&run->kernels,
                          (LscKernel){ .start_ns = op.start_ns,
                                       .end_ns = op.end_ns,
                                       .connection_id = op.connection_id,
                                       .name = op.op_type,
                                       .detail = (guint32) i,
                                       .stream = LSC_ID_NONE,
                                       .device = (guint16) MIN (op.device, G_MAXUINT16),
                                       .kernel_class = LSC_KERNEL_COMMUNICATION });
    }
  if (build->flags & LSC_LOAD_COMM_PAIRS)
    COPY_ARRAY (lsc_comm_tasks, &run->comm_tasks, &facts->comm_tasks);
  for (gsize i = 0; i < run->comm_tasks.n; i++)
    run->comm_tasks.items[i].task_type =
        _lsc_run_build_name (build, run->comm_tasks.items[i].task_type);
}

static void
index_odd (Kernels *self)
{
  const LscOddKernels *odd = &self->build->timeline->facts->odd_kernels;

  if (odd->n == 0)
    return;
  lsc_id_map_build (&self->odd, &odd->items[0].detail, odd->n, sizeof *odd->items);
  self->has_odd_computing = self->odd.next != NULL;
}

/**
 * _lsc_run_build_facts_kernels:
 *
 * Fills kernels, communication operators and their messages as %LSC_LOAD_KERNEL_TIMES has them.
 * Cost: O(n), beyond that where the file has tasks in another order than that of time.
 */
gboolean
_lsc_run_build_facts_kernels (LscRunBuild *build, GError **error)
{
  LscRun *run = build->run;
  Kernels kernels = { .build = build };
  gboolean ok;

  index_odd (&kernels);
  ok = collect_kernels (&kernels, error);
  order_kernels (&kernels.compute);
  order_kernels (&kernels.schedule);
  run->kernels = kernels.compute.kernels;
  run->class_begin[LSC_KERNEL_COMMUNICATION] = run->kernels.n;
  add_comm_ops (build);
  run->class_begin[LSC_KERNEL_SCHEDULE] = run->kernels.n;
  COPY_ARRAY (lsc_kernels, &run->kernels, &kernels.schedule.kernels);
  lsc_kernels_clear (&kernels.schedule.kernels);
  run->class_begin[LSC_KERNEL_COPY] = run->class_begin[LSC_KERNEL_COPY + 1] = run->kernels.n;
  lsc_id_map_clear (&kernels.odd);
  return ok;
}
