/* lsc-lane-build.c - from slices as read to the columns of a lane
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-private.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"

/* ---- memory -----------------------------------------------------------------------------------
 */

/* A recording may have tens of thousands of lanes of a slice or two, which an array for each column
 * would make expensive. So the columns follow the lane in one block, the widest items first: then
 * each is aligned without gaps. */

/** Takes @n items of @size bytes from the block. */
static gpointer
take (char **next, gsize n, gsize size)
{
  gpointer column = *next;

  *next += n * size;
  return column;
}

/**
 * _lsc_lane_alloc:
 * @row_begin: (array): where the slices of each row begin, @n_rows + 1 items; to be copied
 * @details: which column of details the lane has; wide ones are a fourth of its bytes. It has one
 * of parents where there is more than one row
 *
 * Returns: (transfer full): a lane with columns for row_begin[@n_rows] slices and with room for
 *   their pyramid; the columns are not filled
 */
LscLane *
_lsc_lane_alloc (const guint32 *row_begin, guint32 n_rows, LscLaneDetails details)
{
  gsize n = row_begin[n_rows], n_borders = (gsize) n_rows + 1, n_levels, n_nodes;
  gsize n_narrow = details == LSC_DETAILS_NARROW ? n : 0;
  gsize n_wide = details == LSC_DETAILS_WIDE ? n : 0, n_parents = n_rows > 1 ? n : 0;
  gsize n_bytes;
  LscLane *self;
  char *next;

  /* Its size is known from the rows alone, so that it fits into the same block. */
  _lsc_pyramid_count (row_begin, n_rows, &n_levels, &n_nodes);
  n_bytes = sizeof *self + n_nodes * sizeof *self->nodes + n_levels * sizeof *self->levels +
            n_borders * (sizeof *self->row_begin + sizeof *self->level_begin) +
            n_wide * sizeof *self->wide_detail + n_narrow * sizeof *self->detail +
            n_parents * sizeof *self->parent +
            n * (sizeof *self->start_ns + sizeof *self->duration + sizeof *self->name +
                 sizeof *self->kind);
  self = lsc_array_alloc (n_bytes, 1);
  next = (char *) (self + 1);
  *self = (LscLane){ .n = n, .n_rows = n_rows };
  self->nodes = take (&next, n_nodes, sizeof *self->nodes);
  self->levels = take (&next, n_levels, sizeof *self->levels);
  self->start_ns = take (&next, n, sizeof *self->start_ns);
  self->wide_detail = n_wide > 0 ? take (&next, n, sizeof *self->wide_detail) : NULL;
  self->row_begin = take (&next, n_borders, sizeof *self->row_begin);
  self->level_begin = take (&next, n_borders, sizeof *self->level_begin);
  self->duration = take (&next, n, sizeof *self->duration);
  self->name = take (&next, n, sizeof *self->name);
  self->detail = n_narrow > 0 ? take (&next, n, sizeof *self->detail) : NULL;
  self->parent = n_parents > 0 ? take (&next, n, sizeof *self->parent) : NULL;
  self->kind = take (&next, n, sizeof *self->kind);
  memcpy (self->row_begin, row_begin, n_borders * sizeof *row_begin);
  return self;
}

void
lsc_lane_free (LscLane *self)
{
  if (!self)
    return;
  g_free (self->by_parent);
  lsc_long_durations_clear (&self->longs);
  g_free (self);
}

/* Memory is what limits the size of a recording, so there is never a second copy of the slices:
 * disorder is repaired in place, and while the columns fill from the last slice to the first, the
 * array of raw slices is given back piece by piece. */

#define SLACK_NS 1000
#define GIVE_BACK ((gsize) 1 << 18)

static gint64
key_start (gsize index, gconstpointer data)
{
  const LscRawSlices *raw = data;

  return raw->items[index].start_ns;
}

static int
compare_ends (guint32 a, guint32 b, gconstpointer data)
{
  gint64 end_a = lsc_raw_slices_get_end_ns (data, a);
  gint64 end_b = lsc_raw_slices_get_end_ns (data, b);

  /* The longer first, so that of two slices with one start the outer one comes before the inner. */
  if (end_a != end_b)
    return end_a > end_b ? -1 : 1;
  return a < b ? -1 : a > b;
}

/* The table of long durations by the new indexes. */
static void
reorder_longs (LscRawSlices *raw, const guint32 *order)
{
  LscLongDurations longs = { 0 };

  if (raw->longs.n == 0)
    return;
  for (gsize i = 0; i < raw->n; i++)
    if (raw->items[order[i]].duration == LSC_DURATION_LONG)
      {
        LscLongDuration entry = { 0 };

        entry.duration_ns =
            lsc_raw_slices_get_end_ns (raw, order[i]) - raw->items[order[i]].start_ns;
        entry.index = (guint32) i;
        lsc_long_durations_append (&longs, entry);
      }
  g_assert (longs.n == raw->longs.n);
  lsc_long_durations_clear (&raw->longs);
  raw->longs = longs;
}

/* Sorts by start, falling end and order of the file. Returns the old index of each slice. */
static guint32 *
sort_in_place (LscRawSlices *raw)
{
  guint32 *order = lsc_sort_indexes (raw->n, key_start, compare_ends, raw);
  g_autofree guint8 *is_done = g_malloc0 (raw->n / 8 + 1);

  /* Before the slices move: until then they are found by their old indexes. */
  reorder_longs (raw, order);
  for (gsize i = 0; i < raw->n; i++)
    {
      LscRawSlice first = raw->items[i];
      gsize to = i;

      if (is_done[i / 8] & (1u << (i % 8)))
        continue;
      while (order[to] != i)
        {
          raw->items[to] = raw->items[order[to]];
          is_done[to / 8] |= (guint8) (1u << (to % 8));
          to = order[to];
        }
      raw->items[to] = first;
      is_done[to / 8] |= (guint8) (1u << (to % 8));
    }
  return order;
}

static void
add_long (LscLane *self, LscRawSlices *raw, gsize index, guint32 position)
{
  gint64 duration_ns = lsc_raw_slices_get_end_ns (raw, index) - raw->items[index].start_ns;

  self->duration[position] = (guint32) MIN (duration_ns, (gint64) LSC_DURATION_LONG);
  if (duration_ns >= (gint64) LSC_DURATION_LONG)
    lsc_long_durations_append (&self->longs, (LscLongDuration){ duration_ns, position, 0 });
}

static int
compare_long (const void *a, const void *b)
{
  const LscLongDuration *la = a, *lb = b;

  return la->index < lb->index ? -1 : la->index > lb->index;
}

static inline gboolean
is_long (const LscRawSlice *slice)
{
  /* Near the end of time start and duration may overflow, which only the slow way looks at. */
  return slice->duration == LSC_DURATION_LONG ||
         slice->start_ns > G_MAXINT64 - (gint64) G_MAXUINT32;
}

/* Numbers of rows, which most details are, need half of what offsets in large files do. */
static LscLaneDetails
choose_details (const LscRawSlices *raw)
{
  gboolean is_narrow = TRUE;

  for (gsize i = 0; i < raw->n && is_narrow; i++)
    is_narrow = raw->items[i].detail == -1 || (guint64) raw->items[i].detail < G_MAXUINT32;
  return is_narrow ? LSC_DETAILS_NARROW : LSC_DETAILS_WIDE;
}

static inline void
set_detail (LscLane *self, gsize index, gint64 detail)
{
  if (self->detail)
    self->detail[index] = (guint32) detail; /* of -1 all bits */
  else
    self->wide_detail[index] = detail;
}

/* As fill_columns() for a lane of one row, where every slice stays at its place, without parent. */
static void
fill_row (LscLane *self, LscRawSlices *raw)
{
  for (gsize i = self->n; i-- > 0;)
    {
      const LscRawSlice *slice = &raw->items[i];

      self->start_ns[i] = slice->start_ns;
      set_detail (self, i, slice->detail);
      self->duration[i] = slice->duration;
      self->name[i] = slice->name;
      self->kind[i] = slice->kind;
      if (G_UNLIKELY (is_long (slice)))
        add_long (self, raw, i, (guint32) i);
      if (i > 0 && i % GIVE_BACK == 0)
        raw->items = g_renew (LscRawSlice, raw->items, i);
    }
}

/* Moves the slices into the columns, the last first, and gives back what has been moved. */
static void
fill_columns (LscLane *self, LscRawSlices *raw, const guint32 *position, const guint32 *parent)
{
  for (gsize i = self->n; i-- > 0;)
    {
      const LscRawSlice *slice = &raw->items[i];
      guint32 to = position[i];

      self->start_ns[to] = slice->start_ns;
      set_detail (self, to, slice->detail);
      self->duration[to] = slice->duration;
      self->name[to] = slice->name;
      self->kind[to] = slice->kind;
      self->parent[to] = parent[i] == LSC_SLICE_NONE ? LSC_SLICE_NONE : position[parent[i]];
      if (G_UNLIKELY (is_long (slice)))
        add_long (self, raw, i, to);
      /* In large pieces: giving back is a call of the system. */
      if (i > 0 && i % GIVE_BACK == 0)
        raw->items = g_renew (LscRawSlice, raw->items, i);
    }
}

/* Of slices side by side in one row; what was found of their nesting is not needed on the way. */
static LscLane *
make_row (LscRawSlices *raw, LscNesting *nesting)
{
  const guint32 row_begin[] = { 0, (guint32) raw->n };
  LscLane *self;

  g_assert (nesting->n_rows <= 1);
  _lsc_nesting_clear (nesting);
  self = _lsc_lane_alloc (row_begin, nesting->n_rows, choose_details (raw));
  fill_row (self, raw);
  return self;
}

/* Turns the row of each slice into its index in the lane. */
static LscLane *
make_rows (LscRawSlices *raw, LscNesting *nesting)
{
  g_autofree guint32 *next = g_new0 (guint32, (gsize) nesting->n_rows + 1);
  guint32 *row = nesting->row;
  LscLane *self;

  for (gsize i = 0; i < raw->n; i++)
    next[row[i] + 1]++;
  for (guint32 r = 0; r < nesting->n_rows; r++)
    next[r + 1] += next[r];
  g_assert (next[nesting->n_rows] == raw->n);
  self = _lsc_lane_alloc (next, nesting->n_rows, choose_details (raw));
  for (gsize i = 0; i < raw->n; i++)
    row[i] = next[row[i]]++;
  g_assert (next[nesting->n_rows - 1] == raw->n); /* each row is full */
  fill_columns (self, raw, row, nesting->parent);
  return self;
}

/* Index in the lane of each slice in the order of the file, NULL when each keeps its own. @nesting
 * has it in the order of the slices, nothing when that is the same. */
static guint32 *
get_positions (LscNesting *nesting, const guint32 *order, gsize n)
{
  guint32 *by_file;

  if (!order && nesting->row != nesting->few)
    return g_steal_pointer (&nesting->row);
  by_file = lsc_array_alloc (n, sizeof *by_file);
  for (gsize i = 0; i < n; i++)
    by_file[order ? order[i] : i] = nesting->row ? nesting->row[i] : (guint32) i;
  return by_file;
}

static gint64
key_parent (gsize index, gconstpointer data)
{
  return ((const LscLane *) data)->parent[index];
}

/**
 * lsc_lane_new:
 * @raw: slices in any order, fewer than 2^32 - 1; emptied
 * @rule: how slices nest
 * @position_out: (out) (optional) (nullable) (transfer full) (array): index in the lane of each raw
 *   slice, %NULL when each keeps its own
 *
 * Sorts slices by start, falling end and order of adding, finds rows and parents (lanes.md#nesting)
 * and builds the pyramid.
 *
 * Cost: O(n) for sorted slices that nest, at most O(n log n); about 12 bytes a slice beside the
 * slices and the lane.
 *
 * Returns: (transfer full): a lane
 */
LscLane *
lsc_lane_new (LscRawSlices *raw, LscLaneRule rule, guint32 **position_out)
{
  gint64 slack_ns = rule == LSC_LANE_SLACK ? SLACK_NS : 0;
  g_autofree guint32 *order = NULL;
  LscNesting nesting;
  gint64 begin_ns;
  LscLane *self;

  g_return_val_if_fail (raw && raw->n < LSC_SLICE_NONE, NULL);
  /* Most files are in order, and trying costs less than finding that out beforehand. */
  if (!_lsc_nesting_find (&nesting, raw, slack_ns))
    {
      order = sort_in_place (raw);
      if (!_lsc_nesting_find (&nesting, raw, slack_ns))
        g_assert_not_reached ();
    }
  /* Filling the columns gives the slices back, so this is asked for first. */
  begin_ns = raw->n > 0 ? raw->items[0].start_ns : 0;
  self = nesting.n_rows > 1 ? make_rows (raw, &nesting) : make_row (raw, &nesting);
  self->rule = rule;
  self->is_crossing = nesting.is_crossing;
  self->begin_ns = begin_ns;
  self->end_ns = self->n > 0 ? nesting.end_ns : 0;
  /* Columns fill from the last slice on, and row by row: neither order is that of the index. */
  if (self->longs.n > 1)
    qsort (self->longs.items, self->longs.n, sizeof *self->longs.items, compare_long);
  g_assert (self->begin_ns <= self->end_ns || self->n == 0);
  lsc_raw_slices_clear (raw);
  if (position_out)
    *position_out = get_positions (&nesting, order, self->n);
  _lsc_nesting_clear (&nesting);
  /* Where slices cross children stand in any row, and only this order finds them. */
  g_assert (!self->is_crossing || self->parent); /* in one row nothing crosses */
  if (self->is_crossing)
    self->by_parent = lsc_sort_indexes (self->n, key_parent, NULL, self);
  _lsc_lane_build_pyramid (self);
  return self;
}
