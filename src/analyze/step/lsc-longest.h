/* lsc-longest.h - what the device of a rank spent most of its time on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscLongest:
 * @kernel: name of the computing kernels that ran longest, all of one name together, on a GPU of
 * one name without template arguments (the longest of these); id of LscTimeline.strings,
 *   %LSC_STRING_NONE without any
 * @kernel_ns: time in which one of them ran; several of one full name at once count once
 * @n_kernels: how many they are
 * @n_kernel_names: how many full names they have
 * @collective: the longest communication operator, %LSC_SPOT_NONE without any
 * @collective_wait_ns: time of it in which one of its tasks waits for another rank and none moves
 *   data; -1 = not known, because its tasks were not recorded
 */
typedef struct
{
  guint32 kernel;
  gint64 kernel_ns;
  gsize n_kernels;
  guint n_kernel_names;
  LscSpot collective;
  gint64 collective_wait_ns;
} LscLongest;

LscLongest *lsc_longest_new (const LscTimeline *timeline, LscJob *job, GError **error);

G_END_DECLS
