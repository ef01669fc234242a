/* test-interval.c - union, difference and length of intervals
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-interval.h"

#define EXTENT 200

static LscIntervals
make (const gint64 *borders, gsize n)
{
  LscIntervals self = { 0 };

  for (gsize i = 0; i + 1 < n; i += 2)
    lsc_intervals_append (&self, (LscInterval){ borders[i], borders[i + 1] });
  return self;
}

static void
check (const LscIntervals *self, const gint64 *borders, gsize n)
{
  g_assert_cmpuint (self->n, ==, n / 2);
  for (gsize i = 0; i < self->n; i++)
    {
      g_assert_cmpint (self->items[i].begin_ns, ==, borders[2 * i]);
      g_assert_cmpint (self->items[i].end_ns, ==, borders[2 * i + 1]);
    }
}

static void
test_cases (void)
{
  static const gint64 mixed[] = { 30, 40, 0, 10, 10, 12, 5, 8, 20, 20, 50, 45, 39, 41 };
  static const gint64 merged[] = { 0, 12, 30, 41 };
  static const gint64 other[] = { 5, 35, 41, 50 };
  static const gint64 united[] = { 0, 50 };
  static const gint64 left[] = { 0, 5, 35, 41 };
  static const gint64 clipped[] = { 11, 12, 30, 33 };
  LscIntervals a = make (mixed, G_N_ELEMENTS (mixed)), b = make (other, G_N_ELEMENTS (other));
  LscIntervals out = { 0 };

  lsc_intervals_merge (&a);
  check (&a, merged, G_N_ELEMENTS (merged));
  g_assert_cmpint (lsc_intervals_length (&a), ==, 23);
  lsc_intervals_unite (&a, &b, &out);
  check (&out, united, G_N_ELEMENTS (united));
  lsc_intervals_subtract (&a, &b, &out);
  check (&out, left, G_N_ELEMENTS (left));
  lsc_intervals_clip (&a, 11, 33, &out);
  check (&out, clipped, G_N_ELEMENTS (clipped));
  lsc_intervals_clip (&a, 12, 30, &out);
  check (&out, NULL, 0);
  g_assert_cmpuint (lsc_intervals_find (&a, -1), ==, 0);
  g_assert_cmpuint (lsc_intervals_find (&a, 11), ==, 0);
  g_assert_cmpuint (lsc_intervals_find (&a, 12), ==, 1);
  g_assert_cmpuint (lsc_intervals_find (&a, 41), ==, 2);
  lsc_intervals_clear (&a);
  lsc_intervals_clear (&b);
  lsc_intervals_clear (&out);
}

/* A set of integers as bytes, the slow and obvious way. */
static void
to_bytes (const LscIntervals *self, guint8 *bytes)
{
  memset (bytes, 0, EXTENT);
  for (gsize i = 0; i < self->n; i++)
    for (gint64 t = self->items[i].begin_ns; t < self->items[i].end_ns; t++)
      bytes[t] = 1;
}

static LscIntervals
make_random (void)
{
  LscIntervals self = { 0 };
  int n = g_test_rand_int_range (0, 20);

  for (int i = 0; i < n; i++)
    {
      gint64 begin = g_test_rand_int_range (0, EXTENT);
      gint64 end = begin + g_test_rand_int_range (-3, 30);

      lsc_intervals_append (&self, (LscInterval){ begin, MIN (end, EXTENT) });
    }
  return self;
}

static void
check_merged (const LscIntervals *self)
{
  for (gsize i = 0; i < self->n; i++)
    {
      g_assert_cmpint (self->items[i].begin_ns, <, self->items[i].end_ns);
      if (i > 0)
        g_assert_cmpint (self->items[i - 1].end_ns, <, self->items[i].begin_ns);
    }
}

static void
test_random (void)
{
  for (int round = 0; round < 3000; round++)
    {
      guint8 bytes_a[EXTENT], bytes_b[EXTENT], before[EXTENT], bytes[EXTENT];
      LscIntervals a = make_random (), b = make_random (), out[3] = { 0 };
      gint64 begin = g_test_rand_int_range (0, EXTENT), end = g_test_rand_int_range (0, EXTENT);
      gint64 length = 0;

      to_bytes (&a, before);
      lsc_intervals_merge (&a);
      lsc_intervals_merge (&b);
      to_bytes (&a, bytes_a);
      to_bytes (&b, bytes_b);
      g_assert_cmpmem (before, EXTENT, bytes_a, EXTENT);
      lsc_intervals_unite (&a, &b, &out[0]);
      lsc_intervals_subtract (&a, &b, &out[1]);
      lsc_intervals_clip (&a, begin, end, &out[2]);
      for (int k = 0; k < 3; k++)
        {
          check_merged (&out[k]);
          to_bytes (&out[k], bytes);
          for (int t = 0; t < EXTENT; t++)
            {
              gboolean expected[] = { bytes_a[t] || bytes_b[t], bytes_a[t] && !bytes_b[t],
                                      bytes_a[t] && t >= begin && t < end };

              g_assert_cmpint (bytes[t], ==, expected[k]);
            }
          lsc_intervals_clear (&out[k]);
        }
      for (int t = 0; t < EXTENT; t++)
        length += bytes_a[t];
      g_assert_cmpint (lsc_intervals_length (&a), ==, length);
      lsc_intervals_clear (&a);
      lsc_intervals_clear (&b);
    }
}

static void
test_extremes (void)
{
  LscIntervals all = { 0 }, part = { 0 }, out = { 0 };

  lsc_intervals_append (&all, (LscInterval){ G_MININT64, G_MAXINT64 });
  lsc_intervals_append (&part, (LscInterval){ -5, 5 });
  g_assert_cmpint (lsc_intervals_length (&all), ==, G_MAXINT64);
  lsc_intervals_subtract (&all, &part, &out);
  g_assert_cmpuint (out.n, ==, 2);
  g_assert_cmpint (out.items[1].begin_ns, ==, 5);
  lsc_intervals_clear (&all);
  lsc_intervals_clear (&part);
  lsc_intervals_clear (&out);
}

/* What comes lane by lane ascends in runs, of any number and length. */
static void
test_runs (void)
{
  for (int round = 0; round < 500; round++)
    {
      LscIntervals all = { 0 };
      guint8 before[EXTENT], after[EXTENT];
      int n_runs = g_test_rand_int_range (2, 9);

      for (int run = 0; run < n_runs; run++)
        for (gint64 at = g_test_rand_int_range (0, 30); at < EXTENT;)
          {
            gint64 end = at + g_test_rand_int_range (0, 9);

            lsc_intervals_append (&all, (LscInterval){ at, MIN (end, EXTENT) });
            at += g_test_rand_int_range (0, 20);
          }
      to_bytes (&all, before);
      lsc_intervals_merge (&all);
      to_bytes (&all, after);
      check_merged (&all);
      g_assert_cmpmem (before, EXTENT, after, EXTENT);
      lsc_intervals_clear (&all);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interval/cases", test_cases);
  g_test_add_func ("/interval/random", test_random);
  g_test_add_func ("/interval/runs", test_runs);
  g_test_add_func ("/interval/extremes", test_extremes);
  return g_test_run ();
}
