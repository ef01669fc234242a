/* lsc-query-kernels.c - what a recording says of kernels beside their slices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/module/lsc-mfu.h"
#include "analyze/operators/lsc-bytes-cache.h"
#include "analyze/query/lsc-query-private.h"
#include "model/lsc-kernel-name.h"

/* Rows of the table shapes, in which the table kernels finds its own. */

#define CHECK_EVERY 4096

/** @flops: of each kernel of the run, NaN = not known */
typedef struct
{
  LscQuery *query;
  LscTable *table;
  const LscRun *run;
  guint index;
  LscBytesCache *bytes;
  double *flops;
} Filler;

/* As the schema has them. */
static const char *const counter_columns[LSC_KERNEL_N_COUNTERS] = {
  [LSC_KERNEL_MAC] = "mac_ratio",
  [LSC_KERNEL_VECTOR] = "vec_ratio",
  [LSC_KERNEL_MTE1] = "mte1_ratio",
  [LSC_KERNEL_MTE2] = "mte2_ratio",
  [LSC_KERNEL_MTE3] = "mte3_ratio",
  [LSC_KERNEL_FIXPIPE] = "fixpipe_ratio",
  [LSC_KERNEL_SCALAR] = "scalar_ratio",
  [LSC_KERNEL_ICACHE_MISS] = "icache_miss",
  [LSC_KERNEL_CUBE_UTILISATION] = "cube_utilisation",
};

static const char *const launch_columns[LSC_LAUNCH_N_FIGURES] = {
  [LSC_LAUNCH_OCCUPANCY] = "occupancy",         [LSC_LAUNCH_BLOCKS_PER_SM] = "blocks_per_sm",
  [LSC_LAUNCH_WARPS_PER_SM] = "warps_per_sm",   [LSC_LAUNCH_REGISTERS] = "registers",
  [LSC_LAUNCH_SHARED_MEMORY] = "shared_memory",
};

/* ---- cells ---- */

static void
set_text (Filler *self, gsize row, const char *column, guint32 id)
{
  if (id != LSC_STRING_NONE)
    lsc_table_set_text (self->table, row, (guint) lsc_table_find_column (self->table, column),
                        lsc_run_text (self->run, id));
}

static void
set_int (Filler *self, gsize row, const char *column, gint64 value)
{
  lsc_table_set_int (self->table, row, (guint) lsc_table_find_column (self->table, column), value);
}

/* Profilers write at most six decimals, and 0.618 shall not become 0.61799997. */
static void
set_recorded (Filler *self, gsize row, const char *column, float value)
{
  guint at = (guint) lsc_table_find_column (self->table, column);

  if (isnan (value))
    return;
  if (lsc_table_get_column (self->table, at)->type == LSC_TYPE_INT)
    lsc_table_set_int (self->table, row, at, (gint64) value);
  else
    lsc_table_set_real (self->table, row, at, rint ((double) value * 1e6) / 1e6);
}

/* NULL where the timeline does not have it. */
static void
set_slice_id (Filler *self, gsize row, const LscKernel *kernel)
{
  LscTimeline *timeline = self->query->timelines[self->index];
  LscSpot spot = timeline
                     ? lsc_timeline_find_slice (timeline, G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM,
                                                kernel->start_ns, kernel->end_ns,
                                                lsc_run_text (self->run, kernel->name))
                     : LSC_SPOT_NONE;

  if (spot.node != LSC_SLICE_NONE)
    set_int (self, row, "id", LSC_SQL_SLICE_ID (self->index, lsc_timeline_get_id (timeline, spot)));
}

/* ---- rows ---- */

static void
set_detail (Filler *self, gsize row, const LscKernel *kernel)
{
  const LscKernelDetail *detail = &self->run->kernel_details.items[kernel->detail];
  gint64 bytes = lsc_bytes_cache_find (self->bytes, detail);

  if (!self->run->is_gpu)
    set_text (self, row, "type", detail->op_type);
  set_text (self, row, "core", detail->task_type);
  set_text (self, row, "input_shapes", detail->input_shapes);
  set_text (self, row, "input_types", detail->input_types);
  set_text (self, row, "output_shapes", detail->output_shapes);
  set_text (self, row, "output_types", detail->output_types);
  set_text (self, row, "input_formats", detail->input_formats);
  set_text (self, row, "output_formats", detail->output_formats);
  if (bytes >= 0)
    set_int (self, row, "bytes", bytes);
  if (detail->core_count > 0)
    set_int (self, row, "blocks", detail->core_count);
  if (kernel->detail >= self->run->kernel_counters.n)
    return;
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    set_recorded (self, row, counter_columns[i],
                  self->run->kernel_counters.items[kernel->detail].values[i]);
}

static void
set_launch (Filler *self, gsize row, guint32 launch)
{
  for (guint i = 0; launch < self->run->launches.n && i < LSC_LAUNCH_N_FIGURES; i++)
    set_recorded (self, row, launch_columns[i], self->run->launches.items[launch].values[i]);
}

static void
add_kernel (Filler *self, gsize index)
{
  const LscKernel *kernel = &self->run->kernels.items[index];
  const char *name = lsc_run_text (self->run, kernel->name);
  gsize row = lsc_table_add_row (self->table);

  set_int (self, row, "rank", self->run->rank);
  set_slice_id (self, row, kernel);
  set_text (self, row, "name", kernel->name);
  set_int (self, row, "start_ns", kernel->start_ns);
  set_int (self, row, "dur_ns", kernel->end_ns - kernel->start_ns);
  if (self->run->is_gpu)
    {
      g_autofree char *brief = lsc_kernel_name_shorten (name);

      lsc_table_set_text (self->table, row, (guint) lsc_table_find_column (self->table, "type"),
                          brief ? brief : name);
    }
  if (kernel->detail < self->run->kernel_details.n)
    set_detail (self, row, kernel);
  if (self->run->launch_of)
    set_launch (self, row, self->run->launch_of[index]);
  if (!isnan (self->flops[index]))
    lsc_table_set_real (self->table, row, (guint) lsc_table_find_column (self->table, "flops"),
                        self->flops[index]);
}

static gboolean
is_described (const LscRun *run, gsize index)
{
  const LscKernel *kernel = &run->kernels.items[index];

  return kernel->kernel_class == LSC_KERNEL_COMPUTE &&
         (kernel->detail < run->kernel_details.n ||
          (run->launch_of && run->launch_of[index] != LSC_ID_NONE));
}

/* Returns: (transfer full) (nullable): %NULL with CANCELLED; a run without modules has no FLOPs */
static double *
find_flops (LscRun *run, LscJob *job, GError **error)
{
  LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, job, NULL);
  g_autofree double *flops = g_new (double, run->kernels.n + 1);
  LscKernelFlopsList list = { 0 };
  LscPeak peak;

  for (gsize i = 0; i < run->kernels.n; i++)
    flops[i] = NAN;
  if (data && lsc_mfu_compute (data, NULL, &peak, &list, job, NULL))
    for (gsize i = 0; i < list.n; i++)
      flops[list.items[i].kernel] = list.items[i].flops;
  lsc_kernel_flops_list_clear (&list);
  return lsc_job_check (job, error) ? g_steal_pointer (&flops) : NULL;
}

static guint
find_source (const LscQuery *self, const LscSource *source)
{
  guint index = 0;

  while (index < self->sources->len && self->sources->pdata[index] != source)
    index++;
  return index;
}

static gboolean
add_run (LscQuery *query, LscTable *table, LscRun *run, GError **error)
{
  Filler self = { query, table, run, find_source (query, run->source), NULL, NULL };
  gboolean ok = TRUE;

  if (self.index >= query->sources->len)
    return TRUE;
  self.flops = find_flops (run, query->account.job, error);
  if (!self.flops)
    return FALSE;
  self.bytes = lsc_bytes_cache_new (run);
  for (gsize i = 0; i < run->kernels.n && ok; i++)
    {
      ok = i % CHECK_EVERY != 0 || lsc_job_check (query->account.job, error);
      if (is_described (run, i))
        add_kernel (&self, i);
    }
  lsc_bytes_cache_free (self.bytes);
  g_free (self.flops);
  return ok;
}

/*
 * Fills the table shapes: a row for each computing kernel that is described.
 *
 * Errors: those of reading the recordings, CANCELLED.
 */
gboolean
_lsc_query_fill_shapes (LscQuery *self, LscTable *table, GError **error)
{
  if (!_lsc_query_load_runs (self, error))
    return FALSE;
  if (!_lsc_query_load_timelines (self))
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  for (guint i = 0; i < self->runs->len; i++)
    if (!add_run (self, table, self->runs->pdata[i], error))
      return FALSE;
  return TRUE;
}
