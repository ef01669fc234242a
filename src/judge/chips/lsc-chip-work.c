/* lsc-chip-work.c - what a work reaches of the peak of its chip
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/chips/lsc-chips.h"

/** Returns: FLOPs by what the chip could do in the time of the works that have any,
 * %LSC_REAL_NULL = not known */
double
lsc_chip_work_get_share (const LscChipWork *self)
{
  g_return_val_if_fail (self, LSC_REAL_NULL);
  return self->flops > 0 && self->peak_work > 0 ? self->flops / self->peak_work : LSC_REAL_NULL;
}

/** Returns: FLOP/s in the time of the works that have FLOPs, %LSC_REAL_NULL = not known */
double
lsc_chip_work_get_rate (const LscChipWork *self)
{
  g_return_val_if_fail (self, LSC_REAL_NULL);
  return self->flops > 0 && self->flops_ns > 0 ? self->flops / ((double) self->flops_ns / 1e9)
                                               : LSC_REAL_NULL;
}

/** Returns: how much of its device time has a partner, %LSC_REAL_NULL without any */
double
lsc_chip_side_get_paired (const LscChipSide *self)
{
  g_return_val_if_fail (self, LSC_REAL_NULL);
  return self->total_ns > 0 ? (double) self->paired_ns / (double) self->total_ns : LSC_REAL_NULL;
}
