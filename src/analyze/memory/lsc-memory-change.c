/* lsc-memory-change.c - two recordings of memory, by stack and size
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/memory/lsc-memory-stacks-private.h"
#include "base/lsc-sort.h"

/* Stacks of two files are the same if their frames are, so they are compared as texts; devices by
 * their number. */

/** Blocks of one device, stack and size on both sides. @stack: NULL-free text; @who: (nullable) */
typedef struct
{
  gint64 device;
  gint64 requested_bytes;
  char *pool;
  char *who;
  char *stack;
  LscMemorySum before;
  LscMemorySum after;
} Change;

typedef struct
{
  const char *pool;
  const char *who;
  gint64 request_bytes;
  gint64 before_count;
  gint64 before_bytes;
  gint64 after_count;
  gint64 after_bytes;
  gint64 change_bytes;
  const char *stack;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "snapshots.md#pools",
              N_ ("Device whose allocator holds the memory.")),
  LSC_COLUMN (Row, who, "who", N_ ("Allocated By"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("Innermost frame of your own Python in the stack; empty where the stack is not "
                  "known.")),
  LSC_COLUMN (Row, request_bytes, "request_bytes", N_ ("Size"), LSC_UNIT_BYTES,
              "snapshots.md#compare", N_ ("Bytes asked for, of each block.")),
  LSC_COLUMN (Row, before_count, "live_before_count", N_ ("Blocks Before"), LSC_UNIT_COUNT,
              "snapshots.md#compare", N_ ("Number of such blocks in the first recording.")),
  LSC_COLUMN (Row, before_bytes, "live_before_bytes", N_ ("Before"), LSC_UNIT_BYTES,
              "snapshots.md#compare", N_ ("Bytes of such blocks in the first recording.")),
  LSC_COLUMN (Row, after_count, "live_after_count", N_ ("Blocks After"), LSC_UNIT_COUNT,
              "snapshots.md#compare", N_ ("Number of such blocks in the second recording.")),
  LSC_COLUMN (Row, after_bytes, "live_after_bytes", N_ ("After"), LSC_UNIT_BYTES,
              "snapshots.md#compare", N_ ("Bytes of such blocks in the second recording.")),
  LSC_COLUMN (Row, change_bytes, "change_bytes", N_ ("Change"), LSC_UNIT_BYTES,
              "snapshots.md#compare", N_ ("Bytes after less bytes before.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("All frames, the innermost first: file, line and function.")),
};

const LscTableInfo lsc_memory_change_table_info = LSC_TABLE_INFO ("memory_change", Row, columns);

static void
change_free (gpointer data)
{
  Change *self = data;

  g_free (self->pool);
  g_free (self->who);
  g_free (self->stack);
  g_free (self);
}

static gint64
get_change (const Change *self)
{
  return self->after.bytes - self->before.bytes;
}

/* The largest change first, of either direction. */
static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *x = *(const Change *const *) a, *y = *(const Change *const *) b;
  int order;

  LSC_RETURN_ORDER (ABS (get_change (y)), ABS (get_change (x)));
  order = g_strcmp0 (x->stack, y->stack);
  if (order != 0)
    return order;
  LSC_RETURN_ORDER (x->requested_bytes, y->requested_bytes);
  return LSC_ORDER (x->device, y->device);
}

static Change *
get (GHashTable *changes, const LscMemoryLog *log, const LscMemoryGroup *group)
{
  const LscMemoryPool *pool = &log->pools.items[group->pool];
  g_autofree char *stack = _lsc_memory_write_stack (log, group->stack);
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s",
                                          pool->device, group->requested_bytes, stack);
  Change *change = g_hash_table_lookup (changes, key);

  if (change)
    return change;
  change = g_new0 (Change, 1);
  change->device = pool->device;
  change->requested_bytes = group->requested_bytes;
  change->pool = g_strdup (lsc_intern_text (log->texts, pool->name));
  change->who = lsc_memory_describe_user_frame (log, group->stack);
  change->stack = g_steal_pointer (&stack);
  g_hash_table_insert (changes, g_steal_pointer (&key), change);
  return change;
}

static void
take_side (GHashTable *changes, const LscMemoryLog *log, gboolean is_at_end, gboolean is_after)
{
  LscMemoryGroups groups = { 0 };

  _lsc_memory_group_lives (log, TRUE, &groups);
  for (gsize i = 0; i < groups.n; i++)
    {
      const LscMemorySum *sum = is_at_end ? &groups.items[i].end : &groups.items[i].peak;
      Change *change;
      LscMemorySum *side;

      if (sum->count == 0)
        continue;
      change = get (changes, log, &groups.items[i]);
      side = is_after ? &change->after : &change->before;
      side->count += sum->count;
      side->bytes += sum->bytes;
    }
  _lsc_memory_groups_clear (&groups);
}

/**
 * lsc_memory_compare_stacks:
 * @is_at_end: compares what lives at the end of each, else what lives at the peak of each
 *
 * Cost: O(blocks). Source: snapshots.md#compare.
 *
 * Returns: (transfer full): the table memory_change: a row for each pool, stack and size of which
 *   number or bytes differ, the largest change first; the changes add up to that of what is
 *   allocated
 */
LscTable *
lsc_memory_compare_stacks (const LscMemoryLog *before, const LscMemoryLog *after,
                           gboolean is_at_end)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_change_table_info);
  g_autoptr (GHashTable) changes =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, change_free);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_return_val_if_fail (before && after, table);
  take_side (changes, before, is_at_end, FALSE);
  take_side (changes, after, is_at_end, TRUE);
  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (list, value);
  g_ptr_array_sort (list, compare_changes);
  for (guint i = 0; i < list->len; i++)
    {
      const Change *change = g_ptr_array_index (list, i);

      if (change->before.count == change->after.count &&
          change->before.bytes == change->after.bytes)
        continue;
      lsc_table_add (table, &(Row){ .pool = change->pool,
                                    .who = change->who,
                                    .request_bytes = change->requested_bytes,
                                    .before_count = change->before.count,
                                    .before_bytes = change->before.bytes,
                                    .after_count = change->after.count,
                                    .after_bytes = change->after.bytes,
                                    .change_bytes = get_change (change),
                                    .stack = *change->stack ? change->stack : NULL });
    }
  return table;
}
