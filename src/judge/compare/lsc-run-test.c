/* lsc-run-test.c - whether two sets of runs differ by more than runs do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "judge/compare/lsc-run-test.h"

#include <math.h>

/* What runs usually differ by counts as one of the measured differences does: two or three runs a
 * side say little of their spread, and two that happen to be equal do not differ by nothing. */
#define USUAL_FREEDOM 1

/**
 * lsc_student_find_p:
 * @freedom: one or more
 *
 * The distribution of Student in its closed form for whole degrees of freedom. Example: 2.776 with
 * 4 of them: 0.05.
 *
 * Returns: how likely a value as far from 0 is, to either side
 */
double
lsc_student_find_p (double t, guint freedom)
{
  double angle = atan (fabs (t) / sqrt ((double) freedom));
  double cosine = cos (angle), term = freedom % 2 ? cosine : 1, sum = freedom > 1 ? term : 0;

  for (guint k = freedom % 2 ? 2 : 1; k + 1 < freedom; k += 2)
    {
      term *= cosine * cosine * k / (k + 1);
      sum += term;
    }
  if (freedom % 2)
    return MAX (1 - (angle + (freedom > 1 ? sin (angle) * sum : 0)) * M_2_PI, 0);
  return MAX (1 - sin (angle) * sum, 0);
}

static double
mean_of (const gint64 *values, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += (double) values[i] / (double) n;
  return sum;
}

/* Sum of the squares of the deviations from the mean, as shares of it. */
static double
sum_squares (const gint64 *values, gsize n, double mean)
{
  double sum = 0;

  for (gsize i = 0; i < n && mean > 0; i++)
    sum += ((double) values[i] / mean - 1) * ((double) values[i] / mean - 1);
  return sum;
}

static guint
find_freedom (const LscRunTest *self)
{
  return (guint) (self->n[0] + self->n[1]) - 2 + USUAL_FREEDOM;
}

/** Returns: how likely these runs differ by a share of @change, to either side, where nothing
 * changed */
double
lsc_run_test_find_p (const LscRunTest *self, double change)
{
  return lsc_student_find_p (change / self->error, find_freedom (self));
}

/**
 * lsc_run_test_new:
 * @before: (array length=n_before): median steps of the runs, one or more
 * @after: (array length=n_after): likewise
 *
 * Returns: the test of Student for equal spreads, of shares, with what runs usually differ by
 */
LscRunTest
lsc_run_test_new (const gint64 *before, gsize n_before, const gint64 *after, gsize n_after)
{
  LscRunTest self = { .n = { n_before, n_after }, .p = 1 };
  double mean[] = { mean_of (before, n_before), mean_of (after, n_after) };
  guint freedom = find_freedom (&self);
  double squares = sum_squares (before, n_before, mean[0]) + sum_squares (after, n_after, mean[1]);

  self.spread =
      sqrt ((USUAL_FREEDOM * LSC_RUN_SPREAD * LSC_RUN_SPREAD + squares) / (double) freedom);
  self.error = self.spread * sqrt (1.0 / (double) n_before + 1.0 / (double) n_after);
  for (guint side = 0; side < 2; side++)
    self.level_ns[side] = (gint64) llround (mean[side]);
  if (mean[0] <= 0)
    return self;
  self.change = mean[1] / mean[0] - 1;
  self.p = lsc_run_test_find_p (&self, self.change);
  return self;
}
