/* lsc-side-rank.h - what comparing recordings needs of one rank, so that its timeline can go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/digest/lsc-rank-facts.h"

G_BEGIN_DECLS

/** What a part of the steps of a rank is. */
typedef enum
{
  LSC_PART_MODULE, /* path of the module, backward with its forward */
  LSC_PART_OP,     /* the framework's operator, else the kernel; idle time by what the host did */
  LSC_PART_KERNEL, /* the same by the names of kernels */
} LscPartType;

/** Names of what the owner of the time has none for; LscSidePart.is_word */
extern const char *const lsc_part_outside; /* of all modules */
extern const char *const lsc_part_silent;  /* the host did nothing that was recorded */

/**
 * LscSidePart: who owns how much time
 * @text: id in LscSideRank.texts: its name without the counters of a run
 * @is_word: the name is the program's own
 * @n: instances over all steps: of the slice, of a module of the module
 * @slice, @begin_ns, @end_ns: the longest of them; %LSC_SLICE_NONE
 * @first_cell, @last_cell: its steps in LscSideRank.cells, %LSC_SLICE_NONE
 */
typedef struct
{
  guint32 text;
  guint8 type;     /* LscPartType */
  guint8 category; /* LscBudgetCategory: of a module and of communication the first; of waiting for
                      the host LSC_BUDGET_FREE_HOST */
  gboolean is_word;
  gint64 n;
  guint32 slice;
  guint32 first_cell;
  guint32 last_cell;
  gint64 begin_ns;
  gint64 end_ns;
} LscSidePart;

LSC_DEFINE_ARRAY (LscSideParts, lsc_side_parts, LscSidePart)

/** The time of a part in a step. @step: index of LscRankFacts.steps; @next: of the same part */
typedef struct
{
  guint32 step;
  guint32 next;
  gint64 ns;
  gint64 n;
} LscSideCell;

LSC_DEFINE_ARRAY (LscSideCells, lsc_side_cells, LscSideCell)

/** A kernel of a stream, in order. @name, @type, @shapes: ids in texts, %LSC_STRING_NONE */
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

/** The most of a memory counter, bytes. */
typedef struct
{
  char *name;
  gint64 peak;
} LscSideMemory;

/**
 * LscSideRank: immutable after it was made; borrows nothing
 * @facts: steps, groups and operators; borrowed: of the same digest
 * @parts: by type, then as found
 * @kernel_step: index of the step whose length is the median; the kernels are its
 * @kernels: those that compute in it, by stream and time
 * @launches: of each kernel what launched it; empty but of #LSC_DIGEST_SHEETS
 * @calls: of the runtime, likewise
 * @blocks: of memory, likewise, in the order in which they were allocated
 * @fingerprint: of all events: equal for equal recordings
 * @has_ops: framework operators were recorded; likewise the others
 * @level: of the profiler, -1 = not known
 * @chip: (nullable)
 * @mean_mhz: of the first counter of a frequency its mean over the recording, -1 = not recorded;
 *   what the device computes at, by all dies, is LscRuleFacts.usual_mhz
 */
typedef struct
{
  LscRankFacts *facts;
  LscIntern *texts;
  LscSideParts parts;
  LscSideCells cells;
  gsize kernel_step;
  LscSideKernels kernels;
  LscSideLaunches launches;
  LscSideCalls calls;
  LscSideBlocks blocks;
  GPtrArray *memories; /* LscSideMemory */
  guint64 fingerprint;
  gboolean has_modules;
  gboolean has_ops;
  gboolean has_types;
  gboolean has_shapes;
  gboolean is_gpu;
  int level;
  char *chip;
  double mean_mhz;
} LscSideRank;

void lsc_side_rank_free (LscSideRank *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSideRank, lsc_side_rank_free)

G_END_DECLS
