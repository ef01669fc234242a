/* lsc-step-test.h - whether two series of steps differ by more than their noise
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Fewer steps on a side tell nothing of significance (compare.md#test). */
#define LSC_STEP_TEST_LEAST 5

/** What differs with a smaller p is no noise: of the verdict and of the rows below it alike. */
#define LSC_SIGNIFICANT 0.05

/**
 * LscStepTest: (compare.md#test)
 * @n: steps on each side, before and after
 * @median_ns: means of the two in the middle where their number is even
 * @mad_ns: 1.4826 times the median distance from the median
 * @rho: how much a step resembles the one before it, 0 to 1; 0 with fewer steps than
 *   %LSC_STEP_TEST_LEAST on a side
 * @error_ns: standard error of the difference of the sides, by the spread of their steps and @rho
 * @floor_ns: what the medians must differ by at least
 * @order_p, @error_p: of the two-sided tests of the order of steps and of the difference of the
 *   medians by @error_ns, NAN with fewer steps than %LSC_STEP_TEST_LEAST on a side
 * @p: the larger of both
 * @low_ns, @high_ns: 95 % interval of the difference of the medians, if that was asked for
 * @is_apart: every step of one side is longer than every step of the other
 */
typedef struct
{
  gsize n[2];
  gint64 median_ns[2];
  gint64 mad_ns[2];
  double rho;
  double error_ns;
  gint64 floor_ns;
  double order_p;
  double error_p;
  double p;
  gint64 low_ns;
  gint64 high_ns;
  gboolean is_apart;
} LscStepTest;

/** How the pairs of n and m values fall where nothing changed. Immutable. */
typedef struct
{
  gsize n[2];
  double *below; /* of k = 0 to n m: P (U <= k); NULL where there are too many pairs */
} LscPairOrders;

void lsc_pair_orders_init (LscPairOrders *self, gsize n_before, gsize n_after);
void lsc_pair_orders_clear (LscPairOrders *self);
double lsc_pair_orders_find_p (const LscPairOrders *self, const gint64 *before,
                               const gint64 *after);

LscStepTest lsc_step_test_new (const LscPairOrders *orders, const gint64 *before,
                               const gint64 *after);
void lsc_step_test_find_interval (LscStepTest *self, const gint64 *before, const gint64 *after);
gboolean lsc_step_test_is_beyond_floor (const LscStepTest *self);
void lsc_step_test_adjust (double *p, gsize n);

G_END_DECLS
