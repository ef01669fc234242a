/* test-golden-overview.c - ranks beside each other, against what is known of the samples
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/overview/lsc-overview.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static LscRankFacts *
load_rank (LscSource *source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, &error);
  g_autoptr (LscBudget) budget = NULL;
  LscRankFacts *facts;

  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  budget = lsc_budget_new (timeline, NULL, &error);
  g_assert_no_error (error);
  facts = lsc_rank_facts_new (timeline, budget, NULL, &error);
  g_assert_no_error (error);
  return facts;
}

/* (nullable): without samples */
static LscOverview *
load (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, name, NULL) : NULL;
  g_autoptr (GPtrArray) facts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_rank_facts_free);
  g_autoptr (LscProject) project = path ? lsc_discover (path, NULL, NULL) : NULL;
  const LscCluster *cluster;

  if (!root)
    return NULL;
  g_assert_nonnull (project);
  cluster = g_ptr_array_index (project->clusters, 0);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_ptr_array_add (facts, load_rank (g_ptr_array_index (cluster->sources, i)));
  return lsc_overview_new ((LscRankFacts *const *) facts->pdata, facts->len, NULL, NULL);
}

/* Two of the four ranks have tables only. Waiting removed, communication is the same on all; stage
 * 1 computes 400 ms against 231 ms, so none of its ranks is slow by itself. */
static void
test_stage (void)
{
  static const struct
  {
    gint64 message_us; /* waits in batchSendRecv */
    gint64 intrinsic_us;
    gint64 compute_us;
    LscRankVerdict verdict;
  } expected[] = { { 312202, 101834, 231290, LSC_RANK_FINE },
                   { 321309, 101769, 230903, LSC_RANK_FINE },
                   { 70988, 101867, 400448, LSC_RANK_OF_SLOW_STAGE },
                   { 73315, 101803, 401131, LSC_RANK_OF_SLOW_STAGE } };
  g_autoptr (LscOverview) self = load ("ascend-4rank-pp2dp2");

  if (!self)
    return;
  g_assert_cmpuint (self->ranks->len, ==, 4);
  g_assert_null (self->doubt);
  for (guint i = 0; i < 4; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);

      g_assert_cmpint (rank->stage, ==, i / 2);
      g_assert_cmpint (rank->place.at[LSC_DIM_DP], ==, i % 2);
      g_assert_cmpint (rank->place.source, ==, LSC_PLACE_GROUPS);
      g_assert_cmpint (rank->message_wait_ns / 1000, ==, expected[i].message_us);
      g_assert_cmpint (rank->intrinsic_ns / 1000, ==, expected[i].intrinsic_us);
      g_assert_cmpint (rank->work_ns[LSC_WORK_COMPUTE] / 1000, ==, expected[i].compute_us);
      g_assert_cmpint (rank->verdict, ==, expected[i].verdict);
      g_assert_cmpint (rank->step_ns == LSC_INT_NULL, ==, i % 2);
      g_assert_cmpint (rank->not_known != NULL, ==, i % 2);
    }
  g_assert_cmpuint (self->n_slow, ==, 0);
}

/* The generator makes rank 5 35 % slower; its peers in tp are late because they wait for it. */
static void
test_straggler (void)
{
  g_autoptr (LscOverview) self = load ("pp-1f1b-2x4-tp4-straggler");

  if (!self)
    return;
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);
      gint64 sum_ns = 0;

      g_assert_cmpint (rank->verdict, ==,
                       i == 5   ? LSC_RANK_SLOW
                       : i >= 4 ? LSC_RANK_VICTIM
                                : LSC_RANK_FINE);
      g_assert_cmpint (rank->cause, ==, rank->verdict == LSC_RANK_VICTIM ? 5 : LSC_RANK_UNKNOWN);
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        sum_ns += rank->ns[k] == LSC_INT_NULL ? 0 : rank->ns[k];
      g_assert_cmpint (sum_ns, ==, rank->step_ns);
    }
  g_assert_cmpint (lsc_overview_get_rank (self, 5)->excess.work, ==, LSC_WORK_COMPUTE);
}

/* Two of eight ranks, and nobody says who the others are: nothing is known of waits. */
static void
test_part (void)
{
  g_autoptr (LscOverview) self = load ("ascend-db-level1");

  if (!self)
    return;
  g_assert_nonnull (self->no_waits);
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);

      g_assert_cmpint (rank->verdict, ==, LSC_RANK_UNJUDGED);
      g_assert_cmpint (rank->caused_wait_ns, ==, LSC_INT_NULL);
      g_assert_cmpint (rank->step_ns, >, 100000000);
    }
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->ns[LSC_BUDGET_WAIT] / 10000, ==, 9390);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-overview/stage", test_stage);
  g_test_add_func ("/golden-overview/straggler", test_straggler);
  g_test_add_func ("/golden-overview/part", test_part);
  return g_test_run ();
}
