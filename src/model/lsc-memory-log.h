/* lsc-memory-log.h - memory as it was recorded, whatever recorded it: curves, blocks, segments
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"
#include "base/lsc-interval.h"

G_BEGIN_DECLS

#define LSC_MEMORY_NONE G_MAXUINT32

/** What a curve tells, bytes. */
typedef enum
{
  LSC_MEMORY_ALLOCATED, /* blocks that the program holds: the figure that peaks are of */
  LSC_MEMORY_ACTIVE,    /* likewise, until the device has done with them, too */
  LSC_MEMORY_REQUESTED, /* what was asked for, of active blocks */
  LSC_MEMORY_RESERVED,  /* what the pool holds */
  LSC_MEMORY_PROCESS,   /* what the process holds of the device: pool and all else */
  LSC_MEMORY_COMPONENT, /* of that what one component holds */
  LSC_MEMORY_N_QUANTITIES,
} LscMemoryQuantity;

/** @frames: ids in LscMemoryLog.frames from @first on, innermost first */
typedef struct
{
  guint32 first;
  guint32 n;
} LscMemoryStack;

/** @function, @file: ids in LscMemoryLog.texts; @line: 0 = not known */
typedef struct
{
  guint32 function;
  guint32 file;
  guint32 line;
} LscMemoryFrame;

/**
 * LscMemoryPool: who counts: a component of a rank ("PTA", "GE", "PTA+GE", "WORKSPACE", "APP"), a
 * device
 * @name: id in LscMemoryLog.texts
 * @device: its number, -1 = not known
 * @stream: of which stream alone; G_MAXINT64 = all
 */
typedef struct
{
  guint32 name;
  gint64 device;
  gint64 stream;
} LscMemoryPool;

/** What is known of the end of a block. */
typedef enum
{
  LSC_MEMORY_END_RECORDED,
  LSC_MEMORY_END_INFERRED, /* the total fell by its size although no event says so */
  LSC_MEMORY_END_NONE,     /* it lives at the end of the recording */
} LscMemoryEnd;

/**
 * LscMemoryLife: a block from its allocation to its release
 * @requested_bytes: what was asked for
 * @size_bytes: what it takes of the pool; of recordings that tell one figure both are that
 * @begin_ns: G_MININT64 = before the recording
 * @end_ns: when the program let go of it; G_MAXINT64 = not while it was recorded
 * @active_end_ns: when it could be used again; likewise
 * @pool: index in LscMemoryLog.pools
 * @name: operator that asked for it, id in texts, or %LSC_MEMORY_NONE
 * @stack: index in LscMemoryLog.stacks, or %LSC_MEMORY_NONE
 * @module: path of the module, id in texts, or %LSC_MEMORY_NONE (not known)
 * @slice: of the operator in the timeline, or %LSC_MEMORY_NONE
 * @end: #LscMemoryEnd
 * @is_bound: its size is a lower bound (block rules could not be replayed)
 */
typedef struct
{
  gint64 requested_bytes;
  gint64 size_bytes;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 active_end_ns;
  guint64 address;
  gint64 stream;
  guint32 pool;
  guint32 name;
  guint32 stack;
  guint32 module;
  guint32 slice;
  guint8 end;
  guint8 is_bound;
} LscMemoryLife;

/** A segment of the pool at the end of a snapshot. */
typedef struct
{
  guint64 address;
  gint64 size_bytes;
  gint64 allocated_bytes;
  gint64 active_bytes;
  gint64 largest_free_bytes;
  gint64 stream;
  guint32 pool;
  guint32 stack;
  guint8 is_small;
  guint8 is_expandable;
} LscMemorySegment;

/** A point of a curve: from here on. */
typedef struct
{
  gint64 time_ns;
  gint64 bytes;
} LscMemoryPoint;

LSC_DEFINE_ARRAY (LscMemoryStacks, lsc_memory_stacks, LscMemoryStack)
LSC_DEFINE_ARRAY (LscMemoryFrames, lsc_memory_frames, LscMemoryFrame)
LSC_DEFINE_ARRAY (LscMemoryPools, lsc_memory_pools, LscMemoryPool)
LSC_DEFINE_ARRAY (LscMemoryLives, lsc_memory_lives, LscMemoryLife)
LSC_DEFINE_ARRAY (LscMemorySegments, lsc_memory_segments, LscMemorySegment)
LSC_DEFINE_ARRAY (LscMemoryPoints, lsc_memory_points, LscMemoryPoint)

/** @pool: index in LscMemoryLog.pools; @quantity: #LscMemoryQuantity; @points: by time */
typedef struct
{
  guint32 pool;
  guint8 quantity;
  LscMemoryPoints points;
} LscMemoryCurve;

/** A mark of the program: a step, a range. @name: id in texts; @end_ns: G_MAXINT64 = open;
 * @is_judged: of a step, whether it is known whose blocks stay of it */
typedef struct
{
  guint32 name;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean is_judged;
} LscMemoryMark;

/** An allocation that failed. */
typedef struct
{
  gint64 time_ns;
  gint64 bytes;      /* asked for, rounded up */
  gint64 free_bytes; /* that the driver still had, -1 = not known */
  guint32 pool;
  guint32 stack;
  gint64 largest_free_bytes; /* the largest free block of the pool at that moment, -1 = not known */
} LscMemoryFailure;

LSC_DEFINE_ARRAY (LscMemoryMarks, lsc_memory_marks, LscMemoryMark)
LSC_DEFINE_ARRAY (LscMemoryFailures, lsc_memory_failures, LscMemoryFailure)

/** What recorded it. */
typedef enum
{
  LSC_MEMORY_FROM_ASCEND,   /* OP_MEMORY, MEMORY_RECORD, NPU_MEM, NPU_MODULE_MEM or their text */
  LSC_MEMORY_FROM_TRACE,    /* [memory] events of a GPU trace */
  LSC_MEMORY_FROM_SNAPSHOT, /* a memory snapshot of PyTorch */
} LscMemorySource;

/**
 * LscMemoryLog: immutable after it was read, reference counted; borrows nothing
 * @source: #LscMemorySource
 * @lives: by begin; those from before the recording first
 * @curves: (element-type LscMemoryCurve)
 * @marks: steps and ranges that the log itself has
 * @begin_ns, @end_ns: of what was recorded
 * @n_lost: events that were overwritten before the log begins, -1 = some, not known how many
 * @has_blocks: blocks were recorded
 * @has_stacks, @has_modules: some block has one
 * @device_bytes: memory of the device, -1 = not known
 * @n_left_out: blocks that are not among @lives because there are too many: those that were
 *   released before @left_out_until_ns, but for what lived at the peak
 * @left_out_until_ns: see @n_left_out, which is 0 where all are there
 */
typedef struct
{
  gatomicrefcount refs;
  LscMemorySource source;
  LscIntern *texts;
  LscMemoryFrames frames;
  LscMemoryStacks stacks;
  LscMemoryPools pools;
  LscMemoryLives lives;
  LscMemorySegments segments;
  GArray *curves;
  LscMemoryMarks marks;
  LscMemoryFailures failures;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 n_lost;
  gboolean has_blocks;
  gboolean has_stacks;
  gboolean has_modules;
  gint64 device_bytes;
  gint64 n_left_out;
  gint64 left_out_until_ns;
} LscMemoryLog;

LscMemoryLog *lsc_memory_log_new (LscMemorySource source);
LscMemoryLog *lsc_memory_log_ref (LscMemoryLog *self);
void lsc_memory_log_unref (LscMemoryLog *self);
const LscMemoryCurve *lsc_memory_log_find_curve (const LscMemoryLog *self, guint32 pool,
                                                 LscMemoryQuantity quantity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemoryLog, lsc_memory_log_unref)

G_END_DECLS
