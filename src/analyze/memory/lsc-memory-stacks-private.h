/* lsc-memory-stacks-private.h - sums of blocks by who asked for them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/memory/lsc-memory-stacks.h"
#include "base/lsc-hash.h"

G_BEGIN_DECLS

/** Blocks at one moment. */
typedef struct
{
  gint64 count;
  gint64 bytes;
} LscMemorySum;

/**
 * LscMemoryGroup: blocks of one pool and stack, and perhaps of one size
 * @requested_bytes: of each, -1 = of any size
 */
typedef struct
{
  guint32 pool;
  guint32 stack;
  gint64 requested_bytes;
  LscMemorySum peak;
  LscMemorySum end;
} LscMemoryGroup;

LSC_DEFINE_ARRAY (LscMemoryGroups, _lsc_memory_groups, LscMemoryGroup)

void _lsc_memory_group_lives (const LscMemoryLog *log, gboolean is_by_size,
                              LscMemoryGroups *groups);
char *_lsc_memory_write_stack (const LscMemoryLog *log, guint32 stack);

gboolean _lsc_memory_has_steps (const LscMemoryLog *log);

/** Returns: whether the program holds a block at @time_ns; %G_MININT64 = before the first event */
static inline gboolean
_lsc_memory_lives_at (const LscMemoryLife *life, gint64 time_ns)
{
  return life->begin_ns <= time_ns && life->end_ns > time_ns;
}

G_END_DECLS
