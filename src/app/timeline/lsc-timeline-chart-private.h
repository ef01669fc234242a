/* lsc-timeline-chart-private.h - what the parts of the timeline widget share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/timeline/lsc-timeline-chart.h"

G_BEGIN_DECLS

struct _LscTimelineChart
{
  LscChart parent_instance;

  LscTimelineView view;
  LscTimelineLayout *layout;
  LscTimelinePainter *painter;

  double height_px;        /* when it last changed; 0 = never */
  double fitted_header_px; /* width of the headers that was not given by the user */
  gint64 drag_ns;          /* fixed end of the range that is drawn */
  gsize drag_strip;

  GPtrArray *selected_paths; /* char*: lanes */
  GPtrArray *retired_hits;   /* GArray: the painter knows hits by their address, so the address of
                                those it saw must not come up again before it saw others */
  GArray *crumbs;            /* LscTimelineSpot: slices that links were followed from */
  char *same_name;
  GMenuModel *slice_menu; /* (nullable): of a right click on a slice */
  GMenuModel *lane_menu;  /* (nullable): elsewhere */
};

/**
 * LscTimelineVerb: what a key does
 * @function: gboolean (LscTimelineChart *, int argument); %FALSE rings the bell
 */
typedef struct
{
  const char *name;
  GCallback function;
  int argument;
} LscTimelineVerb;

/* -- lsc-timeline-chart.c -- */
void _lsc_timeline_chart_lanes_changed (LscTimelineChart *self);
void _lsc_timeline_chart_range_changed (LscTimelineChart *self);
void _lsc_timeline_chart_load_rank (LscTimelineChart *self, guint rank);
void _lsc_timeline_chart_edit_mark (LscTimelineChart *self, guint mark);
void _lsc_timeline_chart_hovered (LscTimelineChart *self);

/* -- lsc-timeline-chart-input.c -- */
void _lsc_timeline_chart_height_changed (LscChart *chart);
void _lsc_timeline_chart_add_input (LscChartClass *class);

/* -- lsc-timeline-chart-select.c -- */
gboolean _lsc_timeline_chart_spot_is (const LscTimelineSpot *spot);
extern const LscTimelineVerb _lsc_timeline_chart_select_verbs[];
void _lsc_timeline_chart_forget_spots (LscTimelineChart *self);
gboolean _lsc_timeline_chart_go (LscTimelineChart *self, const LscTimelineSpot *spot);

/* -- lsc-timeline-chart-links.c -- */
extern const LscTimelineVerb _lsc_timeline_chart_link_verbs[];

/* -- lsc-timeline-chart-lanes.c -- */
gboolean _lsc_timeline_chart_strip_is_selected (LscTimelineChart *self, gsize strip);
extern const LscTimelineVerb _lsc_timeline_chart_lanes_verbs[];
gboolean _lsc_timeline_chart_change_lanes (LscTimelineChart *self, const char *verb);
void _lsc_timeline_chart_press_header (LscTimelineChart *self, gsize strip,
                                       GdkModifierType modifiers);
void _lsc_timeline_chart_toggle_strip (LscTimelineChart *self, gsize strip);
GStrv _lsc_timeline_chart_paths_between (LscTimelineChart *self, double y0, double y1);

G_END_DECLS
