/* lsc-memory-allocations.c - what is allocated in a while, by who asks for it and how much
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/memory/lsc-memory-private.h"
#include "base/lsc-sort.h"

/* Operators of several ids may be called the same: they are one, by their text. */
static int
compare_allocations (gconstpointer a, gconstpointer b)
{
  const LscMemoryAllocation *x = a, *y = b;
  int order = g_strcmp0 (x->op, y->op);

  if (order != 0)
    return order;
  return LSC_ORDER (x->bytes, y->bytes);
}

static gsize
join_equal (LscMemoryAllocation *items, gsize n)
{
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    if (kept > 0 && compare_allocations (&items[kept - 1], &items[i]) == 0)
      items[kept - 1].count += items[i].count;
    else
      items[kept++] = items[i];
  return kept;
}

/**
 * lsc_memory_list_allocations:
 * @begin_ns, @end_ns: half open
 * @out: (out caller-allocates): to be cleared; texts are those of the log
 *
 * Blocks of the main pool that were allocated in that while, by operator and size. Where there are
 * too many, so that some are not among the lives, nothing is known of them.
 *
 * Cost: O(blocks log blocks). Source: compare.md#memory-pair.
 *
 * Returns: %FALSE where blocks were not recorded, or not all of them are known
 */
gboolean
lsc_memory_list_allocations (const LscMemory *self, gint64 begin_ns, gint64 end_ns,
                             LscMemoryAllocations *out)
{
  const LscMemoryLog *log;

  g_return_val_if_fail (self && out, FALSE);
  *out = (LscMemoryAllocations){ 0 };
  log = self->log;
  if (!log->has_blocks || (log->n_left_out > 0 && begin_ns < log->left_out_until_ns))
    return FALSE;
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->begin_ns == G_MININT64 || life->begin_ns < begin_ns || life->begin_ns >= end_ns ||
          !_lsc_memory_is_of (log, life->pool, self->main_pool))
        continue;
      lsc_memory_allocations_append (
          out, (LscMemoryAllocation){ _lsc_memory_text (log, life->name), life->size_bytes, 1 });
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof *out->items, compare_allocations);
  out->n = join_equal (out->items, out->n);
  return TRUE;
}
