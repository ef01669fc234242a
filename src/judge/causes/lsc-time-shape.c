/* lsc-time-shape.c - when something happens: in all steps, in one, every few
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-time-shape.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "judge/causes/lsc-trend.h"

/* findings.md#when. */

#define PART_OF_WORST 0.5 /* a step is hit that loses that much of what the worst one loses */
#define ALWAYS 0.6        /* of the steps */
#define MOST_REST 0.25    /* of what a step loses that is hit: the others, on the mean, less */
#define LEAST_REPEATS 3   /* two are as far apart as they are, whatever it is */

const LscWord lsc_when_words[LSC_WHEN_N] = {
  [LSC_WHEN_ALWAYS] = { "always", N_ ("always") },
  [LSC_WHEN_GROWING] = { "growing", N_ ("growing") },
  [LSC_WHEN_PERIODIC] = { "periodic", N_ ("periodically") },
  [LSC_WHEN_SOME] = { "some", N_ ("in some steps") },
  [LSC_WHEN_ONE] = { "one", N_ ("in one step") },
};

/* How far steps that are hit lie from each other, if all do alike and none before the first or
 * behind the last is missing; else 0. */
static gsize
find_period (const LscIndexes *steps, gsize n)
{
  gsize period;

  if (steps->n < LEAST_REPEATS)
    return 0;
  period = steps->items[1] - steps->items[0];
  for (gsize i = 2; i < steps->n; i++)
    if (steps->items[i] - steps->items[i - 1] != period)
      return 0;
  return period > 1 && steps->items[0] < period && steps->items[steps->n - 1] + period >= n ? period
                                                                                            : 0;
}

/* Whether steps that are not hit lose a good part of what the others do: it is always there, now
 * more and now less. */
static gboolean
is_everywhere (const LscTimeShape *self, const double *ns, gsize n)
{
  double hit_ns = 0, all_ns = 0;
  double n_hit = (double) self->steps.n, n_rest = (double) (self->n_steps - self->steps.n);

  for (gsize i = 0; i < n; i++)
    all_ns += ns[i] > 0 ? ns[i] : 0;
  for (gsize i = 0; i < self->steps.n; i++)
    hit_ns += ns[self->steps.items[i]];
  return n_hit >= ALWAYS * (n_hit + n_rest) ||
         (all_ns - hit_ns) * n_hit > MOST_REST * hit_ns * n_rest;
}

/* Whether what is lost grows over the steps of which it is known. */
static gboolean
is_growing (const double *ns, gsize n)
{
  g_autofree double *known = g_new (double, n + 1);
  gsize n_known = 0;

  for (gsize i = 0; i < n; i++)
    if (!isnan (ns[i]))
      known[n_known++] = ns[i];
  return lsc_trend_is_growing (known, n_known);
}

/**
 * lsc_time_shape_init:
 * @self: (out caller-allocates): to be cleared
 * @ns: (array length=n): what each step loses, 0 or more; NAN where that is not known
 *
 * Formula: findings.md#when.
 *
 * Example: of 8 steps the 2nd, 5th and 8th lose 60 ms each, the others nothing: every third step.
 * 1, 2, 3, 4, 5 and 7 ms: growing.
 */
void
lsc_time_shape_init (LscTimeShape *self, const double *ns, gsize n)
{
  double most_ns = 0;

  *self = (LscTimeShape){ .when = LSC_WHEN_ALWAYS };
  for (gsize i = 0; i < n; i++)
    most_ns = ns[i] > most_ns ? ns[i] : most_ns;
  for (gsize i = 0; i < n; i++)
    {
      self->n_steps += ns[i] >= 0;
      if (ns[i] > 0 && ns[i] >= PART_OF_WORST * most_ns)
        lsc_indexes_append (&self->steps, (guint32) i);
    }
  if (is_growing (ns, n))
    self->when = LSC_WHEN_GROWING;
  if (self->when == LSC_WHEN_GROWING || is_everywhere (self, ns, n))
    {
      lsc_indexes_clear (&self->steps);
      return;
    }
  self->period = find_period (&self->steps, n);
  self->when = self->steps.n == 1 ? LSC_WHEN_ONE
               : self->period > 0 ? LSC_WHEN_PERIODIC
                                  : LSC_WHEN_SOME;
}

void
lsc_time_shape_clear (LscTimeShape *self)
{
  lsc_indexes_clear (&self->steps);
}
