/* test-cli-straggler-map.c - the map of stragglers in files: pictures, reports, pins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define CAPTION "Worker (replica 1, stage 0) takes long: S 1.06, other workers at most 1.01"

/* Two replicas of two stages, one step; worker (1, 0) takes long (stragglers.md#example). */
static char *
copy_job (const LscTestPlace *place, const char *name)
{
  const char *source = g_getenv ("LANESCOPE_SOURCE_DIR");
  g_autofree char *from =
      g_build_filename (source, "tests", "data", "ops", "timeline-small.json", NULL);
  g_autofree char *file = g_strdup_printf ("timeline-%s.json", name);
  char *to = g_build_filename (place->data, file, NULL);

  g_mkdir_with_parents (place->data, 0755);
  lsc_test_copy (from, to);
  return to;
}

static char *
name_result (const LscTestPlace *place, const char *name)
{
  return g_build_filename (place->root, name, NULL);
}

static char *
read_file (const char *path, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

/* All kinds of pictures; the sentence stands in the text, too. */
static void
test_picture (void)
{
  static const struct
  {
    const char *name;
    const char *begin;
  } kinds[] = { { "map.svg", "<?xml" }, { "map.png", "\211PNG" }, { "map.pdf", "%PDF" } };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = name_result (place, kinds[i].name);
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_DELIVERED, "stragglers", file, "--out", path, NULL);
      g_autofree char *bytes = read_file (path, NULL);

      g_assert_true (g_str_has_prefix (bytes, kinds[i].begin));
      g_assert_nonnull (strstr (output->out, CAPTION "."));
      if (i == 0)
        g_assert_nonnull (strstr (bytes, CAPTION "\n"));
    }
}

/* A picture is of one job; nothing is written where there are several. */
static void
test_several (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *first = copy_job (place, "first");
  g_autofree char *second = copy_job (place, "second");
  g_autofree char *path = name_result (place, "map.svg");
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "stragglers", place->data, "--out", path, NULL);

  g_assert_nonnull (strstr (output->err, "--recording"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
check_report (const char *name, const char *wanted)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autofree char *path = name_result (place, name);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "report", file, "--report", path, NULL);
  g_autofree char *text = read_file (path, NULL);

  g_assert_nonnull (output);
  if (!strstr (text, wanted))
    g_error ("%s: no %s", name, wanted);
}

/* Reports have a chapter with the map, and its sentence where there are no pictures. */
static void
test_reports (void)
{
  check_report ("report.html", "id=\"stragglers\"");
  check_report ("report.html", CAPTION "</text>"); /* in the picture */
  check_report ("report.md", CAPTION);
  check_report ("report.json", CAPTION);
}

/* A pin of either page is drawn anew. */
static void
test_pin (void)
{
  static const char *const views[] = { "overview/stragglers", "pipeline/stragglers" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *file = copy_job (place, "small");
  g_autofree char *pins = name_result (place, "pins.json");
  g_autofree char *path = name_result (place, "report.html");

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"version\":1,\"pins\":[{\"view\":\"%s\",\"title\":\"Pinned map\"}]}", views[i]);
      g_autofree char *html = NULL;
      g_autoptr (LscTestOutput) output = NULL;

      g_assert_true (g_file_set_contents (pins, text, -1, NULL));
      output = lsc_test_cli_output (place, EXIT_DELIVERED, "report", file, "--report", path,
                                    "--pins", pins, NULL);
      html = read_file (path, NULL);
      g_assert_nonnull (strstr (html, "Pinned map"));
      g_assert_nonnull (output);
      g_assert_null (strstr (html, "knows no view"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/straggler-map/picture", test_picture);
  g_test_add_func ("/straggler-map/several", test_several);
  g_test_add_func ("/straggler-map/reports", test_reports);
  g_test_add_func ("/straggler-map/pin", test_pin);
  return g_test_run ();
}
