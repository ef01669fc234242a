/* lsc-overview-panels.c - the tabs below the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-panels.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-straggler-panel.h"

const LscAppPagePanel lsc_overview_panels[] = {
  [LSC_OVERVIEW_TAB_RANKS] = { lsc_overview_ranks_get_type, N_ ("Ranks"),
                               N_ ("Every rank with its figures; a click on a head sorts by it.") },
  [LSC_OVERVIEW_TAB_WAITING] = { lsc_overview_waiting_get_type, N_ ("Waiting"),
                                 N_ ("Which rank waits for which, in collectives and messages.") },
  [LSC_OVERVIEW_TAB_STEPS] = { lsc_overview_steps_get_type, N_ ("Steps over Time"),
                               N_ ("How long each step took.") },
  [LSC_OVERVIEW_TAB_COMPUTING] = { lsc_overview_computing_get_type, N_ ("Computing"),
                                   N_ ("Which modules or kernels compute most.") },
  [LSC_OVERVIEW_TAB_STRAGGLERS] = { lsc_straggler_panel_get_type, N_ ("Stragglers"),
                                    N_ ("What slow ops cost the job, by stage and replica: which "
                                        "kind of cause it is, and where.") },
  [LSC_OVERVIEW_N_TABS] = { NULL },
};
