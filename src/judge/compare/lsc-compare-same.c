/* lsc-compare-same.c - whether a change of computing is one of speed alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-compare-same.h"

/**
 * lsc_compare_is_same_work:
 *
 * Who computes less may do less, or do the same faster (compare.md#work).
 *
 * Returns: whether both sides run the same kernels of the same shapes as often
 */
gboolean
lsc_compare_is_same_work (const LscCompare *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->work.match == LSC_WORK_MATCH_SAME && self->work.equal_ns[LSC_BEFORE] > 0 &&
         self->work.other_ns[LSC_BEFORE] == 0 && self->work.other_ns[LSC_AFTER] == 0;
}
