/* lsc-memory-blocks.h - what a rank allocated, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"

G_BEGIN_DECLS

/** When a block was allocated that is older than the recording. */
#define LSC_BLOCK_BEFORE G_MININT64

/** The stream of a block of which none is told. */
#define LSC_BLOCK_NO_STREAM G_MAXINT64

/**
 * LscMemoryBlock: a block of the framework's pool
 * @name: id in LscMemoryBlocks.names: the operator that asked for it
 * @pool: likewise: the strip of the timeline whose series "allocated" counts it; 0 = not told
 * @begin_ns: when it was allocated, %LSC_BLOCK_BEFORE
 * @end_ns: when it was released; -1 = not while it was recorded, or that was not noticed
 * @active_end_ns: when the device had done with it, too; -1 likewise
 * @stream: as recorded, %LSC_BLOCK_NO_STREAM
 * @address: 0 = not told
 * @slice: id of the operator, where @has_slice; else it is to be looked for by name
 * @is_inferred: no event tells of the release, but the total fell (findings.md#blocks)
 */
typedef struct
{
  guint32 name;
  guint32 pool;
  gint64 size_bytes;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 active_end_ns;
  gint64 stream;
  guint64 address;
  guint32 slice;
  guint8 has_slice;
  guint8 is_inferred;
} LscMemoryBlock;

LSC_DEFINE_ARRAY (LscMemoryBlockList, lsc_memory_block_list, LscMemoryBlock)

/**
 * LscMemoryBlocks: immutable after it was read; borrows nothing
 * @is_recorded: there is a table of blocks
 * @list: in the order in which they were allocated; of those allocated before the recording only
 *   those whose release was recorded
 * @bytes: of all blocks, so that sums over any of them fit
 * @n_bad: rows that could not be read
 */
typedef struct
{
  gboolean is_recorded;
  LscIntern *names;
  LscMemoryBlockList list;
  gint64 bytes;
  gint64 n_bad;
} LscMemoryBlocks;

LscMemoryBlocks *lsc_memory_blocks_new (void);
void lsc_memory_blocks_add (LscMemoryBlocks *self, LscMemoryBlock block);
void lsc_memory_blocks_seal (LscMemoryBlocks *self);
void lsc_memory_blocks_free (LscMemoryBlocks *self);

/** Returns: the name of the operator that asked for a block */
static inline const char *
lsc_memory_blocks_get_name (const LscMemoryBlocks *self, const LscMemoryBlock *block)
{
  return lsc_intern_text (self->names, block->name);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemoryBlocks, lsc_memory_blocks_free)

G_END_DECLS
