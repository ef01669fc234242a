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
  [LSC_TIMELINE_TAB_RANGE] = { lsc_panel_range_get_type, N_ ("Range"),
                               N_ ("What takes the time of the marked range, or of all: names with "
                                   "their sums."),
                               CHARS },
  [LSC_TIMELINE_TAB_FLAME] = { lsc_panel_flame_get_type, N_ ("Flame Graph"),
                               N_ ("What the host spent its time in: callers above, what they call "
                                   "below, as wide as their time."),
                               CHARS },
  [LSC_TIMELINE_TAB_SLICES] = { lsc_panel_slices_get_type, N_ ("Occurrences"),
                                N_ ("Every slice with the name of the selected one."), CHARS },
  [LSC_TIMELINE_TAB_EVENTS] = { lsc_panel_events_get_type, N_ ("Events"),
                                N_ ("Every event of a lane, with all its recorded arguments."),
                                CHARS },
  [LSC_TIMELINE_TAB_DISPATCH] = { lsc_panel_dispatch_get_type, N_ ("Dispatch"),
                                  N_ ("Whether the host launches in time, and why the device is "
                                      "idle where it does not."),
                                  CHARS },
  [LSC_TIMELINE_TAB_WAITS] = { lsc_panel_waits_get_type, N_ ("Waits"),
                               N_ ("Collectives: which rank was late, and how long other ranks "
                                   "waited for it."),
                               CHARS },
  [LSC_TIMELINE_TAB_MARKS] = { lsc_panel_marks_get_type, N_ ("Marks"),
                               N_ ("Places and ranges that you marked (K)."), CHARS },
  [LSC_TIMELINE_TAB_HITS] = { lsc_panel_hits_get_type, N_ ("Matches"),
                              N_ ("What the search finds."), CHARS },
  [LSC_TIMELINE_N_TABS] = { NULL },
};
