/* test-links.c - links between slices, followed both ways
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-links.h"

static void
test_few (void)
{
  static const LscLink given[] = {
    { 7, 3, LSC_LINK_QUEUE },  { 7, 9, LSC_LINK_LAUNCH }, { 1, 9, LSC_LINK_FWD_BWD },
    { 7, 2, LSC_LINK_LAUNCH }, { 0, 9, LSC_LINK_MSTX },
  };
  LscLinkList list = { 0 };
  LscLinks links = { 0 };
  gsize first;

  g_assert_cmpuint (lsc_links_find_from (&links, 7, &first), ==, 0);
  lsc_links_seal (&links, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    lsc_link_list_append (&list, given[i]);
  lsc_links_seal (&links, &list);
  g_assert_null (list.items);
  g_assert_cmpuint (links.n, ==, 5);

  g_assert_cmpuint (lsc_links_find_from (&links, 7, &first), ==, 3);
  g_assert_cmpuint (links.items[first].to, ==, 9); /* by kind, then in the order of adding */
  g_assert_cmpuint (links.items[first + 1].to, ==, 2);
  g_assert_cmpuint (links.items[first + 2].to, ==, 3);
  g_assert_cmpuint (lsc_links_find_to (&links, 9, &first), ==, 3);
  g_assert_cmpuint (lsc_links_get_to (&links, first)->from, ==, 0);
  g_assert_cmpuint (lsc_links_get_to (&links, first + 1)->from, ==, 7);
  g_assert_cmpuint (lsc_links_get_to (&links, first + 2)->from, ==, 1);
  g_assert_cmpuint (lsc_links_find_from (&links, 9, &first), ==, 0);
  g_assert_cmpuint (lsc_links_find_to (&links, G_MAXUINT32, &first), ==, 0);

  /* more links later, as for lanes that are computed */
  lsc_link_list_append (&list, (LscLink){ 7, 1, LSC_LINK_OP_LAUNCH });
  lsc_links_seal (&links, &list);
  g_assert_cmpuint (links.n, ==, 6);
  g_assert_cmpuint (lsc_links_find_from (&links, 7, &first), ==, 4);
  g_assert_cmpuint (links.items[first].to, ==, 1);
  lsc_links_clear (&links);
}

static void
test_many (void)
{
  const guint32 n = 20000, n_slices = 3000;
  g_autofree guint *from_count = g_new0 (guint, n_slices);
  g_autofree guint *to_count = g_new0 (guint, n_slices);
  LscLinkList list = { 0 };
  LscLinks links = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      LscLink link = { (guint32) g_test_rand_int_range (0, (gint32) n_slices),
                       (guint32) g_test_rand_int_range (0, (gint32) n_slices),
                       (guint32) g_test_rand_int_range (0, LSC_LINK_N_KINDS) };

      from_count[link.from]++;
      to_count[link.to]++;
      lsc_link_list_append (&list, link);
    }
  lsc_links_seal (&links, &list);
  for (guint32 slice = 0; slice < n_slices; slice++)
    {
      gsize first, count = lsc_links_find_from (&links, slice, &first);

      g_assert_cmpuint (count, ==, from_count[slice]);
      for (gsize i = first; i < first + count; i++)
        {
          g_assert_cmpuint (links.items[i].from, ==, slice);
          if (i > first)
            g_assert_cmpuint (links.items[i - 1].kind, <=, links.items[i].kind);
        }
      count = lsc_links_find_to (&links, slice, &first);
      g_assert_cmpuint (count, ==, to_count[slice]);
      for (gsize i = first; i < first + count; i++)
        g_assert_cmpuint (lsc_links_get_to (&links, i)->to, ==, slice);
      for (guint i = 0; i < 8; i++) /* from wherever the last one was */
        {
          gsize near = (gsize) g_test_rand_int_range (0, (gint32) links.n + 2), other;

          g_assert_cmpuint (lsc_links_find_to_near (&links, slice, &near, &other), ==, count);
          g_assert_cmpuint (other, ==, first);
          g_assert_cmpuint (near, ==, first);
        }
    }
  lsc_links_clear (&links);
}

/* Links of one slice and kind keep their order, however many there are and wherever it is. */
static void
check_order (guint32 factor)
{
  const guint32 n = 3000;
  LscLinkList list = { 0 };
  LscLinks links = { 0 };
  gsize first;

  for (guint32 i = 0; i < n; i++)
    {
      lsc_link_list_append (&list, (LscLink){ 7 * factor, (n - i) * factor, i % 3 });
      lsc_link_list_append (&list, (LscLink){ (n - i) * factor, 5 * factor, (i + 1) % 3 });
    }
  lsc_links_seal (&links, &list);
  g_assert_cmpuint (lsc_links_find_from (&links, 7 * factor, &first), ==, n + 1);
  for (gsize i = first + 1; i <= first + n; i++)
    {
      const LscLink *link = &links.items[i], *before = link - 1;

      g_assert_cmpuint (before->kind, <=, link->kind);
      if (before->kind == link->kind && before->to != 5 * factor && link->to != 5 * factor)
        g_assert_cmpuint (before->to, >, link->to);
    }
  g_assert_cmpuint (lsc_links_find_to (&links, 5 * factor, &first), ==, n + 1);
  for (gsize i = first + 1; i <= first + n; i++)
    {
      const LscLink *link = lsc_links_get_to (&links, i),
                    *before = lsc_links_get_to (&links, i - 1);

      g_assert_cmpuint (before->kind, <=, link->kind);
      if (before->kind == link->kind)
        g_assert_cmpuint (before->from, <=, link->from); /* the order of items */
    }
  lsc_links_clear (&links);
}

static void
test_order (void)
{
  check_order (1);
  check_order (100000); /* too far apart to be counted */
}

static void
test_names (void)
{
  for (guint32 a = 0; a < LSC_LINK_N_KINDS; a++)
    {
      g_assert_nonnull (lsc_link_kind_title (a));
      for (guint32 b = 0; b < a; b++)
        g_assert_cmpstr (lsc_link_kind_name (a), !=, lsc_link_kind_name (b));
    }
  g_assert_cmpstr (lsc_link_kind_name (LSC_LINK_LAUNCH), ==, "HostToDevice");
  g_assert_cmpstr (lsc_link_kind_name (999), ==, "unknown");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/links/few", test_few);
  g_test_add_func ("/links/many", test_many);
  g_test_add_func ("/links/order", test_order);
  g_test_add_func ("/links/names", test_names);
  return g_test_run ();
}
