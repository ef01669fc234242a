/* lsc-stats.c - medians, quantiles and deviations, each named after its definition
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are several medians of an even number of values, and they are not interchangeable: with two
 * micro-batches the upper one is the slower of both. Whoever needs a figure that was measured takes
 * the lower or the upper one; the mean of both suits values that are averages already.
 */
#include "config.h"
#include "base/lsc-stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/lsc-sort.h"

/** Returns: negative, 0 or positive, for qsort() of #gint64 */
int
lsc_compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/** Returns: negative, 0 or positive, for qsort() of doubles without NaN */
int
lsc_compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

#define MANY 256
#define SIGN (G_GUINT64_CONSTANT (1) << 63)

static inline guint64
flip_sign (gint64 value)
{
  return (guint64) value ^ SIGN;
}

/* Numbers near 0 that have both signs differ in all digits then, which takes a few passes more. */
static void
sort_int64s_by_digits (gint64 *values, gsize n)
{
  guint64 *words = (guint64 *) values; /* the same memory may be looked at as either */

  for (gsize i = 0; i < n; i++)
    words[i] = flip_sign (values[i]);
  lsc_sort_radix (words, n, 0);
  for (gsize i = 0; i < n; i++)
    values[i] = (gint64) (words[i] ^ SIGN);
}

/**
 * lsc_sort_int64s:
 * @values: (nullable) (array length=n): are sorted, the smallest first
 *
 * Cost: O(n) of many.
 */
void
lsc_sort_int64s (gint64 *values, gsize n)
{
  if (n >= MANY)
    sort_int64s_by_digits (values, n);
  else if (n > 1) /* an array that nothing was added to is NULL, which qsort() must not see */
    qsort (values, n, sizeof *values, lsc_compare_int64);
}

/* Words in the order of the doubles that they stand for. */
static guint64
to_word (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits & SIGN ? ~bits : bits | SIGN;
}

static double
from_word (guint64 word)
{
  guint64 bits = word & SIGN ? word & ~SIGN : ~word;
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static void
sort_by_digits (double *values, gsize n)
{
  g_autofree guint64 *words = g_new (guint64, n);

  for (gsize i = 0; i < n; i++)
    words[i] = to_word (values[i]);
  lsc_sort_radix (words, n, 0);
  for (gsize i = 0; i < n; i++)
    values[i] = from_word (words[i]);
}

/**
 * lsc_sort_doubles:
 * @values: (nullable) (array length=n): without NaN; are sorted, the smallest first
 *
 * Cost: O(n) of many.
 */
void
lsc_sort_doubles (double *values, gsize n)
{
  if (n >= MANY)
    sort_by_digits (values, n);
  else if (n > 1)
    qsort (values, n, sizeof *values, lsc_compare_doubles);
}

/**
 * lsc_median_lower_int64:
 * @values: (nullable) (array length=n): are sorted
 *
 * Returns: the middle value, the smaller of the two middle ones of an even number; 0 if there is
 *   none
 */
gint64
lsc_median_lower_int64 (gint64 *values, gsize n)
{
  g_return_val_if_fail (values || n == 0, 0);
  lsc_sort_int64s (values, n);
  return n > 0 ? values[(n - 1) / 2] : 0;
}

/**
 * lsc_median_upper_int64:
 * @values: (nullable) (array length=n): are sorted
 *
 * Returns: the middle value, the larger of the two middle ones of an even number; 0 if there is
 *   none
 */
gint64
lsc_median_upper_int64 (gint64 *values, gsize n)
{
  g_return_val_if_fail (values || n == 0, 0);
  lsc_sort_int64s (values, n);
  return n > 0 ? values[n / 2] : 0;
}

/**
 * lsc_median_mean_int64:
 * @values: (nullable) (array length=n): are sorted; the two middle ones at most 2^63 - 1 apart
 *
 * Returns: the middle value, the mean of the two middle ones of an even number, rounded towards the
 *   smaller; 0 if there is none
 */
gint64
lsc_median_mean_int64 (gint64 *values, gsize n)
{
  gint64 low = lsc_median_lower_int64 (values, n);

  return n > 0 ? low + (values[n / 2] - low) / 2 : 0;
}

/* Puts the value that would stand at @at among sorted ones there, smaller ones before it and larger
 * ones behind it. */
static void
select_int64 (gint64 *values, gsize n, gsize at)
{
  gssize first = 0, last = (gssize) n - 1;

  while (first < last)
    {
      gint64 middle = values[first + (last - first) / 2];
      gssize i = first, k = last;

      while (i <= k)
        {
          while (values[i] < middle)
            i++;
          while (values[k] > middle)
            k--;
          if (i <= k)
            {
              gint64 value = values[i];

              values[i++] = values[k];
              values[k--] = value;
            }
        }
      if ((gssize) at <= k)
        last = k;
      else if ((gssize) at >= i)
        first = i;
      else
        return;
    }
}

/**
 * lsc_median_lower_among_int64:
 * @values: (nullable) (array length=n): are put into another order
 *
 * Cost: O(n), and no memory, where sorting would be more.
 *
 * Returns: what lsc_median_lower_int64() returns
 */
gint64
lsc_median_lower_among_int64 (gint64 *values, gsize n)
{
  g_return_val_if_fail (values || n == 0, 0);
  if (n == 0)
    return 0;
  select_int64 (values, n, (n - 1) / 2);
  return values[(n - 1) / 2];
}

/**
 * lsc_median_mean_among_int64:
 * @values: (nullable) (array length=n): are put into another order
 *
 * Cost: O(n), where sorting would be more.
 *
 * Returns: what lsc_median_mean_int64() returns
 */
gint64
lsc_median_mean_among_int64 (gint64 *values, gsize n)
{
  gint64 low, high = G_MAXINT64;

  g_return_val_if_fail (values || n == 0, 0);
  if (n == 0)
    return 0;
  select_int64 (values, n, (n - 1) / 2);
  low = values[(n - 1) / 2];
  if (n % 2)
    return low;
  for (gsize i = n / 2; i < n; i++)
    high = MIN (high, values[i]);
  return low + (high - low) / 2;
}

/**
 * lsc_median_mean_without_int64:
 * @sorted: (array length=n): values, the smallest first
 * @value: one of them
 *
 * Cost: O(log n).
 *
 * Returns: what lsc_median_mean_int64() returns of the others; 0 if there is none
 */
gint64
lsc_median_mean_without_int64 (const gint64 *sorted, gsize n, gint64 value)
{
  gsize own = LSC_BISECT (i, 0, n, sorted[i] < value), low, high;

  g_return_val_if_fail (sorted && own < n && sorted[own] == value, 0);
  if (n < 2)
    return 0;
  low = (n - 2) / 2;
  high = (n - 1) / 2;
  low += low >= own;
  high += high >= own;
  return sorted[low] + (sorted[high] - sorted[low]) / 2;
}

/** lsc_median_lower_double: lsc_median_lower_int64() of doubles without NaN */
double
lsc_median_lower_double (double *values, gsize n)
{
  g_return_val_if_fail (values || n == 0, 0);
  lsc_sort_doubles (values, n);
  return n > 0 ? values[(n - 1) / 2] : 0;
}

/** lsc_median_upper_double: lsc_median_upper_int64() of doubles without NaN */
double
lsc_median_upper_double (double *values, gsize n)
{
  g_return_val_if_fail (values || n == 0, 0);
  lsc_sort_doubles (values, n);
  return n > 0 ? values[n / 2] : 0;
}

/** lsc_median_mean_double: lsc_median_mean_int64() of doubles without NaN, not rounded */
double
lsc_median_mean_double (double *values, gsize n)
{
  double low = lsc_median_lower_double (values, n);

  /* Of an odd number the value itself: (x + x) / 2 is infinite for a large one. */
  return n % 2 || n == 0 ? low : (low + values[n / 2]) / 2;
}

/**
 * lsc_nearest_rank:
 * @n: number of values, more than 0
 * @percent: 0 to 100
 *
 * Returns: index, in ascending order, of the percentile by nearest rank: the least value that
 *   @percent percent of the values do not exceed. The 50th is the lower median.
 */
gsize
lsc_nearest_rank (gsize n, guint percent)
{
  /* In two parts, because n * percent may be more than 64 bits hold. */
  gsize rank = (n / 100) * percent + ((n % 100) * percent + 99) / 100;

  return rank > 0 ? rank - 1 : 0;
}

/**
 * lsc_quantile_linear:
 * @sorted: (array length=n): the smallest first
 * @n: more than 0
 * @share: 0 to 1
 *
 * Returns: the quantile with linear interpolation between the two nearest values, as R's type 7 and
 *   spreadsheets have it: 0 is the smallest value, 1 the largest
 */
double
lsc_quantile_linear (const gint64 *sorted, gsize n, double share)
{
  double at = share * (double) (n - 1);
  gsize low = (gsize) at;
  double part = at - (double) low;

  g_return_val_if_fail (n > 0, 0);
  if (low + 1 >= n)
    return (double) sorted[n - 1];
  return (double) sorted[low] + part * (double) (sorted[low + 1] - sorted[low]);
}

/**
 * lsc_binomial_at_least:
 * @part: 0 to 1: the chance of one hit
 *
 * Example: of 5 tosses of a coin 4 or 5 show heads: 6 / 32.
 *
 * Returns: the chance that of @n tries @k or more hit
 */
double
lsc_binomial_at_least (gsize k, gsize n, double part)
{
  double chance = 0;

  if (k == 0 || part >= 1)
    return k <= n ? 1 : 0;
  for (gsize i = k; part > 0 && i <= n; i++)
    chance +=
        exp (lgamma ((double) n + 1) - lgamma ((double) i + 1) - lgamma ((double) (n - i) + 1) +
             (double) i * log (part) + (double) (n - i) * log1p (-part));
  return MIN (chance, 1);
}
