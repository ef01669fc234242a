/* test-cli-operators.c - what kernels cost, as the command line tells it
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

static gint64
sum (GPtrArray *lines, const char *key)
{
  gint64 all = 0;

  for (guint i = 0; i < lines->len; i++)
    all += get_int (lines->pdata[i], key);
  return all;
}

static GPtrArray *
list (LscTestPlace *place, const char *folder, const char *keys)
{
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "operators", folder, "--by", keys, "--whole", "--json", NULL);

  return lsc_test_json_lines (output->out);
}

/* Whatever they are grouped by, the same kernels are told. */
static void
test_keys (void)
{
  static const char *const keys[] = {
    "core", "name,shapes", "module", "op", "stream", "rank,step"
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (GPtrArray) types = NULL;

  if (!root)
    return;
  folder = g_build_filename (root, "module-small", NULL);
  types = list (place, folder, "type");
  g_assert_cmpuint (types->len, >, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GPtrArray) rows = list (place, folder, keys[i]);

      g_assert_cmpint (sum (rows, "count"), ==, sum (types, "count"));
      g_assert_cmpint (sum (rows, "total_ns"), ==, sum (types, "total_ns"));
      g_assert_cmpint (sum (rows, "exposed_ns"), ==, sum (types, "exposed_ns"));
    }
}

static void
test_unknown_key (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (!root)
    return;
  folder = g_build_filename (root, "module-small", NULL);
  output = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "operators", folder, "--by", "type,colour",
                                NULL);
  g_assert_nonnull (strstr (output->err,
                            "type, core, name, shapes, module, op, stream, rank, step, "
                            "family"));
  g_assert_nonnull (strstr (output->err, "'colour'"));
}

/* A recording without a device has no kernels, and says so. */
static void
test_no_kernels (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (!root)
    return;
  folder = g_build_filename (root, "kineto/cpu-only.json.gz", NULL);
  output = lsc_test_cli_output (place, EXIT_NOTHING, "operators", folder, NULL);
  g_assert_nonnull (strstr (output->err, "No kernels were recorded."));
}

static gint64
count (LscTestPlace *place, const char *path, const char *option, const char *value)
{
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, EXIT_DELIVERED, "operators", path,
                                                          "--json", "--whole", option, value, NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);

  return sum (rows, "count");
}

/* Each half of the recording, and the short and the long kernels, are all of them together. */
static void
test_filters (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = NULL;
  g_autoptr (LscTestOutput) wrong = NULL;
  gint64 all;

  if (!root)
    return;
  path = g_build_filename (root, "h100/base-1.json.gz", NULL);
  all = count (place, path, "--duration", ":");
  g_assert_cmpint (all, >, 2000);
  g_assert_cmpint (count (place, path, "--range", ":100ms"), >, 0);
  g_assert_cmpint (
      count (place, path, "--range", ":100ms") + count (place, path, "--range", "100ms:"), ==, all);
  g_assert_cmpint (count (place, path, "--duration", "100us:"), >, 0);
  g_assert_cmpint (count (place, path, "--duration", "100us:") +
                       count (place, path, "--duration", ":99999ns"),
                   ==, all);
  wrong = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "operators", path, "--duration", "2ms:1ms",
                               NULL);
  g_assert_nonnull (strstr (wrong->err, "--duration takes two times"));
}

/* PyTorch's plugin for TensorBoard counts what has no estimate as 0: 39.75 %, which is 91.0 % of
 * the 43.7 % of the time that has one. */
static void
test_use_of_gpu (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = NULL, *amd = NULL;
  g_autoptr (LscTestOutput) output = NULL, unknown = NULL, streams = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  if (!root)
    return;
  path = g_build_filename (root, "h100/base-1.json.gz", NULL);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "operators", path, "--whole", NULL);
  lsc_test_assert_contains (output->out,
                            "The mean estimated occupancy is 91.0 % over kernels that take 43.7 %");
  amd = g_build_filename (root, "kineto/bert-small-mi300.json.gz", NULL);
  unknown = lsc_test_cli_output (place, EXIT_DELIVERED, "operators", amd, NULL);
  lsc_test_assert_contains (unknown->out, "Occupancy is not known, because");
  g_assert_null (strstr (unknown->out, "Tensor Cores"));
  streams =
      lsc_test_cli_output (place, EXIT_DELIVERED, "operators", path, "--streams", "--json", NULL);
  rows = lsc_test_json_lines (streams->out);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpint (get_int (rows->pdata[0], "busy_ns") + get_int (rows->pdata[0], "idle_ns"), ==,
                   get_int (rows->pdata[1], "busy_ns") + get_int (rows->pdata[1], "idle_ns"));
}

static void
test_words (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (LscTestOutput) output = NULL, level_0 = NULL;

  if (!root)
    return;
  folder = g_build_filename (root, "ascend-text-level2", NULL);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "operators", folder, NULL);
  g_assert_nonnull (strstr (output->out, "ForeachAddList, AI_VECTOR_CORE takes most: "));
  g_assert_nonnull (strstr (output->out, "100 % = 17.77 ms of computing in step 50 of 2 ranks."));
  g_assert_nonnull (strstr (output->out, "Others (18)"));
  g_assert_null (strstr (output->out, "more rows")); /* said once */
  g_assert_nonnull (strstr (output->out, "--all shows all rows"));
  g_free (folder);
  folder = g_build_filename (root, "ascend-db-level0", NULL);
  level_0 = lsc_test_cli_output (place, EXIT_DELIVERED, "operators", folder, NULL);
  g_assert_nonnull (strstr (level_0->out, "the profiler level was 0"));
}

/* ---- two recordings ---- */

static GPtrArray *
compare (LscTestPlace *place, const char *root, const char *keys)
{
  g_autofree char *before = g_build_filename (root, "before-after", "before", NULL);
  g_autofree char *after = g_build_filename (root, "before-after", "after", NULL);
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "operators", before, "--compare", after, "--by", keys, "--json", NULL);

  return lsc_test_json_lines (output->out);
}

/* Norms of five kernels become one: 18 multiplications of 444,130 and 445,257 ns in two steps of
 * two ranks are gone. Whatever rows are paired by, they add up to the same. */
static void
test_compare (void)
{
  static const char *const keys[] = { "name,shapes", "module", "op" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (GPtrArray) types = NULL;
  JsonObject *first;

  if (!root)
    return;
  types = compare (place, root, "type");
  first = types->pdata[0];
  g_assert_cmpstr (json_object_get_string_member (first, "type"), ==, "MulGrad");
  g_assert_cmpstr (json_object_get_string_member (first, "cause"), ==, "gone");
  g_assert_cmpint (get_int (first, "delta_ns"), ==, -222347);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GPtrArray) rows = compare (place, root, keys[i]);

      g_assert_cmpint (sum (rows, "before_ns"), ==, sum (types, "before_ns"));
      g_assert_cmpint (sum (rows, "delta_ns"), ==, sum (types, "delta_ns"));
      g_assert_cmpint (sum (rows, "count_effect_ns") + sum (rows, "shapes_effect_ns") +
                           sum (rows, "duration_effect_ns"),
                       ==, sum (types, "delta_ns"));
    }
}

static void
test_compare_words (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (LscTestOutput) changed = NULL, same = NULL, wrong = NULL;

  if (!root)
    return;
  before = g_build_filename (root, "before-after", "before", NULL);
  after = g_build_filename (root, "before-after", "after", NULL);
  changed =
      lsc_test_cli_output (place, EXIT_DELIVERED, "operators", before, "--compare", after, NULL);
  g_assert_nonnull (strstr (changed->out, "MulGrad, AI_VECTOR_CORE is gone and took 222.3 µs"));
  same =
      lsc_test_cli_output (place, EXIT_DELIVERED, "operators", before, "--compare", before, NULL);
  g_assert_true (
      g_str_has_prefix (same->out, "Both sides are the same recording: no operator differs."));
  wrong = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "operators", before, "--compare", after,
                               "--by", "rank", NULL);
  g_assert_nonnull (strstr (wrong->err, "--by takes no stream, rank or step"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/operators/keys", test_keys);
  g_test_add_func ("/cli/operators/unknown-key", test_unknown_key);
  g_test_add_func ("/cli/operators/no-kernels", test_no_kernels);
  g_test_add_func ("/cli/operators/filters", test_filters);
  g_test_add_func ("/cli/operators/use-of-gpu", test_use_of_gpu);
  g_test_add_func ("/cli/operators/words", test_words);
  g_test_add_func ("/cli/operators/compare", test_compare);
  g_test_add_func ("/cli/operators/compare-words", test_compare_words);
  return g_test_run ();
}
