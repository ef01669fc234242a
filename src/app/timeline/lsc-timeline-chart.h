/* lsc-timeline-chart.h - lanes over time as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-chart.h"
#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "range-changed"            another time range or lanes it is restricted to, or none
 * "lanes-changed"            the user pinned, hid, merged, opened: what is stored
 * "hovered"                  pointer elsewhere: lsc_timeline_chart_get_pointer_ns()
 * "load-rank" (guint)        the user wants an empty strip filled: index of the rank in the layout
 * "edit-mark" (guint)        the user wants to change a mark: index
 * "hits-changed"             lsc_timeline_chart_take_hits() was called */

#define LSC_TYPE_TIMELINE_CHART (lsc_timeline_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscTimelineChart, lsc_timeline_chart, LSC, TIMELINE_CHART, LscChart)

GtkWidget *lsc_timeline_chart_new (void);

/* ---- what is shown ---- */
void lsc_timeline_chart_take_layout (LscTimelineChart *self, LscTimelineLayout *layout);
LscTimelineLayout *lsc_timeline_chart_get_layout (LscTimelineChart *self);
const LscTimelineView *lsc_timeline_chart_get_view (LscTimelineChart *self);
LscTimelineView *lsc_timeline_chart_edit_view (LscTimelineChart *self);
void lsc_timeline_chart_layout_edited (LscTimelineChart *self);
void lsc_timeline_chart_set_menus (LscTimelineChart *self, GMenuModel *slice_menu,
                                   GMenuModel *lane_menu);
void lsc_timeline_chart_set_path (LscTimelineChart *self, const GArray *path);
void lsc_timeline_chart_set_marks (LscTimelineChart *self, GPtrArray *marks);
void lsc_timeline_chart_take_hits (LscTimelineChart *self, GArray *hits, gsize current);

/* ---- selection ---- */
LscTimelineSpot lsc_timeline_chart_get_selected (LscTimelineChart *self);
void lsc_timeline_chart_select (LscTimelineChart *self, const LscTimelineSpot *spot);
void lsc_timeline_chart_reveal (LscTimelineChart *self, const LscTimelineSpot *spot);
void lsc_timeline_chart_land (LscTimelineChart *self, const LscTimelineSpot *spot, gint64 begin_ns,
                              gint64 end_ns);
gboolean lsc_timeline_chart_fit_slice (LscTimelineChart *self, const LscTimelineSpot *spot);
gboolean lsc_timeline_chart_get_slice_time (LscTimelineChart *self, const LscTimelineSpot *spot,
                                            gint64 *begin_ns, gint64 *end_ns);
void lsc_timeline_chart_point_out (LscTimelineChart *self, const LscTimelineSpot *spot);
void lsc_timeline_chart_set_range (LscTimelineChart *self, gint64 begin_ns, gint64 end_ns,
                                   const char *const *paths);
void lsc_timeline_chart_clear_range (LscTimelineChart *self);
gboolean lsc_timeline_chart_get_pointer_ns (LscTimelineChart *self, gint64 *time_ns);
GStrv lsc_timeline_chart_get_selected_paths (LscTimelineChart *self);
void lsc_timeline_chart_unselect_lanes (LscTimelineChart *self);
void lsc_timeline_chart_select_lane (LscTimelineChart *self, guint32 rank, guint32 node);

/** A link of the selected slice. */
typedef struct
{
  guint32 kind;
  gboolean is_outgoing;
  LscTimelineSpot other;
} LscTimelineLink;

GArray *lsc_timeline_chart_list_links (LscTimelineChart *self);
gboolean lsc_timeline_chart_follow (LscTimelineChart *self, guint link);
gboolean lsc_timeline_chart_follow_forward (LscTimelineChart *self);
GArray *lsc_timeline_chart_list_launched (LscTimelineChart *self);
void lsc_timeline_chart_go (LscTimelineChart *self, const LscTimelineSpot *spot);

G_END_DECLS
