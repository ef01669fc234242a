/* test-csv.c - tables of comma-separated text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-csv.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"

static LscCsv *
open_text (const char *root, const char *text, gssize n)
{
  g_autofree char *path = g_build_filename (root, "table.csv", NULL);
  g_autoptr (GError) error = NULL;
  LscCsv *csv;

  g_assert_true (g_file_set_contents (path, text, n, NULL));
  csv = lsc_csv_open (path, NULL, &error);
  g_assert_no_error (error);
  return csv;
}

static gboolean
next (LscCsv *csv)
{
  g_autoptr (GError) error = NULL;
  gboolean has = lsc_csv_next (csv, &error);

  g_assert_no_error (error);
  return has;
}

static void
expect (LscCsv *csv, int column, const char *expected)
{
  gsize n;
  const char *text = lsc_csv_get (csv, column, &n);
  g_autofree char *copy = text ? g_strndup (text, n) : NULL;

  g_assert_cmpstr (copy, ==, expected);
}

/* Line ends of all kinds in one table, tabs, short and long rows, quotes, line breaks in cells. */
static void
test_grammar (void)
{
  static const char text[] = "\357\273\277Name,Start Time(us)\t,Shapes\r\n"
                             "a,1736408883704643.212\t,\"\"\"32,3\"\"\"\n"
                             "\r\n"
                             "\"two\r\nlines\",5,x\r"
                             "short\n"
                             "b,,N/A,more,cells\r\n"
                             "\"\",\"a\"b,c\"d\n"
                             "last,7,z";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscCsv) csv = open_text (root, text, -1);
  gsize n;

  g_assert_cmpuint (lsc_csv_get_n_columns (csv), ==, 3);
  g_assert_cmpint (lsc_csv_find (csv, "Name"), ==, 0);
  g_assert_cmpint (lsc_csv_find (csv, "Start Time(us)"), ==, 1);
  g_assert_cmpint (lsc_csv_find (csv, "name"), ==, LSC_CSV_NONE);
  g_assert_true (next (csv));
  expect (csv, 0, "a");
  expect (csv, 1, "1736408883704643.212");
  expect (csv, 2, "\"32,3\"");
  g_assert_cmpint (lsc_csv_get_offset (csv), ==,
                   (gint64) strlen ("...Name,Start Time(us)\t,Shapes\r\n"));
  g_assert_true (next (csv));
  expect (csv, 0, "two\r\nlines");
  expect (csv, 2, "x");
  g_assert_true (next (csv));
  expect (csv, 0, "short");
  expect (csv, 1, NULL);
  g_assert_true (next (csv));
  expect (csv, 1, "");
  expect (csv, 2, "N/A");
  expect (csv, 3, "more");
  expect (csv, LSC_CSV_NONE, NULL);
  g_assert_null (lsc_csv_get_known (csv, 1, &n));
  g_assert_null (lsc_csv_get_known (csv, 2, &n));
  g_assert_true (next (csv));
  expect (csv, 0, "");
  expect (csv, 1, "ab");
  expect (csv, 2, "c\"d");
  g_assert_true (next (csv));
  expect (csv, 2, "z");
  g_assert_cmpint (lsc_csv_get_row (csv), ==, 6);
  g_assert_false (next (csv));
  g_assert_false (lsc_csv_is_truncated (csv));
}

/* checks.md#readers, item 1: times with 0, 1, 3, 8 and 17 decimals, tab, exact. */
static void
test_numbers (void)
{
  static const char text[] = "T\n1736408883704643.212\t\n5\n5.1\n828.33653125\n"
                             "25908.102000000003\nN/A\n\"\"\n1e3\n-7.5\n99999999999999999999\n";
  static const gint64 expected[] = { 1736408883704643212, 5000, 5100, 828337, 25908102 };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscCsv) csv = open_text (root, text, -1);
  gint64 value;
  double real;

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_true (next (csv));
      g_assert_true (lsc_csv_get_us (csv, 0, &value));
      g_assert_cmpint (value, ==, expected[i]);
    }
  for (int i = 0; i < 2; i++)
    {
      g_assert_true (next (csv));
      g_assert_false (lsc_csv_get_us (csv, 0, &value));
      g_assert_false (lsc_csv_get_double (csv, 0, &real));
    }
  g_assert_true (next (csv));
  g_assert_false (lsc_csv_get_int64 (csv, 0, &value));
  g_assert_true (lsc_csv_get_double (csv, 0, &real));
  g_assert_cmpfloat (real, ==, 1000);
  g_assert_true (next (csv));
  g_assert_true (lsc_csv_get_us (csv, 0, &value));
  g_assert_cmpint (value, ==, -7500);
  g_assert_true (next (csv));
  g_assert_false (lsc_csv_get_int64 (csv, 0, &value));
  g_assert_false (next (csv));
}

/* A file cut inside a row keeps every complete row and says so. */
static void
test_truncated (void)
{
  static const char *const texts[] = { "a,b\n1,2\n3", "a,b\n1,2\n\"3,4\n5,6\n" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autoptr (LscCsv) csv = open_text (root, texts[i], -1);

      g_assert_true (next (csv));
      expect (csv, 1, "2");
      g_assert_false (next (csv));
      g_assert_true (lsc_csv_is_truncated (csv));
      g_assert_cmpint (lsc_csv_get_offset (csv), ==, 8);
      g_assert_false (next (csv));
    }
}

static void
test_empty (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (root, "empty.csv", NULL);
  g_autofree char *missing = g_build_filename (root, "missing.csv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "\r\n\n", -1, NULL));
  g_assert_null (lsc_csv_open (path, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_nonnull (strstr (error->message, "empty.csv"));
  g_clear_error (&error);
  g_assert_null (lsc_csv_open (missing, NULL, &error));
  g_assert_nonnull (error);
}

/* Any byte is text; one without end is refused. */
static void
test_bytes (void)
{
  static const char text[] = "a,b\n\0x,\377\376\n";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscCsv) csv = open_text (root, text, sizeof text - 1);
  g_autoptr (LscCsv) wide = NULL;
  g_autoptr (GString) commas = g_string_new ("a\n");
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_true (next (csv));
  lsc_csv_get (csv, 0, &n);
  g_assert_cmpuint (n, ==, 2);
  expect (csv, 1, "\377\376");
  g_assert_false (next (csv));
  for (int i = 0; i < 100000; i++)
    g_string_append_c (commas, ',');
  wide = open_text (root, commas->str, (gssize) commas->len);
  g_assert_false (lsc_csv_next (wide, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
}

/* Cells that straddle the blocks in which a file is read; any row can be read again by its place.
 */
static void
test_long (void)
{
  g_autoptr (GString) text = g_string_new ("id,text\r\n");
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscCsv) csv = NULL;
  g_autofree char *path = g_build_filename (root, "table.csv", NULL);
  const int n = 60000;
  gint64 value, middle = 0;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%d,\"%0*d \"\"quoted\"\"\n\"\r\n", i, i % 97 + 1, i);
  csv = open_text (root, text->str, (gssize) text->len);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%0*d \"quoted\"", i % 97 + 1, i);

      g_assert_true (next (csv));
      g_assert_true (lsc_csv_get_int64 (csv, 0, &value));
      g_assert_cmpint (value, ==, i);
      expect (csv, 1, expected);
      if (i == n / 2)
        middle = lsc_csv_get_offset (csv);
    }
  g_assert_false (next (csv));
  g_clear_pointer (&csv, lsc_csv_close);
  csv = lsc_csv_open_at (path, middle, NULL);
  g_assert_nonnull (csv);
  g_assert_true (next (csv));
  g_assert_true (lsc_csv_get_int64 (csv, lsc_csv_find (csv, "id"), &value));
  g_assert_cmpint (value, ==, n / 2);
}

/* A cell of a few odd characters; quoted in the text where it must be, and sometimes elsewhere. */
static char *
make_cell (GRand *rand, GString *text)
{
  static const char letters[] = "ab1.;  \t\"\",,\n\r";
  GString *cell = g_string_new (NULL);
  guint n = (guint) g_rand_int_range (rand, 0, g_rand_int_range (rand, 0, 50) == 0 ? 400 : 12);
  gboolean is_quoted;

  for (guint i = 0; i < n; i++)
    g_string_append_c (cell, letters[g_rand_int_range (rand, 0, sizeof letters - 1)]);
  is_quoted = strpbrk (cell->str, "\",\n\r") || g_rand_boolean (rand);
  if (is_quoted)
    {
      g_string_append_c (text, '"');
      for (gsize i = 0; i < cell->len; i++)
        {
          if (cell->str[i] == '"')
            g_string_append_c (text, '"');
          g_string_append_c (text, cell->str[i]);
        }
      g_string_append_c (text, '"');
    }
  else
    g_string_append (text, cell->str);
  return g_strstrip (g_string_free (cell, FALSE));
}

/* Rows of all kinds, many of them across the end of a block, are read as they were written. */
static void
test_random (void)
{
  enum
  {
    N_ROWS = 30000,
    N_COLUMNS = 6
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new ("A,B,C,D,E,F\n");
  g_autoptr (LscCsv) csv = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    for (guint i = 0; i < N_COLUMNS; i++)
      {
        if (i == 0)
          g_string_append_c (text, 'x'); /* no row is empty */
        g_ptr_array_add (cells, i == 0 ? g_strdup ("x") : make_cell (rand, text));
        g_string_append (text, i + 1 < N_COLUMNS ? "," : row % 3 == 0 ? "\r\n" : "\n");
      }
  g_assert_cmpuint (text->len, >, 1 << 20);
  csv = open_text (root, text->str, (gssize) text->len);
  for (guint row = 0; row < N_ROWS; row++)
    {
      g_assert_true (next (csv));
      for (guint i = 0; i < N_COLUMNS; i++)
        expect (csv, (int) i, g_ptr_array_index (cells, row * N_COLUMNS + i));
    }
  g_assert_false (next (csv));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/grammar", test_grammar);
  g_test_add_func ("/csv/numbers", test_numbers);
  g_test_add_func ("/csv/truncated", test_truncated);
  g_test_add_func ("/csv/empty", test_empty);
  g_test_add_func ("/csv/bytes", test_bytes);
  g_test_add_func ("/csv/long", test_long);
  g_test_add_func ("/csv/random", test_random);
  return g_test_run ();
}
