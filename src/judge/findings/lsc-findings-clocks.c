/* lsc-findings-clocks.c - what ranks lose because the clock of their devices is lower than at best
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings-private.h"

/* findings.md#frequency. */

/* The frequency at which the devices compute when nothing holds them back. */
static double
find_usual_mhz (const LscJudge *self)
{
  double most = -1;

  for (gsize i = 0; i < self->n; i++)
    most = MAX (most, self->ranks[i].digest->usual_mhz);
  return most;
}

/* Compute less what it had taken at the usual frequency, a step. */
static double
find_told_ns (const LscRankDigest *digest, double usual_mhz)
{
  double lost_ns = 0;

  for (gsize k = 0; k < digest->counted.n; k++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, k);
      double compute_ns = (double) step->ns[LSC_BUDGET_COMPUTE];

      if (step->cycles_mhz_ns > 0)
        lost_ns += MAX (0, compute_ns - step->cycles_mhz_ns / usual_mhz);
    }
  return lost_ns / (double) MAX (digest->counted.n, 1);
}

/* The clocks of GPUs differ with what they run: there a lower one costs what kernels show. */
static double
find_lost_ns (const LscJudgedRank *rank, double usual_mhz)
{
  double lost_ns = 0;

  switch (rank->clock.state)
    {
    case LSC_CLOCK_EFFECT_FOUND:
      for (gsize k = 0; k < rank->digest->counted.n; k++)
        lost_ns += rank->clock_lost_ns[rank->digest->counted.items[k]];
      return lost_ns / (double) MAX (rank->digest->counted.n, 1);
    case LSC_CLOCK_EFFECT_UNKNOWN:
      return rank->digest->is_gpu ? 0 : find_told_ns (rank->digest, usual_mhz);
    case LSC_CLOCK_EFFECT_NONE:
    default:
      return 0;
    }
}

/** Fills in what ranks lose to low clocks. @self: with the digests of its ranks */
void
_lsc_judge_frequency (LscJudge *self)
{
  double usual_mhz = find_usual_mhz (self);

  for (gsize i = 0; usual_mhz > 0 && i < self->n; i++)
    {
      LscJudgedRank *rank = &self->ranks[i];

      rank->clock_lost_ns = g_new0 (double, rank->digest->steps.n + 1);
      rank->clock = lsc_clock_effect_within (rank->digest, rank->clock_lost_ns);
      rank->ns[LSC_LOSS_FREQUENCY] = find_lost_ns (rank, usual_mhz);
    }
}
