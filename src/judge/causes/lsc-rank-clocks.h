/* lsc-rank-clocks.h - what devices of the same chip are usually clocked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-excess.h"

G_BEGIN_DECLS

/**
 * LscRankClocks: of ranks whose clock is known and that do not exceed their peers; borrows these
 * @chips: (array): by rank a number of its chip
 * @mhz: (array) (element-type GArray): by chip, ascending
 */
typedef struct
{
  const LscRankFigures *figures;
  const LscRankExcess *excess;
  guint32 *chips;
  GPtrArray *mhz;
} LscRankClocks;

void lsc_rank_clocks_init (LscRankClocks *self, const LscRankPeers *peers,
                           const LscRankExcess *excess);
void lsc_rank_clocks_clear (LscRankClocks *self);
double lsc_rank_clocks_find_usual (const LscRankClocks *self, gsize rank);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscRankClocks, lsc_rank_clocks_clear)

G_END_DECLS
