/* test-findings-layers.c - stages whose layers can be moved, and those whose cannot
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-findings-support.h"

#define N_STEPS 2
#define US G_GINT64_CONSTANT (1000)

/* Of each step @n kernels of @ns each. */
static void
add_kernels (Case *self, guint rank, const char *name, guint32 n, gint64 ns)
{
  LscRankDigest *digest = self->digests[rank];
  LscDigestShape shape = { .name = lsc_rank_digest_add_text (digest, name),
                           .shapes = lsc_rank_digest_add_text (digest, "4,4"),
                           .n = n * N_STEPS,
                           .ns = n * N_STEPS * ns,
                           .first_cell = (guint32) digest->shape_cells.n,
                           .n_cells = N_STEPS };

  for (guint i = 0; i < N_STEPS; i++)
    {
      LscDigestShapeCell cell = { .step = i, .n = n, .ns = n * ns };
      LscBudgetStep *step = case_get_step (self, rank, i);

      lsc_digest_shape_cells_append (&digest->shape_cells, cell);
      step->ns[LSC_BUDGET_COMPUTE] += n * ns;
    }
  lsc_digest_shapes_append (&digest->shapes, shape);
}

/* Four stages of a rank each with so many layers of 10 ms; @head_ms: what the last one has besides.
 */
static const LscFinding *
find (Case *self, const guint32 *layers, guint32 head_ms)
{
  case_init (self, 4);
  for (guint r = 0; r < 4; r++)
    {
      LscOverviewRank *row = &g_array_index (self->overview.ranks, LscOverviewRank, r);

      row->has_stage = TRUE;
      row->stage = r;
      for (guint i = 0; i < N_STEPS; i++)
        case_get_step (self, r, i)->ns[LSC_BUDGET_COMPUTE] = 0;
      add_kernels (self, r, "MatMul", 20 * layers[r], 500 * US);
    }
  if (head_ms > 0)
    add_kernels (self, 3, "Head", head_ms, 1000 * US);
  for (guint r = 0; r < 4; r++)
    for (guint i = 0; i < N_STEPS; i++)
      {
        LscBudgetStep *step = case_get_step (self, r, i);

        step->loss_ns[LSC_LOSS_WAIT] = step->ns[LSC_BUDGET_WAIT] =
            step->step_ns - step->ns[LSC_BUDGET_COMPUTE];
      }
  return case_find (self, "stage_imbalance");
}

/* The third stage has three layers where others have two: to move it would only make another stage
 * the longest, but spread evenly each had 22.5 ms. */
static void
test_odd (void)
{
  static const guint32 layers[] = { 2, 2, 3, 2 };
  g_auto (Case) self = { 0 };
  const LscFinding *found = find (&self, layers, 0);
  g_autofree char *text = NULL, *remedy = NULL;

  g_assert_nonnull (found);
  g_assert_cmpint (get_only_rank (found), ==, 2);
  g_assert_cmpint (found->certainty, ==, LSC_FINDING_POSSIBLE);
  g_assert_cmpint (found->severity, ==, LSC_FINDING_MAJOR);
  g_assert_true (found->is_bound);
  g_assert_cmpint (found->gain_ns, ==, 7500 * US);
  text = lsc_phrase_to_plain (found->text);
  remedy = lsc_phrase_to_plain (found->remedy);
  g_assert_nonnull (strstr (text, "30.00 ms of computation per step, the average stage 22.50 ms."));
  g_assert_nonnull (strstr (text, "Layers per stage are as 2 : 2 : 3 : 2, and moving whole ones "
                                  "would not help."));
  g_assert_nonnull (strstr (remedy, "virtual stages"));
}

/* A head beside fewer layers is as even as can be; where layers can be moved, that is told. */
static void
test_even (void)
{
  static const guint32 even[] = { 4, 5, 5, 4 }, uneven[] = { 5, 2, 3, 3 };
  g_auto (Case) first = { 0 }, second = { 0 };
  const LscFinding *found;
  g_autofree char *text = NULL;

  g_assert_null (find (&first, even, 9));
  found = find (&second, uneven, 0);
  g_assert_nonnull (found);
  text = lsc_phrase_to_plain (found->text);
  g_assert_nonnull (strstr (text, "a layer takes 10.00 ms"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/layers/odd", test_odd);
  g_test_add_func ("/findings/layers/even", test_even);
  return g_test_run ();
}
