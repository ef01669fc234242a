/* test-operators.c - groups of kernels that were made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/lsc-stats.h"
#include "judge/operators/lsc-op-offsets.h"
#include "judge/operators/lsc-operators.h"

#define NO_STEP LSC_OP_NO_STEP

static const LscOpKeys all_keys[] = {
  LSC_OP_BY_TYPE, LSC_OP_BY_CORE,   LSC_OP_BY_NAME, LSC_OP_BY_SHAPES, LSC_OP_BY_MODULE,
  LSC_OP_BY_OP,   LSC_OP_BY_STREAM, LSC_OP_BY_RANK, LSC_OP_BY_STEP,   LSC_OP_BY_FAMILY,
};

/* ---- sheets ---- */

static guint32
add_text (LscOpSheet *sheet, const char *text)
{
  return text ? lsc_intern_add (sheet->texts, text) : LSC_STRING_NONE;
}

static void
add_kind (LscOpSheet *sheet, const char *type, const char *core, const char *module,
          LscOpClass class)
{
  LscOpVariant kind = { .type = add_text (sheet, type),
                        .core = add_text (sheet, core),
                        .name = add_text (sheet, type),
                        .shapes = LSC_STRING_NONE,
                        .dtypes = LSC_STRING_NONE,
                        .module = add_text (sheet, module),
                        .op = LSC_STRING_NONE,
                        .stream = 2,
                        .blocks = 20,
                        .launch = LSC_ID_NONE,
                        .class = (guint8) class,
                        .bytes = -1 };

  kind.family = (guint8) (class == LSC_OP_COMMUNICATION ? LSC_OP_FAMILY_COMMUNICATION
                                                        : lsc_op_family_find (type, type));
  kind.is_ai_cpu = g_strcmp0 (core, "AI_CPU") == 0;
  lsc_op_variants_append (&sheet->kinds, kind);
}

/** A kernel: kind, step, start, length, what it owns, wait */
typedef struct
{
  guint32 kind;
  guint32 step;
  gint64 start_ns;
  gint64 ns;
  gint64 owned_ns;
  gint64 wait_ns;
} Kernel;

static guint32
pack (LscLongDurations *longs, gint64 ns, gsize at)
{
  if (ns >= 0 && ns < (gint64) LSC_DURATION_LONG)
    return (guint32) ns;
  lsc_long_durations_append (longs, (LscLongDuration){ .duration_ns = ns, .index = (guint32) at });
  return LSC_DURATION_LONG;
}

static void
add_kernels (LscOpSheet *sheet, const Kernel *kernels, gsize n)
{
  lsc_op_sheet_reserve (sheet, n);
  for (gsize i = 0; i < n; i++)
    {
      LscOpBlock *last = sheet->blocks.n > 0 ? &sheet->blocks.items[sheet->blocks.n - 1] : NULL;

      if (!last || last->step != kernels[i].step)
        lsc_op_blocks_append (&sheet->blocks,
                              (LscOpBlock){ kernels[i].step, 0, i, 0, kernels[i].start_ns });
      last = &sheet->blocks.items[sheet->blocks.n - 1];
      last->n++;
      sheet->kinds_of[i] = kernels[i].kind;
      sheet->starts[i] = (guint32) (kernels[i].start_ns - last->base_ns);
      sheet->durations[i] = pack (&sheet->longs, kernels[i].ns, i);
      sheet->owned[i] = pack (&sheet->long_owned, kernels[i].owned_ns, i);
      sheet->waits[i] = pack (&sheet->long_waits, kernels[i].wait_ns, i);
      sheet->slices[i] = 100 + (guint32) i;
    }
}

/* Two steps that count, [0,100) and [100,200), and one that does not. */
static LscOpSheet *
make_sheet (gint64 rank, gint64 slow_ns)
{
  const Kernel kernels[] = {
    { 0, 0, 0, 10, 10, -1 },
    { 0, 0, 20, 10, 10, 10 },
    { 1, 0, 40, 30, 30, 10 },
    { 0, 1, 100, 40, 40, 30 },
    { 1, 1, 150, slow_ns, slow_ns, 10 },
    { 2, 1, 185, 5, 5, 0 },
    { 0, 2, 210, 50, 50, 20 },
    { 1, NO_STEP, 400, 60, 0, 140 },
  };
  LscOpSheet *sheet = lsc_op_sheet_new_blank (rank);

  add_kind (sheet, "MatMulV2", "AI_CORE", "Model/Layer/Linear", LSC_OP_COMPUTING);
  add_kind (sheet, "Mul", "AI_VECTOR_CORE", "Model/LayerNorm", LSC_OP_COMPUTING);
  add_kind (sheet, "allReduce", NULL, NULL, LSC_OP_COMMUNICATION);
  sheet->has_budget = TRUE;
  for (gint64 i = 0; i < 3; i++)
    lsc_op_steps_append (&sheet->steps,
                         (LscOpStep){ 10 + i, i * 100, i * 100 + 100, 100, 0, 0, i < 2 });
  add_kernels (sheet, kernels, G_N_ELEMENTS (kernels));
  return sheet;
}

static LscOperators *
make_operators (guint n_ranks)
{
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);

  for (guint i = 0; i < n_ranks; i++)
    g_ptr_array_add (sheets, make_sheet (i, 20 + 10 * (gint64) i));
  return lsc_operators_new (sheets, 2);
}

static LscTable *
group (LscOperators *operators, LscOpKeys keys, const LscOpFilter *filter)
{
  g_autoptr (LscOpGroups) groups = lsc_operators_group (operators, keys, filter, TRUE, NULL, NULL);

  return lsc_op_groups_get_table (groups);
}

static gint64
get_int (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

static double
get_real (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? NAN : value.real;
}

static gint64
sum (const LscTable *table, const char *name)
{
  gint64 all = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    all += lsc_int_or_zero (get_int (table, i, name));
  return all;
}

/* ---- cases counted by hand ---- */

static void
test_sums (void)
{
  g_autoptr (LscOperators) operators = make_operators (1);
  g_autoptr (LscTable) table = group (operators, LSC_OP_BY_TYPE, NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (table, 0, "type").text, ==, "MatMulV2");
  g_assert_cmpint (get_int (table, 0, "count"), ==, 3);
  g_assert_cmpint (get_int (table, 0, "total_ns"), ==, 60);
  g_assert_cmpint (get_int (table, 0, "per_step_ns"), ==, 60 / 2);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "share"), 60.0 / 110, 1e-12);
  g_assert_cmpint (get_int (table, 0, "exposed_ns"), ==, 60);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "step_share"), 60.0 / 200, 1e-12);
  g_assert_cmpint (get_int (table, 0, "mean_ns"), ==, 20);
  g_assert_cmpint (get_int (table, 0, "median_ns"), ==, 10);
  g_assert_cmpint (get_int (table, 0, "p95_ns"), ==, 40);
  g_assert_cmpint (get_int (table, 0, "min_ns"), ==, 10);
  g_assert_cmpint (get_int (table, 0, "max_ns"), ==, 40);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "cv"), sqrt (200) / 20, 1e-12);
  g_assert_cmpint (get_int (table, 0, "wait_ns"), ==, 40); /* the first of a stream has none */
  g_assert_cmpint (get_int (table, 0, "first_ns"), ==, 0);
  g_assert_cmpint (get_int (table, 0, "last_ns"), ==, 100);
  g_assert_cmpint (get_int (table, 0, "blocks"), ==, 20);
  g_assert_cmpint (get_int (table, 0, "n_ranks"), ==, 1);
  g_assert_true (isnan (get_real (table, 0, "imbalance")));
  g_assert_true (isnan (get_real (table, 0, "mac_ratio")));
  g_assert_true (isnan (get_real (table, 0, "mfu")));
}

/* Only the columns of the keys that are asked for are there. */
static void
test_columns (void)
{
  g_autoptr (LscOperators) operators = make_operators (1);
  g_autoptr (LscTable) table = group (operators, LSC_OP_BY_SHAPES, NULL);

  g_assert_cmpint (lsc_table_find_column (table, "dtypes"), >=, 0);
  g_assert_cmpint (lsc_table_find_column (table, "type"), <, 0);
  g_assert_cmpint (lsc_table_find_column (table, "rank"), <, 0);
}

static void
test_ranks (void)
{
  g_autoptr (LscOperators) operators = make_operators (3);
  g_autoptr (LscOpGroups) groups =
      lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  g_autoptr (LscTable) table = lsc_op_groups_get_table (groups);
  g_autoptr (LscTable) ranks = NULL;

  /* Mul takes 50, 60 and 70 */
  g_assert_cmpstr (lsc_table_get_named (table, 0, "type").text, ==, "MatMulV2");
  g_assert_cmpfloat (get_real (table, 0, "imbalance"), ==, 0);
  g_assert_cmpfloat_with_epsilon (get_real (table, 1, "imbalance"), 20.0 / 60, 1e-12);
  g_assert_cmpint (get_int (table, 1, "longest_rank"), ==, 2);
  g_assert_true (lsc_table_get_named (table, 1, "median_ns").is_null);
  ranks = lsc_op_groups_list_ranks (groups, 1, NULL, NULL);
  g_assert_cmpuint (lsc_table_get_n_rows (ranks), ==, 3);
  g_assert_cmpint (get_int (ranks, 2, "total_ns"), ==, 70);
  g_assert_cmpfloat_with_epsilon (get_real (ranks, 2, "deviation"), 1.0 / 6, 1e-12);
}

static void
test_instances (void)
{
  g_autoptr (LscOperators) operators = make_operators (2);
  g_autoptr (LscOpGroups) groups =
      lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  g_autoptr (LscTable) list = lsc_op_groups_list_instances (groups, 1, 3, NULL, NULL);
  LscOpInstances instances;
  gint64 rank, begin_ns, end_ns;
  guint32 slice;

  g_assert_cmpuint (lsc_table_get_n_rows (list), ==, 3); /* of four the longest */
  g_assert_cmpint (get_int (list, 0, "duration_ns"), ==, 30);
  g_assert_cmpint (get_int (list, 0, "step"), ==, 10);
  g_assert_cmpint (get_int (list, 0, "wait_ns"), ==, 10);
  g_assert_true (lsc_op_groups_get_instances (groups, 0, &instances, NULL, NULL));
  g_assert_cmpuint (instances.n, ==, 6);
  g_assert_cmpint (instances.items[5].begin_ns, ==, 100);
  lsc_op_instances_clear (&instances);
  g_assert_true (lsc_op_groups_get_place (groups, 0, &rank, &slice, &begin_ns, &end_ns));
  g_assert_cmpint (rank, ==, 0);
  g_assert_cmpuint (slice, ==, 103);
  g_assert_cmpint (begin_ns, ==, 100);
  g_assert_cmpint (end_ns, ==, 140);
}

static void
assert_total (LscOperators *operators, const LscOpFilter *filter, gint64 total_ns)
{
  g_autoptr (LscTable) table = group (operators, LSC_OP_BY_TYPE, filter);

  g_assert_cmpint (sum (table, "total_ns"), ==, total_ns);
}

#define FILTER(...) (&(LscOpFilter){ .stream = -1, __VA_ARGS__ })

static void
test_filters (void)
{
  g_autoptr (LscOperators) operators = make_operators (2);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 step = 12, rank = 1;

  g_array_append_val (steps, step);
  g_array_append_val (ranks, rank);
  assert_total (operators, NULL, 230);
  assert_total (operators, FILTER (.type = "matmul"), 120);
  assert_total (operators, FILTER (.core = "AI_CORE, AI_CPU"), 120);
  assert_total (operators, FILTER (.core = "AI"), 0);
  assert_total (operators, FILTER (.module = "Model/Layer"), 120);
  assert_total (operators, FILTER (.module = "Model"), 230);
  assert_total (operators, FILTER (.stream = 3), 0);
  assert_total (operators, FILTER (.least_ns = 30), 170);
  assert_total (operators, FILTER (.most_ns = 20), 60);
  assert_total (operators, FILTER (.is_ai_cpu = TRUE), 0);
  assert_total (operators, FILTER (.ranks = ranks), 120);
  assert_total (operators, FILTER (.steps = steps), 100);
  assert_total (operators, FILTER (.has_range = TRUE, .begin_ns = 20, .end_ns = 100), 80);
  assert_total (operators, FILTER (.is_whole = TRUE), 230 + 220);
  assert_total (operators, FILTER (.classes = 1 << LSC_OP_COMMUNICATION), 10);
}

/* A rank whose clock is ahead has the same kernels in the range that is shifted with it. */
static void
test_offsets (void)
{
  g_autoptr (LscOperators) operators = make_operators (2);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 all[] = { 0, 1 }, none[] = { 0, 0 }, ahead[] = { 0, 1000 };
  LscOpFilter filter = { .stream = -1, .is_whole = TRUE, .has_range = TRUE, .end_ns = 100 };
  gint64 total_ns[2];

  g_array_append_vals (ranks, all, 2);
  filter.ranks = ranks;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LscOpGroups) groups = NULL;
      g_autoptr (LscTable) table = NULL;

      g_array_set_size (offsets, 0);
      g_array_append_vals (offsets, i == 0 ? none : ahead, 2);
      groups = lsc_operators_group_with_offsets (operators, LSC_OP_BY_RANK, &filter, offsets, TRUE,
                                                 NULL, NULL);
      table = lsc_op_groups_get_table (groups);
      total_ns[i] = sum (table, "total_ns");
      /* 1 us later there is nothing of rank 1 */
      g_assert_cmpuint (lsc_table_get_n_rows (table), ==, i == 0 ? 2 : 1);
    }
  g_assert_cmpint (total_ns[1], <, total_ns[0]);
  g_assert_cmpint (total_ns[1], >, 0);
}

/* What a name filter leaves out is still part of what 100 % is; what a step leaves out is not. */
static void
test_share_of_filtered (void)
{
  g_autoptr (LscOperators) operators = make_operators (1);
  g_autoptr (LscTable) table = group (operators, LSC_OP_BY_TYPE, FILTER (.type = "mul"));

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_clear_pointer (&table, lsc_table_unref);
  table = group (operators, LSC_OP_BY_TYPE, FILTER (.type = "matmul"));
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "share"), 60.0 / 110, 1e-12);
}

static LscOperators *
make_of_sheet (LscOpSheet *sheet)
{
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);

  g_ptr_array_add (sheets, sheet);
  return lsc_operators_new (sheets, 1);
}

/* MatMulV2 moves 100 bytes a kernel, of Mul it is not known: a group of both has none. Its two
 * longest kernels carry 300 FLOPs. */
static void
test_bytes (void)
{
  LscOpSheet *sheet = make_sheet (0, 20);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscTable) table = NULL, all = NULL;

  sheet->kinds.items[0].bytes = 100;
  lsc_op_works_append (&sheet->works, (LscOpWork){ .kernel = 0, .flops = 100 });
  lsc_op_works_append (&sheet->works, (LscOpWork){ .kernel = 3, .flops = 200 });
  operators = make_of_sheet (sheet);
  table = group (operators, LSC_OP_BY_TYPE, NULL);
  g_assert_cmpint (get_int (table, 0, "bytes"), ==, 300);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "intensity"), 1.5, 1e-12);
  g_assert_cmpint (get_int (table, 1, "bytes"), ==, LSC_INT_NULL);
  g_assert_true (isnan (get_real (table, 1, "intensity")));
  all = group (operators, LSC_OP_BY_RANK, NULL);
  g_assert_cmpint (get_int (all, 0, "bytes"), ==, LSC_INT_NULL);
  g_assert_cmpfloat_with_epsilon (get_real (all, 0, "intensity"), 1.5, 1e-12);
}

/* 60 ns at an occupancy of 50 % and 50 ns at 25 %: 38.6 %. What was not recorded weighs nothing. */
static void
test_launches (void)
{
  LscOpSheet *sheet = make_sheet (0, 20);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscOpGroups) groups = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autofree char *occupancy = NULL, *tensor = NULL;
  const GPtrArray *facts;

  lsc_kernel_launches_append (&sheet->launches, (LscKernelLaunch){ { 0.5f, 2, NAN, 168, 0 } });
  lsc_kernel_launches_append (&sheet->launches, (LscKernelLaunch){ { 0.25f, NAN, NAN, NAN, NAN } });
  for (guint i = 0; i < 2; i++)
    {
      sheet->kinds.items[i].launch = i;
      sheet->kinds.items[i].tensor_core =
          i == 0 ? LSC_OP_TENSOR_CORE_USED : LSC_OP_TENSOR_CORE_UNUSED;
    }
  operators = make_of_sheet (sheet);
  groups = lsc_operators_group (operators, LSC_OP_BY_RANK, NULL, FALSE, NULL, NULL);
  table = lsc_op_groups_get_table (groups);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "occupancy"), (60 * 0.5 + 50 * 0.25) / 110,
                                  1e-12);
  g_assert_cmpfloat (get_real (table, 0, "blocks_per_sm"), ==, 2);
  g_assert_true (isnan (get_real (table, 0, "warps_per_sm")));
  g_assert_cmpfloat (get_real (table, 0, "registers"), ==, 168);
  g_assert_cmpfloat (get_real (table, 0, "shared_memory"), ==, 0);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "tensor_core"), 60.0 / 110, 1e-12);
  facts = lsc_op_groups_get_facts (groups);
  g_assert_cmpuint (facts->len, ==, 2);
  occupancy = lsc_phrase_to_words (facts->pdata[0]);
  tensor = lsc_phrase_to_words (facts->pdata[1]);
  g_assert_cmpstr (occupancy, ==, "The mean estimated occupancy is 38.6 %, weighted by time.");
  g_assert_cmpstr (tensor, ==,
                   "Kernels that use Tensor Cores take 54.5 % of the computing time, judged by "
                   "their names.");
}

/* Kernels of 50 of 110 ns have no estimate: the mean is of the others, and says so. Of less than
 * half of the time there is none in the table. */
static void
test_some_occupancy (void)
{
  LscOpSheet *sheet = make_sheet (0, 20);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscOpGroups) groups = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autofree char *words = NULL;

  lsc_kernel_launches_append (&sheet->launches, (LscKernelLaunch){ { 0.5f, 2, NAN, 168, 0 } });
  lsc_kernel_launches_append (&sheet->launches, (LscKernelLaunch){ { NAN, 2, 4, NAN, NAN } });
  for (guint i = 0; i < 2; i++)
    sheet->kinds.items[i].launch = i;
  operators = make_of_sheet (sheet);
  groups = lsc_operators_group (operators, LSC_OP_BY_RANK, NULL, FALSE, NULL, NULL);
  words = lsc_phrase_to_words (lsc_op_groups_get_facts (groups)->pdata[0]);
  g_assert_cmpstr (words, ==,
                   "The mean estimated occupancy is 50.0 % over kernels that take 54.5 % of the "
                   "time; the others have no estimate.");
  table = lsc_op_groups_get_table (groups);
  g_assert_cmpfloat (get_real (table, 0, "occupancy"), ==, 0.5);
  g_assert_true (isnan (get_real (table, 0, "warps_per_sm")));
}

/* 50 ns in two steps of 100 ns; where nothing runs again nothing is said. */
static void
test_recomputed (void)
{
  LscOpSheet *sheet = make_sheet (0, 20);
  g_autoptr (LscOperators) operators = NULL, plain = make_operators (1);
  g_autoptr (LscOpGroups) groups = NULL, without = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autofree char *words = NULL;

  sheet->kinds.items[1].is_recomputed = TRUE;
  operators = make_of_sheet (sheet);
  groups = lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  table = lsc_op_groups_get_table (groups);
  g_assert_cmpint (get_int (table, 0, "recomputed_ns"), ==, LSC_INT_NULL);
  g_assert_cmpint (get_int (table, 1, "recomputed_ns"), ==, 50);
  words = lsc_phrase_to_words (lsc_op_groups_get_facts (groups)->pdata[0]);
  g_assert_cmpstr (words, ==, "Recomputation takes 25 ns per step (25.0 %).");
  without = lsc_operators_group (plain, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  g_assert_cmpuint (lsc_op_groups_get_facts (without)->len, ==, 0);
}

/* In the steps [0,100) and [100,200) stream 2 runs [0,10) [20,30) [40,70) and [100,140) [150,170),
 * stream 3 [60,80) and a collective of no known stream [185,190). */
static void
test_streams (void)
{
  LscOpSheet *sheet = lsc_op_sheet_new_blank (4);
  const Kernel kernels[] = {
    { 0, 0, 0, 10, 10, -1 },  { 0, 0, 20, 10, 10, 10 },  { 0, 0, 40, 30, 30, 10 },
    { 1, 0, 60, 20, 10, -1 }, { 0, 1, 100, 40, 40, 30 }, { 0, 1, 150, 20, 20, 10 },
    { 2, 1, 185, 5, 5, 0 },   { 0, 2, 210, 50, 50, 20 },
  };
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscTable) table = NULL;

  add_kind (sheet, "MatMulV2", "AI_CORE", NULL, LSC_OP_COMPUTING);
  add_kind (sheet, "Mul", "AI_VECTOR_CORE", NULL, LSC_OP_COMPUTING);
  add_kind (sheet, "allReduce", NULL, NULL, LSC_OP_COMMUNICATION);
  sheet->kinds.items[1].stream = 3;
  sheet->kinds.items[2].stream = LSC_ID_NONE;
  for (gint64 i = 0; i < 3; i++)
    lsc_op_steps_append (&sheet->steps,
                         (LscOpStep){ 10 + i, i * 100, i * 100 + 100, 100, 0, 0, i < 2 });
  add_kernels (sheet, kernels, G_N_ELEMENTS (kernels));
  operators = make_of_sheet (sheet);
  table = lsc_operators_list_streams (operators, NULL, NULL, NULL);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  g_assert_cmpint (get_int (table, 0, "rank"), ==, 4);
  g_assert_cmpint (get_int (table, 0, "stream"), ==, LSC_INT_NULL);
  g_assert_cmpint (get_int (table, 0, "count"), ==, 7);
  g_assert_cmpint (get_int (table, 0, "busy_ns"), ==, 60 + 60 + 5);
  g_assert_cmpint (get_int (table, 0, "idle_ns"), ==, 75);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "share"), 125.0 / 200, 1e-12);
  g_assert_cmpint (get_int (table, 1, "stream"), ==, 2);
  g_assert_cmpint (get_int (table, 1, "busy_ns"), ==, 110);
  g_assert_cmpint (get_int (table, 1, "alone_ns"), ==, 100);
  g_assert_cmpint (get_int (table, 2, "stream"), ==, 3);
  g_assert_cmpint (get_int (table, 2, "busy_ns"), ==, 20);
  g_assert_cmpint (get_int (table, 2, "alone_ns"), ==, 10);
  g_assert_cmpfloat_with_epsilon (get_real (table, 2, "overlapped"), 0.5, 1e-12);
}

/* A kernel that runs into the next step owns time there. */
static void
test_spills (void)
{
  LscOpSheet *sheet = make_sheet (0, 20);
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscTable) table = NULL;
  gint64 in_step = 0;

  lsc_op_spills_append (&sheet->spills, (LscOpSpill){ 2, 1, 7 });
  g_ptr_array_add (sheets, sheet);
  operators = lsc_operators_new (sheets, 1);
  table = group (operators, (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_STEP), NULL);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (get_int (table, i, "step") == 11 &&
        g_str_equal (lsc_table_get_named (table, i, "type").text, "Mul"))
      in_step = get_int (table, i, "exposed_ns");
  g_assert_cmpint (in_step, ==, 27);
}

/* Lengths beyond 32 bits stay exact, in sums and in quantiles. */
static void
test_long (void)
{
  const gint64 long_ns = G_GINT64_CONSTANT (9000000000);
  const Kernel kernels[] = { { 0, NO_STEP, 0, 5, 0, -1 },
                             { 0, NO_STEP, 10, long_ns, 0, 5 },
                             { 0, NO_STEP, 20, long_ns + 2, 0, long_ns } };
  LscOpSheet *sheet = lsc_op_sheet_new_blank (0);
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscTable) table = NULL;

  add_kind (sheet, "Mul", NULL, NULL, LSC_OP_COMPUTING);
  add_kernels (sheet, kernels, G_N_ELEMENTS (kernels));
  g_ptr_array_add (sheets, sheet);
  operators = lsc_operators_new (sheets, 1);
  table = group (operators, LSC_OP_BY_TYPE, NULL);
  g_assert_cmpint (get_int (table, 0, "total_ns"), ==, 2 * long_ns + 7);
  g_assert_cmpint (get_int (table, 0, "median_ns"), ==, long_ns);
  g_assert_cmpint (get_int (table, 0, "p95_ns"), ==, long_ns + 2);
  g_assert_cmpint (get_int (table, 0, "wait_ns"), ==, long_ns + 5);
  g_assert_true (lsc_table_get_named (table, 0, "exposed_ns").is_null); /* no steps */
}

static void
test_nothing (void)
{
  g_autoptr (GPtrArray) sheets = g_ptr_array_new ();
  g_autoptr (LscOperators) operators = lsc_operators_new (sheets, 1);
  g_autoptr (LscOpGroups) groups =
      lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, TRUE, NULL, NULL);
  g_autofree char *line = lsc_phrase_to_words (lsc_op_groups_get_headline (groups));

  g_assert_cmpuint (lsc_operators_get_n_ranks (operators), ==, 0);
  g_assert_cmpstr (line, ==, "No kernels were recorded.");
}

static void
test_words (void)
{
  g_autoptr (LscOperators) operators = make_operators (1);
  g_autoptr (LscOpGroups) groups =
      lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  g_autofree char *line = lsc_phrase_to_words (lsc_op_groups_get_headline (groups));
  g_autofree char *base = lsc_phrase_to_words (lsc_op_groups_get_base (groups));

  g_assert_cmpstr (line, ==,
                   "Gains are judged only for all kernels of the steps that count. MatMulV2 takes "
                   "most: 54.5 % of computing, 30.0 % of the step time.");
  g_assert_cmpstr (base, ==, "100 % = 110 ns of computing in 2 of 3 steps of rank 0.");
}

/* What findings blame comes first, with what it costs and what to do; of some steps alone they say
 * nothing, and a finding that is not about kernels is none here. */
static void
test_blame (void)
{
  static const struct
  {
    const char *id;
    gint64 least_ns;
    gboolean is_told;
  } cases[] = { { "slow_rank", 0, TRUE }, { "slow_rank", 5, FALSE }, { "host_bound", 0, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscOperators) operators = make_operators (1);
      g_autoptr (LscPhrase) blame = lsc_phrase_new_text ("Slow device on rank 5 costs 1 ms.");
      g_autoptr (LscPhrase) remedy = lsc_phrase_new_text ("Check the device.");
      g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      LscFinding row = { .id = cases[i].id, .gain_ns = 1000000, .share = 0.1, .ranks = ranks };
      LscFindings findings = { .rows = rows };
      LscOpFilter filter = { .stream = -1, .least_ns = cases[i].least_ns };
      g_autoptr (LscOperators) judged = NULL;
      g_autoptr (LscOpGroups) groups = NULL;
      g_autofree char *line = NULL;
      g_autofree char *rest = NULL;

      row.line = blame;
      row.remedy = remedy;
      g_ptr_array_add (rows, &row);
      g_atomic_ref_count_init (&findings.refs);
      judged = lsc_operators_new_judged (operators, &findings);
      groups = lsc_operators_group (judged, LSC_OP_BY_TYPE, &filter, FALSE, NULL, NULL);
      line = lsc_phrase_to_words (lsc_op_groups_get_line (groups));
      g_assert_cmpint (g_str_equal (line, "Slow device on rank 5 costs 1 ms."), ==,
                       cases[i].is_told);
      rest = lsc_op_groups_get_rest (groups) ? lsc_phrase_to_words (lsc_op_groups_get_rest (groups))
                                             : g_strdup ("");
      g_assert_cmpint (g_str_has_suffix (rest, "Check the device."), ==, cases[i].is_told);
      g_assert_nonnull (strstr (rest, " takes most: "));
    }
}

/** A finding that may save something, and what the bold line says then. */
typedef struct
{
  const char *id;
  gint64 gain_ns;
  gboolean is_bound;
  gboolean is_device; /* computing is nearly all */
  const char *line;
} Deed;

/* What is possible is a gain as well, the largest first; a share of the time is none. */
static void
test_deeds (void)
{
  static const Deed deeds[] = {
    { "unfused_kernels", 2000000, TRUE, TRUE,
      "Fusing small kernels may save up to 2.000 ms per step (20.0 %)." },
    { "F03", 2000000, FALSE, TRUE, "A fused optimizer may save 2.000 ms per step (20.0 %)." },
    { "host_bound", 2000000, FALSE, FALSE, "Host-bound." },
    { "host_bound", 2000000, FALSE, TRUE,
      "No gain in kernels is known, because no finding applies to them." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    {
      g_autoptr (LscOperators) operators = make_operators (1);
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      g_autoptr (LscPhrase) answer = lsc_phrase_new_text ("Host-bound.");
      LscFinding row = {
        .id = deeds[i].id, .gain_ns = deeds[i].gain_ns, .share = 0.2, .is_bound = deeds[i].is_bound
      };
      LscFinding less = { .id = "K04", .gain_ns = 1000, .share = 0.0001, .is_bound = TRUE };
      LscFindings findings = { .rows = rows, .is_device = deeds[i].is_device, .answer = answer };
      g_autoptr (LscOperators) judged = NULL;
      g_autoptr (LscOpGroups) groups = NULL;
      g_autofree char *line = NULL;

      row.certainty =
          g_str_equal (deeds[i].id, "host_bound") ? LSC_FINDING_SURE : LSC_FINDING_POSSIBLE;
      less.certainty = LSC_FINDING_POSSIBLE;
      if (row.certainty == LSC_FINDING_POSSIBLE)
        g_ptr_array_add (rows, &less);
      g_ptr_array_add (rows, &row);
      g_atomic_ref_count_init (&findings.refs);
      judged = lsc_operators_new_judged (operators, &findings);
      groups = lsc_operators_group (judged, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
      line = lsc_phrase_to_words (lsc_op_groups_get_line (groups));
      g_assert_cmpstr (line, ==, deeds[i].line);
    }
}

/* The kernel in which the finding is seen is named, although another one takes most. */
static void
test_culprit (void)
{
  g_autoptr (LscOperators) operators = make_operators (1);
  g_autoptr (GPtrArray) rows = g_ptr_array_new (), places = g_ptr_array_new ();
  g_autoptr (LscPhrase) blame = lsc_phrase_new_text ("Slow device on rank 5 costs 1 ms.");
  g_autoptr (LscPhrase) text = lsc_phrase_new_text ("9 kernels take 2 ms");
  LscEvidencePlace place = { .rank = 5, .name = (char *) "aclnnAdd_Add", .text = text };
  LscFinding row = {
    .id = "slow_rank", .gain_ns = 1000000, .share = 0.1, .line = blame, .places = places
  };
  LscFindings findings = { .rows = rows };
  g_autoptr (LscOperators) judged = NULL;
  g_autoptr (LscOpGroups) groups = NULL;
  g_autofree char *rest = NULL;

  g_ptr_array_add (places, &place);
  g_ptr_array_add (rows, &row);
  g_atomic_ref_count_init (&findings.refs);
  judged = lsc_operators_new_judged (operators, &findings);
  groups = lsc_operators_group (judged, LSC_OP_BY_TYPE, NULL, FALSE, NULL, NULL);
  rest = lsc_phrase_to_words (lsc_op_groups_get_rest (groups));
  g_assert_true (
      g_str_has_prefix (rest, "aclnnAdd_Add on rank 5: 9 kernels take 2 ms. MatMulV2 takes most"));
}

/* Of one rank: a finding about another one is no gain of its kernels. */
static void
test_of_rank (void)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (LscPhrase) blame = lsc_phrase_new_text ("Slow device on rank 5 costs 1 ms.");
  g_autoptr (LscPhrase) remedy = lsc_phrase_new_text ("Check the device.");
  const gint64 rank = 5;
  LscFinding row = { .id = "slow_rank", .gain_ns = 1000000, .share = 0.1, .ranks = ranks };
  LscFindings findings = { .rows = rows, .answer = blame };
  const struct
  {
    gint64 rank;
    const char *line;
    const char *rest;
  } cases[] = {
    { 5, "Slow device on rank 5 costs 1 ms.", "Check the device." },
    { -1, "Slow device on rank 5 costs 1 ms.", "Check the device." },
    { 4, "Slow device on rank 5 costs 1 ms.",
      "Check the device. No finding is about computing kernels." },
  };

  row.line = blame;
  row.remedy = remedy;
  g_array_append_val (ranks, rank);
  g_ptr_array_add (rows, &row);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscPhrase) rest = NULL;
      LscCertaintyWords certainty;
      g_autoptr (LscPhrase) line =
          lsc_findings_say_kernels (&findings, cases[i].rank, &rest, &certainty);
      g_autofree char *line_words = lsc_phrase_to_words (line);
      g_autofree char *rest_words = lsc_phrase_to_words (rest);

      g_assert_cmpstr (line_words, ==, cases[i].line);
      g_assert_cmpstr (rest_words, ==, cases[i].rest);
      g_assert_cmpstr (certainty.title, ==, "Sure");
    }
}

/* ---- properties ---- */

#define RANDOM_KERNELS 3000

static LscOpSheet *
make_random (GRand *random, gint64 rank)
{
  static const char *const types[] = { "MatMulV2", "Mul", "Softmax", "Conv2D", "Cast" };
  static const char *const cores[] = { "AI_CORE", "AI_VECTOR_CORE", NULL };
  LscOpSheet *sheet = lsc_op_sheet_new_blank (rank);
  g_autofree Kernel *kernels = g_new0 (Kernel, RANDOM_KERNELS);

  for (guint i = 0; i < 30; i++)
    {
      add_kind (sheet, types[i % 5], cores[i % 3], i % 2 ? "A/B" : NULL,
                (LscOpClass) (i % LSC_OP_N_CLASSES));
      sheet->kinds.items[i].stream = i % 4;
    }
  sheet->has_budget = TRUE;
  for (gint64 i = 0; i < 6; i++)
    lsc_op_steps_append (
        &sheet->steps, (LscOpStep){ i, i * 100000, i * 100000 + 100000, 100000, 0, 0, i % 3 != 0 });
  for (gsize i = 0; i < RANDOM_KERNELS; i++)
    kernels[i] = (Kernel){ (guint32) g_rand_int_range (random, 0, 30),
                           (guint32) (i / 500),
                           (gint64) (i / 500) * 100000 + (gint64) (i % 500) * 200,
                           g_rand_int_range (random, 0, 1000),
                           g_rand_int_range (random, 0, 200),
                           g_rand_int_range (random, -1, 100) };
  add_kernels (sheet, kernels, RANDOM_KERNELS);
  return sheet;
}

static LscOperators *
make_random_ranks (guint32 seed, guint n)
{
  GRand *random = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (sheets, make_random (random, i));
  g_rand_free (random);
  return lsc_operators_new (sheets, 3);
}

/* By whatever keys, the same kernels are summed up. */
static void
test_same_sums (void)
{
  g_autoptr (LscOperators) operators = make_random_ranks (1, 3);
  const LscOpFilter *filter = FILTER (.classes = (1 << LSC_OP_N_CLASSES) - 1);
  g_autoptr (LscTable) first = group (operators, LSC_OP_BY_TYPE, filter);

  for (guint bits = 0; bits < 1u << G_N_ELEMENTS (all_keys); bits += 7)
    {
      g_autoptr (LscTable) table = NULL;
      guint keys = 0;

      for (guint i = 0; i < G_N_ELEMENTS (all_keys); i++)
        keys |= bits & 1u << i ? all_keys[i] : 0;
      table = group (operators, (LscOpKeys) keys, filter);
      g_assert_cmpint (sum (table, "count"), ==, sum (first, "count"));
      g_assert_cmpint (sum (table, "total_ns"), ==, sum (first, "total_ns"));
      g_assert_cmpint (sum (table, "exposed_ns"), ==, sum (first, "exposed_ns"));
      g_assert_cmpint (sum (table, "wait_ns"), ==, sum (first, "wait_ns"));
    }
}

/* The slow and obviously right way: sort all durations of a row. */
static void
test_quantiles (void)
{
  g_autoptr (LscOperators) operators = make_random_ranks (2, 4);
  g_autoptr (LscOpGroups) groups =
      lsc_operators_group (operators, LSC_OP_BY_TYPE, NULL, TRUE, NULL, NULL);
  g_autoptr (LscTable) table = lsc_op_groups_get_table (groups);

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscOpInstances list;
      g_autofree gint64 *lengths = NULL;
      gint64 total_ns = 0;

      g_assert_true (lsc_op_groups_get_instances (groups, row, &list, NULL, NULL));
      g_assert_cmpint ((gint64) list.n, ==, get_int (table, row, "count"));
      lengths = g_new (gint64, list.n);
      for (gsize i = 0; i < list.n; i++)
        total_ns += lengths[i] = list.items[i].duration_ns;
      lsc_sort_int64s (lengths, list.n);
      g_assert_cmpint (get_int (table, row, "total_ns"), ==, total_ns);
      g_assert_cmpint (get_int (table, row, "median_ns"), ==,
                       lengths[lsc_nearest_rank (list.n, 50)]);
      g_assert_cmpint (get_int (table, row, "p95_ns"), ==, lengths[lsc_nearest_rank (list.n, 95)]);
      lsc_op_instances_clear (&list);
    }
}

/* ---- kinds of work ---- */

static void
test_families (void)
{
  static const struct
  {
    const char *type;
    const char *name;
    LscOpFamily family;
  } cases[] = {
    { "MatMulV3", "x", LSC_OP_FAMILY_MATRIX },
    { "BatchMatMulV2", "x", LSC_OP_FAMILY_MATRIX },
    { "FlashAttentionScore", "x", LSC_OP_FAMILY_ATTENTION },
    { "FlashAttentionScoreGrad", "x", LSC_OP_FAMILY_ATTENTION_GRAD },
    { "Conv2DBackpropFilter", "x", LSC_OP_FAMILY_CONVOLUTION },
    { "LayerNormGrad", "x", LSC_OP_FAMILY_NORM },
    { "RmsNorm", "x", LSC_OP_FAMILY_NORM },
    { "SoftmaxV2", "x", LSC_OP_FAMILY_REDUCTION },
    { "ReduceSum", "x", LSC_OP_FAMILY_REDUCTION },
    { "TransData", "x", LSC_OP_FAMILY_COPY },
    { "TensorMove", "x", LSC_OP_FAMILY_COPY },
    { "Mul", "x", LSC_OP_FAMILY_ELEMENTWISE },
    { "SwiGluGrad", "x", LSC_OP_FAMILY_ELEMENTWISE },
    { "ForeachAddList", "x", LSC_OP_FAMILY_ELEMENTWISE },
    { "SomethingNew", "x", LSC_OP_FAMILY_OTHER },
    { NULL, "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", LSC_OP_FAMILY_MATRIX },
    { NULL, "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<x>(y)",
      LSC_OP_FAMILY_ATTENTION_GRAD },
    { NULL, "void flash_fwd_kernel<x>(y)", LSC_OP_FAMILY_ATTENTION },
    { NULL, "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
      LSC_OP_FAMILY_ELEMENTWISE },
    { NULL, "aclnnMatmul_MatMulV3Common_MatMulV3", LSC_OP_FAMILY_MATRIX },
    { NULL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", LSC_OP_FAMILY_COMMUNICATION },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s, %s", cases[i].type, cases[i].name);
      g_assert_cmpint (lsc_op_family_find (cases[i].type, cases[i].name), ==, cases[i].family);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operators/bytes", test_bytes);
  g_test_add_func ("/operators/launches", test_launches);
  g_test_add_func ("/operators/some-occupancy", test_some_occupancy);
  g_test_add_func ("/operators/recomputed", test_recomputed);
  g_test_add_func ("/operators/streams", test_streams);
  g_test_add_func ("/operators/sums", test_sums);
  g_test_add_func ("/operators/columns", test_columns);
  g_test_add_func ("/operators/ranks", test_ranks);
  g_test_add_func ("/operators/instances", test_instances);
  g_test_add_func ("/operators/filters", test_filters);
  g_test_add_func ("/operators/offsets", test_offsets);
  g_test_add_func ("/operators/share-of-filtered", test_share_of_filtered);
  g_test_add_func ("/operators/spills", test_spills);
  g_test_add_func ("/operators/long", test_long);
  g_test_add_func ("/operators/nothing", test_nothing);
  g_test_add_func ("/operators/words", test_words);
  g_test_add_func ("/operators/blame", test_blame);
  g_test_add_func ("/operators/deeds", test_deeds);
  g_test_add_func ("/operators/culprit", test_culprit);
  g_test_add_func ("/operators/of-rank", test_of_rank);
  g_test_add_func ("/operators/same-sums", test_same_sums);
  g_test_add_func ("/operators/quantiles", test_quantiles);
  g_test_add_func ("/operators/families", test_families);
  return g_test_run ();
}
