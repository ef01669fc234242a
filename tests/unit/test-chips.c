/* test-chips.c - one model on two chips: what is paired, and what each reaches of its peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/chips/lsc-chips-private.h"

/** A kernel of a step of its own operator. @flops: 0 = not known */
typedef struct
{
  const char *module;
  const char *op;
  const char *name;
  int family;
  LscOpClass class;
  gint64 ns;
  double flops;
} Work;

#define NORM(module, op, kernel, ns)                                                               \
  {                                                                                                \
    module, op, kernel, LSC_OP_FAMILY_NORM, LSC_OP_COMPUTING, ns, 0                                \
  }
#define PRODUCT(module, op, kernel, ns, flops)                                                     \
  {                                                                                                \
    module, op, kernel, LSC_OP_FAMILY_MATRIX, LSC_OP_COMPUTING, ns, flops                          \
  }
#define PLAIN(module, op, kernel, ns)                                                              \
  {                                                                                                \
    module, op, kernel, LSC_OP_FAMILY_ELEMENTWISE, LSC_OP_COMPUTING, ns, 0                         \
  }
#define COPY(op, kernel, ns)                                                                       \
  {                                                                                                \
    NULL, op, kernel, LSC_OP_FAMILY_COPY, LSC_OP_COPYING, ns, 0                                    \
  }
#define END                                                                                        \
  {                                                                                                \
    NULL, NULL, NULL, 0, LSC_OP_COMPUTING, 0, 0                                                    \
  }

static guint32
add_text (LscOpSheet *sheet, const char *text)
{
  return text ? lsc_intern_add (sheet->texts, text) : LSC_STRING_NONE;
}

static void
add_work (LscOpSheet *sheet, gsize at, const Work *work)
{
  lsc_op_variants_append (&sheet->kinds, (LscOpVariant){ .type = add_text (sheet, work->name),
                                                         .core = LSC_STRING_NONE,
                                                         .name = add_text (sheet, work->name),
                                                         .shapes = LSC_STRING_NONE,
                                                         .dtypes = LSC_STRING_NONE,
                                                         .module = add_text (sheet, work->module),
                                                         .op = add_text (sheet, work->op),
                                                         .class = (guint8) work->class,
                                                         .family = (guint8) work->family });
  sheet->kinds_of[at] = (guint32) at;
  sheet->starts[at] = (guint32) at;
  sheet->durations[at] = (guint32) work->ns;
  if (work->flops > 0)
    lsc_op_works_append (
        &sheet->works,
        (LscOpWork){ .kernel = (guint32) at, .flops = work->flops, .peak = sheet->peak.fp16 });
}

/* Each of @n_steps steps does all of it. @works: ends with one without a name */
static LscOpSheet *
make_sheet (const char *chip, double tflops, const Work *works, guint n_steps)
{
  LscOpSheet *sheet = lsc_op_sheet_new_blank (0);
  gsize n = 0;

  sheet->chip = g_strdup (chip);
  sheet->peak.fp16 = tflops * 1e12;
  while (works[n].name)
    n++;
  lsc_op_sheet_reserve (sheet, n * n_steps);
  for (guint step = 0; step < n_steps; step++)
    {
      lsc_op_steps_append (&sheet->steps, (LscOpStep){ .number = step, .counts = TRUE });
      lsc_op_blocks_append (&sheet->blocks, (LscOpBlock){ step, 0, step * n, n, 1000 * step });
      for (gsize i = 0; i < n; i++)
        add_work (sheet, step * n + i, &works[i]);
    }
  return sheet;
}

static LscChips *
compare_sheets (LscOpSheet *before, LscOpSheet *after)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new (), second = g_ptr_array_new ();
  LscChipsInput inputs[] = { { first, FALSE, 0 }, { second, FALSE, 0 } };
  g_autoptr (GError) error = NULL;
  LscChips *chips;

  g_ptr_array_add (first, before);
  g_ptr_array_add (second, after);
  chips = lsc_chips_new (inputs, NULL, &error);
  g_assert_no_error (error);
  return chips;
}

static LscChips *
compare (const Work *before, const Work *after)
{
  g_autoptr (LscOpSheet) a = make_sheet ("NVIDIA H100 80GB HBM3", 1000, before, 2);
  g_autoptr (LscOpSheet) b = make_sheet ("Ascend910B", 250, after, 3);

  return compare_sheets (a, b);
}

/* Returns: the row that has an operator before */
static const LscChipRow *
find_row (const LscChips *chips, const char *op)
{
  for (guint i = 0; i < chips->lists[LSC_COMPARE_OPS]->len; i++)
    {
      const LscChipRow *row = lsc_chips_get (chips, LSC_COMPARE_OPS, i);

      if (g_strcmp0 (row->works[LSC_BEFORE].name, op) == 0)
        return row;
    }
  g_error ("no row of %s", op);
}

/* ---- names ---- */

static void
test_names (void)
{
  static const char *const same[][3] = {
    { "aten::addmm", "aclnnAddmm", "product" },
    { "aten::mm", "aclnnMm", "product" },
    { "aten::bmm", "aclnnBatchMatMul", "product" },
    { "aten::_flash_attention_forward", "aclnnFlashAttentionScore", "attention" },
    { "aten::_scaled_dot_product_efficient_attention_backward", "aclnnFlashAttentionScoreGrad",
      "attention backward" },
    { "aten::native_layer_norm", "aclnnLayerNorm", "layernorm" },
    { "aten::add_", "aclnnInplaceAdd", "add" },
    { "aten::mul", "aclnnMuls", "mul" },
    { "aten::eq", "aclnnEqScalar", "eq" },
    { "aten::copy_", "aclnnInplaceCopy", "copy" },
    { "aten::_to_copy", "aclnnCast", "copy" },
    { "aten::embedding", "npu::npu_embedding", "embedding" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *before = _lsc_chip_name_op (same[i][0]);
      g_autofree char *after = _lsc_chip_name_op (same[i][1]);

      g_assert_cmpstr (before, ==, same[i][2]);
      g_assert_cmpstr (after, ==, same[i][2]);
    }
}

static void
test_words (void)
{
  g_assert_true (_lsc_chip_name_has ("aclnnAddLayerNorm", "add"));
  g_assert_true (_lsc_chip_name_has ("npu::npu_add_layer_norm", "layernorm"));
  g_assert_true (_lsc_chip_name_has ("AddRmsNorm", "rmsnorm"));
  g_assert_false (_lsc_chip_name_has ("aclnnAddmm", "add"));
  g_assert_false (_lsc_chip_name_has ("MatMulV2", "mul"));
  g_assert_false (_lsc_chip_name_has ("aten::addmm", "add"));
  g_assert_false (_lsc_chip_name_has ("", "add"));
}

static void
test_modules (void)
{
  g_autofree char *plain = _lsc_chip_name_module ("Model/Layer/RMSNorm");
  g_autofree char *wrapped =
      _lsc_chip_name_module ("DistributedDataParallel/Float16Module/Model/Layer/NPUFusedRMSNorm");

  g_assert_cmpstr (plain, ==, "model/layer/rmsnorm");
  g_assert_cmpstr (wrapped, ==, plain);
}

/* ---- pairs ---- */

static void
test_pairs (void)
{
  const Work before[] = { PRODUCT ("M/Linear", "aten::addmm", "gemm", 100, 1e7),
                          NORM ("M/Norm", "aten::native_layer_norm", "ln", 40),
                          PLAIN ("M/Act", "aten::gelu", "gelu", 20),
                          COPY ("aten::_local_scalar_dense", "Memcpy DtoH", 5), END };
  const Work after[] = { PRODUCT ("M/Linear", "aclnnAddmm", "MatMulV2", 150, 1e7),
                         PLAIN ("M/Linear", "aclnnAddmm", "TransData", 10),
                         NORM ("M/Norm", "aclnnLayerNorm", "LayerNormV4", 30),
                         PLAIN ("M/Act", "aclnnFastNewActivation", "Act", 25),
                         COPY (NULL, "MEMCPY_ASYNC", 6),
                         END };
  g_autoptr (LscChips) chips = compare (before, after);
  const LscChipRow *product = find_row (chips, "aten::addmm");

  g_assert_cmpint (product->match, ==, LSC_CHIP_MATCH_NAME);
  g_assert_cmpint (product->shapes, ==, LSC_CHIP_SHAPES_EQUAL);
  g_assert_cmpstr (product->works[LSC_AFTER].name, ==, "aclnnAddmm");
  g_assert_cmpstr (product->works[LSC_AFTER].kernels, ==, "MatMulV2, TransData");
  g_assert_cmpint (product->works[LSC_AFTER].total_ns, ==, 3 * 160);
  g_assert_cmpfloat_with_epsilon (lsc_chip_work_get_share (&product->works[LSC_BEFORE]), 0.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (lsc_chip_work_get_share (&product->works[LSC_AFTER]), 0.25, 1e-9);
  g_assert_cmpint (find_row (chips, "aten::native_layer_norm")->match, ==, LSC_CHIP_MATCH_NAME);
  g_assert_cmpint (find_row (chips, "aten::gelu")->match, ==, LSC_CHIP_MATCH_ORDER);
  g_assert_cmpint (find_row (chips, "aten::_local_scalar_dense")->match, ==, LSC_CHIP_MATCH_NAME);
  g_assert_cmpfloat (lsc_chip_side_get_paired (&chips->sides[LSC_BEFORE]), ==, 1);
  g_assert_cmpfloat (lsc_chip_side_get_paired (&chips->sides[LSC_AFTER]), ==, 1);
}

/* An add and a norm of two modules are one kernel on the other chip. */
static void
test_fused (void)
{
  const Work before[] = { PRODUCT ("M/L/Linear", "aten::addmm", "gemm", 50, 1e6),
                          PLAIN ("M/L", "aten::add", "add", 10),
                          NORM ("M/L/LayerNorm", "aten::native_layer_norm", "ln", 20), END };
  const Work after[] = { PRODUCT ("M/L/Linear", "aclnnAddmm", "MatMulV2", 60, 1e6),
                         NORM ("M/L", "aclnnAddLayerNorm", "AddLayerNorm", 15), END };
  g_autoptr (LscChips) chips = compare (before, after);
  const LscChipRow *row = find_row (chips, "aten::add + aten::native_layer_norm");

  g_assert_cmpint (row->match, ==, LSC_CHIP_MATCH_ORDER);
  g_assert_cmpint (row->works[LSC_BEFORE].total_ns, ==, 2 * 30);
  g_assert_cmpint (row->works[LSC_AFTER].total_ns, ==, 3 * 15);
  g_assert_cmpint (find_row (chips, "aten::addmm")->works[LSC_BEFORE].n, ==, 2);
}

/* A norm by its operators, or by one: forward and backward each are one row. */
static void
test_rest (void)
{
  const Work before[] = { PLAIN ("M/Norm", "aten::pow", "pow", 10),
                          { "M/Norm", "aten::mean", "mean", LSC_OP_FAMILY_REDUCTION,
                            LSC_OP_COMPUTING, 20, 0 },
                          PLAIN ("M/Norm", "aten::rsqrt", "rsqrt", 5),
                          PLAIN ("M/Norm", "PowBackward0", "pow", 7),
                          END };
  const Work after[] = { NORM ("M/Norm", "npu::npu_rms_norm", "RmsNorm", 15),
                         NORM ("M/Norm", "aclnnRmsNormGrad", "RmsNormGrad", 6), END };
  g_autoptr (LscChips) chips = compare (before, after);
  const LscChipRow *forward = find_row (chips, "aten::pow + aten::mean + aten::rsqrt");

  g_assert_cmpint (forward->match, ==, LSC_CHIP_MATCH_ORDER);
  g_assert_cmpstr (forward->works[LSC_AFTER].name, ==, "npu::npu_rms_norm");
  g_assert_cmpint (find_row (chips, "PowBackward0")->works[LSC_AFTER].total_ns, ==, 3 * 6);
}

/* The same product of a module that is called otherwise. */
static void
test_shapes (void)
{
  const Work before[] = { PRODUCT ("A/Up", "aten::mm", "gemm", 50, 1e6),
                          PRODUCT ("A/Down", "aten::mm", "gemm", 50, 2e6), END };
  const Work after[] = { PRODUCT ("B/Second", "aclnnMm", "MatMulV2", 60, 2e6),
                         PRODUCT ("B/First", "aclnnMm", "MatMulV2", 70, 1e6), END };
  g_autoptr (LscChips) chips = compare (before, after);

  for (guint i = 0; i < 2; i++)
    {
      const LscChipRow *row = lsc_chips_get (chips, LSC_COMPARE_OPS, i);

      g_assert_cmpint (row->match, ==, LSC_CHIP_MATCH_SHAPES);
      g_assert_cmpstr (row->other_module, ==,
                       g_str_equal (row->module, "A/Up") ? "B/First" : "B/Second");
    }
}

/* What has no counterpart stays alone, and is nothing of what is paired. */
static void
test_alone (void)
{
  const Work before[] = { PRODUCT ("M/Linear", "aten::addmm", "gemm", 70, 1e6),
                          NORM ("M/Extra", "aten::native_layer_norm", "ln", 30), END };
  const Work after[] = { PRODUCT ("M/Linear", "aten::addmm", "MatMulV2", 70, 1e6), END };
  g_autoptr (LscChips) chips = compare (before, after);

  g_assert_cmpint (find_row (chips, "aten::addmm")->match, ==, LSC_CHIP_MATCH_EXACT);
  g_assert_cmpint (find_row (chips, "aten::native_layer_norm")->match, ==,
                   LSC_CHIP_MATCH_ONLY_BEFORE);
  g_assert_cmpfloat_with_epsilon (lsc_chip_side_get_paired (&chips->sides[LSC_BEFORE]), 0.7, 1e-12);
  g_assert_cmpfloat (lsc_chip_side_get_paired (&chips->sides[LSC_AFTER]), ==, 1);
}

/* One side knows no modules: its operators belong to those of all modules of the other. */
static void
test_no_modules (void)
{
  const Work before[] = { PRODUCT ("M/A", "aten::addmm", "gemm", 70, 1e6),
                          PRODUCT ("M/B", "aten::addmm", "gemm", 30, 1e6), END };
  const Work after[] = { PRODUCT (NULL, "aclnnAddmm", "MatMulV2", 90, 2e6), END };
  g_autoptr (LscChips) chips = compare (before, after);

  g_assert_cmpuint (chips->lists[LSC_COMPARE_OPS]->len, ==, 1);
  g_assert_cmpint (find_row (chips, "aten::addmm")->shapes, ==, LSC_CHIP_SHAPES_EQUAL);
}

static void
test_empty (void)
{
  const Work none[] = { END };
  const Work one[] = { PRODUCT ("M", "aten::addmm", "gemm", 70, 1e6), END };
  g_autoptr (LscChips) chips = compare (none, one);
  g_autofree char *head = lsc_phrase_to_words (chips->head);

  g_assert_nonnull (strstr (head, "not known, because"));
  g_assert_null (chips->detail);
  g_assert_true (isnan (lsc_chip_side_get_paired (&chips->sides[LSC_BEFORE])));
}

/* ---- who is behind ---- */

static char *
say (double before_tflops, double after_tflops, const Work *before, const Work *after)
{
  g_autoptr (LscOpSheet) a = make_sheet ("NVIDIA H100 80GB HBM3", before_tflops, before, 1);
  g_autoptr (LscOpSheet) b = make_sheet ("AMD Instinct MI300X VF", after_tflops, after, 1);
  g_autoptr (LscChips) chips = compare_sheets (a, b);

  return lsc_phrase_to_words (chips->head);
}

/* 1e7 FLOPs in 100 ns are 1e14 a second: 10 % of a peak of 1,000 TFLOP/s, 5 % of 2,000: the chip
 * that takes as long is the one behind. */
static void
test_behind (void)
{
  const Work before[] = { PRODUCT ("M/A", "aten::addmm", "gemm", 100, 1e7), END };
  const Work after[] = { PRODUCT ("M/A", "aten::addmm", "Cijk", 100, 1e7), END };
  g_autofree char *behind = say (1000, 2000, before, after);
  g_autofree char *level = say (1000, 1000, before, after);

  g_assert_cmpstr (behind, ==,
                   "MI300X VF is behind its peak most at M/A: it reaches 5.00 %, and H100 reaches "
                   "10.0 % of its own.");
  g_assert_cmpstr (level, ==,
                   "Both chips reach the same share of their own peak at all modules, within 5 %.");
}

/* Attention without FLOPs: 100 ns at 1,000 TFLOP/s, 200 ns at 1,000 are half the share; of other
 * shapes elsewhere, or of what is no arithmetic, nobody knows. */
static void
test_ratio (void)
{
#define ATTENTION(ns)                                                                              \
  {                                                                                                \
    "M/Attention", "aten::sdpa", "flash", LSC_OP_FAMILY_ATTENTION, LSC_OP_COMPUTING, ns, 0         \
  }
  const Work before[] = { PRODUCT ("M/A", "aten::addmm", "gemm", 100, 1e7), ATTENTION (100),
                          NORM ("M/N", "aten::layer_norm", "ln", 100), END };
  const Work after[] = { PRODUCT ("M/A", "aten::addmm", "Cijk", 100, 1e7), ATTENTION (200),
                         NORM ("M/N", "aten::layer_norm", "ln", 300), END };
  const Work other[] = { PRODUCT ("M/A", "aten::addmm", "Cijk", 100, 2e7), ATTENTION (200), END };
  g_autofree char *half = say (1000, 1000, before, after);
  g_autofree char *unlike = say (1000, 1000, before, other);
  g_autofree char *swapped = say (1000, 1000, after, before);

  g_assert_cmpstr (
      half, ==,
      "MI300X VF is behind its peak most at M/Attention: it reaches 50.0 % of the share "
      "that H100 reaches of its own.");
  g_assert_cmpstr (swapped, ==,
                   "H100 is behind its peak most at M/Attention: it reaches 50.0 % of the share "
                   "that MI300X VF reaches of its own.");
  g_assert_nonnull (strstr (unlike, "not known, because"));
}

static void
test_unknown_peak (void)
{
  const Work before[] = { PRODUCT ("M/A", "aten::addmm", "gemm", 100, 1e7), END };
  const Work after[] = { PRODUCT ("M/A", "aten::addmm", "Cijk", 100, 1e7), END };
  const Work plain[] = { PRODUCT ("M/A", "aten::addmm", "Cijk", 100, 0), END };
  g_autofree char *peak = say (1000, 0, before, after);
  g_autofree char *shapes = say (1000, 1000, before, plain);
  g_autoptr (LscOpSheet) a = make_sheet ("NVIDIA H100 80GB HBM3", 1000, before, 1);
  g_autoptr (LscOpSheet) b = make_sheet (NULL, 0, after, 1);
  g_autoptr (LscChips) chips = compare_sheets (a, b);
  g_autoptr (LscTable) table = lsc_chips_get_table (chips, LSC_COMPARE_OPS);

  g_assert_cmpstr (peak, ==,
                   "What MI300X VF reaches of its peak is not known, because the peak of AMD "
                   "Instinct MI300X VF is not in the table of chips.");
  g_assert_cmpstr (shapes, ==,
                   "What MI300X VF reaches of its peak is not known, because no shapes of matrix "
                   "products were recorded.");
  g_assert_true (lsc_table_get_named (table, 0, "after_peak_share").is_null);
  g_assert_false (lsc_table_get_named (table, 0, "after_flops_per_s").is_null);
  g_assert_false (lsc_table_get_named (table, 0, "before_peak_share").is_null);
}

/* ---- sums ---- */

static void
check_table (const LscChips *chips, LscCompareList list, LscSide side)
{
  g_autoptr (LscTable) table = lsc_chips_get_table (chips, list);
  const LscChipSide *about = &chips->sides[side];
  gint64 sum = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue value =
          lsc_table_get_named (table, i, side == LSC_BEFORE ? "before_ns" : "after_ns");

      sum += value.is_null ? 0 : value.integer;
    }
  g_assert_cmpint (sum, ==, about->n_steps > 0 ? about->total_ns / about->n_steps : 0);
}

/* To the ns: each list has all of a side's device time, and what is paired is no more than that. */
static void
check_sums (const LscChips *chips)
{
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      {
        gint64 total = 0, paired = 0, alone = 0;

        for (guint i = 0; i < chips->lists[list]->len; i++)
          {
            const LscChipRow *row = lsc_chips_get (chips, (LscCompareList) list, i);

            total += row->works[side].total_ns;
            paired += row->paired_ns[side];
            alone += row->works[side].total_ns - row->paired_ns[side];
          }
        g_assert_cmpint (total, ==, chips->sides[side].total_ns);
        g_assert_cmpint (paired, ==, chips->sides[side].paired_ns);
        g_assert_cmpint (paired + alone, ==, chips->sides[side].total_ns);
        check_table (chips, (LscCompareList) list, (LscSide) side);
      }
}

static void
fill_random (Work *works, guint n, GRand *rand)
{
  static const char *const modules[] = { NULL, "M", "M/A", "M/A/B", "M/C", "DDP/M/A" };
  static const char *const ops[] = { NULL,          "aten::addmm", "aclnnAddmm", "aten::add",
                                     "aclnnAddCat", "aten::cat",   "x",          "" };
  static const char *const kernels[] = { "gemm", "MatMulV2", "Add", "Cat", "Memcpy" };

  for (guint i = 0; i < n; i++)
    works[i] = (Work){ modules[g_rand_int_range (rand, 0, G_N_ELEMENTS (modules))],
                       ops[g_rand_int_range (rand, 0, G_N_ELEMENTS (ops))],
                       kernels[g_rand_int_range (rand, 0, G_N_ELEMENTS (kernels))],
                       g_rand_int_range (rand, 0, LSC_N_OP_FAMILIES),
                       (LscOpClass) g_rand_int_range (rand, 0, LSC_OP_N_CLASSES),
                       g_rand_int_range (rand, 0, 1000),
                       g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, 1, 4) * 1e6 };
  works[n] = (Work) END;
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261129);
  Work works[LSC_N_SIDES][41];

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (LscChips) chips = NULL;

      for (guint side = 0; side < LSC_N_SIDES; side++)
        fill_random (works[side], (guint) g_rand_int_range (rand, 0, 41), rand);
      chips = compare (works[LSC_BEFORE], works[LSC_AFTER]);
      check_sums (chips);
    }
}

/* Of a recording and itself all is paired by its own name, with equal FLOPs. */
static void
test_itself (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  Work works[41];
  g_autoptr (LscChips) chips = NULL;

  fill_random (works, 40, rand);
  chips = compare (works, works);
  for (guint i = 0; i < chips->lists[LSC_COMPARE_OPS]->len; i++)
    {
      const LscChipRow *row = lsc_chips_get (chips, LSC_COMPARE_OPS, i);

      g_assert_cmpint (row->match, ==, LSC_CHIP_MATCH_EXACT);
      g_assert_cmpint (row->shapes, !=, LSC_CHIP_SHAPES_DIFFER);
    }
  g_assert_cmpint (chips->sides[LSC_BEFORE].paired_ns, ==, chips->sides[LSC_BEFORE].total_ns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chips/names", test_names);
  g_test_add_func ("/chips/words", test_words);
  g_test_add_func ("/chips/modules", test_modules);
  g_test_add_func ("/chips/pairs", test_pairs);
  g_test_add_func ("/chips/fused", test_fused);
  g_test_add_func ("/chips/rest", test_rest);
  g_test_add_func ("/chips/shapes", test_shapes);
  g_test_add_func ("/chips/alone", test_alone);
  g_test_add_func ("/chips/no-modules", test_no_modules);
  g_test_add_func ("/chips/empty", test_empty);
  g_test_add_func ("/chips/behind", test_behind);
  g_test_add_func ("/chips/ratio", test_ratio);
  g_test_add_func ("/chips/unknown-peak", test_unknown_peak);
  g_test_add_func ("/chips/random", test_random);
  g_test_add_func ("/chips/itself", test_itself);
  return g_test_run ();
}
