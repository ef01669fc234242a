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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sort/apply", test_apply);
  return g_test_run ();
}
