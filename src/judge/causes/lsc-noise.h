/* lsc-noise.h - what of a difference is beyond the noise of what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How sure it is that a value is beyond what its like differ by (findings.md#noise). */
typedef enum
{
  LSC_NOISE_WITHIN, /* as the others, or nobody can tell */
  LSC_NOISE_LIKELY,
  LSC_NOISE_SURE,
  LSC_NOISE_N_LEVELS,
} LscNoiseLevel;

/**
 * LscNoiseSample: values of things that should be equal, such as the speeds of the chips of a job
 * @values: not finite ones do not count
 * @error: the standard error that each usually has, of its steps: what a value that is like the
 *   others may be off by; that of one that stands out is no measure for it
 * @prior: what such things are known to differ by, one standard deviation, before any was measured
 * @n_alike: how many such samples of one recording are judged, which share its false alarms
 */
typedef struct
{
  const double *values;
  gsize n;
  double error;
  double prior;
  gsize n_alike;
} LscNoiseSample;

double lsc_noise_student_tail (double t, double freedom);
double lsc_noise_find_error (const double *values, gsize n);
double lsc_noise_find_high (const LscNoiseSample *self, LscNoiseLevel *levels);
double lsc_noise_find_upper (const LscNoiseSample *self, LscNoiseLevel *levels);

G_END_DECLS
