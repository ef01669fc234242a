/* test-clock-effect.c - kernels that take longer at a lower clock, on facts made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/causes/lsc-clock-effect.h"
#include "test-findings-support.h"

#define N_STEPS 6
#define N_KERNELS 500
#define HIGH 1980.0
#define LOW 1604.0

/** Kernels of one shape: what one takes in the first three steps, and in those at the low clock. */
typedef struct
{
  const char *name;
  const char *shapes;
  const char *launch;
  gint64 high_ns;
  gint64 low_ns;
} Kind;

static guint32
add_text (LscRankDigest *digest, const char *text)
{
  return text ? lsc_rank_digest_add_text (digest, text) : LSC_STRING_NONE;
}

static void
add_kind (LscRankDigest *digest, const Kind *kind)
{
  LscDigestShape shape = { .name = add_text (digest, kind->name),
                           .shapes = add_text (digest, kind->shapes),
                           .launch = add_text (digest, kind->launch),
                           .first_cell = (guint32) digest->shape_cells.n,
                           .n_cells = N_STEPS };

  for (guint32 i = 0; i < N_STEPS; i++)
    {
      gint64 ns = N_KERNELS * (i < N_STEPS / 2 ? kind->high_ns : kind->low_ns);

      lsc_digest_shape_cells_append (&digest->shape_cells,
                                     (LscDigestShapeCell){ i, N_KERNELS, ns });
      digest->steps.items[i].ns[LSC_BUDGET_COMPUTE] += ns;
      shape.n += N_KERNELS;
      shape.ns += ns;
    }
  lsc_digest_shapes_append (&digest->shapes, shape);
}

/* The second half of the steps is at the low clock. */
static void
set_clocks (LscRankDigest *digest, double low_mhz)
{
  for (guint32 i = 0; i < N_STEPS; i++)
    {
      LscBudgetStep *step = &digest->steps.items[i];

      step->cycles_mhz_ns =
          (i < N_STEPS / 2 ? HIGH : low_mhz) * (double) step->ns[LSC_BUDGET_COMPUTE];
    }
  digest->usual_mhz = HIGH;
}

static void
fill (LscRankDigest *digest, const Kind *kinds, gsize n, double low_mhz)
{
  while (digest->steps.n < N_STEPS)
    facts_add_step (digest);
  for (gsize i = 0; i < N_STEPS; i++)
    digest->steps.items[i].ns[LSC_BUDGET_COMPUTE] = 0;
  for (gsize i = 0; i < n; i++)
    add_kind (digest, &kinds[i]);
  for (gsize i = 0; i < N_STEPS; i++) /* a step is longer by what it computes longer */
    digest->steps.items[i].step_ns = STEP_NS + digest->steps.items[i].ns[LSC_BUDGET_COMPUTE] -
                                     digest->steps.items[0].ns[LSC_BUDGET_COMPUTE];
  set_clocks (digest, low_mhz);
}

/* The example of the definition. */
static void
test_example (void)
{
  static const Kind kinds[] = { { "product", "4,8", NULL, 100000, 123400 },
                                { "copy", NULL, "[8,1,1][256,1,1]", 50000, 50000 } };
  g_autoptr (LscRankDigest) digest = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);
  double lost_ns[N_STEPS];
  LscClockEffect effect;

  fill (digest, kinds, G_N_ELEMENTS (kinds), LOW);
  effect = lsc_clock_effect_within (digest, lost_ns);
  g_assert_cmpint (effect.state, ==, LSC_CLOCK_EFFECT_FOUND);
  g_assert_cmpfloat_with_epsilon (effect.lower, 0.19, 1e-3);
  g_assert_cmpfloat_with_epsilon (effect.longer, 0.234, 1e-9);
  g_assert_cmpfloat_with_epsilon (effect.part, 0.7116, 1e-3);
  g_assert_cmpstr (lsc_rank_digest_text (digest, effect.kernel), ==, "product");
  g_assert_cmpint (effect.n_kernels, ==, 3 * N_KERNELS);
  for (guint i = 0; i < N_STEPS; i++)
    g_assert_cmpfloat_with_epsilon (lost_ns[i], i < 3 ? 0 : 23400.0 * N_KERNELS, 1);
}

/* Whatever is no evidence. */
static void
test_none (void)
{
  static const struct
  {
    Kind kinds[2];
    double low_mhz;
    LscClockEffectState state;
  } cases[] = {
    /* they take as long; much longer than the clock; most of them much longer */
    { { { "a", "4", NULL, 100000, 100000 }, { 0 } }, LOW, LSC_CLOCK_EFFECT_NONE },
    { { { "a", "4", NULL, 100000, 180000 }, { 0 } }, LOW, LSC_CLOCK_EFFECT_NONE },
    { { { "a", "4", NULL, 100000, 123400 }, { "b", "4", NULL, 100000, 180000 } },
      LOW,
      LSC_CLOCK_EFFECT_NONE },
    /* what follows takes too little */
    { { { "a", "4", NULL, 10000, 12340 }, { "b", "4", NULL, 100000, 100000 } },
      LOW,
      LSC_CLOCK_EFFECT_NONE },
    /* no two clocks; nothing tells which kernels are alike; no clock at all */
    { { { "a", "4", NULL, 100000, 123400 }, { 0 } }, 1950, LSC_CLOCK_EFFECT_UNKNOWN },
    { { { "a", NULL, NULL, 100000, 123400 }, { 0 } }, LOW, LSC_CLOCK_EFFECT_UNKNOWN },
    { { { "a", "4", NULL, 100000, 123400 }, { 0 } }, 0, LSC_CLOCK_EFFECT_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscRankDigest) digest = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);
      double lost_ns[N_STEPS];

      fill (digest, cases[i].kinds, cases[i].kinds[1].name ? 2 : 1, cases[i].low_mhz);
      g_assert_cmpint (lsc_clock_effect_within (digest, lost_ns).state, ==, cases[i].state);
      for (guint k = 0; k < N_STEPS; k++)
        g_assert_cmpfloat (lost_ns[k], ==, 0);
    }
}

/* Without kernels to be compared the clock alone is told of NPUs, whose clock is fixed; of GPUs,
 * whose clocks differ with what they run, it is not. Where kernels take as long, of neither. */
static void
test_rule (void)
{
  static const struct
  {
    gboolean is_gpu;
    const char *shapes;
    gint64 low_ns;
    const char *words; /* NULL: silent */
  } cases[] = {
    { FALSE, NULL, 123400, "drops on" },
    { FALSE, "4", 123400, "kernels take 23.4 % longer while the clock is 19.0 % lower" },
    { FALSE, "4", 100000, NULL },
    { TRUE, NULL, 123400, NULL },
    { TRUE, "4", 123400, "kernels take 23.4 % longer while the clock is 19.0 % lower" },
    { TRUE, "4", 100000, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Kind kind = { "a", cases[i].shapes, NULL, 100000, cases[i].low_ns };
      g_auto (Case) self = { 0 };
      g_autofree char *words = NULL;
      const LscFinding *found;

      case_init (&self, 1);
      self.digests[0]->is_gpu = cases[i].is_gpu;
      fill (self.digests[0], &kind, 1, LOW);
      found = case_find (&self, "frequency_drop");
      g_assert_cmpint (found != NULL, ==, cases[i].words != NULL);
      words = found ? lsc_phrase_to_words (found->text) : NULL;
      if (words)
        g_assert_nonnull (strstr (words, cases[i].words));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-effect/example", test_example);
  g_test_add_func ("/clock-effect/none", test_none);
  g_test_add_func ("/clock-effect/rule", test_rule);
  return g_test_run ();
}
