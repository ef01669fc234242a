/* test-cli-acceptance.c - rows of checks.md#features that the command line stands for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "lsc-test-cli.h"

/* The whole table of rows and tests stands in tests/golden/test-acceptance.c. */

/* A copy of a sample as @name below the watched folder. */
static void
copy_sample (LscTestPlace *place, const char *root, const char *sample)
{
  g_autofree char *from = g_build_filename (root, sample, NULL);
  const char *words[] = { "cp", "-R", "--no-preserve=mode", from, place->data, NULL };
  int status = 0;

  lsc_test_place_watch (place, FALSE);
  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  lsc_test_place_watch (place, TRUE);
}

/* ---- headless ---- */

/* checks.md#overlap, ns. */
static const struct
{
  const char *folder;
  gint64 figures[2][6];
} references[] = {
  { "ascend-db-level0",
    { { 8843910, 89880576, 85881122, 3999454, 25900158, 30117602 },
      { 8831637, 93993858, 90000781, 3993077, 26748231, 30926994 } } },
  { "ascend-db-level1",
    { { 8903431, 102108100, 98071947, 4036153, 25258144, 30943917 },
      { 8915634, 98590190, 94556050, 4034140, 25840499, 30555514 } } },
  { "ascend-db-level2",
    { { 8900456, 94107521, 90080699, 4026822, 25238587, 30225247 },
      { 8926368, 100357525, 96293920, 4063605, 25228138, 29887871 } } },
};

static const char *const columns[] = {
  "computing_ns",  "communication_ns", "communication_not_overlapped_ns",
  "overlapped_ns", "free_ns",          "free_extended_ns"
};

/* overlap DIR prints 4.3. */
static void
test_overlap (void)
{
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (references); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autoptr (LscTestOutput) json = NULL;
      g_autoptr (LscTestOutput) text = NULL;
      g_autoptr (GPtrArray) rows = NULL;

      copy_sample (place, root, references[i].folder);
      json = lsc_test_cli_output (place, EXIT_DELIVERED, "overlap", place->data, "--json", NULL);
      rows = lsc_test_json_lines (json->out);
      g_assert_cmpuint (rows->len, ==, 2);
      for (guint rank = 0; rank < 2; rank++)
        for (gsize k = 0; k < G_N_ELEMENTS (columns); k++)
          g_assert_cmpint (json_object_get_int_member (rows->pdata[rank], columns[k]), ==,
                           references[i].figures[rank][k]);
      text = lsc_test_cli_output (place, EXIT_DELIVERED, "overlap", place->data, NULL);
      lsc_test_assert_contains (text->out, "Computing");
      lsc_test_assert_contains (text->out, " ms");
    }
}

/* ---- the user's data ---- */

/* What every command leaves as it was; the place looks after each of them. */
static void
test_untouched (gconstpointer data)
{
  const char *sample = data;
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = NULL;
  g_autofree char *before = NULL, *after = NULL;

  if (!root)
    return;
  place = lsc_test_place_new ();
  copy_sample (place, root, sample);
  before = lsc_test_tree_checksum (place->data, NULL);
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *file = g_strdup_printf ("%s/result-%u", place->root, i);
      g_autofree char *picture = g_strconcat (file, i == 6 ? ".svg" : ".png", NULL);
      g_autofree char *book = g_strconcat (file, ".xlsx", NULL);
      g_autofree char *db = g_strconcat (file, ".db", NULL);
      const char *const commands[][8] = {
        { "info", place->data, "--json", NULL },
        { "tree", place->data, NULL },
        { "pp", place->data, NULL },
        { "overlap", place->data, "--xlsx", book, NULL },
        { "dispatch", place->data, "--json", NULL },
        { "slices", place->data, "--json", NULL },
        { "timeline", place->data, "--out", picture, NULL },
        { "timeline", place->data, "--out", picture, NULL },
        { "convert", place->data, "--to", "db", "--out", db, NULL },
        { "query", place->data, "SELECT count(*) FROM slices", NULL },
        { "query", place->data, "UPDATE slices SET name = 'x'", NULL },
        { "-m", "all", "-d", place->data, "-o", file, NULL },
      };
      g_auto (GStrv) words = g_strdupv ((char **) commands[i]);
      g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
      g_autoptr (LscTestOutput) output = lsc_test_spawn (program, words);

      /* commands about modules or pipelines have nothing to deliver of some samples */
      g_assert_cmpint (output->code, >=, 0);
      g_assert_cmpint (output->code, <=, i == 10 ? EXIT_WRONG_USAGE : EXIT_PART);
      if (output->code >= EXIT_NOTHING)
        g_assert_cmpuint (strlen (output->err), >, 10);
    }
  after = lsc_test_tree_checksum (place->data, NULL);
  g_assert_cmpstr (before, ==, after);
}

/* ---- many ranks ---- */

/* 64 copies of a sample, as 64 ranks. */
static void
make_ranks (const LscTestPlace *place, const char *root, guint n)
{
  g_autofree char *from = g_build_filename (root, "ascend-db-level1", "rank1_ascend_pt",
                                            "ASCEND_PROFILER_OUTPUT", NULL);
  g_autofree char *db = g_build_filename (from, "ascend_pytorch_profiler_1.db", NULL);
  g_autofree char *info =
      g_build_filename (root, "ascend-db-level1", "rank1_ascend_pt", "profiler_info_1.json", NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/node_%u_ascend_pt", place->data, i);
      g_autofree char *output = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);
      g_autofree char *to = g_strdup_printf ("%s/ascend_pytorch_profiler_%u.db", output, i);
      g_autofree char *to_info = g_strdup_printf ("%s/profiler_info_%u.json", folder, i);
      g_autofree char *map =
          g_strdup_printf ("UPDATE RANK_DEVICE_MAP SET rankId = %u; PRAGMA user_version = 0", i);

      g_assert_cmpint (g_mkdir_with_parents (output, 0700), ==, 0);
      lsc_test_copy (db, to);
      if (g_file_test (info, G_FILE_TEST_EXISTS))
        lsc_test_copy (info, to_info);
      g_chmod (to, 0600);
      lsc_test_sql_run (to, map);
    }
}

/* Listed, and one of them loaded: 2 s. Sanitizers get more. */
static void
test_many_ranks (void)
{
#ifdef __SANITIZE_ADDRESS__
  const double limit_s = 20;
#else
  const double limit_s = 2;
#endif
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = NULL;
  g_autoptr (LscTestOutput) info = NULL;
  g_autoptr (LscTestOutput) one = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  double seconds;
  gint64 begin;

  if (!root)
    return;
  place = lsc_test_place_new ();
  lsc_test_place_watch (place, FALSE);
  make_ranks (place, root, 64);
  begin = g_get_monotonic_time ();
  one = lsc_test_cli_output (place, EXIT_DELIVERED, "overlap", place->data, "--rank-list", "63",
                             "--json", NULL);
  seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  g_test_message ("64 ranks listed, one loaded: %.3f s", seconds);
  g_assert_cmpfloat (seconds, <, limit_s);
  rows = lsc_test_json_lines (one->out);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpint (json_object_get_int_member (rows->pdata[0], "rank"), ==, 63);
  g_assert_cmpint (json_object_get_int_member (rows->pdata[0], "computing_ns"), ==, 8915634);
  begin = g_get_monotonic_time ();
  info = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--json", NULL);
  g_test_message ("info of 64 ranks: %.3f s", (double) (g_get_monotonic_time () - begin) / 1e6);
  lsc_test_assert_contains (info->out, "\"rank\" : 63");
}

int
main (int argc, char **argv)
{
  static const char *const samples[] = {
    "ascend-db-level0",
    "ascend-db-level1",
    "ascend-db-level2",
    "ascend-text-level0",
    "ascend-text-level1",
    "ascend-text-level2",
    "ascend-4rank-pp2dp2",
    "module-small",
    "msprof-db",
    "pp-1f1b-4x8",
    "kineto/alexnet-train.json.gz",
    "kineto/backward-thread.json",
    "kineto/qwen1.5-0.5b-h100.json.gz",
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/acceptance/overlap", test_overlap);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/cli/acceptance/untouched/", samples[i], NULL);

      g_test_add_data_func (name, samples[i], test_untouched);
    }
  g_test_add_func ("/cli/acceptance/many-ranks", test_many_ranks);
  return g_test_run ();
}
