/* lsc-memory-private.h - what the parts of the analysis of memory share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/memory/lsc-memory.h"

G_BEGIN_DECLS

/** By how much the moments of two tables may differ. */
#define LSC_MEMORY_SLACK_NS 1000

/** A step. @least, @most: of what the main pool has allocated in it, %LSC_INT_NULL = not known */
typedef struct
{
  gint64 number; /* %LSC_INT_NULL: the mark has none */
  guint32 name;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 least;
  gint64 most;
} LscMemoryStep;

LSC_DEFINE_ARRAY (LscMemorySteps, lsc_memory_steps, LscMemoryStep)

/** Blocks of one operator in one module that stay. @bytes: of all; @largest: place in the lives */
typedef struct
{
  guint32 name;
  guint32 module;
  guint32 stack;
  gint64 count;
  gint64 bytes;
  gint64 n_steps;
  gsize last_step;
  gsize largest;
} LscMemoryKept;

LSC_DEFINE_ARRAY (LscMemoryKepts, lsc_memory_kepts, LscMemoryKept)

/** The most of a curve. @module: the host was in it then, id in texts, %LSC_MEMORY_NONE */
typedef struct
{
  const LscMemoryCurve *curve;
  gint64 bytes;
  gint64 time_ns;
  guint32 module;
} LscMemoryPeak;

LSC_DEFINE_ARRAY (LscMemoryPeaks, lsc_memory_peaks, LscMemoryPeak)

/**
 * LscMemory:
 * @rank: %LSC_INT_NULL = not known
 * @main_pool: index of a pool, %LSC_MEMORY_NONE = nothing tells what is allocated
 * @holder_by: by what the headline names who holds the peak, operator where nobody
 * @peak_ns, @peak_bytes: of what that has allocated; the latter %LSC_INT_NULL likewise
 * @growth: bytes a step, 0 = none
 * @kept: whose blocks stay, most a step first; @n_kept_steps: of how many steps they are
 */
struct _LscMemory
{
  gatomicrefcount refs;
  LscMemoryLog *log;
  gint64 rank;
  guint32 main_pool;
  gint64 peak_ns;
  gint64 peak_bytes;
  LscMemoryBy holder_by;
  gboolean is_older; /* most of the peak is older than the recording */
  LscMemoryPeaks peaks;
  LscMemorySteps steps;
  LscMemoryMarks marks;
  double growth;
  LscMemoryKepts kept;
  gint64 n_kept_steps;
  LscPhrase *headline; /* the largest finding, in at most twelve words */
  LscPhrase *detail;   /* the same in whole sentences */
  GPtrArray *notes;
  LscTable *hints;
};

/** LscMemoryRead: what a curve comes to over a while, as of #LscCounterReading */
typedef struct
{
  gboolean is_known;
  gint64 first;
  gint64 least;
  gint64 most;
} LscMemoryRead;

/* lsc-memory-curve.c */
LscMemoryRead _lsc_memory_curve_read (const LscMemoryCurve *self, gint64 begin_ns, gint64 end_ns);
gint64 _lsc_memory_curve_at (const LscMemoryCurve *self, gint64 time_ns);
const LscMemoryPoint *_lsc_memory_curve_peak (const LscMemoryCurve *self);
const char *_lsc_memory_pool_name (const LscMemoryLog *log, guint32 pool);
const LscMemoryCurve *_lsc_memory_find (const LscMemory *self, LscMemoryQuantity quantity);
const LscMemoryCurve *_lsc_memory_find_process (const LscMemoryLog *log);
gboolean _lsc_memory_is_of (const LscMemoryLog *log, guint32 pool, guint32 main_pool);
const LscMemoryStep *_lsc_memory_find_step (const LscMemory *self, gint64 time_ns);
const char *_lsc_memory_text (const LscMemoryLog *log, guint32 id);
char *_lsc_memory_format (gint64 bytes);

/* lsc-memory-growth.c */
void _lsc_memory_find_kept (LscMemory *self);
gint64 _lsc_memory_kept_a_step (const LscMemory *self, const LscMemoryKept *kept);
gboolean _lsc_memory_kept_grows (const LscMemory *self, const LscMemoryKept *kept);
char *_lsc_memory_name_kept (const LscMemory *self, const LscMemoryKept *kept);
LscTable *_lsc_memory_growth_table (const LscMemory *self);

/* lsc-memory-hints.c */
LscTable *_lsc_memory_hints_table (const LscMemory *self);

/* lsc-memory-streams.c */
void _lsc_memory_add_streams (LscMemory *self);

/* lsc-memory-tables.c */
LscTable *_lsc_memory_peaks_table (const LscMemory *self);
LscTable *_lsc_memory_components_table (const LscMemory *self);
LscTable *_lsc_memory_steps_table (const LscMemory *self);
LscTable *_lsc_memory_segments_table (const LscMemory *self);

/* lsc-memory-blocks-table.c */
LscTable *_lsc_memory_blocks_table (const LscMemory *self);

/* lsc-memory-words.c */
void _lsc_memory_say (LscMemory *self, LscJob *job);

/* lsc-memory-saving.c */

/** What is counted of the memory that is held. */
typedef enum
{
  LSC_MEMORY_HELD_BY_PROCESS,
  LSC_MEMORY_HELD_RESERVED,
  LSC_MEMORY_HELD_ALLOCATED,
  LSC_MEMORY_N_HELD
} LscMemoryHeld;

LscPhrase *_lsc_memory_say_alarm (const LscMemory *self, gboolean grows);
LscPhrase *_lsc_memory_say_headroom (const LscMemory *self);
LscPhrase *_lsc_memory_say_saving (const LscMemory *self, gboolean has_holder);
gint64 _lsc_memory_get_most_held (const LscMemory *self, LscMemoryHeld *what);

/* lsc-memory-room.c */

gint64 _lsc_memory_count_room (const LscMemory *self, LscMemoryHeld *what);
LscPhrase *_lsc_memory_say_room (const LscMemory *self);

G_END_DECLS
