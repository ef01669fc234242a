/* lsc-budget-private.h - who owns the device, and what the host does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/step/lsc-timeline-complete.h"

G_BEGIN_DECLS

/** What may run on the device, by precedence. */
typedef enum
{
  LSC_DEVICE_COMPUTE,
  LSC_DEVICE_COMM,
  LSC_DEVICE_TRANSFER, /* a task of communication that moves data */
  LSC_DEVICE_WAIT,     /* a task of communication that waits */
  LSC_DEVICE_COPY,
  LSC_DEVICE_N,
} LscDeviceClass;

/** Time of a class and the event that owns it: of those that run the one that started first. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 owner;
  guint8 detail; /* LscBudgetCore; of communication whether it is between two ranks */
} LscOwned;

LSC_DEFINE_ARRAY (LscOwnedList, lsc_owned_list, LscOwned)

/** An event as recorded. */
typedef LscOwned LscDeviceEvent;

/**
 * LscDeviceEvents:
 * @events: by begin; of transfers and waits, of which nobody asks for more, as @owned
 * @owned: disjoint, by time; the same array as @events where those are disjoint
 */
typedef struct
{
  LscOwnedList events[LSC_DEVICE_N];
  LscOwnedList owned[LSC_DEVICE_N];
} LscDeviceEvents;

gboolean _lsc_device_events_collect (LscDeviceEvents *self, const LscTimeline *timeline,
                                     LscJob *job, GError **error);
void _lsc_device_events_clear (LscDeviceEvents *self);

/**
 * A call of the host; times of the device's clock.
 * @reach_ns: the latest end of it and of those before it of its thread
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 reach_ns;
  guint32 slice;
  guint32 thread;
} LscHostCall;

LSC_DEFINE_ARRAY (LscHostCallList, lsc_host_call_list, LscHostCall)

/** Calls by thread, and of a thread by begin. @first: of each thread, and behind the last */
typedef struct
{
  LscHostCallList calls;
  gsize *first;
} LscHostThreads;

/**
 * LscHostCalls: what hosts do that explains a late launch
 * @gaps: (nullable)
 * @skew_ns: added to times of the host
 * @usual_ns: from one launch to the next, the median; %LSC_INT_NULL = not known
 * @threads: of each class
 * @thread_of: number of the thread of each node, %LSC_SLICE_NONE
 * @pids: (element-type gint64): of the threads
 * @stacks: (element-type guint32): nodes of their Python frames, %LSC_SLICE_NONE
 * @scheds: (element-type guint32): nodes of what the scheduler did to them, %LSC_SLICE_NONE
 * @is_graph: by name: whether it launches a graph
 */
typedef struct
{
  const LscTimeline *timeline;
  const LscGaps *gaps;
  gint64 skew_ns;
  gint64 usual_ns;
  LscHostThreads threads[LSC_BUDGET_N_HOST];
  guint32 *thread_of;
  GArray *pids;
  GArray *stacks;
  GArray *scheds;
  guint8 *is_graph;
} LscHostCalls;

gboolean _lsc_host_calls_collect (LscHostCalls *self, const LscTimeline *timeline, LscJob *job,
                                  GError **error);
void _lsc_host_calls_clear (LscHostCalls *self);
gboolean _lsc_host_calls_is_graph (const LscHostCalls *self, guint32 launch);
gint64 _lsc_host_calls_find_late_ns (const LscHostCalls *self, const LscBudgetPiece *piece,
                                     guint32 launch);
void _lsc_host_calls_explain_tail (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch);
void _lsc_host_calls_explain (const LscHostCalls *self, LscBudgetPiece *piece, guint32 launch);

/* -- lsc-budget-preempted.c -- */
guint32 _lsc_host_calls_find_preempted (const LscHostCalls *self, guint32 thread,
                                        const LscBudgetPiece *piece);

/* -- lsc-budget-delays.c -- */
void _lsc_host_calls_list_delays (const LscHostCalls *self, LscHostDelays *out);

G_END_DECLS
