/* test-step-support.h - small timelines written down by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-timeline-complete.h"

G_BEGIN_DECLS

/** A slice of a lane to be; ns. */
typedef struct
{
  guint lane;
  const char *name;
  LscSliceKind kind;
  gint64 start;
  gint64 end;
} Event;

/** Lanes of every timeline made here. */
enum
{
  MAIN,         /* operators of thread 1 */
  DEQUEUE,      /* operators of thread 2 */
  CANN_MAIN,    /* calls of thread 1 */
  CANN_DEQUEUE, /* calls of thread 2 */
  STREAM_A,
  STREAM_B,
  GROUP_TP,
  GROUP_PP,
  PLANE_0, /* tasks of the groups' operators */
  PLANE_1,
  MODULES, /* of thread 1 */
  MARKS,   /* annotations of thread 1 */
  N_LANES,
};

/** From and to are indexes of events. */
typedef struct
{
  guint from;
  guint to;
  LscLinkKind kind;
} Link;

LscTimeline *test_timeline_new (const Event *events, gsize n_events, const Link *links,
                                gsize n_links, const LscStep *steps, gsize n_steps);
void test_timeline_complete (LscTimeline *timeline);
guint32 test_timeline_find (const LscTimeline *timeline, const char *name);

static inline const LscOverlap *
test_overlap (const LscTimeline *timeline)
{
  return lsc_timeline_get_analysis (timeline)->overlap;
}

static inline const LscDispatch *
test_dispatch (const LscTimeline *timeline)
{
  return lsc_timeline_get_analysis (timeline)->dispatch;
}

G_END_DECLS
