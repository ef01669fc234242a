/* lsc-clock-shift.c - which message is which where one side began to record between two
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock.h"
#include "base/lsc-stats.h"

/* pipeline.md#links: the k-th send pairs with the (k+s)-th receive. */

#define SHIFT_REACH 3

static gsize
count_timed (const LscInt64s *ends)
{
  gsize n = 0;

  for (gsize i = 0; i < ends->n; i++)
    n += ends->items[i] != LSC_CLOCK_NO_TIME;
  return n;
}

/**
 * lsc_clock_are_timed:
 * @shift: as lsc_clock_find_shift() found it
 *
 * Returns: whether send @k has a receive, and both a time
 */
gboolean
lsc_clock_are_timed (const LscInt64s *sends, const LscInt64s *receives, gsize k, gssize shift)
{
  gssize other = (gssize) k + shift;

  return other >= 0 && other < (gssize) receives->n && sends->items[k] != LSC_CLOCK_NO_TIME &&
         receives->items[other] != LSC_CLOCK_NO_TIME;
}

/* Mean absolute deviation of the end differences around their median, -1 if too few pairs. */
static double
shift_deviation (const LscInt64s *sends, const LscInt64s *receives, gssize shift, LscInt64s *work,
                 gint64 *median_out)
{
  gsize shorter = MIN (count_timed (sends), count_timed (receives));
  gsize least = shorter > SHIFT_REACH ? shorter - SHIFT_REACH : 0;
  double sum = 0;
  gint64 median;

  work->n = 0;
  for (gsize k = 0; k < sends->n; k++)
    if (lsc_clock_are_timed (sends, receives, k, shift))
      lsc_int64s_append (work, receives->items[(gssize) k + shift] - sends->items[k]);
  if (work->n < MAX (3, least))
    return -1;
  median = lsc_median_upper_int64 (work->items, work->n);
  for (gsize i = 0; i < work->n; i++)
    sum += ABS ((double) (work->items[i] - median));
  *median_out = median;
  return sum / (double) work->n;
}

/**
 * lsc_clock_find_shift:
 * @sends: ends of the sends from one rank to another, in order
 * @receives: ends of the receives on the other side; of both %LSC_CLOCK_NO_TIME where none is known
 *
 * Of equally good shifts the smaller one counts; of two that are as large the one with the shorter
 * transfers, as clocks rarely differ by a whole block.
 *
 * Returns: s such that send k meets receive k + s; 0 if there are too few to tell
 */
gssize
lsc_clock_find_shift (const LscInt64s *sends, const LscInt64s *receives)
{
  static const gssize tries[] = { 0, -1, 1, -2, 2, -3, 3 };
  LscInt64s work = { NULL, 0, 0 };
  double best = -1;
  gint64 best_median = 0, median = 0;
  gssize shift = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (tries); i++)
    {
      double deviation = shift_deviation (sends, receives, tries[i], &work, &median);
      gboolean is_tie = best >= 0 && deviation >= 0 && deviation <= best && shift == -tries[i];

      if (deviation >= 0 &&
          (best < 0 || deviation < best - 1e-3 || (is_tie && ABS (median) < ABS (best_median))))
        {
          best = deviation;
          best_median = median;
          shift = tries[i];
        }
    }
  lsc_int64s_clear (&work);
  return shift;
}
