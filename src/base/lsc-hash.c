/* lsc-hash.c - finds items of an array by what they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Open addressing with linear probing: the next slot is in the same cache line, and at most half of
 * the slots are taken, so that one line is what a search costs beside the item itself. Nothing is
 * ever removed, so that there are no graves.
 */
#include "config.h"

#include "base/lsc-hash.h"

#include <string.h>

#define LEAST_SLOTS 64

/* Takes what is in the slots up to @n_old to where it belongs now. No second table is needed: an
 * item whose hash gained bits stands, counted from where its turn begins, no farther from its first
 * slot than before, and the slots between are done. That holds from a free slot on, which is in
 * front of no item that had to give way; the last ones may have gone round the end. */
static void
spread (LscHash *self, gsize n_old, LscHashFunc hash, const char *items, gsize item_bytes)
{
  gsize mask = self->n_slots - 1, first = 0;

  while (self->slots[first] != LSC_HASH_NONE)
    first++;
  for (gsize i = 1; i < n_old; i++)
    {
      guint32 *from = &self->slots[(first + i) & (n_old - 1)];
      guint32 index = *from;
      gsize to;

      if (index == LSC_HASH_NONE)
        continue;
      *from = LSC_HASH_NONE;
      to = (gsize) hash (items + index * item_bytes) & mask;
      while (self->slots[to] != LSC_HASH_NONE)
        to = (to + 1) & mask;
      self->slots[to] = index;
    }
}

/**
 * lsc_hash_grow:
 * @n: items that there will be at least
 * @hash: (scope call): the hash of an item
 * @items: the array, with all that were put
 *
 * What LSC_DEFINE_HASH() calls when the table is half full.
 */
void
lsc_hash_grow (LscHash *self, gsize n, LscHashFunc hash, gconstpointer items, gsize item_bytes)
{
  gsize n_old = self->n_slots;

  g_assert (n < LSC_HASH_NONE);
  self->n_slots = MAX (n_old, LEAST_SLOTS);
  while (self->n_slots < 2 * n)
    self->n_slots *= 2;
  self->slots = g_realloc_n (self->slots, self->n_slots, sizeof *self->slots);
  memset (self->slots + n_old, 0xff, (self->n_slots - n_old) * sizeof *self->slots);
  if (self->n > 0)
    spread (self, n_old, hash, items, item_bytes);
}

/** Empties it; the array is the caller's. */
void
lsc_hash_clear (LscHash *self)
{
  g_free (self->slots);
  memset (self, 0, sizeof *self);
}

/**
 * lsc_hash_bytes:
 * @bytes: (array length=n): need not be aligned
 *
 * Cost: O(n), eight bytes at a time.
 *
 * Returns: their hash, which is the same in each run of the program, but no format to be stored
 */
guint64
lsc_hash_bytes (const char *bytes, gsize n)
{
  guint64 hash = 0xcbf29ce484222325u ^ n;

  while (n >= 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
      bytes += 8;
      n -= 8;
    }
  for (gsize i = 0; i < n; i++)
    hash = (hash ^ (guchar) bytes[i]) * 0x100000001b3u;
  return hash ^ hash >> 32;
}
