/* lsc-overview-rows.h - the ranks of an overview as they are drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/overview/lsc-overview.h"
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

LscRankRows *lsc_overview_rows_new (const LscOverview *overview, LscOverviewOrder order,
                                    const gint64 *step);

G_END_DECLS
