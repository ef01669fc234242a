/* lsc-interval.c - union, difference and length of sorted half-open intervals
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-interval.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_RUN 4 /* mean length of ascending runs from which on merging them beats sorting */

/* "Merged" means: ascending, not empty, with a gap between any two. Every function but
 * lsc_intervals_merge() wants merged input and gives merged output. An output is emptied first and
 * must be none of the inputs. */

static int
compare_begin (const void *a, const void *b)
{
  const LscInterval *ia = a, *ib = b;

  return ia->begin_ns < ib->begin_ns ? -1 : ia->begin_ns > ib->begin_ns;
}

/* Adds an interval that begins no earlier than the last one did. */
static void
extend (LscIntervals *out, gint64 begin_ns, gint64 end_ns)
{
  LscInterval *last = out->n > 0 ? &out->items[out->n - 1] : NULL;

  if (end_ns <= begin_ns)
    return;
  if (last && begin_ns <= last->end_ns)
    last->end_ns = MAX (last->end_ns, end_ns);
  else
    lsc_intervals_append (out, (LscInterval){ begin_ns, end_ns });
}

/* ---- order ---- */

static gsize
find_run_end (const LscInterval *items, gsize begin, gsize n)
{
  gsize end = begin + 1;

  while (end < n && items[end - 1].begin_ns <= items[end].begin_ns)
    end++;
  return MIN (end, n);
}

static gsize
count_runs (const LscInterval *items, gsize n)
{
  gsize n_runs = 0;

  for (gsize i = 0; i < n; i = find_run_end (items, i, n))
    n_runs++;
  return n_runs;
}

static void
join_runs (const LscInterval *a, gsize n_a, const LscInterval *b, gsize n_b, LscInterval *out)
{
  gsize i = 0, k = 0;

  while (i < n_a && k < n_b)
    *out++ = b[k].begin_ns < a[i].begin_ns ? b[k++] : a[i++];
  memcpy (out, a + i, (n_a - i) * sizeof *out);
  memcpy (out + (n_a - i), b + k, (n_b - k) * sizeof *out);
}

/* Joins runs by pairs. Returns: how many are left */
static gsize
join_pairs (const LscInterval *items, gsize *ends, gsize n_runs, LscInterval *out)
{
  gsize begin = 0, n_left = 0;

  for (gsize i = 0; i < n_runs; i += 2)
    {
      gsize middle = ends[i], end = i + 1 < n_runs ? ends[i + 1] : middle;

      join_runs (items + begin, middle - begin, items + middle, end - middle, out + begin);
      ends[n_left++] = begin = end;
    }
  return n_left;
}

/* What comes from several lanes ascends lane by lane. */
static void
sort_runs (LscIntervals *self, gsize n_runs)
{
  g_autofree LscInterval *spare = g_new (LscInterval, self->n);
  g_autofree gsize *ends = g_new (gsize, n_runs);
  LscInterval *from = self->items, *to = spare;

  for (gsize i = 0; i < n_runs; i++)
    ends[i] = find_run_end (from, i > 0 ? ends[i - 1] : 0, self->n);
  while (n_runs > 1)
    {
      LscInterval *done = to;

      n_runs = join_pairs (from, ends, n_runs, to);
      to = from;
      from = done;
    }
  if (from != self->items)
    memcpy (self->items, from, self->n * sizeof *from);
}

/**
 * lsc_intervals_merge:
 * @self: intervals in any order, overlapping or not
 *
 * Sorts them, joins those that overlap or touch, and drops empty and inverted ones.
 *
 * Cost: O(n log r) for r ascending runs of them, n more items of memory where r is above 1 and few.
 */
void
lsc_intervals_merge (LscIntervals *self)
{
  gsize n, n_runs;

  g_return_if_fail (self);
  n = self->n;
  n_runs = count_runs (self->items, n);
  if (n_runs > 1 && n / n_runs >= LEAST_RUN)
    sort_runs (self, n_runs);
  else if (n_runs > 1)
    qsort (self->items, n, sizeof *self->items, compare_begin);
  self->n = 0; /* what is written never overtakes what is read */
  for (gsize i = 0; i < n; i++)
    extend (self, self->items[i].begin_ns, self->items[i].end_ns);
}

/**
 * lsc_intervals_unite:
 * @a: merged
 * @b: merged
 * @out: what either covers
 *
 * Cost: O(a + b).
 */
void
lsc_intervals_unite (const LscIntervals *a, const LscIntervals *b, LscIntervals *out)
{
  gsize i = 0, k = 0;

  g_return_if_fail (out != a && out != b);
  out->n = 0;
  while (i < a->n || k < b->n)
    {
      const LscInterval *next;

      if (k == b->n || (i < a->n && a->items[i].begin_ns <= b->items[k].begin_ns))
        next = &a->items[i++];
      else
        next = &b->items[k++];
      extend (out, next->begin_ns, next->end_ns);
    }
}

/**
 * lsc_intervals_subtract:
 * @a: merged
 * @b: merged
 * @out: what @a covers and @b does not
 *
 * Cost: O(a + b).
 */
void
lsc_intervals_subtract (const LscIntervals *a, const LscIntervals *b, LscIntervals *out)
{
  gsize k = 0;

  g_return_if_fail (out != a && out != b);
  out->n = 0;
  for (gsize i = 0; i < a->n; i++)
    {
      gint64 begin_ns = a->items[i].begin_ns;
      gint64 end_ns = a->items[i].end_ns;

      while (k < b->n && b->items[k].end_ns <= begin_ns)
        k++;
      for (gsize m = k; m < b->n && b->items[m].begin_ns < end_ns; m++)
        {
          extend (out, begin_ns, b->items[m].begin_ns);
          begin_ns = b->items[m].end_ns;
          k = m; /* may reach into the next interval of a as well */
        }
      extend (out, begin_ns, end_ns);
    }
}

/**
 * lsc_intervals_clip:
 * @a: merged
 * @out: what @a covers of [@begin_ns, @end_ns)
 *
 * Cost: O(log a + out).
 */
void
lsc_intervals_clip (const LscIntervals *a, gint64 begin_ns, gint64 end_ns, LscIntervals *out)
{
  g_return_if_fail (a && out && a != out);
  out->n = 0;
  for (gsize i = lsc_intervals_find (a, begin_ns); i < a->n && a->items[i].begin_ns < end_ns; i++)
    extend (out, MAX (a->items[i].begin_ns, begin_ns), MIN (a->items[i].end_ns, end_ns));
}

/**
 * lsc_intervals_length:
 *
 * Returns: ns that merged intervals cover
 */
gint64
lsc_intervals_length (const LscIntervals *self)
{
  g_return_val_if_fail (self, 0);

  guint64 sum = 0;

  for (gsize i = 0; i < self->n; i++)
    sum += (guint64) self->items[i].end_ns - (guint64) self->items[i].begin_ns;
  return (gint64) MIN (sum, (guint64) G_MAXINT64);
}

/**
 * lsc_intervals_find:
 * @self: merged
 * @time_ns: a time
 *
 * Cost: O(log n).
 *
 * Returns: the first interval that ends after @time_ns: it covers @time_ns or is the next one; the
 *   number of intervals if none does
 */
gsize
lsc_intervals_find (const LscIntervals *self, gint64 time_ns)
{
  gsize low = 0, high = self->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->items[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
