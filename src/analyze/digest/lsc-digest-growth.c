/* lsc-digest-growth.c - whether memory grows from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-stats.h"

/* findings.md#memory. */

#define LEAST_SLOPE 0.005             /* of the median, a step */
#define LEAST_GROWTH_BYTES (64 << 20) /* from the first step to the last */

static const LscDigestMemory *
get_memory (const LscRankDigest *digest, gsize index)
{
  return &digest->memory.items[index];
}

/* The median of the slopes between all pairs of steps (Theil and Sen), in bytes a step. */
static double
find_slope (const LscRankDigest *digest)
{
  gsize n = digest->memory.n;
  g_autofree double *slopes = g_new (double, MAX ((gsize) n * n / 2, 1));
  gsize n_slopes = 0;

  for (gsize i = 0; i < n; i++)
    for (gsize k = i + 1; k < n; k++)
      slopes[n_slopes++] =
          (double) (get_memory (digest, k)->bytes - get_memory (digest, i)->bytes) /
          (double) (k - i);
  return n_slopes > 0 ? lsc_median_mean_double (slopes, n_slopes) : 0;
}

static double
find_median (const LscRankDigest *digest)
{
  gsize n = digest->memory.n;
  g_autofree gint64 *values = g_new (gint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    values[i] = get_memory (digest, i)->bytes;
  return n > 0 ? (double) lsc_median_mean_int64 (values, n) : 0;
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
  double slope;

  if (digest->memory.n < LSC_GROWTH_LEAST_STEPS)
    return 0;
  slope = find_slope (digest);
  if (slope <= LEAST_SLOPE * find_median (digest) ||
      get_memory (digest, digest->memory.n - 1)->bytes - get_memory (digest, 0)->bytes <
          LEAST_GROWTH_BYTES)
    return 0;
  return slope;
}
