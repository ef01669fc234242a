/* lsc-memory-blocks-table.c - the blocks of memory, one a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"

static const LscWord end_words[] = {
  [LSC_MEMORY_END_RECORDED] = { "recorded", N_ ("Recorded") },
  [LSC_MEMORY_END_INFERRED] = { "inferred", N_ ("Inferred") },
  [LSC_MEMORY_END_NONE] = { "none", N_ ("None") },
};

typedef struct
{
  gint64 rank;
  const char *op;
  const char *module;
  const char *stack;
  gint64 size_bytes;
  gint64 requested_bytes;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 active_end_ns;
  gint64 lifetime_ns;
  gint64 delay_ns;
  int end;
  gint64 step;
  const char *pool;
  gint64 stream;
  const char *address;
  gint64 slice;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, op, "op", N_ ("Operator"), LSC_UNIT_NONE, "OP_MEMORY.name",
              N_ ("Operator that asked for the block.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Module of that operator; empty where it is not known.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Where in the program it was asked for, innermost first.")),
  LSC_COLUMN (Row, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES, "OP_MEMORY.size",
              N_ ("What the block takes of the pool.")),
  LSC_COLUMN (Row, requested_bytes, "requested_bytes", N_ ("Requested"), LSC_UNIT_BYTES,
              "memory.md#blocks",
              N_ ("Bytes requested; equal to the size if the recording has one figure only.")),
  LSC_COLUMN (Row, begin_ns, "begin_ns", N_ ("Allocated At"), LSC_UNIT_NS,
              "OP_MEMORY.allocationTime",
              N_ ("When it was allocated; empty when before the recording.")),
  LSC_COLUMN (Row, end_ns, "end_ns", N_ ("Released At"), LSC_UNIT_NS, "OP_MEMORY.releaseTime",
              N_ ("When the program let go of it; empty when not while it was recorded.")),
  LSC_COLUMN (Row, active_end_ns, "active_end_ns", N_ ("Free At"), LSC_UNIT_NS,
              "OP_MEMORY.activeReleaseTime",
              N_ ("When the device had done with it, too; empty likewise.")),
  LSC_COLUMN (Row, lifetime_ns, "lifetime_ns", N_ ("Lifetime"), LSC_UNIT_NS, "memory.md#blocks",
              N_ ("From its allocation to its release.")),
  LSC_COLUMN (Row, delay_ns, "delay_ns", N_ ("Delay"), LSC_UNIT_NS, "memory.md#blocks",
              N_ ("How long after its release the device had done with it.")),
  LSC_CODES (Row, end, "end", N_ ("End"), end_words, "memory.md#ends",
             N_ ("Whether its release was recorded, or is seen in the total, or did not happen.")),
  LSC_STEP_COLUMN (Row),
  LSC_COLUMN (Row, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "memory.md#curves",
              N_ ("Who counts it.")),
  LSC_COLUMN (Row, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "OP_MEMORY.streamPtr",
              N_ ("Stream that it was asked for, as the recording calls it.")),
  LSC_COLUMN (Row, address, "address", N_ ("Address"), LSC_UNIT_NONE, "memory.md#blocks",
              N_ ("Where it begins, hexadecimal; empty where it is not recorded.")),
  LSC_COLUMN (Row, slice, "slice", N_ ("Slice"), LSC_UNIT_ID, "memory.md#owner",
              N_ ("Slice of the operator; empty where it is not known.")),
};

const LscTableInfo lsc_memory_blocks_table_info = LSC_TABLE_INFO ("memory_blocks", Row, columns);

static gint64
get_time (gint64 time_ns)
{
  return time_ns != G_MAXINT64 && time_ns != G_MININT64 ? time_ns : LSC_INT_NULL;
}

static void
add_life (LscTable *table, const LscMemory *self, const LscMemoryLife *life)
{
  const LscMemoryLog *log = self->log;
  const LscMemoryStep *step = _lsc_memory_find_step (self, life->begin_ns);
  g_autofree char *stack = lsc_memory_describe_stack (log, life->stack, 3);
  g_autofree char *address =
      life->address > 0 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", life->address) : NULL;
  gint64 begin_ns = get_time (life->begin_ns), end_ns = get_time (life->end_ns);
  gint64 active_end_ns = get_time (life->active_end_ns);

  lsc_table_add (table, &(Row){
                            .rank = self->rank,
                            .op = _lsc_memory_text (log, life->name),
                            .module = _lsc_memory_text (log, life->module),
                            .stack = stack,
                            .size_bytes = life->size_bytes,
                            .requested_bytes = life->requested_bytes,
                            .begin_ns = begin_ns,
                            .end_ns = end_ns,
                            .active_end_ns = active_end_ns,
                            .lifetime_ns = lsc_int_subtract (end_ns, begin_ns),
                            .delay_ns = lsc_int_subtract (active_end_ns, end_ns),
                            .end = life->end,
                            .step = step ? step->number : LSC_INT_NULL,
                            .pool = _lsc_memory_pool_name (log, life->pool),
                            .stream = life->stream != G_MAXINT64 ? life->stream : LSC_INT_NULL,
                            .address = address,
                            .slice = life->slice != LSC_MEMORY_NONE ? life->slice : LSC_INT_NULL,
                        });
}

/** Returns: (transfer full): blocks by their allocation. Cost: O(blocks) */
LscTable *
_lsc_memory_blocks_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_blocks_table_info);

  for (gsize i = 0; i < self->log->lives.n; i++)
    add_life (table, self, &self->log->lives.items[i]);
  return table;
}
