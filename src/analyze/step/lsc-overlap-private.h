/* lsc-overlap-private.h - from rows of device events to sums, and where steps are on the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-overlap.h"
#include "analyze/step/lsc-step-private.h"

G_BEGIN_DECLS

/** Rows that hold the sets C and K of steps.md#sets, among other slices. */
typedef struct
{
  const LscTimeline *timeline;
  LscRowParts streams;
  LscRowParts groups;
} LscBusyRows;

gsize _lsc_steps_find (const LscSteps *steps, gint64 time_ns);
void _lsc_overlap_find_extents (const LscTimeline *timeline, LscOverlap *self);
const LscOverlapSums *_lsc_overlap_find_step (const LscOverlap *self, gint64 time_ns);

G_END_DECLS
