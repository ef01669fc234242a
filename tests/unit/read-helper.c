/* read-helper.c - loads built profiles and looks into what came of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read-helper.h"

#include <string.h>

#include "lsc-test-files.h"

/* Writes the profile as rank 0 below a temporary folder and loads it. */
LscRun *
try_load (LscTestProfile *profile, LscLoadFlags flags, GError **error)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (root, "h_1_20260101000000001_ascend_pt", NULL);
  g_autoptr (LscProject) project = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  LscCluster *cluster;
  LscRun *run;

  if (!lsc_test_profile_write (profile, folder, 0, error))
    g_error ("%s", (*error)->message);
  before = lsc_test_tree_checksum (root, NULL);
  project = lsc_discover (root, NULL, error);
  g_assert_nonnull (project);
  cluster = g_ptr_array_index (project->clusters, 0);
  run = lsc_run_load (g_ptr_array_index (cluster->sources, 0), flags, NULL, error);
  after = lsc_test_tree_checksum (root, NULL);
  g_assert_cmpstr (before, ==, after);
  return run;
}

LscRun *
load (LscTestProfile *profile, LscLoadFlags flags)
{
  g_autoptr (GError) error = NULL;
  LscRun *run = try_load (profile, flags, &error);

  g_assert_no_error (error);
  return run;
}

/* The notice with that code about that table; aborts when there is not exactly one. */
static LscNotice *
find_notice (LscRun *run, const char *code, const char *table)
{
  LscNotice *found = NULL;

  for (gsize i = 0; i < lsc_notices_get_count (run->notices); i++)
    {
      LscNotice *notice = lsc_notices_copy_nth (run->notices, i);

      if (strcmp (notice->code, code) == 0 && g_strcmp0 (notice->table, table) == 0)
        {
          g_assert_null (found);
          found = notice;
        }
      else
        lsc_notice_free (notice);
    }
  return found;
}

void
expect_notice (LscRun *run, const char *code, const char *table, gint64 count, const char *words)
{
  g_autoptr (LscNotice) notice = find_notice (run, code, table);

  if (!notice)
    g_error ("no notice %s about %s", code, table);
  g_assert_cmpint (notice->count, ==, count);
  g_assert_nonnull (notice->file);
  if (words && !strstr (notice->what, words))
    g_error ("\"%s\" does not contain \"%s\"", notice->what, words);
}

void
expect_no_notice (LscRun *run, const char *code, const char *table)
{
  g_autoptr (LscNotice) notice = find_notice (run, code, table);

  g_assert_null (notice);
}

const char *
kernel_name (LscRun *run, gsize index)
{
  g_assert_cmpuint (index, <, run->kernels.n);
  return lsc_run_text (run, run->kernels.items[index].name);
}
