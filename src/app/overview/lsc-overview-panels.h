/* lsc-overview-panels.h - the tabs below the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/** Tabs in order. */
typedef enum
{
  LSC_OVERVIEW_TAB_RANKS,
  LSC_OVERVIEW_TAB_WAITING,
  LSC_OVERVIEW_TAB_STEPS,
  LSC_OVERVIEW_TAB_COMPUTING,
  LSC_OVERVIEW_TAB_STRAGGLERS,
  LSC_OVERVIEW_N_TABS,
} LscOverviewTab;

extern const LscAppPagePanel lsc_overview_panels[];

#define LSC_TYPE_OVERVIEW_RANKS (lsc_overview_ranks_get_type ())
#define LSC_TYPE_OVERVIEW_WAITING (lsc_overview_waiting_get_type ())
#define LSC_TYPE_OVERVIEW_STEPS (lsc_overview_steps_get_type ())
#define LSC_TYPE_OVERVIEW_COMPUTING (lsc_overview_computing_get_type ())
G_DECLARE_FINAL_TYPE (LscOverviewRanks, lsc_overview_ranks, LSC, OVERVIEW_RANKS, LscPanel)
G_DECLARE_FINAL_TYPE (LscOverviewWaiting, lsc_overview_waiting, LSC, OVERVIEW_WAITING, LscPanel)
G_DECLARE_FINAL_TYPE (LscOverviewSteps, lsc_overview_steps, LSC, OVERVIEW_STEPS, LscPanel)
G_DECLARE_FINAL_TYPE (LscOverviewComputing, lsc_overview_computing, LSC, OVERVIEW_COMPUTING,
                      LscPanel)

G_END_DECLS
