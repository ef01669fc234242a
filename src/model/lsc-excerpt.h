/* lsc-excerpt.h - what parts of a timeline hold, where the whole is elsewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** Of the lane below the root that says which times an excerpt holds: a computed one. */
#define LSC_EXCERPT_ROLE LSC_ROLE_OVERLAP_LANE

/**
 * LscExcerpt:
 * @times: of which all events are there, merged
 * @steps: (array length=n): of each slice by its number, %LSC_INT_NULL = none: what places steps is
 *   not there
 */
typedef struct
{
  LscIntervals times;
  gint64 *steps;
  guint32 n;
} LscExcerpt;

void lsc_excerpt_set (LscTimeline *timeline, LscExcerpt *excerpt);
const LscExcerpt *lsc_excerpt_get (const LscTimeline *timeline);
gboolean lsc_excerpt_holds (const LscTimeline *timeline, gint64 begin_ns, gint64 end_ns);
gboolean lsc_excerpt_holds_slice (const LscTimeline *timeline, const LscLane *lane, guint32 slice);
void lsc_excerpt_clear (LscExcerpt *self);

/** Returns: whether a part of the recording is there alone: no sum over it is one of the recording
 */
static inline gboolean
lsc_excerpt_is (const LscTimeline *timeline)
{
  return lsc_excerpt_get (timeline) != NULL;
}

G_END_DECLS
