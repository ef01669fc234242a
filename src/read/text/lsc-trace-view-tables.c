/* lsc-trace-view-tables.c - lanes of a result that has tables but no trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <inttypes.h>
#include <string.h>

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

/* The step with that id, new or known. */
static LscStep *
get_step (LscSteps *steps, GHashTable *known, gint64 id)
{
  gpointer found;

  if (!g_hash_table_lookup_extended (known, &id, NULL, &found))
    {
      LscStep step = { id, G_MAXINT64, G_MININT64 };

      found = GSIZE_TO_POINTER (steps->n);
      lsc_steps_append (steps, step);
      g_hash_table_insert (known, g_memdup2 (&id, sizeof id), found);
    }
  return &steps->items[GPOINTER_TO_SIZE (found)];
}

/**
 * _lsc_view_add_table_steps:
 *
 * Steps of a recording whose host side is missing: the kernels tell to which they belong, the table
 * of steps how long before the first of them the step began.
 *
 * Source: formats.md#kernel-details, #text-tables; steps.md#step.
 */
void
_lsc_view_add_table_steps (LscView *self)
{
  const LscKernelRows *kernels = &self->kernels->rows;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  LscSteps *steps = &self->timeline->steps;
  LscStepRows rows = { 0 };

  for (gsize i = 0; i < kernels->n; i++)
    if (kernels->items[i].step >= 0)
      {
        LscStep *step = get_step (steps, known, kernels->items[i].step);

        step->start_ns = MIN (step->start_ns, kernels->items[i].start_ns);
        step->end_ns = MAX (step->end_ns, kernels->items[i].end_ns);
      }
  lsc_text_read_steps (self->files, &rows, &self->timeline->device, self->timeline->notices,
                       self->job);
  for (gsize i = 0; i < rows.n; i++)
    if (g_hash_table_contains (known, &rows.items[i].step))
      get_step (steps, known, rows.items[i].step)->start_ns -= rows.items[i].preparing_ns;
  lsc_step_rows_clear (&rows);
}
