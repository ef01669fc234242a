/* lsc-id-map.c - from ids of a file to places in an array
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-id-map.h"

#include <string.h>

/* A plain array may be this many times as long as there are items. */
#define DENSE_FACTOR 8
#define DENSE_ALWAYS 65536

static gsize
hash_id (gint64 id)
{
  guint64 hash = (guint64) id * 0x9e3779b97f4a7c15u;

  return (gsize) (hash ^ hash >> 32);
}

static guint32 *
new_nothing (gsize n)
{
  guint32 *items = g_malloc_n (n, sizeof *items);

  memset (items, 0xff, n * sizeof *items);
  return items;
}

/* Where the first item of that id stands or would stand. */
static guint32 *
find_place (LscIdMap *self, gint64 id)
{
  gsize slot;

  if (self->dense)
    return &self->dense[(guint64) id - (guint64) self->first_id];
  slot = hash_id (id) & self->hash_mask;
  while (self->hash_items[slot] != LSC_ID_MAP_NONE && self->hash_ids[slot] != id)
    slot = (slot + 1) & self->hash_mask;
  self->hash_ids[slot] = id;
  return &self->hash_items[slot];
}

static void
allocate (LscIdMap *self, gint64 min, gint64 max, gsize n)
{
  guint64 span = (guint64) max - (guint64) min;
  gsize n_slots = 16;

  if (span < DENSE_FACTOR * (guint64) n + DENSE_ALWAYS)
    {
      self->first_id = min;
      self->n_dense = (gsize) span + 1;
      self->dense = new_nothing (self->n_dense);
      return;
    }
  while (n_slots < n * 2)
    n_slots *= 2;
  self->hash_mask = n_slots - 1;
  self->hash_ids = g_new (gint64, n_slots);
  self->hash_items = new_nothing (n_slots);
}

static inline gint64
read_id (const char *bytes)
{
  gint64 id;

  memcpy (&id, bytes, sizeof id);
  return id;
}

/**
 * lsc_id_map_build:
 * @self: an empty map
 * @ids: the first item's id, a #gint64 that need not be aligned
 * @n: items
 * @stride_bytes: from one item's id to the next's
 *
 * Items of one id keep their order.
 */
void
lsc_id_map_build (LscIdMap *self, gconstpointer ids, gsize n, gsize stride_bytes)
{
  const char *bytes = ids;
  gint64 min = G_MAXINT64, max = G_MININT64;

  g_return_if_fail (n < LSC_ID_MAP_NONE);
  if (n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    {
      gint64 id = read_id (bytes + i * stride_bytes);

      min = MIN (min, id);
      max = MAX (max, id);
    }
  allocate (self, min, max, n);
  for (gsize i = n; i-- > 0;)
    {
      guint32 *place = find_place (self, read_id (bytes + i * stride_bytes));

      if (*place != LSC_ID_MAP_NONE && !self->next)
        self->next = new_nothing (n);
      if (self->next)
        self->next[i] = *place;
      *place = (guint32) i;
    }
}

/** As lsc_id_map_find(), for ids that are no index. */
guint32
lsc_id_map_find_hashed (const LscIdMap *self, gint64 id)
{
  gsize slot = hash_id (id) & self->hash_mask;

  while (self->hash_items[slot] != LSC_ID_MAP_NONE)
    {
      if (self->hash_ids[slot] == id)
        return self->hash_items[slot];
      slot = (slot + 1) & self->hash_mask;
    }
  return LSC_ID_MAP_NONE;
}

void
lsc_id_map_clear (LscIdMap *self)
{
  g_free (self->dense);
  g_free (self->hash_ids);
  g_free (self->hash_items);
  g_free (self->next);
  memset (self, 0, sizeof *self);
}
