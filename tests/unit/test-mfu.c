/* test-mfu.c - FLOPs, peaks and MFU on hand-counted kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-chip.h"
#include "analyze/module/lsc-module-rows.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-open.h"

/* The chip of the profiles: 20 cores of 1800 MHz, 294.912 TFLOP/s. */

#define TID 7001
#define US 1000
#define CORES 20

#define MATMUL(types, inputs, outputs)                                                             \
  ((LscTestKernelInfo){ "MatMulV3", "AI_CORE", types, inputs, types, outputs, CORES })
#define ATTENTION(inputs)                                                                          \
  ((LscTestKernelInfo){ "FlashAttentionScore", "MIX_AIC", "DT_BF16;DT_BF16;DT_BF16", inputs,       \
                        "DT_BF16", "1,1", CORES })
#define SQUARE "4096,4096;4096,4096"
#define HEADS "1,32,4096,128;1,32,4096,128;1,32,4096,128"

static LscTestProfile *
new_profile (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100000000, TID);
  lsc_test_profile_set_chip (p, CORES, "1800");
  return p;
}

/* An op of 10 ns with one kernel. */
static guint
add_op (LscTestProfile *p, const char *name, gint64 start_ns, const LscTestKernelInfo *info,
        gint64 duration_ns)
{
  guint op = lsc_test_profile_op (p, name, start_ns, start_ns + 10, TID);
  guint kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, name, start_ns + 50,
                                             start_ns + 50 + duration_ns);

  lsc_test_profile_kernel_set_info (p, kernel, info);
  return op;
}

static void
add_flops (LscTestProfile *p, const char *message, gint64 start_ns, gint64 end_ns)
{
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "mfu_flops", message, start_ns, end_ns, TID,
                         4000000100);
}

static void
add_mark (LscTestProfile *p, LscTestMstxType type, const char *json, gint64 time_ns)
{
  lsc_test_profile_mstx (p, type, "flash_attn_args", json, time_ns, time_ns, TID,
                         4000000200 + time_ns);
}

static LscRun *
load (LscTestProfile *profile)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  LscCluster *cluster;
  LscRun *run;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  project = lsc_discover (dir, NULL, &error);
  g_assert_no_error (error);
  cluster = project->clusters->pdata[0];
  run = lsc_run_load (cluster->sources->pdata[0], LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES, NULL,
                      &error);
  g_assert_no_error (error);
  return run;
}

/* The count of a notice, %G_MININT64 when there is none. */
static gint64
notice_count (LscNotices *notices, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);

  for (guint i = 0; i < list->len; i++)
    if (strcmp (((const LscNotice *) list->pdata[i])->code, code) == 0)
      return ((const LscNotice *) list->pdata[i])->count;
  return G_MININT64;
}

static LscTable *
statistic (LscTestProfile *profile, const LscMfuOptions *options)
{
  g_autoptr (LscRun) run = load (profile);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, NULL, NULL, &error);
  LscTable *table;

  g_assert_no_error (error);
  table = lsc_module_statistic_table (data, options, NULL, &error);
  g_assert_no_error (error);
  return table;
}

/* The MFU texts of all rows, joined by a blank; "none" without the column. */
static char *
texts (const LscTable *table)
{
  int column = lsc_table_find_column (table, "avgMFU");
  GString *all = g_string_new (NULL);

  if (column < 0)
    return g_string_free (g_string_assign (all, "none"), FALSE);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    g_string_append_printf (all, "%s%s", i ? " " : "",
                            lsc_table_get (table, i, (guint) column).text);
  return g_string_free (all, FALSE);
}

static void
assert_mfu (LscTestProfile *profile, const LscMfuOptions *options, const char *expected)
{
  g_autoptr (LscTable) table = statistic (profile, options);
  g_autofree char *actual = texts (table);

  g_assert_cmpstr (actual, ==, expected);
}

static void
assert_both (LscTestProfile *profile, const char *ours, const char *peer)
{
  LscMfuOptions automatic = { .mode = LSC_MFU_AUTO };
  LscMfuOptions reference = { .mode = LSC_MFU_PEER };

  assert_mfu (profile, &automatic, ours);
  assert_mfu (profile, &reference, peer);
}

static void
check_kernel (const LscTestKernelInfo *info, gint64 duration_ns, const char *ours, const char *peer)
{
  g_autoptr (LscTestProfile) p = new_profile ();

  add_op (p, "op", 1000, info, duration_ns);
  assert_both (p, ours, peer);
}

static void
check_attention (const char *inputs, const char *json, gint64 duration_ns, const char *ours,
                 const char *peer)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo info = ATTENTION (inputs);

  add_mark (p, LSC_TEST_MSTX_MARKER, json, 900);
  add_op (p, "op", 1000, &info, duration_ns);
  assert_both (p, ours, peer);
}

/* checks.md#rows. */
static void
test_products (void)
{
  LscTestKernelInfo bf16 = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscTestKernelInfo fp32 = MATMUL ("FLOAT;FLOAT", SQUARE, "4096,4096");
  LscTestKernelInfo int8 = MATMUL ("INT8;INT8", SQUARE, "4096,4096");
  LscTestKernelInfo int64 = MATMUL ("INT64;INT64", SQUARE, "4096,4096");

  check_kernel (&bf16, 800 * US, "58.25%", "58.25%");
  check_kernel (&bf16, 900 * US, "51.78%", "51.78%");
  check_kernel (&fp32, 1000 * US, "46.6%", "46.6%");
  check_kernel (&int8, 800 * US, "29.13%", "29.13%");
  check_kernel (&int64, 800 * US, "none", "none");
}

static void
test_attention (void)
{
  check_attention (HEADS, "{\"input_layout\":\"BNSD\",\"sparse_mode\":0}", 1000 * US, "93.21%",
                   "93.21%");
  check_attention (HEADS, "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}", 1000 * US, "46.6%",
                   "46.6%");
  check_attention (HEADS, "{\"is_causal\": true}", 1000 * US, "46.6%", "46.6%");
  check_attention (HEADS, "{\"is_causal\": false}", 1000 * US, "93.21%", "93.21%");
}

/* What a mark may not be. */
static void
test_bad_marks (void)
{
  static const char *const bad[] = {
    "not json",
    "[]",
    "{}",
    "{\"input_layout\":null,\"sparse_mode\":0}",
    "{\"input_layout\":\"BNSD\"}",
    "{\"input_layout\":\"BNSD\",\"sparse_mode\":7}",
    "{\"input_layout\":\"XYZ\",\"sparse_mode\":0}",
    "{\"input_layout\":\"TND\",\"actual_seq_qlen\":\"1,2\",\"actual_seq_kvlen\":[1]}",
    "{\"input_layout\":\"BSH\",\"sparse_mode\":0}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    check_attention (HEADS, bad[i], 1000 * US, "none", "none");
}

/* exports.md#q43: the reference divides by the wrong length. */
static void
test_causal_long_query (void)
{
  check_attention ("1,32,8192,128;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}", 1000 * US, "139.81%",
                   "279.62%");
}

/* exports.md#q43: the reference compares head sizes where it means lengths. */
static void
test_causal_sequence_test (void)
{
  check_attention ("1,32,2048,128;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}", 1000 * US, "11.65%", "none");
  check_attention ("1,32,8192,128;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":3}", 1000 * US, "46.6%", "none");
  check_attention ("1,32,2048,128;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":3}", 1000 * US, "34.95%", "none");
  /* Heads of keys that are wider or narrower than those of queries, which the peer looks at. */
  check_attention ("1,32,2048,128;1,32,4096,192;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}", 1000 * US, "11.65%", "14.56%");
  check_attention ("1,32,2048,128;1,32,4096,192;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":3}", 1000 * US, "34.95%", "43.69%");
  check_attention ("1,32,2048,192;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}", 1000 * US, "14.56%", "none");
  check_attention ("1,32,2048,192;1,32,4096,128;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":3}", 1000 * US, "43.69%", "58.25%");
}

/* exports.md#q43: 32 query heads share 8 key heads, which BSH does not show. */
static void
test_grouped_query (void)
{
  check_attention ("1,4096,4096;1,4096,1024;1,4096,1024",
                   "{\"input_layout\":\"BSH\",\"sparse_mode\":0}", 1000 * US, "93.21%", "58.25%");
  check_attention ("4096,1,4096;4096,1,1024;4096,1,1024",
                   "{\"input_layout\":\"SBH\",\"sparse_mode\":0}", 1000 * US, "93.21%", "58.25%");
  check_attention ("1,4096,32,128;1,4096,8,128;1,4096,8,128",
                   "{\"input_layout\":\"BSND\",\"sparse_mode\":0}", 1000 * US, "93.21%", "93.21%");
}

/* The value may have another head size than the key. */
static void
test_value_size (void)
{
  check_attention ("1,32,4096,192;1,32,4096,192;1,32,4096,128",
                   "{\"input_layout\":\"BNSD\",\"sparse_mode\":0}", 2000 * US, "58.25%", "69.91%");
}

#define PACKED "4096,32,128;4096,32,128;4096,32,128"
#define TWO_OF_2048 "\"actual_seq_qlen\":[2048,4096,0],\"actual_seq_kvlen\":[2048,4096,0,0]}"

/* exports.md#q48: packed sequences of 2048 each; the reference does not look at the mask. Zeros at
 * the end are padding. */
static void
test_packed (void)
{
  check_attention (PACKED, "{\"input_layout\":\"TND\"," TWO_OF_2048, 1000 * US, "46.6%", "46.6%");
  check_attention (PACKED, "{\"input_layout\":\"TND\",\"sparse_mode\":0," TWO_OF_2048, 1000 * US,
                   "46.6%", "46.6%");
  check_attention (PACKED, "{\"input_layout\":\"TND\",\"sparse_mode\":2," TWO_OF_2048, 1000 * US,
                   "23.3%", "46.6%");
  check_attention (PACKED, "{\"input_layout\":\"TND\",\"sparse_mode\":3," TWO_OF_2048, 1000 * US,
                   "23.3%", "46.6%");
  check_attention (PACKED, "{\"input_layout\":\"TND\",\"sparse_mode\":7," TWO_OF_2048, 1000 * US,
                   "none", "46.6%");
  /* A query of 1024 against keys of 3072, then the other way round: with mask 3 the scores are
   * 1024 * 3072 - 1024^2 / 2 and 1024^2 / 2, half of all. */
  check_attention (PACKED,
                   "{\"input_layout\":\"TND\",\"sparse_mode\":3,"
                   "\"actual_seq_qlen\":[1024,4096],\"actual_seq_kvlen\":[3072,4096]}",
                   1000 * US, "17.48%", "34.95%");
  check_attention (PACKED,
                   "{\"input_layout\":\"TND\",\"actual_seq_qlen\":[0,0],"
                   "\"actual_seq_kvlen\":[0,0]}",
                   1000 * US, "none", "none");
}

/* A range that was recorded around the packed attention, with the FLOPs of all scores: the mark
 * tells the mask. Other figures stay as they were recorded, and so does everything without mark. */
static void
test_packed_recorded (void)
{
  static const struct
  {
    const char *message;
    const char *layout;
    const char *mfu;
  } cases[] = {
    { "137438953472-npu_fusion_attention", "\"TND\",\"sparse_mode\":3,", "23.3%" },
    { "137438953472-npu_fusion_attention", "\"TND\",", "46.6%" },
    { "68719476736-npu_fusion_attention", "\"TND\",\"sparse_mode\":3,", "23.3%" },
    { "100000000000-npu_fusion_attention", "\"TND\",\"sparse_mode\":3,", "33.91%" },
    { "137438953472-npu_fusion_attention", NULL, "46.6%" },
  };
  LscTestKernelInfo info = ATTENTION (PACKED);
  LscMfuOptions automatic = { .mode = LSC_MFU_AUTO };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestProfile) p = new_profile ();
      g_autofree char *mark = g_strdup_printf ("{\"input_layout\":%s" TWO_OF_2048,
                                               cases[i].layout ? cases[i].layout : "null,");

      if (cases[i].layout)
        add_mark (p, LSC_TEST_MSTX_MARKER, mark, 900);
      add_flops (p, cases[i].message, 950, 1100);
      add_op (p, "op", 1000, &info, 1000 * US);
      assert_mfu (p, &automatic, cases[i].mfu);
    }
}

/* exports.md#q46: a mark serves one op; one of the newer kind is read as well; 3 ms is the
 * limit. */
static void
test_marks_serve_one (void)
{
  const char *json = "{\"input_layout\":\"BNSD\",\"sparse_mode\":0}";
  const char *causal = "{\"input_layout\":\"BNSD\",\"sparse_mode\":2}";
  LscTestKernelInfo info = ATTENTION (HEADS);
  g_autoptr (LscTestProfile) once = new_profile ();
  g_autoptr (LscTestProfile) newer = new_profile ();
  g_autoptr (LscTestProfile) late = new_profile ();
  g_autoptr (LscTestProfile) last = new_profile ();

  add_mark (once, LSC_TEST_MSTX_MARKER, json, 900);
  add_op (once, "a", 1000, &info, 1000 * US);
  add_op (once, "b", 2000, &info, 1000 * US);
  assert_both (once, "93.21% ", "93.21% ");

  add_mark (newer, LSC_TEST_MSTX_MARKER_EX, json, 900);
  add_op (newer, "a", 1000, &info, 1000 * US);
  assert_both (newer, "93.21%", "none");

  add_mark (late, LSC_TEST_MSTX_MARKER, json, 1000);
  add_op (late, "a", 1000 + 3000 * US, &info, 1000 * US);
  add_mark (late, LSC_TEST_MSTX_MARKER, json, 10000 * US);
  add_op (late, "b", 13000 * US + 1, &info, 1000 * US);
  assert_both (late, "93.21% ", "93.21% ");

  add_mark (last, LSC_TEST_MSTX_MARKER, json, 900);
  add_mark (last, LSC_TEST_MSTX_MARKER, causal, 950);
  add_op (last, "a", 1000, &info, 1000 * US);
  assert_both (last, "46.6%", "46.6%");
}

/* exports.md#q47 and the other shapes that only we read. */
static void
test_shapes (void)
{
  LscTestKernelInfo blocks =
      MATMUL ("DT_BF16;DT_BF16", "256,256,16,16;256,256,16,16", "256,256,16,16");
  LscTestKernelInfo mixed = MATMUL ("DT_BF16;DT_BF16", "4096,4096;256,256,16,16", "4096,4096");
  LscTestKernelInfo trailing = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096;");
  LscTestKernelInfo two = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096;4096,4096");
  LscTestKernelInfo unequal = MATMUL ("DT_BF16;FLOAT", SQUARE, "4096,4096");
  LscTestKernelInfo transposed = MATMUL ("DT_BF16;DT_BF16", "8192,2048;8192,4096", "2048,4096");
  LscTestKernelInfo garbage = MATMUL ("DT_BF16;DT_BF16", "4096,x;4096,4096", "4096,4096");
  LscTestKernelInfo older = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscTestKernelInfo batch = MATMUL ("DT_BF16;DT_BF16", "4,8,1024,64;4,8,64,1024", "4,8,1024,1024");

  older.op_type = "MatMul";
  batch.op_type = "BatchMatMulV2";
  check_kernel (&blocks, 800 * US, "58.25%", "58.25%");
  check_kernel (&mixed, 800 * US, "58.25%", "none");
  check_kernel (&trailing, 800 * US, "58.25%", "none");
  check_kernel (&two, 800 * US, "none", "none");
  check_kernel (&unequal, 800 * US, "none", "none");
  check_kernel (&transposed, 800 * US, "58.25%", "58.25%");
  check_kernel (&garbage, 800 * US, "none", "none");
  check_kernel (&older, 800 * US, "58.25%", "none");
  /* 2 * 32 * 1024 * 1024 * 64 = 4.295 GFLOP in 100 us. */
  check_kernel (&batch, 100 * US, "14.56%", "none");
}

/* Attention backward: 2.5 times the forward of the same shapes. */
static void
test_attention_grad (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo forward = ATTENTION (HEADS);
  LscTestKernelInfo grad = ATTENTION (HEADS ";1,32,4096,128");
  LscTestKernelInfo other = ATTENTION ("1,16,4096,128;1,16,4096,128;1,16,4096,128");

  grad.op_type = other.op_type = "FlashAttentionScoreGrad";
  add_mark (p, LSC_TEST_MSTX_MARKER, "{\"is_causal\":true}", 900);
  add_op (p, "forward", 1000, &forward, 1000 * US);
  add_op (p, "grad", 2000, &grad, 2500 * US);
  add_op (p, "other", 3000, &other, 2500 * US);
  assert_both (p, "46.6% 46.6% ", "46.6%  ");
}

typedef struct
{
  LscRun *run;
  LscTable *operators;
  LscTable *modules;
} Tables;

static void
clear_tables (Tables *tables)
{
  g_clear_pointer (&tables->operators, lsc_table_unref);
  g_clear_pointer (&tables->modules, lsc_table_unref);
  g_clear_pointer (&tables->run, lsc_run_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tables, clear_tables)

static Tables
mfu_tables (LscTestProfile *profile, const LscMfuOptions *options)
{
  Tables tables = { load (profile), NULL, NULL };
  g_autoptr (GError) error = NULL;

  lsc_operator_mfu_tables (tables.run, NULL, options, &tables.operators, &tables.modules, NULL,
                           &error);
  g_assert_no_error (error);
  return tables;
}

/* "op kernel mfu flops name" of each row. */
static void
assert_operators (const Tables *tables, const char *const *expected)
{
  gsize n = g_strv_length ((char **) expected);

  for (gsize i = 0; i < MIN (n, lsc_table_get_n_rows (tables->operators)); i++)
    {
      const LscTable *table = tables->operators;
      g_autofree char *row =
          g_strdup_printf ("%s %s %g %.0f %s", lsc_table_get (table, i, 1).text,
                           lsc_table_get (table, i, 2).text, lsc_table_get (table, i, 6).real,
                           lsc_table_get (table, i, 9).real, lsc_table_get (table, i, 10).text);

      g_assert_cmpstr (row, ==, expected[i]);
    }
  g_assert_cmpuint (lsc_table_get_n_rows (tables->operators), ==, n);
}

#define ROWS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* exports.md#q36: a transpose beside the product carries nothing; two products share by time. */
static void
test_recorded_split (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscTestKernelInfo trans = product, vector = product;
  g_auto (Tables) tables = { 0 };

  trans.op_type = "TransData";
  vector.op_type = "Mul";
  vector.task_type = "AI_VECTOR_CORE";
  add_flops (p, "137438953472-mm", 900, 2000);
  add_op (p, "trans", 1000, &trans, 1 * US);
  add_op (p, "mm", 1100, &product, 800 * US);
  add_flops (p, "400000000000-two", 2900, 4000);
  add_op (p, "one", 3000, &product, 300 * US);
  add_op (p, "three", 3100, &product, 900 * US);
  /* Without a product: the longest kernel on a cube core. */
  add_flops (p, "1000000-odd", 4900, 6000);
  add_op (p, "cast", 5000, &trans, 2 * US);
  add_op (p, "vector", 5100, &vector, 9 * US);
  tables = mfu_tables (p, NULL);
  assert_operators (&tables,
                    ROWS ("mm mm 0.5825 137438953472 mm", "one one 1.1303 100000000000 two",
                          "three three 1.1303 300000000000 two", "cast cast 0.0017 1000000 odd"));
}

/* exports.md#q37, #q38 and messages that do not count. */
static void
test_recorded_ranges (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscTestKernelInfo unknown = MATMUL ("INT64;INT64", SQUARE, "4096,4096");
  g_auto (Tables) tables = { 0 };

  add_flops (p, "1000000000-outer", 900, 2000);
  add_flops (p, "2000000000-inner-most", 950, 1500);
  add_op (p, "nested", 1000, &product, 100 * US);
  add_flops (p, "1000000000-a", 2990, 3010);
  add_flops (p, "3000000000-b", 3010, 3030);
  add_op (p, "between", 3010, &product, 100 * US);
  add_flops (p, "1000000000-c", 3990, 4005);
  add_op (p, "sticks-out", 4000, &product, 100 * US);
  add_flops (p, "1000000000-unknown", 4990, 5100);
  add_op (p, "unknown", 5000, &unknown, 100 * US);
  add_flops (p, "0-zero", 5990, 6100);
  add_op (p, "zero", 6000, &product, 100 * US);
  add_flops (p, "12x-bad", 6990, 7100);
  add_op (p, "bad", 7000, &product, 100 * US);
  add_flops (p, "9223372036854775808-huge", 7990, 8100);
  add_op (p, "huge", 8000, &product, 100 * US);
  tables = mfu_tables (p, NULL);
  assert_operators (&tables, ROWS ("nested nested 0.0678 2000000000 inner-most",
                                   "between between 0.1017 3000000000 b",
                                   "sticks-out sticks-out 0.0339 1000000000 c"));
  g_assert_cmpint (notice_count (tables.run->notices, "mfu-bad-range"), ==, 3);
}

/* Recorded FLOPs come before shapes; the tables take shapes only when told to. */
static void
test_sources (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscMfuOptions automatic = { 0 };
  LscMfuOptions shapes = { .flops = LSC_FLOPS_SHAPES };
  g_auto (Tables) recorded = { 0 }, widened = { 0 };

  add_flops (p, "68719476736-half", 900, 1500);
  add_op (p, "a", 1000, &product, 800 * US);
  add_op (p, "b", 2000, &product, 800 * US);
  assert_mfu (p, &automatic, "29.13% 58.25%");
  recorded = mfu_tables (p, NULL);
  assert_operators (&recorded, ROWS ("a a 0.2913 68719476736 half"));
  widened = mfu_tables (p, &shapes);
  assert_operators (&widened,
                    ROWS ("a a 0.2913 68719476736 half", "b b 0.5825 137438953472 MatMulV3"));
}

/* exports.md#q41: no backward rows in ModuleMFU unless asked for. */
static void
test_module_mfu_backward (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscMfuOptions backward = { .backward = TRUE };
  g_auto (Tables) plain = { 0 }, both = { 0 };
  guint forward = add_op (p, "f", 1000, &product, 800 * US);
  guint back = add_op (p, "b", 200000000, &product, 800 * US);

  lsc_test_profile_link (p, forward, back);
  add_flops (p, "137438953472-mm", 900, 1500);
  plain = mfu_tables (p, NULL);
  g_assert_cmpuint (lsc_table_get_n_rows (plain.modules), ==, 1);
  g_assert_cmpstr (lsc_table_get (plain.modules, 0, 8).text, ==, "58.25%");
  both = mfu_tables (p, &backward);
  g_assert_cmpuint (lsc_table_get_n_rows (both.modules), ==, 2);
  g_assert_cmpstr (lsc_table_get (both.modules, 1, 2).text, ==, "[Backward]M");
  g_assert_cmpstr (lsc_table_get (both.modules, 1, 8).text, ==, "");
}

/* exports.md#q40: an op of two kernels shows the value of the second as if it were the first. */
static void
test_text_positions (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  LscTestKernelInfo trans = product;
  guint op, kernel;

  trans.op_type = "TransData";
  op = add_op (p, "mm", 1000, &trans, 1 * US);
  for (guint i = 0; i < 2; i++)
    {
      kernel =
          lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "product", 5000 + i * 1000000,
                                      5000 + i * 1000000 + (800 + i * 100) * US);
      lsc_test_profile_kernel_set_info (p, kernel, &product);
    }
  assert_both (p, "58.25%,51.78%", "58.25%,51.78%");
}

/* The peak in order of its sources (flops.md#sources), and exports.md#q42. */
static void
test_peaks (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  g_autoptr (LscTestProfile) bare = lsc_test_profile_new ();
  LscTestKernelInfo fp32 = MATMUL ("FLOAT;FLOAT", SQUARE, "4096,4096");
  LscMfuOptions user = { .peak_tflops = 500 };
  LscMfuOptions chip = { .chip = "910B1" };
  LscMfuOptions basis = { .dtype_basis = TRUE };
  LscMfuOptions none = { 0 };

  add_op (p, "op", 1000, &fp32, 1000 * US);
  assert_mfu (p, &none, "46.6%");
  assert_mfu (p, &user, "27.49%");
  assert_mfu (p, &chip, "37.79%");
  assert_mfu (p, &basis, "186.41%");

  lsc_test_profile_module (bare, "M", 0, 100000000, TID);
  add_op (bare, "op", 1000, &fp32, 1000 * US);
  assert_mfu (bare, &none, "none");
  assert_mfu (bare, &user, "27.49%");
}

static void
test_estimate (void)
{
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  LscMfuOptions peer = { .mode = LSC_MFU_PEER };
  LscPeak peak;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  run = load (p);
  run->max_core_count = 23;
  run->max_freq_mhz = 1800;
  peak = lsc_peak_find (run, NULL);
  g_assert_cmpint (peak.source, ==, LSC_PEAK_ESTIMATED);
  g_assert_cmpfloat_with_epsilon (peak.fp16, 353.8944e12, 1e6);
  g_assert_cmpfloat_with_epsilon (peak.int8, 2 * 353.8944e12, 1e6);
  g_assert_cmpint (lsc_peak_find (run, &peer).source, ==, LSC_PEAK_UNKNOWN);
  run->max_core_count = 40;
  g_assert_cmpint (lsc_peak_find (run, NULL).source, ==, LSC_PEAK_UNKNOWN);
}

static void
test_chips (void)
{
  gsize n;
  const LscChip *list = lsc_chip_list (&n);

  g_assert_cmpfloat_with_epsilon (lsc_chip_fp16_flops (lsc_chip_find ("Ascend910B3")), 294.912e12,
                                  1e6);
  g_assert_cmpfloat_with_epsilon (lsc_chip_int8_flops (lsc_chip_find ("ascend910b3")), 589.824e12,
                                  1e6);
  g_assert_true (lsc_chip_find ("910B3") == lsc_chip_find ("Ascend910B3"));
  g_assert_null (lsc_chip_find ("Ascend910B"));
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (lsc_chip_fp16_flops (&list[i]), >, 50e12);
}

/* Devices as drivers name them: the chip, or none where a word says that it is another. */
static void
test_chip_of_device (void)
{
  static const struct
  {
    const char *device;
    gint64 units;
    const char *chip; /* NULL: none */
  } cases[] = {
    { "NVIDIA H100 80GB HBM3", 132, "H100" },
    { "NVIDIA H100 80GB HBM3", 0, "H100" },
    { "NVIDIA H100 PCIe", 114, "H100 PCIe" },
    { "NVIDIA H100 NVL", 132, "H100 NVL" },
    { "NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16, NULL },
    { "NVIDIA H20", 78, NULL },
    { "NVIDIA H200", 132, "H200" },
    { "NVIDIA A100-SXM4-40GB", 108, "A100" },
    { "A100-PCIE-40GB", 108, "A100" },
    { "NVIDIA A100 80GB PCIe", 108, "A100" },
    { "NVIDIA L40", 142, NULL },
    { "NVIDIA L40S", 142, "L40S" },
    { "NVIDIA GeForce RTX 4090", 128, "RTX 4090" },
    { "NVIDIA GeForce RTX 4090 D", 114, NULL },
    { "NVIDIA GeForce RTX 4090 Laptop GPU", 76, NULL },
    { "AMD Instinct MI300X", 304, "MI300X" },
    { "AMD Instinct MI300X", 38, NULL },
    { "AMD Instinct MI300X VF", 304, "MI300X" },
    { "AMD Instinct MI300X VF", 38, NULL },
    { "NVIDIA H100 VF", 132, NULL },
    { "AMD Instinct MI300X", 0, NULL },
    { "AMD Instinct MI250X", 110, NULL },
    { "NVIDIA", 0, NULL },
    { "", 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LscChip *chip = lsc_chip_find_device (cases[i].device, cases[i].units);

      g_test_message ("%s", cases[i].device);
      g_assert_cmpstr (chip ? chip->name : NULL, ==, cases[i].chip);
    }
}

/* Profiler level 0: no column, and a notice. */
static void
test_no_shapes (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo info = { "MatMulV3", "AI_CORE", NULL, NULL, NULL, NULL, CORES };
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTable) table = NULL;
  LscMfuOptions options = { 0 };

  add_flops (p, "1000000-mm", 900, 1500);
  add_op (p, "mm", 1000, &info, 800 * US);
  run = load (p);
  data = lsc_module_data_new (run, NULL, NULL, &error);
  g_assert_no_error (error);
  table = lsc_module_statistic_table (data, &options, NULL, &error);
  g_assert_cmpint (lsc_table_find_column (table, "avgMFU"), ==, -1);
  g_assert_cmpint (notice_count (data->notices, "mfu-no-shapes"), ==, -1);
}

/* Above 105 %: the value is kept, and said to be wrong. */
static void
test_above_peak (void)
{
  g_autoptr (LscTestProfile) p = new_profile ();
  LscTestKernelInfo product = MATMUL ("DT_BF16;DT_BF16", SQUARE, "4096,4096");
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = NULL;
  LscKernelFlopsList flops = { 0 };
  LscPeak peak;

  add_op (p, "mm", 1000, &product, 100 * US);
  run = load (p);
  data = lsc_module_data_new (run, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_mfu_compute (data, NULL, &peak, &flops, NULL, &error));
  g_assert_cmpuint (flops.n, ==, 1);
  g_assert_cmpint (flops.items[0].flags, ==, LSC_FLOPS_ABOVE_PEAK);
  g_assert_cmpfloat_with_epsilon (lsc_kernel_flops_mfu (run, &flops.items[0]), 4.660338, 1e-6);
  lsc_kernel_flops_list_clear (&flops);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mfu/products", test_products);
  g_test_add_func ("/mfu/attention", test_attention);
  g_test_add_func ("/mfu/bad-marks", test_bad_marks);
  g_test_add_func ("/mfu/q43-causal-long-query", test_causal_long_query);
  g_test_add_func ("/mfu/q44-causal-sequence-test", test_causal_sequence_test);
  g_test_add_func ("/mfu/q45-grouped-query", test_grouped_query);
  g_test_add_func ("/mfu/value-size", test_value_size);
  g_test_add_func ("/mfu/q48-packed", test_packed);
  g_test_add_func ("/mfu/q46-marks-serve-one", test_marks_serve_one);
  g_test_add_func ("/mfu/q47-shapes", test_shapes);
  g_test_add_func ("/mfu/packed-recorded", test_packed_recorded);
  g_test_add_func ("/mfu/attention-grad", test_attention_grad);
  g_test_add_func ("/mfu/q36-recorded-split", test_recorded_split);
  g_test_add_func ("/mfu/q37-q39-recorded-ranges", test_recorded_ranges);
  g_test_add_func ("/mfu/sources", test_sources);
  g_test_add_func ("/mfu/q41-backward", test_module_mfu_backward);
  g_test_add_func ("/mfu/q40-text-positions", test_text_positions);
  g_test_add_func ("/mfu/q42-peaks", test_peaks);
  g_test_add_func ("/mfu/estimate", test_estimate);
  g_test_add_func ("/mfu/chips", test_chips);
  g_test_add_func ("/mfu/chip-of-device", test_chip_of_device);
  g_test_add_func ("/mfu/no-shapes", test_no_shapes);
  g_test_add_func ("/mfu/above-peak", test_above_peak);
  return g_test_run ();
}
