/* lsc-memory-pair.h - memory before and after: peaks, who holds them, what a step allocates
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/memory/lsc-memory.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

/** How many allocations of one operator and size a step has on both sides. */
typedef enum
{
  LSC_ALLOCATIONS_EQUAL,
  LSC_ALLOCATIONS_MORE,
  LSC_ALLOCATIONS_FEWER,
  LSC_ALLOCATIONS_NEW,
  LSC_ALLOCATIONS_GONE,
  LSC_ALLOCATIONS_N,
} LscAllocationState;

extern const LscWord lsc_allocation_state_words[LSC_ALLOCATIONS_N];

/**
 * LscMemoryPair: immutable after it was made; reference counted; borrows nothing
 * @rank: of each side; %LSC_RANK_UNKNOWN
 * @is_identical: both sides are the same recording
 * @step: whose allocations are paired; %LSC_INT_NULL = those of the whole recordings
 * @peak: of what the main pool has allocated, bytes; %LSC_INT_NULL = not known
 * @live: (nullable) each: what lives at the peak, by #LscMemoryBy; %NULL where a side does not
 * tell. Differences add up to that of the peaks, to the byte
 * @by: of @live what names the largest difference
 * @allocations: (nullable): by operator and size; differences add up to that of all bytes that are
 *   allocated
 * @allocated: bytes that are allocated on each side; %LSC_INT_NULL without @allocations
 * @notes: (element-type LscPhrase): what is not known, and why
 * @text: in words
 */
typedef struct
{
  gatomicrefcount refs;
  gint64 rank[LSC_N_SIDES];
  gboolean is_identical;
  gint64 step[LSC_N_SIDES];
  gint64 peak[LSC_N_SIDES];
  LscTable *live[LSC_MEMORY_BY_NOTHING];
  LscMemoryBy by;
  LscTable *allocations;
  gint64 allocated[LSC_N_SIDES];
  GPtrArray *notes;
  LscPhrase *text;
} LscMemoryPair;

/**
 * LscMemoryPairInput: what is compared
 * @memory: of a rank of each side
 * @step: number of the step whose allocations are paired; %LSC_INT_NULL = none is known
 */
typedef struct
{
  LscMemory *memory[LSC_N_SIDES];
  gint64 rank[LSC_N_SIDES];
  gint64 step[LSC_N_SIDES];
  gboolean is_identical;
} LscMemoryPairInput;

LscMemoryPair *lsc_memory_pair_new (const LscMemoryPairInput *input, LscJob *job, GError **error);
LscMemoryPair *lsc_memory_pair_ref (LscMemoryPair *self);
void lsc_memory_pair_unref (LscMemoryPair *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemoryPair, lsc_memory_pair_unref)

G_END_DECLS
