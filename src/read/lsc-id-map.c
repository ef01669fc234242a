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

static inline guint64
hash_entry (const LscIdMapEntry *entry)
{
  return lsc_hash_mix (0, (guint64) entry->id);
}

static inline gboolean
is_same_entry (const LscIdMapEntry *a, const LscIdMapEntry *b)
{
  return a->id == b->id;
}

LSC_DEFINE_HASH (index, LscIdMapEntry, hash_entry, is_same_entry)

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
  LscIdMapEntry entry = { id, LSC_ID_MAP_NONE };
  guint32 found;

  if (self->dense)
    return &self->dense[(guint64) id - (guint64) self->first_id];
  found = index_put (&self->index, self->entries.items, &entry, (guint32) self->entries.n);
  if (found == self->entries.n)
    lsc_id_map_entries_append (&self->entries, entry);
  return &self->entries.items[found].first;
}

static void
allocate (LscIdMap *self, gint64 min, gint64 max, gsize n)
{
  guint64 span = (guint64) max - (guint64) min;

  g_assert (min <= max);
  if (span < DENSE_FACTOR * (guint64) n + DENSE_ALWAYS)
    {
      self->first_id = min;
      self->n_dense = (gsize) span + 1;
      self->dense = new_nothing (self->n_dense);
      return;
    }
  lsc_id_map_entries_reserve (&self->entries, n);
  index_reserve (&self->index, NULL, n);
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

  g_return_if_fail (self && n < LSC_ID_MAP_NONE && stride_bytes >= sizeof min);
  g_return_if_fail (!self->dense && self->entries.n == 0); /* built once */
  if (n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    {
      gint64 id = read_id (bytes + i * stride_bytes);

      min = MIN (min, id);
      max = MAX (max, id);
    }
  allocate (self, min, max, n);
  /* From the last: each item stands before those of its id that were there already, so that in the
     end they are in order. */
  for (gsize i = n; i-- > 0;)
    {
      guint32 *place = find_place (self, read_id (bytes + i * stride_bytes));

      /* Ids differ in files that are whole; only others pay for the chains. */
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
  LscIdMapEntry entry = { id, LSC_ID_MAP_NONE };
  guint32 found = index_find (&self->index, self->entries.items, &entry);

  return found != LSC_HASH_NONE ? self->entries.items[found].first : LSC_ID_MAP_NONE;
}

void
lsc_id_map_clear (LscIdMap *self)
{
  g_return_if_fail (self);
  g_free (self->dense);
  lsc_id_map_entries_clear (&self->entries);
  lsc_hash_clear (&self->index);
  g_free (self->next);
  memset (self, 0, sizeof *self);
}
