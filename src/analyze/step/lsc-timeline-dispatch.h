/* lsc-timeline-dispatch.h - lists of what the dispatch analysis found in the loaded ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** The lists, in the order in which they are offered. */
typedef enum
{
  LSC_DISPATCH_SUMMARY,
  LSC_DISPATCH_GAPS,
  LSC_DISPATCH_GAPS_OUTSIDE, /* those in no step: they are no matter of the loop */
  LSC_DISPATCH_BREAKS,
  LSC_DISPATCH_BREAK_GROUPS,
  LSC_DISPATCH_SYNCS,
  LSC_DISPATCH_N_LISTS,
} LscTimelineDispatchList;

/** A time that is looked at, aligned; without one everything. */
typedef struct
{
  gboolean is_set;
  gint64 begin_ns;
  gint64 end_ns;
} LscTimelineLimits;

/**
 * LscTimelineDispatch: what lsc_timeline_dispatch_find() is asked for, and what it finds
 * @lists: (nullable): all ranks' rows inside of the limits; %NULL where no rank has any
 * @offsets: ns, of each timeline
 * @free_shares: of each timeline, negative = not known
 * @limits: aligned
 */
typedef struct
{
  LscTable *lists[LSC_DISPATCH_N_LISTS];
  GPtrArray *timelines;
  gint64 *offsets;
  double *free_shares;
  LscTimelineLimits limits;
} LscTimelineDispatch;

void lsc_timeline_dispatch_free (gpointer self);
gpointer lsc_timeline_dispatch_find (gpointer asked_data, LscJob *job, GError **error);
const char *lsc_timeline_dispatch_get_length (LscTimelineDispatchList list);
char *lsc_timeline_dispatch_describe_rank (const LscTimelineDispatch *self, guint rank);
char *lsc_timeline_dispatch_describe (const LscTimelineDispatch *self, guint n_lines);

G_END_DECLS
