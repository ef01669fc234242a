/* lsc-device-marks.h - what a device's own marks of steps say beside the steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-device-steps.h"

G_BEGIN_DECLS

/**
 * LscDeviceMarks: steps.md#device-marks
 * @n_steps: steps whose first kernel is known by launches or windows as well as by a mark
 * @n_apart: those of which the two are apart
 * @step, @apart_ns: of those the one with most between: its number, and how long after the first
 *   kernel of the step that of the mark begins; below 0: before
 */
typedef struct
{
  gsize n_steps;
  gsize n_apart;
  gint64 step;
  gint64 apart_ns;
} LscDeviceMarks;

LscDeviceMarks lsc_device_marks_compare (const LscTimeline *timeline, const LscDeviceSteps *steps);

G_END_DECLS
