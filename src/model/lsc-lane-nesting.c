/* lsc-lane-nesting.c - which row a slice stands in, and which slice is its parent
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-private.h"

/* lanes.md#nesting: slices come by start, the longer first. The parent of a slice is the latest one
 * before it that contains it. A stack whose ends fall towards its top knows it: what has ended
 * leaves, and what the slice crosses (it ends before the slice does) leaves as well, because the
 * slice contains whatever of the future that one could contain and comes later. So the stack is
 * never deeper than slices nest, and each slice enters and leaves it once.
 *
 * The row is the lowest free one below the parent's. Nested slices find it at once. Only a slice
 * beside crossing ones has to search; then a tree of least ends keeps that at O(log rows).
 *
 * Worked example: [0,10) [5,15) [6,9) get rows 0, 1, 2; the second has no parent, the third has the
 * second. */

#define FEW_ROWS 32

typedef struct
{
  gint64 end_ns;
  guint32 slice;
  guint32 row;
} Open;

LSC_DEFINE_ARRAY (Opens, opens, Open)

/* Ends of the last slice of each row; from FEW_ROWS on the leaves of a tree of least ends. */
typedef struct
{
  gint64 *least; /* 2 * capacity items, leaf r at capacity + r; item 1 is the root */
  gsize capacity;
  gsize n;
  gint64 few[2 * FEW_ROWS]; /* what @least is at first */
} Rows;

static void
rows_init (Rows *self)
{
  self->least = self->few;
  self->capacity = FEW_ROWS;
  self->n = 0;
}

static void
rows_clear (Rows *self)
{
  if (self->least != self->few)
    g_free (self->least);
}

static void
rows_grow (Rows *self)
{
  gsize capacity = self->capacity * 2;
  gint64 *least = g_new (gint64, 2 * capacity);

  for (gsize i = 0; i < capacity; i++)
    least[capacity + i] = i < self->n ? self->least[self->capacity + i] : G_MAXINT64;
  for (gsize i = capacity - 1; i > 0; i--)
    least[i] = MIN (least[2 * i], least[2 * i + 1]);
  least[0] = 0;
  rows_clear (self);
  self->least = least;
  self->capacity = capacity;
}

static inline void
rows_set_end (Rows *self, gsize row, gint64 end_ns)
{
  gsize i = self->capacity + row;

  self->least[i] = end_ns;
  if (self->capacity == FEW_ROWS)
    return; /* walked, not searched: the inner nodes are made when it grows */
  for (i /= 2; i > 0; i /= 2)
    {
      gint64 least = MIN (self->least[2 * i], self->least[2 * i + 1]);

      /* What is above was made from the same value. */
      if (self->least[i] == least)
        break;
      self->least[i] = least;
    }
}

/* The first row from @from on whose last slice has ended by @time_ns; a new one if none has. */
static gsize
rows_search (const Rows *self, gsize from, gint64 time_ns)
{
  gsize i = self->capacity + from;

  while (self->least[i] > time_ns)
    {
      while (i & 1)
        i /= 2;
      if (i == 0)
        return self->n;
      i++;
    }
  while (i < self->capacity)
    {
      i *= 2;
      if (self->least[i] > time_ns)
        i++;
    }
  return MIN (i - self->capacity, self->n);
}

static inline gsize
rows_find (Rows *self, gsize from, gint64 time_ns)
{
  gsize row = from;

  if (G_LIKELY (row < self->n && self->least[self->capacity + row] <= time_ns))
    return row;
  if (row < self->n && self->capacity > FEW_ROWS)
    /* Of few rows a walk is faster than the upkeep of the tree. */
    row = rows_search (self, from, time_ns);
  else
    while (row < self->n && self->least[self->capacity + row] > time_ns)
      row++;
  if (row == self->n)
    {
      if (self->n == self->capacity)
        rows_grow (self);
      self->n++;
    }
  return row;
}

static inline gint64
end_of (const LscRawSlices *raw, gsize index)
{
  const LscRawSlice *slice = &raw->items[index];
  gint64 end_ns;

  if (G_UNLIKELY (slice->duration == LSC_DURATION_LONG ||
                  __builtin_add_overflow (slice->start_ns, (gint64) slice->duration, &end_ns)))
    return lsc_raw_slices_get_end_ns (raw, index);
  return end_ns;
}

static gboolean
nest (LscNesting *self, const LscRawSlices *raw, gint64 slack_ns, Opens *stack, Rows *rows)
{
  gint64 last_start_ns = G_MININT64, last_end_ns = G_MAXINT64;

  for (gsize i = 0; i < raw->n; i++)
    {
      gint64 start_ns = raw->items[i].start_ns;
      gint64 end_ns = end_of (raw, i);
      gint64 least_ns = lsc_saturated_subtract (end_ns, slack_ns);
      gsize lowest = 0, row;

      if (start_ns <= last_start_ns && (start_ns < last_start_ns || end_ns > last_end_ns))
        return FALSE;
      last_start_ns = start_ns;
      last_end_ns = end_ns;

      while (stack->n > 0 && (stack->items[stack->n - 1].end_ns <= start_ns ||
                              stack->items[stack->n - 1].end_ns < least_ns))
        stack->n--;
      self->parent[i] = LSC_SLICE_NONE;
      if (stack->n > 0)
        {
          self->parent[i] = stack->items[stack->n - 1].slice;
          lowest = stack->items[stack->n - 1].row + 1;
          self->is_crossing |= end_ns > stack->items[stack->n - 1].end_ns;
        }
      row = rows_find (rows, lowest, start_ns);
      rows_set_end (rows, row, end_ns);
      /* The place below the parent is taken: something that is no child reaches into this slice. */
      self->is_crossing |= row != lowest;
      self->row[i] = (guint32) row;
      self->end_ns = MAX (self->end_ns, end_ns);
      opens_append (stack, (Open){ end_ns, (guint32) i, (guint32) row });
    }
  return TRUE;
}

/**
 * _lsc_nesting_find:
 * @self: (out): to be cleared by _lsc_nesting_clear()
 * @raw: fewer than 2^32 - 1 slices
 * @slack_ns: by how much an end may stick out of the parent
 *
 * Cost: O(n), O(n log rows) where slices cross.
 *
 * Returns: %FALSE when the slices are not by start and, of equals, by falling end; @self is to be
 *   filled anew
 */
gboolean
_lsc_nesting_find (LscNesting *self, const LscRawSlices *raw, gint64 slack_ns)
{
  Opens stack = { 0 };
  Rows rows;
  gboolean is_sorted;

  rows_init (&rows);
  self->n_rows = 0;
  self->is_crossing = FALSE;
  self->end_ns = G_MININT64;
  self->row = raw->n <= LSC_NESTING_FEW ? self->few : lsc_array_alloc (raw->n, sizeof *self->row);
  self->parent = raw->n <= LSC_NESTING_FEW ? self->few + LSC_NESTING_FEW
                                           : lsc_array_alloc (raw->n, sizeof *self->parent);
  is_sorted = nest (self, raw, slack_ns, &stack, &rows);
  self->n_rows = (guint32) rows.n;
  g_assert (!is_sorted || (self->n_rows > 0) == (raw->n > 0));
  opens_clear (&stack);
  rows_clear (&rows);
  if (!is_sorted)
    _lsc_nesting_clear (self);
  return is_sorted;
}

/** Frees rows and parents; what was found of all slices stays. */
void
_lsc_nesting_clear (LscNesting *self)
{
  if (self->row != self->few)
    {
      g_free (self->row);
      g_free (self->parent);
    }
  self->row = self->parent = NULL;
}
