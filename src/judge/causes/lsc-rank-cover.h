/* lsc-rank-cover.h - who would come last if a slow rank were as fast as its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-causes.h"

G_BEGIN_DECLS

/** What a rank computes. @stage: -1 = has none; @compute_ns: a step */
typedef struct
{
  gint64 stage;
  double compute_ns;
} LscRankLoad;

/**
 * LscRankCover: who computes nearly as long as the slow ranks, so that these gain little
 * @rank: index of the one that computes longest of them
 * @stage: all of whose ranks do, -1 = that rank alone
 * @compute_ns: of @rank, a step
 */
typedef struct
{
  gsize rank;
  gint64 stage;
  double compute_ns;
} LscRankCover;

gboolean lsc_rank_cover_find (const LscRankCauses *causes, const LscJobReplay *replay,
                              LscRankCauseKind kind, const LscRankLoad *loads, LscRankCover *cover);

G_END_DECLS
