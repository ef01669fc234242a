/* test-discover.c - from folders and files to projects
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read/find/lsc-discover-private.h"
#include "read/find/lsc-recognise.h"

/* Writes a file below @root, with the folders on the way. */
static char *
put (const char *root, const char *name, const char *text)
{
  char *path = g_build_filename (root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
put_all (const char *root, const char *const *names)
{
  for (; *names; names++)
    g_free (put (root, *names, "x"));
}

static char *
put_database (const char *root, const char *name, const char *sql)
{
  char *path = put (root, name, "");
  sqlite3 *handle;

  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (handle);
  return path;
}

static LscProject *
discover (const char *root, const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autoptr (GError) error = NULL;
  LscProject *project = lsc_discover (path, NULL, &error);

  g_assert_no_error (error);
  return project;
}

static LscCluster *
cluster_at (LscProject *project, guint index)
{
  g_assert_cmpuint (index, <, project->clusters->len);
  return g_ptr_array_index (project->clusters, index);
}

static LscSource *
source_at (LscCluster *cluster, guint index)
{
  g_assert_cmpuint (index, <, cluster->sources->len);
  return g_ptr_array_index (cluster->sources, index);
}

static LscSource *
unread_at (LscProject *project, guint index)
{
  g_assert_cmpuint (index, <, project->unread->len);
  return g_ptr_array_index (project->unread, index);
}

static guint
count_notices (LscProject *project, const char *code)
{
  guint n = 0;

  for (gsize i = 0; i < lsc_notices_get_count (project->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (project->notices, i);

      n += strcmp (notice->code, code) == 0;
    }
  return n;
}

static void
assert_ends (const char *text, const char *ending)
{
  if (!g_str_has_suffix (text, ending))
    g_error ("\"%s\" does not end with \"%s\"", text, ending);
}

#define RESULT(name, file) name "/ASCEND_PROFILER_OUTPUT/" file

static void
test_cluster (void)
{
  static const char *const files[] = {
    RESULT ("h_2_20260101000000002_ascend_pt", "ascend_pytorch_profiler_10.db"),
    RESULT ("h_1_20260101000000001_ascend_pt", "ascend_pytorch_profiler_2.db"),
    RESULT ("h_1_20260101000000001_ascend_pt", "analysis.db"),
    RESULT ("h_1_20260101000000001_ascend_pt", "trace_view.json"),
    "h_1_20260101000000001_ascend_pt/profiler_info_2.json",
    "h_1_20260101000000001_ascend_pt/profiler_metadata.json",
    RESULT (".hidden_ascend_pt", "ascend_pytorch_profiler_7.db"),
    "truth.json",
    "cluster_analysis_output/cluster_analysis.db",
    NULL
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  LscSource *first;

  put_all (root, files);
  project = discover (root, ".");
  g_assert_cmpuint (project->clusters->len, ==, 1);
  g_assert_cmpuint (project->unread->len, ==, 0);
  g_assert_cmpuint (lsc_notices_get_count (project->notices), ==, 0);
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 2);
  g_assert_cmpstr (cluster_at (project, 0)->path, ==, root);
  first = source_at (cluster_at (project, 0), 0);
  g_assert_cmpint (first->rank, ==, 2);
  g_assert_cmpint (first->format, ==, LSC_FORMAT_ASCEND_DB);
  g_assert_cmpint (first->size_bytes, ==, 1);
  assert_ends (first->folder, "h_1_20260101000000001_ascend_pt");
  assert_ends (first->analysis_db, "analysis.db");
  assert_ends (first->info_json, "profiler_info_2.json");
  assert_ends (first->metadata_json, "profiler_metadata.json");
  g_assert_cmpint (source_at (cluster_at (project, 0), 1)->rank, ==, 10);
}

/* The same result opened as folder, output folder, file. */
static void
test_ways_in (void)
{
  static const char *const ways[] = { "run/r0_ascend_pt", "run/r0_ascend_pt/ASCEND_PROFILER_OUTPUT",
                                      "run/r0_ascend_pt/ASCEND_PROFILER_OUTPUT/"
                                      "ascend_pytorch_profiler_0.db",
                                      "run", "." };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *expected = g_build_filename (root, "run", NULL);

  g_free (put (root, RESULT ("run/r0_ascend_pt", "ascend_pytorch_profiler_0.db"), "x"));
  g_free (put (root, RESULT ("run/r0_ascend_pt", "analysis.db"), "x"));
  g_free (put (root, "run/r0_ascend_pt/profiler_info.json", "{}"));
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (LscProject) project = discover (root, ways[i]);
      LscSource *source = source_at (cluster_at (project, 0), 0);

      g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
      g_assert_cmpstr (cluster_at (project, 0)->path, ==, expected);
      g_assert_cmpint (source->rank, ==, 0);
      assert_ends (source->folder, "r0_ascend_pt");
      assert_ends (source->analysis_db, "analysis.db");
      assert_ends (source->info_json, "profiler_info.json");
    }
}

static void
test_bare_files (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *renamed =
      put_database (root, "sub/renamed.db", "CREATE TABLE PYTORCH_API (a); CREATE TABLE TASK (a)");
  g_autofree char *msprof =
      put_database (root, "other/bare.db", "CREATE TABLE STRING_IDS (a); CREATE TABLE TASK (a)");
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscProject) file_project = discover (root, "sub/renamed.db");
  g_autoptr (LscProject) bare_project = discover (root, "other/bare.db");

  g_free (put (root, "sub/ascend_pytorch_profiler_3.db", "x"));
  project = discover (root, "sub");
  g_assert_cmpuint (cluster_at (project, 0)->sources->len, ==, 2);
  g_assert_cmpstr (lsc_rank_name_find (source_at (cluster_at (project, 0), 0)->rank), ==,
                   "renamed");
  g_assert_cmpint (source_at (cluster_at (project, 0), 1)->rank, ==, 3);
  assert_ends (cluster_at (project, 0)->path, "/sub");
  g_assert_cmpint (source_at (cluster_at (file_project, 0), 0)->format, ==, LSC_FORMAT_ASCEND_DB);
  g_assert_cmpint (source_at (cluster_at (bare_project, 0), 0)->format, ==, LSC_FORMAT_MSPROF_DB);
}

/* Rules of formats.md#rank that need no table. */
static void
test_ranks (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  LscCluster *cluster;

  g_free (put (root, RESULT ("a", "ascend_pytorch_profiler.db"), "x"));
  g_free (put (root, "a/profiler_info_4.json", "{}"));
  g_free (put (root, RESULT ("b", "ascend_pytorch_profiler.db"), "x"));
  g_free (put (root, "b/profiler_info.json", "{\"rank_id\": \"5\"}"));
  g_free (put (root, RESULT ("c", "ascend_pytorch_profiler.db"), "x"));
  g_free (put (root, "c/profiler_info.json", "{\"rank_id\": 6}"));
  g_free (put (root, RESULT ("d", "ascend_pytorch_profiler.db"), "x"));
  g_free (put (root, "d/profiler_metadata.json", "{\"distributed_args\": {\"rank\": 7}}"));
  g_free (put (root, RESULT ("e", "ascend_pytorch_profiler.db"), "x"));
  g_free (put (root, "e/profiler_info.json", "[[[ no json"));
  g_free (put (root, RESULT ("f", "ascend_pytorch_profiler_8.db"), "x"));
  g_free (put (root, "f/profiler_info_9.json", "{}"));
  g_free (put (root, RESULT ("g", "ascend_pytorch_profiler.db"), "x"));
  project = discover (root, ".");
  cluster = cluster_at (project, 0);
  g_assert_cmpuint (cluster->sources->len, ==, 7);
  for (gint64 i = 0; i < 7; i++)
    if (i < 2)
      g_assert_cmpstr (lsc_rank_name_find (source_at (cluster, (guint) i)->rank), ==,
                       i == 0 ? "e" : "g");
    else
      g_assert_cmpint (source_at (cluster, (guint) i)->rank, ==, i + 2);
}

static void
test_newest_wins (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *old_file =
      put (root, RESULT ("h_1_20260101000000001_ascend_pt", "ascend_pytorch_profiler_0.db"), "x");
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscProject) by_time = NULL;
  struct utimbuf future = { 4000000000, 4000000000 };
  LscCluster *cluster;

  g_free (
      put (root, RESULT ("h_9_20260101000000002_ascend_pt", "ascend_pytorch_profiler_0.db"), "x"));
  g_assert_cmpint (g_utime (old_file, &future), ==, 0);
  project = discover (root, ".");
  cluster = cluster_at (project, 0);
  g_assert_cmpuint (cluster->sources->len, ==, 1);
  assert_ends (source_at (cluster, 0)->folder, "h_9_20260101000000002_ascend_pt");
  g_assert_cmpuint (cluster->superseded->len, ==, 1);
  assert_ends (((LscSource *) g_ptr_array_index (cluster->superseded, 0))->folder,
               "h_1_20260101000000001_ascend_pt");
  g_assert_cmpuint (count_notices (project, "superseded"), ==, 1);

  /* A folder whose name tells no time: the files' times decide. */
  g_free (put (root, RESULT ("renamed", "ascend_pytorch_profiler_0.db"), "x"));
  by_time = discover (root, ".");
  cluster = cluster_at (by_time, 0);
  g_assert_cmpuint (cluster->superseded->len, ==, 2);
  g_assert_cmpuint (cluster->sources->len, ==, 1);
}

static void
test_two_parents (void)
{
  static const char *const files[] = {
    RESULT ("after/h_1_20260101000000002_ascend_pt", "ascend_pytorch_profiler_0.db"),
    RESULT ("before/h_1_20260101000000001_ascend_pt", "ascend_pytorch_profiler_0.db"),
    RESULT ("before/h_2_20260101000000001_ascend_pt", "ascend_pytorch_profiler_1.db"), NULL
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;

  put_all (root, files);
  project = discover (root, ".");
  g_assert_cmpuint (project->clusters->len, ==, 2);
  assert_ends (cluster_at (project, 0)->path, "/after");
  assert_ends (cluster_at (project, 1)->path, "/before");
  g_assert_cmpuint (cluster_at (project, 1)->sources->len, ==, 2);
  g_assert_cmpuint (count_notices (project, "superseded"), ==, 0);
}

/* Folders by host hold different ranks of one run. */
static void
test_disjoint_parents (void)
{
  static const char *const files[] = {
    RESULT ("host-a/h_1_20260101000000001_ascend_pt", "ascend_pytorch_profiler_0.db"),
    RESULT ("host-b/h_2_20260101000000001_ascend_pt", "ascend_pytorch_profiler_1.db"), NULL
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;

  put_all (root, files);
  project = discover (root, ".");
  g_assert_cmpuint (project->clusters->len, ==, 1);
  g_assert_cmpuint (cluster_at (project, 0)->sources->len, ==, 2);
  g_assert_cmpint (source_at (cluster_at (project, 0), 1)->rank, ==, 1);
}

/* Several databases in one output folder all count, the same rank written twice once. */
static void
test_many_databases (void)
{
  static const char *const files[] = {
    RESULT ("r", "ascend_pytorch_profiler_0.db"),  RESULT ("r", "ascend_pytorch_profiler_1.db"),
    RESULT ("r", "ascend_pytorch_profiler_01.db"), RESULT ("r", "ascend_pytorch_profiler_0.db.bak"),
    RESULT ("r", "ascend_pytorch_profiler_x.db"),  NULL
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;

  put_all (root, files);
  project = discover (root, ".");
  g_assert_cmpuint (cluster_at (project, 0)->sources->len, ==, 2);
  g_assert_cmpuint (cluster_at (project, 0)->superseded->len, ==, 1);
}

typedef struct
{
  const char *file;
  const char *text;
  LscFormat format;
} UnreadCase;

static const UnreadCase unread_cases[] = {
  { RESULT ("r_ascend_pt", "empty.txt"), "a", LSC_FORMAT_RAW },
  { "r_ascend_pt/PROF_000001_20260101000000000_ABC/device_0/data.bin", "a", LSC_FORMAT_RAW },
};

static void
test_unread (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (unread_cases); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscRun) run = NULL;
      g_autoptr (GError) error = NULL;

      g_free (put (root, unread_cases[i].file, unread_cases[i].text));
      project = discover (root, ".");
      g_assert_cmpuint (project->clusters->len, ==, 0);
      g_assert_cmpuint (project->unread->len, ==, 1);
      g_assert_cmpint (unread_at (project, 0)->format, ==, unread_cases[i].format);
      g_assert_cmpuint (count_notices (project, "not-read"), ==, 1);
      run = lsc_run_load (unread_at (project, 0), LSC_LOAD_EVERYTHING, NULL, &error);
      g_assert_null (run);
      g_assert_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED);
    }
}

/* Both formats in one result: the database counts. Stray files above results do not. */
static void
test_strays (void)
{
  static const char *const files[] = { RESULT ("r0", "ascend_pytorch_profiler_0.db"),
                                       RESULT ("r0", "trace_view.json"),
                                       RESULT ("r1", "trace_view.json"),
                                       "trace_view.json",
                                       "kernel_details.csv",
                                       NULL };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;

  put_all (root, files);
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 2);
  g_assert_cmpuint (project->unread->len, ==, 0);
  g_assert_cmpint (source_at (cluster_at (project, 0), 0)->format, ==, LSC_FORMAT_TRACE_VIEW);
  assert_ends (source_at (cluster_at (project, 0), 0)->folder, "/r1");
  g_assert_cmpint (source_at (cluster_at (project, 0), 1)->format, ==, LSC_FORMAT_ASCEND_DB);
  assert_ends (source_at (cluster_at (project, 0), 1)->folder, "/r0");
}

static void
test_nothing (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *missing = g_build_filename (root, "missing", NULL);
  g_autofree char *text = put (root, "a/notes.txt", "x");
  g_autofree char *noise = put (root, "a/b/noise.db", "this is not a database at all");
  g_autoptr (GError) error = NULL;

  g_free (put (root, "a/b/other.json", "{\"a\": 1}"));
  g_assert_null (lsc_discover (root, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "level 8"));
  g_assert_nonnull (strstr (error->message, "1 .txt"));
  g_assert_nonnull (strstr (error->message, "1 .json"));
  g_clear_error (&error);
  g_assert_null (lsc_discover (text, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_clear_error (&error);
  g_assert_null (lsc_discover (noise, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_null (lsc_discover (missing, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static void
test_depth (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *deep = g_build_filename (root, "1", NULL);

  g_free (put (root, RESULT ("1/2/3/4/5/6/7/r8", "ascend_pytorch_profiler_0.db"), "x"));
  g_free (put (root, RESULT ("1/2/3/4/5/6/7/8/r9", "ascend_pytorch_profiler_1.db"), "x"));
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  g_assert_cmpuint (count_notices (project, "too-deep"), ==, 1);
}

static void
test_links (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (LscTestTempDir) outside = lsc_test_temp_dir_new ();
  g_autofree char *loop = g_build_filename (root, "loop", NULL);
  g_autofree char *away = g_build_filename (root, "away", NULL);
  g_autofree char *inside = g_build_filename (root, "inside", NULL);
  g_autoptr (LscProject) project = NULL;

  g_free (put (root, RESULT ("sub/r0", "ascend_pytorch_profiler_0.db"), "x"));
  g_free (put (outside, RESULT ("r1", "ascend_pytorch_profiler_1.db"), "x"));
  g_assert_cmpint (symlink (root, loop), ==, 0);
  g_assert_cmpint (symlink (outside, away), ==, 0);
  g_assert_cmpint (symlink ("sub", inside), ==, 0);
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  g_assert_cmpuint (count_notices (project, "link-outside"), ==, 1);
}

static void
test_unreadable (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *locked = g_build_filename (root, "locked", NULL);
  g_autoptr (LscProject) project = NULL;

  if (geteuid () == 0)
    {
      g_test_skip ("the superuser may read every folder");
      return;
    }
  g_free (put (root, RESULT ("r0", "ascend_pytorch_profiler_0.db"), "x"));
  g_assert_cmpint (g_mkdir (locked, 0), ==, 0);
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  g_assert_cmpuint (count_notices (project, "unreadable-folder"), ==, 1);
}

/* A folder that is gone is not the root of the file system, nor is an empty name the current one.
 */
static void
test_nowhere (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *gone = g_build_filename (root, "gone", NULL);
  g_autofree char *before = g_get_current_dir ();
  static const char *const names[] = { "", ".", "a.json", "../gone" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (g_mkdir (gone, 0755), ==, 0);
      g_assert_cmpint (g_chdir (gone), ==, 0);
      if (i > 0)
        g_assert_cmpint (g_rmdir (gone), ==, 0);
      g_assert_null (_lsc_discovery_run (names[i], 100, NULL, NULL, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
      g_assert_cmpint (g_chdir (before), ==, 0);
      if (i == 0)
        g_assert_cmpint (g_rmdir (gone), ==, 0);
    }
}

static void
test_cancelled (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_free (put (root, RESULT ("r0", "ascend_pytorch_profiler_0.db"), "x"));
  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_discover (root, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

/* ---- how far a search goes ------------------------------------------------------------------ */

static void
put_results (const char *root, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *folder = g_strdup_printf ("n_%u_20260101000000000_ascend_pt", i);
      g_autofree char *result = g_build_filename (root, folder, NULL);
      g_autofree char *name =
          g_strdup_printf ("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_%u.db", i);
      const char *const names[] = { name,
                                    "ASCEND_PROFILER_OUTPUT/a.csv",
                                    "ASCEND_PROFILER_OUTPUT/b.csv",
                                    "profiler_metadata.json",
                                    "profiler_info_0.json",
                                    NULL };

      put_all (result, names);
    }
}

static guint
count_ranks (const LscProject *project)
{
  guint n = 0;

  for (guint i = 0; i < project->clusters->len; i++)
    n += ((LscCluster *) g_ptr_array_index (project->clusters, i))->sources->len;
  return n;
}

/* Results do not count against the limit, whatever lies in them; what is none of them does. */
static void
test_many_results (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *junk = g_build_filename (root, "a-junk", NULL);
  g_autofree char *last = g_build_filename (root, "z-junk", NULL);
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscProject) cut = NULL;
  g_autoptr (GError) error = NULL;

  put_results (root, 40);
  project = _lsc_discovery_run (root, 100, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_ranks (project), ==, 40);
  g_assert_cmpuint (count_notices (project, "too-many-entries"), ==, 0);

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);

      g_free (put (junk, name, "x"));
    }
  cut = _lsc_discovery_run (root, 101, NULL, NULL, &error);
  g_assert_null (cut); /* ended before the first result */
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "101 files and folders"));
  g_clear_error (&error);
  g_rename (junk, last);
  cut = _lsc_discovery_run (root, 100, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_ranks (cut), ==, 40);
  g_assert_cmpuint (count_notices (cut, "too-many-entries"), ==, 1);
}

/* What files are by their names alone, and the rank in them. */
static void
test_names (void)
{
  static const struct
  {
    const char *name;
    LscFormat format;
    gint64 rank;
  } names[] = {
    { "ascend_pytorch_profiler.db", LSC_FORMAT_ASCEND_DB, LSC_RANK_UNKNOWN },
    { "ascend_pytorch_profiler_0.db", LSC_FORMAT_ASCEND_DB, 0 },
    { "ascend_pytorch_profiler_1234567890123456.db", LSC_FORMAT_ASCEND_DB, 1234567890123456 },
    { "ascend_pytorch_profiler_12345678901234567.db", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "ascend_pytorch_profiler_1_2.db", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "ascend_pytorch_profiler_.db", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "ascend_pytorch_profiler_1.db-wal", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "ascend_mindspore_profiler_70.db", LSC_FORMAT_ASCEND_DB, 70 },
    { "msprof_20260101.db", LSC_FORMAT_MSPROF_DB, LSC_RANK_UNKNOWN },
    { "msprof.db", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "msmonitor_1.db", LSC_FORMAT_MSPROF_DB, LSC_RANK_UNKNOWN },
    { "analysis.db", LSC_FORMAT_ANALYSIS_DB, LSC_RANK_UNKNOWN },
    { "communication_analyzer.db", LSC_FORMAT_ANALYSIS_DB, LSC_RANK_UNKNOWN },
    { "cluster_analysis.db", LSC_FORMAT_CLUSTER_DB, LSC_RANK_UNKNOWN },
    { "trace_view.json", LSC_FORMAT_TRACE_VIEW, LSC_RANK_UNKNOWN },
    { "trace.json", LSC_FORMAT_TRACE_VIEW, LSC_RANK_UNKNOWN },
    { "msprof_1_2_3_4.json", LSC_FORMAT_TRACE_VIEW, LSC_RANK_UNKNOWN },
    { "msprof_1_2_3_4_5.json", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "msprof_slice_0_20260101.json", LSC_FORMAT_TRACE_VIEW, LSC_RANK_UNKNOWN },
    { "kernel_details.csv", LSC_FORMAT_ASCEND_TEXT, LSC_RANK_UNKNOWN },
    { "op_summary_20260101.csv", LSC_FORMAT_ASCEND_TEXT, LSC_RANK_UNKNOWN },
    { "cluster_step_trace_time.csv", LSC_FORMAT_CLUSTER_DB, LSC_RANK_UNKNOWN },
    { "kernel_details.xlsx", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "communication.json", LSC_FORMAT_ASCEND_TEXT, LSC_RANK_UNKNOWN },
    { "communication_matrix.json", LSC_FORMAT_ASCEND_TEXT, LSC_RANK_UNKNOWN },
    { "cluster_communication.json", LSC_FORMAT_CLUSTER_DB, LSC_RANK_UNKNOWN },
    { "cluster_communication_matrix.json", LSC_FORMAT_CLUSTER_DB, LSC_RANK_UNKNOWN },
    { "communication_group.json", LSC_FORMAT_CLUSTER_DB, LSC_RANK_UNKNOWN },
    { "communications.json", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
    { "", LSC_FORMAT_UNKNOWN, LSC_RANK_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i].name);
      g_assert_cmpint (lsc_recognise_name (names[i].name), ==, names[i].format);
      g_assert_cmpint (lsc_recognise_rank (names[i].name), ==, names[i].rank);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/discover/names", test_names);
  g_test_add_func ("/discover/cluster", test_cluster);
  g_test_add_func ("/discover/ways-in", test_ways_in);
  g_test_add_func ("/discover/bare-files", test_bare_files);
  g_test_add_func ("/discover/ranks", test_ranks);
  g_test_add_func ("/discover/newest-wins", test_newest_wins);
  g_test_add_func ("/discover/two-parents", test_two_parents);
  g_test_add_func ("/discover/disjoint-parents", test_disjoint_parents);
  g_test_add_func ("/discover/many-databases", test_many_databases);
  g_test_add_func ("/discover/unread", test_unread);
  g_test_add_func ("/discover/strays", test_strays);
  g_test_add_func ("/discover/nothing", test_nothing);
  g_test_add_func ("/discover/depth", test_depth);
  g_test_add_func ("/discover/links", test_links);
  g_test_add_func ("/discover/unreadable", test_unreadable);
  g_test_add_func ("/discover/nowhere", test_nowhere);
  g_test_add_func ("/discover/cancelled", test_cancelled);
  g_test_add_func ("/discover/many-results", test_many_results);
  return g_test_run ();
}
