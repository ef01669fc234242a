/* test-compare.c - comparing recordings, on sides made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "judge/compare/lsc-sequence-align.h"
#include "judge/compare/lsc-step-test.h"
#include "test-compare-support.h"

#define MS G_GINT64_CONSTANT (1000000)

/* ---- names ---- */

static void
assert_name (char *name, const char *expected)
{
  g_assert_cmpstr (name, ==, expected);
  g_free (name);
}

static void
test_names (void)
{
  assert_name (lsc_compare_name_module ("nn.Module: TransformerLayer_12"), "TransformerLayer");
  assert_name (lsc_compare_name_module ("layers.12"), "layers.#");
  assert_name (lsc_compare_name_module ("model.layers.7.mlp"), "model.layers.#.mlp");
  assert_name (lsc_compare_name_module ("7"), "7"); /* a name of digits alone is a name */
  assert_name (lsc_compare_name_module ("Conv2d"), "Conv2d");
  assert_name (lsc_compare_name_kernel ("MatMulV3_12", FALSE), "MatMulV3");
  assert_name (lsc_compare_name_kernel ("void at::cunn_SoftMaxForward<4, float>(float*)", TRUE),
               "cunn_SoftMaxForward");
  assert_name (lsc_compare_name_kernel ("triton_poi_fused_add_3", TRUE), "triton_poi_fused_add");
  assert_name (lsc_compare_name_kernel ("Memcpy HtoD (Pageable -> Device)", TRUE),
               "Memcpy HtoD (Pageable -> Device)"); /* no signature */
  assert_name (lsc_compare_name_comm ("hcom_allReduce__170_1_1"), "allReduce");
  assert_name (lsc_compare_name_comm ("hcom_reduceScatter__1_0_1"), "reduceScatter");
  assert_name (lsc_compare_name_comm ("ncclDevKernel_AllGather_RING_LL(ncclDevComm*)"),
               "allGather");
  assert_name (lsc_compare_name_comm ("hcom_batchSendRecv__2"), "batchSendRecv");
  assert_name (lsc_compare_name_comm ("c10d::recv_"), "receive");
  assert_name (lsc_compare_name_group ("dp [0, 1]"), "dp");
  assert_name (lsc_compare_name_group ("0a1b2c3d4e5f"), NULL);
  assert_name (lsc_compare_name_group ("Group …123"), NULL);
}

static void
test_map (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscNameMap) map = lsc_name_map_parse ("# names\n\n"
                                                   "Ascend*Norm = Fused*Norm\n"
                                                   "a/*/b/* = c/*/*\n"
                                                   "plain = other\n",
                                                   "names.txt", &error);

  g_assert_no_error (error);
  assert_name (lsc_name_map_find (map, "AscendRmsNorm"), "FusedRmsNorm");
  assert_name (lsc_name_map_find (map, "a/1/b/2"), "c/1/2");
  assert_name (lsc_name_map_find (map, "plain"), "other");
  assert_name (lsc_name_map_find (map, "plain.x"), NULL);
  assert_name (lsc_name_map_find (NULL, "plain"), NULL);
  g_assert_null (lsc_name_map_parse ("a = b\nnothing here\n", "names.txt", &error));
  g_assert_nonnull (strstr (error->message, "names.txt, line 2"));
  g_clear_error (&error);
  g_assert_null (lsc_name_map_parse ("a = *\n", "names.txt", &error));
  g_assert_nonnull (strstr (error->message, "line 1"));
}

/* ---- the test ---- */

/* Counts in all choices of m of n + m values how many have a U as small. */
static double
naive_p (const gint64 *before, guint n, const gint64 *after, guint m)
{
  gint64 values[16];
  double below = 0, all = 0, u = 0;

  for (guint i = 0; i < n; i++)
    values[i] = before[i];
  for (guint i = 0; i < m; i++)
    values[n + i] = after[i];
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < m; k++)
      u += after[k] > before[i];
  u = MIN (u, (double) n * m - u);
  for (guint set = 0; set < 1u << (n + m); set++)
    {
      double this = 0;

      if (__builtin_popcount (set) != (int) m)
        continue;
      for (guint i = 0; i < n + m; i++)
        for (guint k = 0; k < n + m; k++)
          this += (set >> k & 1) && !(set >> i & 1) && values[k] > values[i];
      all++;
      below += this <= u;
    }
  return MIN (1.0, 2 * below / all);
}

static double
find_p (const gint64 *before, guint n, const gint64 *after, guint m)
{
  LscPairOrders orders;
  double p;

  lsc_pair_orders_init (&orders, n, m);
  p = lsc_pair_orders_find_p (&orders, before, after);
  lsc_pair_orders_clear (&orders);
  return p;
}

static void
test_exact (void)
{
  static const gint64 low[] = { 1, 2, 3, 4, 5 }, high[] = { 6, 7, 8, 9, 10 };

  g_assert_cmpfloat_with_epsilon (find_p (low, 5, high, 5), 2.0 / 252, 1e-12);
  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_test_rand_int_range (2, 6), m = (guint) g_test_rand_int_range (2, 6);
      gint64 values[12], before[6], after[6];

      for (guint i = 0; i < n + m; i++) /* all of them differ */
        values[i] = (gint64) g_test_rand_int_range (0, 1 << 20) * 16 + i;
      for (guint i = 0; i < n; i++)
        before[i] = values[i];
      for (guint i = 0; i < m; i++)
        after[i] = values[n + i];
      g_assert_cmpfloat_with_epsilon (find_p (before, n, after, m), naive_p (before, n, after, m),
                                      1e-12);
    }
}

/* Values that are all equal, and so many that orders are not counted. */
static void
test_normal (void)
{
  gint64 same[32], low[32], high[32];

  for (guint i = 0; i < 32; i++)
    {
      same[i] = 7;
      low[i] = i;
      high[i] = 100 + i;
    }
  g_assert_cmpfloat (find_p (same, 32, same, 32), ==, 1.0);
  g_assert_cmpfloat (find_p (low, 32, high, 32), <, 1e-10);
  g_assert_cmpfloat (find_p (low, 32, low, 32), >, 0.9);
}

static void
test_holm (void)
{
  double p[] = { 0.04, NAN, 0.01, 0.03 };

  lsc_step_test_adjust (p, G_N_ELEMENTS (p));
  g_assert_cmpfloat_with_epsilon (p[2], 0.03, 1e-12);
  g_assert_cmpfloat_with_epsilon (p[3], 0.06, 1e-12);
  g_assert_cmpfloat_with_epsilon (p[0], 0.06, 1e-12); /* no smaller than the one before */
  g_assert_true (isnan (p[1]));
}

static void
test_floor (void)
{
  static const gint64 before[] = { 1000, 1000, 1000, 1000 }, after[] = { 900, 1100, 900, 1100 };
  LscPairOrders orders;
  LscStepTest test;

  lsc_pair_orders_init (&orders, 4, 4);
  test = lsc_step_test_new (&orders, before, after);
  g_assert_cmpint (test.mad_ns[0], ==, 0);
  g_assert_cmpint (test.mad_ns[1], ==, 148); /* 1.4826 x 100 */
  g_assert_cmpint (test.floor_ns, ==, 222);  /* 3 x 148 / 2 */
  g_assert_true (isnan (test.p));            /* fewer than five */
  g_assert_false (test.is_apart);
  test = lsc_step_test_new (&orders, before, before);
  g_assert_cmpint (test.floor_ns, ==, 20);
  lsc_pair_orders_clear (&orders);
}

/* From five steps a side on there is a probability: 2 of 252 orders are as far apart. */
static void
test_least_steps (void)
{
  static const gint64 before[] = { 12, 10, 14, 11, 13 }, after[] = { 22, 24, 20, 23, 21 };
  static const gsize sizes[][2] = { { 5, 5 }, { 4, 5 }, { 5, 4 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LscPairOrders orders;
      LscStepTest test;

      lsc_pair_orders_init (&orders, sizes[i][0], sizes[i][1]);
      test = lsc_step_test_new (&orders, before, after);
      g_assert_true (test.is_apart);
      if (i == 0)
        g_assert_cmpfloat_with_epsilon (test.p, 2.0 / 252, 1e-12);
      else
        g_assert_true (isnan (test.p));
      lsc_pair_orders_clear (&orders);
    }
}

/* ---- sequences ---- */

static guint
naive_common (const guint64 *a, guint n, const guint64 *b, guint m)
{
  guint lengths[65][65] = { { 0 } };

  for (guint i = 1; i <= n; i++)
    for (guint k = 1; k <= m; k++)
      lengths[i][k] = a[i - 1] == b[k - 1] ? lengths[i - 1][k - 1] + 1
                                           : MAX (lengths[i - 1][k], lengths[i][k - 1]);
  return lengths[n][m];
}

static void
test_sequences (void)
{
  for (guint round = 0; round < 500; round++)
    {
      guint n = (guint) g_test_rand_int_range (0, 64), m = (guint) g_test_rand_int_range (0, 64);
      guint n_keys = (guint) g_test_rand_int_range (1, 12), n_pairs = 0;
      guint64 a[64], b[64];
      guint32 partners[64];
      gint64 last = -1;

      for (guint i = 0; i < n; i++)
        a[i] = (guint64) g_test_rand_int_range (0, (gint32) n_keys);
      for (guint i = 0; i < m; i++)
        b[i] = (guint64) g_test_rand_int_range (0, (gint32) n_keys);
      lsc_sequence_align (a, n, b, m, partners);
      for (guint i = 0; i < n; i++)
        {
          if (partners[i] == LSC_ALIGN_NONE)
            continue;
          g_assert_cmpuint (partners[i], <, m);
          g_assert_cmpuint (a[i], ==, b[partners[i]]);
          g_assert_cmpint (partners[i], >, last);
          last = partners[i];
          n_pairs++;
        }
      g_assert_cmpuint (n_pairs, ==, naive_common (a, n, b, m));
    }
}

/* Sequences turned round: too many edits, so that equal keys are paired by their number. */
static void
test_many_edits (void)
{
  guint32 n = 6000;
  g_autofree guint64 *a = g_new (guint64, n), *b = g_new (guint64, n);
  g_autofree guint32 *partners = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      a[i] = i / 2;
      b[i] = (n - 1 - i) / 2;
    }
  lsc_sequence_align (a, n, b, n, partners);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpuint (partners[i], <, n);
      g_assert_cmpuint (a[i], ==, b[partners[i]]);
      if (i % 2 == 1)
        g_assert_cmpuint (partners[i], ==, partners[i - 1] + 1);
    }
}

/* ---- sides ---- */

/* All of a step by module and by op, in three parts each. */
static void
add_random (LscRankDigest *self, guint n_steps, gint64 length_ns, const char *const *names)
{
  gint64 parts[3][32];

  for (guint i = 0; i < n_steps; i++)
    {
      parts[0][i] = g_test_rand_int_range (0, (gint32) (length_ns / 3));
      parts[1][i] = g_test_rand_int_range (0, (gint32) (length_ns / 3));
      parts[2][i] = g_test_rand_int_range (1, (gint32) (length_ns / 3));
      test_side_add_step (self, parts[0][i] + parts[1][i], parts[2][i]);
    }
  for (guint k = 0; k < 3; k++)
    {
      test_side_add_part (self, LSC_OWNER_MODULE, names[k], parts[k], 2);
      test_side_add_part (self, LSC_OWNER_OP, names[k], parts[k], 5);
    }
}

/* Whatever the numbers of ranks and steps, the lists add up to the ns, of each rank and of all. */
static void
test_sums (void)
{
  static const char *const names[] = { "a", "b", "c" }, *const others[] = { "a", "d", "c" };

  for (guint round = 0; round < 100; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 4);
      guint n_steps[2] = { (guint) g_test_rand_int_range (1, 9),
                           (guint) g_test_rand_int_range (1, 9) };
      LscRankDigest *before[4], *after[4];
      g_autoptr (LscCompare) self = NULL;

      for (guint i = 0; i < n; i++)
        {
          before[i] = test_side_new (i, i);
          after[i] = test_side_new (i, 10 + i);
          add_random (before[i], n_steps[0], 90000, names);
          add_random (after[i], n_steps[1], 70000, others);
        }
      self = test_sides_compare (before, n, after, n, NULL);
      test_sides_assert_sums (self->total);
      g_assert_cmpuint (self->ranks->len, ==, n);
      for (guint i = 0; i < n; i++)
        {
          test_sides_assert_sums (self->ranks->pdata[i]);
          lsc_rank_digest_unref (before[i]);
          lsc_rank_digest_unref (after[i]);
        }
    }
}

/* 32 layers of 2 ms become 30: all of it is their count. A name that changed is mapped. */
static void
test_effects (void)
{
  static const gint64 layers[] = { 64 * MS, 60 * MS }, others[] = { 10 * MS, 12 * MS },
                      idle[] = { 3 * MS, 3 * MS };
  LscRankDigest *side[2] = { test_side_new (0, 1), test_side_new (0, 2) };
  g_autoptr (LscNameMap) map = lsc_name_map_parse ("old = new\n", "names", NULL);
  g_autoptr (LscCompare) self = NULL;
  const LscChange *change;

  for (guint i = 0; i < 2; i++)
    {
      test_side_add_step (side[i], layers[i] + others[i] + idle[i], 0);
      test_side_add_part (side[i], LSC_OWNER_OP, "idle", &idle[i], 0);
      test_side_add_part (side[i], LSC_OWNER_OP, "layers.#", &layers[i], i == 0 ? 32 : 30);
      test_side_add_part (side[i], LSC_OWNER_OP, i == 0 ? "old" : "new", &others[i], 1);
      test_side_add_part (side[i], LSC_OWNER_MODULE, i == 0 ? "before" : "after", &layers[i], 1);
      test_side_add_part (side[i], LSC_OWNER_MODULE, "both", &others[i], 1);
    }
  self = test_sides_compare (&side[0], 1, &side[1], 1, map);
  change = test_sides_find (self, LSC_COMPARE_OPS, "layers.#");
  g_assert_cmpint (change->delta_ns, ==, -4 * MS);
  g_assert_cmpint (change->count_effect_ns, ==, -4 * MS);
  g_assert_cmpint (change->speed_effect_ns, ==, 0);
  change = test_sides_find (self, LSC_COMPARE_OPS, "old");
  g_assert_cmpstr (change->other_name, ==, "new");
  g_assert_cmpint (change->match, ==, LSC_MATCH_MAPPED);
  g_assert_cmpint (change->speed_effect_ns, ==, 2 * MS);
  change = test_sides_find (self, LSC_COMPARE_OPS, "idle"); /* no instances, and not 0 of them */
  g_assert_true (isnan (change->count[LSC_BEFORE]) && isnan (change->count[LSC_AFTER]));
  g_assert_cmpint (change->count_effect_ns, ==, LSC_INT_NULL);
  g_assert_cmpint (test_sides_find (self, LSC_COMPARE_MODULES, "before")->match, ==,
                   LSC_MATCH_ONLY_BEFORE);
  g_assert_cmpint (test_sides_find (self, LSC_COMPARE_MODULES, "after")->match, ==,
                   LSC_MATCH_ONLY_AFTER);
  g_assert_cmpint (test_sides_find (self, LSC_COMPARE_MODULES, "both")->match, ==, LSC_MATCH_BOTH);
  g_assert_cmpint (self->word, ==, LSC_COMPARE_UNKNOWN); /* one step a side */
  for (guint i = 0; i < 2; i++)
    lsc_rank_digest_unref (side[i]);
}

/* A side with steps of about that length; the first one is longer still where it warms up. */
static LscRankDigest *
make_steps (guint64 fingerprint, guint n, gint64 length_ns, double noise, double warm_up)
{
  LscRankDigest *self = test_side_new (0, fingerprint);
  gint64 ns[32];

  for (guint i = 0; i < n; i++)
    {
      double share = 1 + noise * (g_test_rand_double () - 0.5);

      ns[i] = (gint64) ((double) length_ns * share * (i == 0 ? warm_up : 1));
      test_side_add_step (self, ns[i], 0);
    }
  test_side_add_part (self, LSC_OWNER_OP, "op", ns, 1);
  test_side_add_part (self, LSC_OWNER_MODULE, "module", ns, 1);
  return self;
}

static LscRankDigest *
make_two (guint64 fingerprint, gint64 first_ns, gint64 second_ns)
{
  gint64 ns[] = { first_ns, second_ns };
  LscRankDigest *self = test_side_new (0, fingerprint);

  for (guint i = 0; i < G_N_ELEMENTS (ns); i++)
    test_side_add_step (self, ns[i], 0);
  test_side_add_part (self, LSC_OWNER_OP, "op", ns, 1);
  test_side_add_part (self, LSC_OWNER_MODULE, "module", ns, 1);
  return self;
}

static void
assert_verdict (LscRankDigest *before, LscRankDigest *after, LscCompareWord word,
                LscCompareCertainty certainty)
{
  g_autoptr (LscCompare) self = test_sides_compare (&before, 1, &after, 1, NULL);

  g_assert_cmpint (self->word, ==, word);
  g_assert_cmpint (self->certainty, ==, certainty);
  g_assert_nonnull (self->text);
  test_sides_assert_sums (self->total);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

static void
test_verdicts (void)
{
  gint64 a = 100 * MS, b = 90 * MS;

  /* nothing of their kernels is known: that they do the same work is assumed */
  assert_verdict (make_steps (1, 20, a, 0.01, 1), make_steps (2, 20, b, 0.01, 1),
                  LSC_COMPARE_FASTER, LSC_COMPARE_LIKELY);
  assert_verdict (make_steps (1, 20, b, 0.01, 1), make_steps (2, 20, a, 0.01, 1),
                  LSC_COMPARE_SLOWER, LSC_COMPARE_LIKELY);
  assert_verdict (make_steps (1, 20, a, 0.01, 1), make_steps (2, 20, a, 0.01, 1), LSC_COMPARE_SAME,
                  LSC_COMPARE_SURE);
  assert_verdict (make_steps (1, 2, a, 0.01, 1), make_steps (2, 3, b, 0.01, 1), LSC_COMPARE_FASTER,
                  LSC_COMPARE_LIKELY);
  assert_verdict (make_two (1, a, a / 2), make_two (2, b, b / 3), LSC_COMPARE_UNKNOWN,
                  LSC_COMPARE_POSSIBLE); /* neither side beyond the other */
  assert_verdict (make_steps (1, 1, a, 0, 1), make_steps (2, 20, b, 0, 1), LSC_COMPARE_UNKNOWN,
                  LSC_COMPARE_POSSIBLE);
  assert_verdict (make_steps (1, 20, a, 0.01, 1), make_steps (1, 20, a, 0.01, 1), LSC_COMPARE_SAME,
                  LSC_COMPARE_SURE); /* the same recording */
}

static double
normal (void)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_test_rand_double ();
  return sum - 6;
}

static LscCompareWord
judge_pair (double change)
{
  LscRankDigest *side[2];
  LscCompareWord word;
  LscCompare *self;

  for (guint i = 0; i < 2; i++)
    {
      double length = 100e6 * (1 + 0.005 * normal ()) * (i == 1 ? 1 + change : 1);
      gint64 ns[20];

      side[i] = test_side_new (0, i);
      for (guint k = 0; k < 20; k++)
        {
          ns[k] = (gint64) (length * (1 + 0.01 * normal ()));
          test_side_add_step (side[i], ns[k], 0);
        }
      test_side_add_part (side[i], LSC_OWNER_OP, "op", ns, 1);
      test_side_add_part (side[i], LSC_OWNER_MODULE, "module", ns, 1);
    }
  self = test_sides_compare (&side[0], 1, &side[1], 1, NULL);
  word = self->word;
  lsc_compare_unref (self);
  lsc_rank_digest_unref (side[0]);
  lsc_rank_digest_unref (side[1]);
  return word;
}

/* 20 steps a side, 1 % noise of the steps, 0.5 % between runs: of 1,000 pairs in which nothing
 * changed at most 50 get another word than same, of 1,000 that changed by 5 % at least 950 the
 * right one. */
static void
test_rates (void)
{
  guint n_alarms = 0, n_right = 0;

  for (guint i = 0; i < 1000; i++)
    {
      double change = i % 2 == 0 ? 0.05 : -0.05;

      n_alarms += judge_pair (0) != LSC_COMPARE_SAME;
      n_right += judge_pair (change) == (change > 0 ? LSC_COMPARE_SLOWER : LSC_COMPARE_FASTER);
    }
  g_test_message ("%u of 1000 alarms, %u of 1000 right", n_alarms, n_right);
  g_assert_cmpuint (n_alarms, <=, 50);
  g_assert_cmpuint (n_right, >=, 950);
}

/* A first step of twice the length is left out and told, one of 1.1 times is not. */
static void
test_warm_up (void)
{
  LscRankDigest *before = make_steps (1, 10, 100 * MS, 0.001, 2);
  LscRankDigest *after = make_steps (2, 10, 100 * MS, 0.001, 1.1);
  g_autoptr (LscCompare) self = test_sides_compare (&before, 1, &after, 1, NULL);

  g_assert_cmpuint (self->steps[LSC_BEFORE].dropped.n, ==, 1);
  g_assert_cmpuint (self->steps[LSC_BEFORE].steps.n, ==, 9);
  g_assert_cmpuint (self->steps[LSC_AFTER].dropped.n, ==, 0);
  g_assert_cmpint (ABS (self->total->step_ns[LSC_BEFORE] - 100 * MS), <, MS);
  g_assert_cmpint (self->word, ==, LSC_COMPARE_SAME);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* Of one recording beside itself the first of three does not count, as in its overview; of two it
 * does, unless it is longer than the others. */
static void
test_one_recording (void)
{
  LscRankDigest *side[2] = { make_steps (1, 3, 100 * MS, 0.001, 1),
                             make_steps (2, 3, 100 * MS, 0.001, 1) };
  g_autoptr (LscCompare) one = NULL;
  g_autoptr (LscCompare) two = NULL;

  for (guint i = 0; i < LSC_N_SIDES; i++)
    side[i]->steps.items[0].standing = LSC_STEP_FIRST;
  one = test_sides_compare (&side[0], 1, &side[0], 1, NULL);
  two = test_sides_compare (&side[0], 1, &side[1], 1, NULL);
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      g_assert_cmpuint (one->steps[i].dropped.n, ==, 1);
      g_assert_cmpuint (one->steps[i].steps.n, ==, 2);
      g_assert_cmpuint (two->steps[i].dropped.n, ==, 0);
      g_assert_cmpuint (two->steps[i].steps.n, ==, 3);
      lsc_rank_digest_unref (side[i]);
    }
}

/* What was not recorded whole counts on neither side, wherever it stands. */
static void
test_part_steps (void)
{
  LscRankDigest *before = make_steps (1, 6, 100 * MS, 0.001, 1);
  LscRankDigest *after = make_steps (2, 6, 100 * MS, 0.001, 1);
  g_autoptr (LscCompare) self = NULL;

  before->steps.items[5].standing = LSC_STEP_OPEN;
  before->steps.items[5].step_ns = before->steps.items[5].ns[LSC_BUDGET_COMPUTE] = 10 * MS;
  after->steps.items[2].standing = LSC_STEP_OTHER;
  after->steps.items[2].step_ns = after->steps.items[2].ns[LSC_BUDGET_COMPUTE] = 900 * MS;
  self = test_sides_compare (&before, 1, &after, 1, NULL);
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      g_assert_cmpuint (self->steps[i].steps.n, ==, 5);
      g_assert_cmpuint (self->steps[i].unlike.n, ==, 1);
      g_assert_cmpint (ABS (self->total->step_ns[i] - 100 * MS), <, MS);
    }
  g_assert_cmpint (self->word, ==, LSC_COMPARE_SAME);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* @n_slow of 20 steps take ten times as long, of the others each is 90 ms. */
static LscRankDigest *
make_hiccups (guint64 fingerprint, guint n_slow)
{
  LscRankDigest *self = test_side_new (0, fingerprint);
  gint64 ns[20];

  for (guint i = 0; i < 20; i++)
    ns[i] = (i % 5 == 1 && i / 5 < n_slow ? 10 : 1) * 90 * MS + i;
  for (guint i = 0; i < 20; i++)
    test_side_add_step (self, ns[i], 0);
  test_side_add_part (self, LSC_OWNER_OP, "op", ns, 1);
  test_side_add_part (self, LSC_OWNER_MODULE, "module", ns, 1);
  return self;
}

/* Most steps became shorter, but a few so long that all together last longer: no verdict. */
static void
test_divided (void)
{
  LscRankDigest *before = make_steps (1, 20, 100 * MS, 0.001, 1);
  LscRankDigest *after = make_hiccups (2, 3), *quick = make_hiccups (3, 0);
  g_autoptr (LscCompare) divided = test_sides_compare (&before, 1, &after, 1, NULL);
  g_autoptr (LscCompare) faster = test_sides_compare (&before, 1, &quick, 1, NULL);
  g_autofree char *text = lsc_phrase_to_words (divided->text);

  g_assert_cmpint (divided->word, ==, LSC_COMPARE_UNKNOWN);
  g_assert_cmpint (divided->certainty, ==, LSC_COMPARE_POSSIBLE);
  g_assert_nonnull (strstr (text, "median"));
  g_assert_nonnull (strstr (text, "longer"));
  g_assert_cmpint (faster->word, ==, LSC_COMPARE_FASTER);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
  lsc_rank_digest_unref (quick);
}

/* Medians that differ by 3 % and means by 1.5 %, which is what the sentence would say. */
static void
test_mean_within_floor (void)
{
  LscRankDigest *before = make_steps (1, 20, 100 * MS, 0.001, 1), *after = test_side_new (0, 2);
  g_autoptr (LscCompare) self = NULL;
  gint64 ns[20];

  for (guint i = 0; i < 20; i++)
    {
      ns[i] = (i % 10 == 5 ? 112 : 97) * MS + i;
      test_side_add_step (after, ns[i], 0);
    }
  test_side_add_part (after, LSC_OWNER_OP, "op", ns, 1);
  test_side_add_part (after, LSC_OWNER_MODULE, "module", ns, 1);
  self = test_sides_compare (&before, 1, &after, 1, NULL);
  g_assert_cmpint (self->word, ==, LSC_COMPARE_SAME);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* Parts that make up for each other are named, however little the step changed, and no part that
 * did not change. */
static void
test_cancelled_parts (void)
{
  LscRankDigest *before = test_side_new (0, 1), *after = test_side_new (0, 2);
  g_autoptr (LscCompare) self = NULL;
  g_autofree char *why = NULL;

  test_side_add_step (before, 48 * MS, 19 * MS);
  test_side_add_step (after, 51 * MS, 16 * MS);
  self = test_sides_compare (&before, 1, &after, 1, NULL);
  why = lsc_phrase_to_plain (self->why);
  g_assert_cmpint (self->total->step_delta_ns, ==, 0);
  g_assert_cmpstr (why, ==, "3.000 ms more computing, 3.000 ms less waiting in collectives");
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* The rank that the others no longer wait for is named, not the mean over all. */
static void
test_rank_cause (void)
{
  LscRankDigest *sides[2][4];
  g_autoptr (LscCompare) self = NULL;
  g_autofree char *why = NULL;

  for (guint i = 0; i < 8; i++)
    {
      LscRankDigest *rank = sides[i / 4][i % 4] = test_side_new (i % 4, i + 1);
      gint64 compute_ns = i == 2 ? 80 * MS : 60 * MS, step_ns = i < 4 ? 80 * MS : 60 * MS;

      test_side_add_step (rank, compute_ns, step_ns - compute_ns);
      test_side_add_part (rank, LSC_OWNER_OP, "op", &step_ns, 1);
      test_side_add_part (rank, LSC_OWNER_MODULE, "module", &step_ns, 1);
    }
  self = test_sides_compare (sides[0], 4, sides[1], 4, NULL);
  why = lsc_phrase_to_plain (self->why);
  g_assert_true (g_str_has_prefix (why, "rank 2 computes less (80.00 ms → 60.00 ms)"));
  for (guint i = 0; i < 8; i++)
    lsc_rank_digest_unref (sides[i / 4][i % 4]);
}

/* Recordings that share too little get no word. */
static void
test_unlike (void)
{
  LscRankDigest *before = make_steps (1, 20, 100 * MS, 0.01, 1);
  LscRankDigest *after = make_steps (2, 20, 50 * MS, 0.01, 1);
  g_autoptr (LscCompare) self = NULL;

  before->chip = lsc_rank_digest_add_text (before, "Ascend910B1");
  after->chip = lsc_rank_digest_add_text (after, "Ascend910B4");
  before->record.has_sizes = after->record.has_sizes = TRUE;
  before->record.sizes[LSC_DIM_TP] = 8;
  after->record.sizes[LSC_DIM_TP] = 4;
  self = test_sides_compare (&before, 1, &after, 1, NULL);
  g_assert_cmpfloat_with_epsilon (self->score, 0.3, 1e-9);
  g_assert_cmpint (self->word, ==, LSC_COMPARE_UNKNOWN);
  g_assert_cmpuint (self->reasons->len, ==, 2);
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* Ranks without a partner are told; without any step there is nothing, and that is said. */
static void
test_ranks (void)
{
  LscRankDigest *before[2] = { make_steps (1, 5, MS, 0, 1), make_steps (2, 5, MS, 0, 1) };
  LscRankDigest *after = test_side_new (1, 3);
  g_autoptr (LscCompare) self = NULL;

  before[1]->rank = 1;
  self = test_sides_compare (before, 2, &after, 1, NULL);
  g_assert_cmpuint (self->ranks->len, ==, 1);
  g_assert_cmpint (((LscRankChange *) self->ranks->pdata[0])->rank[LSC_BEFORE], ==, 1);
  g_assert_cmpuint (self->unpaired[LSC_BEFORE].n, ==, 1);
  g_assert_cmpint (self->total->step_delta_ns, ==, LSC_INT_NULL);
  g_assert_cmpint (self->word, ==, LSC_COMPARE_UNKNOWN);
  g_assert_nonnull (self->text);
  lsc_rank_digest_unref (before[0]);
  lsc_rank_digest_unref (before[1]);
  lsc_rank_digest_unref (after);
}

static void
assert_reason (gint64 before, gint64 after, const char *id, const char *words)
{
  LscRankDigest *side[2] = { make_steps (1, 5, MS, 0, 1), make_steps (2, 5, MS, 0.1, 1) };
  g_autoptr (LscCompare) self = NULL;

  side[0]->rank = before;
  side[1]->rank = after;
  self = test_sides_compare (&side[0], 1, &side[1], 1, NULL);
  g_assert_cmpuint (self->reasons->len, ==, id ? 1 : 0);
  if (id)
    {
      const LscCompareReason *reason = self->reasons->pdata[0];
      g_autofree char *said = lsc_phrase_to_words (reason->text);

      g_assert_cmpstr (reason->id, ==, id);
      g_assert_cmpfloat (reason->share, ==, 0.8);
      g_assert_nonnull (strstr (said, words));
    }
  lsc_rank_digest_unref (side[0]);
  lsc_rank_digest_unref (side[1]);
}

/* Ranks in their order are not said to be paired by their place; traces without numbers are no
 * other ranks. */
static void
test_order (void)
{
  assert_reason (0, 0, NULL, NULL);
  assert_reason (LSC_RANK_UNKNOWN, LSC_RANK_UNKNOWN, NULL, NULL);
  assert_reason (0, 1, "ranks", "in their order");
}

/* ---- kernels ---- */

static void
add_kernel (LscStepKernels *self, guint32 stream, const char *name, const char *type,
            const char *shapes)
{
  lsc_step_kernel_list_append (
      &self->kernels,
      (LscStepKernel){ .stream = stream,
                       .name = lsc_intern_add (self->texts, name),
                       .type = type ? lsc_intern_add (self->texts, type) : LSC_STRING_NONE,
                       .shapes = shapes ? lsc_intern_add (self->texts, shapes) : LSC_STRING_NONE });
  self->has_types |= type != NULL;
  self->has_shapes |= shapes != NULL;
}

static void
test_kernels (void)
{
  g_autoptr (LscStepKernels) before = lsc_step_kernels_new_blank (0);
  g_autoptr (LscStepKernels) after = lsc_step_kernels_new_blank (0);
  LscKernelPairs pairs = { 0 };

  lsc_intern_add (after->texts, "so that ids differ");
  add_kernel (before, 2, "MatMul", "MatMulV3", "8,8");
  add_kernel (before, 2, "Mean", "ReduceMean", "8");
  add_kernel (before, 2, "Add", "Add", "8");
  add_kernel (before, 2, "Mul", "Mul", "8");
  add_kernel (before, 7, "Cast", "Cast", "8");
  add_kernel (after, 2, "MatMul", "MatMulV3", "16,8");  /* another shape */
  add_kernel (after, 2, "MeanFast", "ReduceMean", "8"); /* renamed */
  add_kernel (after, 2, "Mul", "Mul", "8");
  add_kernel (after, 2, "New", "New", "8");
  add_kernel (after, 9, "Cast", "Cast", "8"); /* the second stream has another number */
  lsc_kernel_pairs_add (&pairs, before, after, NULL, NULL);
  g_assert_cmpint (pairs.n_exact, ==, 2);
  g_assert_cmpint (pairs.n_other_shape, ==, 1);
  g_assert_cmpint (pairs.n_renamed, ==, 1);
  g_assert_cmpint (pairs.n_only[LSC_BEFORE], ==, 1);
  g_assert_cmpint (pairs.n_only[LSC_AFTER], ==, 1);
  g_assert_cmpfloat_with_epsilon (lsc_kernel_pairs_find_common (before, after), 0.6, 1e-9);
  after->has_shapes = FALSE; /* as a lower level records: then shapes tell nothing */
  pairs = (LscKernelPairs){ 0 };
  lsc_kernel_pairs_add (&pairs, before, after, NULL, NULL);
  g_assert_cmpint (pairs.n_exact, ==, 3);
  g_assert_cmpfloat_with_epsilon (lsc_kernel_pairs_find_common (before, after), 0.8, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/names", test_names);
  g_test_add_func ("/compare/map", test_map);
  g_test_add_func ("/compare/exact", test_exact);
  g_test_add_func ("/compare/normal", test_normal);
  g_test_add_func ("/compare/holm", test_holm);
  g_test_add_func ("/compare/floor", test_floor);
  g_test_add_func ("/compare/least-steps", test_least_steps);
  g_test_add_func ("/compare/sequences", test_sequences);
  g_test_add_func ("/compare/many-edits", test_many_edits);
  g_test_add_func ("/compare/sums", test_sums);
  g_test_add_func ("/compare/effects", test_effects);
  g_test_add_func ("/compare/verdicts", test_verdicts);
  g_test_add_func ("/compare/rates", test_rates);
  g_test_add_func ("/compare/warm-up", test_warm_up);
  g_test_add_func ("/compare/part-steps", test_part_steps);
  g_test_add_func ("/compare/one-recording", test_one_recording);
  g_test_add_func ("/compare/divided", test_divided);
  g_test_add_func ("/compare/mean-within-floor", test_mean_within_floor);
  g_test_add_func ("/compare/cancelled-parts", test_cancelled_parts);
  g_test_add_func ("/compare/rank-cause", test_rank_cause);
  g_test_add_func ("/compare/unlike", test_unlike);
  g_test_add_func ("/compare/ranks", test_ranks);
  g_test_add_func ("/compare/order", test_order);
  g_test_add_func ("/compare/kernels", test_kernels);
  return g_test_run ();
}
