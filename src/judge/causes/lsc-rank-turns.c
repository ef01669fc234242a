/* lsc-rank-turns.c - whether a rank's host is late by itself, or ranks are late in turns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#turns. Where all hosts stop now and then, one of them does in most of the few steps
 * that were recorded: that is chance, and no matter of this rank. Worked example: 8 ranks, 5 steps;
 * rank 3 stops in three of them, its seven peers in 6 of their 35. That 3 of 5 or more are hit
 * where each is by 6 / 35 has a chance of 3.9 %, and for one of eight ranks eight times that.
 */
#include "config.h"

#include "judge/causes/lsc-rank-turns.h"

#include <math.h>

#include "base/lsc-stats.h"

#define MOST_CHANCE 0.05 /* that the stops of all fall on one of them so often */

static double
get_excess_ns (const LscRankPeers *self, const LscRankExcess *excess, gsize rank)
{
  return self->figures[rank].host.median - excess->usual[rank] * self->step_ns;
}

/* Whether what a rank is late beyond its peers shows in most of its steps. */
static gboolean
is_steady (const LscRankPeers *self, const LscRankExcess *excess, gsize rank)
{
  const LscRankFigures *own = &self->figures[rank];

  return lsc_rank_figures_is_steady (own->host_ns, own->n_steps,
                                     excess->usual[rank] * self->step_ns,
                                     get_excess_ns (self, excess, rank));
}

/* In how many steps a rank is late by that much. */
static gsize
count_hits (const LscRankPeers *self, const LscRankExcess *excess, gsize rank, double ns)
{
  const LscRankFigures *own = &self->figures[rank];
  gsize n = 0;

  for (gsize i = 0; i < own->n_steps; i++)
    n += own->host_ns[i] - excess->usual[rank] * self->step_ns >= ns;
  return n;
}

/* A peer that is late in most steps itself is no measure of how often others are. */
static gboolean
is_measure (const LscRankPeers *self, const LscRankExcess *excess, gsize rank, gsize other)
{
  return other != rank && self->stages[other] == self->stages[rank] &&
         isfinite (excess->usual[other]) &&
         !(excess->levels[other] != LSC_NOISE_WITHIN && is_steady (self, excess, other));
}

/**
 * lsc_rank_turns_is_own:
 * @excess: by what hosts are late, of all ranks; known of @rank
 *
 * Returns: whether the host of @rank is late in most of its steps, and its peers so much more
 * seldom that it is not merely its turn
 */
gboolean
lsc_rank_turns_is_own (const LscRankPeers *self, const LscRankExcess *excess, gsize rank)
{
  double half_ns = get_excess_ns (self, excess, rank) / 2;
  gsize n_hits = 0, n_known = 0, n_ranks = 1;

  if (excess->levels[rank] == LSC_NOISE_WITHIN || !is_steady (self, excess, rank))
    return FALSE;
  for (gsize i = 0; i < self->set->n; i++)
    if (is_measure (self, excess, rank, i))
      {
        n_ranks++;
        n_known += self->figures[i].n_steps;
        n_hits += count_hits (self, excess, i, half_ns);
      }
  return n_known == 0 ||
         (double) n_ranks * lsc_binomial_at_least (count_hits (self, excess, rank, half_ns),
                                                   self->figures[rank].n_steps,
                                                   (double) n_hits / (double) n_known) <=
             MOST_CHANCE;
}
