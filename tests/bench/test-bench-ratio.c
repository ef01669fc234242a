/* test-bench-ratio.c - bounds for the median, against tables of the binomial distribution
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>

#include "bench-ratio.h"

/* The values are their own ranks, shuffled. */
static void
check_ranks (gsize n, double low, double high, double confidence)
{
  g_autofree double *values = g_new (double, n);
  BenchBounds bounds;

  for (gsize i = 0; i < n; i++)
    values[i] = (double) (i * 7 % n + 1);
  g_assert_true (bench_bounds_init (&bounds, values, n));
  g_assert_cmpfloat (bounds.low, ==, low);
  g_assert_cmpfloat (bounds.high, ==, high);
  g_assert_cmpfloat (bounds.median, ==, (double) (n + 1) / 2);
  g_assert_cmpfloat_with_epsilon (bounds.confidence, confidence, 1e-6);
}

static void
test_known_ranks (void)
{
  check_ranks (6, 1, 6, 0.968750);
  check_ranks (9, 2, 8, 0.960938);
  check_ranks (10, 2, 9, 0.978516);
  check_ranks (11, 2, 10, 0.988281);
  check_ranks (12, 3, 10, 0.961426);
  check_ranks (20, 6, 15, 0.958611);
  check_ranks (100, 40, 61, 0.964800);
}

static void
test_too_few (void)
{
  double values[5] = { 1, 2, 3, 4, 5 };
  BenchBounds bounds;

  for (gsize n = 0; n <= G_N_ELEMENTS (values); n++)
    g_assert_false (bench_bounds_init (&bounds, values, n));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench-ratio/known-ranks", test_known_ranks);
  g_test_add_func ("/bench-ratio/too-few", test_too_few);
  return g_test_run ();
}
