/* test-db.c - read-only access to foreign databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lsc-db.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"

/* Two folders side by side: one that the program under test takes for temporary files, so that what
 * it leaves there shows, and one for the tests' own. */
static char *tmp_dir;
static char *work_dir;

static char *
new_folder (void)
{
  static guint n;
  char *path = g_strdup_printf ("%s/%u", work_dir, n++);

  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  return path;
}

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static void
run_sql (sqlite3 *handle, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (handle, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

static sqlite3 *
open_rw (const char *path)
{
  sqlite3 *handle;

  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  return handle;
}

static char *
make_database (const char *folder, const char *name, const char *sql)
{
  char *path = g_build_filename (folder, name, NULL);
  sqlite3 *handle = open_rw (path);

  run_sql (handle, sql);
  sqlite3_close (handle);
  return path;
}

static void
copy_file (const char *from, const char *to)
{
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (from, &bytes, &length, &error);
  g_assert_no_error (error);
  g_file_set_contents (to, bytes, (gssize) length, &error);
  g_assert_no_error (error);
}

static gint64
sum_column (LscDb *db, const char *table, const char *column, gint64 *n_rows)
{
  const char *const columns[] = { column, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscScan) scan = lsc_db_scan (db, table, columns, NULL, &error);
  gint64 sum = 0, value;

  g_assert_no_error (error);
  *n_rows = 0;
  while (lsc_scan_next (scan))
    {
      ++*n_rows;
      if (lsc_column_int64 (lsc_scan_get_stmt (scan), 0, &value))
        sum += value;
    }
  g_assert_true (lsc_scan_finish (scan, &error));
  g_assert_no_error (error);
  return sum;
}

typedef struct
{
  gint64 sum;
  gint64 n_rows;
  gint64 last_rowid;
} Sum;

static void
add_row (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Sum *sum = user_data;
  gint64 value;

  sum->n_rows++;
  g_assert_cmpint (lsc_scan_get_n_rows (scan), ==, sum->n_rows);
  if (lsc_value_int64 (cells[0], &value))
    sum->sum += value;
  if (sum->n_rows % 1000 == 3)
    sum->last_rowid = lsc_scan_rowid (scan);
}

static gboolean
run_column (LscDb *db, const char *table, const char *column, const char *where, Sum *sum,
            GError **error)
{
  const char *const columns[] = { column, "rowid", NULL };
  g_autoptr (LscScan) scan = lsc_db_scan (db, table, columns, where, error);

  *sum = (Sum){ 0 };
  return scan && lsc_scan_run (scan, add_row, sum, error);
}

#define TEN_ROWS                                                                                   \
  "CREATE TABLE T (a INTEGER, b TEXT);"                                                            \
  "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10)"                   \
  " INSERT INTO T SELECT i, 'x' || i FROM c;"

static void
test_plain (void)
{
  static const char *const columns[] = { "B", "nothing", "a", "rowid", "double", NULL };
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (
      dir, "t.db",
      "CREATE TABLE T (a INTEGER, b TEXT, double INTEGER GENERATED ALWAYS AS (a * 2) STORED);"
      "INSERT INTO T VALUES (7, 'x'), (8, 'y'); CREATE TABLE W (k PRIMARY KEY) WITHOUT ROWID;"
      "INSERT INTO W VALUES (3), (4);");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, &error);
  g_autoptr (LscScan) scan = NULL;
  g_auto (GStrv) tables = NULL;
  sqlite3_stmt *stmt;
  gint64 value = 0, n_rows;

  g_assert_no_error (error);
  g_assert_true (lsc_db_has_table (db, "t"));
  g_assert_false (lsc_db_has_table (db, "missing"));
  g_assert_true (lsc_db_has_column (db, "T", "A"));
  g_assert_false (lsc_db_has_column (db, "T", "double"));
  g_assert_cmpint (lsc_db_count_rows (db, "T"), ==, 2);
  g_assert_cmpint (lsc_db_count_rows (db, "missing"), ==, -1);
  g_assert_cmpint (lsc_db_guess_rows (db, "T"), ==, 2);
  tables = lsc_db_list_tables (db);
  g_assert_cmpuint (g_strv_length (tables), ==, 2);
  g_assert_cmpstr (tables[0], ==, "T");

  scan = lsc_db_scan (db, "T", columns, NULL, &error);
  g_assert_no_error (error);
  stmt = lsc_scan_get_stmt (scan);
  g_assert_true (lsc_scan_has_column (scan, 0));
  g_assert_false (lsc_scan_has_column (scan, 1));
  g_assert_false (lsc_scan_has_column (scan, 4));
  g_assert_true (lsc_scan_next (scan));
  g_assert_true (lsc_scan_next (scan));
  g_assert_cmpstr ((const char *) sqlite3_column_text (stmt, 0), ==, "y");
  g_assert_cmpint (sqlite3_column_type (stmt, 1), ==, SQLITE_NULL);
  g_assert_true (lsc_column_int64 (stmt, 2, &value));
  g_assert_cmpint (value, ==, 8);
  g_assert_true (lsc_column_int64 (stmt, 3, &value));
  g_assert_cmpint (value, ==, 2);
  g_assert_cmpint (sqlite3_column_type (stmt, 4), ==, SQLITE_NULL);
  g_assert_cmpint (lsc_scan_rowid (scan), ==, 2);
  g_assert_false (lsc_scan_next (scan));
  g_assert_true (lsc_scan_finish (scan, NULL));
  g_assert_cmpint (sum_column (db, "W", "k", &n_rows), ==, 7);
}

static void
test_values (void)
{
  static const char *const columns[] = { "v", NULL };
  static const gboolean expected[] = { TRUE, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE };
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path =
      make_database (dir, "t.db",
                     "CREATE TABLE T (v); INSERT INTO T VALUES (5), ('5'), (5.0), (5.5), ('five'),"
                     " (NULL), (x'35'), (1e300)");
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
  g_autoptr (LscScan) scan = lsc_db_scan (db, "T", columns, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gint64 value = -1;

      g_assert_true (lsc_scan_next (scan));
      g_assert_cmpint (lsc_column_int64 (lsc_scan_get_stmt (scan), 0, &value), ==, expected[i]);
      g_assert_cmpint (value, ==, expected[i] ? 5 : -1);
    }
}

static void
test_odd_names (void)
{
  static const char *const names[] = { "with blank.db", "per%cent%20.db", "hash#mark.db",
                                       "question?mode=rw.db", "latin\xe9.db" };
  g_auto (LscTestTempDir) dir = new_folder ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *plain = make_database (dir, "plain", TEN_ROWS);
      g_autofree char *odd = g_build_filename (dir, names[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscDb) db = NULL;
      gint64 n_rows;

      g_assert_cmpint (g_rename (plain, odd), ==, 0);
      db = lsc_db_open (odd, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (sum_column (db, "T", "a", &n_rows), ==, 55);
      g_remove (odd);
    }
  g_assert_cmpuint (count_entries (dir), ==, 0);
}

static void
open_and_count (const char *folder, const char *path, gint64 expected)
{
  g_autofree char *before = lsc_test_tree_checksum (folder, NULL);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  LscDb *db = lsc_db_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (lsc_db_count_rows (db, "T"), ==, expected);
  g_assert_true (lsc_db_check_unchanged (db, &error));
  g_assert_cmpuint (count_entries (tmp_dir), ==, 0);
  lsc_db_close (db);
  after = lsc_test_tree_checksum (folder, NULL);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (count_entries (tmp_dir), ==, 0);
}

/* A database whose newest rows stand in the log only, as a program that was killed leaves it. */
static char *
make_wal_database (const char *work, const char *folder)
{
  g_autofree char *source = g_build_filename (work, "w.db", NULL);
  g_autofree char *source_wal = g_strconcat (source, "-wal", NULL);
  char *path = g_build_filename (folder, "w.db", NULL);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  sqlite3 *handle = open_rw (source);

  run_sql (handle, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;" TEN_ROWS);
  run_sql (handle, "PRAGMA wal_checkpoint(TRUNCATE)");
  run_sql (handle, "INSERT INTO T SELECT a + 100, b FROM T");
  copy_file (source, path);
  copy_file (source_wal, wal);
  sqlite3_close (handle);
  return path;
}

static void
test_wal (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = NULL;
  g_autofree char *wal = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  path = make_wal_database (work, folder);
  wal = g_strconcat (path, "-wal", NULL);
  open_and_count (folder, path, 20);
  g_chmod (folder, 0555);
  open_and_count (folder, path, 20);
  g_chmod (folder, 0755);
  /* Without the log the file is still in WAL mode, and readable where nothing may be written. */
  g_remove (wal);
  g_chmod (folder, 0555);
  open_and_count (folder, path, 10);
  g_chmod (folder, 0755);
}

static void
test_hot_journal (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *source = g_build_filename (work, "j.db", NULL);
  g_autofree char *source_journal = g_strconcat (source, "-journal", NULL);
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = g_build_filename (folder, "j.db", NULL);
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  sqlite3 *handle;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  handle = open_rw (source);
  run_sql (handle, TEN_ROWS "PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN;");
  run_sql (handle, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)"
                   " INSERT INTO T SELECT i, 'some longer text to fill pages' FROM c");
  copy_file (source, path);
  copy_file (source_journal, journal);
  sqlite3_close (handle);
  open_and_count (folder, path, 10);
}

/* SQLite deletes the file that a journal names as its super-journal. It must not come to that: the
 * name could be that of any file. */
static void
test_super_journal (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *source = g_build_filename (work, "j.db", NULL);
  g_autofree char *source_journal = g_strconcat (source, "-journal", NULL);
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = g_build_filename (folder, "j.db", NULL);
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  g_autofree char *victim = g_build_filename (work, "victim", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GString) text = NULL;
  guint32 sum = 0, words[3];
  gsize length;
  sqlite3 *handle;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (victim, "precious", -1, NULL));
  handle = open_rw (source);
  run_sql (handle, TEN_ROWS "PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN;");
  run_sql (handle, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)"
                   " INSERT INTO T SELECT i, 'some longer text to fill pages' FROM c");
  copy_file (source, path);
  g_assert_true (g_file_get_contents (source_journal, &bytes, &length, NULL));
  sqlite3_close (handle);
  for (const char *p = victim; *p; p++)
    sum += (guint32) *p;
  /* the number of the locked page, the name, its length, its sum, the magic bytes */
  words[0] = GUINT32_TO_BE (0x40000000 / 4096 + 1);
  words[1] = GUINT32_TO_BE ((guint32) strlen (victim));
  words[2] = GUINT32_TO_BE (sum);
  text = g_string_new_len (bytes, (gssize) length);
  g_string_append_len (text, (const char *) &words[0], 4);
  g_string_append (text, victim);
  g_string_append_len (text, (const char *) &words[1], 8);
  g_string_append_len (text, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  g_assert_true (g_file_set_contents (journal, text->str, (gssize) text->len, NULL));
  open_and_count (folder, path, 10);
  g_assert_true (g_file_test (victim, G_FILE_TEST_EXISTS));
}

/* Of a path longer than any that SQLite opens by itself, plain and with a log. */
static void
test_long_path (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autoptr (GString) folder = g_string_new (work);
  g_autofree char *name = g_strnfill (150, 'd');
  g_autofree char *plain = NULL;
  g_autofree char *plain_path = NULL;
  g_autofree char *wal = NULL;

  for (guint i = 0; i < 4; i++)
    g_string_append_printf (folder, "/%s", name);
  g_assert_cmpint (g_mkdir_with_parents (folder->str, 0755), ==, 0);
  plain = make_database (work, "p.db", TEN_ROWS);
  plain_path = g_build_filename (folder->str, "p.db", NULL);
  copy_file (plain, plain_path);
  open_and_count (folder->str, plain_path, 10);
  wal = make_wal_database (work, folder->str);
  open_and_count (folder->str, wal, 20);
}

/* Readers of one database each have a copy of their own. */
static void
test_two_readers (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = NULL;
  g_autoptr (LscDb) first = NULL;
  g_autoptr (LscDb) second = NULL;
  gint64 n_rows;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  path = make_wal_database (work, folder);
  first = lsc_db_open (path, NULL, NULL);
  second = lsc_db_open (path, NULL, NULL);
  g_assert_cmpint (sum_column (first, "T", "a", &n_rows), ==, 1110);
  g_assert_cmpint (sum_column (second, "T", "a", &n_rows), ==, 1110);
  g_clear_pointer (&first, lsc_db_close);
  g_assert_cmpint (sum_column (second, "T", "a", &n_rows), ==, 1110);
  g_assert_true (lsc_db_is_copy (second));
}

/* Waits for a child that ended by a signal, and looks for what it left. */
static void
assert_leaves_nothing (pid_t child, int expected_signal)
{
  int status;

  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, expected_signal);
  g_assert_cmpuint (count_entries (tmp_dir), ==, 0);
}

static void
test_killed (void)
{
  static const int signals[] = { SIGKILL, SIGTERM, SIGINT };
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  path = make_wal_database (work, folder);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      int ends[2];
      pid_t child;
      char byte;

      g_assert_cmpint (pipe (ends), ==, 0);
      child = fork ();
      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        {
          LscDb *db = lsc_db_open (path, NULL, NULL);

          if (!db || lsc_db_count_rows (db, "T") != 20 || write (ends[1], "", 1) != 1)
            _exit (1);
          for (;;)
            pause ();
        }
      close (ends[1]);
      g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
      close (ends[0]);
      g_assert_cmpint (kill (child, signals[i]), ==, 0);
      assert_leaves_nothing (child, signals[i]);
    }
}

/* The signal of a file that grows too long comes in the middle of the copy. */
static void
test_killed_while_copying (void)
{
  const struct rlimit limit = { 4096, 4096 };
  const struct rlimit no_core = { 0, 0 };
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *path = NULL;
  pid_t child;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  path = make_wal_database (work, folder);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      signal (SIGXFSZ, SIG_DFL);
      setrlimit (RLIMIT_CORE, &no_core);
      setrlimit (RLIMIT_FSIZE, &limit);
      lsc_db_open (path, NULL, NULL);
      _exit (1);
    }
  assert_leaves_nothing (child, SIGXFSZ);
}

/* A journal that was used up has a zeroed header and must not cost a copy. */
static void
test_cold_journal (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (
      dir, "p.db", "PRAGMA journal_mode=PERSIST;" TEN_ROWS "DELETE FROM T WHERE a > 4");
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  g_autofree char *hidden = g_strconcat (tmp_dir, "-hidden", NULL);
  g_autoptr (GError) error = NULL;
  LscDb *db;

  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_rename (tmp_dir, hidden), ==, 0);
  db = lsc_db_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (lsc_db_count_rows (db, "T"), ==, 4);
  lsc_db_close (db);
  g_assert_cmpint (g_rename (hidden, tmp_dir), ==, 0);
}

static void
test_no_temporary_folder (void)
{
  g_auto (LscTestTempDir) work = new_folder ();
  g_autofree char *folder = g_build_filename (work, "in", NULL);
  g_autofree char *hidden = g_strconcat (tmp_dir, "-hidden", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  path = make_wal_database (work, folder);
  g_assert_cmpint (g_rename (tmp_dir, hidden), ==, 0);
  g_assert_null (lsc_db_open (path, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "TMPDIR"));
  g_assert_nonnull (strstr (error->message, "w.db"));
  g_assert_cmpint (g_rename (hidden, tmp_dir), ==, 0);
}

static void
test_changed (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (dir, "t.db", TEN_ROWS);
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *handle;

  g_assert_true (lsc_db_check_unchanged (db, NULL));
  handle = open_rw (path);
  run_sql (handle, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000)"
                   " INSERT INTO T SELECT i, 'more' FROM c");
  sqlite3_close (handle);
  g_assert_false (lsc_db_check_unchanged (db, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
}

static void
expect_error (const char *path, const char *bytes, gsize length, int code, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;

  if (bytes)
    g_file_set_contents (path, bytes, (gssize) length, NULL);
  db = lsc_db_open (path, NULL, &error);
  g_assert_error (error, LSC_ERROR, code);
  g_assert_null (db);
  g_assert_nonnull (strstr (error->message, word));
  g_assert_nonnull (strstr (error->message, "bad.db"));
}

static void
test_not_a_database (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = g_build_filename (dir, "bad.db", NULL);
  char noise[4096];

  expect_error (path, NULL, 0, LSC_ERROR_IO, "No such file");
  expect_error (path, "", 0, LSC_ERROR_CORRUPT, "empty");
  expect_error (path, "SQLite format 3", 16, LSC_ERROR_CORRUPT, "not a database");
  for (gsize i = 0; i < sizeof noise; i++)
    noise[i] = (char) (i * 7 + i / 13);
  expect_error (path, noise, sizeof noise, LSC_ERROR_CORRUPT, "encrypted");
  g_remove (path);
  g_mkdir (path, 0755);
  expect_error (path, NULL, 0, LSC_ERROR_IO, "file");
}

#define MANY_ROWS                                                                                  \
  "PRAGMA page_size=512; CREATE TABLE T (a INTEGER, b TEXT);"                                      \
  "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000)"                 \
  " INSERT INTO T SELECT i, 'some text' FROM c;"

static void
test_truncated (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (dir, "bad.db", MANY_ROWS);
  g_autofree char *bytes = NULL;
  gsize length;

  g_file_get_contents (path, &bytes, &length, NULL);
  expect_error (path, bytes, length / 2 / 512 * 512, LSC_ERROR_CORRUPT, "pages of 512 bytes");
}

static void
test_corrupt_page (void)
{
  static const char *const columns[] = { "a", NULL };
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (dir, "bad.db", MANY_ROWS);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) same = NULL;
  g_autoptr (LscDb) db = NULL;
  g_autoptr (LscScan) scan = NULL;
  gint64 n = 0;
  Sum sum;
  gsize length;

  g_file_get_contents (path, &bytes, &length, NULL);
  memset (bytes + length / 2 / 512 * 512, 0x5a, 512);
  g_file_set_contents (path, bytes, (gssize) length, NULL);
  db = lsc_db_open (path, NULL, &error);
  g_assert_no_error (error);
  scan = lsc_db_scan (db, "T", columns, NULL, &error);
  while (lsc_scan_next (scan))
    n++;
  g_assert_cmpint (n, >, 100);
  g_assert_cmpint (n, <, 5000);
  g_assert_false (lsc_scan_finish (scan, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_nonnull (strstr (error->message, "table T, after"));
  g_assert_nonnull (strstr (error->message, "malformed"));
  g_assert_false (run_column (db, "T", "a", NULL, &sum, &same));
  g_assert_cmpint (sum.n_rows, ==, n);
  g_assert_cmpstr (same->message, ==, error->message);
  g_assert_cmpint (lsc_db_count_rows (db, "T"), ==, -1);
}

#define PAGE 512
#define N_CHILDREN 60
#define N_LEVELS 6

/* Turns page @number into an inner page of a table whose children are all page @child. */
static void
write_inner_page (char *bytes, guint number, guint child)
{
  guchar *page = (guchar *) bytes + (number - 1) * PAGE;
  guint content = PAGE;

  memset (page, 0, PAGE);
  for (guint i = 0; i < N_CHILDREN; i++)
    {
      content -= 5;
      page[content + 3] = (guchar) child;
      page[content + 4] = (guchar) (i + 1);
      page[12 + 2 * i] = (guchar) (content >> 8);
      page[13 + 2 * i] = (guchar) content;
    }
  page[0] = 5;
  page[4] = N_CHILDREN;
  page[5] = (guchar) (content >> 8);
  page[6] = (guchar) content;
  page[11] = (guchar) child;
}

/* A few kilobytes that hold 60^6 rows: each level points to the next one sixty times over. */
static void
test_endless (void)
{
  static const char *const columns[] = { "a", NULL };
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (dir, "bad.db", MANY_ROWS);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;
  g_autoptr (LscScan) scan = NULL;
  gint64 begin_us = g_get_monotonic_time ();
  Sum sum;
  gsize length;

  g_file_get_contents (path, &bytes, &length, NULL);
  for (guint level = 0; level < N_LEVELS; level++)
    write_inner_page (bytes, 2 + level, 3 + level);
  g_file_set_contents (path, bytes, (gssize) length, NULL);
  db = lsc_db_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (lsc_db_count_rows (db, "T"), ==, -1);
  scan = lsc_db_scan (db, "T", columns, NULL, &error);
  while (lsc_scan_next (scan))
    ;
  g_assert_false (lsc_scan_finish (scan, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (run_column (db, "T", "a", NULL, &sum, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 20 * G_USEC_PER_SEC);
}

static void
test_hostile_schema (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;
  gint64 n_rows;

  g_string_append (sql, "CREATE TABLE \"we\"\"ird] name\" (a INTEGER);");
  g_string_append (sql, "INSERT INTO \"we\"\"ird] name\" VALUES (4);");
  g_string_append (sql, "CREATE TABLE T (a INTEGER CHECK (a > 0), rowid TEXT, g AS (a + 1));");
  g_string_append (sql, "INSERT INTO T (a, rowid) VALUES (1, 'mine');");
  g_string_append (sql,
                   "CREATE VIEW TASK AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1"
                   " FROM c) SELECT i AS startNs FROM c;");
  g_string_append (sql, "CREATE VIRTUAL TABLE PYTORCH_API USING fts5(name);");
  g_string_append (sql,
                   "CREATE TRIGGER trap AFTER INSERT ON T BEGIN SELECT load_extension('x'); END;");
  g_string_append (sql, "CREATE INDEX i ON T (abs(a));");
  g_string_append (sql, "CREATE TABLE WIDE (c0");
  for (int i = 1; i < 1900; i++)
    g_string_append_printf (sql, ", c%d", i);
  g_string_append (sql, "); INSERT INTO WIDE (c1899) VALUES (9);");
  path = make_database (dir, "h.db", sql->str);
  db = lsc_db_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (lsc_db_has_table (db, "TASK"));
  g_assert_false (lsc_db_has_column (db, "TASK", "startNs"));
  g_assert_cmpint (lsc_db_count_rows (db, "TASK"), ==, -1);
  g_assert_null (lsc_db_scan (db, "TASK", (const char *const[]){ "startNs", NULL }, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
  g_assert_false (lsc_db_has_table (db, "PYTORCH_API"));
  g_assert_false (lsc_db_has_column (db, "T", "g"));
  g_assert_cmpint (sum_column (db, "T", "a", &n_rows), ==, 1);
  g_assert_cmpint (sum_column (db, "we\"ird] name", "a", &n_rows), ==, 4);
  g_assert_cmpint (sum_column (db, "WIDE", "c1899", &n_rows), ==, 9);
  g_assert_cmpint (
      sqlite3_exec (lsc_db_get_handle (db), "ATTACH ':memory:' AS x", NULL, NULL, NULL), !=,
      SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (lsc_db_get_handle (db), "DELETE FROM T", NULL, NULL, NULL), !=,
                   SQLITE_OK);
}

static void
test_cancelled (void)
{
  static const char *const columns[] = { "a", NULL };
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (dir, "t.db", MANY_ROWS);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (LscDb) db = lsc_db_open (path, job, NULL);
  g_autoptr (LscScan) scan = lsc_db_scan (db, "T", columns, NULL, NULL);
  g_autoptr (GError) error = NULL;
  gint64 n = 0;
  Sum sum;

  g_cancellable_cancel (cancellable);
  while (lsc_scan_next (scan))
    n++;
  g_assert_cmpint (n, <, 5000);
  g_assert_false (lsc_scan_finish (scan, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (run_column (db, "T", "a", NULL, &sum, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  g_assert_cmpint (sum.n_rows, <, 5000);
}

/* A scan as a whole sees the rows that stepping sees, may ask for their numbers, and leaves the
 * database ready for the next. */
static void
test_run (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path =
      make_database (dir, "t.db",
                     TEN_ROWS "CREATE TABLE Empty (a); CREATE TABLE Odd (a TEXT);"
                              "INSERT INTO Odd VALUES ('12'), ('x'), (NULL), (7), (1.5);"
                              "DELETE FROM T WHERE a = 2;");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, &error);
  gint64 n_rows;
  Sum sum;

  g_assert_no_error (error);
  g_assert_true (run_column (db, "T", "a", NULL, &sum, &error));
  g_assert_cmpint (sum.sum, ==, sum_column (db, "T", "a", &n_rows));
  g_assert_cmpint (sum.n_rows, ==, n_rows);
  g_assert_cmpint (sum.last_rowid, ==, 4);
  g_assert_true (run_column (db, "T", "a", "a > 6", &sum, &error));
  g_assert_cmpint (sum.sum, ==, 7 + 8 + 9 + 10);
  g_assert_cmpint (sum.last_rowid, ==, 9);
  g_assert_true (run_column (db, "Odd", "a", NULL, &sum, &error));
  g_assert_cmpint (sum.sum, ==, 12 + 7);
  g_assert_true (run_column (db, "Empty", "a", NULL, &sum, &error));
  g_assert_true (run_column (db, "T", "nothing", NULL, &sum, &error));
  g_assert_cmpint (sum.sum, ==, 0);
  g_assert_cmpint (sum.n_rows, ==, 9);
  g_assert_no_error (error);
}

/* ---- counting against the clock ------------------------------------------------------------- */

#define LATE_ROWS 60000

static void
check_late_count (LscDb *db, const char *table, gint64 n_rows, gboolean is_estimated)
{
  gboolean is_estimate;

  g_assert_cmpint (lsc_db_count_rows_until (db, table, g_get_monotonic_time (), &is_estimate), ==,
                   n_rows);
  g_assert_cmpint (is_estimate, ==, is_estimated);
  if (is_estimated)
    {
      g_assert_cmpint (lsc_db_estimate_rows (db, table), ==, n_rows);
      g_assert_cmpint (lsc_db_count_rows (db, table), ==, n_rows);
    }
}

/* Without time small tables are counted all the same, others are estimated by their row ids, and
 * only where there are none the number is unknown. */
static void
test_late_count (void)
{
  g_auto (LscTestTempDir) dir = new_folder ();
  g_autofree char *path = make_database (
      dir, "late.db",
      "CREATE TABLE Dense (a); CREATE TABLE Sparse (id INTEGER PRIMARY KEY); CREATE TABLE Few (a);"
      "CREATE TABLE Bare (k PRIMARY KEY) WITHOUT ROWID;"
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 60000)"
      "INSERT INTO Dense SELECT i FROM c;"
      "INSERT INTO Sparse SELECT 1000 + 7 * rowid FROM Dense;"
      "CREATE TABLE Blocks (id INTEGER PRIMARY KEY);"
      "INSERT INTO Blocks SELECT rowid FROM Dense; INSERT INTO Blocks SELECT 268435456 + rowid "
      "FROM "
      "Dense WHERE rowid <= 300; INSERT INTO Blocks SELECT -9223372036854775807 + rowid FROM Dense "
      "WHERE rowid <= 20; INSERT INTO Blocks VALUES (9223372036854775807);"
      "INSERT INTO Bare SELECT a FROM Dense; INSERT INTO Few VALUES (1), (2), (3);");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, &error);

  g_assert_no_error (error);
  check_late_count (db, "Dense", LATE_ROWS, TRUE);
  check_late_count (db, "Few", 3, FALSE);
  check_late_count (db, "Bare", -1, FALSE);
  check_late_count (db, "missing", -1, FALSE);
  g_assert_cmpint (lsc_db_count_rows (db, "Sparse"), ==, LATE_ROWS);
  g_assert_cmpint (ABS (lsc_db_estimate_rows (db, "Sparse") - LATE_ROWS), <, LATE_ROWS / 100);
  g_assert_cmpint (ABS (lsc_db_estimate_rows (db, "Blocks") - LATE_ROWS - 321), <, LATE_ROWS / 100);
  g_assert_true (lsc_db_check_answers (db, &error));
  g_assert_no_error (error);
}

/* ---- a system that reads and writes little at a time ---- */

/* The linker puts these in the place of the calls in the program (--wrap). */
ssize_t __real_pread64 (int fd, void *bytes, size_t n, off_t offset);
ssize_t __wrap_pread64 (int fd, void *bytes, size_t n, off_t offset);
ssize_t __real_pwrite64 (int fd, const void *bytes, size_t n, off_t offset);
ssize_t __wrap_pwrite64 (int fd, const void *bytes, size_t n, off_t offset);

static gboolean is_piecemeal;
static guint n_pieces;

/* Half of what is asked for, and every third call is interrupted. */
static gboolean
is_interrupted (size_t *n)
{
  if (!is_piecemeal)
    return FALSE;
  *n = (*n + 1) / 2;
  errno = EINTR;
  return ++n_pieces % 3 == 0;
}

ssize_t
__wrap_pread64 (int fd, void *bytes, size_t n, off_t offset)
{
  return is_interrupted (&n) ? -1 : __real_pread64 (fd, bytes, n, offset);
}

ssize_t
__wrap_pwrite64 (int fd, const void *bytes, size_t n, off_t offset)
{
  return is_interrupted (&n) ? -1 : __real_pwrite64 (fd, bytes, n, offset);
}

/* What is asked for comes in pieces, and is the same. */
static void
test_piecemeal (void)
{
  is_piecemeal = TRUE;
  test_plain ();
  test_values ();
  test_wal ();
  test_hot_journal ();
  test_run ();
  is_piecemeal = FALSE;
  g_assert_cmpuint (n_pieces, >, 100);
}

int
main (int argc, char **argv)
{
  char base[] = "/tmp/lanescope-test-db-XXXXXX";
  int status;

  /* GLib reads TMPDIR once, so it is set before all else. */
  g_assert_nonnull (mkdtemp (base));
  tmp_dir = g_build_filename (base, "tmp", NULL);
  work_dir = g_build_filename (base, "work", NULL);
  g_assert_cmpint (g_mkdir (tmp_dir, 0755), ==, 0);
  g_assert_cmpint (g_mkdir (work_dir, 0755), ==, 0);
  g_setenv ("TMPDIR", tmp_dir, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/db/plain", test_plain);
  g_test_add_func ("/db/values", test_values);
  g_test_add_func ("/db/odd-names", test_odd_names);
  g_test_add_func ("/db/wal", test_wal);
  g_test_add_func ("/db/hot-journal", test_hot_journal);
  g_test_add_func ("/db/super-journal", test_super_journal);
  g_test_add_func ("/db/long-path", test_long_path);
  g_test_add_func ("/db/two-readers", test_two_readers);
  g_test_add_func ("/db/killed", test_killed);
  g_test_add_func ("/db/killed-while-copying", test_killed_while_copying);
  g_test_add_func ("/db/cold-journal", test_cold_journal);
  g_test_add_func ("/db/no-temporary-folder", test_no_temporary_folder);
  g_test_add_func ("/db/changed", test_changed);
  g_test_add_func ("/db/not-a-database", test_not_a_database);
  g_test_add_func ("/db/truncated", test_truncated);
  g_test_add_func ("/db/corrupt-page", test_corrupt_page);
  g_test_add_func ("/db/endless", test_endless);
  g_test_add_func ("/db/hostile-schema", test_hostile_schema);
  g_test_add_func ("/db/cancelled", test_cancelled);
  g_test_add_func ("/db/run", test_run);
  g_test_add_func ("/db/piecemeal", test_piecemeal);
  g_test_add_func ("/db/late-count", test_late_count);
  status = g_test_run ();
  lsc_test_remove_tree (base);
  g_free (tmp_dir);
  g_free (work_dir);
  return status;
}
