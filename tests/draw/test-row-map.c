/* test-row-map.c - recorded times on the axis: there and back, in order, far from zero
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/lsc-row-map.h"

#define FAR_NS G_GINT64_CONSTANT (1700000000000000123) /* where a double holds every 256th ns */
#define ROUNDS 2000

static gint64
random_ns (gint64 most_ns)
{
  return (gint64) (g_test_rand_double () * (double) most_ns);
}

/* Stretches of any length and distance, moved so that they stand beside one another. */
static void
fill_beside (LscRowMap *map)
{
  gint64 recorded_ns = FAR_NS, axis_ns = 0;

  for (int i = g_test_rand_int_range (1, 6); i > 0; i--)
    {
      gint64 length_ns = 1 + random_ns (100000000);

      recorded_ns += random_ns (1000000000);
      lsc_row_map_append (
          map, (LscRowStretch){ recorded_ns, recorded_ns + length_ns, recorded_ns - axis_ns });
      recorded_ns += length_ns;
      axis_ns += length_ns + random_ns (1000);
    }
}

/* Every ns comes back as itself, a later one stands later, and the stretches stay apart. */
static void
test_there_and_back (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_auto (LscRowMap) map = { 0 };
      gint64 last_ns = G_MININT64;

      fill_beside (&map);
      for (gsize k = 0; k < map.n; k++)
        {
          const LscRowStretch *stretch = &map.items[k];
          gint64 length_ns = stretch->end_ns - stretch->begin_ns;
          gint64 first_ns = stretch->begin_ns + random_ns (length_ns);
          gint64 second_ns = first_ns + 1 + random_ns (stretch->end_ns - first_ns);

          g_assert_cmpint (lsc_row_to_axis (stretch, stretch->begin_ns), >=, last_ns);
          g_assert_cmpint (lsc_row_to_axis (stretch, first_ns), <,
                           lsc_row_to_axis (stretch, second_ns));
          g_assert_cmpint (lsc_row_from_axis (stretch, lsc_row_to_axis (stretch, first_ns)), ==,
                           first_ns);
          last_ns = lsc_row_to_axis (stretch, stretch->end_ns);
        }
      g_assert_cmpint (lsc_row_map_get_end (&map), ==, last_ns);
    }
}

/* Pixels rise with time, and one leads back to its time within half of itself. */
static void
test_pixels (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      LscRowStretch stretch = { FAR_NS, FAR_NS + 1000000000, random_ns (2 * FAR_NS) - FAR_NS };
      LscViewport port = { .span_ns = exp (g_test_rand_double_range (0, 20)),
                           .width = 1100,
                           .header_width = 100 };
      gint64 time_ns = FAR_NS + random_ns ((gint64) port.span_ns);
      double x;

      lsc_viewport_set_begin (&port, lsc_row_to_axis (&stretch, FAR_NS), g_test_rand_double ());
      x = lsc_row_to_x (&stretch, &port, time_ns);
      g_assert_cmpfloat (lsc_row_to_x (&stretch, &port, time_ns + 1), >, x);
      g_assert_cmpfloat (fabs ((double) (lsc_row_from_x (&stretch, &port, x) - time_ns)), <=,
                         0.5 / lsc_viewport_px_per_ns (&port));
    }
}

/* Nothing runs over the ends, and nothing is there without stretches. */
static void
test_ends (void)
{
  LscRowStretch late = { 0, 1, G_MAXINT64 / 2 }, early = { 0, 1, -G_MAXINT64 / 2 };
  LscRowMap none = { 0 };

  g_assert_cmpint (lsc_row_to_axis (&late, G_MININT64), ==, G_MININT64);
  g_assert_cmpint (lsc_row_to_axis (&early, G_MAXINT64), ==, G_MAXINT64);
  g_assert_cmpint (lsc_row_from_axis (&late, G_MAXINT64), ==, G_MAXINT64);
  g_assert_cmpint (lsc_row_map_get_end (&none), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-map/there-and-back", test_there_and_back);
  g_test_add_func ("/row-map/pixels", test_pixels);
  g_test_add_func ("/row-map/ends", test_ends);
  return g_test_run ();
}
