/* lsc-timeline-panel.h - what the panels below the lanes work with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-range-stats.h"
#include "app/timeline/lsc-timeline-chart.h"
#include "app/timeline/lsc-timeline-page.h"
#include "app/timeline/lsc-timeline-panels.h"

G_BEGIN_DECLS

/** What panels of the timeline depend on. */
typedef enum
{
  LSC_PANEL_ON_RANGE = 1 << 0,     /* lsc_timeline_page_get_ranges(); told when a drag rests, too */
  LSC_PANEL_ON_SELECTION = 1 << 1, /* lsc_timeline_page_get_selected() */
  LSC_PANEL_ON_RANKS = 1 << 2,     /* another project, a rank was loaded, an offset changed: slices
                                    * may have other numbers */
  LSC_PANEL_ON_MARKS = 1 << 3,     /* lsc_timeline_page_get_marks() */
  LSC_PANEL_ON_HITS = 1 << 4,      /* of the view of the chart */
  LSC_PANEL_ON_LANES = 1 << 5,     /* lsc_timeline_page_get_listed_lanes() */
} LscPanelDepends;

LscTimelinePage *lsc_timeline_panel_get_page (LscPanel *panel);
GPtrArray *lsc_timeline_panel_list_loaded (LscPanel *panel);
LscTimelineChart *lsc_timeline_page_get_chart (LscTimelinePage *self);
LscTimelineLayout *lsc_timeline_page_get_layout (LscTimelinePage *self);

LscTimelineSpot lsc_timeline_page_get_selected (LscTimelinePage *self);
void lsc_timeline_page_enter_lanes (LscTimelinePage *self);
void lsc_timeline_page_show_slice (LscTimelinePage *self, guint32 rank, LscSpot spot);

/**
 * LscTimelineRanges: the selected range, or all time without one, as analyses take it
 * @ranges: one for each loaded rank that has lanes in it, and one more for lanes of it that the
 * user moved alone, by each offset; local times, timelines referenced
 * @layout_ranks: index of each in the layout; rising
 * @offsets_ns: of each: aligned time = local - offset
 * @n_ranks: how many different ranks
 * @is_selected: %FALSE: no range is selected, this is everything
 * @has_lanes: whether the user chose lanes: by a box, by selecting or by filtering them
 */
typedef struct
{
  LscRange *ranges;
  guint32 *layout_ranks;
  gint64 *offsets_ns;
  gsize n;
  gsize n_ranks;
  gboolean is_selected;
  gboolean has_lanes;
} LscTimelineRanges;

LscTimelineRanges *lsc_timeline_page_get_ranges (LscTimelinePage *self);
void lsc_timeline_ranges_free (LscTimelineRanges *self);

GPtrArray *lsc_timeline_page_get_listed_lanes (LscTimelinePage *self);
GPtrArray *lsc_timeline_page_get_marks (LscTimelinePage *self);
void lsc_timeline_page_show_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_edit_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_delete_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_marks_edited (LscTimelinePage *self);

void lsc_timeline_page_pin_search (LscTimelinePage *self, LscPin *pin);
void lsc_timeline_page_say (LscTimelinePage *self, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimelineRanges, lsc_timeline_ranges_free)

G_END_DECLS
