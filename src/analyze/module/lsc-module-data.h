/* lsc-module-data.h - ops with their kernels, attributed to module calls
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "base/lsc-job.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

#define LSC_INDEX_NONE G_MAXUINT32

typedef enum
{
  LSC_MODULE_SOURCE_AUTO,
  LSC_MODULE_SOURCE_MSTX,
  LSC_MODULE_SOURCE_TRACE,
} LscModuleSource;

typedef enum
{
  LSC_THREADS_AUTO,
  LSC_THREADS_OWN,
  LSC_THREADS_MERGED,
} LscThreadRule;

/**
 * LscModuleOptions: zero-filled = the defaults (modules.md#calls, #threads, exports.md#differences)
 * @domains: (nullable): mstx domains instead of `Module`; `*` = any
 * @event_types: bit mask of MSTX_EVENTS.eventType, 0 = start/end only
 * @has_step, @step_id: keep ops that start in that step (exports.md#q31)
 * @slack_ns: tolerance of containment
 * @drops_links: free the run's links once they are joined, a good part of a large run: for one that
 *   nobody else uses, and for which no other data will be made
 * @n_threads: that may be used; 0 = one
 * @allow_empty: deliver what there is when ranges or links are missing, with a notice, instead of
 *   failing: for the tree, which shows the rest as "outside modules"
 */
typedef struct
{
  LscModuleSource source;
  LscThreadRule threads;
  const char *const *domains;
  guint event_types;
  gboolean has_step;
  gint64 step_id;
  gint64 slack_ns;
  gboolean without_backward;
  gboolean allow_empty;
  gboolean drops_links;
  guint n_threads;
} LscModuleOptions;

typedef enum
{
  LSC_CALL_FORWARD,
  LSC_CALL_BACKWARD,
  LSC_CALL_BACKWARD_PARENT, /* invented range around a backward call (modules.md#made-calls) */
} LscCallKind;

enum
{
  LSC_CALL_NEVER_ENDED = 1 << 0,
  LSC_CALL_RECOMPUTE = 1 << 1, /* modules.md#recompute */
  LSC_CALL_REPLAY = 1 << 2,    /* of a graph that was replayed: modules.md#graphs */
};

/** One module call: a range on the host, recorded or invented. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name; /* class name, see lsc_module_data_text(); for a parent of modules.md#made-calls the
                   whole path */
  guint32 parent; /* index of the enclosing call, LSC_INDEX_NONE */
  guint32 thread;
  guint32 forward; /* backward: the forward call it came from; parent of modules.md#made-calls: the
                      call around that one; else LSC_INDEX_NONE */
  guint32 number;  /* trace ranges: N of Class_N, else LSC_INDEX_NONE */
  guint8 kind;     /* LscCallKind */
  guint8 flags;
  guint16 depth;
} LscCall;

/** One op that has kernels. */
typedef struct
{
  guint32 op;           /* index into LscRun.ops */
  guint32 call;         /* innermost call that contains it, LSC_INDEX_NONE */
  guint32 first_kernel; /* into LscModuleData.kernels */
  guint32 n_kernels;
} LscOpCall;

LSC_DEFINE_ARRAY (LscCalls, lsc_calls, LscCall)
LSC_DEFINE_ARRAY (LscOpCalls, lsc_op_calls, LscOpCall)

/**
 * LscModuleData:
 * @source: where the calls came from
 * @calls: sorted by the key of modules.md#call-order
 * @ops: ops with kernels by (start, order of modules.md#join), those outside every call included
 * @kernels: indexes into LscRun.kernels; of one op by class, then start, then file order
 * @unlinked: kernels that no op launched
 * @steps: those of the run, where the host is ahead as the device does them (modules.md#share-step)
 * @by_time_only: (nullable): for each op of @ops whether it is inside a backward call without being
 *   linked to its module (exports.md#q14); %NULL when there are no backward calls
 * @names: names that the run does not hold, see lsc_module_data_text()
 *
 * Built once for a run and options, then read-only; reference counted.
 */
typedef struct
{
  gatomicrefcount refs;
  LscRun *run;
  LscModuleSource source;
  LscCalls calls;
  LscOpCalls ops;
  LscIndexes kernels;
  LscIndexes unlinked;
  LscSteps steps;
  guint8 *by_time_only;
  LscIntern *names;
  gsize n_forward_calls;
  gsize n_pairs;        /* forward/backward pairs read */
  gsize n_pairs_inside; /* of them inside modules */
  gsize n_backward_calls;
  LscNotices *notices;
  guint n_threads;   /* that what is made of it may use */
  gboolean has_step; /* only ops that start in @step_id */
  gint64 step_id;
  gboolean has_strays; /* some events do not belong to the others, which lie in @main */
  LscInterval main;
} LscModuleData;

LscModuleData *lsc_module_data_new (LscRun *run, const LscModuleOptions *options, LscJob *job,
                                    GError **error);
LscModuleData *lsc_module_data_ref (LscModuleData *self);
void lsc_module_data_unref (LscModuleData *self);
const char *lsc_module_data_text (const LscModuleData *self, guint32 id);
guint32 *lsc_module_data_list_paths (const LscModuleData *self, LscIntern *texts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscModuleData, lsc_module_data_unref)

G_END_DECLS
