/* lsc-reference-memory.h - what operators allocate in two steps, as the reference tool has it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"

G_BEGIN_DECLS

/**
 * LscReferenceBlocks: what an instance of an operator, or all of a name, allocated on one side
 * @name: (nullable): %NULL = there is none
 * @details: (nullable): a line for each block
 * @n: instances
 * @bytes, @ns: of all its blocks; a block that was not released has no length
 */
typedef struct
{
  char *name;
  char *details;
  gint64 n;
  gint64 bytes;
  gint64 ns;
} LscReferenceBlocks;

/** What belongs together. */
typedef struct
{
  LscReferenceBlocks side[2];
} LscReferenceMemory;

/**
 * LscReferenceMemories: immutable after it was made; borrows nothing
 * @pairs: (element-type LscReferenceMemory): instances in their order
 * @sums: (element-type LscReferenceMemory): by name, by |after - before| of the bytes, falling
 */
typedef struct
{
  GPtrArray *pairs;
  GPtrArray *sums;
} LscReferenceMemories;

LscReferenceMemories *lsc_reference_memories_new (const LscStepKernels *before,
                                                  const LscStepKernels *after);
void lsc_reference_memories_free (LscReferenceMemories *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReferenceMemories, lsc_reference_memories_free)

G_END_DECLS
