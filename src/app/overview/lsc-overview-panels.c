/* lsc-overview-panels.c - the tabs below the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-panels.h"

#include <glib/gi18n-lib.h>

const LscAppPagePanel lsc_overview_panels[] = {
  [LSC_OVERVIEW_TAB_RANKS] = { lsc_overview_ranks_get_type, N_ ("Ranks") },
  [LSC_OVERVIEW_TAB_WAITING] = { lsc_overview_waiting_get_type, N_ ("Waiting") },
  [LSC_OVERVIEW_TAB_STEPS] = { lsc_overview_steps_get_type, N_ ("Steps over Time") },
  [LSC_OVERVIEW_N_TABS] = { NULL },
};
