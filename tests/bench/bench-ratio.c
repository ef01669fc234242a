/* bench-ratio.c - bounds for the median of paired measurements
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each of n independent values lies below the true median with probability 1/2, whatever their
 * distribution. How many do is binomial, so the k-th smallest and the k-th largest value enclose
 * the median with probability 1 - 2 P(B(n, 1/2) < k). Of the k for which that is at least
 * BENCH_LEAST_CONFIDENCE the largest gives the closest bounds. Example: of 10 values the 2nd and
 * the 9th, as 1 - 2 (1 + 10) / 1024 = 97.9 %; of 5 there are none, as the 1st and the 5th have
 * 1 - 2 / 32 = 93.8 %.
 */
#include "config.h"

#include "bench-ratio.h"

#include <math.h>
#include <stdlib.h>

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

/**
 * bench_bounds_init:
 * @self: (out caller-allocates): set if there are bounds
 * @values: independent values of one thing; they are sorted
 * @n: their number
 *
 * Cost: O(n log n).
 *
 * Returns: %FALSE if @n is too small for BENCH_LEAST_CONFIDENCE
 */
gboolean
bench_bounds_init (BenchBounds *self, double *values, gsize n)
{
  double exactly = pow (0.5, (double) n); /* P(B = k) */
  double below = 0;                       /* P(B < k) */
  gsize k = 0;

  while (k < n && 1 - 2 * (below + exactly) >= BENCH_LEAST_CONFIDENCE)
    {
      below += exactly;
      exactly *= (double) (n - k) / (double) (k + 1);
      k++;
    }
  if (k == 0)
    return FALSE;
  qsort (values, n, sizeof *values, compare);
  *self = (BenchBounds){ .median = (values[(n - 1) / 2] + values[n / 2]) / 2,
                         .low = values[k - 1],
                         .high = values[n - k],
                         .confidence = 1 - 2 * below };
  return TRUE;
}
