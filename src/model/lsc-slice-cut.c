/* lsc-slice-cut.c - tasks that end long after the next one of their stream begins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-slice-cut.h"

/* times.md#impossible. A stream does one task after the other: one that ends long after its
 * successors begin has an impossible length, such as a counter that overflowed. What overlaps for
 * good reasons does so by less than a task takes: kernels that are launched before the one in front
 * has ended, branches of a graph that stand on one stream. So a task is cut where it is more than a
 * hundred times as long as the longest of the others, and overlaps the next one by as much. One
 * that computes, and that nothing follows, is left out if others of its name are as short as the
 * rest: communication may well wait so long for a peer that failed. */

#define TIMES_OTHERS 100
#define LEAST_OTHERS 2
/* More than that are no accident. */
#define MOST_CUTS 64
#define FEW_PARTS 4
#define N_SIZES 64

/** Tasks by the number of bits of their length. */
typedef struct
{
  gsize n;
  gint64 least_ns;
  gint64 most_ns;
} Size;

static gboolean
is_task (const LscRawSlice *slice)
{
  return lsc_slice_kind_is_computing (slice->kind) || slice->kind == LSC_SLICE_COMM_TASK ||
         slice->kind == LSC_SLICE_COPY;
}

static gint64
get_duration_ns (const LscRawSlices *self, gsize index)
{
  return self->items[index].duration != LSC_DURATION_LONG
             ? (gint64) self->items[index].duration
             : lsc_long_durations_find_ns (&self->longs, index);
}

static void
list_sizes (const LscRawSlices *self, Size *sizes)
{
  for (gsize i = 0; i < self->n; i++)
    {
      gint64 duration_ns;
      Size *size;

      if (!is_task (&self->items[i]))
        continue;
      duration_ns = get_duration_ns (self, i);
      size = &sizes[duration_ns > 0 ? 64 - __builtin_clzll ((guint64) duration_ns) : 0];
      size->least_ns = size->n > 0 ? MIN (size->least_ns, duration_ns) : duration_ns;
      size->most_ns = MAX (size->most_ns, duration_ns);
      size->n++;
    }
}

/* How long the others are at most, where a few are a hundred times as long; -1 where there are
 * no such few. */
static gint64
find_others_ns (const LscRawSlices *self)
{
  Size sizes[N_SIZES] = { { 0 } };
  gsize n = 0, n_above = 0;
  gint64 above_ns = G_MAXINT64;

  list_sizes (self, sizes);
  for (guint i = 0; i < N_SIZES; i++)
    n += sizes[i].n;
  for (guint i = N_SIZES; i-- > 0;)
    {
      if (sizes[i].n == 0)
        continue;
      if (n_above > 0 && above_ns / TIMES_OTHERS > sizes[i].most_ns && sizes[i].most_ns > 0)
        return n - n_above >= LEAST_OTHERS ? sizes[i].most_ns : -1;
      n_above += sizes[i].n;
      above_ns = sizes[i].least_ns;
      if (n_above > MIN (MAX (n / FEW_PARTS, 1), MOST_CUTS))
        return -1;
    }
  return -1;
}

/* When the next task of the stream begins; %G_MAXINT64 = there is none. */
static gint64
find_next_ns (const LscRawSlices *self, gsize index)
{
  gint64 start_ns = self->items[index].start_ns, next_ns = G_MAXINT64;

  for (gsize i = 0; i < self->n; i++)
    if (i != index && is_task (&self->items[i]) &&
        (self->items[i].start_ns > start_ns || (self->items[i].start_ns == start_ns && i > index)))
      next_ns = MIN (next_ns, self->items[i].start_ns);
  return next_ns;
}

static void
set_duration (LscRawSlices *self, gsize index, gint64 duration_ns)
{
  LscLongDurations *longs = &self->longs;

  if (self->items[index].duration == LSC_DURATION_LONG && duration_ns < (gint64) LSC_DURATION_LONG)
    {
      gsize to = 0;

      for (gsize i = 0; i < longs->n; i++)
        if (longs->items[i].index != index)
          longs->items[to++] = longs->items[i];
      longs->n = to;
    }
  self->items[index].duration = (guint32) duration_ns;
}

/* How many tasks of the name of one are as short as the others. */
static gsize
count_namesakes (const LscRawSlices *self, gsize index, gint64 others_ns)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    n += i != index && self->items[i].name == self->items[index].name &&
         is_task (&self->items[i]) && get_duration_ns (self, i) <= others_ns;
  return n;
}

static void
leave_out (LscRawSlices *self, gsize index, gint64 others_ns, LscOverruns *cut)
{
  LscRawSlice *task = &self->items[index];

  if (!lsc_slice_kind_is_computing (task->kind) ||
      count_namesakes (self, index, others_ns) < LEAST_OTHERS)
    return;
  lsc_overruns_append (
      cut, (LscOverrun){ task->name, task->start_ns, get_duration_ns (self, index), -1 });
  set_duration (self, index, 0);
  task->kind = LSC_SLICE_MISTIMED;
}

static void
cut_task (LscRawSlices *self, gsize index, gint64 others_ns, LscOverruns *cut)
{
  const LscRawSlice *task = &self->items[index];
  gint64 recorded_ns = get_duration_ns (self, index), next_ns, left_ns;

  if (!is_task (task) || recorded_ns / TIMES_OTHERS <= others_ns)
    return;
  next_ns = find_next_ns (self, index);
  if (next_ns == G_MAXINT64)
    {
      leave_out (self, index, others_ns, cut);
      return;
    }
  left_ns = next_ns - task->start_ns;
  if (recorded_ns - left_ns <= TIMES_OTHERS * others_ns || left_ns >= (gint64) LSC_DURATION_LONG)
    return;
  lsc_overruns_append (cut, (LscOverrun){ task->name, task->start_ns, recorded_ns, left_ns });
  set_duration (self, index, left_ns);
}

/**
 * lsc_raw_slices_cut_overruns:
 * @self: slices of one stream, in any order
 * @cut: tasks that were cut are added
 *
 * Cuts tasks whose length is impossible where the next one begins.
 *
 * Cost: O(n), and O(n) for each of the few that are far longer than the others.
 */
void
lsc_raw_slices_cut_overruns (LscRawSlices *self, LscOverruns *cut)
{
  gint64 others_ns;

  g_return_if_fail (self && cut);
  others_ns = find_others_ns (self);
  for (gsize i = 0; others_ns > 0 && i < self->n; i++)
    cut_task (self, i, others_ns, cut);
}
