/* lsc-memory-stacks.c - what lives at the peak and at the end, by the stack that asked for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-stacks.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/memory/lsc-memory-stacks-private.h"
#include "base/lsc-sort.h"

static guint64
hash_group (const LscMemoryGroup *group)
{
  return lsc_hash_mix (lsc_hash_mix (lsc_hash_mix (0, group->pool), group->stack),
                       (guint64) group->requested_bytes);
}

static gboolean
is_same_group (const LscMemoryGroup *a, const LscMemoryGroup *b)
{
  return a->pool == b->pool && a->stack == b->stack && a->requested_bytes == b->requested_bytes;
}

LSC_DEFINE_HASH (groups, LscMemoryGroup, hash_group, is_same_group)

/**
 * _lsc_memory_group_lives:
 * @is_by_size: blocks of one stack for which other sizes were asked are another group
 * @groups: receives what lives at the peak of allocated bytes of its pool, or at the end
 */
void
_lsc_memory_group_lives (const LscMemoryLog *log, gboolean is_by_size, LscMemoryGroups *groups)
{
  g_autofree gint64 *peaks = g_new (gint64, log->pools.n + 1);
  LscHash index = { 0 };

  for (gsize i = 0; i < log->pools.n; i++)
    peaks[i] = lsc_memory_find_peak_ns (log, (guint32) i);
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];
      LscMemoryGroup group = { life->pool, life->stack, is_by_size ? life->requested_bytes : -1 };
      gboolean is_at_peak = _lsc_memory_lives_at (life, peaks[life->pool]);
      guint32 found;

      if (!is_at_peak && life->end_ns != G_MAXINT64)
        continue;
      found = groups_put (&index, groups->items, &group, (guint32) groups->n);
      if (found == groups->n)
        _lsc_memory_groups_append (groups, group);
      groups->items[found].peak.count += is_at_peak;
      groups->items[found].peak.bytes += is_at_peak ? life->size_bytes : 0;
      groups->items[found].end.count += life->end_ns == G_MAXINT64;
      groups->items[found].end.bytes += life->end_ns == G_MAXINT64 ? life->size_bytes : 0;
    }
  lsc_hash_clear (&index);
}

typedef struct
{
  const char *pool;
  const char *who;
  gint64 at_peak_bytes;
  gint64 at_peak_count;
  gint64 at_end_bytes;
  gint64 at_end_count;
  const char *stack;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "snapshots.md#pools",
              N_ ("Device whose allocator holds the memory.")),
  LSC_COLUMN (Row, who, "who", N_ ("Allocated By"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("Innermost frame of your own Python in the stack; empty where the stack is not "
                  "known.")),
  LSC_COLUMN (Row, at_peak_bytes, "at_peak_bytes", N_ ("At the Peak"), LSC_UNIT_BYTES,
              "snapshots.md#live", N_ ("Bytes of its blocks when most bytes were allocated.")),
  LSC_COLUMN (Row, at_peak_count, "at_peak_count", N_ ("Blocks at the Peak"), LSC_UNIT_COUNT,
              "snapshots.md#live", N_ ("Number of its blocks at the peak.")),
  LSC_COLUMN (Row, at_end_bytes, "at_end_bytes", N_ ("At the End"), LSC_UNIT_BYTES,
              "snapshots.md#live",
              N_ ("Bytes of its blocks that are allocated when the recording ends.")),
  LSC_COLUMN (Row, at_end_count, "at_end_count", N_ ("Blocks at the End"), LSC_UNIT_COUNT,
              "snapshots.md#live", N_ ("Number of its blocks at the end.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("All frames, the innermost first: file, line and function.")),
};

const LscTableInfo lsc_memory_stacks_table_info = LSC_TABLE_INFO ("memory_stacks", Row, columns);

/* The most at the peak first. */
static int
compare_groups (const void *a, const void *b)
{
  const LscMemoryGroup *x = a, *y = b;

  LSC_RETURN_ORDER (y->peak.bytes, x->peak.bytes);
  LSC_RETURN_ORDER (y->end.bytes, x->end.bytes);
  LSC_RETURN_ORDER (x->pool, y->pool);
  return LSC_ORDER (x->stack, y->stack);
}

/**
 * lsc_memory_list_stacks:
 *
 * What lives at the peak of its pool and at the end of the recording, by pool and stack. The bytes
 * of a column add up to what the curve of allocated bytes has at that moment; blocks whose stack is
 * not known are a row without one.
 *
 * Cost: O(blocks). Source: snapshots.md#live.
 *
 * Returns: (transfer full): the table memory_stacks, the most at the peak first
 */
LscTable *
lsc_memory_list_stacks (const LscMemoryLog *log)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_stacks_table_info);
  LscMemoryGroups groups = { 0 };

  g_return_val_if_fail (log, table);
  _lsc_memory_group_lives (log, FALSE, &groups);
  if (groups.n > 0)
    qsort (groups.items, groups.n, sizeof (LscMemoryGroup), compare_groups);
  for (gsize i = 0; i < groups.n; i++)
    {
      const LscMemoryGroup *group = &groups.items[i];
      g_autofree char *who = lsc_memory_describe_user_frame (log, group->stack);
      g_autofree char *stack = _lsc_memory_write_stack (log, group->stack);

      lsc_table_add (
          table, &(Row){ .pool = lsc_intern_text (log->texts, log->pools.items[group->pool].name),
                         .who = who,
                         .at_peak_bytes = group->peak.bytes,
                         .at_peak_count = group->peak.count,
                         .at_end_bytes = group->end.bytes,
                         .at_end_count = group->end.count,
                         .stack = *stack ? stack : NULL });
    }
  _lsc_memory_groups_clear (&groups);
  return table;
}
