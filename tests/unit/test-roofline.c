/* test-roofline.c - what limits kernels, counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-chip.h"
#include "analyze/operators/lsc-roofline.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-open.h"

/* The chip of the profiles: 20 cores of 1800 MHz, 294.912 TFLOP/s. */

#define TID 7001
#define CORES 20
#define SQUARE "4096,4096;4096,4096"

#define MATMUL(inputs, outputs)                                                                    \
  ((LscTestKernelInfo){ "MatMulV3", "AI_CORE", "FLOAT16;FLOAT16", inputs, "FLOAT16", outputs,      \
                        CORES })

static void
test_roof (void)
{
  LscRoof roof = { 100e12, 1e12 }, flat = { 100e12, 0 }, none = { 0 };

  g_assert_cmpfloat_with_epsilon (lsc_roof_get_ridge (&roof), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (lsc_roof_get_limit (&roof, 10), 10e12, 1);
  g_assert_cmpfloat_with_epsilon (lsc_roof_get_limit (&roof, 1000), 100e12, 1);
  g_assert_cmpint (lsc_roof_find_bound (&roof, 99), ==, LSC_BOUND_MEMORY);
  g_assert_cmpint (lsc_roof_find_bound (&roof, 100), ==, LSC_BOUND_COMPUTE);
  g_assert_cmpint (lsc_roof_find_bound (&roof, LSC_REAL_NULL), ==, LSC_BOUND_UNKNOWN);
  g_assert_cmpint (lsc_roof_find_bound (&flat, 10), ==, LSC_BOUND_UNKNOWN);
  g_assert_cmpfloat (lsc_roof_get_limit (&flat, 10), ==, 0);
  g_assert_cmpfloat (lsc_roof_get_ridge (&none), ==, 0);
}

static LscTestProfile *
new_profile (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100000000, TID);
  lsc_test_profile_set_chip (p, CORES, "1800");
  return p;
}

static void
add_op (LscTestProfile *p, const char *name, gint64 start_ns, const LscTestKernelInfo *info,
        gint64 duration_ns)
{
  guint op = lsc_test_profile_op (p, name, start_ns, start_ns + 10, TID);
  guint kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, name, start_ns + 50,
                                             start_ns + 50 + duration_ns);

  lsc_test_profile_kernel_set_info (p, kernel, info);
}

static void
add_rank (LscRoofline *roofline, LscTestProfile *profile, const LscMfuOptions *options)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  const LscCluster *cluster;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  project = lsc_discover (dir, NULL, &error);
  g_assert_no_error (error);
  cluster = project->clusters->pdata[0];
  run = lsc_run_load (cluster->sources->pdata[0], LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES, NULL,
                      &error);
  g_assert_no_error (error);
  data = lsc_module_data_new (run, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_roofline_add_rank (roofline, data, options, NULL, NULL, &error));
}

static double
get_real (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null                ? LSC_REAL_NULL
         : value.type == LSC_TYPE_INT ? (double) value.integer
                                      : value.real;
}

static LscTestProfile *
products (void)
{
  LscTestProfile *p = new_profile ();

  add_op (p, "large", 1000, &MATMUL (SQUARE, "4096,4096"), 800000);
  add_op (p, "large", 1000000, &MATMUL (SQUARE, "4096,4096"), 1000000);
  add_op (p, "thin", 3000000, &MATMUL ("16,4096;4096,16", "16,16"), 1000);
  return p;
}

/* 2 * 4096^3 FLOPs of 3 * 4096^2 * 2 bytes: 466.03 us of the chip's arithmetic, 100.66 of a memory
 * of 1 TB/s. 2 * 16 * 16 * 4096 FLOPs of 2 * (2 * 16 * 4096 + 256) bytes: 262.656 ns of memory. */
static void
test_groups (void)
{
  g_autoptr (LscTestProfile) profile = products ();
  g_autoptr (LscRoofline) roofline = lsc_roofline_new ();
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  LscMfuOptions options = { .peak_bandwidth_gbs = 1000 };

  add_rank (roofline, profile, &options);
  add_rank (roofline, profile, &options);
  table = lsc_roofline_get_table (roofline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (table, 0, "name").text, ==, "MatMulV3");
  g_assert_cmpstr (lsc_table_get_named (table, 0, "shapes").text, ==,
                   "4096,4096;4096,4096 -> 4096,4096");
  g_assert_cmpfloat (get_real (table, 0, "rank_count"), ==, 2);
  g_assert_cmpfloat (get_real (table, 0, "count"), ==, 4);
  g_assert_cmpfloat (get_real (table, 0, "time_ns"), ==, 3600000);
  g_assert_cmpfloat (get_real (table, 0, "moved_bytes"), ==, 4.0 * 3 * 4096 * 4096 * 2);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "intensity"), 4096.0 / 3, 1e-6);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "roof_share"), 932.067 / 1800, 1e-5);
  g_assert_cmpfloat_with_epsilon (get_real (table, 0, "roof_flops_per_s"), 294.912e12, 1e6);
  g_assert_cmpstr (lsc_table_get_named (table, 0, "bound").text, ==, "compute");
  g_assert_cmpfloat_with_epsilon (get_real (table, 1, "roof_share"), 0.262656, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_real (table, 1, "memory_rate"), 262.656, 1e-6);
  g_assert_cmpstr (lsc_table_get_named (table, 1, "bound").text, ==, "memory");
  notes = lsc_roofline_list_notes (roofline);
  g_assert_cmpuint (notes->len, ==, 0);
}

static gboolean
has_note (const LscRoofline *roofline, const char *words)
{
  g_autoptr (GPtrArray) notes = lsc_roofline_list_notes (roofline);

  for (guint i = 0; i < notes->len; i++)
    {
      g_autofree char *text = lsc_phrase_to_plain (notes->pdata[i]);

      if (strstr (text, words))
        return TRUE;
    }
  return FALSE;
}

/* What is not known is empty, and said. */
static void
test_unknown (void)
{
  g_autoptr (LscTestProfile) profile = products ();
  g_autoptr (LscTestProfile) bare = new_profile ();
  g_autoptr (LscRoofline) roofline = lsc_roofline_new ();
  g_autoptr (LscRoofline) empty = lsc_roofline_new ();
  g_autoptr (LscTable) table = NULL;
  LscTestKernelInfo untyped = MATMUL (SQUARE, "4096,4096");

  untyped.output_types = "NEW_TYPE";
  add_op (profile, "untyped", 4000000, &untyped, 5000000);
  add_rank (roofline, profile, NULL);
  table = lsc_roofline_get_table (roofline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_true (lsc_table_get_named (table, 0, "moved_bytes").is_null);
  g_assert_true (lsc_table_get_named (table, 0, "intensity").is_null);
  g_assert_true (lsc_table_get_named (table, 1, "roof_share").is_null);
  g_assert_cmpstr (lsc_table_get_named (table, 1, "bound").text, ==, "unknown");
  g_assert_false (lsc_table_get_named (table, 1, "intensity").is_null);
  g_assert_true (has_note (roofline, "--peak-bandwidth"));
  g_assert_true (has_note (roofline, "of 1 of 4 kernels"));
  add_op (bare, "N/A", 1000,
          &(LscTestKernelInfo){ "MatMulV3", "AI_CORE", NULL, NULL, NULL, NULL, 0 }, 10);
  add_rank (empty, bare, NULL);
  g_assert_true (has_note (empty, "no kernel has shapes"));
}

/* Bytes faster than the memory can come from caches. */
static void
test_above (void)
{
  g_autoptr (LscTestProfile) profile = products ();
  g_autoptr (LscRoofline) roofline = lsc_roofline_new ();

  add_rank (roofline, profile, &(LscMfuOptions){ .peak_bandwidth_gbs = 100 });
  g_assert_true (has_note (roofline, "faster than the memory"));
}

static void
test_chips (void)
{
  g_assert_cmpfloat (lsc_chip_find ("H100")->memory_gbs, ==, 3350);
  g_assert_cmpfloat (lsc_chip_find ("910B1")->memory_gbs, ==, 0);
  g_assert_cmpfloat (lsc_chip_find ("A100")->memory_gbs, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roofline/roof", test_roof);
  g_test_add_func ("/roofline/groups", test_groups);
  g_test_add_func ("/roofline/unknown", test_unknown);
  g_test_add_func ("/roofline/above", test_above);
  g_test_add_func ("/roofline/chips", test_chips);
  return g_test_run ();
}
