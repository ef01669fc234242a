/* lsc-dispatch-steps.c - which idle time is of which step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"

#include "base/lsc-sort.h"

/* dispatch.md#steps. As in the budget: a step that the device places has all of its time; of a mark
 * of the host what lies before its first work is preparing, behind its last the tail. */

/** First begin and last end of the work that begins in a step. */
typedef struct
{
  gint64 first_ns;
  gint64 last_ns;
} Extent;

static void
learn_row (const LscTimeline *timeline, const LscRowPart *row, const LscSteps *steps,
           Extent *extents)
{
  gsize at = 0;

  for (guint32 k = row->begin; k < row->end; k++)
    {
      gint64 begin_ns = row->lane->start_ns[k];

      while (at < steps->n && steps->items[at].end_ns <= begin_ns)
        at++;
      if (at == steps->n)
        return;
      if (begin_ns < steps->items[at].start_ns || row->lane->duration[k] == 0 ||
          !_lsc_kind_is_busy (timeline, row->lane->kind[k]))
        continue;
      extents[at].first_ns = MIN (extents[at].first_ns, begin_ns);
      extents[at].last_ns = MAX (extents[at].last_ns, lsc_lane_get_end_ns (row->lane, k));
    }
}

static void
clip_to_work (LscDispatchBuild *self, const LscSteps *steps)
{
  g_autofree Extent *extents = g_new (Extent, steps->n + 1);

  for (gsize i = 0; i < steps->n; i++)
    extents[i] = (Extent){ G_MAXINT64, G_MININT64 };
  for (gsize i = 0; i < self->streams.n; i++)
    learn_row (self->timeline, &self->streams.items[i], steps, extents);
  for (gsize i = 0; i < self->groups.n; i++)
    learn_row (self->timeline, &self->groups.items[i], steps, extents);
  for (gsize i = 0; i < steps->n; i++)
    {
      LscStep step = steps->items[i];

      step.start_ns = MIN (extents[i].first_ns, step.end_ns);
      step.end_ns = CLAMP (extents[i].last_ns, step.start_ns, step.end_ns);
      lsc_steps_append (&self->result->windows, step);
    }
}

/**
 * _lsc_dispatch_place_steps:
 *
 * Fills LscDispatch.windows. Cost: O(device events); nothing where the device places the steps.
 */
void
_lsc_dispatch_place_steps (LscDispatchBuild *self)
{
  const LscDeviceSteps *device = self->overlap->device;

  if (device->rule != LSC_STEPS_BY_DEVICE)
    {
      clip_to_work (self, &device->windows);
      return;
    }
  for (gsize i = 0; i < device->windows.n; i++)
    lsc_steps_append (&self->result->windows, device->windows.items[i]);
}

/** Returns: index of the step that holds a moment, or the number of windows. Cost: O(log steps) */
gsize
_lsc_dispatch_find_window (const LscDispatch *self, gint64 time_ns)
{
  const LscSteps *windows = &self->windows;
  gsize at = LSC_BISECT (i, 0, windows->n, windows->items[i].end_ns <= time_ns);

  return at < windows->n && windows->items[at].start_ns <= time_ns ? at : windows->n;
}

/**
 * lsc_dispatch_find_step:
 * @span: of @self
 * @step: (out): number of the step
 *
 * Cost: O(log steps).
 *
 * Returns: whether the span lies in a step, between its first work and its last
 */
gboolean
lsc_dispatch_find_step (const LscDispatch *self, const LscGap *span, gint64 *step)
{
  gsize at;

  g_return_val_if_fail (self && span && step, FALSE);
  at = _lsc_dispatch_find_window (self, span->begin_ns);
  if (at == self->windows.n || self->windows.items[at].end_ns < span->end_ns)
    return FALSE;
  *step = self->windows.items[at].id;
  return TRUE;
}
