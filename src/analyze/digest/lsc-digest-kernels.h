/* lsc-digest-kernels.h - single kernels of one step of a rank, and what stands beside them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** A kernel of a stream, in order. @name, @type, @shapes: ids in LscRankDigest.texts,
 * %LSC_STRING_NONE */
typedef struct
{
  guint32 stream;
  guint32 name;
  guint32 type;
  guint32 shapes;
  guint32 slice;
  gint64 duration_ns;
} LscSideKernel;

LSC_DEFINE_ARRAY (LscSideKernels, lsc_side_kernels, LscSideKernel)

/** What launched a kernel. @op: id in texts; @slice: of the operator, else of the kernel itself;
 * @module: id in texts: the path as recorded, %LSC_STRING_NONE */
typedef struct
{
  guint32 op;
  guint32 slice;
  guint32 module;
} LscSideLaunch;

LSC_DEFINE_ARRAY (LscSideLaunches, lsc_side_launches, LscSideLaunch)

/** A call of the host in the kernels' step. @name: id in texts */
typedef struct
{
  guint32 name;
  gint64 duration_ns;
} LscSideCall;

LSC_DEFINE_ARRAY (LscSideCalls, lsc_side_calls, LscSideCall)

/** A block of memory that was allocated in the kernels' step. @name: id in texts; @slice: of the
 * operator that asked for it, %LSC_SLICE_NONE; @duration_ns: -1 = it was not released */
typedef struct
{
  guint32 name;
  guint32 slice;
  gint64 bytes;
  gint64 duration_ns;
} LscSideBlock;

LSC_DEFINE_ARRAY (LscSideBlocks, lsc_side_blocks, LscSideBlock)

/**
 * LscStepKernels: what of a step is kept kernel by kernel; of the others there are sums alone
 * @step: index in LscRankDigest.steps
 * @kernels: those that compute in it, by stream and time
 * @launches: of each kernel what launched it; empty but of #LSC_DIGEST_SHEETS
 * @calls: of the runtime, likewise
 * @blocks: of memory, likewise, in the order in which they were allocated
 */
typedef struct
{
  gsize step;
  LscSideKernels kernels;
  LscSideLaunches launches;
  LscSideCalls calls;
  LscSideBlocks blocks;
} LscStepKernels;

G_END_DECLS
