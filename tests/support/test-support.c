/* test-support.c - checks the helpers of the tests themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-files.h"
#include "lsc-test-golden.h"
#include "lsc-test-profile.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

static const char table_text[] =
    "{\"table\": \"T\", \"rows\": 3, \"columns\": [[\"name\", \"TEXT\"], [\"big\", \"INTEGER\"], "
    "[\"part\", \"REAL\"]]}\n"
    "{\"_row\": 2, \"name\": \"b\\\"\\u5c42\", \"big\": 9007199254740993, \"part\": 0.1}\n"
    "{\"_row\": 0, \"name\": null, \"big\": -1736414119000000001, \"part\": 12329.0}\n"
    "{\"_row\": 1, \"name\": \"\", \"big\": 0, \"part\": 1e-300}\n";

static LscTestGolden *
load_text (const char *dir, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (dir, "t.jsonl", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return lsc_test_golden_load (path, error);
}

static void
test_golden (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTestGolden) golden = load_text (dir, table_text, &error);
  const LscTestRow *row;

  g_assert_no_error (error);
  g_assert_cmpstr (golden->name, ==, "T");
  g_assert_cmpint (golden->stated_rows, ==, 3);
  g_assert_cmpuint (golden->rows->len, ==, 3);
  g_assert_cmpint (lsc_test_golden_column (golden, "part"), ==, 2);
  g_assert_cmpint (lsc_test_golden_column (golden, "none"), ==, -1);
  row = golden->rows->pdata[0];
  g_assert_cmpint (row->types[0], ==, LSC_TEST_CELL_NULL);
  g_assert_cmpint (lsc_test_row_int (row, 1), ==, -G_GINT64_CONSTANT (1736414119000000001));
  g_assert_cmpstr (row->texts[2], ==, "12329");
  g_assert_cmpint (row->types[2], ==, LSC_TEST_CELL_REAL);
  row = golden->rows->pdata[1];
  g_assert_cmpint (row->types[0], ==, LSC_TEST_CELL_TEXT);
  g_assert_cmpstr (row->texts[2], ==, "1e-300");
  row = golden->rows->pdata[2];
  g_assert_cmpstr (row->texts[0], ==, "b\"层");
  g_assert_cmpstr (row->texts[1], ==, "9007199254740993");
  g_assert_cmpstr (row->texts[2], ==, "0.1");
}

static void
test_golden_bad (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  const char *const texts[] = { "",
                                "[]\n",
                                "{\"table\": 1}\n",
                                "{\"columns\": [",
                                "\n\n",
                                "{\"columns\": [1]}\n",
                                "{\"columns\": []}\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load_text (dir, texts[i], &error));
      g_assert_nonnull (error);
    }
}

static void
test_compare (void)
{
  g_autoptr (LscTestRow) a = lsc_test_row_new (2);
  g_autoptr (LscTestRow) b = lsc_test_row_new (2);
  guint column;

  lsc_test_row_set_int (a, 0, G_GINT64_CONSTANT (9007199254740993));
  lsc_test_row_set_int (b, 0, G_GINT64_CONSTANT (9007199254740992));
  lsc_test_row_set_real (a, 1, 1.0);
  lsc_test_row_set_real (b, 1, 1.0 + 1e-8);
  g_assert_false (lsc_test_row_equal (a, b, &column));
  g_assert_cmpuint (column, ==, 0);
  lsc_test_row_set_int (b, 0, G_GINT64_CONSTANT (9007199254740993));
  g_assert_false (lsc_test_row_equal (a, b, &column));
  g_assert_cmpuint (column, ==, 1);
  lsc_test_row_set_real (b, 1, 1.0 + 1e-10);
  g_assert_true (lsc_test_row_equal (a, b, NULL));
  lsc_test_row_set_text (b, 1, "1");
  g_assert_false (lsc_test_row_equal (a, b, NULL));
  lsc_test_row_set_text (a, 1, NULL);
  lsc_test_row_set_text (b, 1, "");
  g_assert_false (lsc_test_row_equal (a, b, NULL));
}

static void
test_checksum (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *sub = g_build_filename (dir, "sub", NULL);
  g_autofree char *file = g_build_filename (sub, "file", NULL);
  g_autofree char *other = g_build_filename (sub, "other", NULL);
  g_autofree char *first = NULL;
  g_autofree char *again = NULL;
  g_autofree char *more = NULL;

  g_assert_cmpint (g_mkdir (sub, 0755), ==, 0);
  g_assert_true (g_file_set_contents (file, "text", -1, NULL));
  first = lsc_test_tree_checksum (dir, NULL);
  again = lsc_test_tree_checksum (dir, NULL);
  g_assert_nonnull (first);
  g_assert_cmpstr (first, ==, again);
  g_assert_true (g_file_set_contents (other, "", -1, NULL));
  more = lsc_test_tree_checksum (dir, NULL);
  g_assert_cmpstr (first, !=, more);
  g_assert_cmpint (g_unlink (other), ==, 0);
  g_free (again);
  again = lsc_test_tree_checksum (dir, NULL);
  g_assert_cmpstr (first, ==, again);
  g_assert_true (g_file_set_contents (file, "test", -1, NULL));
  g_free (more);
  more = lsc_test_tree_checksum (dir, NULL);
  g_assert_cmpstr (first, !=, more);
}

static gint64
number (const char *db_path, const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *stmt = NULL;
  gint64 value;

  g_assert_cmpint (sqlite3_open (db_path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  value = sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return value;
}

/* Local ids follow the start, launches precede pairs, and nothing else gets an id. */
static void
test_profile (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *db = lsc_test_profile_db_path (dir, 3);
  g_autofree char *info = g_build_filename (dir, "PROF_000001_test/device_3/info.json.3", NULL);
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (GError) error = NULL;
  guint late = lsc_test_profile_op (p, "late", 500, 600, 1);
  guint early = lsc_test_profile_op (p, "early", 100, 200, 1);

  lsc_test_profile_op (p, "idle", 50, 60, 1);
  lsc_test_profile_kernel_on (p, late, LSC_TEST_KERNEL_COMPUTE, "k", 700, 710);
  lsc_test_profile_link (p, early, late);
  lsc_test_profile_metadata (p, "pp_info", "{\"microbatch_num\": 4}");
  lsc_test_profile_set_chip (p, 24, "1800");
  lsc_test_profile_drop_table (p, "COMMUNICATION_OP");
  g_assert_true (lsc_test_profile_write (p, dir, 3, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (info, G_FILE_TEST_EXISTS));
  g_assert_cmpint (number (db, "SELECT connectionId FROM PYTORCH_API WHERE startNs LIKE '%500'"),
                   ==, 1);
  g_assert_cmpint (number (db, "SELECT connectionId FROM PYTORCH_API WHERE startNs LIKE '%100'"),
                   ==, 0);
  g_assert_cmpint (number (db, "SELECT COUNT(*) FROM PYTORCH_API WHERE connectionId IS NULL"), ==,
                   1);
  g_assert_cmpint (number (db, "SELECT COUNT(*) FROM CONNECTION_IDS"), ==, 3);
  g_assert_cmpint (number (db, "SELECT endNs FROM TASK"), ==, LSC_TEST_T0 + 710);
  g_assert_cmpint (number (db, "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'COMM%OP'"), ==,
                   0);
  g_assert_cmpint (number (db, "SELECT COUNT(*) FROM META_DATA WHERE name = 'pp_info'"), ==, 1);
}

static void
test_profile_bad_sql (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (GError) error = NULL;

  lsc_test_profile_sql (p, "INSERT INTO NO_SUCH_TABLE VALUES (1)");
  g_assert_false (lsc_test_profile_write (p, dir, 0, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "NO_SUCH_TABLE"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/support/golden", test_golden);
  g_test_add_func ("/support/golden-bad", test_golden_bad);
  g_test_add_func ("/support/compare", test_compare);
  g_test_add_func ("/support/checksum", test_checksum);
  g_test_add_func ("/support/profile", test_profile);
  g_test_add_func ("/support/profile-bad-sql", test_profile_bad_sql);
  return g_test_run ();
}
