/* lsc-rank-changes.h - what is not there without what a rank has too much of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-causes.h"
#include "judge/causes/lsc-work-places.h"

G_BEGIN_DECLS

void lsc_rank_changes_list (const LscRankCause *cause, gsize rank, const LscRankFigures *figures,
                            LscWorkPlaces *places, const LscIndexes *peers, GArray *changes);

G_END_DECLS
