/* lsc-step-lane.c - steps of a recording and the lane that shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-step-lane.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-sort.h"

/* Marks are rounded, each by itself: at the border of two steps they may overlap by so much. What
 * overlaps by more is a mark of something else, or of another thread. */
#define ROUNDED_NS 5000

static gint64
key_start (gsize index, gconstpointer data)
{
  return ((const LscLane *) data)->start_ns[index];
}

/* Whether a slice of a lower row is a step between those beside it, but for the rounding of marks.
 * @next_ns: where the next one of the first row begins */
static gboolean
is_between (const LscSteps *steps, gsize first, gint64 start_ns, gint64 end_ns, gint64 next_ns)
{
  const LscStep *before = steps->n > first ? &steps->items[steps->n - 1] : NULL;

  return end_ns - start_ns > 2 * ROUNDED_NS && end_ns - ROUNDED_NS <= next_ns && before &&
         before->end_ns - before->start_ns > 2 * ROUNDED_NS &&
         start_ns >= before->end_ns - ROUNDED_NS;
}

static void
add_step (LscTimeline *timeline, gsize first, const LscLane *lane, guint32 slice)
{
  LscSteps *steps = &timeline->steps;
  const char *digits = strchr (lsc_timeline_text (timeline, lane->name[slice]), '#');
  gint64 start_ns = lane->start_ns[slice];

  if (steps->n > first)
    steps->items[steps->n - 1].end_ns = MIN (steps->items[steps->n - 1].end_ns, start_ns);
  lsc_steps_append (steps, (LscStep){ digits ? g_ascii_strtoll (digits + 1, NULL, 10) : 0, start_ns,
                                      lsc_lane_get_end_ns (lane, slice) });
}

/**
 * lsc_step_lane_read:
 * @lane: slices ProfilerStep#n
 *
 * Adds the steps of a lane; other threads may repeat a step, in rows below the first. One that the
 * next step overlaps by the rounding of marks ends where that begins.
 *
 * Cost: O(n log n) of the slices.
 */
void
lsc_step_lane_read (LscTimeline *timeline, const LscLane *lane)
{
  guint32 n_first = lane->row_begin[MIN (lane->n_rows, 1)];
  g_autofree guint32 *order = lane->n > 0 ? lsc_sort_order (lane->n, key_start, lane) : NULL;
  gsize first = timeline->steps.n;
  guint32 next = 0; /* of the first row, which stands in front and is in order */

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 slice = order ? order[i] : i;
      gint64 next_ns = next < n_first ? lane->start_ns[next] : G_MAXINT64;

      if (slice < n_first)
        next++;
      else if (!is_between (&timeline->steps, first, lane->start_ns[slice],
                            lsc_lane_get_end_ns (lane, slice), next_ns))
        continue;
      add_step (timeline, first, lane, slice);
    }
}

/**
 * lsc_step_lane_new:
 * @is_numbered: whether the details of a slice are the number of its step, else -1
 *
 * Returns: (transfer full): a lane of the steps that a table tells
 */
LscLane *
lsc_step_lane_new (LscTimeline *timeline, gboolean is_numbered)
{
  g_return_val_if_fail (timeline, NULL);

  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < timeline->steps.n; i++)
    {
      const LscStep *step = &timeline->steps.items[i];
      LscRawSlice *slice = lsc_raw_slices_add (&raw, step->start_ns, step->end_ns);

      slice->detail = is_numbered ? (gint64) i : -1;
      slice->name = lsc_intern_add_take (timeline->strings,
                                         g_strdup_printf ("ProfilerStep#%" PRId64, step->id));
      slice->kind = LSC_SLICE_STEP;
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}
