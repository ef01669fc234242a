/* lsc-rank-excess.h - which ranks exceed their peers, beyond what these differ by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-noise.h"
#include "judge/causes/lsc-rank-figures.h"

G_BEGIN_DECLS

/**
 * LscRankPeers: borrowed
 * @stages, @figures: (array): of each rank of @set; ranks of one role have the stage in common
 * @step_ns: of the job
 */
typedef struct
{
  const LscRankSet *set;
  const gint64 *stages;
  const LscRankFigures *figures;
  double step_ns;
} LscRankPeers;

/**
 * LscRankExcess: (findings.md#own) by a figure
 * @levels: (array): of each rank how sure it is that it exceeds its peers
 * @usual: (array): of each rank the figure of its peers, NAN = not known
 * @are_upper: (array): of each rank whether it is on the upper one of two levels, of which it is
 * not known which one is usual; @usual is the lower one then
 */
typedef struct
{
  LscNoiseLevel *levels;
  double *usual;
  gboolean *are_upper;
} LscRankExcess;

void lsc_rank_excess_init_longer (LscRankExcess *out, const LscRankPeers *self);
void lsc_rank_excess_init_work (LscRankExcess *out, const LscRankPeers *self);
void lsc_rank_excess_init_host (LscRankExcess *out, const LscRankPeers *self);
void lsc_rank_excess_clear (LscRankExcess *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscRankExcess, lsc_rank_excess_clear)

G_END_DECLS
