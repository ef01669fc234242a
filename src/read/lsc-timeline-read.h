/* lsc-timeline-read.h - the door to timelines, and the readers behind it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-run.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What of a recording the sheet of its operators is made of. */
#define LSC_LOAD_FOR_OPERATORS                                                                     \
  ((LscLoadFlags) (LSC_LOAD_FOR_MODULES | LSC_LOAD_ALL_OPS | LSC_LOAD_SHAPES | LSC_LOAD_COPIES |   \
                   LSC_LOAD_COUNTERS))

LscTimeline *lsc_timeline_load (LscSource *source, guint n_threads, LscJob *job, GError **error);
LscTimeline *lsc_timeline_load_parts (LscSource *source, LscTimelineParts parts, guint n_threads,
                                      LscJob *job, GError **error);
LscTimeline *lsc_timeline_load_with_run (LscSource *source, LscTimelineParts parts, guint n_threads,
                                         LscRun **run, LscJob *job, GError **error);

/* One for each format; what lsc_timeline_load() chooses from. They seal the timeline. Of a profiler
 * database tables that are not needed are left out; who parses a file takes all of it. */
LscTimeline *lsc_ascend_timeline_load (LscSource *source, LscTimelineParts parts, guint n_threads,
                                       LscRun **rows, LscJob *job, GError **error);
LscTimeline *lsc_trace_view_load (LscSource *source, guint n_threads, LscJob *job, GError **error);
LscTimeline *lsc_own_timeline_load (LscSource *source, guint n_threads, LscJob *job,
                                    GError **error);
LscTimeline *lsc_ops_timeline_load (LscSource *source, guint n_threads, LscJob *job,
                                    GError **error);
LscTimeline *lsc_kineto_load (LscSource *source, guint n_threads, LscJob *job, GError **error);

LscRun *lsc_run_new_from_timeline (LscTimeline *timeline, LscLoadFlags flags, LscJob *job,
                                   GError **error);
void lsc_run_complete_rows (LscRun *run, LscTimeline *timeline);

G_END_DECLS
