/* lsc-kernel-counters.h - what was counted while a kernel ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Counters of kernels of an NPU, all from 0 to 1. */
typedef enum
{
  LSC_KERNEL_MAC, /* ratios of its time in which a unit works */
  LSC_KERNEL_VECTOR,
  LSC_KERNEL_MTE1,
  LSC_KERNEL_MTE2,
  LSC_KERNEL_MTE3,
  LSC_KERNEL_FIXPIPE,
  LSC_KERNEL_SCALAR,
  LSC_KERNEL_ICACHE_MISS,
  LSC_KERNEL_CUBE_UTILISATION,
  LSC_KERNEL_N_COUNTERS,
} LscKernelCounter;

/** Which kind of core counts; a kernel that runs on one kind alone has nothing of the other. */
typedef enum
{
  LSC_COUNTER_OF_ANY,
  LSC_COUNTER_OF_CUBE,
  LSC_COUNTER_OF_VECTOR,
} LscCounterSide;

/** What a name of the profiler stands for. @scale: of its values to those that are kept */
typedef struct
{
  const char *name;
  LscKernelCounter counter;
  LscCounterSide side;
  double scale;
} LscCounterName;

/** LscKernelCounters: @values: NaN = not recorded; @is_dynamic: its shapes were not known when it
 * was compiled */
typedef struct
{
  float values[LSC_KERNEL_N_COUNTERS];
  guint32 is_dynamic;
} LscKernelCounters;

LSC_DEFINE_ARRAY (LscKernelCounterList, lsc_kernel_counter_list, LscKernelCounters)

const LscCounterName *lsc_counter_name_list (gsize *n);
const LscCounterName *lsc_counter_name_find (const char *name);
void lsc_kernel_counters_init (LscKernelCounters *self);
void lsc_kernel_counters_take (LscKernelCounters *self, const LscCounterName *about,
                               const char *core, double value);
gboolean lsc_kernel_counters_has_any (const LscKernelCounters *self);

G_END_DECLS
