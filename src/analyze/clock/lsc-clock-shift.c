/* lsc-clock-shift.c - which message is which where one side began to record between two
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"

#include <math.h>

/* pipeline.md#links: the k-th send pairs with the (k+s)-th receive. A wrong pair is off by the time
 * between two messages, a right one by what a message takes and by what the clocks drifted. Work
 * that is as regular as a clock tells nothing: then a drift alone would decide. */

#define SHIFT_REACH 3
/* A shift is taken for one that leaves by so much less, and by more than times are good to. */
#define FAR_BETTER 4
#define NOISE_NS 1000

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

/** How the pairs of a shift differ: ns around a line in time, and in the middle. */
typedef struct
{
  gssize shift;
  double deviation; /* mean absolute, -1 with too few pairs */
  double middle;
} Trial;

/* A pair, in ns from the first. */
typedef struct
{
  double time;
  double diff;
} Pair;

LSC_DEFINE_ARRAY (Pairs, pairs, Pair)

/* The slope of the differences in time, as far as a clock can drift. */
static double
find_drift (const Pairs *self, const Pair *mean)
{
  double product = 0, square = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      double time = self->items[i].time - mean->time;

      product += time * (self->items[i].diff - mean->diff);
      square += time * time;
    }
  return square > 0 ? CLAMP (product / square, -LSC_CLOCK_LARGEST_DRIFT, LSC_CLOCK_LARGEST_DRIFT)
                    : 0;
}

static void
measure_pairs (const Pairs *self, Trial *trial)
{
  Pair mean = { 0, 0 };
  double drift, sum = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      mean.time += self->items[i].time / (double) self->n;
      mean.diff += self->items[i].diff / (double) self->n;
    }
  drift = find_drift (self, &mean);
  for (gsize i = 0; i < self->n; i++)
    sum += fabs (self->items[i].diff - mean.diff - drift * (self->items[i].time - mean.time));
  trial->deviation = sum / (double) self->n;
}

static Trial
try_shift (const LscInt64s *sends, const LscInt64s *receives, gssize shift, Pairs *pairs)
{
  gsize shorter = MIN (count_timed (sends), count_timed (receives));
  gsize least = shorter > SHIFT_REACH ? shorter - SHIFT_REACH : 0;
  Trial trial = { shift, -1, 0 };
  gint64 origin = 0, base = 0;

  pairs->n = 0;
  for (gsize k = 0; k < sends->n; k++)
    {
      gint64 end;

      if (!lsc_clock_are_timed (sends, receives, k, shift))
        continue;
      end = receives->items[(gssize) k + shift];
      origin = pairs->n > 0 ? origin : end;
      base = pairs->n > 0 ? base : end - sends->items[k];
      pairs_append (pairs,
                    (Pair){ (double) (end - origin), (double) (end - sends->items[k] - base) });
    }
  if (pairs->n < MAX (3, least))
    return trial;
  measure_pairs (pairs, &trial);
  trial.middle = (double) base + pairs->items[pairs->n / 2].diff;
  return trial;
}

/* Of two shifts that are as large: the shorter transfers where nothing else tells, as clocks rarely
 * differ by a whole block. */
static Trial
choose_sign (const Trial *back, const Trial *on)
{
  if (back->deviation < 0 || on->deviation < 0)
    return on->deviation < 0 ? *back : *on;
  if (fabs (back->deviation - on->deviation) > NOISE_NS)
    return back->deviation < on->deviation ? *back : *on;
  return fabs (back->middle) <= fabs (on->middle) ? *back : *on;
}

/**
 * lsc_clock_find_shift:
 * @sends: ends of the sends from one rank to another, in order
 * @receives: ends of the receives on the other side; of both %LSC_CLOCK_NO_TIME where none is known
 *
 * A larger shift counts only where it explains the times better by far more than noise.
 *
 * Returns: s such that send k meets receive k + s; 0 if there are too few to tell
 */
gssize
lsc_clock_find_shift (const LscInt64s *sends, const LscInt64s *receives)
{
  Pairs pairs = { NULL, 0, 0 };
  Trial best;

  g_return_val_if_fail (sends && receives, 0);
  best = try_shift (sends, receives, 0, &pairs);
  for (gssize reach = 1; reach <= SHIFT_REACH; reach++)
    {
      Trial back = try_shift (sends, receives, -reach, &pairs);
      Trial on = try_shift (sends, receives, reach, &pairs);
      Trial next = choose_sign (&back, &on);

      if (next.deviation >= 0 &&
          (best.deviation < 0 || FAR_BETTER * next.deviation + NOISE_NS < best.deviation))
        best = next;
    }
  pairs_clear (&pairs);
  return best.deviation < 0 ? 0 : best.shift;
}
