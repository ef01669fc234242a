/* test-cli-pp.c - pp with theory, predictions, comparison and clocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

/* Two stages, four micro-batches, forward 1 us, backward 2 us; stage 1 begins 1 us after stage 0
 * and never waits: a window of 13 us, where an ideal 1F1B takes 15. No order of causes gives that:
 * the clocks or the recording are wrong, and that has to be said. */
static LscTestPlace *
place_with_pipeline (void)
{
  LscTestPlace *place = lsc_test_place_new ();

  lsc_test_write_pipeline (place, 2, 4);
  return place;
}

static void
test_study (void)
{
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, NULL);

  lsc_test_assert_contains (output->out, "Ideal window: 15.00 µs\n");
  lsc_test_assert_contains (output->out, "Ideal bubble ratio: 20.0 %\n");
  lsc_test_assert_contains (output->out, "Imbalance: 0 µs\n");
  lsc_test_assert_contains (output->out, "Rest: -2.000 µs\n");
  /* By less than clocks of one host may differ. */
  lsc_test_assert_lacks (output->out, "point left");
  lsc_test_assert_contains (output->out, "does not explain this step");
  lsc_test_assert_lacks (output->out, "Fixing this");
  lsc_test_assert_contains (output->out, "No stage, rank, host or message noticeably holds up");
}

/* Each object is on its own line, and says to which table it belongs. */
static void
test_json (void)
{
  static const char *const wanted[] = { "PpMetric", "PpClock",   "PpSummary", "PpLadder",
                                        "PpWait",   "PpBalance", "PpPath",    "PpBubble",
                                        "PpWhatIf", "PpDelta",   "PpVerdict" };
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--json", "--theory", "global",
                           "--what-if", "zbh1", NULL);
  g_auto (GStrv) lines = g_strsplit (output->out, "\n", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonObject *object;

      g_assert_true (json_parser_load_from_data (parser, lines[i], -1, NULL));
      object = json_node_get_object (json_parser_get_root (parser));
      g_hash_table_add (seen, g_strdup (json_object_get_string_member (object, "table")));
    }
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (!g_hash_table_contains (seen, wanted[i]))
      g_error ("no line of %s", wanted[i]);
}

/* A slow rank of one of two replicas is named by its peer; each pipeline has a line, the slower one
 * first, and with "all" its own figures. */
static void
test_pipelines (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *folder = g_build_filename (place->root, "recording", NULL);
  g_autofree char *line =
      g_strdup_printf ("--schedule=1f1b --pp=2 --dp=2 -M 8 --steps=3 --jitter=0.02 --seed=3 "
                       "--no-modules --no-backward --costs=F=2000000,B=4000000 --straggler=3:1.3 "
                       "--out %s",
                       folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) written = lsc_test_spawn (synth, words);
  g_autoptr (LscTestOutput) one = NULL, all = NULL;

  g_assert_cmpint (written->code, ==, 0);
  one = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, NULL);
  all = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, "-g", "all", NULL);
  g_assert_true (g_str_has_prefix (one->out, "1. The blocks of rank 3 (stage 1) take "));
  lsc_test_assert_contains (one->out, "pipeline 1 of 2, (1,3): median window ");
  lsc_test_assert_contains (one->out, "pipeline 2 of 2, (0,2): median window ");
  lsc_test_assert_lacks (one->out, "stage 1, rank 3: ");
  lsc_test_assert_contains (all->out, "stage 1, rank 2: ");
  lsc_test_assert_contains (all->out, "stage 1, rank 3: ");
}

static void
test_what_if (void)
{
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--what-if",
                           "zbh1,M=8,zbv+M=3", "--w-share", "0.5", NULL);

  lsc_test_assert_contains (output->out, "ZB-H1");
  lsc_test_assert_contains (output->out, "50.0 % of a backward (given");
  lsc_test_assert_contains (output->out, "\nMemory is not checked"); /* a line a sentence */
  lsc_test_assert_contains (output->out, "does not explain this step");
  lsc_test_assert_contains (output->out, "M >= 4 for P = 2, not 3");
}

static void
test_pictures (void)
{
  static const char *const modes[] = { "below", "interleaved", "ghost" };
  g_autoptr (LscTestPlace) place = place_with_pipeline ();

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s.svg", place->root, modes[i]);
      g_autofree char *plain = g_strdup_printf ("%s/plain.svg", place->root);
      g_autofree char *with = NULL;
      g_autofree char *without = NULL;
      gsize n_with, n_without;

      lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--out", plain, "-q", NULL);
      lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--theory", "stage", "--twin",
                    modes[i], "--show", "path,causes,differences", "--out", path, "-q", NULL);
      with = lsc_test_read (path, &n_with);
      without = lsc_test_read (plain, &n_without);
      g_assert_cmpuint (n_with, >, n_without);
    }
}

/* A step compared with another recording that is half as long: the first named is before. */
static void
test_compare (void)
{
  g_autoptr (LscTestPlace) before = lsc_test_place_new ();
  g_autoptr (LscTestPlace) after = place_with_pipeline ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) none = NULL;

  lsc_test_write_pipeline (before, 2, 8);
  output = lsc_test_cli_output (before, EXIT_DELIVERED, "pp", before->data, "--compare",
                                after->data, NULL);
  lsc_test_assert_contains (output->out, "Differences to “");
  lsc_test_assert_contains (output->out, "-12.00 µs");
  lsc_test_assert_contains (output->out, "shorter by 12.00 µs, 48.0 % of the first: 13.00 µs "
                                         "instead of 25.00 µs");
  none = lsc_test_cli_output (after, EXIT_WRONG_USAGE, "pp", after->data, "--compare",
                              "/nowhere/at/all", NULL);
  lsc_test_assert_contains (none->err, "/nowhere/at/all");
}

static char *
draw_named (LscTestPlace *place, const char *file, const char *title, const char *second)
{
  g_autofree char *path = g_build_filename (place->root, file, NULL);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "pp", place->data, "--theory", "stage", "--title",
                           title, "--second-name", second, "--out", path, NULL);
  g_autofree char *told = g_strdup_printf ("Written: %s\n", path);
  gsize n;

  g_assert_cmpstr (output->err, ==, told);
  return lsc_test_read (path, &n);
}

/* A picture has the names that it is given. */
static void
test_names (void)
{
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autofree char *one = draw_named (place, "a.svg", "After the fusion", "ideal");
  g_autofree char *same = draw_named (place, "b.svg", "After the fusion", "ideal");
  g_autofree char *other = draw_named (place, "c.svg", "After the fusion", "perfect");

  lsc_test_assert_contains (one, "After the fusion");
  g_assert_cmpstr (one, ==, same);
  g_assert_cmpstr (one, !=, other);
}

static void
test_align (void)
{
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autofree char *table = g_build_filename (place->root, "clocks.db", NULL);
  g_autofree char *given = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--align", "none", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--align", "p2p", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--align", "1=300", "--table", table,
                NULL);
  given = lsc_test_sql (table, "SELECT DISTINCT rank, aligned_start_ns - start_ns FROM PpBlock "
                               "ORDER BY rank");
  g_assert_cmpstr (given, ==, "0|0\n1|-300\n");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *option;
    const char *value;
    const char *reason;
  } cases[] = {
    { "--theory", "best", "global" },
    { "--twin", "above", "ghost" },
    { "--show", "path,luck", "causes" },
    { "--w-share", "2", "0 to 1" },
    { "--overlap-gain", "-1", "0 to 0.9" },
    { "--latency", "fast", "12us" },
    { "--layers", "8,x", "8,8,8,7" },
    { "--align", "maybe", "p2p" },
    { "--align", "x=3", "" },
    { "--what-if", "magic", "magic" },
    { "--schedule", "nobody", "nobody" },
    { "--compare-step", "99", "99" },
  };
  g_autoptr (LscTestPlace) place = place_with_pipeline ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_WRONG_USAGE, "pp", place->data, cases[i].option, cases[i].value, NULL);

      lsc_test_assert_contains (output->err, cases[i].reason);
    }
}

/* A schedule that does not fit the order is told, drawn, and has no theory: the rest is shown. */
static void
test_not_explained (void)
{
  g_autoptr (LscTestPlace) place = place_with_pipeline ();
  g_autofree char *path = g_build_filename (place->root, "chart.svg", NULL);
  g_autoptr (LscTestOutput) drawn = lsc_test_cli_output (
      place, EXIT_PART, "pp", place->data, "--schedule", "gpipe", "--out", path, NULL);
  g_autoptr (LscTestOutput) refused = lsc_test_cli_output (
      place, EXIT_PART, "pp", place->data, "--schedule", "gpipe", "--theory", "stage", NULL);

  lsc_test_assert_contains (drawn->out, "schedule not recognised");
  lsc_test_assert_contains (drawn->out, "Theory and waits: No schedule explains the order");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  lsc_test_assert_contains (refused->err, "no theory");
  lsc_test_assert_contains (refused->out, "schedule not recognised");
}

/* Of equal steps the first one that the figures of the overview are of. */
static void
test_median (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "steps", "--steps=3");
  g_autoptr (LscTestOutput) first = NULL, output = NULL;

  first = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, "--step=7", NULL);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, NULL);
  lsc_test_assert_contains (first->out, "\nstep 7: ");
  lsc_test_assert_contains (output->out, "\nstep 8: ");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/pp/study", test_study);
  g_test_add_func ("/cli/pp/median", test_median);
  g_test_add_func ("/cli/pp/json", test_json);
  g_test_add_func ("/cli/pp/pipelines", test_pipelines);
  g_test_add_func ("/cli/pp/what-if", test_what_if);
  g_test_add_func ("/cli/pp/pictures", test_pictures);
  g_test_add_func ("/cli/pp/compare", test_compare);
  g_test_add_func ("/cli/pp/names", test_names);
  g_test_add_func ("/cli/pp/align", test_align);
  g_test_add_func ("/cli/pp/refused", test_refused);
  g_test_add_func ("/cli/pp/not-explained", test_not_explained);
  return g_test_run ();
}
