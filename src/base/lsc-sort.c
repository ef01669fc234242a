/* lsc-sort.c - stable orders of many items by a 64-bit key
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-array.h"

/* Recordings are mostly in the order of time already, so the first pass looks whether there is
 * anything to do. Otherwise key and index share one 64-bit word where they fit, which halves the
 * memory that a radix pass moves. */

#define DIGIT_BITS 11
#define N_DIGITS (1u << DIGIT_BITS)
#define SMALL 64

typedef struct
{
  guint64 key;
  guint32 index;
} Wide;

static void
insertion_sort (guint64 *items, gsize n, guint low_bit)
{
  for (gsize i = 1; i < n; i++)
    {
      guint64 item = items[i];
      gsize k = i;

      for (; k > 0 && items[k - 1] >> low_bit > item >> low_bit; k--)
        items[k] = items[k - 1];
      items[k] = item;
    }
}

static void
radix_pass (const guint64 *from, guint64 *to, gsize n, guint shift)
{
  gsize begin[N_DIGITS] = { 0 };
  gsize sum = 0;

  for (gsize i = 0; i < n; i++)
    begin[(from[i] >> shift) & (N_DIGITS - 1)]++;
  for (guint d = 0; d < N_DIGITS; d++)
    {
      gsize count = begin[d];

      begin[d] = sum;
      sum += count;
    }
  for (gsize i = 0; i < n; i++)
    to[begin[(from[i] >> shift) & (N_DIGITS - 1)]++] = from[i];
}

/**
 * lsc_sort_radix:
 * @items: words whose bits from @low_bit upwards are the key
 * @n: their number
 * @low_bit: 0 to 63
 *
 * Sorts ascending by key; items of equal key keep their order.
 *
 * Cost: O(n) for each 11 bits in which keys differ; @n words of scratch.
 */
void
lsc_sort_radix (guint64 *items, gsize n, guint low_bit)
{
  g_autofree guint64 *scratch = NULL;
  guint64 differ = 0;
  guint64 *from = items, *to;

  /* Counting 2048 digits costs more than sorting a few words by hand. */
  if (n <= SMALL)
    {
      insertion_sort (items, n, low_bit);
      return;
    }
  /* Times of one recording share their high bits, and a pass over equal digits moves nothing. */
  for (gsize i = 1; i < n; i++)
    differ |= items[i] ^ items[0];
  scratch = lsc_array_alloc (n, sizeof *scratch);
  to = scratch;
  for (guint shift = low_bit; shift < 64; shift += DIGIT_BITS)
    {
      guint64 *swap = from;

      if (!((differ >> shift) & (N_DIGITS - 1)))
        continue;
      radix_pass (from, to, n, shift);
      from = to;
      to = swap;
    }
  /* After an odd number of passes the result lies in the scratch. */
  if (from != items)
    memcpy (items, from, n * sizeof *items);
}

static int
compare_wide (const void *a, const void *b)
{
  const Wide *wa = a, *wb = b;

  if (wa->key != wb->key)
    return wa->key < wb->key ? -1 : 1;
  return wa->index < wb->index ? -1 : wa->index > wb->index;
}

/* Keys so far apart that key and index do not fit one word: hostile input only. */
static guint32 *
order_wide (gsize n, gint64 least, LscSortKeyFunc key, gconstpointer data)
{
  g_autofree Wide *items = g_new (Wide, n);
  guint32 *order;

  for (gsize i = 0; i < n; i++)
    {
      items[i].key = (guint64) key (i, data) - (guint64) least;
      items[i].index = (guint32) i;
    }
  qsort (items, n, sizeof *items, compare_wide);
  order = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    order[i] = items[i].index;
  return order;
}

static guint32 *
order_packed (gsize n, gint64 least, guint index_bits, LscSortKeyFunc key, gconstpointer data)
{
  g_autofree guint64 *items = lsc_array_alloc (n, sizeof *items);
  guint32 *order;
  guint64 mask = (G_GUINT64_CONSTANT (1) << index_bits) - 1;

  for (gsize i = 0; i < n; i++)
    items[i] = ((guint64) key (i, data) - (guint64) least) << index_bits | i;
  lsc_sort_radix (items, n, index_bits);
  order = lsc_array_alloc (n, sizeof *order); /* not before: the scratch is gone by now */
  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) (items[i] & mask);
  return order;
}

static guint
bits_of (guint64 value)
{
  return value ? 64 - (guint) __builtin_clzll (value) : 0;
}

/**
 * lsc_sort_order:
 * @n: number of items, below 2^32
 * @key: the key of an item; called twice for each
 * @data: passed to @key
 *
 * Orders items ascending by key; equal keys keep their order.
 *
 * Returns: (transfer full) (nullable): @n indexes, %NULL when the items are in order already
 */
guint32 *
lsc_sort_order (gsize n, LscSortKeyFunc key, gconstpointer data)
{
  gint64 least = G_MAXINT64, most = G_MININT64, last = G_MININT64;
  gboolean is_sorted = TRUE;
  guint index_bits;

  g_return_val_if_fail (n < G_MAXUINT32, NULL);
  for (gsize i = 0; i < n; i++)
    {
      gint64 value = key (i, data);

      is_sorted = is_sorted && value >= last;
      last = value;
      least = MIN (least, value);
      most = MAX (most, value);
    }
  if (is_sorted)
    return NULL;
  /* The index rides in the low bits, which makes the order stable and needs no second array. */
  index_bits = bits_of (n - 1);
  if (bits_of ((guint64) most - (guint64) least) + index_bits <= 64)
    return order_packed (n, least, index_bits, key, data);
  return order_wide (n, least, key, data);
}

typedef struct
{
  LscSortTieFunc tie;
  gconstpointer data;
} Ties;

static int
compare_ties (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Ties *ties = user_data;

  return ties->tie (*(const guint32 *) a, *(const guint32 *) b, ties->data);
}

/**
 * lsc_sort_ties:
 * @order: indexes, ascending by key
 * @n: their number
 * @key: as in lsc_sort_order()
 * @tie: order among items of one key
 * @data: passed to both
 *
 * Sorts each stretch of equal keys by a second rule; what that leaves equal keeps its order.
 */
void
lsc_sort_ties (guint32 *order, gsize n, LscSortKeyFunc key, LscSortTieFunc tie, gconstpointer data)
{
  g_return_if_fail ((order || n == 0) && key && tie);

  Ties ties = { tie, data };
  gsize begin = 0;

  for (gsize i = 1; i <= n; i++)
    {
      if (i < n && key (order[i], data) == key (order[begin], data))
        continue;
      if (i - begin > 1)
        g_qsort_with_data (order + begin, (gint) (i - begin), sizeof *order, compare_ties, &ties);
      begin = i;
    }
}

/**
 * lsc_sort_indexes:
 * @n: number of items, below 2^32
 * @key: the key of an item
 * @tie: (nullable): order among items of one key; what that leaves equal keeps its order
 * @data: passed to both
 *
 * Returns: (transfer full): @n indexes in order
 */
guint32 *
lsc_sort_indexes (gsize n, LscSortKeyFunc key, LscSortTieFunc tie, gconstpointer data)
{
  g_return_val_if_fail (key, NULL);

  guint32 *order = lsc_sort_order (n, key, data);

  if (!order)
    {
      order = g_new (guint32, n + 1);
      for (gsize i = 0; i < n; i++)
        order[i] = (guint32) i;
    }
  if (tie)
    lsc_sort_ties (order, n, key, tie, data);
  return order;
}

/* Larger items had better be sorted by pointers. */
#define MAX_ITEM_BYTES 256

/**
 * lsc_sort_apply:
 * @items: @n of them
 * @item_bytes: of one, 256 at most
 * @order: a permutation of their indexes; is used up
 *
 * Moves the items into their order, without room for a second copy of them.
 */
void
lsc_sort_apply (gpointer items, gsize item_bytes, guint32 *order, gsize n)
{
  char *bytes = items;
  char first[MAX_ITEM_BYTES];

  g_return_if_fail (item_bytes <= MAX_ITEM_BYTES);
  for (gsize begin = 0; begin < n; begin++)
    {
      gsize hole = begin;

      /* Also where an earlier cycle has been: what was moved is marked by pointing at itself. */
      if (order[begin] == begin)
        continue;
      memcpy (first, bytes + begin * item_bytes, item_bytes);
      while (order[hole] != begin)
        {
          gsize from = order[hole];

          memcpy (bytes + hole * item_bytes, bytes + from * item_bytes, item_bytes);
          order[hole] = (guint32) hole;
          hole = from;
        }
      memcpy (bytes + hole * item_bytes, first, item_bytes);
      order[hole] = (guint32) hole;
    }
}

/**
 * lsc_sort_items:
 * @items: (nullable): @n of them, below 2^32
 * @item_bytes: of one, 256 at most
 * @key: the key of an item; its data are @items
 *
 * Orders items ascending by key, in place; equal keys keep their order.
 */
void
lsc_sort_items (gpointer items, gsize n, gsize item_bytes, LscSortKeyFunc key)
{
  g_return_if_fail (items || n == 0);

  g_autofree guint32 *order = lsc_sort_order (n, key, items);

  if (order)
    lsc_sort_apply (items, item_bytes, order, n);
}
