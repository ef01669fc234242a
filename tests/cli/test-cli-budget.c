/* test-cli-budget.c - budget: its forms, its steps, and that it closes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"

static gint64
add_up (JsonObject *object)
{
  g_autoptr (GList) values = json_object_get_values (object);
  gint64 sum = 0;

  for (GList *at = values; at; at = at->next)
    sum += json_node_get_int (at->data);
  return sum;
}

static void
test_json (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);

  g_assert_cmpuint (lines->len, ==, 4 * 3);
  for (guint i = 0; i < lines->len; i++)
    {
      JsonObject *line = lines->pdata[i];
      JsonObject *categories = json_object_get_object_member (line, "categories");
      JsonObject *refined = json_object_get_object_member (line, "refined");
      g_autofree char *keys = lsc_test_json_keys (categories);

      g_assert_cmpint (json_object_get_int_member (line, "rank"), ==, i / 3);
      g_assert_false (json_object_get_boolean_member (line, "capture"));
      g_assert_cmpint (add_up (categories), ==, json_object_get_int_member (line, "step_ns"));
      g_assert_cmpstr (keys, ==,
                       "compute,comm_transfer,comm_wait,comm_other,bubble,memcpy,prepare,"
                       "free_host,free_device,free_unlinked,tail");
      g_assert_cmpint (add_up (json_object_get_object_member (refined, "compute")), ==,
                       json_object_get_int_member (categories, "compute"));
      g_assert_cmpint (add_up (json_object_get_object_member (refined, "free_host")), ==,
                       json_object_get_int_member (categories, "free_host"));
    }
}

static void
test_forms (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");
  g_autofree char *book = g_build_filename (place->root, "budget.xlsx", NULL);
  g_autoptr (LscTestOutput) csv =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--csv", "--rank-list=1", NULL);
  g_autoptr (LscTestOutput) text =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, NULL);
  g_auto (GStrv) rows = NULL;

  rows = g_strsplit (csv->out, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 1 + 3 + 1); /* the titles, and after the last end */
  lsc_test_assert_contains (text->out, "Computing");
  lsc_test_assert_contains (text->out, "  step ");
  lsc_test_cli (place, EXIT_DELIVERED, "budget", folder, "--xlsx", book, NULL);
  g_assert_true (g_file_test (book, G_FILE_TEST_EXISTS));
}

static void
test_one_step (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");
  g_autoptr (LscTestOutput) all =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (all->out);
  gint64 step = json_object_get_int_member (lines->pdata[1], "step");
  g_autofree char *option = g_strdup_printf ("--step-id=%" G_GINT64_FORMAT, step);
  g_autoptr (LscTestOutput) one =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", option, NULL);
  g_autoptr (GPtrArray) kept = lsc_test_json_lines (one->out);

  g_assert_cmpuint (kept->len, ==, 4);
  for (guint i = 0; i < kept->len; i++)
    g_assert_cmpint (json_object_get_int_member (kept->pdata[i], "step"), ==, step);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "budget", folder, "--step-id=99", NULL);
}

/* Of ranks whose events were not exported the sums of their table are told, and no length. */
static void
test_told (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (LscTestPlace) place = NULL;
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  static const gint64 bubbles_us[] = { 312202, 321309, 70988, 73315 };
  JsonObject *line, *categories;

  if (!samples)
    return;
  folder = g_build_filename (samples, "ascend-4rank-pp2dp2", NULL);
  place = lsc_test_place_new ();
  output = lsc_test_cli_output (place, EXIT_PART, "budget", folder, "--json", NULL);
  lines = lsc_test_json_lines (output->out);
  g_assert_cmpuint (lines->len, ==, 4);
  line = lines->pdata[1];
  categories = json_object_get_object_member (line, "categories");
  g_assert_true (json_object_get_null_member (line, "step_ns"));
  g_assert_cmpint (json_object_get_int_member (categories, "compute"), ==, 230903720);
  g_assert_cmpint (json_object_get_int_member (categories, "comm"), ==, 441708380);
  g_assert_true (json_object_get_null_member (categories, "free_host"));
  for (guint i = 0; i < lines->len; i++)
    g_assert_cmpint (
        json_object_get_int_member (json_object_get_object_member (lines->pdata[i], "refined"),
                                    "peer_bubble_ns") /
            1000,
        ==, bubbles_us[i]);
  lsc_test_assert_contains (json_object_get_string_member (line, "not_available"),
                            "step_trace_time.csv");
}

/* ---- traces that are written here ---- */

static char *
write_trace (const LscTestPlace *place, const char *const *events)
{
  char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autofree char *list = g_strjoinv (",\n", (char **) events);
  g_autofree char *text = g_strdup_printf ("{\"traceEvents\": [%s]}", list);

  g_assert_cmpint (g_mkdir_with_parents (place->data, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

#define STEP(number, ts)                                                                           \
  "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#" number                 \
  "\", \"pid\": 4000, "                                                                            \
  "\"tid\": 4000, \"ts\": " ts ", \"dur\": 100}"
#define CALL(name, ts, number)                                                                     \
  "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"" name                                   \
  "\", \"pid\": 4000, \"tid\": 4000, "                                                             \
  "\"ts\": " ts ", \"dur\": 5, \"args\": {\"correlation\": " number "}}"
#define KERNEL(device, ts, number)                                                                 \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": " device                      \
  ", \"tid\": 7, \"ts\": " ts ", \"dur\": 80, \"args\": {\"device\": " device                      \
  ", \"stream\": 7, \"correlation\": " number "}}"

/* A call that launched something on another device has launched something: here each call is of
 * one device in step 1, and of the other one in step 2. The host is ahead. */
static void
test_other_device (void)
{
  static const char *const events[] = {
    STEP ("1", "1000"),
    CALL ("cudaLaunchKernel", "1010", "10"),
    KERNEL ("0", "2100", "10"),
    CALL ("cudaLaunchKernelExC", "1030", "11"),
    KERNEL ("1", "2100", "11"),
    STEP ("2", "1100"),
    CALL ("cudaLaunchKernelExC", "1110", "20"),
    KERNEL ("0", "2200", "20"),
    CALL ("cudaLaunchKernel", "1130", "21"),
    KERNEL ("1", "2200", "21"),
    NULL,
  };
  static const gint64 step_ns[] = { 100000, 80000, 100000, 80000 };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_trace (place, events);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", path, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);
  g_autofree char *db = g_build_filename (place->root, "trace.db", NULL);
  g_autoptr (LscTestOutput) kept = NULL;

  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (step_ns));
  for (guint i = 0; i < lines->len; i++)
    {
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "step"), ==, i % 2 + 1);
      g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "step_ns"), ==, step_ns[i]);
    }
  lsc_test_cli (place, EXIT_DELIVERED, "convert", path, "--to", "db", "--out", db, NULL);
  kept = lsc_test_cli_output (place, EXIT_DELIVERED, "budget", db, "--json", NULL);
  g_assert_cmpstr (kept->out, ==, output->out);
}

/* What no device did was lost. */
static void
test_lost (void)
{
  static const char *const events[] = {
    STEP ("1", "1000"),
    CALL ("cudaLaunchKernel", "1010", "10"),
    KERNEL ("0", "2100", "10"),
    CALL ("cudaLaunchKernelExC", "1030", "11"),
    KERNEL ("1", "2100", "11"),
    STEP ("2", "1100"),
    CALL ("cudaLaunchKernelExC", "1110", "20"),
    KERNEL ("0", "2200", "20"),
    CALL ("cudaLaunchKernelExC", "1130", "21"),
    NULL,
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_trace (place, events);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", path, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);

  g_assert_cmpuint (lines->len, ==, 2);
  for (guint i = 0; i < lines->len; i++)
    g_assert_cmpint (json_object_get_int_member (lines->pdata[i], "step"), !=, 2);
}

/* Only the events of a trace tell its steps. */
static void
test_step_of_trace (void)
{
  static const char *const events[] = {
    STEP ("1", "1000"),
    CALL ("cudaLaunchKernel", "1005", "10"),
    KERNEL ("0", "1012", "10"),
    STEP ("2", "1100"),
    CALL ("cudaLaunchKernel", "1105", "20"),
    KERNEL ("0", "1112", "20"),
    NULL,
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = write_trace (place, events);
  g_autoptr (LscTestOutput) one =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", path, "--json", "--step-id=2", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (one->out);
  g_autoptr (LscTestOutput) none =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "budget", path, "--step-id=9", NULL);

  g_assert_cmpuint (lines->len, ==, 1);
  g_assert_cmpint (json_object_get_int_member (lines->pdata[0], "step"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (lines->pdata[0], "step_ns"), ==, 100000);
  lsc_test_assert_contains (none->err, "No rank has step 9; there are: 1, 2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget/json", test_json);
  g_test_add_func ("/budget/forms", test_forms);
  g_test_add_func ("/budget/one-step", test_one_step);
  g_test_add_func ("/budget/told", test_told);
  g_test_add_func ("/budget/other-device", test_other_device);
  g_test_add_func ("/budget/lost", test_lost);
  g_test_add_func ("/budget/step-of-trace", test_step_of_trace);
  return g_test_run ();
}
