/* test-stats.c - each median and quantile is the one that its name says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats/none", test_none);
  g_test_add_func ("/stats/medians", test_medians);
  g_test_add_func ("/stats/nearest-rank", test_nearest_rank);
  g_test_add_func ("/stats/linear", test_linear);
  return g_test_run ();
}
