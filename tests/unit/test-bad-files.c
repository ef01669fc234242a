/* test-bad-files.c - bad input that is a whole file, a folder or a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "analyze/module/lsc-module-rows.h"
#include "base/lsc-db.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-open.h"

/* The rows of the bad input table (formats.md#bad-rows) that are about files, and what
 * formats.md#rank says of ranks. */

#define DB_NAME "ascend_pytorch_profiler.db"
#define MANY_TASKS                                                                                 \
  "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200000)"               \
  " INSERT INTO TASK (startNs, endNs) SELECT i, i + 1 FROM c"

/* Writes a rank with one module, one op and one kernel; returns its database. */
static char *
write_rank (const char *root, const char *folder_name, gint rank, const char *sql)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (root, folder_name, NULL);
  guint op = lsc_test_profile_op (p, "a", 10, 20, 1);

  lsc_test_profile_module (p, "M", 0, 100, 1);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "ka", 30, 40);
  if (sql)
    lsc_test_profile_sql (p, sql);
  lsc_test_profile_write (p, folder, rank, &error);
  g_assert_no_error (error);
  return lsc_test_profile_db_path (folder, rank);
}

/* Takes the rank out of a database's name and the files beside it. */
static char *
forget_rank (const char *db, gint rank)
{
  g_autofree char *output = g_path_get_dirname (db);
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *info_name = g_strdup_printf ("profiler_info_%d.json", rank);
  g_autofree char *info = g_build_filename (folder, info_name, NULL);
  g_autofree char *metadata = g_build_filename (folder, "profiler_metadata.json", NULL);
  char *plain = g_build_filename (output, DB_NAME, NULL);

  g_assert_cmpint (g_rename (db, plain), ==, 0);
  g_unlink (info);
  g_unlink (metadata);
  return plain;
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
  sqlite3_close (db);
}

static LscProject *
discover (const char *path)
{
  g_autoptr (GError) error = NULL;
  LscProject *project = lsc_discover (path, NULL, &error);

  g_assert_no_error (error);
  return project;
}

static LscNotice *
expect_notice (LscNotices *notices, const char *code, gint64 rank)
{
  LscNotice *found = NULL;

  for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
    {
      LscNotice *notice = lsc_notices_copy_nth (notices, i);

      if (!found && strcmp (notice->code, code) == 0 && notice->rank == rank)
        found = notice;
      else
        lsc_notice_free (notice);
    }
  if (!found)
    g_error ("no notice %s of rank %" G_GINT64_FORMAT, code, rank);
  return found;
}

static void
expect_word (const char *text, const char *word)
{
  if (!strstr (text, word))
    g_error ("“%s” is not in: %s", word, text);
}

/* ---- nothing, or nothing that is read ---- */

static void
test_no_database (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *file = g_build_filename (root, "notes.txt", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "x", -1, NULL));
  g_assert_null (lsc_discover (root, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  expect_word (error->message, root);
  expect_word (error->message, "level 8");
  expect_word (error->message, "ascend_pytorch_profiler");
  expect_word (error->message, "1 .txt");
}

static void
test_only_unread (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *output =
      g_build_filename (root, "h_1_20260101000000000_ascend_pt", "PROF_000001_1_A", NULL);
  g_autofree char *file = g_build_filename (output, "data.bin", NULL);
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscNotice) notice = NULL;

  g_assert_cmpint (g_mkdir_with_parents (output, 0755), ==, 0);
  g_assert_true (g_file_set_contents (file, "a", -1, NULL));
  project = discover (root);
  g_assert_cmpuint (project->clusters->len, ==, 0);
  g_assert_cmpuint (project->unread->len, ==, 1);
  notice = expect_notice (project->notices, "not-read", LSC_RANK_NONE);
  expect_word (notice->what, "parse it first");
  expect_word (notice->remedy, "analyse()");
}

/* ---- damaged files ---- */

static void
damage (const char *path, guint kind)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  if (kind == 0)
    length = 0;
  else if (kind == 1)
    memset (bytes, 'a', length); /* no SQLite */
  else if (kind == 2)
    length = length / 2 / 4096 * 4096; /* truncated */
  else
    for (gsize i = 0; i < length; i++)
      bytes[i] ^= (char) (i * 40503u >> 3 | 1); /* encrypted */
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
test_damaged (void)
{
  static const char *const words[] = { "empty", "not a database", "pages", "encrypted" };

  for (guint kind = 0; kind < G_N_ELEMENTS (words); kind++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autofree char *first = write_rank (root, "r0", 0, NULL);
      g_autofree char *second = write_rank (root, "r1", 1, NULL);
      g_autofree char *third = write_rank (root, "r2", 2, NULL);
      g_autoptr (LscNotices) failures = lsc_notices_new ();
      g_autoptr (LscProject) project = NULL;
      g_autoptr (GPtrArray) runs = NULL;
      g_autoptr (LscNotice) notice = NULL;

      damage (second, kind);
      project = discover (root);
      runs = lsc_runs_load (((LscCluster *) project->clusters->pdata[0])->sources,
                            LSC_LOAD_EVERYTHING, 2, NULL, failures);
      g_assert_cmpuint (runs->len, ==, 2);
      g_assert_cmpint (((LscRun *) runs->pdata[1])->rank, ==, 2);
      g_assert_cmpuint (((LscRun *) runs->pdata[1])->kernels.n, ==, 1);
      g_assert_cmpuint (lsc_notices_get_count (failures), ==, 1);
      notice = expect_notice (failures, "rank-unreadable", 1);
      g_assert_cmpstr (notice->file, ==, second);
      g_assert_cmpint (notice->severity, ==, LSC_SEVERITY_ERROR);
      expect_word (notice->what, words[kind]);
    }
}

/* Pages that belong to another table, to the schema, to nothing: an error or other rows, never a
 * crash. */
static void
test_wrong_root_page (void)
{
  static const char *const pages[] = {
    "1", "2", "9999999", "(SELECT rootpage FROM sqlite_master WHERE name = 'STRING_IDS')"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autofree char *db = write_rank (root, "r0", 0, NULL);
      g_autofree char *sql =
          g_strdup_printf ("PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = %s"
                           " WHERE name = 'TASK'",
                           pages[i]);
      g_autofree char *before = NULL, *after = NULL;
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscRun) run = NULL;
      g_autoptr (GError) error = NULL;

      run_sql (db, sql);
      before = lsc_test_tree_checksum (root, NULL);
      project = discover (root);
      run = lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                          LSC_LOAD_EVERYTHING, NULL, &error);
      after = lsc_test_tree_checksum (root, NULL);
      g_assert_cmpstr (before, ==, after);
      g_assert_true ((run == NULL) == (error != NULL));
      if (error)
        g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
      else
        g_assert_cmpuint (run->ops.n, ==, 1);
    }
}

/* A log with rows in a folder that cannot be written; the original and its folder stay as they
 * are. */
static void
test_log_in_read_only_folder (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *db = write_rank (root, "r0", 0, NULL);
  g_autofree char *output = g_path_get_dirname (db);
  g_autofree char *wal = g_strconcat (db, "-wal", NULL);
  g_autofree char *shm = g_strconcat (db, "-shm", NULL);
  g_autofree char *saved = NULL, *saved_wal = NULL, *before = NULL, *after = NULL;
  gsize length, wal_length;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscRun) run = NULL;
  sqlite3 *handle = NULL;

  g_assert_cmpint (sqlite3_open (db, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle,
                                 "PRAGMA journal_mode = WAL; INSERT INTO TASK (startNs, endNs,"
                                 " deviceId, connectionId, globalTaskId) SELECT startNs + 100,"
                                 " endNs + 100, deviceId, connectionId, globalTaskId FROM TASK",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_true (g_file_get_contents (db, &saved, &length, NULL));
  g_assert_true (g_file_get_contents (wal, &saved_wal, &wal_length, NULL));
  sqlite3_close (handle);
  g_unlink (shm);
  g_assert_true (g_file_set_contents (db, saved, (gssize) length, NULL));
  g_assert_true (g_file_set_contents (wal, saved_wal, (gssize) wal_length, NULL));
  g_assert_cmpint (g_chmod (output, 0555), ==, 0);
  before = lsc_test_tree_checksum (root, NULL);
  project = discover (root);
  run = lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                      LSC_LOAD_EVERYTHING, NULL, NULL);
  g_assert_nonnull (run);
  g_assert_cmpuint (run->kernels.n, ==, 2);
  after = lsc_test_tree_checksum (root, NULL);
  g_assert_cmpstr (before, ==, after);
  g_assert_false (g_file_test (shm, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_chmod (output, 0755), ==, 0);
}

/* The file loses its end while its rows are read: an error of this file, no crash. */
static void
test_shrinks (void)
{
  static const char *const columns[] = { "startNs", NULL };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *path = write_rank (root, "r0", 0, MANY_TASKS);
  g_autoptr (GError) error = NULL;
  LscDb *db = lsc_db_open (path, NULL, &error);
  LscScan *scan = lsc_db_scan (db, "TASK", columns, NULL, &error);

  g_assert_no_error (error);
  for (int i = 0; i < 1000; i++)
    g_assert_true (lsc_scan_next (scan));
  g_assert_cmpint (truncate (path, 65536), ==, 0);
  while (lsc_scan_next (scan))
    ;
  g_assert_false (lsc_scan_finish (scan, &error));
  g_assert_nonnull (strstr (error->message, path));
  g_clear_error (&error);
  g_assert_false (lsc_db_check_unchanged (db, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  lsc_scan_free (scan);
  lsc_db_close (db);
}

/* ---- ranks ---- */

static void
test_rank_in_two_folders (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *old = write_rank (root, "h_1_20260101000000000_ascend_pt", 0, NULL);
  g_autofree char *new = write_rank (root, "h_2_20260102000000000_ascend_pt", 0, NULL);
  g_autoptr (LscProject) project = discover (root);
  g_autoptr (LscNotice) notice = expect_notice (project->notices, "superseded", 0);
  LscCluster *cluster = project->clusters->pdata[0];

  g_assert_cmpuint (cluster->sources->len, ==, 1);
  g_assert_cmpstr (((LscSource *) cluster->sources->pdata[0])->file, ==, new);
  g_assert_cmpuint (cluster->superseded->len, ==, 1);
  g_assert_cmpstr (notice->file, ==, old);
  expect_word (notice->what, "h_2_20260102000000000_ascend_pt");
}

static void
test_rank_mismatch (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *db = write_rank (root, "r3", 3, "UPDATE RANK_DEVICE_MAP SET rankId = 5");
  g_autoptr (LscProject) project = discover (root);
  g_autoptr (LscRun) run =
      lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                    LSC_LOAD_EVERYTHING, NULL, NULL);
  g_autoptr (LscNotice) notice = expect_notice (run->notices, "rank-mismatch", 3);

  g_assert_cmpint (run->rank, ==, 3);
  expect_word (notice->what, "3 by the file's name");
  expect_word (notice->what, "5 by RANK_DEVICE_MAP");
}

/* Rank 2 on device 4 keeps both numbers; rows without a rank do not count; and the rank is known
 * before the run is loaded, so that it can be asked for. */
static void
test_rank_from_map (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *first = write_rank (root, "h_1_20260101000000000_ascend_pt", 2,
                                       "UPDATE TASK SET deviceId = 4;"
                                       "UPDATE RANK_DEVICE_MAP SET rankId = -1, deviceId = 0;"
                                       "INSERT INTO RANK_DEVICE_MAP (rankId, deviceId)"
                                       " VALUES (2, 4)");
  g_autofree char *second = write_rank (root, "h_2_20260101000000001_ascend_pt", 1,
                                        "UPDATE RANK_DEVICE_MAP SET rankId = 1");
  g_autofree char *first_plain = forget_rank (first, 2);
  g_autofree char *second_plain = forget_rank (second, 1);
  g_autoptr (LscProject) project = discover (root);
  LscCluster *cluster = project->clusters->pdata[0];
  g_autoptr (LscRun) run = NULL;

  g_assert_cmpuint (cluster->sources->len, ==, 2);
  g_assert_cmpint (((LscSource *) cluster->sources->pdata[0])->rank, ==, 1);
  g_assert_cmpint (((LscSource *) cluster->sources->pdata[1])->rank, ==, 2);
  run = lsc_run_load (cluster->sources->pdata[1], LSC_LOAD_EVERYTHING, NULL, NULL);
  g_assert_cmpint (run->rank, ==, 2);
  g_assert_cmpint (run->device, ==, 4);
  g_assert_cmpuint (run->kernels.n, ==, 1);
}

static void
put_chip (const char *root, int device, int cores)
{
  g_autofree char *folder_name = g_strdup_printf ("device_%d", device);
  g_autofree char *folder = g_build_filename (root, "r2", "PROF_1_2_AB", folder_name, NULL);
  g_autofree char *name = g_strdup_printf ("info.json.%d", device);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = g_strdup_printf (
      "{\"DeviceInfo\": [{\"ai_core_num\": %d, \"aic_frequency\": \"1800\"}]}", cores);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* exports.md#q49: the chip is that of the rank's device, not of the first folder. */
static void
test_chip_of_device (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *db = write_rank (
      root, "r2", 2, "UPDATE TASK SET deviceId = 4; UPDATE RANK_DEVICE_MAP SET deviceId = 4");
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscRun) run = NULL;

  put_chip (root, 0, 20);
  put_chip (root, 4, 24);
  put_chip (root, 7, 25);
  project = discover (root);
  run = lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                      LSC_LOAD_EVERYTHING, NULL, NULL);
  g_assert_cmpfloat (run->ai_core_count, ==, 24);
}

/* The same rank by two maps: the newest wins as it does by name. */
static void
test_rank_twice_by_map (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *old = write_rank (root, "h_1_20260101000000000_ascend_pt", 5, NULL);
  g_autofree char *new = write_rank (root, "h_2_20260102000000000_ascend_pt", 5, NULL);
  g_autofree char *old_plain = forget_rank (old, 5);
  g_autofree char *new_plain = forget_rank (new, 5);
  g_autoptr (LscProject) project = discover (root);
  g_autoptr (LscNotice) notice = expect_notice (project->notices, "superseded", 5);
  LscCluster *cluster = project->clusters->pdata[0];

  g_assert_cmpuint (cluster->sources->len, ==, 1);
  g_assert_cmpstr (((LscSource *) cluster->sources->pdata[0])->file, ==, new_plain);
  g_assert_cmpstr (notice->file, ==, old_plain);
}

/* rank_id is a text in some versions of profiler_info.json, a number in others. */
static void
test_rank_from_info (void)
{
  static const char *const texts[] = { "{\"rank_id\": \"7\"}", "{\"rank_id\": 7}" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autofree char *db = write_rank (root, "h_1_20260101000000000_ascend_pt", 7,
                                        "UPDATE RANK_DEVICE_MAP SET rankId = -1");
      g_autofree char *plain = forget_rank (db, 7);
      g_autofree char *info =
          g_build_filename (root, "h_1_20260101000000000_ascend_pt", "profiler_info.json", NULL);
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscRun) run = NULL;

      g_assert_true (g_file_set_contents (info, texts[i], -1, NULL));
      project = discover (root);
      run = lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                          LSC_LOAD_EVERYTHING, NULL, NULL);
      g_assert_cmpint (((LscCluster *) project->clusters->pdata[0])->sources->len, ==, 1);
      g_assert_cmpint (run->source->rank, ==, 7);
      g_assert_cmpint (run->rank, ==, 7);
    }
}

/* Ranks of hosts under parents of their own are one project; the same ranks are two. */
static void
test_parents (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *a = write_rank (root, "hostA/r0", 0, NULL);
  g_autofree char *b = write_rank (root, "hostB/r1", 1, NULL);
  g_autoptr (LscProject) one = discover (root);
  g_autofree char *c = write_rank (root, "hostB/r0", 0, NULL);
  g_autoptr (LscProject) two = discover (root);

  g_assert_cmpuint (one->clusters->len, ==, 1);
  g_assert_cmpuint (((LscCluster *) one->clusters->pdata[0])->sources->len, ==, 2);
  g_assert_cmpuint (two->clusters->len, ==, 2);
}

/* ---- steps ---- */

static void
test_step_missing (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *db = write_rank (root, "r0", 0, "DROP TABLE IF EXISTS STEP_TIME");
  g_autoptr (LscProject) project = discover (root);
  g_autoptr (LscRun) run =
      lsc_run_load (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                    LSC_LOAD_EVERYTHING, NULL, NULL);
  g_autoptr (LscNotice) notice = expect_notice (run->notices, "missing-table", 0);
  LscModuleOptions options = { .has_step = TRUE, .step_id = 7 };
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (notice->table, ==, "STEP_TIME");
  g_assert_null (lsc_module_data_new (run, &options, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  expect_word (error->message, "STEP_TIME");
}

/* Whoever is told of progress writes the file. It is told before the file is opened, and again when
 * rows were read and a tenth of a second has gone by. */
static void
on_progress (double share, const char *what, gpointer path)
{
  run_sql (path, "CREATE TABLE IF NOT EXISTS MORE (id); INSERT INTO MORE VALUES (1)");
  g_usleep (110000);
}

static void
test_changed (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *db = write_rank (root, "r0", 0, MANY_TASKS);
  g_autoptr (LscProject) project = discover (root);
  LscSource *source = ((LscCluster *) project->clusters->pdata[0])->sources->pdata[0];
  g_autoptr (LscRun) before = lsc_run_load (source, LSC_LOAD_EVERYTHING, NULL, NULL);
  g_autoptr (LscJob) job = lsc_job_new (NULL, on_progress, db);
  g_autoptr (LscRun) run = lsc_run_load (source, LSC_LOAD_EVERYTHING, job, NULL);
  g_autoptr (LscNotice) notice = expect_notice (run->notices, "file-changed", 0);

  g_assert_false (lsc_notices_have_loss (before->notices));
  g_assert_true (notice->is_loss);
  g_assert_true (lsc_notices_have_loss (run->notices));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bad/file/no-database", test_no_database);
  g_test_add_func ("/bad/file/only-unread", test_only_unread);
  g_test_add_func ("/bad/file/damaged", test_damaged);
  g_test_add_func ("/bad/file/wrong-root-page", test_wrong_root_page);
  g_test_add_func ("/bad/file/log-in-read-only-folder", test_log_in_read_only_folder);
  g_test_add_func ("/bad/file/shrinks", test_shrinks);
  g_test_add_func ("/bad/rank/two-folders", test_rank_in_two_folders);
  g_test_add_func ("/bad/rank/ids-differ", test_rank_mismatch);
  g_test_add_func ("/bad/rank/from-map", test_rank_from_map);
  g_test_add_func ("/bad/rank/chip-of-device", test_chip_of_device);
  g_test_add_func ("/bad/rank/twice-by-map", test_rank_twice_by_map);
  g_test_add_func ("/bad/rank/from-info", test_rank_from_info);
  g_test_add_func ("/bad/rank/parents", test_parents);
  g_test_add_func ("/bad/file/changed", test_changed);
  g_test_add_func ("/bad/step/missing", test_step_missing);
  return g_test_run ();
}
