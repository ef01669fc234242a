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
    { 115 * MS - 22239000, LSC_CHECK_UNDECIDED },
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

/* A run of one rank with steps of these lengths; the first is no warm-up. */
static LscOverview *
make_run (const gint64 *steps, gsize n, gint64 median_ns)
{
  LscOverviewRank rank = { .rank = 0, .step_ns = median_ns };
  LscOverview *overview = g_new0 (LscOverview, 1);

  overview->ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank));
  g_array_append_val (overview->ranks, rank);
  for (gsize i = 0; i < n; i++)
    add_step (overview, 0, steps[i], TRUE);
  return overview;
}

static void
free_run (gpointer data)
{
  LscOverview *overview = data;

  g_array_unref (overview->ranks);
  lsc_overview_step_list_clear (&overview->steps);
  g_free (overview);
}

/* The result and the noise of "a step is at most 1 % longer". */
static LscCheckRow
check_relative (const LscOverview *run, const GPtrArray *baselines)
{
  LscCheckLimit limit = {
    .metric = find_metric ("step_ns"), .is_all = TRUE, .limit = 0.01, .unit = LSC_CHECK_RELATIVE
  };
  g_autoptr (GArray) limits = g_array_new (FALSE, FALSE, sizeof limit);
  LscCheck *check;
  LscCheckRow row;

  g_array_append_val (limits, limit);
  check = lsc_check_new (limits, run, baselines);
  row = g_array_index (check->rows, LscCheckRow, 0);
  lsc_check_free (check);
  return row;
}

/* Steady steps decide a limit of 1 % at 1.01 %: nothing is added to it. One step decides nothing
 * below the 2 % that are assumed then, and says so. */
static void
test_floor (void)
{
  static const gint64 before[] = { 100 * MS, 100 * MS, 100 * MS },
                      after[] = { 101010000, 101010000, 101010000 };
  g_autoptr (GPtrArray) many = g_ptr_array_new_with_free_func (free_run);
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func (free_run);
  LscOverview *run = make_run (after, 3, 101010000);
  LscCheckRow row;

  g_ptr_array_add (many, make_run (before, 3, 100 * MS));
  g_ptr_array_add (one, make_run (before, 1, 100 * MS));
  row = check_relative (run, many);
  g_assert_cmpint (row.noise_ns, ==, 0);
  g_assert_false (row.is_assumed);
  g_assert_cmpint (row.result, ==, LSC_CHECK_BEYOND);
  row = check_relative (run, one);
  g_assert_cmpint (row.noise_ns, ==, 2020000);
  g_assert_true (row.is_assumed);
  g_assert_cmpint (row.result, ==, LSC_CHECK_UNDECIDED);
  free_run (run);
}

/* Three runs of 98, 100 and 103 ms: the base is the median, 100 ms; they lie 2 ms from it in the
 * median, so another run may lie 3 times 1.4826 times 2 ms from it, however steady its steps are.
 */
static void
test_runs (void)
{
  static const gint64 medians[] = { 98 * MS, 103 * MS, 100 * MS };
  g_autoptr (GPtrArray) baselines = g_ptr_array_new_with_free_func (free_run);
  static const struct
  {
    gint64 step_ns;
    LscCheckResult result;
  } cases[] = { { 101 * MS, LSC_CHECK_WITHIN },
                { 101 * MS + 8895600, LSC_CHECK_UNDECIDED },
                { 101 * MS + 8895601, LSC_CHECK_BEYOND } };

  for (gsize i = 0; i < G_N_ELEMENTS (medians); i++)
    g_ptr_array_add (baselines, make_run ((gint64[]){ medians[i], medians[i] }, 2, medians[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 ns = cases[i].step_ns;
      LscOverview *run = make_run ((gint64[]){ ns, ns }, 2, ns);
      LscCheckRow row = check_relative (run, baselines);

      g_assert_cmpint (row.before_ns, ==, 100 * MS);
      g_assert_cmpint (row.noise_ns, ==, 8895600);
      g_assert_cmpint (row.result, ==, cases[i].result);
      free_run (run);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/noise", test_noise);
  g_test_add_func ("/check/floor", test_floor);
  g_test_add_func ("/check/runs", test_runs);
  return g_test_run ();
}
