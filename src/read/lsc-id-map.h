/* lsc-id-map.h - from ids of a file to places in an array
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

G_BEGIN_DECLS

#define LSC_ID_MAP_NONE G_MAXUINT32

typedef struct
{
  gint64 id;
  guint32 first; /* item */
} LscIdMapEntry;

LSC_DEFINE_ARRAY (LscIdMapEntries, lsc_id_map_entries, LscIdMapEntry)

/**
 * LscIdMap:
 *
 * Finds the items with a given id. Ids that lie close together, as those of the exporter do, index
 * a plain array; others go to a hash table. Built once, then read-only. Zero-filled = empty.
 */
typedef struct
{
  gint64 first_id;
  gsize n_dense;
  guint32 *dense;
  LscIdMapEntries entries; /* of ids that are no index */
  LscHash index;
  guint32 *next; /* further items of the same id, NULL when all ids differ */
} LscIdMap;

void lsc_id_map_build (LscIdMap *self, gconstpointer ids, gsize n, gsize stride_bytes);
void lsc_id_map_clear (LscIdMap *self);
guint32 lsc_id_map_find_hashed (const LscIdMap *self, gint64 id);

/** Returns: the first item with that id, %LSC_ID_MAP_NONE if there is none */
static inline guint32
lsc_id_map_find (const LscIdMap *self, gint64 id)
{
  guint64 offset = (guint64) id - (guint64) self->first_id;

  if (G_LIKELY (offset < self->n_dense))
    return self->dense[offset];
  return self->entries.n > 0 ? lsc_id_map_find_hashed (self, id) : LSC_ID_MAP_NONE;
}

/** Returns: the next item with the same id, %LSC_ID_MAP_NONE if that was the last */
static inline guint32
lsc_id_map_next (const LscIdMap *self, guint32 item)
{
  return self->next ? self->next[item] : LSC_ID_MAP_NONE;
}

G_END_DECLS
