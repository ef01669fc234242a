/* lsc-row-map.h - where the recorded times of a row stand on the axis of a chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "draw/lsc-viewport.h"

G_BEGIN_DECLS

/**
 * LscRowStretch: recorded time that is moved as a whole: axis time = recorded time - offset. What a
 * clock drifts is taken out of the times before they are drawn, by the analyses.
 * @begin_ns: recorded
 * @end_ns: recorded
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 offset_ns;
} LscRowStretch;

/* The stretches of a row in the order of time: of a lane its whole recording, on the clock that all
 * ranks share; of a stage the steps shown, on one axis or side by side. */
LSC_DEFINE_ARRAY (LscRowMap, lsc_row_map, LscRowStretch)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscRowMap, lsc_row_map_clear)

/** Returns: where a recorded time stands on the axis, or the nearest time that there is */
static inline gint64
lsc_row_to_axis (const LscRowStretch *self, gint64 time_ns)
{
  return lsc_ns_subtract (time_ns, self->offset_ns);
}

/** Returns: the recorded time at one of the axis, or the nearest that there is */
static inline gint64
lsc_row_from_axis (const LscRowStretch *self, gint64 axis_ns)
{
  return lsc_ns_add (axis_ns, self->offset_ns);
}

/** Returns: px of a recorded time in the chart; may lie outside of the window */
static inline double
lsc_row_to_x (const LscRowStretch *self, const LscViewport *port, gint64 time_ns)
{
  return lsc_viewport_time_to_x (port, lsc_row_to_axis (self, time_ns));
}

/** Returns: the recorded ns in which a px of the chart begins */
static inline gint64
lsc_row_from_x (const LscRowStretch *self, const LscViewport *port, double x)
{
  return lsc_row_from_axis (self, lsc_viewport_x_to_time (port, x));
}

gint64 lsc_row_map_get_end (const LscRowMap *self);

G_END_DECLS
