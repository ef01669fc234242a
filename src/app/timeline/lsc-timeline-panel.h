/* lsc-timeline-panel.h - what the panels below the lanes work with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-range-stats.h"
#include "app/timeline/lsc-timeline-chart.h"
#include "app/timeline/lsc-timeline-page.h"

G_BEGIN_DECLS

/* Panels follow these signals of the page, see #LscPanelDepends:
 *
 * "selection-changed"  lsc_timeline_page_get_selected()
 * "range-changed"      lsc_timeline_page_get_ranges() is another; told when a drag rests, too
 * "ranks-changed"      another project, a rank was loaded, an offset changed
 * "marks-changed"      lsc_timeline_page_get_marks() */

void lsc_timeline_page_show_panel (LscTimelinePage *self, GtkWidget *child);
LscTimelineChart *lsc_timeline_page_get_chart (LscTimelinePage *self);
LscTimelineLayout *lsc_timeline_page_get_layout (LscTimelinePage *self);

LscTimelineSpot lsc_timeline_page_get_selected (LscTimelinePage *self);
void lsc_timeline_page_show_slice (LscTimelinePage *self, guint32 rank, LscSpot spot);
void lsc_timeline_page_show_name (LscTimelinePage *self, const char *name);

/**
 * LscTimelineRanges: the selected range, or all time without one, as analyses take it
 * @ranges: one for each loaded rank that has lanes in it; local times, timelines referenced
 * @layout_ranks: index of each in the layout
 * @is_selected: %FALSE: no range is selected, this is everything
 */
typedef struct
{
  LscRange *ranges;
  guint32 *layout_ranks;
  gsize n;
  gboolean is_selected;
} LscTimelineRanges;

LscTimelineRanges *lsc_timeline_page_get_ranges (LscTimelinePage *self);
void lsc_timeline_ranges_free (LscTimelineRanges *self);

GPtrArray *lsc_timeline_page_get_marks (LscTimelinePage *self);
void lsc_timeline_page_show_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_edit_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_delete_mark (LscTimelinePage *self, guint mark);
void lsc_timeline_page_marks_edited (LscTimelinePage *self);

void lsc_timeline_page_say (LscTimelinePage *self, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimelineRanges, lsc_timeline_ranges_free)

G_END_DECLS
