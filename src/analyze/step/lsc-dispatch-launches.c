/* lsc-dispatch-launches.c - launches, what they caused, and the queue between
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"

#include "base/lsc-sort.h"

/* dispatch.md#launch, #queue. Links stand sorted by launch, so what a launch caused is read in one
 * go; the queue is a merge of two sorted lists of times. */

static gint64
launch_key (gsize index, gconstpointer data)
{
  return ((const LscLaunch *) data)[index].launch_ns;
}

static void
sort_launches (LscLaunches *launches)
{
  g_autofree guint32 *order = lsc_sort_order (launches->n, launch_key, launches->items);
  LscLaunch *sorted;

  if (!order)
    return;
  sorted = g_new (LscLaunch, launches->n);
  for (gsize i = 0; i < launches->n; i++)
    sorted[i] = launches->items[order[i]];
  g_free (launches->items);
  launches->items = sorted;
  launches->capacity = launches->n;
}

/* Starts of the device events, ascending. */
static gint64 *
sort_starts (const LscLaunches *launches)
{
  gint64 *starts = g_new (gint64, launches->n + 1);
  gint64 least = G_MAXINT64;
  gboolean is_sorted = TRUE;

  for (gsize i = 0; i < launches->n; i++)
    {
      starts[i] = launches->items[i].start_ns;
      least = MIN (least, starts[i]);
      is_sorted = is_sorted && (i == 0 || starts[i - 1] <= starts[i]);
    }
  if (is_sorted)
    return starts;
  for (gsize i = 0; i < launches->n; i++)
    starts[i] = (gint64) ((guint64) starts[i] - (guint64) least);
  lsc_sort_radix ((guint64 *) starts, launches->n, 0);
  for (gsize i = 0; i < launches->n; i++)
    starts[i] = (gint64) ((guint64) starts[i] + (guint64) least);
  return starts;
}

/* Takes the event into the launch: the first one that it caused is kept, and the last end. */
static void
learn_event (LscLaunch *launch, const LscFoundSlice *event, guint32 id)
{
  gint64 start_ns = _lsc_found_start (event);
  gint64 end_ns = _lsc_found_end (event);

  if (launch->device == LSC_SLICE_NONE || start_ns < launch->start_ns)
    {
      launch->device = id;
      launch->start_ns = start_ns;
    }
  launch->end_ns = launch->end_ns < end_ns ? end_ns : launch->end_ns;
}

/* Upper bound of the pairs, so that nothing is moved while they grow. */
static gsize
count_launches (const LscLinks *links)
{
  gsize n = 0;

  for (gsize i = 0; i < links->n; i++)
    n += links->items[i].kind == LSC_LINK_LAUNCH &&
         (i == 0 || links->items[i - 1].from != links->items[i].from ||
          links->items[i - 1].kind != LSC_LINK_LAUNCH);
  return n;
}

/**
 * _lsc_dispatch_find_launches:
 *
 * Finds the pairs L of dispatch.md#launch, by launch, and the skew of the clocks.
 *
 * Cost: O(links * log lanes).
 */
void
_lsc_dispatch_find_launches (LscDispatchBuild *self)
{
  const LscLinks *links = &self->timeline->links;
  LscLaunches *launches = &self->result->launches;
  LscSliceMap events;
  gsize i = 0;

  _lsc_slice_map_init (&events, self->timeline);
  lsc_launches_reserve (launches, count_launches (links));
  while (i < links->n)
    {
      guint32 from = links->items[i].from;
      LscLaunch launch = { .launch = from, .device = LSC_SLICE_NONE, .end_ns = G_MININT64 };

      for (; i < links->n && links->items[i].from == from; i++)
        {
          LscFoundSlice event;

          if (links->items[i].kind != LSC_LINK_LAUNCH)
            continue;
          event = _lsc_slice_map_find (&events, links->items[i].to);
          if (_lsc_kind_is_busy (self->timeline, _lsc_found_kind (&event)) &&
              _lsc_found_end (&event) > _lsc_found_start (&event) &&
              _lsc_found_counts (self->timeline, &event))
            learn_event (&launch, &event, links->items[i].to);
        }
      if (launch.device != LSC_SLICE_NONE)
        {
          LscFoundSlice call = _lsc_slice_map_find (&self->map, from);

          if (!_lsc_found_counts (self->timeline, &call))
            continue;
          launch.launch_ns = _lsc_found_start (&call);
          self->result->skew_ns = MIN (self->result->skew_ns, launch.start_ns - launch.launch_ns);
          lsc_launches_append (launches, launch);
        }
    }
  sort_launches (launches);
  self->result->starts = sort_starts (launches);
}

/** Starts before the first launch. Free with _lsc_queue_walk_clear(). Cost: O(launches). */
void
_lsc_queue_walk_init (LscQueueWalk *self, const LscDispatch *dispatch)
{
  *self = (LscQueueWalk){ .dispatch = dispatch, .starts = dispatch->starts };
  if (!self->starts)
    self->starts = self->own_starts = sort_starts (&dispatch->launches);
}

/**
 * _lsc_queue_walk_next:
 *
 * Goes to the next time at which something is launched or starts. From @time_ns on, until the next,
 * @n_launched - @n_started launches wait.
 *
 * Returns: whether there was one
 */
gboolean
_lsc_queue_walk_next (LscQueueWalk *self)
{
  const LscLaunch *items = self->dispatch->launches.items;
  gsize n = self->dispatch->launches.n;
  gint64 skew_ns = self->dispatch->skew_ns;
  gint64 time_ns;

  if (self->n_started == n)
    return FALSE;
  time_ns = self->starts[self->n_started];
  if (self->n_launched < n)
    time_ns = MIN (time_ns, items[self->n_launched].launch_ns + skew_ns);
  while (self->n_launched < n && items[self->n_launched].launch_ns + skew_ns <= time_ns)
    self->n_launched++;
  while (self->n_started < n && self->starts[self->n_started] <= time_ns)
    self->n_started++;
  self->time_ns = time_ns;
  return TRUE;
}

void
_lsc_queue_walk_clear (LscQueueWalk *self)
{
  g_clear_pointer (&self->own_starts, g_free);
}

/**
 * lsc_dispatch_get_queue:
 *
 * Returns: (transfer full): launched but not started over time (queue(t) of dispatch.md#launch),
 *   sealed
 */
LscCounter *
lsc_dispatch_get_queue (const LscDispatch *self)
{
  LscCounter *counter = lsc_counter_new ("Queue depth", LSC_COUNTER_AREA, LSC_COUNTER_UNIT_COUNT);
  LscQueueWalk walk;

  g_return_val_if_fail (self, NULL);
  lsc_samples_reserve (&counter->samples, 2 * self->launches.n);
  _lsc_queue_walk_init (&walk, self);
  while (_lsc_queue_walk_next (&walk))
    lsc_samples_append (&counter->samples,
                        (LscSample){ walk.time_ns, (double) (walk.n_launched - walk.n_started) });
  _lsc_queue_walk_clear (&walk);
  lsc_counter_seal (counter);
  return counter;
}
