/* lsc-op-sheet.h - all kernels of a rank in packed columns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/module/lsc-mfu.h"
#include "base/lsc-intern.h"
#include "base/lsc-job.h"
#include "model/lsc-op-family.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What of the device's work a kernel is. */
typedef enum
{
  LSC_OP_COMPUTING,     /* set C of steps.md#sets */
  LSC_OP_COMMUNICATION, /* set K */
  LSC_OP_COPYING,       /* copies and fills outside both */
  LSC_OP_N_CLASSES,
} LscOpClass;

/** Whether the name of a kernel shows that it uses Tensor Cores (operators.md#tensor-cores). */
typedef enum
{
  LSC_OP_TENSOR_CORE_UNKNOWN, /* no kernel of a GPU that has them */
  LSC_OP_TENSOR_CORE_UNUSED,
  LSC_OP_TENSOR_CORE_USED,
} LscOpTensorCore;

/**
 * LscOpVariant: what kernels are alike by. Texts are ids in LscOpSheet.texts, %LSC_STRING_NONE =
 * not recorded
 * @name: without what is of one run alone (compare.md#names)
 * @module: path of the module that launched it
 * @op: operator of the framework
 * @stream: %LSC_ID_NONE = not known; of communication the plane, where there is one
 * @blocks: cores that it used, 0 = not recorded
 * @launch: index in LscOpSheet.launches, %LSC_ID_NONE = not recorded
 * @bytes: of its tensors (flops.md#bytes), -1 = not known
 * @class: #LscOpClass
 * @family: #LscOpFamily
 * @is_dynamic: its shapes were not known when it was compiled
 * @is_ai_cpu: it ran on the AI CPU
 * @tensor_core: #LscOpTensorCore
 * @is_recomputed: an op launched it that runs a forward again (operators.md#recomputed)
 */
typedef struct
{
  guint32 type;
  guint32 core;
  guint32 name;
  guint32 shapes;
  guint32 dtypes;
  guint32 module;
  guint32 op;
  guint32 stream;
  guint32 blocks;
  guint32 launch;
  guint8 class;
  guint8 family;
  guint8 is_dynamic;
  guint8 is_ai_cpu;
  gint64 bytes;
  guint8 tensor_core;
  guint8 is_recomputed;
  guint8 reserved[6]; /* 0: kinds are told apart by their bytes */
} LscOpVariant;

G_STATIC_ASSERT (sizeof (LscOpVariant) == 64);

LSC_DEFINE_ARRAY (LscOpVariants, lsc_op_variants, LscOpVariant)

/** @step of kernels that belong to none */
#define LSC_OP_NO_STEP G_MAXUINT32

/**
 * LscOpBlock: kernels of one lane and step that follow each other; of a lane blocks are by time
 * @step: index in LscOpSheet.steps, %LSC_OP_NO_STEP
 * @first, @n: of the kernels
 * @base_ns: what LscOpSheet.starts count from
 */
typedef struct
{
  guint32 step;
  guint32 reserved;
  gsize first;
  gsize n;
  gint64 base_ns;
} LscOpBlock;

LSC_DEFINE_ARRAY (LscOpBlocks, lsc_op_blocks, LscOpBlock)

/** Time of a step that a kernel owns which does not belong to it: it began before. */
typedef struct
{
  guint32 kernel;
  guint32 step;
  gint64 ns;
} LscOpSpill;

LSC_DEFINE_ARRAY (LscOpSpills, lsc_op_spills, LscOpSpill)

/** FLOPs of a kernel. @peak: FLOP/s that it is measured against, 0 = not known */
typedef struct
{
  guint32 kernel;
  guint32 reserved;
  double flops;
  double peak;
} LscOpWork;

LSC_DEFINE_ARRAY (LscOpWorks, lsc_op_works, LscOpWork)

/** A step of the rank. @counts: as of steps.md#typical */
typedef struct
{
  gint64 number; /* %LSC_INT_NULL: the whole recording */
  gint64 begin_ns;
  gint64 end_ns;
  gint64 step_ns;
  gint64 computing_ns;
  gint64 unowned_ns; /* of kernels that the sheet does not have */
  gboolean counts;
} LscOpStep;

LSC_DEFINE_ARRAY (LscOpSteps, lsc_op_steps, LscOpStep)

/**
 * LscOpSheet: immutable, reference counted; borrows nothing
 * @rank: its number, or what stands for its name
 * @chip: (nullable)
 * @level: of the profiler, -1 = not known
 * @begin_ns, @end_ns: of the recording, stray events left out; %LSC_INT_NULL = nothing was recorded
 * @is_told: only tables of sums were exported: there are no kernels
 * @texts: of @kinds
 * @blocks: lane by lane, of a lane by time
 * @n: number of kernels, of which the following columns tell
 * @kinds_of: index in @kinds
 * @starts: ns after LscOpBlock.base_ns
 * @durations: ns, %LSC_DURATION_LONG = in @longs
 * @owned: ns that it owns of its step (budget.md), %LSC_DURATION_LONG = in @long_owned
 * @waits: ns since what ran before on its lane had ended, %LSC_DURATION_LONG = in @long_waits,
 * where -1 says that nothing ran before
 * @slices: ids in the timeline
 * @longs, @long_owned, @long_waits: by kernel
 * @spills: by kernel
 * @works: by kernel
 * @launches: that differ
 * @counters: (nullable): of each kernel
 */
typedef struct
{
  gatomicrefcount refs;
  gint64 rank;
  char *chip;
  int level;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean is_gpu;
  gboolean is_told;
  gboolean has_budget;
  LscKernelLaunches launches;
  LscPeak peak;
  LscIntern *texts;
  LscOpVariants kinds;
  LscOpSteps steps;
  LscOpBlocks blocks;
  gsize n;
  guint32 *kinds_of;
  guint32 *starts;
  guint32 *durations;
  guint32 *owned;
  guint32 *waits;
  guint32 *slices;
  LscLongDurations longs;
  LscLongDurations long_owned;
  LscLongDurations long_waits;
  LscOpSpills spills;
  LscOpWorks works;
  LscKernelCounters *counters;
} LscOpSheet;

/** LscOpRecording: what a sheet is made of: a completed timeline, the run of the same recording,
 * and what users say of modules and of the chip. @budget: (nullable): that of the timeline, where
 * it is there already */
typedef struct
{
  LscTimeline *timeline;
  const LscBudget *budget;
  LscRun *run;
  const LscModuleOptions *module;
  const LscMfuOptions *mfu;
} LscOpRecording;

LscOpSheet *lsc_op_sheet_new (const LscOpRecording *recording, LscJob *job, GError **error);
LscOpSheet *lsc_op_sheet_new_blank (gint64 rank);
void lsc_op_sheet_reserve (LscOpSheet *self, gsize n);
LscOpSheet *lsc_op_sheet_ref (LscOpSheet *self);
void lsc_op_sheet_unref (LscOpSheet *self);
gsize lsc_op_sheet_get_memory_bytes (const LscOpSheet *self);

/** Returns: @ns of @kernel, or what stands for it in @longs */
static inline gint64
lsc_op_sheet_widen (const LscLongDurations *longs, guint32 ns, gsize kernel)
{
  return G_LIKELY (ns != LSC_DURATION_LONG) ? (gint64) ns
                                            : lsc_long_durations_find_ns (longs, kernel);
}

/** Returns: how long a kernel took */
static inline gint64
lsc_op_sheet_get_duration_ns (const LscOpSheet *self, gsize kernel)
{
  return lsc_op_sheet_widen (&self->longs, self->durations[kernel], kernel);
}

/** Returns: how long its lane did nothing before it, -1 = nothing ran before */
static inline gint64
lsc_op_sheet_get_wait_ns (const LscOpSheet *self, gsize kernel)
{
  return lsc_op_sheet_widen (&self->long_waits, self->waits[kernel], kernel);
}

/** Returns: what it owns of its step */
static inline gint64
lsc_op_sheet_get_owned_ns (const LscOpSheet *self, gsize kernel)
{
  return lsc_op_sheet_widen (&self->long_owned, self->owned[kernel], kernel);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOpSheet, lsc_op_sheet_unref)

G_END_DECLS
