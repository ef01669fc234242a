/* lsc-own-kernels.h - what a database of our own says of kernels beside their slices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscOwnKernels: what a file of our own says of kernels beside their slices
 * @ids: of their slices in the file, ascending
 * @kinds: of each, index into @details and @launches
 * @counters: of each
 * @details: texts are ids of the timeline's strings
 * @ai_core_count, @ai_core_mhz, @max_freq_mhz, @max_core_count: as in #LscRun, 0 = not known
 */
typedef struct
{
  LscInt64s ids;
  LscIndexes kinds;
  LscKernelCounterList counters;
  LscKernelDetails details;
  LscIndexes dynamic; /* of each of @details, 1 = so */
  LscKernelLaunches launches;
  LscIndexes grids; /* of each of @details, %LSC_STRING_NONE */
  double ai_core_count;
  double ai_core_mhz;
  gint64 max_freq_mhz;
  gint64 max_core_count;
} LscOwnKernels;

/** LscOwnKernel: @counters: borrowed; @detail: likewise; @launch: likewise */
typedef struct
{
  const LscKernelDetail *detail;
  const LscKernelCounters *counters;
  const LscKernelLaunch *launch;
} LscOwnKernel;

const LscOwnKernels *lsc_own_timeline_get_kernels (const LscTimeline *timeline);
gboolean lsc_own_kernels_find (const LscOwnKernels *self, gint64 id, LscOwnKernel *kernel);

G_END_DECLS
