/* lsc-lane.c - sorted slices of one strip, with rows, parents and level of detail
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane.h"

#include <stdlib.h>

#include "base/lsc-sort.h"

/* Making a lane is in lsc-lane-build.c; this file only looks things up. In a row both starts and
 * ends rise, so everything is a binary search. */

/**
 * lsc_lane_get_long_ns:
 * @slice: one whose duration is %LSC_DURATION_LONG
 *
 * Returns: its duration in ns
 */
gint64
lsc_lane_get_long_ns (const LscLane *self, guint32 slice)
{
  return lsc_long_durations_find_ns (&self->longs, slice);
}

/**
 * lsc_lane_find_start:
 *
 * Cost: O(log n).
 *
 * Returns: the first slice of a row that starts at @time_ns or later; the row's end if none does
 */
guint32
lsc_lane_find_start (const LscLane *self, guint32 row, gint64 time_ns)
{
  return (guint32) LSC_BISECT (i, self->row_begin[row], self->row_begin[row + 1],
                               self->start_ns[i] < time_ns);
}

/**
 * lsc_lane_find_start_near:
 * @hints: (inout): zeros at first, and for another lane
 *
 * As lsc_lane_find_start(), for times that mostly rise.
 *
 * Cost: O(log distance) from the slice that was found in the row before.
 */
guint32
lsc_lane_find_start_near (const LscLane *self, guint32 row, gint64 time_ns, LscLaneHints *hints)
{
  guint32 low = self->row_begin[row], high = self->row_begin[row + 1], step = 1;
  guint32 unknown = low; /* of the deepest rows */
  guint32 *hint = row < LSC_LANE_N_HINTS ? &hints->rows[row] : &unknown;
  guint32 from = CLAMP (*hint, low, high);
  const gint64 *start_ns = self->start_ns;

  if (from < high && start_ns[from] < time_ns)
    {
      low = from + 1;
      for (; step < high - low && start_ns[low + step] < time_ns; step *= 2)
        low += step + 1;
      if (step < high - low)
        high = low + step;
    }
  else
    {
      high = from;
      for (; step <= high - low && start_ns[high - step] >= time_ns; step *= 2)
        high -= step;
      if (step <= high - low)
        low = high - step + 1;
    }
  *hint = (guint32) LSC_BISECT (i, low, high, start_ns[i] < time_ns);
  return *hint;
}

/* The first slice of a row that starts after @time_ns; the row's end if none does. */
static guint32
find_start_after (const LscLane *self, guint32 row, gint64 time_ns)
{
  return time_ns == G_MAXINT64 ? self->row_begin[row + 1]
                               : lsc_lane_find_start (self, row, time_ns + 1);
}

/**
 * lsc_lane_get_row:
 *
 * Cost: O(log rows). Returns: the row of a slice
 */
guint32
lsc_lane_get_row (const LscLane *self, guint32 slice)
{
  return (guint32) LSC_BISECT (row, 1, MAX (self->n_rows, 1), self->row_begin[row] <= slice) - 1;
}

/* In the row below, between the slice's start and end. */
static void
get_nested_children (const LscLane *self, guint32 slice, LscIndexes *out)
{
  guint32 row = lsc_lane_get_row (self, slice) + 1;
  gint64 start_ns = self->start_ns[slice], end_ns = lsc_lane_get_end_ns (self, slice);

  if (row >= self->n_rows)
    return;
  for (guint32 i = lsc_lane_find_start (self, row, start_ns);
       i < self->row_begin[row + 1] && self->start_ns[i] <= end_ns; i++)
    if (self->parent[i] == slice)
      lsc_indexes_append (out, i);
}

static void
get_crossing_children (const LscLane *self, guint32 slice, LscIndexes *out)
{
  for (gsize i = LSC_BISECT (k, 0, self->n, self->parent[self->by_parent[k]] < slice);
       i < self->n && self->parent[self->by_parent[i]] == slice; i++)
    lsc_indexes_append (out, self->by_parent[i]);
}

/**
 * lsc_lane_get_children:
 * @out: emptied, then filled with the direct children by row and start
 *
 * Cost: O(children + log n).
 */
void
lsc_lane_get_children (const LscLane *self, guint32 slice, LscIndexes *out)
{
  g_return_if_fail (self && slice < self->n && out);
  out->n = 0;
  if (self->is_crossing)
    get_crossing_children (self, slice, out);
  else
    get_nested_children (self, slice, out);
}

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} Extent;

static int
compare_extents (const void *a, const void *b)
{
  const Extent *ea = a, *eb = b;

  return ea->begin_ns < eb->begin_ns ? -1 : ea->begin_ns > eb->begin_ns;
}

/**
 * lsc_lane_get_self_ns:
 *
 * Cost: as lsc_lane_get_children().
 *
 * Returns: duration without what direct children cover of it (lanes.md#nesting); time that crossing
 *   children share counts once
 */
gint64
lsc_lane_get_self_ns (const LscLane *self, guint32 slice)
{
  g_return_val_if_fail (self && slice < self->n, 0);

  gint64 until_ns = self->start_ns[slice], end_ns = lsc_lane_get_end_ns (self, slice);
  gint64 self_ns = end_ns - until_ns;
  g_autofree Extent *extents = NULL;
  LscIndexes children = { 0 };

  lsc_lane_get_children (self, slice, &children);
  extents = g_new (Extent, children.n);
  for (gsize i = 0; i < children.n; i++)
    {
      extents[i].begin_ns = self->start_ns[children.items[i]];
      extents[i].end_ns = MIN (lsc_lane_get_end_ns (self, children.items[i]), end_ns);
    }
  if (self->is_crossing && children.n > 1)
    qsort (extents, children.n, sizeof *extents, compare_extents);
  for (gsize i = 0; i < children.n; i++)
    {
      self_ns -= MAX (0, extents[i].end_ns - MAX (extents[i].begin_ns, until_ns));
      until_ns = MAX (until_ns, extents[i].end_ns);
    }
  lsc_indexes_clear (&children);
  return self_ns;
}

/* @next: the first slice of the row that starts after @time_ns */
static guint32
take_at (const LscLane *self, guint32 row, guint32 next, gint64 time_ns)
{
  if (next == self->row_begin[row])
    return LSC_SLICE_NONE;
  next--;
  return lsc_lane_get_end_ns (self, next) > time_ns || self->start_ns[next] == time_ns
             ? next
             : LSC_SLICE_NONE;
}

/**
 * lsc_lane_find_at:
 *
 * Cost: O(log n).
 *
 * Returns: the slice of a row that covers @time_ns, or that has no length and lies there;
 *   %LSC_SLICE_NONE
 */
guint32
lsc_lane_find_at (const LscLane *self, guint32 row, gint64 time_ns)
{
  if (row >= self->n_rows)
    return LSC_SLICE_NONE;
  return take_at (self, row, find_start_after (self, row, time_ns), time_ns);
}

/**
 * lsc_lane_find_deepest_near:
 * @hints: (inout): zeros at first, and for another lane
 *
 * As lsc_lane_find_deepest(), for times that mostly rise.
 *
 * Cost: O(rows log distance) from what was found before.
 */
guint32
lsc_lane_find_deepest_near (const LscLane *self, gint64 time_ns, LscLaneHints *hints)
{
  for (guint32 row = self->n_rows; row-- > 0;)
    {
      guint32 next = time_ns == G_MAXINT64
                         ? self->row_begin[row + 1]
                         : lsc_lane_find_start_near (self, row, time_ns + 1, hints);
      guint32 slice = take_at (self, row, next, time_ns);

      if (slice != LSC_SLICE_NONE)
        return slice;
    }
  return LSC_SLICE_NONE;
}

/**
 * lsc_lane_find_deepest:
 *
 * Cost: O(rows log n).
 *
 * Returns: the slice of the lowest row that covers @time_ns; %LSC_SLICE_NONE
 */
guint32
lsc_lane_find_deepest (const LscLane *self, gint64 time_ns)
{
  for (guint32 row = self->n_rows; row-- > 0;)
    {
      guint32 slice = lsc_lane_find_at (self, row, time_ns);

      if (slice != LSC_SLICE_NONE)
        return slice;
    }
  return LSC_SLICE_NONE;
}

/**
 * lsc_lane_find_first:
 *
 * Cost: O(log n).
 *
 * Returns: the first slice of a row that ends after @time_ns or does not start before it;
 *   %LSC_SLICE_NONE
 */
guint32
lsc_lane_find_first (const LscLane *self, guint32 row, gint64 time_ns)
{
  guint32 first;

  if (row >= self->n_rows)
    return LSC_SLICE_NONE;
  first = lsc_lane_find_start (self, row, time_ns);
  if (first > self->row_begin[row] && lsc_lane_get_end_ns (self, first - 1) > time_ns)
    first--;
  return first < self->row_begin[row + 1] ? first : LSC_SLICE_NONE;
}

/**
 * lsc_lane_find_exact:
 * @name: id, %LSC_SLICE_NONE = any
 *
 * Cost: O(rows log n + slices of that start).
 *
 * Returns: the slice of exactly these times and this name, the highest if there are several;
 *   %LSC_SLICE_NONE
 */
guint32
lsc_lane_find_exact (const LscLane *self, gint64 start_ns, gint64 end_ns, guint32 name)
{
  g_return_val_if_fail (self, LSC_SLICE_NONE);
  for (guint32 row = 0; row < self->n_rows; row++)
    for (guint32 i = lsc_lane_find_start (self, row, start_ns);
         i < self->row_begin[row + 1] && self->start_ns[i] == start_ns; i++)
      if (lsc_lane_get_end_ns (self, i) == end_ns &&
          (name == LSC_SLICE_NONE || self->name[i] == name))
        return i;
  return LSC_SLICE_NONE;
}

/**
 * lsc_lane_find_longest:
 * @name: id, %LSC_SLICE_NONE = any
 *
 * Cost: O(rows log n + slices that start in the time).
 *
 * Returns: the longest slice of this name that starts in @begin_ns to @end_ns and is not longer
 *   than that, the first if there are several; %LSC_SLICE_NONE
 */
guint32
lsc_lane_find_longest (const LscLane *self, gint64 begin_ns, gint64 end_ns, guint32 name)
{
  g_return_val_if_fail (self, LSC_SLICE_NONE);

  guint32 best = LSC_SLICE_NONE;
  gint64 most = -1;

  for (guint32 row = 0; row < self->n_rows; row++)
    for (guint32 i = lsc_lane_find_start (self, row, begin_ns);
         i < self->row_begin[row + 1] && self->start_ns[i] < end_ns; i++)
      if ((name == LSC_SLICE_NONE || self->name[i] == name) &&
          lsc_lane_get_duration_ns (self, i) > most &&
          lsc_lane_get_duration_ns (self, i) <= end_ns - begin_ns)
        {
          most = lsc_lane_get_duration_ns (self, i);
          best = i;
        }
  return best;
}

/* Where slice would stand in another row: the first of that row which comes after it by start, then
 * row, then index; in its own row, itself. */
static guint32
find_place (const LscLane *self, guint32 slice, guint32 row)
{
  guint32 own = lsc_lane_get_row (self, slice);

  if (row == own)
    return slice;
  return row < own ? find_start_after (self, row, self->start_ns[slice])
                   : lsc_lane_find_start (self, row, self->start_ns[slice]);
}

/**
 * lsc_lane_get_next:
 *
 * Cost: O(rows log n).
 *
 * Returns: the slice that follows by start, then row, then index; %LSC_SLICE_NONE after the last
 */
guint32
lsc_lane_get_next (const LscLane *self, guint32 slice)
{
  g_return_val_if_fail (self && slice < self->n, LSC_SLICE_NONE);

  guint32 best = LSC_SLICE_NONE;

  for (guint32 row = 0; row < self->n_rows; row++)
    {
      guint32 i = find_place (self, slice, row);

      i += i == slice;
      if (i < self->row_begin[row + 1] &&
          (best == LSC_SLICE_NONE || self->start_ns[i] < self->start_ns[best]))
        best = i;
    }
  return best;
}

/**
 * lsc_lane_get_previous:
 *
 * Cost: O(rows log n).
 *
 * Returns: the slice before by start, then row, then index; %LSC_SLICE_NONE before the first
 */
guint32
lsc_lane_get_previous (const LscLane *self, guint32 slice)
{
  g_return_val_if_fail (self && slice < self->n, LSC_SLICE_NONE);

  guint32 best = LSC_SLICE_NONE;

  for (guint32 row = 0; row < self->n_rows; row++)
    {
      guint32 i = find_place (self, slice, row);

      if (i > self->row_begin[row] &&
          (best == LSC_SLICE_NONE || self->start_ns[i - 1] >= self->start_ns[best]))
        best = i - 1;
    }
  return best;
}

/**
 * lsc_lane_get_memory_bytes:
 *
 * Returns: bytes of the columns and the pyramid
 */
gsize
lsc_lane_get_memory_bytes (const LscLane *self)
{
  g_return_val_if_fail (self, 0);

  gsize per_slice =
      sizeof *self->start_ns + sizeof *self->duration + sizeof *self->name + sizeof *self->kind;

  if (self->parent)
    per_slice += sizeof *self->parent;
  if (self->detail)
    per_slice += sizeof *self->detail;
  if (self->wide_detail)
    per_slice += sizeof *self->wide_detail;
  if (self->by_parent)
    per_slice += sizeof *self->by_parent;
  return sizeof *self + self->n * per_slice +
         ((gsize) self->n_rows + 1) * (sizeof *self->row_begin + sizeof *self->level_begin) +
         self->n_nodes * sizeof *self->nodes +
         self->level_begin[self->n_rows] * sizeof *self->levels +
         self->longs.n * sizeof *self->longs.items;
}
