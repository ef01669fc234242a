/* lsc-row-test.c - whether the rows of a comparison differ by more than their noise
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-row-test.h"

#include <math.h>

/**
 * lsc_row_tests_run:
 * @orders: of as many steps as the series have
 *
 * The order of five steps a side has no smaller p than 0.008: corrected for many rows that would
 * call noise what the verdict calls a change. Only what can be as small as it must be is corrected.
 */
void
lsc_row_tests_run (LscRowTest *rows, gsize n, const LscPairOrders *orders)
{
  g_autofree double *p = g_new (double, n + 1);
  g_autofree double *order_p = g_new (double, n + 1);

  g_return_if_fail (orders && (rows || n == 0));
  for (gsize i = 0; i < n; i++)
    {
      LscRowTest *row = &rows[i];
      LscStepTest test = lsc_step_test_new (orders, row->series[0], row->series[1]);

      p[i] = row->is_empty ? (double) NAN : test.error_p;
      order_p[i] = test.order_p;
      row->is_beyond = lsc_step_test_is_beyond_floor (&test);
      row->median_ns[0] = test.median_ns[0];
      row->median_ns[1] = test.median_ns[1];
    }
  lsc_step_test_adjust (p, n);
  for (gsize i = 0; i < n; i++)
    rows[i].p = isnan (p[i]) ? p[i] : MAX (p[i], order_p[i]);
}
