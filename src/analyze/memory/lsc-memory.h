/* lsc-memory.h - memory of one rank (or snapshot): curves, peaks, what lives, who grows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "base/lsc-phrase.h"
#include "model/lsc-memory-log.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** Tables of memory (memory.md#tables). */
typedef enum
{
  LSC_MEMORY_TABLE_PEAKS,      /* a row for each curve: how much was the most, when, in what */
  LSC_MEMORY_TABLE_BLOCKS,     /* a row for each block */
  LSC_MEMORY_TABLE_GROWTH,     /* whose blocks stay from step to step */
  LSC_MEMORY_TABLE_COMPONENTS, /* what the process holds, by component of the system */
  LSC_MEMORY_TABLE_HINTS,      /* what is worth a word */
  LSC_MEMORY_TABLE_STEPS,      /* least and most of each step */
  LSC_MEMORY_TABLE_SEGMENTS,   /* of snapshots: segments with what is free in them */
  LSC_MEMORY_N_TABLES,
} LscMemoryTable;

/** What blocks that live are put together by. */
typedef enum
{
  LSC_MEMORY_BY_OP,
  LSC_MEMORY_BY_MODULE,
  LSC_MEMORY_BY_STACK,
  LSC_MEMORY_BY_SIZE_CLASS,
  LSC_MEMORY_BY_NOTHING, /* block by block */
} LscMemoryBy;

/** Blocks of one operator and size. @op: (nullable): not known */
typedef struct
{
  const char *op;
  gint64 bytes; /* of one */
  gint64 count;
} LscMemoryAllocation;

LSC_DEFINE_ARRAY (LscMemoryAllocations, lsc_memory_allocations, LscMemoryAllocation)

/** LscMemory: immutable, reference counted. Thread: any. */
typedef struct _LscMemory LscMemory;

LscMemoryLog *lsc_memory_log_new_from_timeline (const LscTimeline *timeline, LscNotices *notices,
                                                LscJob *job, GError **error);
LscMemory *lsc_memory_new (LscMemoryLog *log, const LscTimeline *timeline, LscJob *job,
                           GError **error);
LscMemory *lsc_memory_ref (LscMemory *self);
void lsc_memory_unref (LscMemory *self);

LscMemoryLog *lsc_memory_get_log (LscMemory *self);
const LscPhrase *lsc_memory_get_headline (const LscMemory *self);
const LscPhrase *lsc_memory_get_detail (const LscMemory *self);
const GPtrArray *lsc_memory_get_notes (const LscMemory *self);
LscTable *lsc_memory_get_table (LscMemory *self, LscMemoryTable which);
LscTable *lsc_memory_list_live (LscMemory *self, gint64 time_ns, LscMemoryBy by, LscJob *job,
                                GError **error);
LscTable *lsc_memory_list_ops (const LscMemory *self, const LscTimeline *timeline, LscJob *job,
                               GError **error);
gboolean lsc_memory_list_allocations (const LscMemory *self, gint64 begin_ns, gint64 end_ns,
                                      LscMemoryAllocations *out);
void lsc_memory_add_rank (LscTable *table, const LscMemory *self);
guint32 lsc_memory_get_main_pool (const LscMemory *self);
gint64 lsc_memory_get_peak_ns (const LscMemory *self);
gint64 lsc_memory_get_peak_bytes (const LscMemory *self);
LscMemoryBy lsc_memory_get_holder_by (const LscMemory *self);
gint64 lsc_memory_get_total (const LscMemory *self, gint64 time_ns);
gint64 lsc_memory_read_step (const char *name);
double lsc_memory_get_growth (const LscMemory *self);
gboolean lsc_memory_is_older (const LscMemory *self);
gboolean lsc_memory_leaks (const LscMemory *self);
const LscMemoryMarks *lsc_memory_get_steps (const LscMemory *self);
char *lsc_memory_describe_stack (const LscMemoryLog *log, guint32 stack, guint most_frames);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemory, lsc_memory_unref)

G_END_DECLS
