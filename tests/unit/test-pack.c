/* test-pack.c - tests of lists of structs as bytes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "base/lsc-pack.h"

/** A part of a whole, and members of all kinds. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 length_ns;
  gint64 moved_ns;
  gint64 waited_ns;
  guint64 key;
  gint32 small;
  guint8 kind;
  guint8 spare[3]; /* no padding: items are compared by their bytes */
  double real;
  gint64 parts[2];
} Item;

#define S Item
static const LscPackField fields[] = {
  LSC_PACK (S, begin_ns),    LSC_PACK (S, end_ns),    LSC_PACK (S, length_ns),
  LSC_PACK (S, moved_ns),    LSC_PACK (S, waited_ns), LSC_PACK (S, key),
  LSC_PACK (S, small),       LSC_PACK (S, kind),      LSC_PACK (S, real),
  LSC_PACK_ARRAY (S, parts),
};
static const LscPackType type = LSC_PACK_TYPE (S, fields);
#undef S

LSC_DEFINE_ARRAY (Items, items, Item)

static gint64
pick (GRand *rand, gint64 most)
{
  return (gint64) (g_rand_double (rand) * (double) most);
}

/* Times as of a run: an end is behind its begin, parts add up to the whole. */
static void
add_usual (Items *list, GRand *rand, gsize n)
{
  gint64 at_ns = 1770000000000000000;

  for (gsize i = 0; i < n; i++)
    {
      Item item = { 0 };

      at_ns += pick (rand, 1000000);
      item.begin_ns = at_ns;
      item.length_ns = pick (rand, 500000);
      item.end_ns = at_ns + item.length_ns;
      item.moved_ns = pick (rand, item.length_ns + 1);
      item.waited_ns = item.length_ns - item.moved_ns;
      item.parts[0] = item.moved_ns;
      item.parts[1] = item.waited_ns;
      item.real = g_rand_double (rand);
      item.kind = (guint8) pick (rand, 256);
      items_append (list, item);
    }
}

/* Anything: differences wrap. */
static void
add_wild (Items *list, GRand *rand, gsize n)
{
  const gint64 odd[] = { G_MININT64, G_MAXINT64, -1, 0, 1, G_MININT64 + 1 };

  for (gsize i = 0; i < n; i++)
    {
      Item item = { 0 };
      gint64 *members[] = { &item.begin_ns, &item.end_ns,   &item.length_ns, &item.moved_ns,
                            &item.parts[0], &item.parts[1], &item.waited_ns };

      for (gsize k = 0; k < G_N_ELEMENTS (members); k++)
        *members[k] = odd[pick (rand, G_N_ELEMENTS (odd))];
      item.key = ((guint64) g_rand_int (rand) << 32) | g_rand_int (rand);
      item.small = (gint32) g_rand_int (rand);
      items_append (list, item);
    }
}

static gsize
get_size (const LscPack *pack)
{
  return g_bytes_get_size (lsc_pack_get_part (pack, 0)->bytes);
}

static void
check_same (const Items *list)
{
  g_autoptr (LscPack) pack = lsc_pack_new ();
  g_autoptr (LscPack) again = lsc_pack_new ();
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  g_autofree Item *read = NULL;

  lsc_pack_add (pack, "list", &type, list->items, list->n);
  lsc_pack_add (again, "list", &type, list->items, list->n);
  g_assert_true (
      g_bytes_equal (lsc_pack_get_part (pack, 0)->bytes, lsc_pack_get_part (again, 0)->bytes));
  read = lsc_pack_get (pack, "list", &type, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, list->n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpmem (&read[i], sizeof (Item), &list->items[i], sizeof (Item));
}

static void
test_same (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (gsize n = 0; n < 700; n += n < 40 ? 1 : 97)
    {
      Items list = { 0 };

      add_usual (&list, rand, n);
      check_same (&list);
      add_wild (&list, rand, n % 50);
      add_usual (&list, rand, n % 7);
      check_same (&list);
      items_clear (&list);
    }
}

/* What follows from other members takes next to nothing. */
static void
test_small (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  g_autoptr (LscPack) whole = lsc_pack_new ();
  g_autoptr (LscPack) needed = lsc_pack_new ();
  Items list = { 0 };
  gsize n_bytes;

  add_usual (&list, rand, 10000);
  lsc_pack_add (whole, "list", &type, list.items, list.n);
  n_bytes = get_size (whole);
  for (gsize i = 0; i < list.n; i++)
    {
      Item *item = &list.items[i];

      item->end_ns = item->parts[0] = item->parts[1] = 0;
    }
  lsc_pack_add (needed, "list", &type, list.items, list.n);
  g_assert_cmpuint (n_bytes, <, get_size (needed) + get_size (needed) / 50);
  items_clear (&list);
}

/* Nothing but zeros takes a thousandth of what it unpacks to. */
static void
test_hollow (void)
{
  Items list = { 0 };

  items_reserve (&list, 200000);
  list.n = 200000;
  memset (list.items, 0, list.n * sizeof *list.items);
  check_same (&list);
  items_clear (&list);
}

/* ---- pools --------------------------------------------------------------------------------- */

static LscIntern *
pass_pool (const LscIntern *pool, GError **error)
{
  g_autoptr (LscPack) pack = lsc_pack_new ();

  lsc_pack_add_intern (pack, "pool", pool);
  return lsc_pack_get_intern (pack, "pool", error);
}

/* Texts have the ids that they had, and more can be added behind them. */
static void
test_pool (void)
{
  g_autoptr (LscIntern) pool = lsc_intern_new ();
  g_autoptr (LscIntern) read = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (200000, 'x');

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = i == 500 ? g_strdup ("") : g_strdup_printf ("text %u", i);

      g_assert_cmpuint (lsc_intern_add (pool, text), ==, i);
    }
  lsc_intern_add (pool, large);
  read = pass_pool (pool, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_intern_size (read), ==, 1001);
  for (guint i = 0; i <= 1000; i++)
    g_assert_cmpstr (lsc_intern_text (read, i), ==, lsc_intern_text (pool, i));
  g_assert_cmpuint (lsc_intern_find (read, "text 7"), ==, 7);
  g_assert_cmpuint (lsc_intern_add (read, "text 7"), ==, 7);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = g_strdup_printf ("another %u", i);

      g_assert_cmpuint (lsc_intern_add (read, text), ==, 1001 + i);
    }
  g_assert_cmpstr (lsc_intern_text (read, 1000), ==, large);
}

/* A pool has each text once, and as many as are said to be there. */
static void
test_bad_pool (void)
{
  const char *const twice[] = { "a", "b", "a" }, *const lacking[] = { "a", NULL, "b" };
  const guint8 cut[] = { 2, 'a', 9, 'b' };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LscPack) pack = lsc_pack_new ();
      g_autoptr (GError) error = NULL;

      if (i < 2)
        lsc_pack_add_texts (pack, "pool", i == 0 ? twice : lacking, 3);
      else
        lsc_pack_add_bytes (pack, "pool", 2, cut, sizeof cut);
      g_assert_null (lsc_pack_get_intern (pack, "pool", &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
}

/* A part that ends early is none. */
static void
test_cut (void)
{
  g_autoptr (LscPack) pack = lsc_pack_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  Items list = { 0 };
  const LscPackPart *part;

  add_usual (&list, rand, 300);
  lsc_pack_add (pack, "list", &type, list.items, list.n);
  items_clear (&list);
  part = lsc_pack_get_part (pack, 0);
  for (gsize n = 0; n < g_bytes_get_size (part->bytes); n += 97)
    {
      g_autoptr (LscPack) less = lsc_pack_new ();
      g_autoptr (GError) error = NULL;
      gsize n_read = 0;

      lsc_pack_take_part (less, "list", part->n, g_bytes_new_from_bytes (part->bytes, 0, n));
      g_assert_null (lsc_pack_get (less, "list", &type, &n_read, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
}

/* Changed bytes are refused or read as other numbers; nothing else happens. */
static void
test_damaged (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const guint8 ways[] = { 1, 2, 4, 7, 8, 200 };

  for (gsize round = 0; round < 200; round++)
    {
      guint8 bytes[64];
      g_autoptr (LscPack) pack = lsc_pack_new ();
      g_autoptr (GError) error = NULL;
      g_autofree Item *read = NULL;
      gsize n = 0;

      for (gsize i = 0; i < sizeof bytes; i++)
        bytes[i] = i < 22 ? (guint8) pick (rand, 2) * ways[pick (rand, sizeof ways)]
                          : (guint8) g_rand_int (rand);
      lsc_pack_add_bytes (pack, "list", round % 5, bytes, sizeof bytes);
      read = lsc_pack_get (pack, "list", &type, &n, &error);
      g_assert_true (n == 0 || n == round % 5);
      g_assert_true (n == 0 || !error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pack/same", test_same);
  g_test_add_func ("/pack/small", test_small);
  g_test_add_func ("/pack/hollow", test_hollow);
  g_test_add_func ("/pack/pool", test_pool);
  g_test_add_func ("/pack/bad-pool", test_bad_pool);
  g_test_add_func ("/pack/cut", test_cut);
  g_test_add_func ("/pack/damaged", test_damaged);
  return g_test_run ();
}
