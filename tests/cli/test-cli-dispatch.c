/* test-cli-dispatch.c - lists of dispatch and the roofline, against themselves and the tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-files.h"

static gint64
get_int (JsonObject *row, const char *key)
{
  return json_object_get_null_member (row, key) ? 0 : json_object_get_int_member (row, key);
}

/* (transfer full) */
static GPtrArray *
list (LscTestPlace *place, int code, const char *folder, const char *which)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, "dispatch", folder, which, "--json", NULL);

  return lsc_test_json_lines (output->out);
}

static void
check_ops (LscTestPlace *place, const char *folder)
{
  static const char *const parts[] = { "framework_ns", "task_queue_ns", "launch_ns",
                                       "stream_wait_ns", "on_device_ns" };
  g_autoptr (GPtrArray) lines = list (place, EXIT_DELIVERED, folder, "--ops");
  gint64 ranks = 0;
  double shares = 0;

  g_assert_cmpuint (lines->len, >, 0);
  for (guint i = 0; i < lines->len; i++)
    {
      gint64 sum_ns = 0;

      for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
        sum_ns += get_int (lines->pdata[i], parts[k]);
      g_assert_cmpint (sum_ns, ==, get_int (lines->pdata[i], "end_to_end_ns"));
      shares += json_object_get_double_member (lines->pdata[i], "share");
      ranks |= (gint64) 1 << get_int (lines->pdata[i], "rank");
    }
  g_assert_cmpint (ranks, ==, 3);
  g_assert_cmpfloat_with_epsilon (shares, 2, 1e-9); /* 100 % of each of two ranks */
}

static void
test_lists (void)
{
  g_autoptr (LscTestPlace) place = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (GPtrArray) compiles = NULL, copies = NULL;

  if (!samples)
    return;
  place = lsc_test_place_new ();
  folder = g_build_filename (samples, "ascend-db-level2", NULL);
  check_ops (place, folder);
  compiles = list (place, EXIT_DELIVERED, folder, "--compile");
  g_assert_cmpuint (compiles->len, ==, 8);
  copies = list (place, EXIT_DELIVERED, folder, "--copies");
  g_assert_cmpuint (copies->len, ==, 2);
  g_assert_true (json_object_get_null_member (copies->pdata[0], "size_bytes"));
  lsc_test_cli (place, EXIT_WRONG_USAGE, "dispatch", folder, "--ops", "--sync", NULL);
}

/* The share of the roof of products that arithmetic limits is their MFU. */
static void
test_roofline (void)
{
  g_autoptr (LscTestPlace) place = NULL;
  g_autofree char *file = NULL;
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTestOutput) tree = NULL, roofline = NULL, bare = NULL;

  if (!samples)
    return;
  place = lsc_test_place_new ();
  file = g_build_filename (samples, "h100", "base-1.json.gz", NULL);
  tree = lsc_test_cli_output (place, EXIT_DELIVERED, "tree", file, "--depth", "1", NULL);
  lsc_test_assert_contains (tree->out, "66.1 %");
  roofline = lsc_test_cli_output (place, EXIT_DELIVERED, "roofline", file, NULL);
  lsc_test_assert_contains (roofline->out, "reach 66.1 %");
  lsc_test_assert_contains (roofline->out, "989.0 TFLOP/s, 3350 GB/s");
  g_free (file);
  file = g_build_filename (samples, "ascend-db-level0", NULL);
  bare = lsc_test_cli_output (place, EXIT_PART, "roofline", file, NULL);
  lsc_test_assert_contains (bare->out, "FLOPs are not known, because");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-dispatch/lists", test_lists);
  g_test_add_func ("/cli-dispatch/roofline", test_roofline);
  return g_test_run ();
}
