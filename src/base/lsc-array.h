/* lsc-array.h - growable typed arrays with 64-bit counts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Unlike GArray (guint length, untyped) these hold more than 2^32 items and index without a cast.
 * Growth goes through realloc, which moves large blocks by remapping and leaves the unused
 * capacity untouched, so a generous reserve costs address space, not memory. */

gpointer lsc_array_alloc (gsize n, gsize item_size);
gpointer lsc_array_grow (gpointer items, gsize *capacity, gsize needed, gsize item_size);
gpointer lsc_array_try (gsize n, gsize item_size);
void lsc_array_keep (void);
void lsc_array_give_back (void);

/** As lsc_array_try(), of a type. */
#define LSC_TRY_NEW(type, n) ((type *) lsc_array_try ((n), sizeof (type)))

/**
 * LSC_DEFINE_ARRAY:
 * @Name: type of the array
 * @prefix: prefix of its functions
 * @Item: type of an item
 *
 * Defines @Name { items, n, capacity } and prefix_reserve(), prefix_add() (returns the new,
 * uninitialised item), prefix_append(), prefix_from() (the items from one on) and prefix_clear().
 */
#define LSC_DEFINE_ARRAY(Name, prefix, Item)                                                       \
  typedef struct                                                                                   \
  {                                                                                                \
    Item *items;                                                                                   \
    gsize n;                                                                                       \
    gsize capacity;                                                                                \
  } Name;                                                                                          \
  G_GNUC_UNUSED static inline void prefix##_reserve (Name *self, gsize n)                          \
  {                                                                                                \
    if (n > self->capacity)                                                                        \
      self->items = (Item *) lsc_array_grow (self->items, &self->capacity, n, sizeof (Item));      \
  }                                                                                                \
  G_GNUC_UNUSED static inline Item *prefix##_add (Name *self)                                      \
  {                                                                                                \
    if (G_UNLIKELY (self->n == self->capacity))                                                    \
      prefix##_reserve (self, self->n + 1);                                                        \
    return &self->items[self->n++];                                                                \
  }                                                                                                \
  G_GNUC_UNUSED static inline void prefix##_append (Name *self, Item item)                         \
  {                                                                                                \
    *prefix##_add (self) = item;                                                                   \
  }                                                                                                \
  /* (nullable): an array that never held an item has no pointer, and even 0 cannot be added */    \
  G_GNUC_UNUSED static inline Item *prefix##_from (const Name *self, gsize first)                  \
  {                                                                                                \
    return self->items ? self->items + first : NULL;                                               \
  }                                                                                                \
  G_GNUC_UNUSED static inline void prefix##_clear (Name *self)                                     \
  {                                                                                                \
    g_free (self->items);                                                                          \
    self->items = NULL;                                                                            \
    self->n = self->capacity = 0;                                                                  \
  }

LSC_DEFINE_ARRAY (LscIndexes, lsc_indexes, guint32)
LSC_DEFINE_ARRAY (LscInt64s, lsc_int64s, gint64)

/** @self: (transfer full) (nullable): an array that few have */
static inline void
lsc_indexes_free (LscIndexes *self)
{
  if (!self)
    return;
  lsc_indexes_clear (self);
  g_free (self);
}

G_END_DECLS
