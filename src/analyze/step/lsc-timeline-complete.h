/* lsc-timeline-complete.h - what is computed of a timeline before anybody sees it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-dispatch.h"
#include "analyze/step/lsc-overlap.h"

G_BEGIN_DECLS

/**
 * LscTimelineAnalysis: LscTimeline.analysis of a completed timeline
 * @first_node: nodes from it on were made by the analysis, those before by the reader
 */
typedef struct
{
  LscOverlap *overlap;
  LscDispatch *dispatch;
  guint32 first_node;
} LscTimelineAnalysis;

void lsc_timeline_check_times (LscTimeline *timeline);
gboolean lsc_timeline_complete (LscTimeline *timeline, LscJob *job, GError **error);

static inline const LscTimelineAnalysis *
lsc_timeline_get_analysis (const LscTimeline *timeline)
{
  return (const LscTimelineAnalysis *) timeline->analysis;
}

/** Returns: the steps (steps.md#device-step), by time; of what is not completed the host's */
static inline const LscSteps *
lsc_timeline_get_steps (const LscTimeline *timeline)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);

  return analysis ? &analysis->overlap->device->windows : &timeline->steps;
}

G_END_DECLS
