/* lsc-own-kernels.c - shapes, types and counters of kernels in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "model/lsc-sql-schema.h"
#include "read/own/lsc-own-private.h"

/** _lsc_own_kernels_new: Returns: (transfer full): of no kernel */
LscOwnKernels *
_lsc_own_kernels_new (void)
{
  return g_new0 (LscOwnKernels, 1);
}

/** _lsc_own_kernels_free: @self: (nullable) (transfer full): */
void
_lsc_own_kernels_free (LscOwnKernels *self)
{
  if (!self)
    return;
  lsc_int64s_clear (&self->ids);
  lsc_indexes_clear (&self->kinds);
  lsc_kernel_counter_list_clear (&self->counters);
  lsc_kernel_details_clear (&self->details);
  lsc_indexes_clear (&self->dynamic);
  lsc_kernel_launches_clear (&self->launches);
  lsc_indexes_clear (&self->grids);
  g_free (self);
}

static guint32
take_text (LscOwn *self, LscCell *cell)
{
  g_autofree char *text = _lsc_own_text (cell);

  return text ? lsc_intern_add (self->timeline->strings, text) : LSC_STRING_NONE;
}

static float
take_figure (LscCell *cell)
{
  return lsc_cell_get_type (cell) == SQLITE_NULL ? NAN : (float) lsc_cell_get_double (cell);
}

static void
take_kind (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscOwnKernels *kernels = self->kernels;
  LscKernelLaunch *launch = lsc_kernel_launches_add (&kernels->launches);

  if (_lsc_own_int64 (cells[0], -1) != (gint64) kernels->details.n)
    self->fault = "kernel_kinds";
  lsc_kernel_details_append (
      &kernels->details,
      (LscKernelDetail){ .global_task_id = (gint64) kernels->details.n,
                         .op_type = take_text (self, cells[1]),
                         .task_type = take_text (self, cells[2]),
                         .input_shapes = take_text (self, cells[3]),
                         .input_types = take_text (self, cells[4]),
                         .input_formats = take_text (self, cells[5]),
                         .output_shapes = take_text (self, cells[6]),
                         .output_types = take_text (self, cells[7]),
                         .output_formats = take_text (self, cells[8]),
                         .core_count =
                             (guint32) CLAMP (_lsc_own_int64 (cells[9], 0), 0, G_MAXUINT32 - 1) });
  lsc_indexes_append (&kernels->dynamic, _lsc_own_int64 (cells[10], 0) != 0);
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    launch->values[i] = take_figure (cells[11 + i]);
  lsc_indexes_append (&kernels->grids, take_text (self, cells[11 + LSC_LAUNCH_N_FIGURES]));
}

static void
take_kernel (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscOwnKernels *kernels = self->kernels;
  gint64 id = _lsc_own_int64 (cells[0], -1), kind = _lsc_own_int64 (cells[1], -1);
  LscKernelCounters *counters;

  if (id < 0 || kind < 0 || kind >= (gint64) kernels->details.n ||
      (kernels->ids.n > 0 && kernels->ids.items[kernels->ids.n - 1] >= (guint32) id))
    {
      self->fault = "kernel_rows";
      return;
    }
  lsc_int64s_append (&kernels->ids, (guint32) id);
  lsc_indexes_append (&kernels->kinds, (guint32) kind);
  counters = lsc_kernel_counter_list_add (&kernels->counters);
  lsc_kernel_counters_init (counters);
  counters->is_dynamic = kernels->dynamic.items[kind];
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    counters->values[i] = take_figure (cells[2 + i]);
}

/* By which a timeline says that shapes were recorded, and what kernels of a GPU are alike by. */
static void
add_keys (LscOwn *self)
{
  const LscOwnKernels *kernels = self->kernels;
  LscTimeline *timeline = self->timeline;

  for (gsize i = 0; i < kernels->ids.n; i++)
    {
      guint32 kind = kernels->kinds.items[i];
      const LscKernelDetail *detail = &kernels->details.items[kind];
      LscKernelKey key = { kernels->ids.items[i], detail->op_type, detail->input_shapes };
      LscKernelKey launch = { key.detail, LSC_STRING_NONE, kernels->grids.items[kind] };

      if (key.type != LSC_STRING_NONE || key.shapes != LSC_STRING_NONE)
        lsc_kernel_keys_append (&timeline->kernel_keys, key);
      if (launch.shapes != LSC_STRING_NONE)
        lsc_kernel_keys_append (&timeline->launch_keys, launch);
    }
  lsc_kernel_keys_seal (&timeline->kernel_keys);
  lsc_kernel_keys_seal (&timeline->launch_keys);
}

/**
 * lsc_own_timeline_get_kernels:
 *
 * Returns: (transfer none) (nullable): what the file says of its kernels; %NULL of another format
 */
const LscOwnKernels *
lsc_own_timeline_get_kernels (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, NULL);
  return timeline->source->format == LSC_FORMAT_OWN_DB ? timeline->reader : NULL;
}

/**
 * lsc_own_kernels_find:
 * @id: LscLane.detail of a computing slice
 * @kernel: (out): what is known of it
 *
 * Returns: whether the file says anything of it. Cost: O(log n)
 */
gboolean
lsc_own_kernels_find (const LscOwnKernels *self, gint64 id, LscOwnKernel *kernel)
{
  gsize at;
  guint32 kind;

  g_return_val_if_fail (self && kernel, FALSE);
  at = LSC_BISECT (i, 0, self->ids.n, self->ids.items[i] < id);
  if (at >= self->ids.n || self->ids.items[at] != id)
    return FALSE;
  kind = self->kinds.items[at];
  *kernel = (LscOwnKernel){ &self->details.items[kind], &self->counters.items[at],
                            &self->launches.items[kind] };
  return TRUE;
}

/** Reads what kernels are, before their slices. */
gboolean
_lsc_own_read_kernels (LscOwn *self, GError **error)
{
  gint64 part = self->source->part;
  g_autofree char *of_rank =
      g_strdup_printf ("\"id\" >= %" G_GINT64_FORMAT " AND \"id\" < %" G_GINT64_FORMAT,
                       LSC_SQL_SLICE_ID (part, 0), LSC_SQL_SLICE_ID (part + 1, 0));

  if (!_lsc_own_scan (self, "kernel_kinds", NULL, take_kind, self, error) ||
      !_lsc_own_scan (self, "kernel_rows", of_rank, take_kernel, self, error))
    return FALSE;
  add_keys (self);
  return TRUE;
}
