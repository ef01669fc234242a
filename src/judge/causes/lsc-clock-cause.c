/* lsc-clock-cause.c - ranks that compute longer because their clock is lower than that of others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-clock-cause.h"

#include <math.h>

#include "judge/causes/lsc-clock-effect.h"

/* findings.md#own. */

#define MOST_TRIED 8 /* other ranks whose kernels are compared with those of one */

/**
 * lsc_clock_cause_find_ns:
 * @excess_ns: what a rank computes longer than its peers, per step
 *
 * Returns: what of that its recorded clock explains, NaN = not known
 */
double
lsc_clock_cause_find_ns (const LscRankClocks *clocks, gsize rank, double excess_ns)
{
  const LscRankFigures *own;
  double usual;

  g_return_val_if_fail (clocks, (double) NAN);
  own = &clocks->figures[rank];
  usual = lsc_rank_clocks_find_usual (clocks, rank);
  if (!isfinite (usual) || !isfinite (own->mhz))
    return (double) NAN;
  return CLAMP (own->compute.median * (1 - own->mhz / usual), 0, MAX (excess_ns, 0));
}

/**
 * lsc_clock_cause_name:
 * @is_like: kernels that were launched alike prove it
 *
 * Makes the clock of a rank what it takes longer for.
 */
void
lsc_clock_cause_name (const LscRankClocks *clocks, gsize rank, gboolean is_like,
                      LscRankCause *cause)
{
  g_return_if_fail (clocks && cause);
  cause->kind = LSC_RANK_CAUSE_CLOCK;
  cause->clock_lower = 1 - clocks->figures[rank].mhz / lsc_rank_clocks_find_usual (clocks, rank);
  cause->is_like = is_like;
}

/* Without shapes: whether kernels that were launched alike take longer at the lower clock. */
static LscClockEffect
find_effect (const LscRankClocks *clocks, const LscRankSet *set, gsize rank)
{
  LscClockEffect best = { LSC_CLOCK_EFFECT_UNKNOWN };
  gsize n_tried = 0;

  for (gsize i = 0; i < set->n && n_tried < MOST_TRIED; i++)
    {
      LscClockEffect effect;

      if (i == rank || clocks->chips[i] != clocks->chips[rank] ||
          clocks->excess->levels[i] != LSC_NOISE_WITHIN || !isfinite (clocks->figures[i].mhz))
        continue;
      n_tried++;
      effect = lsc_clock_effect_between (&(LscClockSide){ set->digests[rank], NULL },
                                         &(LscClockSide){ set->digests[i], NULL });
      if (effect.state == LSC_CLOCK_EFFECT_FOUND)
        return effect;
      best = effect.state == LSC_CLOCK_EFFECT_NONE ? effect : best;
    }
  return best;
}

/**
 * lsc_clock_cause_judge:
 * @rank: one without shapes that computes longer than its peers, whose clock is lower
 *
 * Names the clock where that is why. A lower clock of a GPU proves nothing by itself: it differs
 * with what runs there.
 *
 * Cost: that of comparing the kernels of a few ranks.
 */
void
lsc_clock_cause_judge (const LscRankClocks *clocks, const LscRankSet *set, gsize rank,
                       LscRankCause *cause)
{
  LscClockEffect effect;

  g_return_if_fail (clocks && set && cause);
  effect = find_effect (clocks, set, rank);
  if (effect.state == LSC_CLOCK_EFFECT_NONE ||
      (effect.state == LSC_CLOCK_EFFECT_UNKNOWN && set->digests[rank]->is_gpu))
    return;
  lsc_clock_cause_name (clocks, rank, effect.state == LSC_CLOCK_EFFECT_FOUND, cause);
  if (effect.state != LSC_CLOCK_EFFECT_FOUND)
    return;
  cause->more = effect.longer;
  cause->clock_lower = effect.lower;
}
