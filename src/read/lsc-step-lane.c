/* lsc-step-lane.c - steps of a recording and the lane that shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-step-lane.h"

#include <inttypes.h>
#include <string.h>

/**
 * lsc_step_lane_read:
 * @lane: slices ProfilerStep#n
 *
 * Adds the steps of a lane; other threads may repeat a step, in rows below the first.
 */
void
lsc_step_lane_read (LscTimeline *timeline, const LscLane *lane)
{
  for (guint32 i = 0; i < lane->row_begin[MIN (lane->n_rows, 1)]; i++)
    {
      const char *digits = strchr (lsc_timeline_text (timeline, lane->name[i]), '#');

      lsc_steps_append (&timeline->steps,
                        (LscStep){ digits ? g_ascii_strtoll (digits + 1, NULL, 10) : 0,
                                   lane->start_ns[i], lsc_lane_get_end_ns (lane, i) });
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
