/* lsc-snapshot-marks.c - ranges that the program marked in a snapshot, and its segments
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/snapshot/lsc-snapshot-replay-private.h"

static gpointer
make_key (const LscSnapshotMark *mark)
{
  return GSIZE_TO_POINTER ((gsize) mark->device << 32 | mark->name);
}

static gint64
get_begin (gsize index, gconstpointer data)
{
  return ((const LscMemoryMark *) data)[index].begin_ns;
}

/**
 * _lsc_snapshot_add_marks:
 *
 * An end closes the last range of its name and device that is open. One that has no begin began
 * before the recording, and one that has no end goes on behind it.
 */
void
_lsc_snapshot_add_marks (LscSnapshotMachine *machine)
{
  LscMemoryLog *log = machine->log;
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL); /* index of the last, + 1 */
  LscIndexes before = { 0 };                                   /* the open one before, + 1 */

  for (gsize i = 0; i < machine->annotations.n; i++)
    {
      const LscSnapshotMark *mark = &machine->annotations.items[i];
      gint64 time_ns = mark->time_us * 1000;
      guint last = GPOINTER_TO_UINT (g_hash_table_lookup (open, make_key (mark)));

      if (mark->is_end && last > 0)
        {
          log->marks.items[last - 1].end_ns = MAX (time_ns, log->marks.items[last - 1].begin_ns);
          g_hash_table_insert (open, make_key (mark), GUINT_TO_POINTER (before.items[last - 1]));
          continue;
        }
      lsc_memory_marks_append (
          &log->marks,
          (LscMemoryMark){ mark->name, mark->is_end ? MIN (time_ns, log->begin_ns) : time_ns,
                           mark->is_end ? time_ns : G_MAXINT64, FALSE });
      lsc_indexes_append (&before, last);
      if (!mark->is_end)
        g_hash_table_insert (open, make_key (mark), GSIZE_TO_POINTER (log->marks.n));
    }
  lsc_indexes_clear (&before);
  lsc_sort_items (log->marks.items, log->marks.n, sizeof (LscMemoryMark), get_begin);
}

static void
count_blocks (const LscSnapshotMachine *machine, const LscSnapshotSegment *segment,
              LscMemorySegment *counted)
{
  gint64 free_bytes = 0;

  for (guint32 i = 0; i < segment->n; i++)
    {
      const LscSnapshotBlock *block = &machine->blocks.items[segment->first + i];

      free_bytes = block->state == 0 ? free_bytes + block->size_bytes : 0;
      counted->largest_free_bytes = MAX (counted->largest_free_bytes, free_bytes);
      counted->allocated_bytes += block->state == 1 ? block->size_bytes : 0;
      counted->active_bytes += block->state != 0 ? block->size_bytes : 0;
    }
}

/** Adds the segments of a device to the log. */
void
_lsc_snapshot_add_segments (LscSnapshotReplay *self, guint32 device, guint32 pool)
{
  const LscSnapshotMachine *machine = self->machine;

  for (gint64 i = 0; i < machine->root_segments.n; i++)
    {
      const LscSnapshotSegment *segment = &machine->segments.items[machine->root_segments.id + i];
      LscMemorySegment counted = { .address = segment->address,
                                   .size_bytes = segment->size_bytes,
                                   .stream = segment->stream,
                                   .pool = pool,
                                   .stack = segment->stack,
                                   .is_small = segment->is_small,
                                   .is_expandable = segment->is_expandable };

      if (segment->device != device)
        continue;
      count_blocks (machine, segment, &counted);
      lsc_memory_segments_append (&self->log->segments, counted);
    }
}
