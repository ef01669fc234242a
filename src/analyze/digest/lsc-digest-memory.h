/* lsc-digest-memory.h - memory of a rank: of its steps, at its peaks, blocks that stay
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"

G_BEGIN_DECLS

/** The least that was allocated in a step. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 bytes;
} LscDigestMemory;

LSC_DEFINE_ARRAY (LscDigestMemories, lsc_digest_memories, LscDigestMemory)

/**
 * LscDigestPeaks: memory when there was most of it; %LSC_INT_NULL = not recorded
 * @allocated_at_ns: when most was allocated; @reserved_bytes: of the framework's pool then
 * @process_at_ns: when the process held most; @pool_bytes: of the framework's pool then
 * @component: what else holds most at its own peak; id in LscRankDigest.texts, %LSC_STRING_NONE
 */
typedef struct
{
  gint64 allocated_at_ns;
  gint64 allocated_bytes;
  gint64 reserved_bytes;
  gint64 process_at_ns;
  gint64 process_bytes;
  gint64 pool_bytes;
  guint32 component;
  gint64 component_bytes;
} LscDigestPeaks;

/**
 * LscDigestBlocks: blocks of memory that an operator of a module asked for (findings.md#blocks)
 * @name, @module: ids in LscRankDigest.texts; %LSC_STRING_NONE of the name: there are none
 * @n, @bytes: of all of them; of those that are kept bytes a step
 * @n_steps, @last_step: in how many steps and in which last
 * @most_bytes: of the largest; of late ones that of the one that is latest
 * @slice: the operator that asked for that one, a slice id or NONE
 * @begin_ns, @end_ns: its life, -1 = it was not released; of late ones the time that it is kept for
 */
typedef struct
{
  guint32 name;
  guint32 module;
  gint64 n;
  gint64 bytes;
  gint64 n_steps;
  guint last_step;
  gint64 most_bytes;
  guint32 slice;
  gint64 begin_ns;
  gint64 end_ns;
} LscDigestBlocks;

LSC_DEFINE_ARRAY (LscDigestBlockGroups, lsc_digest_block_groups, LscDigestBlocks)

/** What became of the table of blocks. */
typedef enum
{
  LSC_BLOCKS_NOT_ASKED, /* no rule would find anything in it */
  LSC_BLOCKS_READ,
  LSC_BLOCKS_NOT_RECORDED,
  LSC_BLOCKS_UNREADABLE,
} LscBlocksState;

/** The most of a memory counter, bytes. @name: id in LscRankDigest.texts */
typedef struct
{
  guint32 name;
  gint64 peak;
} LscDigestCounter;

LSC_DEFINE_ARRAY (LscDigestCounters, lsc_digest_counters, LscDigestCounter)

G_END_DECLS
