/* test-check.c - limits of a rank: what counts for the noise, and what lies beyond it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-check.h"

#define MS G_GINT64_CONSTANT (1000000)

static void
add_step (LscOverview *overview, gsize rank, gint64 step_ns, gboolean is_counted)
{
  LscOverviewStep step = { .index = rank, .is_counted = is_counted, .sums.step_ns = step_ns };

  lsc_overview_step_list_append (&overview->steps, step);
}

static guint
find_metric (const char *name)
{
  guint i = 0;

  while (!g_str_equal (lsc_check_list_metrics ()[i], name))
    i++;
  return i;
}

/* Four steps of rank 0 count: 100 to 130 ms, at a median distance of 10 from 115. So the noise is 3
 * times 1.4826 times 10 ms, by the root of four. The warm-up, a step of which nothing is known, and
 * those of the other rank do not count. */
static void
test_noise (void)
{
  static const struct
  {
    gint64 limit_ns;
    LscCheckResult result;
  } cases[] = {
    { 115 * MS, LSC_CHECK_WITHIN },
    { 115 * MS - 22239000, LSC_CHECK_NOISE },
    { 115 * MS - 22239001, LSC_CHECK_BEYOND },
  };
  LscOverviewRank ranks[] = { { .rank = 0, .step_ns = 115 * MS },
                              { .rank = 1, .step_ns = 600 * MS } };
  LscOverview overview = { .ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank)) };

  g_array_append_vals (overview.ranks, ranks, G_N_ELEMENTS (ranks));
  add_step (&overview, 0, 500 * MS, FALSE);
  add_step (&overview, 0, LSC_INT_NULL, TRUE);
  for (gint64 i = 0; i < 4; i++)
    {
      add_step (&overview, 0, (100 + 10 * i) * MS, TRUE);
      add_step (&overview, 1, 300 * (i + 1) * MS, TRUE);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LscCheckLimit limit = { .metric = find_metric ("step_ns"),
                              .limit = (double) cases[i].limit_ns,
                              .unit = LSC_CHECK_NS };
      g_autoptr (GArray) limits = g_array_new (FALSE, FALSE, sizeof limit);
      LscCheck *check;
      const LscCheckRow *row;

      g_array_append_val (limits, limit);
      check = lsc_check_new (limits, &overview, NULL);
      g_assert_cmpuint (check->rows->len, ==, 1);
      row = &g_array_index (check->rows, LscCheckRow, 0);
      g_assert_cmpint (row->noise_ns, ==, 22239000);
      g_assert_cmpint (row->result, ==, cases[i].result);
      lsc_check_free (check);
    }
  g_array_unref (overview.ranks);
  lsc_overview_step_list_clear (&overview.steps);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/noise", test_noise);
  return g_test_run ();
}
