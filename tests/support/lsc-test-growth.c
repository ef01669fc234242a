/* lsc-test-growth.c - whether the cost of something grows with its input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-growth.h"

#include <sys/resource.h>
#include <time.h>

/* Seconds are those of the processor, of this process and of those that it waited for, so a loaded
 * machine changes little. Four times the input costs four times as much when the cost is linear and
 * sixteen times as much when it is its square; the limit lies between, as far from the one as from
 * the other. Where a first try is beyond it the least of a few tries counts. */

#define TRIES 3
#define FACTOR 4
#define MOST_RATIO 8.0

/* What takes less than this is fine, and too short to be compared. */
#define TRIFLE_S 0.005

/* What takes longer than this is not tried again. */
#define HOPELESS_S 8.0

static double
to_seconds (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec / 1e6;
}

static double
get_cpu_s (void)
{
  struct timespec now;
  struct rusage children;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  getrusage (RUSAGE_CHILDREN, &children);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9 + to_seconds (&children.ru_utime) +
         to_seconds (&children.ru_stime);
}

static double
measure (const LscTestWork *work, guint n)
{
  gpointer input = work->make ? work->make (n) : NULL;
  double begin_s = get_cpu_s (), took_s;

  work->run (input, n);
  took_s = get_cpu_s () - begin_s;
  if (work->free)
    work->free (input);
  return took_s;
}

/**
 * lsc_test_assert_linear:
 * @work: what to measure
 * @n: large enough that the square of it would take some milliseconds
 *
 * Fails when four times the input costs eight times as much or more.
 */
void
lsc_test_assert_linear (const LscTestWork *work, guint n)
{
  double one_s = G_MAXDOUBLE, more_s = G_MAXDOUBLE;
  gboolean is_linear = FALSE;

  for (int i = 0; i < TRIES && !is_linear && (i == 0 || more_s < HOPELESS_S); i++)
    {
      one_s = MIN (one_s, measure (work, n));
      more_s = MIN (more_s, measure (work, FACTOR * n));
      is_linear = more_s < MAX (MOST_RATIO * one_s, TRIFLE_S);
    }
  g_test_message ("%u: %.4f s, %u: %.4f s, ratio %.2f", n, one_s, FACTOR * n, more_s,
                  more_s / one_s);
  g_assert_true (is_linear);
}
