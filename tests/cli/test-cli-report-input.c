/* test-cli-report-input.c - reports of what is odd, and onto targets that will not do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

static const char *const endings[] = { "json", "html", "md", "xlsx", "pdf" };

/* The most that a report of a small recording takes, whatever its names. */
#define MOST_BYTES (600 * 1024)

/* ---- recordings ---- */

/* (transfer full): a folder with one rank; @more: by how much its kernels differ */
static char *
write_side (const LscTestPlace *place, const char *name, int more)
{
  g_autoptr (LscTestProfile) profile = lsc_test_module_profile (more);
  char *folder = g_build_filename (place->root, name, NULL);

  g_free (lsc_test_write_rank (profile, folder, 0));
  return folder;
}

/* Changes the only database of a folder. */
static void
change (const char *folder, const char *sql)
{
  g_autofree char *dir = lsc_test_rank_dir (folder, 0);
  g_autofree char *db = lsc_test_profile_db_path (dir, 0);

  lsc_test_sql_run (db, sql);
}

/* (transfer full): path of the report, of one recording where @after is %NULL */
static char *
write_report (LscTestPlace *place, int code, const char *before, const char *after,
              const char *ending)
{
  g_autofree char *name = g_strconcat ("r.", ending, NULL);
  char *path = g_build_filename (place->root, name, NULL);

  if (after != NULL)
    lsc_test_cli (place, code, "compare", before, after, "-q", "--report", path, NULL);
  else
    lsc_test_cli (place, code, "report", before, "-q", "--report", path, NULL);
  return path;
}

/* ---- names ---- */

/* Markup, controls, text from right to left, and one of 1 MB; each on both sides. */
static const char odd_names[] =
    "UPDATE STRING_IDS SET value = '<script>alert(1)</script>&\"' WHERE value = 'aclnnMm';"
    "UPDATE STRING_IDS SET value = char (27) || '[31mred' || char (7) WHERE value = 'Attention';"
    "UPDATE STRING_IDS SET value = 'a' || char (8238) || 'b|c`d*e' WHERE value = 'Softmax';"
    "UPDATE STRING_IDS SET value = 'aclnnSoftmax' || char (10) || '# head' WHERE value = "
    "'aclnnSoftmax';"
    "UPDATE STRING_IDS SET value = printf ('%.*c', 1000000, 'x') WHERE value = 'MLP';"
    "UPDATE STRING_IDS SET value = printf ('%.*c', 1000000, 'y') WHERE value = 'aclnnAdd';";

static void
check_plain (const char *text, const char *path)
{
  static const char *const bad[] = { "<script>a", "\342\200\256", "\033", "\007", "\n# head" };

  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    if (strstr (text, bad[i]) != NULL)
      g_error ("%s has %s", path, bad[i]);
}

static void
check_odd (const char *path, const char *ending)
{
  gsize length;
  g_autofree char *text = lsc_test_read (path, &length);

  if (g_str_equal (ending, "html") || g_str_equal (ending, "md"))
    check_plain (text, path);
  if (g_str_equal (ending, "html"))
    lsc_test_assert_contains (text, "&lt;script&gt;alert");
  if (g_str_equal (ending, "json")) /* which is complete */
    json_object_unref (lsc_test_json_object (text));
  else
    g_assert_cmpuint (length, <, MOST_BYTES);
  for (guint sheet = 1; g_str_equal (ending, "xlsx") && lsc_test_can_unzip () && sheet <= 3;
       sheet++)
    lsc_test_sheet_free (lsc_test_sheet_read (path, sheet));
  if (g_str_equal (ending, "pdf"))
    g_assert_true (g_str_has_prefix (text, "%PDF"));
}

static void
test_names (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = write_side (place, "before", 0);
  g_autofree char *after = write_side (place, "<i>\342\200\256af&ter", 5);

  change (before, odd_names);
  change (after, odd_names);
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *pair = write_report (place, EXIT_DELIVERED, before, after, endings[i]);
      g_autofree char *one = NULL;

      check_odd (pair, endings[i]);
      one = write_report (place, EXIT_DELIVERED, after, NULL, endings[i]);
      check_odd (one, endings[i]);
    }
}

/* ---- what is missing ---- */

/* Of a recording without steps all of it counts as one; each form says so, of one and of two. */
static void
test_no_steps (void)
{
  static const char no_steps[] = "DELETE FROM STEP_TIME;";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = write_side (place, "before", 0);
  g_autofree char *after = write_side (place, "after", 5);

  change (before, no_steps);
  for (int round = 0; round < 2; round++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
        {
          g_autofree char *path = write_report (place, EXIT_DELIVERED, before, after, endings[i]);
          g_autofree char *text = lsc_test_read (path, NULL);

          if (i >= 3)
            continue;
          lsc_test_assert_contains (text, "Before marks no steps: all of it counts");
          if (round > 0)
            lsc_test_assert_contains (text, "After marks no steps: all of it counts");
          else
            lsc_test_assert_lacks (text, "After marks no steps");
        }
      change (after, no_steps); /* then neither has any */
    }
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = write_report (place, EXIT_DELIVERED, before, NULL, endings[i]);
      g_autofree char *text = lsc_test_read (path, NULL);

      if (i < 3)
        lsc_test_assert_contains (text, "The recording has no step marks and lasts");
    }
}

/* A pipeline on one side only is drawn, and the other side is told of. */
static void
test_one_pipeline (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *with = lsc_test_record_pipeline (place, "with", "--micro-batches=4");
  g_autofree char *without =
      lsc_test_record (place, "without", "--preset=small --ranks=2 --steps=6 --schedule=none");

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = write_report (place, EXIT_DELIVERED, with, without, endings[i]);
      g_autofree char *text = lsc_test_read (path, NULL);

      if (i < 3)
        lsc_test_assert_contains (text, "The recording after has no pipeline that was marked.");
    }
}

/* ---- targets ---- */

/* A disk without room is told, whatever the form. */
static void
test_full_disk (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = write_side (place, "before", 0);
  g_autofree char *after = write_side (place, "after", 5);

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("full.", endings[i], NULL);
      g_autofree char *path = g_build_filename (place->root, name, NULL);
      g_autoptr (LscTestOutput) output = NULL;

      g_assert_cmpint (symlink ("/dev/full", path), ==, 0);
      output = lsc_test_cli_output (place, EXIT_IO, "compare", before, after, "-q", "--report",
                                    path, NULL);
      lsc_test_assert_contains (output->err, g_strerror (ENOSPC));
    }
}

static char *
list_files (const char *folder)
{
  char *words[] = { (char *) folder, "-type", "f", "-exec", "cksum", "{}", "+", NULL };
  g_autofree char *find = g_find_program_in_path ("find");
  g_autoptr (LscTestOutput) output = NULL;

  g_assert_nonnull (find);
  output = lsc_test_spawn (find, words);
  return g_steal_pointer (&output->out);
}

/* Neither over a file that was read nor beside it, on either side; nothing there changes. */
static void
test_inputs (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = write_side (place, "before", 0);
  g_autofree char *after = write_side (place, "after", 5);
  char *const sides[] = { before, after };

  for (gsize side = 0; side < G_N_ELEMENTS (sides); side++)
    {
      g_autofree char *dir = lsc_test_rank_dir (sides[side], 0);
      g_autofree char *db = lsc_test_profile_db_path (dir, 0);
      g_autofree char *beside = g_path_get_dirname (db);
      g_autofree char *was = list_files (sides[side]), *is = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
        {
          g_autofree char *name = g_strconcat ("r.", endings[i], NULL);
          g_autofree char *inside = g_build_filename (beside, name, NULL);
          g_autofree char *link = g_build_filename (place->root, name, NULL);

          lsc_test_cli (place, EXIT_IO, "compare", before, after, "-q", "--report", inside, NULL);
          g_assert_cmpint (symlink (db, link), ==, 0);
          lsc_test_cli (place, EXIT_IO, "compare", before, after, "-q", "--report", link, NULL);
          g_assert_cmpint (g_unlink (link), ==, 0);
        }
      is = list_files (sides[side]);
      g_assert_cmpstr (is, ==, was);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-input/names", test_names);
  g_test_add_func ("/report-input/no-steps", test_no_steps);
  g_test_add_func ("/report-input/one-pipeline", test_one_pipeline);
  g_test_add_func ("/report-input/full-disk", test_full_disk);
  g_test_add_func ("/report-input/inputs", test_inputs);
  return g_test_run ();
}
