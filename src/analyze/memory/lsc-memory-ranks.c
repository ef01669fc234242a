/* lsc-memory-ranks.c - memory of ranks beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"

typedef struct
{
  gint64 rank;
  gint64 peak_bytes;
  gint64 time_ns;
  gint64 step;
  gint64 reserved_bytes;
  gint64 process_bytes;
  gint64 growth_bytes;
  const LscPhrase *text;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, peak_bytes, "peak_bytes", N_ ("Peak"), LSC_UNIT_BYTES, "memory.md#peaks",
              N_ ("The most that the framework had allocated.")),
  LSC_COLUMN (Row, time_ns, "time_ns", N_ ("Time"), LSC_UNIT_NS, "memory.md#peaks",
              N_ ("When it was that much first.")),
  LSC_STEP_COLUMN (Row),
  LSC_COLUMN (Row, reserved_bytes, "reserved_bytes", N_ ("Reserved"), LSC_UNIT_BYTES,
              "memory.md#peaks", N_ ("The most that the framework's pool held.")),
  LSC_COLUMN (Row, process_bytes, "process_bytes", N_ ("Process"), LSC_UNIT_BYTES,
              "memory.md#peaks", N_ ("The most that the process held of the device.")),
  LSC_COLUMN (Row, growth_bytes, "growth_bytes", N_ ("Growth"), LSC_UNIT_BYTES,
              "findings.md#memory", N_ ("Bytes a step by which memory grows; 0: it does not.")),
  LSC_COLUMN (Row, text, "text", N_ ("Headline"), LSC_UNIT_NONE, "memory.md#headline",
              N_ ("Who holds the memory at the peak, and whether it grows.")),
};

const LscTableInfo lsc_memory_ranks_table_info = LSC_TABLE_INFO ("memory_ranks", Row, columns);

static gint64
get_peak (const LscMemoryCurve *curve)
{
  const LscMemoryPoint *most = _lsc_memory_curve_peak (curve);

  return most ? most->bytes : LSC_INT_NULL;
}

/** Adds the row of a rank to a table of #lsc_memory_ranks_table_info. */
void
lsc_memory_add_rank (LscTable *table, const LscMemory *self)
{
  const LscMemoryStep *step;

  g_return_if_fail (table && self);
  step = _lsc_memory_find_step (self, self->peak_ns);
  lsc_table_add (table,
                 &(Row){ .rank = self->rank,
                         .peak_bytes = self->peak_bytes,
                         .time_ns = self->peak_bytes != LSC_INT_NULL ? self->peak_ns : LSC_INT_NULL,
                         .step = step ? step->number : LSC_INT_NULL,
                         .reserved_bytes = get_peak (_lsc_memory_find (self, LSC_MEMORY_RESERVED)),
                         .process_bytes = get_peak (_lsc_memory_find_process (self->log)),
                         .growth_bytes = self->steps.n >= 3 ? (gint64) self->growth : LSC_INT_NULL,
                         .text = self->detail });
}
