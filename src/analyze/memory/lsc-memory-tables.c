/* lsc-memory-tables.c - peaks, components, steps and segments of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"

/* memory.md#tables. */

static const LscWord quantity_words[LSC_MEMORY_N_QUANTITIES] = {
  [LSC_MEMORY_ALLOCATED] = { "allocated", N_ ("Allocated") },
  [LSC_MEMORY_ACTIVE] = { "active", N_ ("Active") },
  [LSC_MEMORY_REQUESTED] = { "requested", N_ ("Requested") },
  [LSC_MEMORY_RESERVED] = { "reserved", N_ ("Reserved") },
  [LSC_MEMORY_PROCESS] = { "process", N_ ("Process") },
  [LSC_MEMORY_COMPONENT] = { "component", N_ ("Component") },
};

/* ---- peaks ---- */

typedef struct
{
  gint64 rank;
  int quantity;
  const char *pool;
  gint64 peak_bytes;
  gint64 time_ns;
  gint64 step;
  const char *module;
  gint64 allocated_bytes;
  gint64 reserved_bytes;
  gint64 is_main;
  gint64 stream;
} PeakRow;

static const LscColumn peak_columns[] = {
  LSC_RANK_COLUMN (PeakRow),
  LSC_CODES (PeakRow, quantity, "quantity", N_ ("Quantity"), quantity_words, "memory.md#curves",
             N_ ("Quantity of the curve.")),
  LSC_COLUMN (
      PeakRow, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "MEMORY_RECORD.component",
      N_ ("Who counts: the framework's allocator PTA, CANN's GE, both, a GPU, APP the whole "
          "process.")),
  LSC_COLUMN (PeakRow, peak_bytes, "peak_bytes", N_ ("Peak"), LSC_UNIT_BYTES, "memory.md#peaks",
              N_ ("The most that was recorded.")),
  LSC_COLUMN (PeakRow, time_ns, "time_ns", N_ ("Time"), LSC_UNIT_NS, "memory.md#peaks",
              N_ ("When it was that much first.")),
  LSC_STEP_COLUMN (PeakRow),
  LSC_COLUMN (PeakRow, module, "module", N_ ("Module"), LSC_UNIT_NONE, "memory.md#peaks",
              N_ ("Innermost module that the host was in; empty where none was recorded.")),
  LSC_COLUMN (PeakRow, allocated_bytes, "allocated_bytes", N_ ("Allocated"), LSC_UNIT_BYTES,
              "memory.md#peaks", N_ ("What the pool had allocated at that time.")),
  LSC_COLUMN (PeakRow, reserved_bytes, "reserved_bytes", N_ ("Reserved"), LSC_UNIT_BYTES,
              "memory.md#peaks",
              N_ ("What the pool held at that time; for the process that of the framework's.")),
  LSC_COLUMN (PeakRow, is_main, "is_main", N_ ("Main"), LSC_UNIT_FLAG, "memory.md#curves",
              N_ ("Whether blocks, growth and hints refer to this pool.")),
  LSC_COLUMN (PeakRow, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "memory.md#streams",
              N_ ("Stream that the curve is of alone; empty if it is of all.")),
};

const LscTableInfo lsc_memory_peaks_table_info =
    LSC_TABLE_INFO ("memory_peaks", PeakRow, peak_columns);

static gint64
get_stream (const LscMemoryLog *log, guint32 pool)
{
  gint64 stream = log->pools.items[pool].stream;

  return stream != G_MAXINT64 ? stream : LSC_INT_NULL;
}

/** Returns: (transfer full): a row for each curve but those of components */
LscTable *
_lsc_memory_peaks_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_peaks_table_info);

  for (gsize i = 0; i < self->peaks.n; i++)
    {
      const LscMemoryPeak *peak = &self->peaks.items[i];
      gboolean is_process = peak->curve->quantity == LSC_MEMORY_PROCESS;
      guint32 pool = is_process ? self->main_pool : peak->curve->pool;
      const LscMemoryStep *step = _lsc_memory_find_step (self, peak->time_ns);
      const LscMemoryCurve *allocated =
          lsc_memory_log_find_curve (self->log, pool, LSC_MEMORY_ALLOCATED);
      const LscMemoryCurve *reserved =
          lsc_memory_log_find_curve (self->log, pool, LSC_MEMORY_RESERVED);

      lsc_table_add (table, &(PeakRow){
                                .rank = self->rank,
                                .quantity = peak->curve->quantity,
                                .pool = _lsc_memory_pool_name (self->log, peak->curve->pool),
                                .peak_bytes = peak->bytes,
                                .time_ns = peak->time_ns,
                                .step = step ? step->number : LSC_INT_NULL,
                                .module = _lsc_memory_text (self->log, peak->module),
                                .allocated_bytes = _lsc_memory_curve_at (allocated, peak->time_ns),
                                .reserved_bytes = _lsc_memory_curve_at (reserved, peak->time_ns),
                                .is_main = peak->curve->pool == self->main_pool,
                                .stream = get_stream (self->log, peak->curve->pool),
                            });
    }
  return table;
}

/* ---- components ---- */

typedef struct
{
  gint64 rank;
  const char *component;
  gint64 peak_bytes;
  gint64 time_ns;
  gint64 end_bytes;
} ComponentRow;

static const LscColumn component_columns[] = {
  LSC_RANK_COLUMN (ComponentRow),
  LSC_COLUMN (ComponentRow, component, "component", N_ ("Component"), LSC_UNIT_NONE,
              "NPU_MODULE_MEM.moduleId",
              N_ ("Part of the system's software; APP is the framework's own pool.")),
  LSC_COLUMN (ComponentRow, peak_bytes, "peak_bytes", N_ ("Peak"), LSC_UNIT_BYTES,
              "NPU_MODULE_MEM.totalReserved", N_ ("The most that it held.")),
  LSC_COLUMN (ComponentRow, time_ns, "time_ns", N_ ("Time"), LSC_UNIT_NS,
              "NPU_MODULE_MEM.timestampNs", N_ ("When it held that much first.")),
  LSC_COLUMN (ComponentRow, end_bytes, "end_bytes", N_ ("At the End"), LSC_UNIT_BYTES,
              "NPU_MODULE_MEM.totalReserved", N_ ("What it held when the recording ended.")),
};

const LscTableInfo lsc_memory_components_table_info =
    LSC_TABLE_INFO ("memory_components", ComponentRow, component_columns);

static int
compare_components (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const ComponentRow *) a)->peak_bytes, y = ((const ComponentRow *) b)->peak_bytes;

  return (x < y) - (x > y);
}

/** Returns: (transfer full): components, the largest first */
LscTable *
_lsc_memory_components_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_components_table_info);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ComponentRow));

  for (guint i = 0; i < self->log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (self->log->curves, LscMemoryCurve, i);
      const LscMemoryPoint *most = _lsc_memory_curve_peak (curve);
      ComponentRow row;

      if (!most || curve->quantity != LSC_MEMORY_COMPONENT)
        continue;
      row = (ComponentRow){ self->rank, _lsc_memory_pool_name (self->log, curve->pool), most->bytes,
                            most->time_ns, curve->points.items[curve->points.n - 1].bytes };
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_components);
  for (guint i = 0; i < rows->len; i++)
    lsc_table_add (table, &g_array_index (rows, ComponentRow, i));
  return table;
}

/* ---- steps ---- */

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 min_allocated_bytes;
  gint64 max_allocated_bytes;
  gint64 growth_bytes;
} StepRow;

static const LscColumn step_columns[] = {
  LSC_RANK_COLUMN (StepRow),
  LSC_STEP_COLUMN (StepRow),
  LSC_COLUMN (StepRow, begin_ns, "begin_ns", N_ ("Begin"), LSC_UNIT_NS, "STEP_TIME.startNs",
              N_ ("Begin of the step on the host.")),
  LSC_COLUMN (StepRow, end_ns, "end_ns", N_ ("End"), LSC_UNIT_NS, "STEP_TIME.endNs",
              N_ ("End of the step on the host.")),
  LSC_COLUMN (StepRow, min_allocated_bytes, "min_allocated_bytes", N_ ("Least"), LSC_UNIT_BYTES,
              "findings.md#memory", N_ ("The least that is allocated in the step.")),
  LSC_COLUMN (StepRow, max_allocated_bytes, "max_allocated_bytes", N_ ("Most"), LSC_UNIT_BYTES,
              "memory.md#steps", N_ ("The most that is allocated in the step.")),
  LSC_COLUMN (StepRow, growth_bytes, "growth_bytes", N_ ("Growth"), LSC_UNIT_BYTES,
              "memory.md#steps", N_ ("How much more the least is than that of the step before.")),
};

const LscTableInfo lsc_memory_steps_table_info =
    LSC_TABLE_INFO ("memory_steps", StepRow, step_columns);

/** Returns: (transfer full): steps by time */
LscTable *
_lsc_memory_steps_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_steps_table_info);

  for (gsize i = 0; i < self->steps.n; i++)
    {
      const LscMemoryStep *step = &self->steps.items[i];

      lsc_table_add (table, &(StepRow){ self->rank, step->number, step->begin_ns, step->end_ns,
                                        step->least, step->most,
                                        i > 0 ? lsc_int_subtract (step->least, step[-1].least)
                                              : LSC_INT_NULL });
    }
  return table;
}

/* ---- segments ---- */

typedef struct
{
  gint64 rank;
  const char *pool;
  const char *address;
  gint64 size_bytes;
  gint64 allocated_bytes;
  gint64 active_bytes;
  gint64 free_bytes;
  gint64 largest_free_bytes;
  gint64 stream;
  gint64 is_small;
  gint64 is_expandable;
  const char *stack;
} SegmentRow;

static const LscColumn segment_columns[] = {
  LSC_RANK_COLUMN (SegmentRow),
  LSC_COLUMN (SegmentRow, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "memory.md#segments",
              N_ ("Whose segment it is.")),
  LSC_COLUMN (SegmentRow, address, "address", N_ ("Address"), LSC_UNIT_NONE, "memory.md#segments",
              N_ ("Where it begins, hexadecimal.")),
  LSC_COLUMN (SegmentRow, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES,
              "memory.md#segments", N_ ("What the pool reserved with it.")),
  LSC_COLUMN (SegmentRow, allocated_bytes, "allocated_bytes", N_ ("Allocated"), LSC_UNIT_BYTES,
              "memory.md#segments", N_ ("What blocks take of it that the program holds.")),
  LSC_COLUMN (SegmentRow, active_bytes, "active_bytes", N_ ("Active"), LSC_UNIT_BYTES,
              "memory.md#segments",
              N_ ("Likewise, with blocks that the device has not done with.")),
  LSC_COLUMN (SegmentRow, free_bytes, "free_bytes", N_ ("Free"), LSC_UNIT_BYTES,
              "memory.md#segments", N_ ("What is neither.")),
  LSC_COLUMN (SegmentRow, largest_free_bytes, "largest_free_bytes", N_ ("Largest Free"),
              LSC_UNIT_BYTES, "memory.md#segments",
              N_ ("The largest block that fits without another segment.")),
  LSC_COLUMN (SegmentRow, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "memory.md#segments",
              N_ ("Stream that it is kept for.")),
  LSC_COLUMN (SegmentRow, is_small, "is_small", N_ ("Small"), LSC_UNIT_FLAG, "memory.md#segments",
              N_ ("Whether it is for small blocks.")),
  LSC_COLUMN (SegmentRow, is_expandable, "is_expandable", N_ ("Expandable"), LSC_UNIT_FLAG,
              "memory.md#segments", N_ ("Whether it can grow.")),
  LSC_COLUMN (SegmentRow, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "memory.md#segments",
              N_ ("Where in the program it was reserved, innermost first.")),
};

const LscTableInfo lsc_memory_segments_table_info =
    LSC_TABLE_INFO ("memory_segments", SegmentRow, segment_columns);

/** Returns: (transfer full): segments in their order */
LscTable *
_lsc_memory_segments_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_segments_table_info);

  for (gsize i = 0; i < self->log->segments.n; i++)
    {
      const LscMemorySegment *segment = &self->log->segments.items[i];
      g_autofree char *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", segment->address);
      g_autofree char *stack = lsc_memory_describe_stack (self->log, segment->stack, 3);

      lsc_table_add (table,
                     &(SegmentRow){ .rank = self->rank,
                                    .pool = _lsc_memory_pool_name (self->log, segment->pool),
                                    .address = address,
                                    .size_bytes = segment->size_bytes,
                                    .allocated_bytes = segment->allocated_bytes,
                                    .active_bytes = segment->active_bytes,
                                    .free_bytes = segment->size_bytes - segment->active_bytes,
                                    .largest_free_bytes = segment->largest_free_bytes,
                                    .stream = segment->stream,
                                    .is_small = segment->is_small,
                                    .is_expandable = segment->is_expandable,
                                    .stack = stack });
    }
  return table;
}
