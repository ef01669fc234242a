/* test-cli-nsight.c - an export of Nsight Systems on the command line, against what wrote it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#include "lsc-test-nsight.h"

static char *
record (LscTestPlace *place, NsTruth truth[NS_N_PROCESSES])
{
  char *path = g_build_filename (place->data, "report.sqlite", NULL);
  sqlite3 *db = ns_new (path);

  ns_write_training (db, truth);
  ns_close (db);
  return path;
}

static GPtrArray *
get_rows (LscTestPlace *place, const char *command, const char *path)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, command, "--json", path, NULL);

  return lsc_test_json_lines (output->out);
}

static gint64
get (const GPtrArray *rows, guint row, const char *key)
{
  return json_object_get_int_member (rows->pdata[row], key);
}

/* Of each step of each process all that was run. */
static void
test_overview (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (GPtrArray) rows = get_rows (place, "overview", path);

  g_assert_cmpuint (rows->len, ==, NS_N_PROCESSES);
  for (guint i = 0; i < rows->len; i++)
    {
      g_assert_cmpint (get (rows, i, "steps"), ==, NS_N_STEPS);
      g_assert_cmpint (get (rows, i, "step_ns"), ==, truth[i].step_ns);
      g_assert_cmpint (get (rows, i, "compute_ns"), ==, truth[i].computing_ns / NS_N_STEPS);
      g_assert_cmpint (get (rows, i, "comm_ns"), ==, truth[i].comm_ns / NS_N_STEPS);
      g_assert_cmpint (get (rows, i, "memcpy_ns"), ==, truth[i].copy_ns / NS_N_STEPS);
    }
}

/* Steps are called as the program calls them. */
static void
test_numbers (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "info", "-v", path, NULL);

  lsc_test_assert_contains (output->out, "step 0: 1.000 ms");
  lsc_test_assert_contains (output->out, "step 4: 1.100 ms");
  lsc_test_assert_lacks (output->out, "step 5");
}

/* Of the steps that count, which are all but the first. */
static void
test_operators (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (GPtrArray) rows = get_rows (place, "operators", path);
  gint64 sum_ns = 0, n_ops = 0;

  for (guint i = 0; i < rows->len; i++)
    sum_ns += get (rows, i, "total_ns");
  for (guint i = 0; i < NS_N_PROCESSES; i++)
    {
      sum_ns -= truth[i].computing_ns / NS_N_STEPS * (NS_N_STEPS - 1);
      n_ops += truth[i].n_ops / NS_N_STEPS * (NS_N_STEPS - 1);
    }
  g_assert_cmpint (sum_ns, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (rows->pdata[0], "type"), ==, "gemm");
  g_assert_cmpint (get (rows, 0, "count"), ==, n_ops);
}

static JsonObject *
find_module (const GPtrArray *rows, const char *name, gint64 parent)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (json_object_get_string_member (rows->pdata[i], "kind"), "module") &&
        g_str_equal (json_object_get_string_member (rows->pdata[i], "name"), name) &&
        get (rows, i, "parent") == parent)
      return rows->pdata[i];
  g_assert_not_reached ();
}

static gint64
get_id (JsonObject *row)
{
  return json_object_get_int_member (row, "id");
}

static void
test_tree (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (GPtrArray) rows = get_rows (place, "tree", path);
  JsonObject *model = find_module (rows, "model", 0);
  JsonObject *layer = find_module (rows, "layers.0", get_id (model));
  JsonObject *mlp = find_module (rows, "mlp", get_id (layer));
  JsonObject *head = find_module (rows, "head", get_id (model)); /* of the graph */

  g_assert_cmpint (json_object_get_int_member (model, "total_ns"), ==, truth[0].computing_ns);
  g_assert_cmpint (json_object_get_int_member (mlp, "forward_ns"), ==, truth[0].mlp_ns);
  g_assert_cmpint (json_object_get_int_member (head, "total_ns"), ==, NS_N_STEPS * 40000);
}

/* Ranges of plain names are modules where none is told as such, but for those that are steps. */
static void
test_plain_ranges (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (GPtrArray) rows = NULL;
  gint64 backward_ns = truth[0].n_ops / 2 * 50000;

  lsc_test_sql_run (path,
                    "UPDATE NVTX_EVENTS SET text = substr (text, 13, instr (substr (text, 13),"
                    " char (39)) - 1) WHERE text LIKE '{%';"
                    "UPDATE NVTX_EVENTS SET text = substr (text, 1, instr (text, ',') - 1)"
                    " WHERE text LIKE '%, seq%'");
  rows = get_rows (place, "tree", path);
  g_assert_cmpint (json_object_get_int_member (find_module (rows, "model", 0), "total_ns"), ==,
                   truth[0].computing_ns - backward_ns);
  for (guint i = 0; i < rows->len; i++)
    g_assert_false (
        g_str_has_prefix (json_object_get_string_member (rows->pdata[i], "name"), "step"));
}

/* What was converted says the same. */
static void
test_convert (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autofree char *db = g_build_filename (place->root, "own.db", NULL);
  g_autoptr (LscTestOutput) before = NULL;
  g_autoptr (LscTestOutput) after = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "convert", path, "--out", db, NULL);
  before = lsc_test_cli_output (place, EXIT_DELIVERED, "budget", "--csv", path, NULL);
  after = lsc_test_cli_output (place, EXIT_DELIVERED, "budget", "--csv", db, NULL);
  g_assert_cmpstr (before->out, ==, after->out);
}

/* Without ranges there are no steps, and that is why. */
static void
test_no_ranges (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  NsTruth truth[NS_N_PROCESSES];
  g_autofree char *path = record (place, truth);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_sql_run (path, "DROP TABLE NVTX_EVENTS");
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "info", path, NULL);
  lsc_test_assert_contains (output->err, "Steps and modules are not known, because NVTX ranges");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/nsight/overview", test_overview);
  g_test_add_func ("/cli/nsight/numbers", test_numbers);
  g_test_add_func ("/cli/nsight/operators", test_operators);
  g_test_add_func ("/cli/nsight/tree", test_tree);
  g_test_add_func ("/cli/nsight/plain-ranges", test_plain_ranges);
  g_test_add_func ("/cli/nsight/convert", test_convert);
  g_test_add_func ("/cli/nsight/no-ranges", test_no_ranges);
  return g_test_run ();
}
