/* lsc-digest-steps.c - which steps of a rank count
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-steps.h"

#include "base/lsc-stats.h"

#define WARM_UP 1.2 /* times the median of the others */

static gboolean
is_warming_up (const gint64 *lengths, gsize n)
{
  g_autofree gint64 *others = g_memdup2 (lengths + 1, (n - 1) * sizeof *lengths);

  return (double) lengths[0] > WARM_UP * (double) lsc_median_mean_int64 (others, n - 1);
}

/**
 * lsc_steps_find_first:
 * @lengths: (nullable): of the steps; only #LSC_STEPS_COMPARED asks for them
 * @n: how many steps there are
 *
 * Source: findings.md#blocks, compare.md#pairs.
 *
 * Returns: index of the first step that counts: 0 or 1
 */
gsize
lsc_steps_find_first (LscStepRule rule, const gint64 *lengths, gsize n)
{
  switch (rule)
    {
    case LSC_STEPS_KEPT:
      return n > 3;
    case LSC_STEPS_COMPARED:
      g_return_val_if_fail (lengths, 0);
      return n > 2 && is_warming_up (lengths, n);
    }
  g_return_val_if_reached (0);
}
