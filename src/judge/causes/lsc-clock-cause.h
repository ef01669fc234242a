/* lsc-clock-cause.h - ranks that compute longer because their clock is lower than that of others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-causes.h"
#include "judge/causes/lsc-rank-clocks.h"

G_BEGIN_DECLS

double lsc_clock_cause_find_ns (const LscRankClocks *clocks, gsize rank, double excess_ns);
void lsc_clock_cause_name (const LscRankClocks *clocks, gsize rank, gboolean is_like,
                           LscRankCause *cause);
void lsc_clock_cause_judge (const LscRankClocks *clocks, const LscRankSet *set, gsize rank,
                            LscRankCause *cause);

G_END_DECLS
