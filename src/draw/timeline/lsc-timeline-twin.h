/* lsc-timeline-twin.h - two recordings under one ruler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "draw/timeline/lsc-timeline-layout.h"

G_BEGIN_DECLS

/**
 * LscTimelineTwinSide: a rank of one of two recordings
 * @timeline: a reference is taken
 * @name: what it is called
 * @origin_ns: what stands where that of the other side does, by its own clock
 */
typedef struct
{
  LscTimeline *timeline;
  const char *name;
  gint64 origin_ns;
} LscTimelineTwinSide;

LscTimelineLayout *lsc_timeline_twin_new (const LscTimelineTwinSide *above,
                                          const LscTimelineTwinSide *below);
LscTimelineLayout *lsc_timeline_twin_new_steps (LscTimelineTwinSide sides[2], gint64 *span_ns);
void lsc_timeline_twin_align (LscTimelineLayout *layout, gint64 above_ns, gint64 below_ns);
void lsc_timeline_twin_find_step (const LscTimeline *timeline, gint64 *begin_ns, gint64 *length_ns);
void lsc_timeline_twin_show_device (LscTimelineLayout *layout);
guint lsc_timeline_twin_fit (LscTimelineLayout *layout, const LscInterval *shown, double most_px);

G_END_DECLS
