/* lsc-chip.h - peak rates of known chips
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** FLOPs of one cube core per cycle: 16 x 16 x 16 multiply-adds. */
#define LSC_CUBE_FP16_FLOPS 8192.0
#define LSC_CUBE_INT8_FLOPS 16384.0

/**
 * LscChip: dense peak of the matrix unit
 * @name: as given to --chip
 * @cores, @mhz: cube cores and their clock; 0 for chips of other makers
 * @fp16_tflops: published peak, used where @cores is 0
 * @doubt: (nullable): why the figure may be wrong
 * @memory_gbs: published bandwidth of its memory, 10^9 bytes/s; 0 = not known
 * @units: multiprocessors of the whole part, where a device may be a share of one; else 0
 */
typedef struct
{
  const char *name;
  double cores;
  double mhz;
  double fp16_tflops;
  const char *doubt;
  gint64 units;
  double memory_gbs;
} LscChip;

const LscChip *lsc_chip_find (const char *name);
const LscChip *lsc_chip_find_device (const char *device, gint64 units);
char *lsc_chip_shorten_device (const char *device);
const LscChip *lsc_chip_list (gsize *n_chips);
double lsc_chip_fp16_flops (const LscChip *chip);
double lsc_chip_int8_flops (const LscChip *chip);
double lsc_chip_guess_cores (gint64 most_used);

G_END_DECLS
