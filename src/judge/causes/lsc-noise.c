/* lsc-noise.c - what of a difference is beyond the noise of what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#noise. What equal things differ by is measured at those that are not suspected, and
 * joined with what is known before any was measured: with two ranks nobody could tell how chips
 * differ. The largest of many is judged as that. What is as far below the others is no measure of
 * what equal things differ by, either.
 */
#include "config.h"

#include "judge/causes/lsc-noise.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define PRIOR_FREEDOM 2.0 /* what is known before weighs as much as two more that were measured */
#define MOST_TERMS 200
#define CLOSE_ENOUGH 1e-10
#define LEAST_OF_LEVEL                                                                             \
  2 /* one alone may be an odd one: nothing confirms that such a level exists */
#define LEAST_STEP                                                                                 \
  0.0488            /* of logarithms, 5 %: chips of one make that work well differ by less         \
                     */
#define LEAST_T 2.5 /* below, no two alike are 1 of 100 cases, whatever the degrees of freedom */

/* false alarms, in one recording without any that is slow */
static const double alarms[LSC_NOISE_N_LEVELS] = { 1, 0.01, 0.001 };

/* ---- Student's t ---- */

/* The continued fraction of the incomplete beta function, by Lentz. */
static double
continue_fraction (double a, double b, double x)
{
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), sum = d;

  for (guint i = 1; i < MOST_TERMS; i++)
    {
      double m = i, even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      double step;

      d = 1 / (1 + even * d);
      c = 1 + even / c;
      sum *= d * c;
      d = 1 / (1 + odd * d);
      c = 1 + odd / c;
      step = d * c;
      sum *= step;
      if (fabs (step - 1) < CLOSE_ENOUGH)
        break;
    }
  return sum;
}

static double
incomplete_beta (double a, double b, double x)
{
  double front;

  if (x <= 0 || x >= 1)
    return x >= 1 ? 1 : 0;
  front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) + a * log (x) + b * log1p (-x));
  return x < (a + 1) / (a + b + 2) ? front * continue_fraction (a, b, x) / a
                                   : 1 - front * continue_fraction (b, a, 1 - x) / b;
}

/** Returns: the probability that Student's t with that many degrees of freedom exceeds @t */
double
lsc_noise_student_tail (double t, double freedom)
{
  double half = incomplete_beta (freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;

  return t > 0 ? half : 1 - half;
}

/* ---- values one after the other ---- */

static double
find_mean (const double *values, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  return sum / (double) MAX (n, 1);
}

/* How alike values behind each other are. Of few it is found too small by 1 / n on average. */
static double
find_memory (const double *values, gsize n, double mean, double sum_of_squares)
{
  double sum = 0;

  for (gsize i = 1; i < n; i++)
    sum += (values[i] - mean) * (values[i - 1] - mean);
  return CLAMP (sum / sum_of_squares + 1 / (double) n, 0, 0.9);
}

/**
 * lsc_noise_find_error:
 * @values: (array length=n): of steps, in their order
 *
 * Steps that are like those before them count as fewer: n (1 - r) / (1 + r), with r the correlation
 * of each with the one before.
 *
 * Returns: the standard error of their mean; 0 of one
 */
double
lsc_noise_find_error (const double *values, gsize n)
{
  double mean = find_mean (values, n), squares = 0, memory;

  for (gsize i = 0; i < n; i++)
    squares += (values[i] - mean) * (values[i] - mean);
  if (n < 2 || squares <= 0)
    return 0;
  memory = find_memory (values, n, mean, squares);
  return sqrt (squares / (double) (n - 1) / MAX ((double) n * (1 - memory) / (1 + memory), 1));
}

/* ---- values beside each other ---- */

typedef struct
{
  double value;
  gsize index;
} Item;

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  LSC_RETURN_ORDER (y->value, x->value);
  return LSC_ORDER (x->index, y->index);
}

static gsize
list_items (const LscNoiseSample *self, Item *items)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    if (isfinite (self->values[i]))
      items[n++] = (Item){ self->values[i], i };
  if (n > 1)
    qsort (items, n, sizeof *items, compare_items);
  return n;
}

/**
 * The values of a sample, falling.
 * @sums, @squares: (array length=n + 1): of the first so many, from the middle one: of what is far
 *   from zero squares would be rounded
 * @alarm: false alarms that are allowed
 */
typedef struct
{
  const LscNoiseSample *sample;
  Item *items;
  gsize n;
  double *sums;
  double *squares;
  double alarm;
} Search;

static void
search_init (Search *self, const LscNoiseSample *sample)
{
  double middle;

  *self = (Search){ sample,
                    g_new (Item, sample->n + 1),
                    0,
                    g_new0 (double, sample->n + 1),
                    g_new0 (double, sample->n + 1),
                    0 };
  self->n = list_items (sample, self->items);
  middle = self->n > 0 ? self->items[self->n / 2].value : 0;
  for (gsize i = 0; i < self->n; i++)
    {
      double away = self->items[i].value - middle;

      self->sums[i + 1] = self->sums[i] + away;
      self->squares[i + 1] = self->squares[i] + away * away;
    }
}

static void
search_clear (Search *self)
{
  g_free (self->items);
  g_free (self->sums);
  g_free (self->squares);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* How likely one of all that are alike is as far from those from @begin to @end, above or below. */
static double
find_chance (const Search *self, gsize begin, gsize end, gsize index)
{
  double n = (double) (end - begin), sum = self->sums[end] - self->sums[begin];
  double squares = MAX (self->squares[end] - self->squares[begin] - sum * sum / n, 0);
  double mean = sum / n + self->items[self->n / 2].value, freedom = PRIOR_FREEDOM + n - 1, t;
  double variance = PRIOR_FREEDOM * self->sample->prior * self->sample->prior + squares;

  variance = variance / freedom * (1 + 1 / n) + self->sample->error * self->sample->error;
  t = fabs (self->items[index].value - mean) / sqrt (variance);
  return t > LEAST_T ? (n + 1) * lsc_noise_student_tail (t, freedom) : 1;
}

/* How many of the lowest stand out likewise, and surely, from what is left without the highest:
 * fast ones would hide a slow one. What is left is more than half of all. */
static gsize
count_low (const Search *self, gsize n_high)
{
  for (gsize n_low = (self->n - 1) / 2; n_low > 0; n_low--)
    if (2 * (n_high + n_low) < self->n &&
        find_chance (self, n_high, self->n - n_low, self->n - n_low) < alarms[LSC_NOISE_SURE])
      return n_low;
  return 0;
}

static gboolean
is_high (const Search *self, gsize n_high)
{
  return n_high < self->n &&
         find_chance (self, n_high, self->n - count_low (self, n_high), n_high - 1) < self->alarm;
}

/* How many stand out: the last of the highest that is beyond the rest, however near each other
 * those above it are. Less than half of all: what most are is usual. */
static gsize
count_high (const Search *self)
{
  gsize most = self->n == 2 ? 1 : self->n > 0 ? (self->n - 1) / 2 : 0, found = 0;

  for (gsize n_high = 1; n_high <= most; n_high++)
    if (is_high (self, n_high))
      found = n_high;
  if (found < most || !is_high (self, most + 1))
    return found;
  /* they are half of all with those that are like them: only who is apart from these is not usual
   */
  while (found > 0 &&
         !(is_high (self, found) && find_chance (self, found, found + 1, found - 1) < self->alarm))
    found--;
  return found;
}

/**
 * lsc_noise_find_high:
 * @levels: (array length=n) (out): of each value whether it is beyond what the others differ by
 *
 * Cost: O(n^2) of the values.
 *
 * Returns: the median of those that are not, nor too low, what the others are to be compared with;
 *   NAN of none
 */
double
lsc_noise_find_high (const LscNoiseSample *sample, LscNoiseLevel *levels)
{
  g_auto (Search) self = { NULL };
  g_autofree double *rest = g_new (double, sample->n + 1);
  gsize n_high = 0, n_rest = 0;

  search_init (&self, sample);
  for (gsize i = 0; i < sample->n; i++)
    levels[i] = LSC_NOISE_WITHIN;
  for (LscNoiseLevel level = LSC_NOISE_LIKELY; level < LSC_NOISE_N_LEVELS; level++)
    {
      gsize n_level;

      self.alarm = alarms[level] / (double) MAX (sample->n_alike, 1);
      n_level = count_high (&self);
      for (gsize i = 0; i < n_level; i++)
        levels[self.items[i].index] = level;
      n_high = MAX (n_high, n_level);
    }
  for (gsize i = n_high; i < self.n - (self.n > 0 ? count_low (&self, n_high) : 0); i++)
    rest[n_rest++] = self.items[i].value;
  return n_rest > 0 ? lsc_median_mean_double (rest, n_rest) : (double) NAN;
}

/* Where the values, falling, go down most: how many are above. */
static gsize
find_largest_gap (const Search *self)
{
  gsize best = 0;
  double most = 0;

  for (gsize i = 1; i < self->n; i++)
    if (self->items[i - 1].value - self->items[i].value > most)
      {
        most = self->items[i - 1].value - self->items[i].value;
        best = i;
      }
  return best;
}

/* Whether the values above and below a gap are two levels: the nearest of either is surely none of
 * the other. */
static gboolean
are_levels (const Search *self, gsize n_high)
{
  gsize n_low = self->n - n_high;
  double step;

  if (n_high < LEAST_OF_LEVEL || n_low < LEAST_OF_LEVEL)
    return FALSE;
  step = self->sums[n_high] / (double) n_high -
         (self->sums[self->n] - self->sums[n_high]) / (double) n_low;
  return step >= LEAST_STEP && find_chance (self, n_high, self->n, n_high - 1) < self->alarm &&
         find_chance (self, 0, n_high, n_high) < self->alarm;
}

/**
 * lsc_noise_find_upper:
 * @sample: logarithms, in which lsc_noise_find_high() found nothing
 * @levels: (array length=n) (out): likely of those of the upper one of two levels, if there are two
 *   and it holds half of the values or more
 *
 * Nobody can tell which level is usual, but the lower one shows what is possible.
 *
 * Returns: the median of the lower level; NAN where there are not two
 */
double
lsc_noise_find_upper (const LscNoiseSample *sample, LscNoiseLevel *levels)
{
  g_auto (Search) self = { NULL };
  g_autofree double *low = g_new (double, sample->n + 1);
  gsize n_high;

  search_init (&self, sample);
  for (gsize i = 0; i < sample->n; i++)
    levels[i] = LSC_NOISE_WITHIN;
  self.alarm = alarms[LSC_NOISE_SURE] / (double) MAX (sample->n_alike, 1);
  n_high = find_largest_gap (&self);
  if (2 * n_high < self.n || !are_levels (&self, n_high))
    return (double) NAN;
  for (gsize i = 0; i < n_high; i++)
    levels[self.items[i].index] = LSC_NOISE_LIKELY;
  for (gsize i = n_high; i < self.n; i++)
    low[i - n_high] = self.items[i].value;
  return lsc_median_mean_double (low, self.n - n_high);
}
