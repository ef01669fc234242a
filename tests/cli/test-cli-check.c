/* test-cli-check.c - check: limits, exit codes and odd files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define EXIT_BEYOND 5
#define EXIT_NOT_DECIDED 6

/* Checks a file with that text. Returns: (transfer full): what was said */
static LscTestOutput *
check (LscTestPlace *place, int code, const char *folder, const char *text, const char *option)
{
  g_autofree char *file = g_build_filename (place->root, "budget.json", NULL);

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  return lsc_test_cli_output (place, code, "check", folder, "--budget", file, option, NULL);
}

static void
expect (LscTestPlace *place, int code, const char *folder, const char *text)
{
  g_autoptr (LscTestOutput) output = check (place, code, folder, text, NULL);

  g_assert_nonnull (output);
}

static gint64
read_step (LscTestPlace *place, const char *folder)
{
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, EXIT_DELIVERED, "overview", folder,
                                                          "--json", "--rank-list=0", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);

  return json_object_get_int_member (lines->pdata[0], "step_ns");
}

/* The same number as in the overview decides: at it within, and 0.1 ns of a thousand beyond: steps
 * that do not differ have no noise, and none is added. */
static void
test_limits (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=4");
  gint64 step_ns = read_step (place, folder);
  const struct
  {
    double share;
    int code;
    const char *result;
  } cases[] = { { 1.0, EXIT_DELIVERED, "within" },
                { 0.9999, EXIT_BEYOND, "beyond" },
                { 0.9, EXIT_BEYOND, "beyond" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "[{\"metric\":\"step_ns\",\"rank\":0,\"limit\":%" G_GINT64_FORMAT ",\"unit\":\"ns\"}]",
          (gint64) ((double) step_ns * cases[i].share));
      g_autoptr (LscTestOutput) output = check (place, cases[i].code, folder, text, "--json");
      g_autoptr (JsonObject) object = lsc_test_json_object (output->out);
      JsonObject *row =
          json_array_get_object_element (json_object_get_array_member (object, "results"), 0);

      g_assert_cmpstr (json_object_get_string_member (object, "result"), ==, cases[i].result);
      g_assert_cmpint (json_object_get_int_member (row, "value_ns"), ==, step_ns);
    }
  expect (place, EXIT_BEYOND, folder,
          "[{\"metric\":\"compute\",\"limit\":0.001,\"unit\":\"share\"}]");
  expect (place, EXIT_PART, folder,
          "[{\"metric\":\"step_ns\",\"rank\":77,\"limit\":1,\"unit\":\"ns\"}]");
  expect (place, EXIT_PART, folder, /* it is split, so that is not known as one */
          "[{\"metric\":\"comm\",\"limit\":1,\"unit\":\"ns\"}]");
}

static void
test_base (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=6");
  g_autofree char *base = lsc_test_record_pipeline (place, "base", "--micro-batches=4");
  g_autoptr (LscTestOutput) beyond = NULL, kept = NULL;

  lsc_test_cli (place, EXIT_BEYOND, "check", folder, "--baseline", base, "--fail-above", "3%",
                NULL);
  beyond = lsc_test_cli_output (place, EXIT_BEYOND, "check", folder, "--baseline", base,
                                "--fail-above", "3", NULL);
  kept = lsc_test_cli_output (place, EXIT_DELIVERED, "check", base, "--baseline", folder,
                              "--fail-above=0.03%", NULL);
  /* the verdict, a line for the limit of all ranks, then whose noise and what changed */
  g_assert_true (g_str_has_prefix (beyond->out, "Failed: the limit is exceeded.\n"
                                                "Exceeded: step_ns (2 of 2 ranks, highest on"));
  lsc_test_assert_contains (beyond->out, "noise of this limit");
  lsc_test_assert_contains (beyond->out, "Comparison: “Current” ");
  g_assert_null (strstr (beyond->out, "Before"));
  g_assert_true (g_str_has_prefix (kept->out, "Passed: the limit holds.\n"
                                              "Within: step_ns (2 of 2 ranks, highest on"));
  lsc_test_cli (place, EXIT_DELIVERED, "check", base, "--baseline", base, "--fail-above=0", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", base, "--fail-above=3%", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", base, "--baseline", base, "--fail-above=x", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", base, NULL);
}

/* A part that was meant as percent, or percent that were meant as a part: nobody guesses. */
static void
test_percent (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *base = lsc_test_record_pipeline (place, "base", "--micro-batches=4");
  static const char *const refused[] = { "0.03", "0.49", "-1", "3 %", "nan", "2000", "%", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *option = g_strconcat ("--fail-above=", refused[i], NULL);
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_WRONG_USAGE, "check", base, "--baseline", base, option, NULL);

      lsc_test_assert_contains (output->err, "percent");
    }
  lsc_test_cli (place, EXIT_DELIVERED, "check", base, "--baseline", base, "--fail-above=0.5", NULL);
}

/* One step has no noise that could be measured: beyond by less than 2 % is not decidable then. */
static void
test_undecided (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--steps=1");
  g_autofree char *text =
      g_strdup_printf ("[{\"metric\":\"step_ns\",\"limit\":%" G_GINT64_FORMAT ",\"unit\":\"ns\"}]",
                       read_step (place, folder) / 100 * 99);
  g_autoptr (LscTestOutput) plain = check (place, EXIT_DELIVERED, folder, text, NULL);
  g_autoptr (LscTestOutput) strict = check (place, EXIT_NOT_DECIDED, folder, text, "--strict");
  g_autoptr (LscTestOutput) json = check (place, EXIT_DELIVERED, folder, text, "--json");
  g_autoptr (JsonObject) object = lsc_test_json_object (json->out);
  JsonObject *row =
      json_array_get_object_element (json_object_get_array_member (object, "results"), 0);

  lsc_test_assert_contains (plain->out, "Not decidable");
  lsc_test_assert_contains (plain->out, "assumed: one step");
  g_assert_cmpstr (strict->out, ==, plain->out);
  g_assert_cmpstr (json_object_get_string_member (object, "result"), ==, "undecided");
  g_assert_true (json_object_get_boolean_member (row, "noise_assumed"));
}

/* What a system of continuous integration reads: a test for each rank. */
static void
test_junit (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=4");
  g_autofree char *file = g_build_filename (place->root, "results.xml", NULL);
  g_autofree char *option = g_strconcat ("--junit=", file, NULL);
  g_autofree char *text = NULL;
  static const char *const limits =
      "[{\"metric\":\"compute\",\"rank\":0,\"limit\":0.001,\"unit\":\"share\"},"
      "{\"metric\":\"step_ns\",\"rank\":77,\"limit\":1,\"unit\":\"ns\"},"
      "{\"metric\":\"tail\",\"rank\":0,\"limit\":1,\"unit\":\"share\"}]";
  g_autoptr (LscTestOutput) output = check (place, EXIT_BEYOND, folder, limits, option);

  text = lsc_test_read (file, NULL);
  lsc_test_assert_contains (text, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"");
  lsc_test_assert_contains (text, "<failure message=\"Exceeded: compute (rank 0)");
  lsc_test_assert_contains (text, "<skipped message=\"Not known: step_ns (rank 77)");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", folder, "--budget", file, "--junit=x.txt", NULL);
}

/* What it writes is kept by what it was written from. */
static void
test_init (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=4");
  g_autoptr (LscTestOutput) init =
      lsc_test_cli_output (place, EXIT_DELIVERED, "check", folder, "--init", NULL);
  g_autoptr (LscTestOutput) output = check (place, EXIT_DELIVERED, folder, init->out, "--markdown");

  g_autofree char *limits = g_build_filename (place->root, "limits.json", NULL);
  g_autofree char *written = NULL;

  lsc_test_assert_contains (init->out, "step_ns");
  lsc_test_cli (place, EXIT_DELIVERED, "check", folder, "--init", "--budget", limits, NULL);
  written = lsc_test_read (limits, NULL);
  g_assert_cmpstr (written, ==, init->out);
  lsc_test_assert_contains (output->out, " limits hold.**");
  lsc_test_assert_contains (output->out, "| step_ns | ");
}

/* A metric by the name that it had before is checked, and the line is named. */
static void
test_renamed (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=4");
  g_autoptr (LscTestOutput) output =
      check (place, EXIT_DELIVERED, folder,
             "[{\"metric\":\"tail\",\"limit\":1e9,\"unit\":\"ns\"},"
             "{\"metric\":\"comm.wait\",\"limit\":1e9,\"unit\":\"ns\"}]",
             "--json");

  lsc_test_assert_contains (output->err, "limit 2");
  lsc_test_assert_contains (output->err, "comm_wait");
  g_assert_null (strstr (output->err, "limit 1"));
  lsc_test_assert_contains (output->out, "\"comm_wait\"");
  g_assert_null (strstr (output->out, "comm.wait"));
}

static void
test_files (void)
{
  static const struct
  {
    const char *text;
    const char *said;
  } cases[] = {
    { "", "JSON" },
    { "{}", "list of limits" },
    { "[]", "0 limits" },
    { "[3]", "limit 1" },
    { "[{\"metric\":\"comm.weit\",\"limit\":1,\"unit\":\"ns\"}]", "comm_wait" },
    { "[{\"limit\":1,\"unit\":\"ns\"}]", "missing" },
    { "[{\"metric\":\"tail\",\"limit\":\"1\",\"unit\":\"ns\"}]", "number" },
    { "[{\"metric\":\"tail\",\"limit\":1,\"unit\":\"ms\"}]", "unit" },
    { "[{\"metric\":\"tail\",\"limit\":-5,\"unit\":\"ns\"}]", "range" },
    { "[{\"metric\":\"tail\",\"limit\":1e300,\"unit\":\"ns\"}]", "range" },
    { "[{\"metric\":\"tail\",\"limit\":5000,\"unit\":\"share\"}]", "0.03" },
    { "[{\"metric\":\"tail\",\"rank\":-1,\"limit\":1,\"unit\":\"ns\"}]", "rank" },
    { "[{\"metric\":\"tail\",\"limit\":1,\"unit\":\"relative\"}]", "--baseline" },
    { "[{\"metric\":[],\"limit\":{},\"unit\":null}]", "metric" },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "one", "--micro-batches=4");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestOutput) output =
          check (place, EXIT_WRONG_USAGE, folder, cases[i].text, NULL);

      lsc_test_assert_contains (output->err, "budget.json");
      lsc_test_assert_contains (output->err, cases[i].said);
    }
}

/* A baseline by name is what the recording was: the same verdict, also once that is gone. */
static void
test_baselines (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=4");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=8");
  g_autofree char *dir = g_build_filename (place->root, "baselines", NULL);
  g_autofree char *file = g_build_filename (dir, "main.lscope", NULL);
  g_autofree char *inside = g_build_filename (before, "baselines", NULL);
  g_autoptr (LscTestOutput) saved = NULL, by_path = NULL, by_name = NULL, none = NULL,
                            of_rank = NULL;

  saved = lsc_test_cli_output (place, EXIT_DELIVERED, "check", before, "--save-baseline", "main",
                               "--baseline-dir", dir, NULL);
  lsc_test_assert_contains (saved->err, file);
  by_path = lsc_test_cli_output (place, EXIT_BEYOND, "check", after, "--baseline", before,
                                 "--fail-above", "3", "--json", NULL);
  by_name = lsc_test_cli_output (place, EXIT_BEYOND, "check", after, "--baseline", "main",
                                 "--baseline-dir", dir, "--fail-above", "3", "--json", NULL);
  g_assert_cmpstr (by_path->out, ==, by_name->out);
  lsc_test_assert_contains (by_name->out, "\"comparable\":");
  /* one of that name is kept unless it is forced; what exceeds a limit is none */
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", after, "--save-baseline", "main",
                "--baseline-dir", dir, NULL);
  lsc_test_cli (place, EXIT_BEYOND, "check", after, "--baseline", "main", "--baseline-dir", dir,
                "--fail-above", "3", "--save-baseline", "worse", NULL);
  none = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "check", after, "--baseline", "worse",
                              "--baseline-dir", dir, "--fail-above", "3", NULL);
  lsc_test_assert_contains (none->err, "Saved there: main");
  lsc_test_assert_contains (none->err, "--baseline-dir");
  lsc_test_cli (place, EXIT_DELIVERED, "check", after, "--save-baseline", "main", "--baseline-dir",
                dir, "--force", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "check", after, "--baseline", "main", "--baseline-dir", dir,
                "--fail-above", "3", NULL);
  /* what it is compared with moves on; a recording does not */
  lsc_test_cli (place, EXIT_DELIVERED, "check", after, "--baseline", "main", "--baseline-dir", dir,
                "--fail-above", "3", "--save-baseline", "main", "--force", NULL);
  lsc_test_cli (place, EXIT_IO, "check", file, "--save-baseline", "main", "--baseline-dir", dir,
                "--force", NULL);
  of_rank = lsc_test_cli_output (place, EXIT_DELIVERED, "overview", file, NULL);
  lsc_test_assert_contains (of_rank->out, "Step time");
  /* never in a recording, nor by a name that leads elsewhere */
  lsc_test_cli (place, EXIT_IO, "check", before, "--save-baseline", "main", "--baseline-dir",
                inside, NULL);
  g_assert_false (g_file_test (inside, G_FILE_TEST_EXISTS));
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", before, "--save-baseline", "../main",
                "--baseline-dir", dir, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "check", before, "--baseline-dir", dir, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-check/limits", test_limits);
  g_test_add_func ("/cli-check/base", test_base);
  g_test_add_func ("/cli-check/baselines", test_baselines);
  g_test_add_func ("/cli-check/percent", test_percent);
  g_test_add_func ("/cli-check/undecided", test_undecided);
  g_test_add_func ("/cli-check/junit", test_junit);
  g_test_add_func ("/cli-check/init", test_init);
  g_test_add_func ("/cli-check/files", test_files);
  g_test_add_func ("/cli-check/renamed", test_renamed);
  return g_test_run ();
}
