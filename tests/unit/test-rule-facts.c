/* test-rule-facts.c - what the rules of findings need of a rank, from small recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/findings/lsc-rule-facts.h"
#include "test-step-support.h"

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)

static LscRuleFacts *
make_facts (LscTimeline *timeline)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscBudget) budget = NULL;
  LscRuleFacts *facts;

  test_timeline_complete (timeline);
  budget = lsc_budget_new (timeline, NULL, &error);
  g_assert_no_error (error);
  facts = lsc_rule_facts_new (timeline, budget, NULL, &error);
  g_assert_no_error (error);
  return facts;
}

static const LscStep whole = { .id = 7, .start_ns = 0, .end_ns = 100 * MS };

/* The example of findings.md#silence: what the main thread does in 40 ms makes the difference. */
static void
test_silence (void)
{
  for (guint works = 0; works < 2; works++)
    {
      const Event events[] = {
        { MAIN, "aten::item", LSC_SLICE_OP, 30 * MS, 30 * MS + (works ? 500 : 300) * US },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 60 * MS, 60 * MS + 10 * US },
        { STREAM_A, "k1", LSC_SLICE_CUBE, 5 * MS, 20 * MS },
        { STREAM_A, "k2", LSC_SLICE_CUBE, 60 * MS, 70 * MS },
      };
      const Link links[] = { { 1, 3, LSC_LINK_LAUNCH } };
      g_autoptr (LscTimeline) timeline =
          test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &whole, 1);
      g_autoptr (LscRuleFacts) facts = make_facts (timeline);
      const LscRuleStep *step = &g_array_index (facts->steps, LscRuleStep, 0);

      g_assert_cmpint (step->ns[LSC_LOSS_SILENT], ==, works ? 0 : 40 * MS);
      g_assert_cmpint (step->ns[LSC_LOSS_HOST], ==, (works ? 45 : 5) * MS);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rule-facts/silence", test_silence);
  return g_test_run ();
}
