/* lsc-synth-memory.c - blocks of an allocator, and what it holds after each event
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-memory.h"

static gint64
round_up (gint64 bytes, gint64 unit)
{
  return (bytes + unit - 1) / unit * unit;
}

/**
 * lsc_synth_memory_new:
 * @base_bytes: what is allocated before the recording
 *
 * Returns: (transfer full): an allocator without blocks
 */
LscSynthMemory *
lsc_synth_memory_new (gint64 base_bytes)
{
  LscSynthMemory *self = g_new0 (LscSynthMemory, 1);

  self->base_bytes = round_up (base_bytes, LSC_SYNTH_BLOCK_BYTES);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (LscSynthMemoryBlock));
  self->events = g_array_new (FALSE, FALSE, sizeof (LscSynthMemoryEvent));
  return self;
}

/** lsc_synth_memory_free: frees the allocator. */
void
lsc_synth_memory_free (LscSynthMemory *self)
{
  g_array_unref (self->blocks);
  g_array_unref (self->events);
  g_free (self);
}

/**
 * lsc_synth_memory_allocate:
 * @self: an allocator that is not sealed
 * @name: number of the name of the op
 * @size_bytes: how much; rounded up as the allocator does
 * @time_ns: when, on the rank's clock
 *
 * Returns: the number of the block, which stays until it is released
 */
guint
lsc_synth_memory_allocate (LscSynthMemory *self, guint name, gint64 size_bytes, gint64 time_ns)
{
  const LscSynthMemoryBlock block = { .name = name,
                                      .size_bytes = round_up (size_bytes, LSC_SYNTH_BLOCK_BYTES),
                                      .begin_ns = time_ns,
                                      .end_ns = G_MAXINT64,
                                      .events = { G_MAXUINT32, G_MAXUINT32 } };

  g_array_append_val (self->blocks, block);
  return self->blocks->len - 1;
}

/** lsc_synth_memory_release: @block ends at @time_ns, which is after its allocation. */
void
lsc_synth_memory_release (LscSynthMemory *self, guint block, gint64 time_ns)
{
  LscSynthMemoryBlock *item = &g_array_index (self->blocks, LscSynthMemoryBlock, block);

  item->end_ns = MAX (time_ns, item->begin_ns + 1);
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const LscSynthMemoryEvent *left = a, *right = b;

  if (left->time_ns != right->time_ns)
    return left->time_ns < right->time_ns ? -1 : 1;
  if (left->is_release != right->is_release)
    return left->is_release ? -1 : 1;
  return left->block < right->block ? -1 : left->block > right->block;
}

static void
add_event (LscSynthMemory *self, guint block, gboolean is_release, gint64 time_ns)
{
  const LscSynthMemoryEvent event = { .block = block,
                                      .is_release = is_release,
                                      .time_ns = time_ns };

  g_array_append_val (self->events, event);
}

/* Tables are joined by time, so each event gets one of its own. */
static void
order_events (LscSynthMemory *self)
{
  gint64 last_ns = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const LscSynthMemoryBlock *block = &g_array_index (self->blocks, LscSynthMemoryBlock, i);

      add_event (self, i, FALSE, block->begin_ns);
      if (block->end_ns != G_MAXINT64)
        add_event (self, i, TRUE, block->end_ns);
    }
  g_array_sort (self->events, compare_events);
  for (guint i = 0; i < self->events->len; i++)
    {
      LscSynthMemoryEvent *event = &g_array_index (self->events, LscSynthMemoryEvent, i);
      LscSynthMemoryBlock *block = &g_array_index (self->blocks, LscSynthMemoryBlock, event->block);

      last_ns = event->time_ns = MAX (event->time_ns, last_ns + 1);
      block->events[event->is_release] = i;
      *(event->is_release ? &block->end_ns : &block->begin_ns) = last_ns;
    }
}

static void
count_allocated (LscSynthMemory *self)
{
  gint64 allocated_bytes = self->base_bytes;
  gint64 warm_bytes = self->base_bytes;

  self->peak_bytes = self->base_bytes;
  for (guint i = 0; i < self->events->len; i++)
    {
      LscSynthMemoryEvent *event = &g_array_index (self->events, LscSynthMemoryEvent, i);
      gint64 size_bytes =
          g_array_index (self->blocks, LscSynthMemoryBlock, event->block).size_bytes;

      allocated_bytes += event->is_release ? -size_bytes : size_bytes;
      event->allocated_bytes = allocated_bytes;
      if (event->time_ns <= self->warm_ns)
        warm_bytes = MAX (warm_bytes, allocated_bytes);
      if (allocated_bytes <= self->peak_bytes)
        continue;
      self->peak_bytes = allocated_bytes;
      self->peak_ns = event->time_ns;
    }
  self->warm_reserved_bytes = round_up (warm_bytes, LSC_SYNTH_SEGMENT_BYTES);
}

/**
 * lsc_synth_memory_seal:
 * @self: an allocator to which all blocks were given
 *
 * Puts allocations and releases in order and counts what is held after each of them.
 */
void
lsc_synth_memory_seal (LscSynthMemory *self)
{
  gint64 reserved_bytes;

  order_events (self);
  count_allocated (self);
  reserved_bytes = self->warm_reserved_bytes;
  for (guint i = 0; i < self->events->len; i++)
    {
      LscSynthMemoryEvent *event = &g_array_index (self->events, LscSynthMemoryEvent, i);

      reserved_bytes =
          MAX (reserved_bytes, round_up (event->allocated_bytes, LSC_SYNTH_SEGMENT_BYTES));
      event->reserved_bytes = reserved_bytes;
    }
}
