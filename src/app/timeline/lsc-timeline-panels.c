/* lsc-timeline-panels.c - the tabs below the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-panels.h"

#include <glib/gi18n-lib.h>

#define CHARS 24 /* a length and a count of slices are to be read beside the tools */

const LscAppPagePanel lsc_timeline_panels[] = {
  [LSC_TIMELINE_TAB_RANGE] = { lsc_panel_range_get_type, N_ ("Range"), CHARS },
  [LSC_TIMELINE_TAB_FLAME] = { lsc_panel_flame_get_type, N_ ("Flame Graph"), CHARS },
  [LSC_TIMELINE_TAB_SLICES] = { lsc_panel_slices_get_type, N_ ("Occurrences"), CHARS },
  [LSC_TIMELINE_TAB_DISPATCH] = { lsc_panel_dispatch_get_type, N_ ("Dispatch"), CHARS },
  [LSC_TIMELINE_TAB_WAITS] = { lsc_panel_waits_get_type, N_ ("Waits"), CHARS },
  [LSC_TIMELINE_TAB_MARKS] = { lsc_panel_marks_get_type, N_ ("Marks"), CHARS },
  [LSC_TIMELINE_TAB_HITS] = { lsc_panel_hits_get_type, N_ ("Matches"), CHARS },
  [LSC_TIMELINE_N_TABS] = { NULL },
};
