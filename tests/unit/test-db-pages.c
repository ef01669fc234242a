/* test-db-pages.c - rows straight from the pages are those that SQLite reads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-db-pages.h"
#include "base/lsc-db.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"

static char *folder;

static char *
make_database (const char *sql)
{
  char *path = g_build_filename (folder, "a.db", NULL), *message = NULL;
  sqlite3 *handle;

  g_remove (path);
  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  if (sqlite3_exec (handle, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
  sqlite3_close (handle);
  return path;
}

/* ---- two ways to the same rows ---- */

static void
append_cell (GString *out, int type, gint64 integer, const char *text, int n_bytes)
{
  g_autofree char *shown = text ? g_strescape (text, NULL) : NULL;

  g_string_append_printf (out, "%d:%" G_GINT64_FORMAT ":%d:%s ", type, integer, text ? n_bytes : -1,
                          text ? shown : "");
}

/* By the old way, row by row. */
static GPtrArray *
step (LscDb *db, const char *const *columns, const char *where, GError **error)
{
  g_autoptr (LscScan) scan = lsc_db_scan (db, "T", columns, where, error);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *stmt = scan ? lsc_scan_get_stmt (scan) : NULL;

  while (scan && lsc_scan_next (scan))
    {
      GString *row = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (stmt); i++)
        {
          int type = sqlite3_column_type (stmt, i);
          gint64 integer = sqlite3_column_int64 (stmt, i);
          const char *text = (const char *) sqlite3_column_text (stmt, i);

          append_cell (row, type, integer, text, sqlite3_column_bytes (stmt, i));
        }
      g_ptr_array_add (rows, g_string_free (row, FALSE));
    }
  if (scan)
    lsc_scan_finish (scan, error);
  return rows;
}

static void
take_row (LscScan *scan, LscCell **cells, gpointer rows)
{
  GString *row = g_string_new (NULL);

  for (guint i = 0; cells[i]; i++)
    {
      gint64 integer = lsc_cell_get_int64 (cells[i]);
      int type = lsc_cell_get_type (cells[i]);
      const char *text = lsc_cell_get_text (cells[i]);

      append_cell (row, type, integer, text, lsc_cell_get_bytes (cells[i]));
    }
  g_ptr_array_add (rows, g_string_free (row, FALSE));
}

static GPtrArray *
run (LscDb *db, const char *const *columns, gint64 first, gint64 last, GError **error)
{
  g_autoptr (LscScan) scan = lsc_db_scan (db, "T", columns, NULL, error);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);

  if (scan)
    lsc_scan_limit (scan, first, last);
  if (scan)
    lsc_scan_run (scan, take_row, rows, error);
  return rows;
}

/* Parts that leave no gap between them, up to each border and behind the last. Returns %FALSE when
 * one is told to be disordered, so that none counts. */
static gboolean
run_parts (LscDb *db, const char *const *columns, const gint64 *borders, guint n_borders,
           GPtrArray *rows, GError **error)
{
  gboolean ok = TRUE, is_ordered = TRUE;

  for (guint i = 0; i <= n_borders && ok && is_ordered; i++)
    {
      g_autoptr (LscScan) scan = lsc_db_scan (db, "T", columns, NULL, error);

      if (!scan)
        return TRUE;
      lsc_scan_limit (scan, i > 0 ? borders[i - 1] + 1 : G_MININT64,
                      i < n_borders ? borders[i] : G_MAXINT64);
      ok = lsc_scan_run (scan, take_row, rows, error);
      is_ordered = !lsc_scan_is_disordered (scan);
    }
  return is_ordered;
}

static void
assert_same_begin (const GPtrArray *a, const GPtrArray *b)
{
  for (guint i = 0; i < MIN (a->len, b->len); i++)
    g_assert_cmpstr (a->pdata[i], ==, b->pdata[i]);
}

/* Both ways give the same rows of table T, in all columns and in a few. */
static void
assert_same (const char *path, const char *const *columns, gint64 first, gint64 last)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, &error);
  g_autofree char *where = g_strdup_printf (
      "rowid BETWEEN %" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT, MAX (first, -G_MAXINT64), last);
  g_autoptr (GPtrArray) expected = NULL, got = NULL;

  g_assert_no_error (error);
  expected = step (db, columns, first > G_MININT64 || last < G_MAXINT64 ? where : NULL, &error);
  g_assert_no_error (error);
  got = run (db, columns, first, last, &error);
  g_assert_no_error (error);
  assert_same_begin (got, expected);
  g_assert_cmpuint (got->len, ==, expected->len);
}

/* ---- what is read without SQLite ---- */

static gboolean
count_row (LscCell **cells, gpointer n)
{
  ++*(gint64 *) n;
  return TRUE;
}

static LscPagesEnd
count (const char *path, const int *fields, guint n, int alias, gint64 *n_rows)
{
  sqlite3 *handle;
  sqlite3_stmt *stmt;
  LscPagesQuery query = { .fields = fields,
                          .n = n,
                          .alias = alias,
                          .first = G_MININT64,
                          .last = G_MAXINT64,
                          .func = count_row,
                          .user_data = n_rows };
  LscPagesEnd end;

  sqlite3_open (path, &handle);
  sqlite3_prepare_v2 (handle, "SELECT rootpage FROM sqlite_master WHERE name = 'T'", -1, &stmt,
                      NULL);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  query.root = (guint32) sqlite3_column_int (stmt, 0);
  sqlite3_finalize (stmt);
  sqlite3_close (handle);
  *n_rows = 0;
  query.fd = open (path, O_RDONLY | O_CLOEXEC);
  end = lsc_pages_read (&query, NULL);
  close (query.fd);
  return end;
}

#define COUNTER "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) "
/* All widths of integers, both signs, NULL, text. */
#define COMMON_ROWS                                                                                \
  "INSERT INTO T SELECT i, 1 << (i % 64), -(1 << (i % 63)), CASE i % 3 WHEN 0 THEN 'text ' || i "  \
  "WHEN 1 THEN i % 2 END, CAST (i * 1000000007 AS TEXT) FROM c;"

static const char *const all[] = { "a", "b", "c", "d", "e", "rowid", NULL };

static void
test_common (void)
{
  const int page_bytes[] = { 512, 1024, 4096, 65536 };
  const int fields[] = { 4, 1, LSC_PAGES_ROWID, LSC_PAGES_NULL };

  for (guint i = 0; i < G_N_ELEMENTS (page_bytes); i++)
    {
      g_autofree char *pragma = g_strdup_printf ("PRAGMA page_size=%d;", page_bytes[i]);
      g_autofree char *sql =
          g_strconcat (pragma,
                       "CREATE TABLE T (a,b,c,d,e); CREATE INDEX X ON T (b); " COUNTER COMMON_ROWS
                       "DELETE FROM T WHERE a % 7 = 3;",
                       NULL);
      g_autofree char *path = make_database (sql);
      const char *const few[] = { "d", "missing", "b", NULL };
      gint64 n_rows;

      g_assert_cmpint (count (path, fields, G_N_ELEMENTS (fields), -1, &n_rows), ==,
                       LSC_PAGES_DONE);
      g_assert_cmpint (n_rows, ==, 20000 - 2857);
      assert_same (path, all, G_MININT64, G_MAXINT64);
      assert_same (path, few, G_MININT64, G_MAXINT64);
    }
}

static void
test_limits (void)
{
  g_autofree char *path = make_database (
      "PRAGMA page_size=512; CREATE TABLE T (a,b,c,d,e); " COUNTER COMMON_ROWS
      "DELETE FROM T WHERE a BETWEEN 5000 AND 5400; UPDATE T SET rowid = -a WHERE a % 5 = 0;");
  const gint64 borders[] = { G_MININT64, -30000, -19995, -17, 0,     1,     4999,
                             5000,       5200,   5401,   777, 19999, 20001, G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (borders); i++)
    for (guint k = 0; k < G_N_ELEMENTS (borders); k++)
      assert_same (path, all, borders[i], borders[k]);
}

/* Parts of a table that has a column of the name which SQL gives to the number of a row. */
static void
test_named_rowid (void)
{
  static const char *const names[] = { "rowid", "ROWID,_rowid_", "rowid,oid,g AS (a)" };
  static const char *const columns[] = { "a", "rowid", NULL };
  const gint64 borders[] = { 700, 1400, 9000, 19999 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *sql =
          g_strconcat ("CREATE TABLE T (a,", names[i],
                       "); " COUNTER "INSERT INTO T (a, rowid) SELECT i, 3 FROM c;", NULL);
      g_autofree char *path = make_database (sql);
      g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
      g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;

      g_assert_true (run_parts (db, columns, borders, G_N_ELEMENTS (borders), rows, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (rows->len, ==, 20000);
      g_assert_cmpstr (rows->pdata[700], ==, "1:701:3:701 1:701:3:701 ");
      g_assert_cmpint (lsc_db_guess_rows (db, "T"), ==, 20000);
      g_assert_cmpint (lsc_db_estimate_rows (db, "T"), ==, 20000);
    }
}

/* Where all three names are taken, no part can be asked for. */
static void
test_no_rowid_name (void)
{
  static const char *const columns[] = { "oid", "rowid", NULL };
  g_autofree char *path = make_database ("CREATE TABLE T (rowid,oid,_rowid_);"
                                         "INSERT INTO T VALUES (1,2,3), (4,5,6);");
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
  g_autoptr (GPtrArray) rows = run (db, columns, G_MININT64, G_MAXINT64, NULL);

  g_assert_null (lsc_db_get_rowid_name (db, "T"));
  g_assert_cmpint (lsc_db_guess_rows (db, "T"), ==, 0);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_true (g_str_has_prefix (rows->pdata[1], "1:5:"));
}

/* What the pages alone do not tell goes on with SQLite where it begins. */
static void
test_odd_rows (void)
{
  const char *const changes[] = {
    "UPDATE T SET c = 1.5 WHERE a = 9000;",
    "UPDATE T SET c = x'0102' WHERE a IN (1, 20000);",
    "UPDATE T SET c = printf ('%.9000c', 'x') WHERE a = 12345;",
    "ALTER TABLE T ADD COLUMN f DEFAULT 7; INSERT INTO T (a, f) VALUES (1, 2);",
    "ALTER TABLE T ADD COLUMN f AS (a + 1);",
    "ALTER TABLE T DROP COLUMN b;",
    "DELETE FROM T;",
    "DELETE FROM T WHERE a > 1;",
    "PRAGMA encoding='UTF-16le'; UPDATE T SET c = 'ä';",
    "UPDATE T SET c = ' -12abc' WHERE a % 2; UPDATE T SET d = '99999999999999999999';"
    "UPDATE T SET e = '-9223372036854775809'; UPDATE T SET b = '' WHERE a = 5;",
  };
  const char *const columns[] = { "a", "b", "c", "d", "e", "f", "rowid", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *sql =
          g_strconcat ("PRAGMA page_size=1024; CREATE TABLE T (a,b,c,d,e); " COUNTER COMMON_ROWS,
                       changes[i], NULL);
      g_autofree char *path = make_database (sql);

      assert_same (path, columns, G_MININT64, G_MAXINT64);
      assert_same (path, columns, 8000, 13000);
    }
}

static void
test_odd_tables (void)
{
  const char *const tables[] = {
    "CREATE TABLE T (a INTEGER PRIMARY KEY,b,c,d,e);",
    "CREATE TABLE T (a,b,c,d,e INTEGER PRIMARY KEY);",
    "CREATE TABLE T (a INTEGER PRIMARY KEY DESC,b,c,d,e);",
    "CREATE TABLE T (a INT PRIMARY KEY,b,c,d,e);",
    "CREATE TABLE T (a INTEGER,b,c,d,e,PRIMARY KEY (a));",
    "CREATE TABLE T (a INTEGER,b,c,d,e,PRIMARY KEY (a,e));",
    "CREATE TABLE T (a INTEGER PRIMARY KEY,b,c,d,e) WITHOUT ROWID;",
    "CREATE TABLE T (a REAL,b DOUBLE PRECISION,c FLOAT,d TEXT,e NUMERIC);",
    "CREATE TABLE T (a,rowid,c,d,e);",
    "PRAGMA auto_vacuum=FULL; CREATE TABLE T (a,b,c,d,e);",
    "PRAGMA encoding='UTF-16be'; CREATE TABLE T (a,b,c,d,e);",
    "PRAGMA journal_mode=WAL; CREATE TABLE T (a,b,c,d,e);",
    "PRAGMA legacy_file_format=1; CREATE TABLE T (a,b,c,d,e);",
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strconcat (tables[i], COUNTER COMMON_ROWS, NULL);
      g_autofree char *path = make_database (sql);

      assert_same (path, all, G_MININT64, G_MAXINT64);
    }
}

/* The column that stands for the row's number is not stored. */
static void
test_alias (void)
{
  g_autofree char *path =
      make_database ("CREATE TABLE T (a INTEGER PRIMARY KEY,b); INSERT INTO T VALUES (5,6),(7,8);");
  const int fields[] = { 0, 1 };
  gint64 n_rows;

  g_assert_cmpint (count (path, fields, 2, 0, &n_rows), ==, LSC_PAGES_DONE);
  g_assert_cmpint (n_rows, ==, 2);
}

/* ---- damage ---- */

/* What SQLite reads to the end is read the same; what it refuses is refused, too, and no row before
 * is another. */
static void
compare_damaged (const char *path)
{
  const char *const columns[] = { "a", "d", "e", "rowid", NULL };
  /* SQLite looks at the cells of a page once in each connection. */
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL), other = lsc_db_open (path, NULL, NULL);
  g_autoptr (GError) step_error = NULL, run_error = NULL;
  g_autoptr (GPtrArray) expected = NULL, got = NULL;

  if (!db || !other || !lsc_db_has_table (db, "T"))
    return;
  expected = step (db, columns, NULL, &step_error);
  got = run (other, columns, G_MININT64, G_MAXINT64, &run_error);
  assert_same_begin (got, expected);
  g_assert_cmpint (step_error != NULL, ==, run_error != NULL);
  if (step_error)
    g_assert_cmpuint (got->len, >=, expected->len);
  else
    g_assert_cmpuint (got->len, ==, expected->len);
}

/* Parts have all rows and no other, or are told to be no parts. */
static void
compare_damaged_parts (const char *path)
{
  const char *const columns[] = { "a", "d", "e", "rowid", NULL };
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL), other = lsc_db_open (path, NULL, NULL);
  g_autoptr (GError) step_error = NULL, run_error = NULL;
  g_autoptr (GPtrArray) expected = NULL, got = g_ptr_array_new_with_free_func (g_free);
  gint64 borders[3];

  if (!db || !other || !lsc_db_has_table (db, "T"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (borders); i++)
    borders[i] = (i > 0 ? borders[i - 1] : 0) + g_test_rand_int_range (0, 150);
  expected = step (db, columns, NULL, &step_error);
  if (!run_parts (other, columns, borders, G_N_ELEMENTS (borders), got, &run_error) || run_error)
    return;
  g_assert_no_error (step_error);
  assert_same_begin (got, expected);
  g_assert_cmpuint (got->len, ==, expected->len);
}

static void
test_damaged (void)
{
  g_autofree char *path =
      make_database ("PRAGMA page_size=512; CREATE TABLE T (a,b,c,d,e); " COUNTER COMMON_ROWS
                     "DELETE FROM T WHERE a > 300;");
  g_autofree char *bytes = NULL, *damaged = NULL;
  gsize length, n_kept;

  {
    sqlite3 *handle;

    sqlite3_open (path, &handle);
    sqlite3_exec (handle, "VACUUM", NULL, NULL, NULL);
    sqlite3_close (handle);
  }
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (guint i = 0; i < 3000; i++)
    {
      g_free (damaged);
      damaged = g_memdup2 (bytes, length);
      n_kept = g_test_rand_int_range (0, 20) == 0 ? (gsize) g_test_rand_int_range (1, (int) length)
                                                  : length;
      for (int k = g_test_rand_int_range (1, 4); k > 0; k--)
        {
          /* Headers of pages and what follows them are where trees break. */
          gsize page = (gsize) g_test_rand_int_range (0, (int) (length / 512)) * 512;
          gsize at = page + (gsize) g_test_rand_int_range (0, i % 2 ? 40 : 512);

          damaged[at] = (char) g_test_rand_int_range (0, 256);
        }
      g_assert_true (g_file_set_contents (path, damaged, (gssize) n_kept, NULL));
      compare_damaged (path);
      compare_damaged_parts (path);
    }
}

#define LEAF_HEADER 8

/* The place of the cell @i in a leaf. */
static guint
get_place (const char *leaf, guint i)
{
  const guint8 *at = (const guint8 *) leaf + LEAF_HEADER + 2 * i;

  return (guint) at[0] << 8 | at[1];
}

/* SQLite takes nine bytes for a size when it passes over a row, but searches by the number that
 * stands behind the first byte below 128: the row beyond all borders seems to lie before one. */
static void
test_misled_search (void)
{
  static const char *const columns[] = { "a", NULL };
  const gint64 borders[] = { 83, 224 };
  g_autofree char *path =
      make_database ("PRAGMA page_size=512; CREATE TABLE T (a); " COUNTER
                     "INSERT INTO T SELECT printf ('%060d', i) FROM c LIMIT 6;");
  g_autofree char *bytes = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;
  char *leaf;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  leaf = bytes + 512;
  memset (leaf + get_place (leaf, 5), 0x8c, 24);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  db = lsc_db_open (path, NULL, NULL);
  g_assert_false (run_parts (db, columns, borders, G_N_ELEMENTS (borders), rows, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_ptr_array_unref (rows);
  rows = run (db, columns, G_MININT64, G_MAXINT64, &error);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_cmpuint (rows->len, ==, 5);
}

/* A size in nine bytes is one to SQLite where it is another by the rule for all other numbers: the
 * text of the row is longer than what it takes for the record. */
static void
test_long_size (void)
{
  static const guint8 size[] = { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x81, 0x25 };
  static const char *const columns[] = { "a", NULL };
  g_autofree char *path = make_database ("PRAGMA page_size=512; CREATE TABLE T (a);"
                                         "INSERT INTO T VALUES (printf ('%0290d', 1));");
  g_autofree char *bytes = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;
  guint place;
  gsize length;
  char *leaf;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  leaf = bytes + 512;
  place = get_place (leaf, 0) - (sizeof size - 2);
  memcpy (leaf + place, size, sizeof size);
  leaf[LEAF_HEADER] = (char) (place >> 8);
  leaf[LEAF_HEADER + 1] = (char) place;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  db = lsc_db_open (path, NULL, NULL);
  rows = run (db, columns, G_MININT64, G_MAXINT64, &error);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_cmpuint (rows->len, ==, 0);
}

/* A file that cannot be read is not taken for an odd one. */
static void
test_unreadable (void)
{
  const int fields[] = { 0 };
  LscPagesQuery query = { .fd = -1, .root = 2, .fields = fields, .n = 1, .alias = -1 };

  g_assert_cmpint (lsc_pages_read (&query, NULL), ==, LSC_PAGES_FAILED);
}

/* Bytes that this program has read. */
static gint64
get_bytes_read (void)
{
  g_autofree char *text = NULL;
  const char *at;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  at = strstr (text, "rchar: ");
  return at ? g_ascii_strtoll (at + strlen ("rchar: "), NULL, 10) : 0;
}

static void
count_scanned (LscScan *scan, LscCell **cells, gpointer n)
{
  ++*(gint64 *) n;
}

/* Tables whose pages lie between each other's are read once, whatever stands behind a page. */
static void
test_interleaved (void)
{
  static const char *const columns[] = { "a", NULL };
  g_autofree char *path = make_database (
      "CREATE TABLE T (a TEXT); CREATE TABLE U (a TEXT); CREATE TABLE N (i INTEGER PRIMARY KEY);"
      "CREATE TRIGGER s AFTER INSERT ON N BEGIN INSERT INTO T VALUES (printf('%0700d', new.i));"
      "INSERT INTO U VALUES (printf('%0500d', new.i)); END;"
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) "
      "INSERT INTO N SELECT i FROM c;");
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
  gint64 n = 0, before = get_bytes_read ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LscScan) scan = lsc_db_scan (db, i == 0 ? "T" : "U", columns, NULL, NULL);

      g_assert_true (lsc_scan_run (scan, count_scanned, &n, NULL));
    }
  g_assert_cmpint (n, ==, 40000);
  g_assert_cmpint (get_bytes_read () - before, <, lsc_db_get_size_bytes (db) * 105 / 100);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = lsc_test_temp_dir_new ();
  g_test_add_func ("/db-pages/common", test_common);
  g_test_add_func ("/db-pages/limits", test_limits);
  g_test_add_func ("/db-pages/odd-rows", test_odd_rows);
  g_test_add_func ("/db-pages/odd-tables", test_odd_tables);
  g_test_add_func ("/db-pages/alias", test_alias);
  g_test_add_func ("/db-pages/named-rowid", test_named_rowid);
  g_test_add_func ("/db-pages/no-rowid-name", test_no_rowid_name);
  g_test_add_func ("/db-pages/damaged", test_damaged);
  g_test_add_func ("/db-pages/misled-search", test_misled_search);
  g_test_add_func ("/db-pages/long-size", test_long_size);
  g_test_add_func ("/db-pages/unreadable", test_unreadable);
  g_test_add_func ("/db-pages/interleaved", test_interleaved);
  status = g_test_run ();
  lsc_test_remove_tree (folder);
  g_free (folder);
  return status;
}
