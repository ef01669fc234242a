/* lsc-sort.h - comparing by several keys, finding in order, and stable orders by a 64-bit key
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** -1, 0 or 1: how @a stands to @b, both of any type that has an order */
#define LSC_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/** In a function that compares two items by several keys: returns from it unless @a equals @b. */
#define LSC_RETURN_ORDER(a, b)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((a) != (b))                                                                                \
      return (a) < (b) ? -1 : 1;                                                                   \
  }                                                                                                \
  G_STMT_END

/** The key of item @index. */
typedef gint64 (*LscSortKeyFunc) (gsize index, gconstpointer data);

/** Compares two items whose keys are equal, by their indexes. */
typedef int (*LscSortTieFunc) (guint32 a, guint32 b, gconstpointer data);

/**
 * LSC_BISECT:
 * @index: name of an index, for @is_before
 * @from, @to: the range that is looked at
 * @is_before: an expression that is true up to a place in the range, and false from there on
 *
 * Cost: O(log n).
 *
 * Evaluates to: that place as #gsize, @to if there is none
 */
#define LSC_BISECT(index, from, to, is_before)                                                     \
  __extension__({                                                                                  \
    gsize index##_low = (from), index##_high = (to);                                               \
                                                                                                   \
    while (index##_low < index##_high)                                                             \
      {                                                                                            \
        gsize index = index##_low + (index##_high - index##_low) / 2;                              \
                                                                                                   \
        if (is_before)                                                                             \
          index##_low = index + 1;                                                                 \
        else                                                                                       \
          index##_high = index;                                                                    \
      }                                                                                            \
    index##_low;                                                                                   \
  })

guint32 *lsc_sort_order (gsize n, LscSortKeyFunc key, gconstpointer data);
guint32 *lsc_sort_indexes (gsize n, LscSortKeyFunc key, LscSortTieFunc tie, gconstpointer data);
void lsc_sort_ties (guint32 *order, gsize n, LscSortKeyFunc key, LscSortTieFunc tie,
                    gconstpointer data);
void lsc_sort_items (gpointer items, gsize n, gsize item_bytes, LscSortKeyFunc key);
void lsc_sort_apply (gpointer items, gsize item_bytes, guint32 *order, gsize n);
void lsc_sort_radix (guint64 *items, gsize n, guint low_bit);

G_END_DECLS
