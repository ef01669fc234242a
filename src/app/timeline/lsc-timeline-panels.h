/* lsc-timeline-panels.h - the tabs below the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/timeline/lsc-timeline-page.h"

G_BEGIN_DECLS

/** Tabs in order. */
typedef enum
{
  LSC_TIMELINE_TAB_RANGE,
  LSC_TIMELINE_TAB_FLAME,
  LSC_TIMELINE_TAB_SLICES,
  LSC_TIMELINE_TAB_EVENTS,
  LSC_TIMELINE_TAB_DISPATCH,
  LSC_TIMELINE_TAB_WAITS,
  LSC_TIMELINE_TAB_MARKS,
  LSC_TIMELINE_TAB_HITS,
  LSC_TIMELINE_N_TABS,
} LscTimelineTab;

extern const LscAppPagePanel lsc_timeline_panels[];

#define LSC_TYPE_PANEL_RANGE (lsc_panel_range_get_type ())
#define LSC_TYPE_PANEL_FLAME (lsc_panel_flame_get_type ())
#define LSC_TYPE_PANEL_SLICES (lsc_panel_slices_get_type ())
#define LSC_TYPE_PANEL_EVENTS (lsc_panel_events_get_type ())
#define LSC_TYPE_PANEL_DISPATCH (lsc_panel_dispatch_get_type ())
#define LSC_TYPE_PANEL_WAITS (lsc_panel_waits_get_type ())
#define LSC_TYPE_PANEL_MARKS (lsc_panel_marks_get_type ())
#define LSC_TYPE_PANEL_HITS (lsc_panel_hits_get_type ())
G_DECLARE_FINAL_TYPE (LscPanelRange, lsc_panel_range, LSC, PANEL_RANGE, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelFlame, lsc_panel_flame, LSC, PANEL_FLAME, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelSlices, lsc_panel_slices, LSC, PANEL_SLICES, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelEvents, lsc_panel_events, LSC, PANEL_EVENTS, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelDispatch, lsc_panel_dispatch, LSC, PANEL_DISPATCH, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelWaits, lsc_panel_waits, LSC, PANEL_WAITS, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelMarks, lsc_panel_marks, LSC, PANEL_MARKS, LscPanel)
G_DECLARE_FINAL_TYPE (LscPanelHits, lsc_panel_hits, LSC, PANEL_HITS, LscPanel)

void lsc_panel_slices_show_name (LscTimelinePage *page, const char *name, guint32 rank);

G_END_DECLS
