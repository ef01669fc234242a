/* lsc-lane-row.h - lanes of computed slices: in order, side by side
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-lane.h"

G_BEGIN_DECLS

/**
 * LscLaneRow: a lane of one row while it is written, slice by slice in the order of time
 *
 * Writes the columns at once: nothing is sorted, nested or copied.
 */
typedef struct
{
  LscLane *lane;
  gsize n; /* slices so far */
  gint64 end_ns;
  gboolean is_row; /* so far no slice began before the end of the one before */
} LscLaneRow;

void lsc_lane_row_init (LscLaneRow *self, gsize n);
void lsc_lane_row_add_long (LscLaneRow *self, gint64 duration_ns);
LscLane *lsc_lane_row_finish (LscLaneRow *self);

/**
 * lsc_lane_row_add:
 * @end_ns: @begin_ns or later
 *
 * Adds a slice of which no file says more. No more than lsc_lane_row_init() was told.
 */
static inline void
lsc_lane_row_add (LscLaneRow *self, gint64 begin_ns, gint64 end_ns, guint32 name, guint8 kind)
{
  LscLane *lane = self->lane;
  gint64 duration_ns = end_ns - begin_ns;

  lane->start_ns[self->n] = begin_ns;
  lane->duration[self->n] = (guint32) duration_ns;
  lane->name[self->n] = name;
  lane->kind[self->n] = kind;
  if (G_UNLIKELY (duration_ns >= (gint64) LSC_DURATION_LONG))
    lsc_lane_row_add_long (self, duration_ns);
  self->is_row = self->is_row && (self->n == 0 || begin_ns >= self->end_ns);
  self->end_ns = end_ns;
  self->n++;
}

G_END_DECLS
