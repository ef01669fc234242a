/* lsc-snapshot-stacks.c - frames and stacks of a snapshot, each kept once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-stacks-private.h"

#include <string.h>

static guint64
hash_frame (const LscMemoryFrame *frame)
{
  return lsc_hash_mix (lsc_hash_mix (lsc_hash_mix (0, frame->function), frame->file), frame->line);
}

static gboolean
is_same_frame (const LscMemoryFrame *a, const LscMemoryFrame *b)
{
  return a->function == b->function && a->file == b->file && a->line == b->line;
}

LSC_DEFINE_HASH (frames, LscMemoryFrame, hash_frame, is_same_frame)

static guint64
get_stack_hash (const LscSnapshotStack *stack)
{
  return stack->hash;
}

static gboolean
is_same_stack (const LscSnapshotStack *a, const LscSnapshotStack *b)
{
  return a->hash == b->hash && a->n == b->n &&
         (a->n == 0 || memcmp (a->all->items + a->first, b->all->items + b->first,
                               a->n * sizeof (LscMemoryFrame)) == 0);
}

LSC_DEFINE_HASH (stacks, LscSnapshotStack, get_stack_hash, is_same_stack)

void
_lsc_snapshot_stacks_clear (LscSnapshotStacks *self)
{
  lsc_memory_frames_clear (&self->frames);
  lsc_hash_clear (&self->frame_index);
  _lsc_snapshot_stack_list_clear (&self->stacks);
  lsc_hash_clear (&self->stack_index);
  lsc_memory_frames_clear (&self->scratch);
}

/** Returns: the id of a frame, new or known */
guint32
_lsc_snapshot_stacks_add_frame (LscSnapshotStacks *self, const LscMemoryFrame *frame)
{
  guint32 id = (guint32) self->frames.n;
  guint32 found = frames_put (&self->frame_index, self->frames.items, frame, id);

  if (found == id)
    lsc_memory_frames_append (&self->frames, *frame);
  return found;
}

/**
 * _lsc_snapshot_stacks_add:
 *
 * Returns: the index in LscMemoryLog.stacks of the stack in @scratch, which is empty afterwards;
 *   %LSC_MEMORY_NONE where there are more frames than can be numbered
 */
guint32
_lsc_snapshot_stacks_add (LscSnapshotStacks *self)
{
  LscMemoryFrames *all = &self->log->frames;
  LscSnapshotStack stack = { 0, all, (guint32) all->n, (guint32) self->scratch.n };
  guint32 id = (guint32) self->stacks.n, found;

  if (all->n + self->scratch.n >= LSC_MEMORY_NONE)
    return LSC_MEMORY_NONE;
  lsc_memory_frames_reserve (all, all->n + self->scratch.n);
  for (gsize i = 0; i < self->scratch.n; i++)
    {
      all->items[all->n + i] = self->scratch.items[i];
      stack.hash = lsc_hash_mix (stack.hash, hash_frame (&self->scratch.items[i]));
    }
  found = stacks_put (&self->stack_index, self->stacks.items, &stack, id);
  if (found == id)
    {
      _lsc_snapshot_stack_list_append (&self->stacks, stack);
      lsc_memory_stacks_append (&self->log->stacks, (LscMemoryStack){ stack.first, stack.n });
      all->n += stack.n;
    }
  self->scratch.n = 0;
  return found;
}
