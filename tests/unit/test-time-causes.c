/* test-time-causes.c - what hits some steps is told from noise, and when it does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include <glib.h>

#include "judge/causes/lsc-time-causes.h"
#include "judge/causes/lsc-time-shape.h"
#include "judge/causes/lsc-trend.h"

#define N_RANKS 8
#define N_STEPS 8

/* Noise that is the same in each run: at most @most, seldom near it. */
static void
fill (LscStepTimes *times, gsize n_ranks, double ns, double most, guint32 seed)
{
  guint32 state = seed;

  lsc_step_times_init (times, n_ranks, N_STEPS);
  for (gsize i = 0; i < n_ranks * N_STEPS; i++)
    {
      double sum = 0;

      for (guint k = 0; k < 4; k++)
        {
          state = state * 1664525 + 1013904223;
          sum += (double) (state >> 8) / 0x1000000 - 0.5;
        }
      times->ns[i] = ns + most * sum / 2;
    }
}

/* findings.md#over-steps: the example. */
static void
test_some_steps (void)
{
  g_auto (LscStepTimes) times = { 0 };
  g_auto (LscTimeCauses) causes = { 0 };

  fill (&times, N_RANKS, 10e6, 0.1e6, 1);
  *lsc_step_times_at (&times, 4, 3) += 4e6;
  *lsc_step_times_at (&times, 4, 6) += 4e6;
  lsc_time_causes_init (&causes, &times, LSC_TIMES_BY_RATIO);
  g_assert_cmpuint (causes.n_hits, ==, 2);
  g_assert_cmpfloat (causes.chance, <, 1e-4);
  for (gsize rank = 0; rank < N_RANKS; rank++)
    for (gsize step = 0; step < N_STEPS; step++)
      {
        double ns = causes.excess_ns[rank * N_STEPS + step];

        if (rank == 4 && (step == 3 || step == 6))
          g_assert_cmpfloat_with_epsilon (ns, 4e6, 0.2e6);
        else
          g_assert_cmpfloat (ns, ==, 0);
      }
}

/* Noise alone is none, though one of many is always the largest. */
static void
test_noise (void)
{
  for (guint32 seed = 1; seed <= 200; seed++)
    {
      g_auto (LscStepTimes) times = { 0 };
      g_auto (LscTimeCauses) causes = { 0 };

      fill (&times, N_RANKS, 10e6, 3e6, seed);
      lsc_time_causes_init (&causes, &times, LSC_TIMES_BY_RATIO);
      g_assert_cmpuint (causes.n_hits, ==, 0);
    }
}

/* Batches that grow are no cause of one rank; one step is never sure. */
static void
test_levels (void)
{
  g_auto (LscStepTimes) times = { 0 };
  g_auto (LscTimeCauses) causes = { 0 };

  fill (&times, N_RANKS, 10e6, 0.1e6, 3);
  for (gsize rank = 0; rank < N_RANKS; rank++)
    for (gsize step = 0; step < N_STEPS; step++)
      *lsc_step_times_at (&times, rank, step) *= 1 + 0.2 * (double) step;
  *lsc_step_times_at (&times, 2, 5) += 20e6;
  lsc_time_causes_init (&causes, &times, LSC_TIMES_BY_RATIO);
  g_assert_cmpuint (causes.n_hits, ==, 1);
  g_assert_cmpfloat_with_epsilon (causes.excess_ns[2 * N_STEPS + 5], 20e6, 0.3e6);
  g_assert_cmpfloat_with_epsilon (causes.levels[7] / causes.levels[0], 2.4, 0.05);
  g_assert_cmpfloat (causes.chance, >, 1e-4);
}

/* Of two ranks the one that takes longer than usual, not the one that does not. */
static void
test_two_ranks (void)
{
  g_auto (LscStepTimes) times = { 0 };
  g_auto (LscTimeCauses) causes = { 0 };

  fill (&times, 2, 10e6, 0.1e6, 4);
  *lsc_step_times_at (&times, 1, 2) += 20e6;
  *lsc_step_times_at (&times, 0, 4) = (double) NAN;
  lsc_time_causes_init (&causes, &times, LSC_TIMES_BY_DIFFERENCE);
  g_assert_cmpuint (causes.n_hits, ==, 1);
  g_assert_cmpfloat_with_epsilon (causes.excess_ns[N_STEPS + 2], 20e6, 0.2e6);
}

static void
check_shape (const double *ns, gsize n, LscWhen when, gsize period, gsize n_steps)
{
  g_auto (LscTimeShape) shape = { 0 };

  lsc_time_shape_init (&shape, ns, n);
  g_assert_cmpint (shape.when, ==, when);
  g_assert_cmpuint (shape.period, ==, period);
  g_assert_cmpuint (shape.steps.n, ==, n_steps);
}

static void
test_shapes (void)
{
  const double periodic[] = { 0, 20, 0, 0, 21, 0, 0, 20 }, some[] = { 0, 20, 0, 0, 21, 0, 0, 0 },
               one[] = { 0, 0, 5, NAN }, always[] = { 3, 4, 5, 3 }, growing[] = { 1, 1, 2, 2, 5 },
               late[] = { 0, 0, 0, 20, 0, 20, 0, 20 }, ramp[] = { NAN, 1, 2, 4, 3, 5, 6, NAN },
               flat_ramp[] = { 11, 12, 13, 14, 15, 16 }, last[] = { 0, 0, 0, 0, 0, 0, 0, 15, 20 };

  check_shape (periodic, 8, LSC_WHEN_PERIODIC, 3, 3);
  check_shape (some, 8, LSC_WHEN_SOME, 0, 2);
  check_shape (late, 8, LSC_WHEN_SOME, 0, 3); /* none at the second */
  check_shape (one, 4, LSC_WHEN_ONE, 0, 1);
  check_shape (always, 4, LSC_WHEN_ALWAYS, 0, 0);
  check_shape (growing, 5, LSC_WHEN_ALWAYS, 0, 0); /* the others lose a good part of it */
  check_shape (ramp, 8, LSC_WHEN_GROWING, 0, 0);
  check_shape (flat_ramp, 6, LSC_WHEN_ALWAYS, 0, 0); /* the last is not twice the first */
  check_shape (last, 9, LSC_WHEN_SOME, 0, 2);        /* these are hit, the others never */
  check_shape (NULL, 0, LSC_WHEN_ALWAYS, 0, 0);
}

/* Counted by hand: of six values in 720 orders; of three zeros and three others in 120; of five in
 * the wrong order all. */
static void
test_trend (void)
{
  const double risen[] = { 1, 2, 3, 4, 5, 6 }, one_wrong[] = { 1, 2, 4, 3, 5, 6 },
               zeros[] = { 0, 0, 0, 1, 2, 3 }, equal[] = { 2, 2, 2, 2, 2 },
               falls[] = { 5, 4, 3, 2, 1 };
  double saw[20], pairs[16];

  for (gsize i = 0; i < G_N_ELEMENTS (saw); i++)
    saw[i] = (double) (i % 2 ? i : 21 - i); /* each value twice */
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    pairs[i] = (double) (i / 2);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (risen, 6), 1.0 / 720, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (one_wrong, 6), 6.0 / 720, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (zeros, 6), 1.0 / 120, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (equal, 5), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (falls, 5), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (saw, 20), 0.5, 0.2);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (saw, 16), 0.5, 0.2);
  g_assert_cmpfloat_with_epsilon (lsc_trend_find_chance (pairs, 16), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (lsc_trend_fit (risen, 6, 6), 7, 1e-9);
  g_assert_false (lsc_trend_is_growing (risen, 4)); /* one of 24 orders */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-causes/some-steps", test_some_steps);
  g_test_add_func ("/time-causes/noise", test_noise);
  g_test_add_func ("/time-causes/levels", test_levels);
  g_test_add_func ("/time-causes/two-ranks", test_two_ranks);
  g_test_add_func ("/time-causes/shapes", test_shapes);
  g_test_add_func ("/time-causes/trend", test_trend);
  return g_test_run ();
}
