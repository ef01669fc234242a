/* lsc-block-ends.h - when blocks of memory were released of which no event tells it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-counter.h"
#include "model/lsc-memory-blocks.h"

G_BEGIN_DECLS

gboolean lsc_block_is_of (const LscMemoryBlocks *blocks, const LscMemoryBlock *block,
                          const char *pool);
void lsc_block_ends_infer (LscMemoryBlocks *self, const char *pool, const LscCounter *allocated);

G_END_DECLS
