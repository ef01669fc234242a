/* lsc-overview-private.h - the parts that an overview is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-overview.h"

G_BEGIN_DECLS

/* What a wait for a rank must cost, of the step, before the rank can be called slow; and what the
 * rank must do more than its peers, of the step and of that wait (overview.md#slow). */
#define LSC_SLOW_WAIT_SHARE 0.02
#define LSC_SLOW_EXCESS_SHARE 0.01
#define LSC_SLOW_EXCESS_OF_WAIT 0.25
/* Where nobody waits for it inside an operator: what it must do more, of the step, and how much of
 * that its peers must be idle longer. */
#define LSC_SLOW_UNSEEN_SHARE 0.03
#define LSC_SLOW_UNSEEN_IDLE 0.5

void _lsc_overview_judge (LscOverview *self, const LscRankSet *set);
void _lsc_overview_find_owners (LscOverviewRank *rank, const LscRankSet *set, gsize index,
                                const LscIndexes *peers);
const LscOverviewRank *_lsc_overview_find_longest (const LscOverview *self);
gsize _lsc_overview_count_steps (const LscOverview *self, const LscOverviewRank *rank);
void _lsc_overview_say_steps (LscOverview *self);
void _lsc_overview_say (LscOverview *self);
LscPhrase *_lsc_overview_say_cut (const LscRankSet *set);
GPtrArray *_lsc_overview_say_awaited (const LscOverview *self, const LscRankSet *set);

static inline LscOverviewRank *
_lsc_overview_rank (const LscOverview *self, gsize index)
{
  return &g_array_index (self->ranks, LscOverviewRank, index);
}

G_END_DECLS
