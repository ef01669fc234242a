/* bench-ratio.h - bounds for the median of paired measurements
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define BENCH_LEAST_CONFIDENCE 0.95

typedef struct
{
  double median; /* the mean of the middle two if their number is even */
  double low;
  double high;
  double confidence; /* from 0 to 1 */
} BenchBounds;

gboolean bench_bounds_init (BenchBounds *self, double *values, gsize n);

G_END_DECLS
