/* lsc-dixon.c - whether the smallest of a few values is an outlier
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-dixon.h"

#include <math.h>

#define MOST_VALUES 100

/* exports.md#slow-rank: critical values at 99.5 %, of 3 to 16 values each, then of a few. */
static const struct
{
  gsize n;
  double value;
} critical[] = {
  { 3, .994 },  { 4, .920 },  { 5, .823 },  { 6, .744 },  { 7, .680 },  { 8, .723 },
  { 9, .676 },  { 10, .638 }, { 11, .707 }, { 12, .675 }, { 13, .649 }, { 14, .672 },
  { 15, .649 }, { 16, .629 }, { 20, .568 }, { 30, .484 }, { 50, .409 }, { 100, .341 },
};

/* Between two sizes of the table that of the smaller one, which asks for more. */
static double
get_critical (gsize n)
{
  double value = critical[0].value;

  for (gsize i = 0; i < G_N_ELEMENTS (critical) && critical[i].n <= n; i++)
    value = critical[i].value;
  return value;
}

/* How far the smallest lies from its neighbour, of the spread; of more values the outermost ones
 * are left out of both. */
static double
get_ratio (const gint64 *sorted, gsize n)
{
  gsize near = n <= 10 ? 1 : 2, far = n <= 7 ? 1 : n <= 13 ? 2 : 3;
  double spread = (double) (sorted[n - far] - sorted[0]);

  return spread > 0 ? (double) (sorted[near] - sorted[0]) / spread : 0;
}

static gboolean
is_far_from_mean (const gint64 *sorted, gsize n)
{
  double mean = 0, variance = 0;

  for (gsize i = 0; i < n; i++)
    mean += (double) sorted[i] / (double) n;
  for (gsize i = 0; i < n; i++)
    variance += ((double) sorted[i] - mean) * ((double) sorted[i] - mean) / (double) n;
  return (double) sorted[0] < mean - 3 * sqrt (variance);
}

/**
 * lsc_dixon_is_least_outlier:
 * @sorted: (array length=n): the smallest first
 *
 * Dixon's test at 99.5 %, of more than 100 values three deviations from the mean
 * (exports.md#slow-rank). Fewer than four different values tell nothing.
 *
 * Returns: whether the smallest is an outlier
 */
gboolean
lsc_dixon_is_least_outlier (const gint64 *sorted, gsize n)
{
  gsize n_distinct = n > 0;

  g_return_val_if_fail (sorted || n == 0, FALSE);
  for (gsize i = 1; i < n; i++)
    n_distinct += sorted[i] != sorted[i - 1];
  if (n_distinct < 4)
    return FALSE;
  return n > MOST_VALUES ? is_far_from_mean (sorted, n) : get_ratio (sorted, n) > get_critical (n);
}
