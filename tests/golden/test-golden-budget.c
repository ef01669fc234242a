/* test-golden-budget.c - budgets of the samples against the vendor's sums and figures of their own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* The first columns of StepTraceTime, and the categories in their order; ns. */
typedef struct
{
  const char *folder;
  gint64 rank;
  gint64 computing;
  gint64 not_overlapped;
  gint64 overlapped;
  gint64 communication;
  gint64 free;
  gint64 stage;
  gint64 step;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
} Reference;

static const Reference references[] = {
  { "ascend-db-level0",
    0,
    8843910,
    85881122,
    3999454,
    89880576,
    25900158,
    120625190,
    138666740,
    { 8843910, 4092801, 81691078, 97243, 0, 0, 854436, 15838372, 21122196, 4766962, 0, 1359742 } },
  { "ascend-db-level0",
    1,
    8831637,
    90000781,
    3993077,
    93993858,
    26748231,
    125580649,
    144964290,
    { 8831637, 4092162, 85821558, 87061, 0, 0, 852676, 17160726, 22020663, 4716968, 0, 1380839 } },
  { "ascend-db-level1",
    0,
    8903431,
    98071947,
    4036153,
    102108100,
    25258144,
    132233522,
    151888750,
    { 8903431, 4066463, 93903883, 101601, 0, 0, 841618, 17225076, 20080072, 5167071, 0, 1599535 } },
  { "ascend-db-level1",
    1,
    8915634,
    94556050,
    4034140,
    98590190,
    25840499,
    129312183,
    148265420,
    { 8915634, 4102121, 90362606, 91323, 0, 0, 762215, 16761472, 20762697, 5066942, 0, 1440410 } },
  { "ascend-db-level2",
    0,
    8900456,
    90080699,
    4026822,
    94107521,
    25238587,
    124219742,
    143741870,
    { 8900456, 4101902, 85900417, 78380, 0, 0, 889339, 17015790, 20398538, 4829508, 0, 1627540 } },
  { "ascend-db-level2",
    1,
    8926368,
    96293920,
    4063605,
    100357525,
    25228138,
    130448426,
    148128820,
    { 8926368, 4088423, 92137636, 67861, 0, 0, 855438, 15538407, 20061499, 5155638, 0, 1297550 } },
};

static LscTimeline *
load_rank (const char *samples, const char *folder, gint64 rank)
{
  g_autofree char *path = g_build_filename (samples, folder, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  const LscCluster *cluster = g_ptr_array_index (project->clusters, 0);

  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (cluster->sources, i);
      LscTimeline *timeline;

      if (source->rank != rank)
        continue;
      timeline = lsc_timeline_load (source, 1, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
      return timeline;
    }
  g_error ("%s: rank %" G_GINT64_FORMAT " is missing", folder, rank);
}

static gboolean
is_communication (guint8 category)
{
  return category >= LSC_BUDGET_TRANSFER && category <= LSC_BUDGET_BUBBLE;
}

static gboolean
is_busy (const LscBudgetPiece *piece)
{
  return piece->category == LSC_BUDGET_COMPUTE || is_communication (piece->category);
}

/* The vendor's sums count from the first to the last kernel or operator. */
static void
check_vendor (const LscBudget *budget, const LscBudgetStep *step, const Reference *reference)
{
  const LscBudgetPiece *pieces = budget->pieces.items + step->first_piece;
  gsize first = 0, last = step->n_pieces - 1;
  gint64 communication = 0, idle = 0;

  while (!is_busy (&pieces[first]))
    first++;
  while (!is_busy (&pieces[last]))
    last--;
  for (gsize i = first; i <= last; i++)
    {
      gint64 ns = pieces[i].end_ns - pieces[i].begin_ns;

      communication += is_communication (pieces[i].category) ? ns : 0;
      idle += is_busy (&pieces[i]) ? 0 : ns;
    }
  g_assert_cmpint (step->ns[LSC_BUDGET_COMPUTE], ==, reference->computing);
  g_assert_cmpint (communication, ==, reference->not_overlapped);
  g_assert_cmpint (step->hidden_comm_ns, ==, reference->overlapped);
  g_assert_cmpint (communication + step->hidden_comm_ns, ==, reference->communication);
  g_assert_cmpint (idle, ==, reference->free);
  g_assert_cmpint (pieces[last].end_ns - pieces[first].begin_ns, ==, reference->stage);
}

static void
check_sums (const LscBudgetStep *step)
{
  gint64 ns = 0, core_ns = 0, host_ns = 0;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    ns += step->ns[i];
  for (guint i = 0; i < LSC_BUDGET_N_CORES; i++)
    core_ns += step->core_ns[i];
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    host_ns += step->host_ns[i];
  g_assert_cmpint (ns, ==, step->end_ns - step->begin_ns);
  g_assert_cmpint (core_ns, ==, step->ns[LSC_BUDGET_COMPUTE]);
  g_assert_cmpint (host_ns, ==, step->ns[LSC_BUDGET_FREE_HOST]);
}

static void
test_databases (void)
{
  g_autofree char *samples = lsc_test_require_samples ();

  for (gsize i = 0; samples && i < G_N_ELEMENTS (references); i++)
    {
      const Reference *reference = &references[i];
      g_autoptr (LscTimeline) timeline = load_rank (samples, reference->folder, reference->rank);
      g_autoptr (LscBudget) budget = lsc_budget_new (timeline, NULL, NULL);
      const LscBudgetStep *step = lsc_budget_get_step (budget, 0);

      g_assert_cmpuint (budget->steps.n, ==, 1);
      g_assert_true (budget->is_split);
      g_assert_cmpint (step->end_ns - step->begin_ns, ==, reference->step);
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        g_assert_cmpint (step->ns[k], ==, reference->ns[k]);
      check_sums (step);
      check_vendor (budget, step, reference);
    }
}

/* All gaps of levels 1 and 2 are linked to a launch. */
static void
test_gaps (void)
{
  g_autofree char *samples = lsc_test_require_samples ();

  for (gsize i = 2; samples && i < 5; i += 2)
    {
      g_autoptr (LscTimeline) timeline = load_rank (samples, references[i].folder, 0);
      g_autoptr (LscBudget) budget = lsc_budget_new (timeline, NULL, NULL);
      guint n_gaps = 0;
      gboolean is_idle = TRUE; /* before the first */

      for (gsize k = 0; k < budget->pieces.n; k++)
        {
          const LscBudgetPiece *piece = &budget->pieces.items[k];
          gboolean is_gap = piece->category >= LSC_BUDGET_FREE_HOST &&
                            piece->category <= LSC_BUDGET_FREE_UNLINKED;

          n_gaps += is_gap && !is_idle;
          is_idle = !is_busy (piece);
        }
      g_assert_cmpuint (n_gaps, ==, 90);
    }
}

/* Texts and traces close as well, whatever is in them. */
static void
test_closed (void)
{
  static const char *const folders[] = { "ascend-text-level0", "ascend-text-level1",
                                         "ascend-text-level2", "pp-1f1b-4x8", "module-small" };
  g_autofree char *samples = lsc_test_require_samples ();

  for (gsize i = 0; samples && i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (LscTimeline) timeline = load_rank (samples, folders[i], 0);
      g_autoptr (LscBudget) budget = lsc_budget_new (timeline, NULL, NULL);

      g_assert_cmpuint (budget->steps.n, >, 0);
      g_assert_true (budget->is_split);
      for (guint k = 0; k < budget->steps.n; k++)
        check_sums (lsc_budget_get_step (budget, k));
    }
}

/* The trace tells of the tasks on all planes what the database does. */
static void
test_text (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscBudget) budget = NULL;

  if (!samples)
    return;
  timeline = load_rank (samples, "ascend-text-level1", 0);
  budget = lsc_budget_new (timeline, NULL, NULL);
  g_assert_cmpint (lsc_budget_get_step (budget, 0)->ns[LSC_BUDGET_WAIT], ==, 97977004);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-budget/databases", test_databases);
  g_test_add_func ("/golden-budget/gaps", test_gaps);
  g_test_add_func ("/golden-budget/closed", test_closed);
  g_test_add_func ("/golden-budget/text", test_text);
  return g_test_run ();
}
