/* lsc-test-growth.c - whether the cost of something grows with its input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-growth.h"

#include <time.h>

/* Seconds are those of the processor, so a loaded machine changes little, and the least of a few
 * tries counts. Twice the input costs twice as much when the cost is linear and four times as much
 * when it is its square; the limit lies between. */

#define TRIES 3
#define MOST_RATIO 3.0

/* What takes less than this is fine, and too short to be compared. */
#define TRIFLE_S 0.003

/* What takes longer than this is not measured again. */
#define HOPELESS_S 8.0

static double
get_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
measure (const LscTestWork *work, guint n)
{
  double best_s = G_MAXDOUBLE;

  for (int i = 0; i < TRIES && (i == 0 || best_s < HOPELESS_S); i++)
    {
      gpointer input = work->make ? work->make (n) : NULL;
      double begin_s = get_cpu_s ();

      work->run (input, n);
      best_s = MIN (best_s, get_cpu_s () - begin_s);
      if (work->free)
        work->free (input);
    }
  return best_s;
}

/**
 * lsc_test_assert_linear:
 * @work: what to measure
 * @n: large enough that @work takes some milliseconds
 *
 * Fails when twice the input costs three times as much or more.
 */
void
lsc_test_assert_linear (const LscTestWork *work, guint n)
{
  double one_s = measure (work, n);
  double two_s = measure (work, 2 * n);

  g_test_message ("%u: %.4f s, %u: %.4f s, ratio %.2f", n, one_s, 2 * n, two_s, two_s / one_s);
  g_assert_cmpfloat (two_s, <, MAX (MOST_RATIO * one_s, TRIFLE_S));
}
