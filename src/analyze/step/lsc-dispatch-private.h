/* lsc-dispatch-private.h - what the parts of the dispatch analysis share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-dispatch.h"
#include "analyze/step/lsc-step-private.h"
#include "base/lsc-heap.h"

G_BEGIN_DECLS

/** What the name of a host call says it does. */
typedef enum
{
  LSC_CALL_UNKNOWN, /* not looked at yet */
  LSC_CALL_OTHER,
  LSC_CALL_SYNC,
  LSC_CALL_COPY,
  LSC_CALL_COMMUNICATION,
  LSC_CALL_DATA_LOADER,
  LSC_CALL_STREAM_WAIT, /* makes a stream wait for an event */
  LSC_CALL_LAUNCH,
  LSC_CALL_GRAPH, /* launches many tasks at once */
} LscCallClass;

/** A synchronising call, times as recorded. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 id;
  guint32 outermost; /* id of the synchronising call around it, or its own */
  guint32 node;
} LscSyncSlice;

LSC_DEFINE_ARRAY (LscSyncSlices, lsc_sync_slices, LscSyncSlice)

/**
 * LscDispatchBuild: the analysis while it is made
 * @map, @tasks: find calls and tasks
 * @streams, @groups, @calls: rows of device streams, communication groups, CANN or CUDA calls
 * @classes: by name id, #LscCallClass
 * @syncs: every synchronising call, by end
 * @host_lanes: (nullable): of _lsc_host_lanes_new(), once they are asked for
 * @earliest: for each of @syncs: index of the one that starts first among it and those after it
 */
typedef struct
{
  const LscTimeline *timeline;
  const LscOverlap *overlap;
  LscDispatch *result;
  LscSliceMap map;
  LscSliceMap tasks;
  LscRowParts streams;
  LscRowParts groups;
  LscRowParts calls;
  guint8 *classes;
  GHashTable *host_lanes;
  LscSyncSlices syncs;
  guint32 *earliest;
  LscJob *job;
} LscDispatchBuild;

/* Launches, queue. */
void _lsc_dispatch_find_launches (LscDispatchBuild *self);

/** Depth of the queue over time, one time after the other. */
typedef struct
{
  const LscDispatch *dispatch;
  const gint64 *starts;
  gint64 *own_starts; /* (nullable) */
  gsize n_launched;
  gsize n_started;
  gint64 time_ns;
} LscQueueWalk;

void _lsc_queue_walk_init (LscQueueWalk *self, const LscDispatch *dispatch);
gboolean _lsc_queue_walk_next (LscQueueWalk *self);
void _lsc_queue_walk_clear (LscQueueWalk *self);
void _lsc_dispatch_place_steps (LscDispatchBuild *self);
gsize _lsc_dispatch_find_window (const LscDispatch *self, gint64 time_ns);
void _lsc_dispatch_sum_up (LscDispatchBuild *self);

/* Host calls. */
LscCallClass _lsc_dispatch_classify (LscDispatchBuild *self, guint32 name);
void _lsc_dispatch_find_syncs (LscDispatchBuild *self);
void _lsc_dispatch_list_syncs (LscDispatchBuild *self);
GHashTable *_lsc_host_lanes_new (const LscTimeline *timeline);
guint32 _lsc_host_lanes_find (GHashTable *self, const LscTimeline *timeline, LscNodeRole role,
                              const LscNode *like);
guint32 _lsc_dispatch_get_host_lane (LscDispatchBuild *self, LscNodeRole role, guint32 like);
LscSpot _lsc_dispatch_find_op (LscDispatchBuild *self, guint32 launch);

gboolean _lsc_dispatch_find_gaps (LscDispatchBuild *self, GError **error);
gboolean _lsc_dispatch_find_breaks (LscDispatchBuild *self, GError **error);
void _lsc_dispatch_find_remedies (LscDispatchBuild *self);

/** A slice and how much of a time range it covers. */
typedef struct
{
  guint32 slice; /* its number in the timeline, LSC_SLICE_NONE */
  gint64 covered_ns;
} LscCover;

/** Whether a slice of a lane counts. */
typedef gboolean (*LscCoverFunc) (const LscLane *lane, guint32 slice);

typedef struct _LscCoverFinder LscCoverFinder;

LscCoverFinder *_lsc_cover_finder_new (const LscRowParts *rows, LscCoverFunc is_wanted);
void _lsc_cover_finder_free (LscCoverFinder *self);
LscCover _lsc_cover_finder_find (LscCoverFinder *self, gint64 begin_ns, gint64 end_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCoverFinder, _lsc_cover_finder_free)

static inline gint64
_lsc_overlap_ns (gint64 a_begin, gint64 a_end, gint64 b_begin, gint64 b_end)
{
  gint64 begin = MAX (a_begin, b_begin), end = MIN (a_end, b_end);

  return end > begin ? end - begin : 0;
}

G_END_DECLS
