/* lsc-memory-pair-allocations.c - what is allocated on both sides, as multisets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "judge/compare/lsc-memory-pair-private.h"

/* compare.md#memory-pair: never by their position, so that one allocation more changes one row. */

const LscWord lsc_allocation_state_words[LSC_ALLOCATIONS_N] = {
  [LSC_ALLOCATIONS_EQUAL] = { "equal", N_ ("As Many") },
  [LSC_ALLOCATIONS_MORE] = { "more", N_ ("More") },
  [LSC_ALLOCATIONS_FEWER] = { "fewer", N_ ("Fewer") },
  [LSC_ALLOCATIONS_NEW] = { "new", N_ ("New") },
  [LSC_ALLOCATIONS_GONE] = { "gone", N_ ("Gone") },
};

typedef struct
{
  const char *op;
  gint64 size_bytes;
  gint64 before_count;
  gint64 after_count;
  gint64 delta_count;
  gint64 before_bytes;
  gint64 after_bytes;
  gint64 delta_bytes;
  int state;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, op, "op", N_ ("Operator"), LSC_UNIT_NONE, "OP_MEMORY.name",
              N_ ("Operator that requested the memory; empty where it is not known.")),
  LSC_COLUMN (Row, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES, "compare.md#memory-pair",
              N_ ("What each of the blocks takes of the pool.")),
  LSC_COLUMN (Row, before_count, "before_count", N_ ("Allocations Before"), LSC_UNIT_COUNT,
              "compare.md#memory-pair", N_ ("Such allocations before.")),
  LSC_COLUMN (Row, after_count, "after_count", N_ ("Allocations After"), LSC_UNIT_COUNT,
              "compare.md#memory-pair", N_ ("Such allocations after.")),
  LSC_COLUMN (Row, delta_count, "delta_count", N_ ("Difference of Allocations"), LSC_UNIT_COUNT,
              "compare.md#memory-pair", N_ ("After - before; negative is fewer.")),
  LSC_COLUMN (Row, before_bytes, "before_bytes", N_ ("Before"), LSC_UNIT_BYTES,
              "compare.md#memory-pair", N_ ("All bytes of such allocations before.")),
  LSC_COLUMN (Row, after_bytes, "after_bytes", N_ ("After"), LSC_UNIT_BYTES,
              "compare.md#memory-pair", N_ ("All bytes of such allocations after.")),
  LSC_COLUMN (Row, delta_bytes, "delta_bytes", N_ ("Difference"), LSC_UNIT_BYTES,
              "compare.md#memory-pair",
              N_ ("After - before; negative is less. The rows add up to the difference of all "
                  "bytes that are allocated.")),
  LSC_CODES (Row, state, "state", N_ ("Compared"), lsc_allocation_state_words,
             "compare.md#memory-pair", N_ ("Whether there are as many on both sides.")),
};

const LscTableInfo lsc_compare_allocations_table_info =
    LSC_TABLE_INFO ("CompareAllocations", Row, columns);

static int
compare_names (const LscMemoryAllocation *a, const LscMemoryAllocation *b)
{
  int order = g_strcmp0 (a->op, b->op);

  if (order != 0)
    return order;
  return LSC_ORDER (a->bytes, b->bytes);
}

static LscAllocationState
find_state (gint64 before, gint64 after)
{
  if (before == 0)
    return LSC_ALLOCATIONS_NEW;
  if (after == 0)
    return LSC_ALLOCATIONS_GONE;
  return before == after  ? LSC_ALLOCATIONS_EQUAL
         : before < after ? LSC_ALLOCATIONS_MORE
                          : LSC_ALLOCATIONS_FEWER;
}

static Row
make_row (const LscMemoryAllocation *about, gint64 before, gint64 after)
{
  return (Row){ .op = about->op,
                .size_bytes = about->bytes,
                .before_count = before,
                .after_count = after,
                .delta_count = after - before,
                .before_bytes = before * about->bytes,
                .after_bytes = after * about->bytes,
                .delta_bytes = (after - before) * about->bytes,
                .state = (int) find_state (before, after) };
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;
  int order;

  LSC_RETURN_ORDER (ABS (y->delta_bytes), ABS (x->delta_bytes));
  LSC_RETURN_ORDER (ABS (y->delta_count), ABS (x->delta_count));
  LSC_RETURN_ORDER (y->before_bytes, x->before_bytes);
  order = g_strcmp0 (x->op, y->op);
  if (order != 0)
    return order;
  return LSC_ORDER (x->size_bytes, y->size_bytes);
}

/** @sides: by operator and size. Returns: (transfer full): both, by the size of the difference */
LscTable *
_lsc_memory_pair_list_allocations (const LscMemoryAllocations sides[LSC_N_SIDES])
{
  const LscMemoryAllocations *before = &sides[LSC_BEFORE], *after = &sides[LSC_AFTER];
  LscTable *table = lsc_table_new_for (&lsc_compare_allocations_table_info);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gsize i = 0, k = 0;

  while (i < before->n || k < after->n)
    {
      int order = i == before->n  ? 1
                  : k == after->n ? -1
                                  : compare_names (&before->items[i], &after->items[k]);
      const LscMemoryAllocation *about = order <= 0 ? &before->items[i] : &after->items[k];
      Row row = make_row (about, order <= 0 ? before->items[i].count : 0,
                          order >= 0 ? after->items[k].count : 0);

      g_array_append_val (rows, row);
      i += order <= 0;
      k += order >= 0;
    }
  g_array_sort (rows, compare_rows);
  for (guint r = 0; r < rows->len; r++)
    lsc_table_add (table, &g_array_index (rows, Row, r));
  return table;
}
