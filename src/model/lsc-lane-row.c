/* lsc-lane-row.c - lanes of computed slices: in order, side by side
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-row.h"

#include "model/lsc-lane-private.h"

/**
 * lsc_lane_row_init:
 * @n: most slices that will be added, fewer than 2^32 - 1
 */
void
lsc_lane_row_init (LscLaneRow *self, gsize n)
{
  const guint32 row_begin[] = { 0, (guint32) n };

  g_return_if_fail (self && n < LSC_SLICE_NONE);
  *self = (LscLaneRow){ .lane = _lsc_lane_alloc (row_begin, 1, LSC_DETAILS_NONE), .is_row = TRUE };
}

/** Notes the duration of the slice that is being added. */
void
lsc_lane_row_add_long (LscLaneRow *self, gint64 duration_ns)
{
  self->lane->duration[self->n] = LSC_DURATION_LONG;
  lsc_long_durations_append (&self->lane->longs,
                             (LscLongDuration){ duration_ns, (guint32) self->n, 0 });
}

/* Slices that do not stand side by side: the general way. */
static LscLane *
nest (LscLane *lane)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < lane->n; i++)
    {
      LscRawSlice *slice =
          lsc_raw_slices_add (&raw, lane->start_ns[i], lsc_lane_get_end_ns (lane, (guint32) i));

      slice->name = lane->name[i];
      slice->kind = lane->kind[i];
      slice->detail = -1;
    }
  lsc_lane_free (lane);
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

/**
 * lsc_lane_row_finish:
 * @self: empty afterwards
 *
 * Slices that were not added in order make a lane all the same, as by lsc_lane_new().
 *
 * Cost: O(n).
 *
 * Returns: (transfer full): the lane
 */
LscLane *
lsc_lane_row_finish (LscLaneRow *self)
{
  LscLane *lane = self->lane;

  g_return_val_if_fail (lane, NULL);
  g_assert (self->n <= lane->n); /* what it was made for */
  lane->n = self->n;
  /* Times near the end of all time overflow when start and duration are added. */
  if (!self->is_row || self->n == 0 || self->end_ns > G_MAXINT64 - (gint64) G_MAXUINT32)
    {
      *self = (LscLaneRow){ 0 };
      return nest (lane);
    }
  lane->row_begin[1] = (guint32) lane->n;
  lane->begin_ns = lane->start_ns[0];
  lane->end_ns = self->end_ns;
  *self = (LscLaneRow){ 0 };
  _lsc_lane_build_pyramid (lane);
  return lane;
}
