/* lsc-synth-memory.h - what the allocator of a rank holds, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the allocator rounds sizes to, and what it reserves at a time. */
#define LSC_SYNTH_BLOCK_BYTES 512
#define LSC_SYNTH_SEGMENT_BYTES (G_GINT64_CONSTANT (20) << 20)

/**
 * LscSynthMemoryEvent:
 * @block: number of the block
 * @time_ns: when; no two events are at the same time
 * @allocated_bytes: of all blocks afterwards
 * @reserved_bytes: of the pool afterwards
 */
typedef struct
{
  guint block;
  gboolean is_release;
  gint64 time_ns;
  gint64 allocated_bytes;
  gint64 reserved_bytes;
} LscSynthMemoryEvent;

/**
 * LscSynthMemoryBlock:
 * @name: number of the name of the op that asks for it
 * @begin_ns, @end_ns: on the rank's clock; G_MAXINT64 = it is never released
 * @events: what the two are afterwards, the second G_MAXUINT32 if there is none
 */
typedef struct
{
  guint name;
  gint64 size_bytes;
  gint64 begin_ns;
  gint64 end_ns;
  guint events[2];
} LscSynthMemoryBlock;

/**
 * LscSynthMemory:
 * @base_bytes: allocated before the recording and never released
 * @warm_ns: end of the first step; earlier steps made the pool as large as that one needs it
 * @blocks: LscSynthMemoryBlock in the order of their allocation
 * @events: LscSynthMemoryEvent by time, once it is sealed
 * @peak_bytes, @peak_ns: the most that is allocated, and when that is first reached
 */
typedef struct
{
  gint64 base_bytes;
  gint64 warm_ns;
  GArray *blocks;
  GArray *events;
  gint64 warm_reserved_bytes;
  gint64 peak_bytes;
  gint64 peak_ns;
} LscSynthMemory;

LscSynthMemory *lsc_synth_memory_new (gint64 base_bytes);
void lsc_synth_memory_free (LscSynthMemory *self);
guint lsc_synth_memory_allocate (LscSynthMemory *self, guint name, gint64 size_bytes,
                                 gint64 time_ns);
void lsc_synth_memory_release (LscSynthMemory *self, guint block, gint64 time_ns);
void lsc_synth_memory_seal (LscSynthMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthMemory, lsc_synth_memory_free)

G_END_DECLS
