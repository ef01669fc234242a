/* lsc-overview-cover.h - why mending a slow rank gains little, in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-cover.h"
#include "judge/overview/lsc-overview.h"

G_BEGIN_DECLS

/** Returns: what a rank computes in a step, as sentences about it say */
static inline LscRankLoad
lsc_overview_rank_get_load (const LscOverviewRank *rank)
{
  return (LscRankLoad){ rank->has_stage ? rank->stage : -1,
                        (double) rank->work_ns[LSC_WORK_COMPUTE] };
}

LscPhrase *lsc_overview_say_cover (const LscRankCover *cover, const LscOverviewRank *rank);
LscPhrase *lsc_overview_say_slack (const LscOverviewRank *rank, double rest_ns);

G_END_DECLS
