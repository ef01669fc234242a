/* lsc-kernel-launch.h - how much of a GPU the launch of a kernel asks for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <math.h>

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Figures of a launch (operators.md#launches). */
typedef enum
{
  LSC_LAUNCH_OCCUPANCY,     /* estimated, 0 to 1 */
  LSC_LAUNCH_BLOCKS_PER_SM, /* of the grid by the multiprocessors */
  LSC_LAUNCH_WARPS_PER_SM,
  LSC_LAUNCH_REGISTERS,     /* of a thread */
  LSC_LAUNCH_SHARED_MEMORY, /* of a block, bytes */
  LSC_LAUNCH_N_FIGURES,
} LscLaunchFigure;

/** LscKernelLaunch: @values: NaN = not recorded */
typedef struct
{
  float values[LSC_LAUNCH_N_FIGURES];
} LscKernelLaunch;

LSC_DEFINE_ARRAY (LscKernelLaunches, lsc_kernel_launches, LscKernelLaunch)

/** Makes all of them not recorded. */
static inline void
lsc_kernel_launch_init (LscKernelLaunch *self)
{
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    self->values[i] = NAN;
}

/** Returns: whether any of them was recorded */
static inline gboolean
lsc_kernel_launch_has_any (const LscKernelLaunch *self)
{
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    if (!isnan (self->values[i]))
      return TRUE;
  return FALSE;
}

G_END_DECLS
