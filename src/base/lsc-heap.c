/* lsc-heap.c - which of many items is due next
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-heap.h"

/* A binary heap: entry i is never due after the entries 2 i + 1 and 2 i + 2. */

static inline gboolean
is_due_before (const LscHeapEntry *a, const LscHeapEntry *b)
{
  return a->key != b->key ? a->key < b->key : a->item < b->item;
}

/** Adds an entry. Cost: O(log n). */
void
lsc_heap_push (LscHeap *self, gint64 key, guint32 item)
{
  LscHeapEntry entry = { key, item };
  gsize i = self->n;

  lsc_heap_add (self);
  /* The hole moves, not the entry: one copy for each level in place of a swap. */
  for (; i > 0 && is_due_before (&entry, &self->items[(i - 1) / 2]); i = (i - 1) / 2)
    self->items[i] = self->items[(i - 1) / 2];
  self->items[i] = entry;
}

/**
 * lsc_heap_pop:
 * @self: not empty
 *
 * Removes the first entry. Cost: O(log n).
 *
 * Returns: its item
 */
guint32
lsc_heap_pop (LscHeap *self)
{
  guint32 item = self->items[0].item;
  LscHeapEntry last = self->items[--self->n];
  gsize i = 0;

  for (;;)
    {
      gsize child = 2 * i + 1;

      if (child >= self->n)
        break;
      if (child + 1 < self->n && is_due_before (&self->items[child + 1], &self->items[child]))
        child++;
      if (!is_due_before (&self->items[child], &last))
        break;
      self->items[i] = self->items[child];
      i = child;
    }
  self->items[i] = last;
  return item;
}
