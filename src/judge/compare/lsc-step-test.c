/* lsc-step-test.c - whether two series of steps differ by more than their noise
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "judge/compare/lsc-step-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define MAD_TO_DEVIATION 1.4826
#define LEAST_FLOOR 0.02 /* of the median before */
#define FLOOR_DEVIATIONS 3.0
#define MOST_EXACT_PAIRS 400
#define MOST_DEVIATIONS 3.0 /* of a step from the median; what is further away counts as that */
#define MOST_RHO 0.995
#define MOST_RHO_OF_FEW 0.2 /* by which it is less than 1, divided by the steps of a side */
#define RHO_ERRORS 1.5
#define RHO_ERRORS_OF_FEW 6.5   /* divided by the steps of a side, more */
#define LEAST_RHO_VARIANCE 0.05 /* of n estimates of it: near 1 their spread is skewed */
#define RESAMPLES 2000
#define WIDE 1.96 /* standard errors that hold a difference in 95 of 100 cases */
#define SEED G_GUINT64_CONSTANT (0x5eed5eed5eed5eed)

static gint64
median_of (const gint64 *values, gsize n, gint64 *scratch)
{
  memcpy (scratch, values, n * sizeof *values);
  return lsc_median_mean_int64 (scratch, n);
}

static gint64
deviation_of (const gint64 *values, gsize n, gint64 median, gint64 *scratch)
{
  for (gsize i = 0; i < n; i++)
    scratch[i] = values[i] > median ? values[i] - median : median - values[i];
  return (gint64) llround ((double) lsc_median_mean_int64 (scratch, n) * MAD_TO_DEVIATION);
}

/* ---- steps that resemble the one before ---- */

/** Of a side: sums of squares of the deviations from their mean, and of each with the next one. */
typedef struct
{
  double squares;
  double products;
} Moments;

/* A few steps that lag far behind say nothing of how the others follow each other. */
static Moments
find_moments (const gint64 *values, gsize n, gint64 median, gint64 mad)
{
  g_autofree double *off = g_new (double, n);
  double most = mad > 0 ? MOST_DEVIATIONS * (double) mad : G_MAXDOUBLE, mean = 0;
  Moments moments = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      off[i] = CLAMP ((double) (values[i] - median), -most, most);
      mean += off[i] / (double) n;
    }
  for (gsize i = 0; i < n; i++)
    {
      moments.squares += (off[i] - mean) * (off[i] - mean);
      if (i + 1 < n)
        moments.products += (off[i] - mean) * (off[i + 1] - mean);
    }
  return moments;
}

/* The autocorrelation of both sides, made larger by what short series hide (Kendall's bias of first
 * order), and by one and a half standard errors, as too small a one would make noise a change. Five
 * steps hardly tell the standard error either, so that there are nearly three of them; nor do they
 * tell 0.96 from 1, at which no difference whatever would be a change. */
static double
find_rho (const LscStepTest *self, const Moments moments[2])
{
  double n = (double) (self->n[0] + self->n[1]) / 2;
  double squares = moments[0].squares + moments[1].squares, rho;

  if (squares <= 0)
    return 0;
  rho = (moments[0].products + moments[1].products) / squares;
  rho = MIN (rho + (1 + 4 * MAX (rho, 0)) / n, 1);
  rho += (RHO_ERRORS + RHO_ERRORS_OF_FEW / n) *
         sqrt (MAX (1 - rho * rho, LEAST_RHO_VARIANCE) / (2 * n));
  return CLAMP (rho, 0, MIN (MOST_RHO, 1 - MOST_RHO_OF_FEW / n));
}

/* How many times larger the variance of a mean of @n such steps is than that of @n independent
 * ones. */
static double
find_inflation (double rho, gsize n)
{
  double sum = 1, power = 1;

  for (gsize k = 1; k < n; k++)
    {
      power *= rho;
      sum += 2 * (1 - (double) k / (double) n) * power;
    }
  return sum;
}

/* Of a side's mean. Steps that resemble each other spread less than they would in a longer run, so
 * their own spread is made larger, too. */
static double
find_variance (const Moments *moments, gsize n, double rho)
{
  double share = find_inflation (rho, n) / (double) n;

  return moments->squares / (double) n * share / MAX (1 - share, 1e-6);
}

/* The standard error of the difference (compare.md#test). */
static void
set_error (LscStepTest *self, const gint64 *values[2])
{
  Moments moments[2];
  double variance = 0;

  for (guint i = 0; i < 2; i++)
    moments[i] = find_moments (values[i], self->n[i], self->median_ns[i], self->mad_ns[i]);
  self->rho = find_rho (self, moments);
  for (guint i = 0; i < 2; i++)
    variance += find_variance (&moments[i], self->n[i], self->rho);
  self->error_ns = sqrt (variance);
}

/* ---- the test of Mann and Whitney ---- */

typedef struct
{
  gint64 value;
  gboolean is_after;
} Ranked;

static int
compare_ranked (const void *a, const void *b)
{
  return LSC_ORDER (((const Ranked *) a)->value, ((const Ranked *) b)->value);
}

/**
 * Sum: how often a step after is longer than one before
 * @u: such pairs, and half of those that are equal
 * @ties: sum of t³ - t over groups of t equal values
 */
typedef struct
{
  double u;
  double ties;
} Sum;

static Sum
sum_ranks (Ranked *items, gsize n, gsize n_after)
{
  Sum sum = { 0 };
  double ranks = 0;

  qsort (items, n, sizeof *items, compare_ranked);
  for (gsize i = 0, end; i < n; i = end)
    {
      double t;

      for (end = i + 1; end < n && items[end].value == items[i].value;)
        end++;
      t = (double) (end - i);
      sum.ties += t * t * t - t;
      for (gsize k = i; k < end; k++)
        ranks += items[k].is_after ? ((double) (i + end) + 1) / 2 : 0;
    }
  sum.u = ranks - (double) n_after * ((double) n_after + 1) / 2;
  return sum;
}

/**
 * lsc_pair_orders_init:
 * @self: (out caller-allocates)
 *
 * Counts, for each k, the orders of n and m values in which U is k: the largest value is one of
 * the m, then the orders of n and m - 1 are in place already, or one of the n, which beats all m.
 *
 * Cost: O((n m)²), nothing where that is too much.
 */
void
lsc_pair_orders_init (LscPairOrders *self, gsize n_before, gsize n_after)
{
  gsize n = n_before, m = n_after, width = n * m + 1;
  g_autofree double *counts = NULL;
  double sum = 0;

  *self = (LscPairOrders){ .n = { n, m } };
  if (n > MOST_EXACT_PAIRS || m > MOST_EXACT_PAIRS || n * m > MOST_EXACT_PAIRS)
    return;
  counts = g_new0 (double, (n + 1) * width);
  for (gsize i = 0; i <= n; i++)
    counts[i * width] = 1; /* of i and none there is one order */
  for (gsize j = 1; j <= m; j++)
    for (gsize i = 1; i <= n; i++)
      for (gsize k = j; k <= i * j; k++)
        counts[i * width + k] += counts[(i - 1) * width + k - j];
  self->below = g_new (double, width);
  for (gsize k = 0; k < width; k++)
    self->below[k] = sum += counts[n * width + k];
  for (gsize k = 0; k < width; k++)
    self->below[k] /= sum;
}

void
lsc_pair_orders_clear (LscPairOrders *self)
{
  g_clear_pointer (&self->below, g_free);
}

static double
find_normal_p (gsize n, gsize m, const Sum *sum)
{
  double total = (double) (n + m), pairs = (double) n * (double) m;
  double variance = pairs / 12 * (total + 1 - sum->ties / (total * (total - 1)));
  double distance = fabs (sum->u - pairs / 2) - 0.5;

  return variance <= 0 || distance <= 0 ? 1.0 : erfc (distance / sqrt (variance) / M_SQRT2);
}

/**
 * lsc_pair_orders_find_p:
 * @before, @after: as many values as @self was made for, one or more of each
 *
 * The two-sided test of Mann and Whitney (compare.md#test): exact where there are few pairs and no
 * equal values, else by the normal distribution, corrected for ties and continuity.
 *
 * Returns: how likely values that lie so far apart are where nothing changed; 0 to 1
 */
double
lsc_pair_orders_find_p (const LscPairOrders *self, const gint64 *before, const gint64 *after)
{
  gsize n = self->n[0], m = self->n[1];
  g_autofree Ranked *items = g_new (Ranked, n + m);
  double pairs = (double) n * (double) m;
  Sum sum;

  for (gsize i = 0; i < n + m; i++)
    items[i] = i < n ? (Ranked){ before[i], FALSE } : (Ranked){ after[i - n], TRUE };
  sum = sum_ranks (items, n + m, m);
  if (!self->below || sum.ties > 0)
    return find_normal_p (n, m, &sum);
  return MIN (1.0, 2 * self->below[(gsize) llround (MIN (sum.u, pairs - sum.u))]);
}

/* ---- the interval ---- */

static guint64
next_random (guint64 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

static gint64
resample_median (const gint64 *values, gsize n, guint64 *state, gint64 *scratch)
{
  for (gsize i = 0; i < n; i++)
    scratch[i] = values[next_random (state) % n];
  return lsc_median_mean_int64 (scratch, n);
}

/**
 * lsc_step_test_find_interval:
 *
 * Fills in the percentiles 2.5 and 97.5 of the difference of the medians of 2,000 resamples, the
 * same for the same steps; no narrower than what steps that resemble each other allow.
 */
void
lsc_step_test_find_interval (LscStepTest *self, const gint64 *before, const gint64 *after)
{
  g_autofree gint64 *differences = g_new (gint64, RESAMPLES);
  g_autofree gint64 *scratch = g_new (gint64, MAX (self->n[0], self->n[1]));
  gint64 delta_ns = self->median_ns[1] - self->median_ns[0];
  gint64 wide_ns = (gint64) llround (WIDE * self->error_ns);
  guint64 state = SEED;

  for (gsize i = 0; i < RESAMPLES; i++)
    {
      gint64 b = resample_median (before, self->n[0], &state, scratch);

      differences[i] = resample_median (after, self->n[1], &state, scratch) - b;
    }
  lsc_sort_int64s (differences, RESAMPLES);
  self->low_ns = MIN (differences[RESAMPLES / 40], delta_ns - wide_ns);
  self->high_ns = MAX (differences[RESAMPLES - 1 - RESAMPLES / 40], delta_ns + wide_ns);
}

static gboolean
is_apart (const gint64 *before, gsize n_before, const gint64 *after, gsize n_after)
{
  gint64 least[2] = { G_MAXINT64, G_MAXINT64 }, most[2] = { G_MININT64, G_MININT64 };

  for (gsize i = 0; i < n_before; i++)
    {
      least[0] = MIN (least[0], before[i]);
      most[0] = MAX (most[0], before[i]);
    }
  for (gsize i = 0; i < n_after; i++)
    {
      least[1] = MIN (least[1], after[i]);
      most[1] = MAX (most[1], after[i]);
    }
  return least[0] > most[1] || least[1] > most[0];
}

/* Steps that are all of one length differ by whatever their medians do. */
static double
find_error_p (const LscStepTest *self)
{
  double delta = fabs ((double) (self->median_ns[1] - self->median_ns[0]));

  if (self->error_ns <= 0)
    return delta > 0 ? 0 : 1;
  return erfc (delta / self->error_ns / M_SQRT2);
}

/**
 * lsc_step_test_new:
 * @before, @after: lengths of steps, or of a part of them; as many as @orders was made for, one or
 *   more of each
 *
 * Cost: O(n log n).
 *
 * Returns: medians, spread, noise floor and test (compare.md#test), without the interval
 */
LscStepTest
lsc_step_test_new (const LscPairOrders *orders, const gint64 *before, const gint64 *after)
{
  const gint64 *values[2] = { before, after };
  g_autofree gint64 *scratch = g_new (gint64, MAX (orders->n[0], orders->n[1]));
  LscStepTest self = {
    .n = { orders->n[0], orders->n[1] }, .p = NAN, .order_p = NAN, .error_p = NAN
  };
  gsize least = MIN (self.n[0], self.n[1]);

  for (guint i = 0; i < 2; i++)
    {
      self.median_ns[i] = median_of (values[i], self.n[i], scratch);
      self.mad_ns[i] = deviation_of (values[i], self.n[i], self.median_ns[i], scratch);
    }
  self.error_ns = (double) MAX (self.mad_ns[0], self.mad_ns[1]) / sqrt ((double) least);
  if (least >= LSC_STEP_TEST_LEAST)
    set_error (&self, values);
  self.floor_ns = (gint64) llround (
      MAX (LEAST_FLOOR * (double) self.median_ns[0], FLOOR_DEVIATIONS * self.error_ns));
  self.is_apart = is_apart (before, self.n[0], after, self.n[1]);
  if (least < LSC_STEP_TEST_LEAST)
    return self;
  self.order_p = lsc_pair_orders_find_p (orders, before, after);
  self.error_p = find_error_p (&self);
  self.p = MAX (self.order_p, self.error_p);
  return self;
}

/** Returns: whether the medians differ by more than the noise floor */
gboolean
lsc_step_test_is_beyond_floor (const LscStepTest *self)
{
  return ABS (self->median_ns[1] - self->median_ns[0]) > self->floor_ns;
}

/* ---- many tests ---- */

static int
compare_p (const void *a, const void *b, gpointer data)
{
  const double *p = data;

  return LSC_ORDER (p[*(const guint32 *) a], p[*(const guint32 *) b]);
}

/**
 * lsc_step_test_adjust:
 * @p: (array length=n): of tests that are shown together; NAN are left as they are
 *
 * Makes them larger, as Holm did, so that all of them together err as seldom as one.
 */
void
lsc_step_test_adjust (double *p, gsize n)
{
  g_autofree guint32 *order = g_new (guint32, n + 1);
  gsize known = 0;
  double least = 0;

  for (gsize i = 0; i < n; i++)
    if (!isnan (p[i]))
      order[known++] = (guint32) i;
  if (known == 0)
    return;
  g_qsort_with_data (order, (int) known, sizeof *order, compare_p, p);
  for (gsize i = 0; i < known; i++)
    {
      least = MAX (least, MIN (1.0, p[order[i]] * (double) (known - i)));
      p[order[i]] = least;
    }
}
