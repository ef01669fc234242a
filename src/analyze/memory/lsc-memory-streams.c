/* lsc-memory-streams.c - what each stream has allocated, where a pool serves several
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include "base/lsc-sort.h"

/* memory.md#streams. Example: of stream 7 a block of 8 bytes lives [10,30), of stream 8 one of 4
 * bytes [20,40): the curve of stream 7 is 8 at 10 and 0 at 30, that of stream 8 4 at 20, 0 at 40.
 */

#define MOST_STREAMS 16        /* those that allocate most */
#define MOST_BLOCKS (1u << 20) /* of more a curve for each stream would take too much memory */

/** @bytes: allocated in all */
typedef struct
{
  gint64 stream;
  gint64 bytes;
} Stream;

LSC_DEFINE_ARRAY (Streams, streams, Stream)

static gint64
point_time (gsize index, gconstpointer data)
{
  return ((const LscMemoryPoint *) data)[index].time_ns;
}

static gboolean
is_of_stream (const LscMemory *self, const LscMemoryLife *life)
{
  return life->pool == self->main_pool && life->stream != G_MAXINT64;
}

static void
count_block (Streams *streams, const LscMemoryLife *life)
{
  gsize i = 0;

  while (i < streams->n && streams->items[i].stream != life->stream)
    i++;
  if (i == streams->n && i < G_MAXUINT8)
    streams_append (streams, (Stream){ life->stream, 0 });
  if (i < streams->n)
    streams->items[i].bytes = lsc_int_add (streams->items[i].bytes, life->size_bytes);
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  const Stream *x = a, *y = b;

  LSC_RETURN_ORDER (y->bytes, x->bytes);
  return LSC_ORDER (x->stream, y->stream);
}

/* Changes become the sums up to there; of equal times the last one stays. */
static void
sum_up (LscMemoryPoints *points)
{
  gint64 bytes = 0;
  gsize n = 0;

  for (gsize i = 0; i < points->n; i++)
    {
      bytes += points->items[i].bytes;
      if (n > 0 && points->items[n - 1].time_ns == points->items[i].time_ns)
        n--;
      points->items[n++] = (LscMemoryPoint){ points->items[i].time_ns, bytes };
    }
  points->n = n;
}

static void
add_curve (LscMemory *self, gint64 stream)
{
  LscMemoryLog *log = self->log;
  LscMemoryPool pool = log->pools.items[self->main_pool];
  LscMemoryCurve curve = { (guint32) log->pools.n, LSC_MEMORY_ALLOCATED, { 0 } };

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (!is_of_stream (self, life) || life->stream != stream)
        continue;
      lsc_memory_points_append (
          &curve.points, (LscMemoryPoint){ MAX (life->begin_ns, log->begin_ns), life->size_bytes });
      if (life->end_ns != G_MAXINT64)
        lsc_memory_points_append (&curve.points,
                                  (LscMemoryPoint){ life->end_ns, -life->size_bytes });
    }
  lsc_sort_items (curve.points.items, curve.points.n, sizeof *curve.points.items, point_time);
  sum_up (&curve.points);
  pool.stream = stream;
  lsc_memory_pools_append (&log->pools, pool);
  g_array_append_val (log->curves, curve);
}

static gboolean
has_streams (const LscMemoryLog *log)
{
  for (gsize i = 0; i < log->pools.n; i++)
    if (log->pools.items[i].stream != G_MAXINT64)
      return TRUE;
  return FALSE;
}

/**
 * _lsc_memory_add_streams:
 *
 * Adds a pool and its curve to the log for each stream that the main pool serves, if those are
 * several; what allocates most first.
 *
 * Cost: O(streams * blocks + blocks * log blocks).
 */
void
_lsc_memory_add_streams (LscMemory *self)
{
  LscMemoryLog *log = self->log;
  Streams streams = { 0 };

  if (self->main_pool == LSC_MEMORY_NONE || log->n_left_out > 0 || log->lives.n > MOST_BLOCKS ||
      has_streams (log))
    return;
  for (gsize i = 0; i < log->lives.n; i++)
    if (is_of_stream (self, &log->lives.items[i]))
      count_block (&streams, &log->lives.items[i]);
  if (streams.n > 1)
    qsort (streams.items, streams.n, sizeof *streams.items, compare_streams);
  for (gsize i = 0; streams.n > 1 && i < MIN (streams.n, MOST_STREAMS); i++)
    add_curve (self, streams.items[i].stream);
  streams_clear (&streams);
}
