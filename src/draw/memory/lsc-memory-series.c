/* lsc-memory-series.c - a curve of memory, ready to be read column by column
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/memory/lsc-memory-series.h"

#include "base/lsc-sort.h"

#define BLOCK ((gsize) 256) /* points: a column that holds a million reads 4,000 blocks */

static void
fill_blocks (LscMemorySeries *self)
{
  gsize n = self->n_points / BLOCK;

  self->blocks = g_new (LscMemoryExtremes, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      const LscMemoryPoint *points = self->points + i * BLOCK;

      self->blocks[i] = (LscMemoryExtremes){ points->bytes, points->bytes };
      for (gsize k = 1; k < BLOCK; k++)
        {
          self->blocks[i].least_bytes = MIN (self->blocks[i].least_bytes, points[k].bytes);
          self->blocks[i].most_bytes = MAX (self->blocks[i].most_bytes, points[k].bytes);
        }
    }
}

static void
fill (LscMemorySeries *self)
{
  fill_blocks (self);
  for (gsize i = 0; i < self->n_points; i++)
    if (i == 0 || self->points[i].bytes > self->peak_bytes)
      {
        self->peak_bytes = self->points[i].bytes;
        self->peak_ns = self->points[i].time_ns;
      }
}

/**
 * lsc_memory_series_init:
 * @points: borrowed
 *
 * Cost: O(n) of its points.
 */
void
lsc_memory_series_init (LscMemorySeries *self, LscMemoryQuantity quantity,
                        const LscMemoryPoints *points)
{
  g_return_if_fail (self && points);
  *self = (LscMemorySeries){
    .points = points->items, .n_points = points->n, .quantity = (guint8) quantity, .base = -1
  };
  fill (self);
}

/** lsc_memory_series_take: as lsc_memory_series_init(), of points that become its own */
void
lsc_memory_series_take (LscMemorySeries *self, LscMemoryQuantity quantity, LscMemoryPoints points)
{
  g_return_if_fail (self);
  lsc_memory_series_init (self, quantity, &points);
  self->own = points;
}

void
lsc_memory_series_clear (LscMemorySeries *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->blocks, g_free);
  lsc_memory_points_clear (&self->own);
  self->points = NULL;
  self->n_points = 0;
}

/* How many points lie before @time_ns, looked for from @near_point on: columns come one by one. */
static gsize
count_before (const LscMemorySeries *self, gint64 time_ns, gsize near_point)
{
  gsize low = MIN (near_point, self->n_points), step = 1, high;

  if (low > 0 && self->points[low - 1].time_ns >= time_ns)
    low = 0;
  high = low;
  while (high < self->n_points && self->points[high].time_ns < time_ns)
    {
      low = high + 1;
      high += step;
      step *= 2;
    }
  high = MIN (high, self->n_points);
  return LSC_BISECT (i, low, high, self->points[i].time_ns < time_ns);
}

static void
take_extremes (LscMemoryColumn *column, gint64 least_bytes, gint64 most_bytes)
{
  column->least_bytes = MIN (column->least_bytes, least_bytes);
  column->most_bytes = MAX (column->most_bytes, most_bytes);
}

/**
 * lsc_memory_series_get_column:
 * @end_ns: later than @begin_ns
 * @near_point: (inout): a point near by, 0 = none is known; where to look for the next column
 *
 * Finds what the series is in [begin, end): what holds at its begin, and all points in it. No point
 * is left out, however many there are.
 *
 * Cost: O(log n) and a block for each 256 points.
 *
 * Returns: %FALSE before the first point
 */
gboolean
lsc_memory_series_get_column (const LscMemorySeries *self, gint64 begin_ns, gint64 end_ns,
                              gsize *near_point, LscMemoryColumn *column)
{
  gsize first, end, i;
  gint64 bytes;

  g_return_val_if_fail (self && near_point && column && end_ns > begin_ns, FALSE);
  first = count_before (self, begin_ns, *near_point);
  end = count_before (self, end_ns, first);
  *near_point = end;
  if (end == 0)
    return FALSE;
  /* What holds at the begin is the point before it, unless one stands exactly there. */
  i = first < end && (first == 0 || self->points[first].time_ns == begin_ns) ? first : first - 1;
  bytes = self->points[i].bytes;
  *column = (LscMemoryColumn){ bytes, bytes, bytes, self->points[end - 1].bytes };
  while (i < end)
    if (i % BLOCK == 0 && i + BLOCK <= end)
      {
        take_extremes (column, self->blocks[i / BLOCK].least_bytes,
                       self->blocks[i / BLOCK].most_bytes);
        i += BLOCK;
      }
    else
      {
        take_extremes (column, self->points[i].bytes, self->points[i].bytes);
        i++;
      }
  return TRUE;
}

/** lsc_memory_series_get_value: Returns: %FALSE before the first point */
gboolean
lsc_memory_series_get_value (const LscMemorySeries *self, gint64 time_ns, gint64 *bytes)
{
  gsize n;

  g_return_val_if_fail (self && bytes, FALSE);
  n = LSC_BISECT (i, 0, self->n_points, self->points[i].time_ns <= time_ns);
  if (n == 0)
    return FALSE;
  *bytes = self->points[n - 1].bytes;
  return TRUE;
}

/**
 * lsc_memory_series_find_peak:
 * @bytes: (out): the most of [begin, end)
 *
 * Returns: when that is reached first, ns; %G_MININT64 before the first point
 */
gint64
lsc_memory_series_find_peak (const LscMemorySeries *self, gint64 begin_ns, gint64 end_ns,
                             gint64 *bytes)
{
  LscMemoryColumn column;
  gsize near_point = 0, i;

  g_return_val_if_fail (self && bytes, G_MININT64);
  if (end_ns <= begin_ns ||
      !lsc_memory_series_get_column (self, begin_ns, end_ns, &near_point, &column))
    return G_MININT64;
  *bytes = column.most_bytes;
  if (column.first_bytes == column.most_bytes)
    return MAX (begin_ns, self->points[0].time_ns);
  for (i = count_before (self, begin_ns, 0); self->points[i].bytes != column.most_bytes; i++)
    ;
  return self->points[i].time_ns;
}
