/* test-cli-deliverables.c - tables with the columns of the exporter's files, and read again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "lsc-test-cli.h"

/* exports.md#deliverables. */
static const struct
{
  const char *file;
  const char *words[4];
  const char *header;
  gboolean is_equal; /* not only as far as sums of rounded figures go */
} files[] = {
  { "op_statistic.csv",
    { "operators" },
    "OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)",
    FALSE },
  { "api_statistic.csv",
    { "dispatch", "--calls" },
    "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance",
    FALSE },
  { "operator_memory.csv",
    { "memory", "--blocks" },
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),"
    "Active Duration(us),Allocation Total Allocated(MB),Allocation Total Reserved(MB),"
    "Allocation Total Active(MB),Release Total Allocated(MB),Release Total Reserved(MB),"
    "Release Total Active(MB),Stream Ptr,Device Type",
    TRUE },
};

static LscTestOutput *
print (LscTestPlace *place, gsize file, const char *path, const char *rank)
{
  const char *const *words = files[file].words;

  return lsc_test_cli_output (place, EXIT_DELIVERED, words[0], path, "--rank-list", rank, "--csv",
                              "--compat", words[1], NULL);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full): lines in the order of their texts, without what only ends them and tabs */
static char *
sort_lines (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\t", -1);
  g_autofree char *joined = g_strjoinv ("", parts);
  g_auto (GStrv) lines = g_strsplit (joined, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    g_strchomp (lines[i]);
  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

/* (transfer full): the first two or three columns of each line, which are no sums of time */
static char *
keep_keys (const char *text, gsize file)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (g_strchomp (lines[i]), ",", -1);

      if (g_strv_length (cells) > 3)
        g_string_append_printf (out, "%s,%s,%s\n", cells[0], cells[1], cells[file == 0 ? 2 : 3]);
    }
  return g_string_free (out, FALSE);
}

/* The headers are byte for byte those of the exporter; one rank, with CSV, and nothing else. */
static void
test_headers (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_record (
      place, "recording", "--preset=small --ranks=2 --memory --kernels=50 --seed=3");

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (LscTestOutput) output = print (place, i, path, "0");
      g_autofree char *begin = g_strconcat (files[i].header, "\n", NULL);

      g_assert_true (g_str_has_prefix (output->out, begin));
      g_assert_cmpuint (output->out_length, >, strlen (begin));
      lsc_test_cli (place, EXIT_WRONG_USAGE, files[i].words[0], path, "--csv", "--compat",
                    files[i].words[1], NULL); /* two ranks */
      lsc_test_cli (place, EXIT_WRONG_USAGE, files[i].words[0], path, "--json", "--compat",
                    files[i].words[1], NULL);
    }
  lsc_test_cli (place, EXIT_WRONG_USAGE, "memory", path, "--csv", "--compat", "--rank-list=0",
                NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "dispatch", path, "--csv", "--compat", "--rank-list=0",
                NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "operators", path, "--csv", "--compat", "--rank-list=0",
                "--by=name", NULL);
}

/* What is written has the rows of the exporter's file, and in its place reads like that file. */
static void
check_rank (const char *sample, const char *rank)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = g_strdup_printf ("rank%s_ascend_pt", rank);
  g_autofree char *from = g_build_filename (root, sample, folder, NULL);
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *copy = g_build_filename (place->root, folder, NULL);
  const char *words[] = { "cp", "-R", "--no-preserve=mode", from, copy, NULL };
  g_autoptr (LscTestOutput) before = NULL, after = NULL, info = NULL;
  g_autofree char *sorted_before = NULL, *sorted_after = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (LscTestOutput) output = print (place, i, from, rank);
      g_autofree char *file =
          g_build_filename (copy, "ASCEND_PROFILER_OUTPUT", files[i].file, NULL);
      g_autofree char *theirs = lsc_test_read (file, NULL);
      g_autofree char *our_keys = keep_keys (output->out, i), *their_keys = keep_keys (theirs, i);
      g_autofree char *ours_sorted = sort_lines (files[i].is_equal ? output->out : our_keys);
      g_autofree char *theirs_sorted = sort_lines (files[i].is_equal ? theirs : their_keys);

      g_test_message ("%s of %s", files[i].file, from);
      g_assert_cmpstr (ours_sorted, ==, theirs_sorted);
      g_assert_true (g_file_set_contents (file, output->out, -1, NULL));
    }
  before = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", from, "--blocks", "--csv", NULL);
  after = lsc_test_cli_output (place, EXIT_DELIVERED, "memory", copy, "--blocks", "--csv", NULL);
  sorted_before = sort_lines (before->out);
  sorted_after = sort_lines (after->out);
  g_assert_cmpstr (sorted_after, ==, sorted_before);
  info = lsc_test_cli_output (place, EXIT_DELIVERED, "info", copy, NULL);
  lsc_test_assert_lacks (info->err, "differ"); /* sums are held against the events */
}

static void
test_samples (void)
{
  static const char *const samples[] = { "ascend-text-level1", "ascend-text-level2" };
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (samples); i++)
    {
      check_rank (samples[i], "0");
      check_rank (samples[i], "1");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/deliverables/headers", test_headers);
  g_test_add_func ("/cli/deliverables/samples", test_samples);
  return g_test_run ();
}
