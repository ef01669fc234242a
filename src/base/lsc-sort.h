/* lsc-sort.h - stable orders of many items by a 64-bit key
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The key of item @index. */
typedef gint64 (*LscSortKeyFunc) (gsize index, gconstpointer data);

/** Compares two items whose keys are equal, by their indexes. */
typedef int (*LscSortTieFunc) (guint32 a, guint32 b, gconstpointer data);

guint32 *lsc_sort_order (gsize n, LscSortKeyFunc key, gconstpointer data);
void lsc_sort_ties (guint32 *order, gsize n, LscSortKeyFunc key, LscSortTieFunc tie,
                    gconstpointer data);
void lsc_sort_apply (gpointer items, gsize item_bytes, guint32 *order, gsize n);
void lsc_sort_radix (guint64 *items, gsize n, guint low_bit);

G_END_DECLS
