/* test-compare-work.c - whether steps do the same work, by kernels that are made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>
#include <math.h>

#include "judge/compare/lsc-compare-work.h"
#include "judge/compare/lsc-run-test.h"
#include "judge/compare/lsc-step-test.h"
#include "judge/compare/lsc-transitions.h"

#define US G_GINT64_CONSTANT (1000)
#define FORWARD "4096,1024;1024,4096"
#define WEIGHTS                                                                                    \
  "4096,1024;4096,4096" /* of the gradient of the weights, the first one transposed                \
                         */

/* Adds kernels of one kind. @shapes: (nullable): not recorded */
static void
add (LscStepKernels *self, const char *name, const char *type, const char *shapes, guint n,
     gint64 ns)
{
  LscStepKernel kernel = { .stream = 2,
                           .name = lsc_intern_add (self->texts, name),
                           .type = lsc_intern_add (self->texts, type),
                           .shapes =
                               shapes ? lsc_intern_add (self->texts, shapes) : LSC_STRING_NONE,
                           .duration_ns = ns };

  self->has_types = TRUE;
  self->has_shapes |= shapes != NULL;
  for (guint i = 0; i < n; i++)
    lsc_step_kernel_list_append (&self->kernels, kernel);
}

/* @n_units: layers or micro-batches; @n_forward: how often each runs forward */
static LscStepKernels *
make (guint n_units, guint n_forward, gboolean has_shapes, double pace)
{
  LscStepKernels *self = lsc_step_kernels_new_blank (0);
  gint64 ns = (gint64) llround (100.0 * pace * (double) US);

  add (self, "MatMulV3", "MatMulV3", has_shapes ? FORWARD : NULL, n_units * n_forward, ns);
  add (self, "MatMulV3", "MatMulV3", has_shapes ? WEIGHTS : NULL, n_units, ns);
  add (self, "MatMulV3", "MatMulV3", has_shapes ? "4096,4096;1024,4096" : NULL, n_units, ns);
  add (self, "RmsNormGrad", "RmsNormGrad", has_shapes ? "4096,1024" : NULL, n_units, ns / 4);
  add (self, "FusedAdamW", "FusedAdamW", has_shapes ? "1024,4096" : NULL, 1, ns);
  return self;
}

/* @before, @after: (transfer full): */
static LscCompareWork
match (LscStepKernels *before, LscStepKernels *after)
{
  static const double scale[] = { 1, 1 };
  LscWorkPair pair = { .kernels = { before, after } };
  LscCompareWork work = lsc_compare_work_new (&pair, 1, scale, FALSE);

  lsc_step_kernels_unref (before);
  lsc_step_kernels_unref (after);
  return work;
}

static void
test_flops (void)
{
  g_assert_cmpfloat (lsc_product_find_flops ("4,2;2,8"), ==, 128);
  g_assert_cmpfloat (lsc_product_find_flops ("\"2,4;2,8\""), ==,
                     128);                                         /* the first one transposed */
  g_assert_cmpfloat (lsc_product_find_flops ("4,2;8,2"), ==, 128); /* the second one */
  g_assert_cmpfloat (lsc_product_find_flops ("2,2,2;2,8;8"), ==, 128); /* batches are rows */
  g_assert_cmpfloat (lsc_product_find_flops ("4,2;3,2,8"), ==, 128);   /* weights of 3 experts */
  g_assert_cmpfloat (lsc_product_find_flops ("4,2;3,5"), ==, 0);
  g_assert_cmpfloat (lsc_product_find_flops ("N/A"), ==, 0);
  g_assert_cmpfloat (lsc_product_find_flops ("4,2"), ==, 0);
  g_assert_cmpfloat (lsc_product_find_flops (NULL), ==, 0);
}

/* What is repeated for each layer or micro-batch is other work; forward passes that are computed
 * again are not. */
static void
test_units (void)
{
  for (guint has_shapes = 0; has_shapes < 2; has_shapes++)
    {
      LscCompareWork more = match (make (12, 1, has_shapes, 1), make (16, 1, has_shapes, 1));
      LscCompareWork again = match (make (12, 1, has_shapes, 1), make (12, 2, has_shapes, 1));
      LscCompareWork same = match (make (12, 1, has_shapes, 1), make (12, 1, has_shapes, 1.05));

      g_assert_cmpint (more.match, ==, LSC_WORK_MATCH_OTHER);
      g_assert_cmpfloat_with_epsilon (more.factor, 4.0 / 3, 1e-9);
      g_assert_cmpint (again.match, ==, LSC_WORK_MATCH_PARTLY);
      g_assert_cmpint (same.match, ==, has_shapes ? LSC_WORK_MATCH_SAME : LSC_WORK_MATCH_UNKNOWN);
      g_assert_cmpint (more.has_flops, ==, has_shapes);
    }
}

/* Norms in one kernel: names tell nothing of work. */
static void
test_fused (void)
{
  for (guint has_shapes = 0; has_shapes < 2; has_shapes++)
    {
      LscStepKernels *before = make (12, 1, has_shapes, 1), *after = make (12, 1, has_shapes, 1);
      LscCompareWork work;

      add (before, "Pow", "Pow", has_shapes ? "4096,1024" : NULL, 48, 40 * US);
      add (before, "Mul", "Mul", has_shapes ? "4096,1024" : NULL, 96, 40 * US);
      add (after, "RmsNorm", "RmsNorm", has_shapes ? "4096,1024" : NULL, 48, 40 * US);
      work = match (before, after);
      g_assert_cmpint (work.match, ==, has_shapes ? LSC_WORK_MATCH_SAME : LSC_WORK_MATCH_ASSUMED);
      g_assert_cmpfloat_with_epsilon (work.pace, 1, 1e-9);
      g_assert_cmpint (work.other_ns[0], ==, 144 * 40 * US);
      g_assert_cmpint (work.other_ns[1], ==, 48 * 40 * US);
    }
}

/* Sequences of other lengths show in the products, or in attention alone. */
static void
test_sequences (void)
{
  LscStepKernels *kernels[4];

  for (guint i = 0; i < 4; i++)
    kernels[i] = make (12, 1, i < 2, 1);
  add (kernels[0], "FlashAttentionScore", "FlashAttentionScore", "8,1024,128", 12, 50 * US);
  add (kernels[1], "FlashAttentionScore", "FlashAttentionScore", "4,2048,128", 12, 99 * US);
  add (kernels[2], "FlashAttentionScore", "FlashAttentionScore", NULL, 12, 50 * US);
  add (kernels[3], "FlashAttentionScore", "FlashAttentionScore", NULL, 12, 99 * US);
  g_assert_cmpint (match (kernels[0], kernels[1]).match, ==, LSC_WORK_MATCH_OTHER);
  g_assert_cmpint (match (kernels[2], kernels[3]).match, ==, LSC_WORK_MATCH_UNKNOWN);
}

/* Three kernels between two that stay become one, twice; one is gone at the end. */
static void
test_transitions (void)
{
  LscStepKernels *before = lsc_step_kernels_new_blank (0), *after = lsc_step_kernels_new_blank (0);
  g_autoptr (GPtrArray) found = lsc_transitions_new ();
  LscKernelPairs pairs = { 0 };
  const LscTransition *one;

  for (guint i = 0; i < 2; i++)
    {
      add (before, "MatMul", "MatMul", NULL, 1, 100 * US);
      add (before, "Pow", "Pow", NULL, 1, 20 * US);
      add (before, "Mul", "Mul", NULL, 2, 20 * US);
      add (after, "MatMul", "MatMul", NULL, 1, 100 * US);
      add (after, "RmsNorm", "RmsNorm", NULL, 1, 15 * US);
    }
  add (before, "MatMul", "MatMul", NULL, 1, 100 * US);
  add (before, "Cast", "Cast", NULL, 1, 30 * US);
  add (after, "MatMul", "MatMul", NULL, 1, 100 * US);
  lsc_kernel_pairs_add (&pairs, before, after, lsc_transitions_take_block, found);
  lsc_transitions_finish (found, 1);
  g_assert_cmpuint (found->len, ==, 2);
  one = lsc_transitions_at (found, 0);
  g_assert_cmpint (one->kind, ==, LSC_TRANSITION_FUSED);
  g_assert_cmpstr (one->names[0], ==, "Pow, Mul");
  g_assert_cmpstr (one->names[1], ==, "RmsNorm");
  g_assert_cmpfloat (one->n[0], ==, 6);
  g_assert_cmpfloat (one->n[1], ==, 2);
  g_assert_cmpint (one->ns[1] - one->ns[0], ==, (30 - 120) * US);
  one = lsc_transitions_at (found, 1);
  g_assert_cmpint (one->kind, ==, LSC_TRANSITION_DROPPED);
  g_assert_cmpstr (one->names[1], ==, "");
  lsc_step_kernels_unref (before);
  lsc_step_kernels_unref (after);
}

/* ---- steps that resemble the one before ---- */

static double
normal (GRand *draw)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (draw);
  return sum - 6;
}

static gboolean
is_flagged (GRand *draw, double rho, double change, gsize n)
{
  gint64 *ns[] = { g_new (gint64, n), g_new (gint64, n) };
  LscPairOrders orders;
  LscStepTest test;

  for (guint side = 0; side < 2; side++)
    {
      double level = normal (draw);

      for (gsize i = 0; i < n; i++)
        {
          ns[side][i] = (gint64) llround (1e8 * (1 + 0.015 * level) * (1 + side * change));
          level = rho * level + sqrt (1 - rho * rho) * normal (draw);
        }
    }
  lsc_pair_orders_init (&orders, n, n);
  test = lsc_step_test_new (&orders, ns[0], ns[1]);
  lsc_pair_orders_clear (&orders);
  g_free (ns[0]);
  g_free (ns[1]);
  return lsc_step_test_is_beyond_floor (&test) && test.p < 0.05;
}

/* Of 300 pairs without a change at most 5 in 100 seem to have one, however much steps resemble each
 * other (2 more for the draw); a change of 5 % is found where they do not. */
static void
test_rates (void)
{
  static const double rhos[] = { 0, 0.5, 0.8, 0.95 };
  g_autoptr (GRand) draw = g_rand_new_with_seed (51);
  guint n_found = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (rhos); k++)
    {
      guint n_wrong = 0;

      for (guint i = 0; i < 300; i++)
        n_wrong += is_flagged (draw, rhos[k], 0, 20);
      g_test_message ("rho %g: %u of 300", rhos[k], n_wrong);
      g_assert_cmpuint (n_wrong, <=, 21);
    }
  for (guint i = 0; i < 100; i++)
    n_found += is_flagged (draw, 0, 0.05, 20);
  g_assert_cmpuint (n_found, >=, 95);
}

/* 5 to 7 steps hardly tell how much they resemble each other. A change that is far beyond their
 * spread is found nevertheless. */
static void
test_few_steps (void)
{
  g_autoptr (GRand) draw = g_rand_new_with_seed (7);

  for (gsize n = LSC_STEP_TEST_LEAST; n <= 7; n++)
    {
      guint n_wrong = 0, n_found = 0;

      for (guint i = 0; i < 400; i++)
        n_wrong += is_flagged (draw, 0.95, 0, n);
      for (guint i = 0; i < 100; i++)
        n_found += is_flagged (draw, 0, 0.30, n);
      g_test_message ("%u steps: %u of 400, %u of 100", (guint) n, n_wrong, n_found);
      g_assert_cmpuint (n_wrong, <=, 28);
      g_assert_cmpuint (n_found, >=, 90);
    }
}

/* ---- sets of runs ---- */

static void
test_student (void)
{
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (12.706, 1), 0.05, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (4.303, 2), 0.05, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (3.182, 3), 0.05, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (-2.776, 4), 0.05, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (4.032, 5), 0.01, 1e-4);
  g_assert_cmpfloat_with_epsilon (lsc_student_find_p (0, 7), 1, 1e-9);
}

/* The example of the definition. */
static void
test_runs (void)
{
  static const gint64 before[] = { 100 * US, 101 * US, 99 * US };
  static const gint64 after[] = { 104 * US, 105 * US, 106 * US };
  LscRunTest test = lsc_run_test_new (before, 3, after, 3);

  g_assert_cmpint (test.level_ns[1], ==, 105 * US);
  g_assert_cmpfloat_with_epsilon (test.change, 0.05, 1e-9);
  g_assert_cmpfloat_with_epsilon (test.spread, 0.0110, 1e-4);
  g_assert_cmpfloat_with_epsilon (test.error, 0.0090, 1e-4);
  g_assert_cmpfloat_with_epsilon (test.p, 0.0026, 1e-4);
}

static gboolean
is_found (GRand *draw, double change)
{
  gint64 ns[2][3];
  LscRunTest test;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < 3; i++)
      ns[side][i] = (gint64) llround (1e8 * (1 + 0.015 * normal (draw)) * (1 + side * change));
  test = lsc_run_test_new (ns[0], 3, ns[1], 3);
  return fabs (test.change) > 0.02 && test.p < 0.05;
}

/* Medians of three runs a side, whose levels deviate by 1.5 %. */
static void
test_levels (void)
{
  g_autoptr (GRand) draw = g_rand_new_with_seed (51);
  guint n_wrong = 0, n_found = 0;

  for (guint i = 0; i < 2000; i++)
    {
      n_wrong += is_found (draw, 0);
      n_found += is_found (draw, 0.05);
    }
  g_test_message ("%u and %u of 2000", n_wrong, n_found);
  g_assert_cmpuint (n_wrong, <=, 100);
  g_assert_cmpuint (n_found, >=, 1800);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-work/flops", test_flops);
  g_test_add_func ("/compare-work/units", test_units);
  g_test_add_func ("/compare-work/fused", test_fused);
  g_test_add_func ("/compare-work/sequences", test_sequences);
  g_test_add_func ("/compare-work/transitions", test_transitions);
  g_test_add_func ("/compare-work/rates", test_rates);
  g_test_add_func ("/compare-work/few-steps", test_few_steps);
  g_test_add_func ("/compare-work/student", test_student);
  g_test_add_func ("/compare-work/runs", test_runs);
  g_test_add_func ("/compare-work/levels", test_levels);
  return g_test_run ();
}
