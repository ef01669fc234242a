/* lsc-digest-growth.c - whether memory grows from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-memory-limits.h"
#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-stats.h"

/* findings.md#memory. */

/* The median of the slopes between all pairs of steps (Theil and Sen), in bytes a step. */
static double
find_slope (const gint64 *bytes, gsize n)
{
  g_autofree double *slopes = g_new (double, MAX (n * n / 2, 1));
  gsize n_slopes = 0;

  for (gsize i = 0; i < n; i++)
    for (gsize k = i + 1; k < n; k++)
      slopes[n_slopes++] = (double) (bytes[k] - bytes[i]) / (double) (k - i);
  return n_slopes > 0 ? lsc_median_mean_double (slopes, n_slopes) : 0;
}

static double
find_median (const gint64 *bytes, gsize n)
{
  g_autofree gint64 *values = g_memdup2 (bytes, n * sizeof *bytes);

  return n > 0 ? (double) lsc_median_mean_int64 (values, n) : 0;
}

/**
 * lsc_memory_find_growth:
 * @bytes: (array length=n): the least that is allocated in each step, in order
 *
 * Source: findings.md#memory.
 *
 * Returns: bytes a step by which memory grows, 0 when it does not
 */
double
lsc_memory_find_growth (const gint64 *bytes, gsize n)
{
  double slope;

  if (n < LSC_GROWTH_LEAST_STEPS)
    return 0;
  slope = find_slope (bytes, n);
  if (slope <= LSC_MEMORY_LEAST_SLOPE * find_median (bytes, n) ||
      bytes[n - 1] - bytes[0] < LSC_MEMORY_LEAST_GROWTH_BYTES)
    return 0;
  return slope;
}

/**
 * lsc_rank_digest_find_growth:
 *
 * Source: findings.md#memory.
 *
 * Returns: bytes a step by which memory grows, 0 when it does not
 */
double
lsc_rank_digest_find_growth (const LscRankDigest *digest)
{
  gsize n = digest->memory.n;
  g_autofree gint64 *bytes = g_new (gint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    bytes[i] = digest->memory.items[i].bytes;
  return lsc_memory_find_growth (bytes, n);
}
