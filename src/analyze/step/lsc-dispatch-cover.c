/* lsc-dispatch-cover.c - which slice of many rows covers most of a range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"

/* A row either waits for the start of its next slice, or is inside a slice that reaches beyond the
 * ranges asked for so far. Ranges rise, so a range that begins later needs to look at those rows
 * only whose slice starts or ends in it; of the others that are inside a slice each is covered
 * wholly, so the first row of them is enough. Every look passes the start or the end of a slice. */

struct _LscCoverFinder
{
  const LscRowParts *rows;
  LscCoverFunc is_wanted;
  guint32 *at;       /* by row: its slice */
  guint8 *is_inside; /* by row: of @ends, and that slice is wanted */
  guint8 *is_listed; /* by row: of @insides */
  LscHeap starts;    /* rows that wait, by the start of their slice */
  LscHeap ends;      /* rows inside a slice, by its end */
  LscHeap insides;   /* rows inside a wanted slice by their number, perhaps some that no more are */
};

/**
 * _lsc_cover_finder_new:
 * @rows: outlive the finder
 * @is_wanted: which slices count
 *
 * Returns: (transfer full): a finder for ranges that rise and do not overlap
 */
LscCoverFinder *
_lsc_cover_finder_new (const LscRowParts *rows, LscCoverFunc is_wanted)
{
  LscCoverFinder *self = g_new0 (LscCoverFinder, 1);

  self->rows = rows;
  self->is_wanted = is_wanted;
  self->at = g_new (guint32, rows->n + 1);
  self->is_inside = g_new0 (guint8, rows->n + 1);
  self->is_listed = g_new0 (guint8, rows->n + 1);
  for (gsize i = 0; i < rows->n; i++)
    {
      const LscRowPart *row = &rows->items[i];
      guint32 first = row->begin;

      /* Whatever comes before is never found; most rows of a device hold nothing else. */
      while (first < row->end && !is_wanted (row->lane, first))
        first++;
      self->at[i] = first;
      if (first < row->end)
        lsc_heap_push (&self->starts, row->lane->start_ns[first], (guint32) i);
    }
  return self;
}

void
_lsc_cover_finder_free (LscCoverFinder *self)
{
  g_free (self->at);
  g_free (self->is_inside);
  g_free (self->is_listed);
  lsc_heap_clear (&self->starts);
  lsc_heap_clear (&self->ends);
  lsc_heap_clear (&self->insides);
  g_free (self);
}

/* First slice from @at on that ends after a time. Steps double, as it is mostly near. */
static guint32
find_after (const LscRowPart *row, guint32 at, gint64 time_ns)
{
  guint32 low = at, high, step = 1;

  if (low == row->end || lsc_lane_get_end_ns (row->lane, low) > time_ns)
    return low;
  while (step < row->end - low && lsc_lane_get_end_ns (row->lane, low + step) <= time_ns)
    {
      low += step;
      step = step < G_MAXUINT32 / 2 ? 2 * step : step;
    }
  high = step < row->end - low ? low + step : row->end;
  while (high - low > 1) /* low ends in time, high does not */
    {
      guint32 middle = low + (high - low) / 2;

      if (lsc_lane_get_end_ns (row->lane, middle) <= time_ns)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* The best of a range so far. */
typedef struct
{
  gsize row;
  guint32 slice;
  gint64 covered_ns;
} Best;

/* Of equal ones that of the first row counts, and in a row the first. */
static void
take_if_better (Best *best, gsize row, guint32 slice, gint64 covered_ns)
{
  if (covered_ns > best->covered_ns || (covered_ns == best->covered_ns && row < best->row))
    *best = (Best){ row, slice, covered_ns };
}

static void
enter_slice (LscCoverFinder *self, guint32 index, guint32 slice, gint64 end_ns)
{
  const LscLane *lane = self->rows->items[index].lane;

  self->at[index] = slice;
  lsc_heap_push (&self->ends, end_ns, index);
  self->is_inside[index] = self->is_wanted (lane, slice);
  if (!self->is_inside[index] || self->is_listed[index])
    return;
  self->is_listed[index] = TRUE;
  lsc_heap_push (&self->insides, index, index);
}

/* Looks at the slices of a row that overlap the range, and moves it to the last one if it reaches
 * beyond, else behind it. */
static void
walk_row (LscCoverFinder *self, guint32 index, gint64 begin_ns, gint64 end_ns, Best *best)
{
  const LscRowPart *row = &self->rows->items[index];
  const LscLane *lane = row->lane;
  guint32 k = find_after (row, self->at[index], begin_ns);

  for (; k < row->end && lane->start_ns[k] < end_ns; k++)
    {
      gint64 slice_end_ns = lsc_lane_get_end_ns (lane, k);

      if (self->is_wanted (lane, k))
        take_if_better (best, index, k,
                        _lsc_overlap_ns (lane->start_ns[k], slice_end_ns, begin_ns, end_ns));
      if (slice_end_ns <= end_ns)
        continue;
      enter_slice (self, index, k, slice_end_ns);
      return;
    }
  self->at[index] = k;
  if (k < row->end)
    lsc_heap_push (&self->starts, lane->start_ns[k], index);
}

/* Rows whose slice ends before a time wait again, for the time at which it ended. */
static void
leave_slices (LscCoverFinder *self, gint64 time_ns)
{
  while (self->ends.n > 0 && self->ends.items[0].key < time_ns)
    {
      LscHeapEntry entry = self->ends.items[0];

      lsc_heap_pop (&self->ends);
      self->is_inside[entry.item] = FALSE;
      lsc_heap_push (&self->starts, entry.key, entry.item);
    }
}

/* The first row that was inside a wanted slice before the range and is so until its end. */
static void
take_whole (LscCoverFinder *self, gint64 length_ns, Best *best)
{
  while (self->insides.n > 0 && !self->is_inside[self->insides.items[0].item])
    self->is_listed[lsc_heap_pop (&self->insides)] = FALSE;
  if (self->insides.n > 0)
    {
      guint32 index = self->insides.items[0].item;

      take_if_better (best, index, self->at[index], length_ns);
    }
}

/**
 * _lsc_cover_finder_find:
 * @begin_ns, @end_ns: a range that does not begin before the end of the one asked for last
 *
 * Cost: O((starts and ends of slices passed) * log rows), whatever the number of rows.
 *
 * Returns: the wanted slice that covers most of the range, of equal ones the first by row and
 *   start; its cover is 0 if it has no length; %LSC_SLICE_NONE with a cover of -1 if none overlaps
 */
LscCover
_lsc_cover_finder_find (LscCoverFinder *self, gint64 begin_ns, gint64 end_ns)
{
  Best best = { G_MAXSIZE, LSC_SLICE_NONE, -1 };

  leave_slices (self, end_ns);
  take_whole (self, end_ns - begin_ns, &best);
  while (self->starts.n > 0 && self->starts.items[0].key < end_ns)
    walk_row (self, lsc_heap_pop (&self->starts), begin_ns, end_ns, &best);
  if (best.slice == LSC_SLICE_NONE)
    return (LscCover){ LSC_SLICE_NONE, -1 };
  return (LscCover){ self->rows->items[best.row].first_id + best.slice, best.covered_ns };
}
