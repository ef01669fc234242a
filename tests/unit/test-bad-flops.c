/* test-bad-flops.c - rows of the bad input table of the module statistic that are about FLOPs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-rows.h"
#include "read-helper.h"

#define TID (G_GINT64_CONSTANT (77) << 32 | 1)

static const LscTestKernelInfo matmul = { .op_type = "MatMulV3",
                                          .task_type = "AI_CORE",
                                          .input_types = "DT_BF16;DT_BF16",
                                          .input_shapes = "4096,4096;4096,4096",
                                          .output_types = "DT_BF16",
                                          .output_shapes = "4096,4096",
                                          .block_dim = 20 };
static const LscTestKernelInfo attention = { .op_type = "FlashAttentionScore",
                                             .task_type = "MIX_AIC",
                                             .input_types = "DT_BF16;DT_BF16;DT_BF16",
                                             .input_shapes = "1,2,64,8;1,2,64,8;1,2,64,8",
                                             .output_types = "DT_BF16",
                                             .output_shapes = "1,2,64,8",
                                             .block_dim = 20 };

/* M with a matmul of 800 us at 58.25 % and an attention of 100 ns. */
static LscTestProfile *
build_flops (gint64 duration_ns)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint mm, fa;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  mm = lsc_test_profile_op (p, "mm", 10, 20, TID);
  fa = lsc_test_profile_op (p, "fa", 30, 40, TID);
  lsc_test_profile_kernel_set_info (
      p,
      lsc_test_profile_kernel_on (p, mm, LSC_TEST_KERNEL_COMPUTE, "kmm", 5000, 5000 + duration_ns),
      &matmul);
  lsc_test_profile_kernel_set_info (
      p, lsc_test_profile_kernel_on (p, fa, LSC_TEST_KERNEL_COMPUTE, "kfa", 900000, 900100),
      &attention);
  lsc_test_profile_set_chip (p, 20, "1800");
  return p;
}

/* @mfu: the avgMFU texts of both rows joined with `;`, %NULL = there is no such column. */
static void
expect_flops (LscTestProfile *p, const char *mfu, const char *code, const char *table_name,
              gint64 count, const char *words)
{
  g_autoptr (LscRun) run = load (p, LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, NULL, NULL, &error);
  g_autoptr (LscTable) table = NULL;
  LscMfuOptions options = { .mode = LSC_MFU_AUTO };
  int column;

  g_assert_no_error (error);
  table = lsc_module_statistic_table (data, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  column = lsc_table_find_column (table, "avgMFU");
  g_assert_cmpint (column >= 0, ==, mfu != NULL);
  if (mfu)
    {
      g_autofree char *got = g_strconcat (lsc_table_get (table, 0, (guint) column).text, ";",
                                          lsc_table_get (table, 1, (guint) column).text, NULL);

      g_assert_cmpstr (got, ==, mfu);
    }
  lsc_notices_add_all (run->notices, data->notices);
  expect_notice (run, code, table_name, count, words);
}

static void
test_no_shapes (void)
{
  g_autoptr (LscTestProfile) p = build_flops (800000);

  lsc_test_profile_sql (p,
                        "INSERT INTO STRING_IDS VALUES (90009, 'N/A');"
                        "UPDATE COMPUTE_TASK_INFO SET inputShapes = 90009, outputShapes = 90009");
  expect_flops (p, NULL, "mfu-no-shapes", "COMPUTE_TASK_INFO", -1, "level 0");
}

static void
test_no_chip (void)
{
  g_autoptr (LscTestProfile) p = build_flops (800000);

  lsc_test_profile_set_chip (p, 20, "fast");
  expect_flops (p, NULL, "bad-info-json", "info.json", -1, "aic_frequency");
}

static void
test_bad_mark (void)
{
  static const char *const texts[] = {
    "{\"input_layout\": ",
    "[]",
    "{\"input_layout\": 5, \"sparse_mode\": 0}",
    "{\"input_layout\": \"BNSD\", \"sparse_mode\": \"x\"}",
    "{\"input_layout\": \"TND\", \"actual_seq_qlen\": \"1\", \"actual_seq_kvlen\": [1]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LscTestProfile) p = build_flops (800000);

      lsc_test_profile_mstx (p, LSC_TEST_MSTX_MARKER, "flash_attn_args", texts[i], 25, 25, TID, 0);
      expect_flops (p, "58.25%;", "mfu-bad-mark", "MSTX_EVENTS", 1, texts[i]);
    }
}

static void
test_bad_flops (void)
{
  g_autoptr (LscTestProfile) p = build_flops (800000);
  static const char *const texts[] = { "many-mm", "99999999999999999999-mm", "12-", "0-mm", "12" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "mfu_flops", texts[i], 5, 50, TID, 0);
  expect_flops (p, "58.25%;", "mfu-bad-range", "MSTX_EVENTS", 5, NULL);
}

static void
test_above_peak (void)
{
  g_autoptr (LscTestProfile) p = build_flops (8000);

  expect_flops (p, "5825.42%;", "mfu-above-peak", "COMPUTE_TASK_INFO", 1, "mm");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bad/flops/shapes-unknown", test_no_shapes);
  g_test_add_func ("/bad/flops/info-json", test_no_chip);
  g_test_add_func ("/bad/flops/attention-mark", test_bad_mark);
  g_test_add_func ("/bad/flops/not-digits-and-name", test_bad_flops);
  g_test_add_func ("/bad/flops/above-peak", test_above_peak);
  return g_test_run ();
}
