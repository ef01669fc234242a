/* lsc-verdict-others.c - the median of all places but one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-verdict-others.h"

#include "base/lsc-sort.h"

#include <stdlib.h>

typedef struct
{
  double value;
  gsize place;
} Placed;

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *x = a, *y = b;

  LSC_RETURN_ORDER (x->value, y->value);
  return LSC_ORDER (x->place, y->place);
}

/**
 * lsc_verdict_others_init:
 * @self: (out caller-allocates): to be freed with lsc_verdict_others_clear()
 * @values: (array length=n_places): by place, without NaN
 * @none: the value of a place that has none
 *
 * Cost: O(n log n).
 */
void
lsc_verdict_others_init (LscVerdictOthers *self, const double *values, gsize n_places, double none)
{
  g_autofree Placed *placed = g_new (Placed, n_places + 1);

  g_return_if_fail (self && values);
  *self = (LscVerdictOthers){ .n_places = n_places, .at = g_new (gsize, n_places + 1) };
  for (gsize i = 0; i < n_places; i++)
    {
      self->at[i] = G_MAXSIZE;
      if (values[i] > none || values[i] < none)
        placed[self->n++] = (Placed){ values[i], i };
    }
  if (self->n > 1)
    qsort (placed, self->n, sizeof *placed, compare_placed);
  self->values = g_new (double, self->n + 1);
  for (gsize i = 0; i < self->n; i++)
    {
      self->values[i] = placed[i].value;
      self->at[placed[i].place] = i;
    }
}

void
lsc_verdict_others_clear (LscVerdictOthers *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->at, g_free);
  self->n = self->n_places = 0;
}

static gsize
own_index (const LscVerdictOthers *self, gsize place)
{
  return place < self->n_places ? self->at[place] : G_MAXSIZE;
}

/** Returns: how many places but @place have a value */
gsize
lsc_verdict_others_count (const LscVerdictOthers *self, gsize place)
{
  g_return_val_if_fail (self, 0);
  return self->n - (own_index (self, place) != G_MAXSIZE);
}

/**
 * lsc_verdict_others_median:
 * @none: what it is without any other value
 *
 * Cost: O(1).
 *
 * Returns: the median of the values of all places but @place, of an even number the mean of the two
 *   in the middle
 */
double
lsc_verdict_others_median (const LscVerdictOthers *self, gsize place, double none)
{
  gsize own, n, low, high;

  g_return_val_if_fail (self, none);
  own = own_index (self, place);
  n = lsc_verdict_others_count (self, place);
  if (n == 0)
    return none;
  low = (n - 1) / 2;
  high = n / 2;
  low += low >= own;
  high += high >= own;
  return low == high ? self->values[low] : (self->values[low] + self->values[high]) / 2;
}
