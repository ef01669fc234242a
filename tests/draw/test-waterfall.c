/* test-waterfall.c - the parts of a change as bars: which there are, and that they add up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-waterfall.h"

#define MS G_GINT64_CONSTANT (1000000)

/* (transfer full): a step of 100 ms that changes by the sum of @deltas, of the first categories */
static LscRankChange *
make_change (const gint64 *deltas, guint n)
{
  LscRankChange *self = g_new0 (LscRankChange, 1);

  self->lists[LSC_COMPARE_CATEGORIES] = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      LscChange *change = g_new0 (LscChange, 1);

      change->category = (int) i;
      change->delta_ns = deltas[i];
      self->step_delta_ns += deltas[i];
      g_ptr_array_add (self->lists[LSC_COMPARE_CATEGORIES], change);
    }
  self->step_ns[LSC_BEFORE] = 100 * MS;
  self->step_ns[LSC_AFTER] = 100 * MS + self->step_delta_ns;
  return self;
}

static void
change_free (LscRankChange *self)
{
  g_ptr_array_unref (self->lists[LSC_COMPARE_CATEGORIES]);
  g_free (self);
}

/* Bars of @deltas, without the steps at both ends; each begins where the one before ended. */
static guint
count_parts (const gint64 *deltas, guint n, gboolean *has_others)
{
  const LscCompare compare = { .names = { NULL } };
  LscRankChange *change = make_change (deltas, n);
  g_autoptr (LscWaterfall) self = lsc_waterfall_new (&compare, change, LSC_COMPARE_CATEGORIES);
  gint64 at_ns = 100 * MS;
  guint n_bars = self->bars->len;

  *has_others = FALSE;
  for (guint i = 1; i + 1 < n_bars; i++)
    {
      const LscWaterfallBar *bar = lsc_waterfall_get (self, i);

      g_assert_cmpint (bar->from_ns, ==, at_ns);
      at_ns = bar->to_ns;
      *has_others |= bar->index == LSC_WATERFALL_NONE;
    }
  g_assert_cmpint (at_ns, ==, change->step_ns[LSC_AFTER]);
  change_free (change);
  return n_bars - 2;
}

/* Changes below half a percent of the largest are one bar, and nothing is lost. */
static void
test_small (void)
{
  static const gint64 deltas[] = { -4 * MS, 3 * MS, 21, -4, 50, 0, -30000 };
  static const gint64 large[] = { -4 * MS, 3 * MS, -21000 };
  gboolean has_others;

  g_assert_cmpuint (count_parts (deltas, G_N_ELEMENTS (deltas), &has_others), ==, 4);
  g_assert_true (has_others);
  g_assert_cmpuint (count_parts (large, G_N_ELEMENTS (large), &has_others), ==, 3);
  g_assert_false (has_others);
}

/* Parts that cancel each other are told, and a step that did not change has no bars between. */
static void
test_equal (void)
{
  static const gint64 cancelled[] = { -4 * MS, 4 * MS }, none[] = { 0, 0 };
  gboolean has_others;

  g_assert_cmpuint (count_parts (cancelled, 2, &has_others), ==, 2);
  g_assert_false (has_others);
  g_assert_cmpuint (count_parts (none, 2, &has_others), ==, 0);
  g_assert_false (has_others);
}

/* All bars are told in the unit of the step, so that they can be added. */
static void
test_unit (void)
{
  static const gint64 deltas[] = { -4 * MS, 271500, 448 };
  static const char *const said[] = { "100.0 ms", "−4.000 ms", "+0.272 ms", "< 0.001 ms",
                                      "96.27 ms" };
  const LscCompare compare = { .names = { NULL } };
  LscRankChange *change = make_change (deltas, G_N_ELEMENTS (deltas));
  g_autoptr (LscWaterfall) self = lsc_waterfall_new (&compare, change, LSC_COMPARE_CATEGORIES);

  g_assert_cmpuint (self->bars->len, ==, G_N_ELEMENTS (said));
  for (guint i = 0; i < self->bars->len; i++)
    {
      g_autofree char *text = lsc_waterfall_describe (self, i);

      g_assert_cmpstr (text, ==, said[i]);
    }
  change_free (change);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waterfall/small", test_small);
  g_test_add_func ("/waterfall/equal", test_equal);
  g_test_add_func ("/waterfall/unit", test_unit);
  return g_test_run ();
}
