/* test-cli-parity.c - the small profiles of tests/data against results computed otherwise
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "lsc-naive-module.h"
#include "lsc-test-cli.h"

/* Set to write the expected rows again with the plain implementation; see tests/data/README.md. */
#define REWRITE_VARIABLE "LANESCOPE_REWRITE_EXPECTED"

static const char *const row_keys[] = {
  "parentModule",          "module",  "opName", "kernelList", "totalKernelDuration(ns)",
  "avgKernelDuration(ns)", "opCount", "rankID", NULL
};

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data", name, NULL);
}

/* A place whose data is a committed profile: it is watched like the others. */
static LscTestPlace *
place_of (const char *name)
{
  LscTestPlace *place = lsc_test_place_new ();

  g_free (place->data);
  place->data = data_path (name);
  return place;
}

/* ---- modules ---- */

static char *
find_database (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *rank = g_build_filename (folder, name, NULL);
      g_autofree char *db = lsc_test_profile_db_path (rank, 0);

      if (g_file_test (db, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&db);
    }
  g_error ("there is no database in %s", folder);
}

static void
add_text (JsonBuilder *json, const char *key, const char *text)
{
  json_builder_set_member_name (json, key);
  json_builder_add_string_value (json, text);
}

static void
append_naive_row (GString *out, const LscNaiveRow *row)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *line = NULL;

  json_builder_begin_object (json);
  add_text (json, row_keys[0], row->parent);
  add_text (json, row_keys[1], row->module);
  add_text (json, row_keys[2], row->op);
  add_text (json, row_keys[3], row->kernels);
  json_builder_set_member_name (json, row_keys[4]);
  json_builder_add_double_value (json, (double) row->total_ns);
  json_builder_set_member_name (json, row_keys[5]);
  json_builder_add_double_value (json, row->avg_ns);
  json_builder_set_member_name (json, row_keys[6]);
  json_builder_add_int_value (json, row->count);
  json_builder_set_member_name (json, row_keys[7]);
  json_builder_add_int_value (json, 0);
  json_builder_end_object (json);
  node = json_builder_get_root (json);
  line = json_to_string (node, FALSE);
  g_string_append_printf (out, "%s\n", line);
}

static char *
naive_lines (const char *folder)
{
  g_autofree char *db = find_database (folder);
  g_autoptr (GError) error = NULL;
  LscNaiveOptions options = { 0 };
  g_autoptr (GPtrArray) rows = lsc_naive_module_rows (db, &options, &error);
  GString *out = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < rows->len; i++)
    append_naive_row (out, rows->pdata[i]);
  return g_string_free (out, FALSE);
}

static void
assert_same_lines (const char *expected_text, const char *text)
{
  g_autoptr (GPtrArray) expected = lsc_test_json_lines (expected_text);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (text);

  for (guint i = 0; i < expected->len && i < rows->len; i++)
    {
      g_autofree char *a = lsc_test_json_row (expected->pdata[i], row_keys);
      g_autofree char *b = lsc_test_json_row (rows->pdata[i], row_keys);

      g_assert_cmpstr (b, ==, a);
    }
  g_assert_cmpuint (rows->len, ==, expected->len);
  g_assert_cmpuint (rows->len, >, 20);
}

static void
test_modules (void)
{
  g_autoptr (LscTestPlace) place = place_of ("modules");
  g_autofree char *path = data_path ("modules/module_statistic.jsonl");
  g_autofree char *naive = naive_lines (place->data);
  g_autofree char *expected = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (g_getenv (REWRITE_VARIABLE))
    g_assert_true (g_file_set_contents (path, naive, -1, NULL));
  expected = lsc_test_read (path, NULL);
  assert_same_lines (expected, naive);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data,
                                "-o", "-", "--export_type", "json", "--mfu", "off", NULL);
  assert_same_lines (expected, output->out);
}

static void
test_trees (void)
{
  static const char *const views[] = { "path", "call", "variant", "instance", "class", "op" };
  g_autoptr (LscTestPlace) place = place_of ("modules");
  gint64 total = 0;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_DELIVERED, "tree", place->data, "--json", "--view", views[i], NULL);
      g_autoptr (GPtrArray) nodes = lsc_test_json_lines (output->out);
      gint64 sum = json_object_get_int_member (nodes->pdata[0], "total_ns");

      if (i > 0)
        g_assert_cmpint (sum, ==, total);
      total = sum;
    }
  g_assert_cmpint (total, >, 0);
}

/* 20 cores at 1,800 MHz, 8,192 operations a cycle, and the FLOPs of each kernel give its MFU. */
static void
test_mfu (void)
{
  g_autoptr (LscTestPlace) place = place_of ("modules");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "-m", "operator_mfu", "-d", place->data, "-o",
                           "-", "--export_type", "json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];
      double flops, duration_ns, peak;

      if (strcmp (json_object_get_string_member (row, "table"), "operator_mfu") != 0)
        continue;
      flops = (double) json_object_get_int_member (row, "flops");
      duration_ns = (double) json_object_get_int_member (row, "kernel_duration(ns)");
      peak = json_object_get_double_member (row, "chip_peak_tflops");
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (row, "actual_tflops"),
                                      flops / duration_ns / 1e3, 0.0051);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (row, "mfu"),
                                      flops / duration_ns / 1e3 / peak, 0.0001);
      n++;
    }
  g_assert_cmpuint (n, >=, 10);
}

/* A name of the text is the name of the same number elsewhere. */
static void
test_tree_names (void)
{
  g_autoptr (LscTestPlace) place = place_of ("modules");
  g_autoptr (LscTestOutput) text =
      lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, NULL);
  g_autoptr (LscTestOutput) json =
      lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, "--json", NULL);
  g_autoptr (GPtrArray) nodes = lsc_test_json_lines (json->out);
  g_auto (GStrv) lines = g_strsplit (text->out, "\n", 3);
  const char *last;
  g_autofree char *mfu = NULL;
  g_autofree char *core = NULL;
  g_autofree char *both = NULL;

  g_assert_true (g_str_has_suffix (lines[0], "% Device Time      MFU  MFU Core"));
  mfu = g_strdup_printf ("%.3g %%",
                         100 * json_object_get_double_member (nodes->pdata[0], "mfu_total"));
  core = g_strdup_printf ("%.3g %%",
                          100 * json_object_get_double_member (nodes->pdata[0], "mfu_core"));
  g_assert_cmpstr (mfu, !=, core);
  /* of one peak: FLOPs in a part of the time */
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (nodes->pdata[0], "mfu_total"),
                                  json_object_get_double_member (nodes->pdata[0], "mfu_core") *
                                      json_object_get_double_member (nodes->pdata[0], "mfu_known"),
                                  1e-9);
  both = g_strdup_printf ("%9s%10s", mfu, core);
  last = strstr (lines[1], "100.0 %");
  g_assert_nonnull (last);
  g_assert_cmpstr (last + strlen ("100.0 %"), ==, both);
}

/* ---- pipelines: what the writer of the profile says that it put in ---- */

static JsonObject *
read_truth (LscTestPlace *place)
{
  g_autofree char *path = g_build_filename (place->data, "truth.json", NULL);
  g_autofree char *text = lsc_test_read (path, NULL);

  return lsc_test_json_object (text);
}

static JsonArray *
stages_of (JsonObject *truth)
{
  JsonObject *step =
      json_array_get_object_element (json_object_get_array_member (truth, "steps"), 0);
  JsonObject *replica =
      json_array_get_object_element (json_object_get_array_member (step, "replicas"), 0);

  return json_object_get_array_member (replica, "stages");
}

/* The row of StepTaskInfo that a block must give. */
static void
append_block (GString *out, JsonObject *item, gint64 rank, gboolean has_names)
{
  gboolean is_forward = strcmp (json_object_get_string_member (item, "kind"), "F") == 0;

  g_string_append_printf (
      out,
      "%s|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "\n",
      has_names    ? json_object_get_string_member (item, "label")
      : is_forward ? "FP"
                   : "BP",
      json_object_get_int_member (item, "start"), json_object_get_int_member (item, "end"),
      has_names ? json_object_get_int_member (item, "phase") : !is_forward, rank);
}

static void
test_pipeline (gconstpointer data)
{
  const char *name = data;
  gboolean has_names = strcmp (name, "dualpipev") == 0;
  g_autoptr (LscTestPlace) place = place_of (name);
  g_autoptr (JsonObject) truth = read_truth (place);
  JsonArray *stages = stages_of (truth);
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (GString) bubbles = g_string_new (NULL);
  g_autofree char *db = NULL;
  g_autofree char *actual = NULL;
  g_autofree char *measured = NULL;

  for (guint i = 0; i < json_array_get_length (stages); i++)
    {
      JsonObject *stage = json_array_get_object_element (stages, i);
      JsonArray *items = json_object_get_array_member (stage, "items");
      gint64 rank = json_object_get_int_member (stage, "rank");

      for (guint k = 0; k < json_array_get_length (items); k++)
        append_block (rows, json_array_get_object_element (items, k), rank, has_names);
      g_string_append_printf (bubbles, "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "\n", rank,
                              json_object_get_int_member (stage, "bubble_ns"));
    }
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  actual = lsc_test_sql (db, "SELECT name, startNs, endNs, type, rankID FROM StepTaskInfo");
  g_assert_cmpstr (actual, ==, rows->str);
  measured = lsc_test_sql (
      db, "SELECT rank, sum (end_ns - start_ns) FROM PpBubble GROUP BY rank ORDER BY rank");
  g_assert_cmpstr (measured, ==, bubbles->str);
}

/* The message pairs have the ids of the reference tool, each on both sides. */
static void
test_pairs (gconstpointer data)
{
  g_autoptr (LscTestPlace) place = place_of (data);
  g_autofree char *db = NULL;
  g_autofree char *odd = NULL;
  g_autofree char *any = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out, NULL);
  db = lsc_test_result (place, "cluster_analysis.db");
  odd = lsc_test_sql (db, "SELECT opConnectionId FROM P2PPairs GROUP BY 1 HAVING count (*) != 2 OR "
                          "count (DISTINCT rankID) != 2");
  g_assert_cmpstr (odd, ==, "");
  any = lsc_test_sql (db, "SELECT count (*) > 0 FROM P2PPairs WHERE opConnectionId IS NOT NULL");
  g_assert_cmpstr (any, ==, "1\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/parity/modules", test_modules);
  g_test_add_func ("/cli/parity/trees", test_trees);
  g_test_add_func ("/cli/parity/mfu", test_mfu);
  g_test_add_func ("/cli/parity/tree-names", test_tree_names);
  g_test_add_data_func ("/cli/parity/pipeline/1f1b", "1f1b", test_pipeline);
  g_test_add_data_func ("/cli/parity/pipeline/dualpipev", "dualpipev", test_pipeline);
  g_test_add_data_func ("/cli/parity/pairs/1f1b", "1f1b", test_pairs);
  g_test_add_data_func ("/cli/parity/pairs/dualpipev", "dualpipev", test_pairs);
  return g_test_run ();
}
