/* lsc-rank-scale.c - colours of ranks by a figure of theirs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-scale.h"

#include "analyze/lsc-table.h"
#include "base/lsc-stats.h"
#include "draw/lsc-palette.h"

#define LOW_SHARE 0.02
#define HIGH_SHARE 0.98
#define LEAST_RANGE 0.1 /* of the least */

/**
 * lsc_rank_scale_new:
 * @values: ns, %LSC_INT_NULL where it is not known
 *
 * Chooses the ends of the scale: a few odd ranks do not take the colour from all others, and what
 * differs by less than a tenth is no strong colour.
 */
LscRankScale
lsc_rank_scale_new (const gint64 *values, gsize n)
{
  g_autofree gint64 *known = g_new (gint64, MAX (n, 1));
  LscRankScale self = { FALSE, 0, 0 };
  gsize n_known = 0;

  for (gsize i = 0; i < n; i++)
    if (values[i] != LSC_INT_NULL)
      known[n_known++] = values[i];
  if (n_known == 0)
    return self;
  lsc_sort_int64s (known, n_known);
  self.is_known = TRUE;
  self.low = lsc_quantile_linear (known, n_known, LOW_SHARE);
  self.high = MAX (lsc_quantile_linear (known, n_known, HIGH_SHARE), self.low * (1 + LEAST_RANGE));
  return self;
}

/**
 * lsc_rank_scale_new_whole:
 * @values: ns, %LSC_INT_NULL where it is not known
 *
 * From the least to the most, so that a rank that stands out does so by its colour; what differs by
 * less than a tenth is no strong colour.
 */
LscRankScale
lsc_rank_scale_new_whole (const gint64 *values, gsize n)
{
  LscRankScale self = { FALSE, G_MAXDOUBLE, 0 };

  for (gsize i = 0; i < n; i++)
    if (values[i] != LSC_INT_NULL)
      {
        self.is_known = TRUE;
        self.low = MIN (self.low, (double) values[i]);
        self.high = MAX (self.high, (double) values[i]);
      }
  if (!self.is_known)
    return (LscRankScale){ FALSE, 0, 0 };
  self.high = MAX (self.high, self.low * (1 + LEAST_RANGE));
  return self;
}

/** lsc_rank_scale_fill: Returns: 0xRRGGBB of a value, from that of the page to a strong one */
guint32
lsc_rank_scale_fill (const LscRankScale *self, double value, gboolean is_dark)
{
  double share;

  g_return_val_if_fail (self, 0);
  share = self->high > self->low ? (value - self->low) / (self->high - self->low) : 0;
  return lsc_color_mix_rgb (is_dark ? 0x33404A : 0xE3EEF6, is_dark ? 0xF0A030 : 0xB84A00,
                            CLAMP (share, 0, 1));
}

/** lsc_rank_scale_is_far: Returns: whether a value lies beyond the scale by all of its length */
gboolean
lsc_rank_scale_is_far (const LscRankScale *self, double value)
{
  g_return_val_if_fail (self, FALSE);
  return self->is_known && value > self->high + (self->high - self->low);
}
