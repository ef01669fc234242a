/* test-compare-rows.c - what of two recordings stands in one row, on sides made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-compare-support.h"

#define MS G_GINT64_CONSTANT (1000000)

static void
free_sides (LscRankDigest *before, LscRankDigest *after)
{
  lsc_rank_digest_unref (before);
  lsc_rank_digest_unref (after);
}

/* ---- communication and memory ---- */

/* A group whose name counts something of the run, as a hash does. */
static void
add_group (LscRankDigest *self, const char *name, const char *label)
{
  lsc_rank_digest_add_group (self, name, label);
}

static void
add_op (LscRankDigest *self, const char *group, const char *name, gint64 begin_ns, gint64 length_ns)
{
  lsc_rank_ops_append (&self->ops, (LscRankOp){ .group = lsc_intern_add (self->texts, group),
                                                .name = lsc_intern_add (self->texts, name),
                                                .slice = LSC_SLICE_NONE,
                                                .peer = LSC_RANK_UNKNOWN,
                                                .begin_ns = begin_ns,
                                                .end_ns = begin_ns + length_ns,
                                                .exposed_ns = length_ns / 2 });
}

/* @run: what names of this run count with */
static LscRankDigest *
make_communicating (guint64 fingerprint, const char *run)
{
  LscRankDigest *self = test_side_new (0, fingerprint);
  g_autofree char *tp = g_strconcat ("tp", run, NULL), *dp = g_strconcat ("dp", run, NULL);
  g_autofree char *reduce = g_strdup_printf ("hcom_allReduce__%s_0_1", run);
  g_autofree char *gather = g_strdup_printf ("hcom_allGather__%s_1_1", run);

  test_side_add_step (self, 10 * MS, 8 * MS);
  add_group (self, tp, "tp [0, 1]");
  add_group (self, dp, "dp [0, 2]");
  add_op (self, tp, reduce, 0, 2 * MS);
  add_op (self, tp, gather, 2 * MS, 2 * MS);
  add_op (self, dp, reduce, 4 * MS, 4 * MS);
  return self;
}

static gint64
get (LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

/* One more operation changes its row alone: those of another group and of another kind stay as they
 * are, though all names of the second run are others. */
static void
test_communication (void)
{
  LscRankDigest *before = make_communicating (1, "170"), *after = make_communicating (2, "955");
  g_autoptr (LscCompare) self = NULL;
  g_autoptr (LscTable) table = NULL;

  add_op (after, "tp955", "hcom_allReduce__955_2_1", 9 * MS, 1 * MS);
  self = test_sides_compare (&before, 1, &after, 1, NULL);
  table = lsc_compare_get_comm_table (self);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  for (gsize row = 0; row < 3; row++)
    {
      const char *name = lsc_table_get_named (table, row, "name").text;
      const char *group = lsc_table_get_named (table, row, "group").text;
      gboolean is_it = g_str_equal (name, "allReduce") && g_str_equal (group, "tp");

      g_assert_cmpint (get (table, row, "delta_ns"), ==, is_it ? MS : 0);
      g_assert_cmpint (get (table, row, "exposed_delta_ns"), ==, is_it ? MS / 2 : 0);
      g_assert_cmpfloat (lsc_table_get_named (table, row, "before_count").real, ==, 1);
      g_assert_cmpfloat (lsc_table_get_named (table, row, "after_count").real, ==, is_it ? 2 : 1);
    }
  free_sides (before, after);
}

static void
add_memory (LscRankDigest *self, const char *name, gint64 peak)
{
  lsc_digest_counters_append (&self->counters,
                              (LscDigestCounter){ lsc_rank_digest_add_text (self, name), peak });
}

/* The most over the ranks; what only one side recorded has no difference, instead of one from 0. */
static void
test_memory (void)
{
  LscRankDigest *before[] = { test_side_new (0, 1), test_side_new (1, 2) };
  LscRankDigest *after[] = { test_side_new (0, 3), test_side_new (1, 4) };
  g_autoptr (LscCompare) self = NULL;
  g_autoptr (LscTable) table = NULL;
  guint n_found = 0;

  for (guint i = 0; i < 2; i++)
    {
      test_side_add_step (before[i], 10 * MS, 0);
      test_side_add_step (after[i], 10 * MS, 0);
      add_memory (before[i], "PTA", i == 0 ? 1000 : 1500);
      add_memory (after[i], "PTA", i == 0 ? 1200 : 900);
    }
  add_memory (after[1], "GE", 70);
  self = test_sides_compare (before, 2, after, 2, NULL);
  table = lsc_compare_get_memory_table (self);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (g_str_equal (lsc_table_get_named (table, row, "name").text, "PTA"))
      {
        g_assert_cmpint (get (table, row, "before_bytes"), ==, 1500);
        g_assert_cmpint (get (table, row, "after_bytes"), ==, 1200);
        g_assert_cmpint (get (table, row, "delta_bytes"), ==, -300);
        g_assert_cmpfloat (lsc_table_get_named (table, row, "change").real, ==, -0.2);
        n_found++;
      }
    else
      {
        g_assert_cmpint (get (table, row, "before_bytes"), ==, LSC_INT_NULL);
        g_assert_cmpint (get (table, row, "after_bytes"), ==, 70);
        g_assert_cmpint (get (table, row, "delta_bytes"), ==, LSC_INT_NULL);
        g_assert_true (lsc_table_get_named (table, row, "change").is_null);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, 2);
  for (guint i = 0; i < 2; i++)
    free_sides (before[i], after[i]);
}

/* ---- an NPU and a GPU ---- */

/* Modules that are called otherwise belong together by the file of names; what has no partner is
 * told with its time, and kernels are paired nowhere. */
static void
test_devices (void)
{
  static const gint64 norm[] = { 4 * MS, 3 * MS }, rest[] = { 6 * MS, 5 * MS };
  LscRankDigest *side[2] = { test_side_new (0, 1), test_side_new (0, 2) };
  g_autoptr (LscNameMap) map = lsc_name_map_parse ("*/AscendNorm = */FusedNorm\n", "names", NULL);
  g_autoptr (LscCompare) self = NULL;
  g_autoptr (LscTable) unmatched = NULL;
  const LscChange *change;
  gboolean is_told = FALSE;

  for (guint i = 0; i < 2; i++)
    {
      test_side_add_step (side[i], norm[i] + rest[i], 0);
      test_side_add_part (side[i], LSC_OWNER_MODULE, i == 0 ? "Net/AscendNorm" : "Net/FusedNorm",
                          &norm[i], 1);
      test_side_add_part (side[i], LSC_OWNER_MODULE, i == 0 ? "Net/Swiglu" : "Net/SiLU", &rest[i],
                          1);
      test_side_add_part (side[i], LSC_OWNER_OP, "aten::mm", &norm[i], 1);
      test_side_add_part (side[i], LSC_OWNER_OP, "aten::mul", &rest[i], 1);
    }
  side[1]->is_gpu = TRUE;
  self = test_sides_compare (&side[0], 1, &side[1], 1, map);
  change = test_sides_find (self, LSC_COMPARE_MODULES, "Net/AscendNorm");
  g_assert_nonnull (change);
  g_assert_cmpint (change->match, ==, LSC_MATCH_MAPPED);
  g_assert_cmpstr (change->other_name, ==, "Net/FusedNorm");
  g_assert_cmpint (change->delta_ns, ==, -MS);
  unmatched = lsc_compare_get_unmatched_table (self);
  for (gsize row = 0; row < lsc_table_get_n_rows (unmatched); row++)
    if (g_str_equal (lsc_table_get_named (unmatched, row, "name").text, "Net/SiLU"))
      {
        g_assert_cmpint (get (unmatched, row, "ns"), ==, 5 * MS);
        is_told = TRUE;
      }
  g_assert_true (is_told);
  g_assert_cmpuint (lsc_table_get_n_rows (unmatched), ==, 2);
  g_assert_cmpint (self->kernels.n_exact + self->kernels.n_renamed, ==, 0);
  g_assert_cmpfloat (self->score, <, 0.7); /* of the device 0.6 */
  free_sides (side[0], side[1]);
}

/* ---- levels ---- */

static gboolean
has_reason (const LscCompare *self, const char *id)
{
  for (guint i = 0; i < self->reasons->len; i++)
    if (g_str_equal (((LscCompareReason *) self->reasons->pdata[i])->id, id))
      return TRUE;
  return FALSE;
}

/* Levels that differ are named, and so are other shapes of the same kernels. */
static void
test_reasons (void)
{
  LscRankDigest *side[2] = { test_side_new (0, 1), test_side_new (0, 2) };
  LscStepKernels *kernels[2] = { lsc_step_kernels_new_blank (0), lsc_step_kernels_new_blank (0) };
  const LscCompareRank ranks[2] = { { side[0], kernels[0] }, { side[1], kernels[1] } };
  const LscCompareInput inputs[2] = { { .ranks = &ranks[0], .n = 1 },
                                      { .ranks = &ranks[1], .n = 1 } };
  g_autoptr (LscCompare) self = NULL;

  for (guint i = 0; i < 2; i++)
    {
      guint32 name = lsc_intern_add (kernels[i]->texts, "MatMul");
      guint32 shapes = lsc_intern_add (kernels[i]->texts, i == 0 ? "8,8" : "16,8");

      test_side_add_step (side[i], 10 * MS, 0);
      side[i]->level = (int) i;
      kernels[i]->has_types = kernels[i]->has_shapes = TRUE;
      lsc_step_kernel_list_append (
          &kernels[i]->kernels,
          (LscStepKernel){ .stream = 2, .name = name, .type = name, .shapes = shapes });
    }
  self = lsc_compare_new (&inputs[0], &inputs[1], NULL, NULL, NULL);
  g_assert_true (has_reason (self, "level"));
  g_assert_true (has_reason (self, "work"));
  g_assert_cmpint (self->word, ==, LSC_COMPARE_UNKNOWN);
  lsc_step_kernels_unref (kernels[0]);
  lsc_step_kernels_unref (kernels[1]);
  free_sides (side[0], side[1]);
}

/* ---- what moved ---- */

/* A collective that runs at the other end of the step, for as long, has moved: it is told as that.
 */
static void
test_moved (void)
{
  LscRankDigest *side[] = { test_side_new (0, 1), test_side_new (0, 2) };
  g_autoptr (LscCompare) self = NULL;

  for (guint i = 0; i < 2; i++)
    {
      test_side_add_step (side[i], 10 * MS, 8 * MS);
      add_group (side[i], "dp", "dp [0, 2]");
      add_op (side[i], "dp", "hcom_allReduce__170_0_1", (i == 0 ? 14 : 2) * MS, 3 * MS);
      add_op (side[i], "dp", "hcom_allGather__170_1_1", 5 * MS, 3 * MS);
    }
  self = test_sides_compare (&side[0], 1, &side[1], 1, NULL);
  g_assert_cmpuint (self->transitions->len, ==, 1);
  g_assert_cmpint (lsc_transitions_at (self->transitions, 0)->kind, ==, LSC_TRANSITION_MOVED);
  g_assert_cmpstr (lsc_transitions_at (self->transitions, 0)->names[1], ==, "allReduce @ dp");
  free_sides (side[0], side[1]);
}

/* ---- significance ---- */

#define N_STEPS 5
#define N_ROWS 30

/* Of 30 ops the first takes @ms ms, the others 1 ms, a little more or less in each step. */
static LscRankDigest *
make_of_ops (guint64 fingerprint, gint64 ms)
{
  LscRankDigest *self = test_side_new (0, fingerprint);
  gint64 ns[N_STEPS];

  for (guint i = 0; i < N_STEPS; i++)
    test_side_add_step (self, (ms + N_ROWS) * MS + i * MS / 100, 0);
  for (guint row = 0; row < N_ROWS; row++)
    {
      g_autofree char *name = g_strdup_printf ("op::%c%c", 'a' + row / 10, 'a' + row % 10);

      for (guint i = 0; i < N_STEPS; i++)
        ns[i] = (row == 0 ? ms * MS : MS) + (i * (7 + row) + fingerprint) % N_STEPS * MS / 1000;
      test_side_add_part (self, LSC_OWNER_OP, name, ns, 1);
    }
  return self;
}

/* A row that makes the step shorter is as much beyond the noise as the step, however many rows
 * stand beside it. */
static void
test_significance (void)
{
  LscRankDigest *before = make_of_ops (1, 10), *after = make_of_ops (2, 2);
  g_autoptr (LscCompare) self = test_sides_compare (&before, 1, &after, 1, NULL);

  g_assert_cmpint (self->word, ==, LSC_COMPARE_FASTER);
  g_assert_cmpint (test_sides_find (self, LSC_COMPARE_OPS, "op::aa")->significance, ==,
                   LSC_CHANGE_REAL);
  for (guint i = 0; i < self->total->lists[LSC_COMPARE_OPS]->len; i++)
    {
      const LscChange *change = lsc_rank_change_get (self->total, LSC_COMPARE_OPS, i);

      if (!g_str_equal (change->name, "op::aa"))
        g_assert_cmpint (change->significance, ==, LSC_CHANGE_NOISE);
    }
  free_sides (before, after);
}

/* A step of 30 ms with an op of @us that takes as long in each step, but for a ns. */
static LscRankDigest *
make_of_tiny (guint64 fingerprint, gint64 us)
{
  LscRankDigest *self = test_side_new (0, fingerprint);
  gint64 ns[N_STEPS], rest[N_STEPS];

  for (guint i = 0; i < N_STEPS; i++)
    {
      rest[i] = 30 * MS;
      test_side_add_step (self, 30 * MS + us * MS / 1000, 0);
      ns[i] = us * MS / 1000 + i;
    }
  test_side_add_part (self, LSC_OWNER_OP, "op::tiny", ns, 1);
  test_side_add_part (self, LSC_OWNER_OP, "op::rest", rest, 1);
  return self;
}

/* However steady: what a share of the step shows as 0.00 % is within the noise. */
static void
test_tiny (void)
{
  static const struct
  {
    gint64 us[2];
    LscSignificance significance;
  } cases[] = { { { 90, 70 }, LSC_CHANGE_REAL }, { { 5, 4 }, LSC_CHANGE_NOISE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LscRankDigest *before = make_of_tiny (1, cases[i].us[0]);
      LscRankDigest *after = make_of_tiny (2, cases[i].us[1]);
      g_autoptr (LscCompare) self = test_sides_compare (&before, 1, &after, 1, NULL);

      g_assert_cmpint (test_sides_find (self, LSC_COMPARE_OPS, "op::tiny")->significance, ==,
                       cases[i].significance);
      free_sides (before, after);
    }
}

/* A rank of four steps, of which the rest is waiting. */
static LscRankDigest *
make_varied (gint64 rank, guint64 fingerprint, const gint64 step_ms[4], gint64 matmul_ms,
             gint64 add_ms)
{
  LscRankDigest *self = test_side_new (rank, fingerprint);
  gint64 matmul[4], add[4];

  for (guint i = 0; i < 4; i++)
    {
      matmul[i] = matmul_ms * MS;
      add[i] = add_ms * MS;
      test_side_add_step (self, matmul[i] + add[i], step_ms[i] * MS - matmul[i] - add[i]);
    }
  test_side_add_part (self, LSC_OWNER_OP, "aten::mm", matmul, 1);
  test_side_add_part (self, LSC_OWNER_OP, "aten::add", add, 1);
  return self;
}

/* Steps of 72 to 106 ms on both sides hide a change of the step, and that is said, not that nothing
 * changed. What each operator does more on each rank is no chance; where one does less, nothing is
 * said of computing. Of steps that are alike there are too few. */
static void
test_varied (void)
{
  static const gint64 varied[] = { 72, 106, 80, 95 }, even[] = { 85, 86, 85, 86 };
  static const struct
  {
    const gint64 *step_ms;
    gint64 after_ms[2][2]; /* of each rank: aten::mm, aten::add; before they take 30 and 10 */
    const char *answer;
    const char *says;
  } cases[] = {
    { varied,
      { { 52, 18 }, { 52, 19 } },
      "Computing takes 76.2 % longer on every rank; steps vary by 38.9 %.",
      "4 and 4 steps); computing takes 76.2 % longer, on every rank and in every kernel" },
    { varied,
      { { 62, 8 }, { 62, 9 } },
      "Not decidable: steps of one side vary by 38.9 %.",
      "4 and 4 steps); " },
    { varied,
      { { 60, 20 }, { 31, 11 } },
      "Not decidable: steps of one side vary by 38.9 %.",
      "4 and 4 steps); " },
    { even,
      { { 52, 18 }, { 52, 19 } },
      "No verdict, because too few steps were recorded.",
      "Too few steps to separate this from noise" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LscRankDigest *before[2], *after[2];
      g_autoptr (LscCompare) self = NULL;
      g_autofree char *answer = NULL, *text = NULL;

      for (guint rank = 0; rank < 2; rank++)
        {
          const gint64 *ms = cases[i].after_ms[rank];

          before[rank] = make_varied (rank, 1 + rank, cases[i].step_ms, 30, 10);
          after[rank] = make_varied (rank, 11 + rank, cases[i].step_ms, ms[0], ms[1]);
        }
      self = test_sides_compare (before, 2, after, 2, NULL);
      answer = lsc_phrase_to_plain (self->answer);
      text = lsc_phrase_to_plain (self->text);
      g_test_message ("%s | %s", answer, text);
      g_assert_cmpint (self->word, ==, LSC_COMPARE_UNKNOWN); /* the rule is as it was */
      g_assert_cmpstr (answer, ==, cases[i].answer);
      g_assert_nonnull (strstr (text, cases[i].says));
      g_assert_true ((strstr (text, "every kernel") != NULL) == (i == 0));
      for (guint rank = 0; rank < 2; rank++)
        free_sides (before[rank], after[rank]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-rows/communication", test_communication);
  g_test_add_func ("/compare-rows/memory", test_memory);
  g_test_add_func ("/compare-rows/devices", test_devices);
  g_test_add_func ("/compare-rows/reasons", test_reasons);
  g_test_add_func ("/compare-rows/moved", test_moved);
  g_test_add_func ("/compare-rows/significance", test_significance);
  g_test_add_func ("/compare-rows/tiny", test_tiny);
  g_test_add_func ("/compare-rows/varied", test_varied);
  return g_test_run ();
}
