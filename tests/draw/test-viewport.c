/* test-viewport.c - the visible part of an axis: there and back, far from zero
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/lsc-viewport.h"

#define FAR_NS G_GINT64_CONSTANT (1000000000000000123) /* where a double holds every 128th ns */
#define ROUNDS 2000

static LscViewport
make_port (gint64 begin_ns, double span_ns)
{
  return (LscViewport){
    .begin_ns = begin_ns, .span_ns = span_ns, .width = 1100, .height = 300, .header_width = 100
  };
}

/* Where a viewport in doubles would put a time. */
static double
naive_x (const LscViewport *port, gint64 time_ns)
{
  double begin = (double) port->begin_ns + port->begin_fraction;

  return port->header_width +
         ((double) time_ns - begin) / port->span_ns * lsc_viewport_body_width (port);
}

static double
random_begin (gint64 *whole)
{
  static const gint64 origins[] = { 0, 1000, FAR_NS, -FAR_NS, G_GINT64_CONSTANT (1) << 61 };

  *whole = origins[g_test_rand_int_range (0, G_N_ELEMENTS (origins))];
  return g_test_rand_double_range (-5000, 5000);
}

/* A time comes back as itself, within the ns of half a px. */
static void
test_there_and_back (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      LscViewport port = make_port (0, exp (g_test_rand_double_range (0, 34)));
      double ns_per_px = 1 / lsc_viewport_px_per_ns (&port);
      gint64 begin_ns, time_ns, back_ns;

      lsc_viewport_set_begin (&port, begin_ns, random_begin (&begin_ns));
      time_ns = port.begin_ns + (gint64) (g_test_rand_double () * port.span_ns);
      back_ns = lsc_viewport_x_to_time (&port, lsc_viewport_time_to_x (&port, time_ns));
      g_assert_cmpfloat (fabs ((double) (back_ns - time_ns)), <=, MAX (ns_per_px / 2, 0));
    }
}

/* A window of 1 us at 10^18 ns: 1 px a ns. Doubles are off by tens of px there. */
static void
test_far (void)
{
  LscViewport port = make_port (FAR_NS, 1000);
  double worst = 0;

  for (gint64 i = 0; i < 1000; i++)
    {
      g_assert_cmpfloat (lsc_viewport_time_to_x (&port, FAR_NS + i), ==, 100 + i);
      g_assert_cmpint (lsc_viewport_x_to_time (&port, 100 + i), ==, FAR_NS + i);
      worst = MAX (worst, fabs (naive_x (&port, FAR_NS + i) - 100 - i));
    }
  g_assert_cmpfloat (worst, >, 50);
}

/* In and out around a point: the point stays, and the window is the same again. */
static void
test_zoom (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      LscViewport port = make_port (0, exp (g_test_rand_double_range (8, 30))), before;
      double factor = exp (g_test_rand_double_range (0, 5)),
             x = g_test_rand_double_range (100, 1100);
      gint64 begin_ns, fixed_ns;
      LscViewLimits limits;

      lsc_viewport_set_begin (&port, begin_ns, random_begin (&begin_ns));
      limits = (LscViewLimits){ lsc_ns_add (port.begin_ns, -(gint64) port.span_ns),
                                lsc_ns_add (port.begin_ns, 2 * (gint64) port.span_ns), 1 };
      before = port;
      fixed_ns = lsc_viewport_x_to_time (&port, x);
      lsc_viewport_zoom (&port, &limits, factor, x);
      g_assert_cmpfloat (port.span_ns, <=, before.span_ns);
      g_assert_cmpfloat (fabs (lsc_viewport_time_to_x (&port, fixed_ns) - x), <=,
                         lsc_viewport_px_per_ns (&port) + 1);
      lsc_viewport_zoom (&port, &limits, before.span_ns > 0 ? port.span_ns / before.span_ns : 1, x);
      g_assert_cmpfloat_with_epsilon (port.span_ns, before.span_ns, before.span_ns * 1e-9);
      g_assert_cmpfloat (fabs ((double) (port.begin_ns - before.begin_ns) + port.begin_fraction -
                               before.begin_fraction),
                         <=, before.span_ns * 1e-9 + 1e-3);
    }
}

/* A hundred small moves that sum up to nothing end where they began. */
static void
test_move (void)
{
  LscViewport port = make_port (FAR_NS, 100);

  for (guint i = 0; i < 100; i++)
    lsc_viewport_move (&port, 0.125);
  g_assert_cmpint (port.begin_ns, ==, FAR_NS + 12);
  g_assert_cmpfloat (port.begin_fraction, ==, 0.5);
  lsc_viewport_move (&port, -12.5);
  g_assert_cmpint (port.begin_ns, ==, FAR_NS);
  g_assert_cmpfloat (port.begin_fraction, ==, 0);
  lsc_viewport_move (&port, NAN);
  lsc_viewport_move (&port, 1e30);
  g_assert_cmpint (port.begin_ns, ==, FAR_NS);
}

static void
test_fit_and_clamp (void)
{
  LscViewport port = make_port (0, 1);
  LscViewLimits limits = { FAR_NS, FAR_NS + 1000, 2 };

  lsc_viewport_fit (&port, limits.begin_ns, limits.end_ns, 0);
  g_assert_cmpfloat_with_epsilon (lsc_viewport_time_to_x (&port, FAR_NS), 100 + 1000 / 102.0, 1e-9);
  g_assert_cmpint (lsc_viewport_end_ns (&port), ==, FAR_NS + 1010);
  port.span_ns = 1e12;
  lsc_viewport_clamp (&port, &limits);
  g_assert_cmpfloat_with_epsilon (port.span_ns, 1100, 1e-9);
  port.span_ns = 0.5;
  lsc_viewport_clamp (&port, &limits);
  g_assert_cmpfloat (port.span_ns, ==, 2);
  port.begin_ns = 0;
  lsc_viewport_clamp (&port, &limits);
  g_assert_cmpint (port.begin_ns, ==, FAR_NS - 1);
  port.begin_ns = G_MAXINT64;
  port.span_ns = INFINITY;
  lsc_viewport_clamp (&port, &limits);
  g_assert_cmpint (port.begin_ns, <, FAR_NS + 1000);
  port.scroll_y = 500;
  lsc_viewport_clamp_rows (&port, 450, 200);
  g_assert_cmpfloat (port.scroll_y, ==, 250);
  lsc_viewport_clamp_rows (&port, 100, 200);
  g_assert_cmpfloat (port.scroll_y, ==, 0);
}

/* The ends of the axis are not run over. */
static void
test_ends (void)
{
  g_assert_cmpint (lsc_ns_add (G_MAXINT64, 1), ==, G_MAXINT64);
  g_assert_cmpint (lsc_ns_add (G_MININT64, -1), ==, G_MININT64);
  g_assert_cmpint (lsc_ns_add (G_MAXINT64, -1), ==, G_MAXINT64 - 1);
  g_assert_cmpfloat (lsc_ns_difference (G_MAXINT64, G_MININT64), >, 1.8e19);
  g_assert_cmpfloat (lsc_ns_difference (FAR_NS + 3, FAR_NS), ==, 3);
  g_assert_cmpint (lsc_ns_from_double (1e300), ==, G_MAXINT64);
  g_assert_cmpint (lsc_ns_from_double (-1e300), ==, G_MININT64);
  g_assert_cmpint (lsc_ns_from_double (NAN), ==, G_MAXINT64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/viewport/there-and-back", test_there_and_back);
  g_test_add_func ("/viewport/far", test_far);
  g_test_add_func ("/viewport/zoom", test_zoom);
  g_test_add_func ("/viewport/move", test_move);
  g_test_add_func ("/viewport/fit-and-clamp", test_fit_and_clamp);
  g_test_add_func ("/viewport/ends", test_ends);
  return g_test_run ();
}
