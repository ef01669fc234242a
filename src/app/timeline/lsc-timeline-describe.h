/* lsc-timeline-describe.h - slices, lanes and ranges of the timeline in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

char *lsc_timeline_describe_state (const LscTimelineView *view);
char *lsc_timeline_describe_spot (const LscTimelineView *view, const LscTimelineSpot *spot);
char *lsc_timeline_describe_hit (const LscTimelineView *view, const LscTimelineHit *hit);
char *lsc_timeline_format_time (const LscTimelineView *view, gint64 aligned_ns);
const char *lsc_timeline_spot_name (const LscTimelineView *view, const LscTimelineSpot *spot);

/* Rows are GStrv: label, value and, when the row can be followed, a detailed action. */
GPtrArray *lsc_timeline_details_new (const LscTimelineView *view, const LscTimelineSpot *spot);
void lsc_timeline_details_add_links (GPtrArray *rows, const LscTimelineView *view,
                                     const LscTimelineSpot *spot);
void lsc_timeline_details_add (GPtrArray *rows, const char *label, const char *value);
void lsc_timeline_details_add_action (GPtrArray *rows, const char *label, const char *value,
                                      const char *action);
GPtrArray *lsc_timeline_range_details_new (const LscTimelineView *view);
char *lsc_timeline_details_to_json (GPtrArray *rows);

G_END_DECLS
