/* lsc-overlap-steps.c - where the steps of the host are on the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-overlap-private.h"

/* steps.md#step. What a step launched says where it is on the device: from the start of its first
 * task to the end of its last, but at least to the end of the step on the host. A launch belongs to
 * the step in which its operator began; a thread of its own may hand it to the device later. Where
 * two extents overlap, the later step begins with the first work that it launched itself: a copy
 * that runs ahead on another stream does not take kernels from the step before. */

/** Device side of a step. Begins are G_MAXINT64 until something is launched. */
typedef struct
{
  gint64 task_begin_ns; /* any task */
  gint64 work_begin_ns; /* of C u K */
  gint64 task_end_ns;
} Extent;

/**
 * _lsc_steps_find:
 * @time_ns: a time on the host
 *
 * Returns: index of the step that holds it, or the number of steps
 */
gsize
_lsc_steps_find (const LscSteps *steps, gint64 time_ns)
{
  gsize low = 0, high = steps->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (steps->items[middle].start_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && time_ns < steps->items[low - 1].end_ns ? low - 1 : steps->n;
}

/** Walks the links by target, in step with ascending targets. */
typedef struct
{
  const LscTimeline *timeline;
  LscSliceMap map;
  gsize at;
} OpWalk;

/* Returns when the operator behind a launch began, or the launch when none is known. */
static gint64
find_asked_ns (OpWalk *walk, guint32 launch, gint64 launch_ns)
{
  const LscLinks *links = &walk->timeline->links;

  while (walk->at < links->n && links->items[links->by_to[walk->at]].to < launch)
    walk->at++;
  for (gsize i = walk->at; i < links->n; i++)
    {
      const LscLink *link = &links->items[links->by_to[i]];
      LscFoundSlice op;

      if (link->to != launch)
        break;
      if (link->kind != LSC_LINK_OP_LAUNCH)
        continue;
      op = _lsc_slice_map_find (&walk->map, link->from);
      if (_lsc_found_counts (walk->timeline, &op))
        return _lsc_found_start (&op);
    }
  return launch_ns;
}

static void
learn_task (const LscTimeline *timeline, LscSliceMap *map, guint32 id, Extent *extent)
{
  LscFoundSlice task = _lsc_slice_map_find (map, id);
  guint8 kind = _lsc_found_kind (&task);

  if (!lsc_slice_kind_is_device (kind) || !_lsc_found_counts (timeline, &task))
    return;
  extent->task_begin_ns = MIN (extent->task_begin_ns, _lsc_found_start (&task));
  extent->task_end_ns = MAX (extent->task_end_ns, _lsc_found_end (&task));
  if (_lsc_kind_is_busy (timeline, kind))
    extent->work_begin_ns = MIN (extent->work_begin_ns, _lsc_found_start (&task));
}

/* Returns how many launches fell into a step. */
static gsize
learn_extents (const LscTimeline *timeline, Extent *extents)
{
  const LscLinks *links = &timeline->links;
  OpWalk walk = { .timeline = timeline };
  LscSliceMap launches, tasks;
  guint32 launch = LSC_SLICE_NONE;
  gsize step = timeline->steps.n, n_launches = 0;

  _lsc_slice_map_init (&walk.map, timeline);
  _lsc_slice_map_init (&launches, timeline);
  _lsc_slice_map_init (&tasks, timeline);
  for (gsize i = 0; i < links->n; i++)
    {
      const LscLink *link = &links->items[i];

      if (link->kind != LSC_LINK_LAUNCH && link->kind != LSC_LINK_OP_DEVICE)
        continue;
      if (link->from != launch)
        {
          LscFoundSlice from = _lsc_slice_map_find (&launches, link->from);

          launch = link->from;
          step = _lsc_steps_find (&timeline->steps,
                                  find_asked_ns (&walk, launch, _lsc_found_start (&from)));
        }
      if (step == timeline->steps.n)
        continue;
      n_launches++;
      learn_task (timeline, &tasks, link->to, &extents[step]);
    }
  return n_launches;
}

/* Without launches: from the start of a step on the host to that of the next. */
static void
use_host_times (const LscSteps *steps, LscOverlap *self)
{
  for (gsize i = 0; i < steps->n; i++)
    {
      LscOverlapSums *step = &g_array_index (self->steps, LscOverlapSums, i);

      step->extent_begin_ns = steps->items[i].start_ns;
      step->extent_end_ns = i + 1 < steps->n ? steps->items[i + 1].start_ns : G_MAXINT64;
    }
}

static void
use_extents (const LscSteps *steps, const Extent *extents, LscOverlap *self)
{
  gint64 done_ns = G_MININT64;

  for (gsize i = 0; i < steps->n; i++)
    {
      LscOverlapSums *step = &g_array_index (self->steps, LscOverlapSums, i);
      gint64 next_ns = G_MAXINT64;

      step->extent_begin_ns = step->extent_end_ns = done_ns;
      if (extents[i].task_begin_ns == G_MAXINT64)
        continue;
      for (gsize k = i + 1; k < steps->n && next_ns == G_MAXINT64; k++)
        next_ns = extents[k].work_begin_ns;
      step->extent_begin_ns = MAX (done_ns, extents[i].task_begin_ns);
      step->extent_end_ns = MAX (extents[i].task_end_ns, steps->items[i].end_ns);
      step->extent_end_ns = MIN (step->extent_end_ns, next_ns);
      step->extent_end_ns = MAX (step->extent_end_ns, step->extent_begin_ns);
      done_ns = step->extent_end_ns;
    }
}

/**
 * _lsc_overlap_find_extents:
 * @timeline: with steps and links
 * @self: gets one item of @steps for each step, with its host and device extent, and @is_by_host
 *
 * Cost: O(links * log steps).
 */
void
_lsc_overlap_find_extents (const LscTimeline *timeline, LscOverlap *self)
{
  const LscSteps *steps = &timeline->steps;
  g_autofree Extent *extents = g_new (Extent, steps->n + 1);

  if (steps->n == 0)
    return;
  for (gsize i = 0; i < steps->n; i++)
    {
      LscOverlapSums step = { .has_step = TRUE,
                              .step = steps->items[i].id,
                              .host_begin_ns = steps->items[i].start_ns,
                              .host_end_ns = steps->items[i].end_ns };

      g_array_append_val (self->steps, step);
      extents[i] = (Extent){ G_MAXINT64, G_MAXINT64, G_MININT64 };
    }
  self->is_by_host = learn_extents (timeline, extents) == 0;
  if (self->is_by_host)
    use_host_times (steps, self);
  else
    use_extents (steps, extents, self);
}

/**
 * _lsc_overlap_find_step:
 * @time_ns: a time on the device
 *
 * Cost: O(log steps).
 *
 * Returns: (transfer none) (nullable): the step in whose extent it lies
 */
const LscOverlapSums *
_lsc_overlap_find_step (const LscOverlap *self, gint64 time_ns)
{
  const LscOverlapSums *step;
  guint low = 0, high = self->steps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      step = &g_array_index (self->steps, LscOverlapSums, middle);
      if (step->extent_begin_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  step = &g_array_index (self->steps, LscOverlapSums, low - 1);
  return step->has_step && time_ns < step->extent_end_ns ? step : NULL;
}
