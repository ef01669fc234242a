/* test-sort.c - items are moved into an order, in place
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "base/lsc-sort.h"

#define MOST_ITEMS 300

typedef struct
{
  guint32 number;
  char rest[9];
} Item;

/* As good as any order: some items stay, some swap, some go round. */
static void
shuffle (guint32 *order, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  for (guint32 i = 0; i + 1 < n; i++)
    if (g_test_rand_bit ())
      {
        guint32 other = (guint32) g_test_rand_int_range ((gint32) i, (gint32) n);
        guint32 kept = order[i];

        order[i] = order[other];
        order[other] = kept;
      }
}

static void
test_apply (void)
{
  for (guint32 n = 0; n < MOST_ITEMS; n++)
    {
      g_autofree guint32 *order = g_new0 (guint32, n + 1), *kept = NULL;
      g_autofree Item *items = g_new0 (Item, n + 1);

      shuffle (order, n);
      kept = g_memdup2 (order, (n + 1) * sizeof *order);
      for (guint32 i = 0; i < n; i++)
        {
          items[i].number = i;
          memset (items[i].rest, (int) (i % 127), sizeof items[i].rest);
        }
      lsc_sort_apply (items, sizeof *items, order, n);
      for (guint32 i = 0; i < n; i++)
        {
          g_assert_cmpuint (items[i].number, ==, kept[i]);
          g_assert_cmpint (items[i].rest[8], ==, (int) (kept[i] % 127));
        }
      g_assert_cmpuint (items[n].number, ==, 0);
    }
}

/* ---- orders, against a slow twin ---- */

static gint64
key_of (gsize index, gconstpointer data)
{
  return ((const gint64 *) data)[index];
}

/* Ties go by the parity of the place, so that their order is seen to change. */
static int
tie_of (guint32 a, guint32 b, gconstpointer data)
{
  return (int) (b % 2) - (int) (a % 2);
}

/* Keys near each other, far apart, at the ends of the range, or a few of them only. */
static gint64
make_key (int kind)
{
  static const gint64 ends[] = { G_MININT64, -1, 0, 1, G_MAXINT64 };

  if (kind == 0)
    return g_test_rand_int_range (-3, 3);
  if (kind == 1)
    return (g_test_rand_bit () ? 1 : -1) *
           ((gint64) g_test_rand_int_range (0, 1 << 30) << g_test_rand_int_range (0, 33));
  if (kind == 2)
    return ends[g_test_rand_int_range (0, G_N_ELEMENTS (ends))];
  return G_GINT64_CONSTANT (1700000000000000000) + g_test_rand_int_range (0, 100000);
}

/* Exchanges neighbours until none is out of order; equal ones stay. */
static void
sort_slowly (guint32 *order, gsize n, const gint64 *keys, gboolean with_ties)
{
  for (gsize i = 1; i < n; i++)
    for (gsize k = i; k > 0; k--)
      {
        guint32 a = order[k - 1], b = order[k];

        if (keys[a] < keys[b] || (keys[a] == keys[b] && !(with_ties && tie_of (a, b, NULL) > 0)))
          break;
        order[k - 1] = b;
        order[k] = a;
      }
}

static void
check_order (const gint64 *keys, gsize n)
{
  g_autofree guint32 *order = lsc_sort_order (n, key_of, keys);
  g_autofree guint32 *expected = g_new (guint32, n + 1);
  g_autofree guint32 *ties = g_new (guint32, n + 1), *all = NULL;
  gboolean is_sorted = TRUE;

  for (guint32 i = 0; i < n; i++)
    {
      expected[i] = i;
      is_sorted = is_sorted && (i == 0 || keys[i - 1] <= keys[i]);
    }
  g_assert_true ((order == NULL) == is_sorted);
  sort_slowly (expected, n, keys, FALSE);
  if (order != NULL)
    g_assert_cmpmem (order, n * sizeof *order, expected, n * sizeof *expected);
  memcpy (ties, expected, n * sizeof *ties);
  lsc_sort_ties (ties, n, key_of, tie_of, keys);
  sort_slowly (expected, n, keys, TRUE);
  g_assert_cmpmem (ties, n * sizeof *ties, expected, n * sizeof *expected);
  all = lsc_sort_indexes (n, key_of, tie_of, keys);
  g_assert_cmpmem (all, n * sizeof *all, expected, n * sizeof *expected);
}

static void
test_order (void)
{
  for (int round = 0; round < 400; round++)
    {
      gsize n = (gsize) g_test_rand_int_range (0, round % 8 == 0 ? 600 : 40);
      g_autofree gint64 *keys = g_new0 (gint64, n + 1);

      for (gsize i = 0; i < n; i++)
        keys[i] = make_key (round % 4);
      check_order (keys, n);
    }
}

/* What lies below the key is not looked at, but stays with it. */
static void
test_radix (void)
{
  for (int round = 0; round < 200; round++)
    {
      gsize n = (gsize) g_test_rand_int_range (0, round % 4 == 0 ? 900 : 70);
      guint low_bit = (guint) g_test_rand_int_range (0, 64);
      g_autofree guint64 *items = g_new0 (guint64, n + 1);
      g_autofree guint64 *kept = NULL;

      for (gsize i = 0; i < n; i++)
        items[i] =
            round % 2 == 0 ? (guint64) make_key (1) << 24 | i : (guint64) make_key (round % 4);
      kept = g_memdup2 (items, (n + 1) * sizeof *items);
      lsc_sort_radix (items, n, low_bit);
      for (gsize i = 1; i < n; i++)
        for (gsize k = i; k > 0 && kept[k - 1] >> low_bit > kept[k] >> low_bit; k--)
          {
            guint64 item = kept[k];

            kept[k] = kept[k - 1];
            kept[k - 1] = item;
          }
      g_assert_cmpmem (items, n * sizeof *items, kept, n * sizeof *kept);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sort/apply", test_apply);
  g_test_add_func ("/sort/order", test_order);
  g_test_add_func ("/sort/radix", test_radix);
  return g_test_run ();
}
