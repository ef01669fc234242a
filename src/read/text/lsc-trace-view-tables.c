/* lsc-trace-view-tables.c - lanes of a result that has tables but no trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"

static LscViewLane *
find_lane (LscView *self, LscViewClass class, gint64 tid, const char *text)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      if (lane->class == class && lane->tid == tid && g_strcmp0 (lane->text, text) == 0)
        return lane;
    }
  return NULL;
}

static LscViewLane *
get_stream (LscView *self, guint32 stream)
{
  gint64 tid = stream == LSC_KERNEL_ROW_NONE ? -1 : (gint64) stream;
  LscViewLane *lane = find_lane (self, LSC_VIEW_STREAM, tid, NULL);
  g_autofree char *name = NULL;

  if (lane)
    return lane;
  /* Level 0 does not tell streams apart. */
  name = tid < 0 ? g_strdup ("Kernels") : g_strdup_printf ("Stream %" PRId64, tid);
  lane = _lsc_view_add_lane (self, LSC_VIEW_STREAM, G_MAXUINT32, name);
  lane->tid = lane->sort = tid;
  return lane;
}

static LscViewLane *
get_group (LscView *self, const char *op_name)
{
  LscCommGroup *group = lsc_text_get_group (self->timeline, self->groups, op_name);
  LscViewLane *lane = find_lane (self, LSC_VIEW_COMM_GROUP, -1, group->name);

  if (lane)
    return lane;
  lane = _lsc_view_add_lane (self, LSC_VIEW_COMM_GROUP, G_MAXUINT32, group->label);
  lane->text = g_strdup (group->name);
  return lane;
}

/**
 * _lsc_view_add_table_lanes:
 *
 * Makes lanes of the kernel table: streams, and groups of communication.
 *
 * Source: formats.md#discovery, #kernel-details.
 */
void
_lsc_view_add_table_lanes (LscView *self)
{
  for (gsize i = 0; i < self->kernels->rows.n; i++)
    {
      const LscKernelRow *row = &self->kernels->rows.items[i];
      LscViewLane *lane = row->kind == LSC_SLICE_COMM_OP
                              ? get_group (self, lsc_timeline_text (self->timeline, row->name))
                              : get_stream (self, row->stream);
      LscRawSlice *slice = lsc_raw_slices_add (&lane->raw, row->start_ns, row->end_ns);

      slice->detail = row->offset;
      slice->name = row->name;
      slice->link = LSC_SLICE_NONE;
      slice->category = 0;
      slice->kind = row->kind;
      slice->flags = 0;
    }
}

/* ---- steps ---- */

/**
 * Step: what the tables tell of one
 * @first_ns, @last_ns: begin of its first kernel, and of its last
 * @end_ns: of its kernels
 * @mark_ns: begin of the host's mark
 */
typedef struct
{
  gint64 id;
  gint64 first_ns;
  gint64 last_ns;
  gint64 end_ns;
  gint64 mark_ns;
} Step;

LSC_DEFINE_ARRAY (StepList, step_list, Step)

static Step *
get_step (StepList *steps, GHashTable *known, gint64 id)
{
  gpointer found;

  if (!g_hash_table_lookup_extended (known, &id, NULL, &found))
    {
      Step step = { id, G_MAXINT64, G_MININT64, G_MININT64, G_MAXINT64 };

      found = GSIZE_TO_POINTER (steps->n);
      step_list_append (steps, step);
      g_hash_table_insert (known, g_memdup2 (&id, sizeof id), found);
    }
  return &steps->items[GPOINTER_TO_SIZE (found)];
}

static void
list_steps (LscView *self, StepList *steps, GHashTable *known)
{
  const LscKernelRows *kernels = &self->kernels->rows;
  LscStepRows rows = { 0 };

  for (gsize i = 0; i < kernels->n; i++)
    {
      const LscKernelRow *kernel = &kernels->items[i];
      Step *step = kernel->step >= 0 ? get_step (steps, known, kernel->step) : NULL;

      if (!step)
        continue;
      step->first_ns = step->mark_ns = MIN (step->first_ns, kernel->start_ns);
      step->last_ns = MAX (step->last_ns, kernel->start_ns);
      step->end_ns = MAX (step->end_ns, kernel->end_ns);
    }
  lsc_text_read_steps (self->files, &rows, &self->timeline->device, self->timeline->notices,
                       self->job);
  for (gsize i = 0; i < rows.n; i++)
    if (g_hash_table_contains (known, &rows.items[i].step))
      {
        Step *step = get_step (steps, known, rows.items[i].step);

        if (rows.items[i].preparing_ns > 0 && rows.items[i].preparing_ns <= step->first_ns)
          step->mark_ns = step->first_ns - rows.items[i].preparing_ns;
      }
  lsc_step_rows_clear (&rows);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const Step *) a)->mark_ns, ((const Step *) b)->mark_ns);
}

/* A mark ends where the next one begins. Of one without a next one only the device tells: the end
 * of its kernels; where these run beyond marks elsewhere, it is as long as the mark before. */
static gint64
find_end_ns (const StepList *steps, gsize index, gboolean is_ahead)
{
  const Step *step = &steps->items[index];
  const Step *before = index > 0 ? step - 1 : NULL;
  gint64 length_ns, device_ns;

  if (index + 1 < steps->n && step[1].id == step->id + 1)
    return step[1].mark_ns;
  if (!is_ahead || !before || before->id + 1 != step->id ||
      __builtin_sub_overflow (step->mark_ns, before->mark_ns, &length_ns) ||
      __builtin_sub_overflow (step->end_ns, step->mark_ns, &device_ns))
    return step->end_ns;
  return step->mark_ns + MIN (device_ns, length_ns);
}

static gboolean
is_host_ahead (const StepList *steps)
{
  for (gsize i = 0; i + 1 < steps->n; i++)
    if (steps->items[i].end_ns > find_end_ns (steps, i, FALSE))
      return TRUE;
  return FALSE;
}

/**
 * _lsc_view_add_table_steps:
 *
 * Steps of a recording whose host side is missing: the kernels tell to which they belong, the table
 * of steps how long before the first of them the step began.
 *
 * Source: formats.md#kernel-details, #text-tables; steps.md#table-steps.
 */
void
_lsc_view_add_table_steps (LscView *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  LscTimeline *timeline = self->timeline;
  StepList steps = { 0 };
  gboolean is_ahead;

  list_steps (self, &steps, known);
  if (steps.n > 1)
    qsort (steps.items, steps.n, sizeof *steps.items, compare_marks);
  is_ahead = is_host_ahead (&steps);
  for (gsize i = 0; i < steps.n; i++)
    {
      const Step *step = &steps.items[i];

      lsc_steps_append (&timeline->steps,
                        (LscStep){ step->id, step->mark_ns, find_end_ns (&steps, i, is_ahead) });
      lsc_steps_append (&timeline->placed_steps,
                        (LscStep){ step->id, step->first_ns, step->last_ns });
    }
  step_list_clear (&steps);
}
