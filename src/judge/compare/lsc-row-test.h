/* lsc-row-test.h - whether the rows of a comparison differ by more than their noise
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-step-test.h"

G_BEGIN_DECLS

/**
 * LscRowTest: (compare.md#test)
 * @series: of each side a value of each step
 * @is_empty: it is not shown, and counts for nothing
 * @p: out: corrected for all rows, NAN with fewer steps than %LSC_STEP_TEST_LEAST on a side
 * @is_beyond: out: the medians differ by more than the noise floor
 * @median_ns: out: of each side
 */
typedef struct
{
  const gint64 *series[2];
  gboolean is_empty;
  double p;
  gboolean is_beyond;
  gint64 median_ns[2];
} LscRowTest;

void lsc_row_tests_run (LscRowTest *rows, gsize n, const LscPairOrders *orders);

/** Returns: whether the row differs for another reason than its noise, as far as @p tells */
static inline gboolean
lsc_row_test_is_real (const LscRowTest *self)
{
  return self->p < LSC_SIGNIFICANT && self->is_beyond;
}

G_END_DECLS
