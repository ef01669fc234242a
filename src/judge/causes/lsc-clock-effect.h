/* lsc-clock-effect.h - whether kernels take longer where the clock of their device is lower
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

/** What comparing the same kernels at two clocks tells. */
typedef enum
{
  LSC_CLOCK_EFFECT_UNKNOWN, /* there are no two clocks, or no kernels that ran at both */
  LSC_CLOCK_EFFECT_NONE,    /* they do not take longer, or not by what the clock is lower */
  LSC_CLOCK_EFFECT_FOUND,
} LscClockEffectState;

/**
 * LscClockSide: the kernels of a rank at one clock
 * @steps: (array) (nullable): of each of LscRankDigest.steps whether it is meant; %NULL: all that
 *   count
 */
typedef struct
{
  const LscRankDigest *digest;
  const guint8 *steps;
} LscClockSide;

/**
 * LscClockEffect: figures are not known where @state is %LSC_CLOCK_EFFECT_UNKNOWN
 * @low_mhz, @high_mhz: clock while computing
 * @lower: what the clock is lower, share
 * @longer: what kernels that follow the clock take longer, share of what they take at the high one
 * @part: time of these, share of the kernels that were compared
 * @kernel: (nullable): of these those that lose most, id in the texts of the low side's digest;
 *   %LSC_STRING_NONE = there are none
 * @n_kernels: how many they are at the low clock; what one takes
 */
typedef struct
{
  LscClockEffectState state;
  double low_mhz;
  double high_mhz;
  double lower;
  double longer;
  double part;
  guint32 kernel;
  gint64 n_kernels;
  double low_kernel_ns;
  double high_kernel_ns;
} LscClockEffect;

LscClockEffect lsc_clock_effect_between (const LscClockSide *low, const LscClockSide *high);
LscClockEffect lsc_clock_effect_within (const LscRankDigest *digest, double *lost_ns);

G_END_DECLS
