/* test-hash.c - items are found again, whatever their hashes are like
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

typedef struct
{
  guint64 hash; /* chosen by the test */
  guint32 name;
} Item;

LSC_DEFINE_ARRAY (Items, items, Item)

static guint64
get_hash (const Item *item)
{
  return item->hash;
}

static gboolean
is_same (const Item *a, const Item *b)
{
  return a->hash == b->hash && a->name == b->name;
}

LSC_DEFINE_HASH (index, Item, get_hash, is_same)

static void
check_all (const LscHash *index, const Items *items)
{
  gsize n = 0;

  g_assert_cmpuint (index->n, ==, items->n);
  for (gsize i = 0; i < items->n; i++)
    {
      Item other = { items->items[i].hash, items->items[i].name + 1 };

      g_assert_cmpuint (index_find (index, items->items, &items->items[i]), ==, i);
      g_assert_cmpuint (index_find (index, items->items, &other), ==, LSC_HASH_NONE);
    }
  for (gsize i = 0; i < index->n_slots; i++)
    n += index->slots[i] != LSC_HASH_NONE;
  g_assert_cmpuint (n, ==, items->n);
  g_assert_cmpuint (2 * n, <=, index->n_slots);
}

/* Puts @n items, every one twice; names are even. */
static void
put_items (guint64 (*hash_of) (guint32 i), guint32 n, gsize reserved)
{
  LscHash index = { 0 };
  Items items = { 0 };
  Item none = { 0, 1 };

  g_assert_cmpuint (index_find (&index, NULL, &none), ==, LSC_HASH_NONE);
  for (guint32 i = 0; i < n; i++)
    {
      Item item = { hash_of (i), 2 * i };

      if (i == n / 3 && reserved > 0)
        index_reserve (&index, items.items, reserved);
      g_assert_cmpuint (index_put (&index, items.items, &item, i), ==, i);
      items_append (&items, item);
      g_assert_cmpuint (index_put (&index, items.items, &item, n), ==, i);
      if ((i & (i + 1)) == 0) /* around each growth */
        check_all (&index, &items);
    }
  check_all (&index, &items);
  lsc_hash_clear (&index);
  g_assert_null (index.slots);
  items_clear (&items);
}

static guint64
spread_out (guint32 i)
{
  return lsc_hash_mix (0, i);
}

static guint64
all_one (guint32 i)
{
  return 0;
}

/* Go round the end of the table, and do so again after each growth. */
static guint64
at_the_end (guint32 i)
{
  return G_MAXUINT64 - i % 3;
}

static guint64
ascending (guint32 i)
{
  return i;
}

/* Half of them stay in the lower half when the table grows, in runs. */
static guint64
in_runs (guint32 i)
{
  return (guint64) (g_test_rand_int () & 0x3) << 6 | (0x38 + (g_test_rand_int () & 0xf));
}

static guint64
by_chance (guint32 i)
{
  return (guint64) g_test_rand_int () << 32 | (g_test_rand_int () & 0xff);
}

static void
test_put (void)
{
  guint64 (*const all[]) (guint32) = { spread_out, all_one, at_the_end,
                                       ascending,  in_runs, by_chance };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint32 n = 1; n < 700; n += n < 70 ? 1 : 37)
      {
        put_items (all[i], n, 0);
        put_items (all[i], n, n);
        put_items (all[i], n, 20 * (gsize) n);
      }
}

static void
test_mix (void)
{
  g_autofree guint8 *seen = g_malloc0 (1 << 16);
  guint n = 0;

  /* Low bits of numbers that differ in high bits alone differ as often as chance makes them. */
  for (guint64 i = 0; i < 1 << 16; i++)
    n += seen[lsc_hash_mix (0, i << 32) & 0xffff]++ == 0;
  g_assert_cmpuint (n, >, (1 << 16) / 2);
  g_assert_cmpuint (lsc_hash_mix (lsc_hash_mix (0, 1), 2), !=,
                    lsc_hash_mix (lsc_hash_mix (0, 2), 1));
}

static void
test_bytes (void)
{
  const char text[] = "0123456789abcdef01234567";
  char moved[40];

  memcpy (moved + 3, text, sizeof text);
  for (gsize n = 0; n < sizeof text; n++)
    {
      g_assert_cmpuint (lsc_hash_bytes (text, n), ==, lsc_hash_bytes (moved + 3, n));
      for (gsize k = 0; k < n; k++)
        {
          moved[3 + k] ^= 1;
          g_assert_cmpuint (lsc_hash_bytes (text, n), !=, lsc_hash_bytes (moved + 3, n));
          moved[3 + k] ^= 1;
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hash/put", test_put);
  g_test_add_func ("/hash/mix", test_mix);
  g_test_add_func ("/hash/bytes", test_bytes);
  return g_test_run ();
}
