/* test-stats.c - each median and quantile is the one that its name says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "base/lsc-stats.h"

#define MOST_VALUES 200

static void
test_none (void)
{
  lsc_sort_int64s (NULL, 0);
  g_assert_cmpint (lsc_median_lower_int64 (NULL, 0), ==, 0);
  g_assert_cmpint (lsc_median_upper_int64 (NULL, 0), ==, 0);
  g_assert_cmpint (lsc_median_mean_int64 (NULL, 0), ==, 0);
  g_assert_cmpfloat (lsc_median_lower_double (NULL, 0), ==, 0);
  g_assert_cmpfloat (lsc_median_upper_double (NULL, 0), ==, 0);
  g_assert_cmpfloat (lsc_median_mean_double (NULL, 0), ==, 0);
}

static guint32 random_state = 1;

static gint64
draw (guint32 most)
{
  random_state = random_state * 1664525 + 1013904223;
  return (gint64) (random_state >> 8) % most - most / 2;
}

/* What is found without sorting, or without one of the values, is what sorting finds. */
static void
test_quick_medians (void)
{
  gint64 values[64], sorted[64], others[64];

  g_assert_cmpint (lsc_median_mean_among_int64 (NULL, 0), ==, 0);
  g_assert_cmpint (lsc_median_lower_among_int64 (NULL, 0), ==, 0);
  for (guint round = 0; round < 2000; round++)
    {
      gsize n = 1 + round % G_N_ELEMENTS (values), own = (gsize) (draw (4096) + 2048) % n;
      gint64 expected, without;

      for (gsize i = 0; i < n; i++)
        values[i] = sorted[i] = draw (round % 3 == 0 ? 4 : 1000000);
      expected = lsc_median_mean_int64 (sorted, n);
      memcpy (others, sorted, sizeof others);
      others[own] = others[n - 1];
      without = lsc_median_mean_int64 (others, n - 1);
      g_assert_cmpint (lsc_median_mean_among_int64 (values, n), ==, expected);
      g_assert_cmpint (lsc_median_lower_among_int64 (values, n), ==, sorted[(n - 1) / 2]);
      g_assert_cmpint (lsc_median_mean_without_int64 (sorted, n, sorted[own]), ==, without);
    }
}

/* Few are sorted in another way than many: both ways, and numbers of any size. */
static void
test_sorting (void)
{
  static const gint64 extremes[] = { G_MININT64, G_MAXINT64, -1, 0, 1 };
  gint64 values[600], expected[600];

  for (guint round = 0; round < 600; round++)
    {
      gsize n = 1 + round % G_N_ELEMENTS (values);

      for (gsize i = 0; i < n; i++)
        values[i] = round % 4 == 0   ? extremes[i % G_N_ELEMENTS (extremes)]
                    : round % 4 == 1 ? draw (1000) * (G_GINT64_CONSTANT (1) << 50)
                                     : draw (round % 4 == 2 ? 4 : 1000000);
      memcpy (expected, values, sizeof values);
      qsort (expected, n, sizeof *expected, lsc_compare_int64);
      lsc_sort_int64s (values, n);
      g_assert_cmpmem (values, n * sizeof *values, expected, n * sizeof *expected);
    }
}

static void
test_medians (void)
{
  gint64 odd[] = { 9, -5, 4 }, even[] = { 9, -5, 4, 7 }, negative[] = { -2, -5 };
  double some[] = { 9, -5, 4, 7 }, huge[] = { G_MAXDOUBLE };

  g_assert_cmpint (lsc_median_lower_int64 (odd, 3), ==, 4);
  g_assert_cmpint (lsc_median_upper_int64 (odd, 3), ==, 4);
  g_assert_cmpint (lsc_median_mean_int64 (odd, 3), ==, 4);
  g_assert_cmpint (lsc_median_lower_int64 (even, 4), ==, 4);
  g_assert_cmpint (even[0], ==, -5);
  g_assert_cmpint (even[3], ==, 9);
  g_assert_cmpint (lsc_median_upper_int64 (even, 4), ==, 7);
  g_assert_cmpint (lsc_median_mean_int64 (even, 4), ==, 5);
  g_assert_cmpint (lsc_median_mean_int64 (negative, 2), ==, -4);
  g_assert_cmpfloat (lsc_median_lower_double (some, 4), ==, 4);
  g_assert_cmpfloat (some[0], ==, -5);
  g_assert_cmpfloat (lsc_median_upper_double (some, 4), ==, 7);
  g_assert_cmpfloat (lsc_median_mean_double (some, 4), ==, 5.5);
  g_assert_cmpfloat (lsc_median_mean_double (some, 3), ==, 4);
  g_assert_cmpfloat (lsc_median_mean_double (huge, 1), ==, G_MAXDOUBLE);
}

/* Against the definition: counts what does not exceed the value. */
static void
test_nearest_rank (void)
{
  for (gsize n = 1; n < MOST_VALUES; n++)
    for (guint percent = 0; percent <= 100; percent++)
      {
        gsize rank = lsc_nearest_rank (n, percent);

        g_assert_cmpuint (rank, <, n);
        g_assert_cmpuint ((rank + 1) * 100, >=, n * percent);
        g_assert_true (rank == 0 || rank * 100 < n * percent);
      }
  g_assert_cmpuint (lsc_nearest_rank (G_MAXSIZE, 100), ==, G_MAXSIZE - 1);
}

static void
test_linear (void)
{
  const gint64 values[] = { 10, 20, 40 };

  g_assert_cmpfloat (lsc_quantile_linear (values, 3, 0), ==, 10);
  g_assert_cmpfloat (lsc_quantile_linear (values, 3, 0.25), ==, 15);
  g_assert_cmpfloat (lsc_quantile_linear (values, 3, 0.5), ==, 20);
  g_assert_cmpfloat (lsc_quantile_linear (values, 3, 0.75), ==, 30);
  g_assert_cmpfloat (lsc_quantile_linear (values, 3, 1), ==, 40);
  g_assert_cmpfloat (lsc_quantile_linear (values, 1, 0.5), ==, 10);
}

/* Many are sorted by their digits: as by comparing, whatever their sign and size. */
static void
test_sort_doubles (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261129);
  double values[1000], twins[1000];

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = (double) g_rand_int_range (rand, -500, 500) * pow (10, i % 40) / 7;
  values[17] = -HUGE_VAL;
  values[18] = HUGE_VAL;
  values[19] = 0;
  memcpy (twins, values, sizeof twins);
  lsc_sort_doubles (values, G_N_ELEMENTS (values));
  qsort (twins, G_N_ELEMENTS (twins), sizeof *twins, lsc_compare_doubles);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpfloat (values[i], ==, twins[i]);
}

static void
test_binomial (void)
{
  g_assert_cmpfloat_with_epsilon (lsc_binomial_at_least (4, 5, 0.5), 6.0 / 32, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_binomial_at_least (0, 5, 0.1), 1, 1e-12);
  g_assert_cmpfloat (lsc_binomial_at_least (1, 5, 0), ==, 0);
  g_assert_cmpfloat (lsc_binomial_at_least (5, 5, 1), ==, 1);
  g_assert_cmpfloat (lsc_binomial_at_least (6, 5, 0.5), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats/sort-doubles", test_sort_doubles);
  g_test_add_func ("/stats/none", test_none);
  g_test_add_func ("/stats/medians", test_medians);
  g_test_add_func ("/stats/quick-medians", test_quick_medians);
  g_test_add_func ("/stats/sorting", test_sorting);
  g_test_add_func ("/stats/nearest-rank", test_nearest_rank);
  g_test_add_func ("/stats/linear", test_linear);
  g_test_add_func ("/stats/binomial", test_binomial);
  return g_test_run ();
}
