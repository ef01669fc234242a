/* test-db-pool.c - connections that wait to be asked for again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-db.h"
#include "lsc-test-files.h"

#define LONG_AGO_S 1000

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *handle;

  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (handle);
}

/* As if nobody had written @path for a while. */
static void
set_old (const char *path, gint64 more_s)
{
  gint64 s = g_get_real_time () / G_USEC_PER_SEC - LONG_AGO_S + more_s;
  const struct timespec times[2] = { { .tv_sec = s }, { .tv_sec = s } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static char *
make_database (const char *folder, gboolean is_old)
{
  char *path = g_build_filename (folder, "a.db", NULL);

  run_sql (path, "CREATE TABLE T (a INTEGER); INSERT INTO T VALUES (1), (2);");
  if (is_old)
    set_old (path, 0);
  return path;
}

static gint64
count (LscDb *db)
{
  gint64 n = -1;

  g_assert_true (lsc_db_query_int64 (db, "SELECT count(*) FROM main.\"T\"", &n));
  return n;
}

/* Borrows @path and gives it back. @last: (inout): the connection; the same is not closed between
 */
static gboolean
is_same_again (const char *path, LscDb **last, gint64 n)
{
  g_autoptr (GError) error = NULL;
  LscDb *db = lsc_db_borrow (path, NULL, &error);
  gboolean is_same = db == *last;

  g_assert_no_error (error);
  g_assert_cmpint (count (db), ==, n);
  *last = db;
  lsc_db_return (db);
  return is_same;
}

static void
test_again (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, TRUE);
  LscDb *first, *second, *last = NULL;

  is_same_again (path, &last, 2);
  g_assert_true (is_same_again (path, &last, 2));
  /* two at a time are two */
  first = lsc_db_borrow (path, NULL, NULL);
  second = lsc_db_borrow (path, NULL, NULL);
  g_assert_true (first == last && first != second);
  lsc_db_return (first);
  lsc_db_return (second);
  g_assert_true (lsc_db_borrow (path, NULL, NULL) == second);
  lsc_db_close (second);
  lsc_db_return (NULL);
}

/* What was found of a connection stays with it, a failure does not. */
static void
test_statements (void)
{
  static const char sql[] = "SELECT \"a\" FROM main.\"T\" WHERE \"a\" = ?1";
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, TRUE);
  LscDb *db = lsc_db_borrow (path, NULL, NULL);
  sqlite3_stmt *stmt = lsc_db_get_statement (db, sql);

  sqlite3_bind_int64 (stmt, 1, 2);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  g_assert_true (lsc_db_get_statement (db, sql) == stmt);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_DONE); /* it has no value any more */
  g_assert_null (lsc_db_get_statement (db, "SELECT"));
  lsc_db_return (db);
  g_assert_true (lsc_db_borrow (path, NULL, NULL) == db);
  g_assert_true (lsc_db_get_statement (db, sql) == stmt);
  lsc_db_close (db);
}

/* A file that was written since is opened anew, in place or under its name. */
static void
test_written (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, TRUE);
  g_autofree char *other = g_build_filename (folder, "b.db", NULL);
  LscDb *last = NULL;

  is_same_again (path, &last, 2);
  run_sql (path, "INSERT INTO T VALUES (3)");
  set_old (path, 1);
  is_same_again (path, &last, 3);
  g_assert_true (is_same_again (path, &last, 3));
  run_sql (other, "CREATE TABLE T (a INTEGER); INSERT INTO T VALUES (1);");
  set_old (other, 1);
  g_assert_cmpint (g_rename (other, path), ==, 0);
  is_same_again (path, &last, 1);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (lsc_db_borrow (path, NULL, NULL));
}

/* A file that was just written may be written again and look the same, so it never waits. */
static void
test_fresh (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, FALSE);
  struct stat before;
  LscDb *last = NULL;

  g_assert_cmpint (g_stat (path, &before), ==, 0);
  is_same_again (path, &last, 2);
  run_sql (path, "DELETE FROM T WHERE a = 1");
  g_assert_cmpint (
      utimensat (AT_FDCWD, path, (struct timespec[]){ before.st_atim, before.st_mtim }, 0), ==, 0);
  is_same_again (path, &last, 1);
}

/* Rows that come to stand in a log are read as by opening anew, and no file is left. */
static void
test_log (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, TRUE);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  sqlite3 *writer;
  LscDb *last = NULL;

  run_sql (path, "PRAGMA journal_mode=WAL");
  set_old (path, 2);
  is_same_again (path, &last, 2);
  g_assert_false (lsc_db_is_copy (last));
  g_assert_cmpint (sqlite3_open (path, &writer), ==, SQLITE_OK);
  sqlite3_exec (writer, "PRAGMA wal_autocheckpoint=0; INSERT INTO T VALUES (3)", NULL, NULL, NULL);
  set_old (path, 2);
  set_old (wal, 3);
  is_same_again (path, &last, 3);
  g_assert_true (lsc_db_is_copy (last));
  g_assert_true (is_same_again (path, &last, 3));
  sqlite3_exec (writer, "INSERT INTO T VALUES (4)", NULL, NULL, NULL);
  set_old (wal, 4);
  is_same_again (path, &last, 4);
  sqlite3_close (writer);
}

static guint
count_open_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *link = g_build_filename ("/proc/self/fd", name, NULL);
      g_autofree char *target = g_file_read_link (link, NULL);

      n += g_strcmp0 (target, path) == 0;
    }
  return n;
}

/* Few wait, and none for long where a main loop runs. */
static void
test_few (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = make_database (folder, TRUE);
  LscDb *dbs[40];

  for (guint i = 0; i < G_N_ELEMENTS (dbs); i++)
    g_assert_nonnull (dbs[i] = lsc_db_borrow (path, NULL, NULL));
  g_assert_cmpuint (count_open_files (path), ==, G_N_ELEMENTS (dbs));
  for (guint i = 0; i < G_N_ELEMENTS (dbs); i++)
    lsc_db_return (dbs[i]);
  g_assert_cmpuint (count_open_files (path), ==, 8);
  while (count_open_files (path) > 0)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/db-pool/again", test_again);
  g_test_add_func ("/db-pool/statements", test_statements);
  g_test_add_func ("/db-pool/written", test_written);
  g_test_add_func ("/db-pool/fresh", test_fresh);
  g_test_add_func ("/db-pool/log", test_log);
  g_test_add_func ("/db-pool/few", test_few);
  return g_test_run ();
}
