/* lsc-hash.h - finds items of an array by what they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LSC_HASH_NONE G_MAXUINT32

/**
 * LscHash:
 * @slots: indexes of items, %LSC_HASH_NONE where none is
 * @n_slots: 0 or a power of two, at least twice @n
 *
 * An index over an array that somebody else holds, for places where a #GHashTable costs too much:
 * 8 to 16 bytes an item, nothing allocated for a key, no call for a comparison. Items are told
 * apart by their bytes in that array, so they may move, but not change or go away. Zero-filled =
 * empty.
 *
 * Thread: any number may look things up while nobody adds.
 */
typedef struct
{
  guint32 *slots;
  gsize n_slots;
  gsize n;
} LscHash;

/** The hash of an item. */
typedef guint64 (*LscHashFunc) (gconstpointer item);

void lsc_hash_grow (LscHash *self, gsize n, LscHashFunc hash, gconstpointer items,
                    gsize item_bytes);
void lsc_hash_clear (LscHash *self);
guint64 lsc_hash_bytes (const char *bytes, gsize n);

/** Returns: the hash of what @hash stands for, 0 at first, followed by @word */
static inline guint64
lsc_hash_mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32; /* the low bits choose the slot, and a product's know little */
}

/**
 * LSC_DEFINE_HASH:
 * @prefix: prefix of the functions
 * @Item: type of an item
 * @hash: function or macro from a const @Item * to its hash
 * @is_same: function or macro of two const @Item *
 *
 * Defines, for a #LscHash over @items, a const @Item *:
 *
 * prefix_find (self, items, key): the index of the item that is the same as the item @key, else
 * %LSC_HASH_NONE;
 *
 * prefix_put (self, items, key, index): the same, but if there is none, @index is from now on that
 * of @key, which the caller then puts there, and is returned;
 *
 * prefix_reserve (self, items, n): makes room for @n items in all at once;
 *
 * prefix_prefetch (self, key): fetches where @key will be looked for, so that several searches wait
 * for the memory together.
 *
 * Cost: O(1) expected.
 */
#define LSC_DEFINE_HASH(prefix, Item, hash, is_same)                                               \
  static guint64 prefix##_hash_item (gconstpointer item) { return hash ((const Item *) item); }    \
  static inline guint32 *prefix##_slot (const LscHash *self, const Item *items, const Item *key,   \
                                        gsize at)                                                  \
  {                                                                                                \
    gsize mask = self->n_slots - 1;                                                                \
                                                                                                   \
    for (at &= mask; self->slots[at] != LSC_HASH_NONE; at = (at + 1) & mask)                       \
      if (is_same (&items[self->slots[at]], key))                                                  \
        break;                                                                                     \
    return &self->slots[at];                                                                       \
  }                                                                                                \
  G_GNUC_UNUSED static inline guint32 prefix##_find (const LscHash *self, const Item *items,       \
                                                     const Item *key)                              \
  {                                                                                                \
    return self->n > 0 ? *prefix##_slot (self, items, key, (gsize) hash (key)) : LSC_HASH_NONE;    \
  }                                                                                                \
  G_GNUC_UNUSED static inline void prefix##_reserve (LscHash *self, const Item *items, gsize n)    \
  {                                                                                                \
    if (2 * n > self->n_slots)                                                                     \
      lsc_hash_grow (self, n, prefix##_hash_item, items, sizeof (Item));                           \
  }                                                                                                \
  G_GNUC_UNUSED static inline void prefix##_prefetch (const LscHash *self, const Item *key)        \
  {                                                                                                \
    if (self->n_slots > 0)                                                                         \
      __builtin_prefetch (&self->slots[(gsize) hash (key) & (self->n_slots - 1)]);                 \
  }                                                                                                \
  G_GNUC_UNUSED static inline guint32 prefix##_put (LscHash *self, const Item *items,              \
                                                    const Item *key, guint32 index)                \
  {                                                                                                \
    gsize at = (gsize) hash (key);                                                                 \
    guint32 *slot = self->n > 0 ? prefix##_slot (self, items, key, at) : NULL;                     \
                                                                                                   \
    if (slot && *slot != LSC_HASH_NONE)                                                            \
      return *slot;                                                                                \
    if (2 * self->n >= self->n_slots)                                                              \
      {                                                                                            \
        lsc_hash_grow (self, self->n + 1, prefix##_hash_item, items, sizeof (Item));               \
        slot = NULL;                                                                               \
      }                                                                                            \
    if (!slot)                                                                                     \
      slot = prefix##_slot (self, items, key, at);                                                 \
    self->n++;                                                                                     \
    return *slot = index;                                                                          \
  }

G_END_DECLS
