/* lsc-memory-blocks.c - what a rank allocated, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-memory-blocks.h"

#include <stdlib.h>

/** Returns: (transfer full): empty, for a reader to fill */
LscMemoryBlocks *
lsc_memory_blocks_new (void)
{
  LscMemoryBlocks *self = g_new0 (LscMemoryBlocks, 1);

  self->names = lsc_intern_new ();
  lsc_intern_add (self->names, ""); /* 0: the pool that is not told */
  return self;
}

/** Adds a row as recorded; one without size or time of allocation, or of a size that nothing has,
 * counts as bad. */
void
lsc_memory_blocks_add (LscMemoryBlocks *self, LscMemoryBlock block)
{
  if (block.size_bytes < 0 || (block.begin_ns <= 0 && block.begin_ns != LSC_BLOCK_BEFORE) ||
      block.size_bytes > G_MAXINT64 - self->bytes)
    {
      self->n_bad++;
      return;
    }
  self->bytes += block.size_bytes;
  if (block.end_ns < block.begin_ns)
    block.end_ns = -1;
  if (block.active_end_ns < block.begin_ns)
    block.active_end_ns = -1;
  lsc_memory_block_list_append (&self->list, block);
}

static int
compare_blocks (const void *a, const void *b)
{
  const LscMemoryBlock *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  if (x->size_bytes != y->size_bytes)
    return x->size_bytes < y->size_bytes ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

/** Puts the blocks in order; files mostly have them so. */
void
lsc_memory_blocks_seal (LscMemoryBlocks *self)
{
  g_return_if_fail (self);
  if (self->list.n > 1)
    qsort (self->list.items, self->list.n, sizeof *self->list.items, compare_blocks);
}

void
lsc_memory_blocks_free (LscMemoryBlocks *self)
{
  if (!self)
    return;
  lsc_intern_unref (self->names);
  lsc_memory_block_list_clear (&self->list);
  g_free (self);
}
