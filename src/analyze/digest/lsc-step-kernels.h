/* lsc-step-kernels.h - single kernels of one step of a rank, and what stands beside them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/digest/lsc-step-work.h"

G_BEGIN_DECLS

/** A kernel of a stream, in order. @name, @type, @shapes: ids in LscStepKernels.texts,
 * %LSC_STRING_NONE */
typedef struct
{
  guint32 stream;
  guint32 name;
  guint32 type;
  guint32 shapes;
  guint32 slice;
  gint64 duration_ns;
} LscStepKernel;

LSC_DEFINE_ARRAY (LscStepKernelList, lsc_step_kernel_list, LscStepKernel)

/** What launched a kernel. @op: id in texts; @slice: of the operator, else of the kernel itself;
 * @module: id in texts: the path as recorded, %LSC_STRING_NONE */
typedef struct
{
  guint32 op;
  guint32 slice;
  guint32 module;
} LscStepLaunch;

LSC_DEFINE_ARRAY (LscStepLaunches, lsc_step_launches, LscStepLaunch)

/** A kernel of any step. Ids in texts; @type: %LSC_STRING_NONE where it was not recorded */
typedef struct
{
  guint32 type;
  guint32 name;
  guint32 shapes;
  gint64 start_ns;
  gint64 duration_ns;
} LscStepTypedKernel;

LSC_DEFINE_ARRAY (LscStepTypedKernels, lsc_step_typed_kernels, LscStepTypedKernel)

/** A call of the host in the step. @name: id in texts */
typedef struct
{
  guint32 name;
  gint64 duration_ns;
} LscStepCall;

LSC_DEFINE_ARRAY (LscStepCalls, lsc_step_calls, LscStepCall)

/** A task of an operator of communication, in any step. @op: id in texts: the operation, in lower
 * case; @name: likewise: what the task does */
typedef struct
{
  guint32 op;
  guint32 name;
  gint64 duration_ns;
} LscStepCommTask;

LSC_DEFINE_ARRAY (LscStepCommTasks, lsc_step_comm_tasks, LscStepCommTask)

/** A block of memory that was allocated in the step. @name: id in texts; @slice: of the operator
 * that asked for it, %LSC_SLICE_NONE; @duration_ns: -1 = it was not released */
typedef struct
{
  guint32 name;
  guint32 slice;
  gint64 bytes;
  gint64 duration_ns;
} LscStepBlock;

LSC_DEFINE_ARRAY (LscStepBlocks, lsc_step_blocks, LscStepBlock)

/**
 * LscStepKernels: what of a step is looked at kernel by kernel; a digest has sums alone. Immutable,
 * reference counted; borrows nothing
 * @step: index in LscRankDigest.steps; 0 also where the rank has none, and so no kernels
 * @texts: of what follows
 * @has_types, @has_shapes: some kernel has
 * @kernels: those that compute in it, by stream and time
 * @works: of each of LscRankDigest.steps; empty = not asked for
 * @has_sheets: whether what only the sheets of the reference tool show was asked for:
 * @launches: of each kernel what launched it
 * @all: all kernels of the recording, by time
 * @comm_tasks: those of all operators of communication of the recording, as far as they were
 *   recorded; operators in the order of their groups and times
 * @calls: of the runtime
 * @blocks: of memory, in the order in which they were allocated
 */
typedef struct
{
  gatomicrefcount refs;
  gsize step;
  LscIntern *texts;
  gboolean has_types;
  gboolean has_shapes;
  LscStepKernelList kernels;
  LscStepWorks works;
  gboolean has_sheets;
  LscStepLaunches launches;
  LscStepTypedKernels all;
  LscStepCommTasks comm_tasks;
  LscStepCalls calls;
  LscStepBlocks blocks;
} LscStepKernels;

LscStepKernels *lsc_step_kernels_new_blank (gsize step);
LscStepKernels *lsc_step_kernels_ref (LscStepKernels *self);
void lsc_step_kernels_unref (LscStepKernels *self);

gsize lsc_rank_digest_find_median_step (const LscRankDigest *self);
LscStepKernels *lsc_rank_digest_list_kernels (const LscRankDigest *self,
                                              const LscTimeline *timeline, gsize step,
                                              gboolean has_sheets, LscJob *job, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStepKernels, lsc_step_kernels_unref)

G_END_DECLS
