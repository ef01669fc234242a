/* lsc-lane-spans.c - what a row shows at a given zoom, in time that depends on its pixels only
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-private.h"

#include <math.h>

/* The row is walked from the first visible slice. A slice of a pixel or more becomes a span of its
 * own, rounded to whole pixels. Narrower ones are gathered in their pixel column. Where slices are
 * so dense that a node of the pyramid is at most half a pixel wide, the walk goes from node to node
 * instead, on the coarsest level for which that holds here, so that bursts and long gaps in one
 * window are both cheap. What straddles the border of two columns counts for both: its covered
 * time in proportion. So a picture differs from the exact one per pixel by less than half a
 * column. */

#define LEVEL_BITS 4

typedef struct
{
  const LscLane *lane;
  guint32 begin; /* of the row, index of slices */
  gsize n;       /* slices of the row */
  const LscPyramidLevel *levels;
  guint n_levels;

  gint64 row_end_ns; /* end of its last slice */

  gint64 begin_ns;
  gint64 end_ns;
  double ns_per_px;
  double px_per_ns;
  gint32 width;
  gint64 wide_ns;     /* least duration that is a pixel */
  guint32 careful_ns; /* the same, at most %LSC_DURATION_LONG */
  gint64 half_ns;     /* most a node may be wide */

  /* the column being gathered, -1 = none */
  gint32 column;
  gint64 column_end_ns;
  double covered_ns;
  gint64 longest_ns;
  guint32 longest;
  guint32 n_gathered;

  gint64 drawn_end_ns; /* end of the last wide slice */
  gint32 drawn_x1;     /* first pixel that is still free */
  LscSpan *spans;
  gsize n_spans;
} Walk;

/* A run of slices: one narrow slice, or a node. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 covered_ns;
  gint64 longest_ns;
  guint32 longest;
  guint32 n;
} Item;

static inline double
difference (gint64 a, gint64 b)
{
  return (double) lsc_saturated_subtract (a, b);
}

static inline double
to_px (const Walk *self, gint64 time_ns)
{
  return difference (time_ns, self->begin_ns) * self->px_per_ns;
}

/* Time of the left border of a column, rounded up: an event starts behind the border exactly if it
 * does not start before that ns. */
static inline gint64
column_begin_ns (const Walk *self, gint32 column)
{
  double ns = (double) column * self->ns_per_px;
  gint64 whole_ns;

  if (ns >= (double) G_MAXINT64)
    return G_MAXINT64;
  whole_ns = (gint64) ns;
  return lsc_saturated_add (self->begin_ns, whole_ns + ((double) whole_ns < ns));
}

static void
flush_column (Walk *self)
{
  if (self->column >= self->drawn_x1 && self->column < self->width)
    {
      LscSpan *span = &self->spans[self->n_spans++];

      span->x0 = self->column;
      span->x1 = self->column + 1;
      span->slice = self->longest;
      span->n = self->n_gathered;
      span->share = (float) CLAMP (self->covered_ns * self->px_per_ns, 0.0, 1.0);
      self->drawn_x1 = span->x1;
    }
  self->column = -1;
}

static void
open_column (Walk *self, gint32 column, gint64 begin_ns)
{
  self->column = column;
  self->column_end_ns = column_begin_ns (self, column + 1);
  self->covered_ns = 0;
  if (self->drawn_end_ns > begin_ns)
    self->covered_ns = difference (MIN (self->drawn_end_ns, self->column_end_ns), begin_ns);
  self->longest_ns = -1;
  self->longest = LSC_SLICE_NONE;
  self->n_gathered = 0;
}

static inline void
gather (Walk *self, const Item *item, double covered_ns)
{
  self->covered_ns += covered_ns;
  /* The first of equals, so that a picture does not depend on how it was walked. */
  if (item->longest_ns > self->longest_ns)
    {
      self->longest_ns = item->longest_ns;
      self->longest = item->longest;
    }
  if (__builtin_add_overflow (self->n_gathered, item->n, &self->n_gathered))
    self->n_gathered = G_MAXUINT32;
}

/* Gathers an item that reaches over the end of the open column, or into the window. */
static void
split_item (Walk *self, const Item *item, gint64 start_ns)
{
  double length_ns = difference (item->end_ns, item->start_ns);
  double density = length_ns > 0 ? (double) item->covered_ns / length_ns : 0;
  gint32 next = self->column + 1;

  if (item->end_ns <= self->column_end_ns || self->column_end_ns <= start_ns)
    {
      gather (self, item, difference (item->end_ns, start_ns) * density);
      return;
    }
  gather (self, item, difference (self->column_end_ns, start_ns) * density);
  start_ns = self->column_end_ns;
  flush_column (self);
  if (next >= self->width)
    return;
  open_column (self, next, start_ns);
  gather (self, item, difference (MIN (item->end_ns, self->column_end_ns), start_ns) * density);
}

/* Gathers an item less than a pixel wide that starts before the end of the window. */
static void
add_item (Walk *self, const Item *item)
{
  gint64 start_ns = MAX (item->start_ns, self->begin_ns);

  if (self->column < 0 || start_ns >= self->column_end_ns)
    {
      double px = to_px (self, start_ns);
      gint32 next = px < (double) self->width ? (gint32) px : self->width - 1;

      if (next > self->column)
        {
          flush_column (self);
          open_column (self, next, column_begin_ns (self, next));
        }
    }
  if (item->end_ns <= self->column_end_ns && start_ns == item->start_ns)
    gather (self, item, (double) item->covered_ns);
  else
    split_item (self, item, start_ns);
}

static gint32
round_px (const Walk *self, gint64 time_ns)
{
  double px = to_px (self, time_ns) + 0.5;

  return px <= 0 ? 0 : px >= (double) self->width ? self->width : (gint32) px;
}

/* Draws a slice of a pixel or more. It takes the column that was being gathered if it rounds to it:
 * there it is the longest. */
static void
add_wide (Walk *self, guint32 slice, gint64 start_ns, gint64 end_ns)
{
  gint32 x0 = MAX (round_px (self, start_ns), self->drawn_x1);
  gint32 x1 = round_px (self, end_ns);

  if (self->column >= x0)
    self->column = -1;
  else if (self->column >= 0)
    {
      if (start_ns < self->column_end_ns)
        self->covered_ns += difference (self->column_end_ns, start_ns);
      flush_column (self);
    }
  self->drawn_end_ns = end_ns;
  if (x1 <= x0)
    return;
  self->spans[self->n_spans++] = (LscSpan){ x0, x1, slice, 1, 1 };
  self->drawn_x1 = x1;
}

static inline void
add_slice (Walk *self, guint32 slice)
{
  gint64 start_ns = self->lane->start_ns[slice];
  gint64 duration_ns = lsc_lane_get_duration_ns (self->lane, slice);
  Item item;

  if (duration_ns >= self->wide_ns)
    {
      add_wide (self, slice, start_ns, start_ns + duration_ns);
      return;
    }
  item = (Item){ start_ns, start_ns + duration_ns, duration_ns, duration_ns, slice, 1 };
  add_item (self, &item);
}

/* The longest of a run without a branch that nobody can foretell: duration above, below it how far
 * from the end, so that the first of equals wins. */
static inline guint64
rank_of (guint32 duration_ns, gsize index)
{
  return (guint64) duration_ns << 32 | (G_MAXUINT32 - (guint32) index);
}

/* Takes note of @n slices from @first that lie in the open column; @best: rank_of() the longest. */
static inline void
note_run (Walk *self, gsize first, gsize n, gint64 covered_ns, guint64 best)
{
  gint64 longest_ns = (gint64) (best >> 32);

  self->covered_ns += (double) covered_ns;
  if (__builtin_add_overflow (self->n_gathered, n, &self->n_gathered))
    self->n_gathered = G_MAXUINT32;
  if (longest_ns <= self->longest_ns)
    return;
  self->longest_ns = longest_ns;
  self->longest = self->begin + (guint32) first + (G_MAXUINT32 - (guint32) best);
}

/* Walks slices [from, stop) of the row, to the end of the window at most. Most slices of a dense
 * row end in the column that is being gathered: those do not leave the inner loop. */
static gboolean
walk_slices (Walk *self, gsize from, gsize stop)
{
  const gint64 *starts = self->lane->start_ns + self->begin;
  const guint32 *durations = self->lane->duration + self->begin;
  guint32 careful_ns = self->careful_ns;

  for (gsize i = from; i < stop; i++)
    {
      gint64 limit_ns = self->column < 0 ? G_MININT64 : MIN (self->column_end_ns, self->end_ns);
      gint64 covered_ns = 0;
      guint64 best = 0;
      gsize first = i;

      for (; i < stop; i++)
        {
          guint32 duration_ns = durations[i];
          guint64 rank = rank_of (duration_ns, i - first);

          if (duration_ns >= careful_ns || starts[i] + duration_ns > limit_ns)
            break;
          covered_ns += duration_ns;
          best = rank > best ? rank : best;
        }
      if (i > first)
        note_run (self, first, i - first, covered_ns, best);
      if (i == stop)
        break;
      if (starts[i] >= self->end_ns)
        return FALSE;
      add_slice (self, self->begin + (guint32) i);
    }
  return TRUE;
}

/* Whether node @index of a level (1 = finest) is at most half a pixel wide, and what it comes to.
 * It ends where the next begins; a gap behind it only means that it is walked in more steps. */
static inline gboolean
node_fits (const Walk *self, guint level, gsize index, Item *item)
{
  const LscPyramidLevel *about = &self->levels[level - 1];
  const LscPyramidNode *node = &self->lane->nodes[about->first + index];
  gsize stop = (index + 1) << (LEVEL_BITS * level);
  gint64 end_ns = index + 1 < about->n ? node[1].start_ns : self->row_end_ns;

  if (lsc_saturated_subtract (end_ns, node->start_ns) > self->half_ns)
    return FALSE;
  item->start_ns = node->start_ns;
  item->end_ns = end_ns;
  item->covered_ns = node->covered_ns;
  item->longest_ns = node->longest_ns;
  if (G_UNLIKELY (node->longest_ns == LSC_DURATION_LONG))
    item->longest_ns = lsc_lane_get_long_ns (self->lane, node->longest);
  item->longest = node->longest;
  item->n = (guint32) (MIN (stop, self->n) - (index << (LEVEL_BITS * level)));
  return TRUE;
}

/* Whether a node of the level begins with slice @i. */
static inline gboolean
is_first (gsize i, guint level)
{
  return (i & (((gsize) 1 << (LEVEL_BITS * level)) - 1)) == 0;
}

/* Walks nodes of a level from @index on, as long as they fit and a coarser one does not begin; at
 * least one, which is @first. Nodes that end in the column being gathered do not leave the inner
 * loop. Returns the first that was not walked. */
static gsize
walk_nodes (Walk *self, guint level, gsize index, const Item *first)
{
  const LscPyramidLevel *about = &self->levels[level - 1];
  const LscPyramidNode *nodes = &self->lane->nodes[about->first];
  gsize stop = MIN ((index | (LSC_PYRAMID_FAN_OUT - 1)) + 1, about->n - 1);
  gsize begin = ++index;
  gint64 covered_ns = 0, limit_ns, longest_ns;
  guint64 best = 0;

  add_item (self, first);
  limit_ns = MIN (self->column < 0 ? G_MININT64 : self->column_end_ns, self->end_ns);
  for (; index < stop; index++)
    {
      const LscPyramidNode *node = &nodes[index];
      guint64 rank = rank_of (node->longest_ns, index - begin);

      if (node[1].start_ns > limit_ns || node->longest_ns == LSC_DURATION_LONG ||
          lsc_saturated_subtract (node[1].start_ns, node->start_ns) > self->half_ns)
        break;
      covered_ns = lsc_saturated_add (covered_ns, node->covered_ns);
      best = rank > best ? rank : best;
    }
  if (index <= begin)
    return index;
  self->covered_ns += (double) covered_ns;
  self->n_gathered |= 2; /* exactly is not asked for */
  longest_ns = (gint64) (best >> 32);
  if (longest_ns > self->longest_ns)
    {
      self->longest = nodes[begin + (G_MAXUINT32 - (guint32) best)].longest;
      self->longest_ns = longest_ns;
      if (G_UNLIKELY (longest_ns == LSC_DURATION_LONG))
        self->longest_ns = lsc_lane_get_long_ns (self->lane, self->longest);
    }
  return index;
}

static void
walk_row (Walk *self, gsize from)
{
  guint level = 0;
  gsize i = from;

  while (i < self->n)
    {
      Item item, coarser;

      while (level > 0 && !node_fits (self, level, i >> (LEVEL_BITS * level), &item))
        level--;
      while (level < self->n_levels && is_first (i, level + 1) &&
             node_fits (self, level + 1, i >> (LEVEL_BITS * (level + 1)), &coarser))
        {
          item = coarser;
          level++;
        }
      if (level == 0)
        {
          gsize stop = MIN ((i | (LSC_PYRAMID_FAN_OUT - 1)) + 1, self->n);

          if (!walk_slices (self, i, stop))
            break;
          i = stop;
        }
      else if (item.start_ns >= self->end_ns)
        break;
      else
        i = walk_nodes (self, level, i >> (LEVEL_BITS * level), &item) << (LEVEL_BITS * level);
    }
  flush_column (self);
}

/**
 * lsc_lane_get_spans:
 * @row: a row of the lane
 * @begin_ns: time at the left border of pixel 0
 * @ns_per_px: zoom, more than 0
 * @width: pixels, at most 2^30
 * @spans: (out caller-allocates) (array): room for @width spans
 *
 * Finds what to draw of a row: ascending spans that do not overlap. Slices of a pixel or more have
 * a span of their own; narrower ones share the span of their pixel. Equal to the exact answer for
 * every pixel within half a pixel (drawing.md#detail).
 *
 * Cost: O(log n + width). Thread: any.
 *
 * Returns: number of spans, at most @width
 */
gsize
lsc_lane_get_spans (const LscLane *self, guint32 row, gint64 begin_ns, double ns_per_px,
                    guint width, LscSpan *spans)
{
  Walk walk = { .lane = self, .begin_ns = begin_ns, .ns_per_px = ns_per_px, .spans = spans };
  double span_ns = ns_per_px * width;
  guint32 first;

  g_return_val_if_fail (spans || width == 0, 0);
  if (row >= self->n_rows || width == 0 || !(ns_per_px > 0))
    return 0;
  walk.begin = self->row_begin[row];
  walk.n = self->row_begin[row + 1] - walk.begin;
  /* Ends rise along a row: the last slice ends last. */
  walk.row_end_ns = lsc_lane_get_end_ns (self, self->row_begin[row + 1] - 1);
  walk.levels = self->levels + self->level_begin[row];
  walk.n_levels = self->level_begin[row + 1] - self->level_begin[row];
  walk.end_ns = span_ns < (double) G_MAXINT64
                    ? lsc_saturated_add (begin_ns, (gint64) ceil (span_ns))
                    : G_MAXINT64;
  walk.px_per_ns = 1.0 / ns_per_px;
  walk.width = (gint32) MIN (width, (guint) 1 << 30);
  walk.wide_ns = ns_per_px < 9e18 ? (gint64) ceil (ns_per_px) : G_MAXINT64;
  /* So one comparison in the inner loop finds both the wide ones and those whose length is in the
     table. */
  walk.careful_ns = (guint32) MIN (walk.wide_ns, (gint64) LSC_DURATION_LONG);
  walk.half_ns = ns_per_px < 9e18 ? (gint64) (ns_per_px / 2) : G_MAXINT64;
  walk.column = -1;
  walk.drawn_end_ns = G_MININT64;

  first = lsc_lane_find_first (self, row, begin_ns);
  if (first != LSC_SLICE_NONE)
    walk_row (&walk, first - walk.begin);
  g_assert (walk.n_spans <= width); /* the room that the caller gave */
  return walk.n_spans;
}
