/* lsc-clock-common.c - two clocks by the ends of common collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"

#include "base/lsc-stats.h"

/* A collective ends on all its ranks at about the same time, however late a rank comes to it
 * (times.md#clock-collectives). */

/** How far collectives are believed. */
typedef struct
{
  gsize least;           /* so many there must be */
  gint64 most_spread_ns; /* p90 - p10 */
  gint64 (*median) (gint64 *values, gsize n);
} Rule;

static const Rule rules[] = {
  /* A name with group and index in it is no chance match. */
  [LSC_CLOCK_BY_NAME] = { .least = 1,
                          .most_spread_ns = G_MAXINT64,
                          .median = lsc_median_upper_int64 },
  /* One that is missing on a side shifts all that follow: that shows in how they spread. */
  [LSC_CLOCK_BY_COUNT] = { .least = 3, .most_spread_ns = 1000000, .median = lsc_median_mean_int64 },
};

/**
 * _lsc_clock_edge_measure_common:
 * @ends: of collectives: when on the clock of b, how much later than on that of a
 *
 * Sets theta. How unequal the ends are is seen from how they differ; twice that is the uncertainty.
 *
 * Returns: why they are not believed; then number and percentiles are set, and the source is
 *   %LSC_CLOCK_UNKNOWN
 */
LscClockRefusal
_lsc_clock_edge_measure_common (LscClockEdge *self, const LscClockPoints *ends,
                                LscClockMatching matching)
{
  const Rule *rule = &rules[matching];
  LscInt64s diffs = { NULL, 0, 0 };
  gsize n = ends->n;

  self->source = LSC_CLOCK_UNKNOWN;
  self->n_messages = n;
  if (n == 0)
    return LSC_CLOCK_TOO_FEW;
  lsc_int64s_reserve (&diffs, n);
  for (gsize i = 0; i < n; i++)
    lsc_int64s_append (&diffs, ends->items[i].diff_ns);
  self->theta_ns = rule->median (diffs.items, n); /* which sorts them */
  self->p10_ns = diffs.items[lsc_nearest_rank (n, 10)];
  self->p90_ns = diffs.items[lsc_nearest_rank (n, 90)];
  self->uncertainty_ns =
      n > 1 ? 2 * MAX (diffs.items[n - 1] - self->theta_ns, self->theta_ns - diffs.items[0]) + 1
            : -1;
  lsc_int64s_clear (&diffs);
  self->drift = 0;
  self->at_ns = ends->items[n - 1].time_ns;
  self->delta_ns = -1;
  if (n < rule->least)
    return LSC_CLOCK_TOO_FEW;
  if (self->p90_ns - self->p10_ns > rule->most_spread_ns)
    return LSC_CLOCK_DISAGREE;
  self->source = LSC_CLOCK_COLLECTIVES;
  return LSC_CLOCK_NOT_REFUSED;
}
