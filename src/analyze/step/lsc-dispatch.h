/* lsc-dispatch.h - whether the host feeds the device, and where it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/step/lsc-overlap.h"
#include "model/lsc-counter.h"

G_BEGIN_DECLS

/**
 * LscLaunch: a launch and the first device event of C u K that it caused (dispatch.md#launch)
 * @launch_ns: start of the launch
 * @start_ns: of the device event
 * @end_ns: when the last event of C u K that it caused ended
 */
typedef struct
{
  gint64 launch_ns;
  gint64 start_ns;
  gint64 end_ns;
  guint32 launch; /* slice id */
  guint32 device; /* slice id */
} LscLaunch;

LSC_DEFINE_ARRAY (LscLaunches, lsc_launches, LscLaunch)

/**
 * LscGap: a span of Free with its class (dispatch.md#gaps); the spans of an interval of Free follow
 * each other without a hole
 * @kind: one of LSC_SLICE_GAP_*
 * @next: slice id of the device event that ends it, or the interval; %LSC_SLICE_NONE
 * @launch: slice id of the launch of @next, %LSC_SLICE_NONE = not recorded
 * @cause: slice id, %LSC_SLICE_NONE: the synchronising call; the host call that covers half of it
 *   or more, else the innermost operator that does; the other task on the device, or the call that
 *   makes a stream wait
 * @is_compiling: host-starved: one CANN call covers half of it or more
 * @is_graph: @launch launches a graph
 * @is_copy: @cause, a copy, runs all the time
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 next;
  guint32 launch;
  guint32 cause;
  guint8 kind;
  guint8 is_compiling;
  guint8 is_graph;
  guint8 is_copy;
} LscGap;

/** Returns: whether what ends the span had not been launched */
static inline gboolean
lsc_gap_is_of_host (const LscGap *self)
{
  return self->kind == LSC_SLICE_GAP_HOST_SYNC || self->kind == LSC_SLICE_GAP_HOST;
}

LSC_DEFINE_ARRAY (LscGaps, lsc_gaps, LscGap)

/** Why the pipeline of launches broke (dispatch.md#breaks). */
typedef enum
{
  LSC_BREAK_SYNC,
  LSC_BREAK_COPY,
  LSC_BREAK_COMMUNICATION,
  LSC_BREAK_GC,
  LSC_BREAK_DATA_LOADER,
  LSC_BREAK_OP,
  LSC_BREAK_UNKNOWN,
} LscBreakCause;

typedef struct
{
  gint64 begin_ns; /* the device has done all that was launched */
  gint64 idle_ns;
  guint32 launch; /* slice id of the launch that ends it */
  guint32 cause;  /* slice id, LSC_SLICE_NONE */
  guint32 type;   /* LscBreakCause */
  guint32 reserved;
} LscBreak;

LSC_DEFINE_ARRAY (LscBreaks, lsc_breaks, LscBreak)

/**
 * LscSyncCall: a synchronising call and the Free that it causes (dispatch.md#gaps)
 * @free_ns: of the gaps charged to it: what lies inside the call and directly after it
 * @gap_ns: the same gaps whole; every gap is charged to one call
 */
typedef struct
{
  guint32 call; /* slice id */
  guint32 op;   /* slice id of the innermost framework op around it, LSC_SLICE_NONE */
  gint64 duration_ns;
  gint64 free_ns;
  gint64 gap_ns;
} LscSyncCall;

LSC_DEFINE_ARRAY (LscSyncCalls, lsc_sync_calls, LscSyncCall)

/** Figures of dispatch.md#queue for a step or everything. %LSC_INT_NULL and %LSC_REAL_NULL stand
 * for what is unknown. */
typedef struct
{
  gboolean has_step;
  gint64 step;
  gboolean is_cut; /* the recording ends before the device had done what was launched in it */
  gboolean has_launches;
  gsize n_launches;
  gint64 p10_ns, p50_ns, p90_ns, max_ns;
  gint64 le20, le50, le100; /* pairs with a latency of at most that many us */
  gint64 depth0;
  gint64 max_depth;
  double empty_share;
  double free_share;
  gboolean is_dispatch_bound;
  gint64 gap_ns[5]; /* by kind - LSC_SLICE_GAP_HOST_SYNC */
  gint64 n_gaps[5];
} LscDispatchSummary;

LSC_DEFINE_ARRAY (LscDispatchSummaries, lsc_dispatch_summaries, LscDispatchSummary)

/** A remedy of dispatch.md#remedies whose trigger occurred; both texts translated. */
typedef struct
{
  const char *code; /* stable */
  char *text;
  char *evidence;
  guint32 slice; /* id to jump to, LSC_SLICE_NONE */
} LscRemedy;

/**
 * LscDispatch:
 * @windows: of the steps that count, by time: what of them is neither preparing nor the tail
 * @starts: (nullable): starts of the device events of @launches, ascending; kept only until the
 *   queue is drawn
 */
typedef struct
{
  gint64 skew_ns; /* 0 or less */
  LscLaunches launches;
  LscGaps gaps;
  LscBreaks breaks;   /* every one; reports leave out those under 50 us */
  LscSyncCalls syncs; /* by free_ns, falling */
  LscDispatchSummaries steps;
  LscSteps windows;
  LscDispatchSummary all;
  GPtrArray *remedies; /* LscRemedy */
  LscPhrase *reason;   /* (nullable): why there are no launches */
  gint64 *starts;
} LscDispatch;

LscDispatch *lsc_dispatch_new (const LscTimeline *timeline, const LscOverlap *overlap, LscJob *job,
                               GError **error);
void lsc_dispatch_free (LscDispatch *self);
LscCounter *lsc_dispatch_get_queue (const LscDispatch *self);
gboolean lsc_dispatch_find_step (const LscDispatch *self, const LscGap *span, gint64 *step);
LscTable *lsc_dispatch_get_gaps (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_breaks (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_break_groups (const LscTimeline *timeline, const LscDispatch *self,
                                         gint64 least_ns);
LscTable *lsc_dispatch_get_syncs (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_sync_calls (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_compile_calls (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_host_calls (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_copies (const LscTimeline *timeline, const LscDispatch *self);
LscTable *lsc_dispatch_get_ops (const LscTimeline *timeline, const LscDispatch *self, LscJob *job,
                                GError **error);
LscTable *lsc_dispatch_get_summary (const LscTimeline *timeline, const LscDispatch *self);
gboolean lsc_find_launch (const LscTimeline *timeline, guint32 device_id, guint32 *launch_id);
gboolean lsc_is_sync_call (const char *name);
gboolean lsc_is_compiling_call (const char *name);
gboolean lsc_name_captures (const char *name);
gboolean lsc_name_compiles (const char *name);
gboolean lsc_is_graph_launch (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscDispatch, lsc_dispatch_free)

G_END_DECLS
