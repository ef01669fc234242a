/* lsc-overview-rows.h - the ranks of an overview as they are drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-overview.h"
#include "draw/overview/lsc-rank-rows.h"

G_BEGIN_DECLS

/** In what order ranks stand; the choice of the toolbar has the same one. */
typedef enum
{
  LSC_OVERVIEW_BY_STAGE,
  LSC_OVERVIEW_BY_RANK,
  LSC_OVERVIEW_BY_LENGTH,
  LSC_OVERVIEW_BY_CAUSED,
} LscOverviewOrder;

/**
 * LscOverviewChoice: what of the ranks is drawn
 * @step: (nullable): number of the step that is shown; %NULL: the median
 * @ranks: (nullable) (element-type gint64): numbers of those that are shown; empty = all
 */
typedef struct
{
  LscOverviewOrder order;
  const gint64 *step;
  const GArray *ranks;
} LscOverviewChoice;

gboolean lsc_overview_choice_has (const LscOverviewChoice *choice, gint64 rank);
LscRankRows *lsc_overview_rows_new (const LscOverview *overview, const LscOverviewChoice *choice);

G_END_DECLS
