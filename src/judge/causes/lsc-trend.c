/* lsc-trend.c - whether values grow from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#when: values grow if hardly any two of them are in the wrong order, and the last is
 * twice the first or more. Worked example: 1, 2, 4, 3, 5 and 6 have one pair of 15 in the wrong
 * order. Of the 720 orders of six values one has none and five have one: a chance of 0.83 %.
 */
#include "config.h"

#include "judge/causes/lsc-trend.h"

#include <math.h>
#include <string.h>

#define MOST_EXACT 16 /* of more the distribution is as good as normal */
#define MOST_CHANCE 0.01
#define LEAST_GROWTH 2.0 /* from the first to the last, on a line through all */

/* Pairs of which the later is smaller. */
static gsize
count_wrong (const double *values, gsize n)
{
  gsize n_wrong = 0;

  for (gsize i = 0; i < n; i++)
    for (gsize k = i + 1; k < n; k++)
      n_wrong += values[k] < values[i];
  return n_wrong;
}

/* Takes in one value more: it is behind none to @m - 1 of those before it, each as likely. */
static void
add_value (double *chances, gsize n, gsize m)
{
  for (gsize k = n - 1; k > 0; k--)
    for (gsize i = 1; i < m && i <= k; i++)
      chances[k] += chances[k - i];
  for (gsize k = 0; k < n; k++)
    chances[k] /= (double) m;
}

/* Undoes that: the @m-th of values that are equal has no order among them. */
static void
merge_value (double *chances, gsize n, gsize m)
{
  for (gsize k = n - 1; k > 0; k--)
    chances[k] -= chances[k - 1];
  for (gsize k = m; k < n; k++)
    chances[k] += chances[k - m];
  for (gsize k = 0; k < n; k++)
    chances[k] *= (double) m;
}

/* How many values before @at, and itself, are equal to it. */
static gsize
count_equal (const double *values, gsize at)
{
  gsize n_equal = 0;

  for (gsize i = 0; i <= at; i++)
    n_equal += values[i] == values[at];
  return n_equal;
}

/* That @n_wrong pairs or fewer are in the wrong order, in all orders of the values. */
static double
find_exact (const double *values, gsize n, gsize n_wrong)
{
  g_autofree double *chances = g_new0 (double, n_wrong + 1);
  double sum = 0;

  chances[0] = 1;
  for (gsize m = 2; m <= n; m++)
    add_value (chances, n_wrong + 1, m);
  for (gsize i = 0; i < n; i++)
    if (count_equal (values, i) > 1)
      merge_value (chances, n_wrong + 1, count_equal (values, i));
  for (gsize k = 0; k <= n_wrong; k++)
    sum += chances[k];
  return CLAMP (sum, 0, 1);
}

/* The same by the normal distribution. Equal values have no order, and make it narrower: the m-th
 * of them by m (m - 1) (2 m + 5) / 18 less that of m - 1. */
static double
find_normal (const double *values, gsize n, gsize n_wrong)
{
  double count = (double) n, variance = count * (count - 1) * (2 * count + 5) / 18;
  double n_ordered = count * (count - 1) / 2;

  for (gsize i = 0; i < n; i++)
    {
      double m = (double) count_equal (values, i);

      n_ordered -= m - 1;
      variance -= (m * (m - 1) * (2 * m + 5) - (m - 1) * (m - 2) * (2 * m + 3)) / 18;
    }
  if (variance <= 0)
    return 1;
  return erfc ((n_ordered - 2 * (double) n_wrong - 1) / sqrt (2 * variance)) / 2;
}

/**
 * lsc_trend_find_chance:
 * @values: (array length=n): one after the other
 *
 * Test of Mann and Kendall, exact up to 16 values. Formula: findings.md#when.
 *
 * Cost: O(n^2). Thread: any.
 *
 * Returns: how likely these values in any order rise as much, 0 to 1
 */
double
lsc_trend_find_chance (const double *values, gsize n)
{
  gsize n_wrong;

  g_return_val_if_fail (values || n == 0, 1);
  if (n < 2)
    return 1;
  n_wrong = count_wrong (values, n);
  return n <= MOST_EXACT ? find_exact (values, n, n_wrong) : find_normal (values, n, n_wrong);
}

/** Returns: the value at a place, 0 to @n - 1 or beyond, of the line that is nearest to all */
double
lsc_trend_fit (const double *values, gsize n, double at)
{
  double middle = ((double) n - 1) / 2, mean = 0, both = 0, squares = 0;

  g_return_val_if_fail (values && n > 0, (double) NAN);
  for (gsize i = 0; i < n; i++)
    mean += values[i] / (double) n;
  for (gsize i = 0; i < n; i++)
    {
      both += ((double) i - middle) * (values[i] - mean);
      squares += ((double) i - middle) * ((double) i - middle);
    }
  return squares > 0 ? mean + both / squares * (at - middle) : mean;
}

/* What is there in the last steps alone hits these. */
static gboolean
has_risen (const double *values, gsize n)
{
  gsize n_above = 0;
  double least = values[0];

  for (gsize i = 1; i < n; i++)
    least = MIN (least, values[i]);
  for (gsize i = 0; i < n; i++)
    n_above += values[i] > least;
  return 2 * n_above >= n;
}

/**
 * lsc_trend_is_growing:
 * @values: (array length=n): one after the other
 *
 * Returns: whether they grow, beyond chance and so that the last is twice the first or more; never
 *   of fewer than five
 */
gboolean
lsc_trend_is_growing (const double *values, gsize n)
{
  double first, last;

  if (n < 2 || !has_risen (values, n) || lsc_trend_find_chance (values, n) > MOST_CHANCE)
    return FALSE;
  first = lsc_trend_fit (values, n, 0);
  last = lsc_trend_fit (values, n, (double) n - 1);
  return last > 0 && last >= LEAST_GROWTH * first;
}
