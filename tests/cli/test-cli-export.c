/* test-cli-export.c - writers of tables that no small profile can fill: full sheets, odd values
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "export/lsc-export-table.h"
#include "export/lsc-json-text.h"
#include "export/lsc-workbook-check.h"
#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

static const LscColumn columns[] = {
  { "name", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  { "count", NULL, LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "share", NULL, LSC_TYPE_REAL, LSC_UNIT_SHARE, NULL },
};

static void
add_row (LscTable *table, const char *name, gint64 count, double share)
{
  gsize row = lsc_table_add_row (table);

  lsc_table_set_text (table, row, 0, name);
  lsc_table_set_int (table, row, 1, count);
  lsc_table_set_real (table, row, 2, share);
}

static LscTable *
odd_table (void)
{
  LscTable *table = lsc_table_new ("Odd", columns, G_N_ELEMENTS (columns));

  add_row (table, "a|b\tc", G_MAXINT64, 0.1);
  add_row (table, "", G_MININT64, 1e300);
  add_row (table, "=1", 0, NAN);
  add_row (table, "x", -1, -0.0);
  add_row (table, "y", 5, 100000.0);
  add_row (table, "z", G_GINT64_CONSTANT (9007199254740993), 0.5);
  lsc_table_add_row (table);
  return table;
}

static void
test_json (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "odd.jsonl", NULL);
  g_autoptr (LscTable) table = odd_table ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  g_assert_true (lsc_export_json_file (table, NULL, path, NULL, &error));
  g_assert_no_error (error);
  text = lsc_test_read (path, NULL);
  g_assert_cmpstr (text, ==,
                   "{\"name\": \"a|b\\tc\", \"count\": 9223372036854775807, \"share\": 0.1}\n"
                   "{\"name\": \"\", \"count\": -9223372036854775808, \"share\": 1e+300}\n"
                   "{\"name\": \"=1\", \"count\": 0, \"share\": null}\n"
                   "{\"name\": \"x\", \"count\": -1, \"share\": -0.0}\n"
                   "{\"name\": \"y\", \"count\": 5, \"share\": 100000.0}\n"
                   "{\"name\": \"z\", \"count\": 9007199254740993, \"share\": 0.5}\n"
                   "{\"name\": null, \"count\": null, \"share\": null}\n");
  rows = lsc_test_json_lines (text);
  g_assert_cmpuint (rows->len, ==, 7);
}

#define N_ROWS 30000
#define LONG_BYTES 300000

/* More rows than one thread takes at a time, some so long that few of them wait together. */
static void
test_long_table (void)
{
  g_autoptr (LscTable) table = lsc_table_new ("Long", columns, G_N_ELEMENTS (columns));
  g_autofree char *text = g_strnfill (LONG_BYTES, 'x');
  g_autoptr (GString) expected = g_string_new (NULL);

  for (int i = 0; i < N_ROWS; i++)
    {
      const char *name = i > 5000 && i < 5020 ? text : "short";

      add_row (table, name, i, 0.5);
      g_string_append_printf (expected, "{\"name\": \"%s\", \"count\": %d, \"share\": 0.5}\n", name,
                              i);
    }
  for (guint n_threads = 1; n_threads <= 3; n_threads++)
    {
      g_autoptr (LscJob) job = lsc_job_new (NULL, NULL, NULL);
      g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
      GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (out);
      g_autoptr (GError) error = NULL;

      lsc_job_set_n_threads (job, n_threads);
      g_assert_true (lsc_export_json_lines (table, NULL, out, job, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (g_memory_output_stream_get_data (memory),
                       g_memory_output_stream_get_data_size (memory), expected->str, expected->len);
    }
}

/* What must be written otherwise is found wherever in a text it stands. */
static void
test_odd_signs (void)
{
  static const char *const odd[][2] = {
    { "\"", "\\\"" },
    { "\\", "\\\\" },
    { "\n", "\\n" },
    { "\t", "\\t" },
    { "\r", "\\r" },
    { "\x01", "\\u0001" },
    { "\x7f", "\\u007f" },
    { "é", "é" },
    { "\x1f", "\\u001f" },
    { " ", " " },
    { "!", "!" },
    { "~", "~" },
    { "\xff", "\xef\xbf\xbd" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
    for (guint n_before = 0; n_before < 20; n_before++)
      for (guint n_behind = 0; n_behind < 10; n_behind++)
        {
          g_autofree char *before = g_strnfill (n_before, 'a');
          g_autofree char *behind = g_strnfill (n_behind, 'z');
          g_autofree char *text = g_strconcat (before, odd[i][0], behind, NULL);
          g_autofree char *expected = g_strconcat ("\"", before, odd[i][1], behind, "\"", NULL);
          g_autoptr (GString) out = g_string_new (NULL);

          lsc_json_text_append (out, text);
          g_assert_cmpstr (out->str, ==, expected);
        }
}

static void
test_clipboard (void)
{
  g_autoptr (LscTable) table = odd_table ();
  g_autoptr (GString) tsv = g_string_new (NULL);
  g_autofree char *markdown = lsc_export_markdown_text (table);

  g_assert_true (lsc_export_tsv_text (table, tsv));
  g_assert_true (
      g_str_has_prefix (tsv->str, "name\tcount\tshare\na|b c\t9223372036854775807\t0.1\n"));
  lsc_test_assert_contains (tsv->str, "\n'=1\t0\t");
  g_assert_true (g_str_has_prefix (markdown, "| name | count | share |\n| --- | ---: | ---: |\n"
                                             "| a b\tc | 9223372036854775807 | 0.1 |\n"));
}

static void
test_numbers_in_sheet (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "odd.xlsx", NULL);
  g_autoptr (LscTable) table = odd_table ();
  g_autoptr (LscTestSheet) sheet = NULL;

  if (!lsc_test_can_unzip ())
    return;
  g_assert_true (lsc_export_xlsx_file (&table, 1, path, 0, NULL, NULL));
  sheet = lsc_test_sheet_read (path, 1);
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 2, 2), ==, "9223372036854775807");
  g_assert_cmpstr (g_hash_table_lookup (sheet->types, "B2"), ==, "text");
  g_assert_cmpstr (g_hash_table_lookup (sheet->types, "B6"), ==, "number");
  g_assert_cmpstr (g_hash_table_lookup (sheet->types, "B7"), ==, "text");
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 7, 2), ==, "9007199254740993");
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 6, 3), ==, "100000");
  g_assert_null (lsc_test_sheet_cell (sheet, 4, 3));
}

/* A table longer than a sheet goes on in a second one. */
static void
test_full_sheet (void)
{
  const gsize n_rows = 1048575 + 2;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "long.xlsx", NULL);
  g_autoptr (LscTable) table = lsc_table_new ("Long", columns + 1, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTestSheet) second = NULL;
  g_autofree char *names = NULL;

  if (!lsc_test_can_unzip ())
    return;
  for (gsize i = 0; i < n_rows; i++)
    lsc_table_set_int (table, lsc_table_add_row (table), 0, (gint64) i);
  g_assert_true (lsc_export_xlsx_file (&table, 1, path, 0, NULL, &error));
  g_assert_no_error (error);
  second = lsc_test_sheet_read (path, 2);
  g_assert_cmpuint (second->n_rows, ==, 3);
  g_assert_cmpstr (lsc_test_sheet_cell (second, 1, 1), ==, "count");
  g_assert_cmpstr (lsc_test_sheet_cell (second, 3, 1), ==, "1048576");
  names = lsc_test_unzip (path, "xl/workbook.xml");
  lsc_test_assert_contains (names, "name=\"Long\"");
  lsc_test_assert_contains (names, "name=\"Long 2\"");
}

/* A file that is there stays as it was when writing fails. */
static void
test_kept (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "result.db", NULL);
  g_autoptr (LscTable) table = odd_table ();
  g_autoptr (LscTable) clash = lsc_table_new ("sqlite_stat9", columns, G_N_ELEMENTS (columns));
  LscTable *tables[] = { table, clash };
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_assert_true (lsc_export_db_file (tables, 1, path, NULL, NULL));
  before = lsc_test_tree_checksum (place->root, NULL);
  g_assert_false (lsc_export_db_file (tables, 2, path, NULL, &error));
  g_assert_nonnull (error);
  after = lsc_test_tree_checksum (place->root, NULL);
  g_assert_cmpstr (before, ==, after);
}

/* ---- workbooks that lost something on their way ---- */

#define BEGIN "<?xml version=\"1.0\"?>\n<worksheet xmlns=\"x\"><sheetData><row r=\"1\">"
#define END "</row></sheetData></worksheet>"
#define CELL "<c r=\"A1\" t=\"inlineStr\"><is><t>&lt;c it</t></is></c>"
#define STYLES "<?xml version=\"1.0\"?>\n<styleSheet><fonts/></styleSheet>\n"

static void
add_part (struct archive *zip, const char *name, const char *text)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_size (entry, (la_int64_t) strlen (text));
  g_assert_cmpint (archive_write_header (zip, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (zip, text, strlen (text)), ==, (gssize) strlen (text));
  archive_entry_free (entry);
}

/* A workbook of one sheet, or none, in which three cells should be. */
static gboolean
check_book (const char *styles, const char *sheet, GError **error)
{
  const gsize n_cells = 3;
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("lanescope-test-XXXXXX.xlsx", &path, NULL);
  struct archive *zip = archive_write_new ();
  gboolean is_whole;

  archive_write_set_format_zip (zip);
  g_assert_cmpint (archive_write_open_fd (zip, fd), ==, ARCHIVE_OK);
  add_part (zip, "xl/styles.xml", styles);
  if (sheet)
    add_part (zip, "xl/worksheets/sheet1.xml", sheet);
  g_assert_cmpint (archive_write_free (zip), ==, ARCHIVE_OK);
  g_close (fd, NULL);
  is_whole = lsc_workbook_check (path, &n_cells, 1, error);
  g_unlink (path);
  return is_whole;
}

static void
test_lost (void)
{
  static const struct
  {
    const char *styles;
    const char *sheet;
  } damaged[] = {
    { STYLES, BEGIN CELL CELL END },           /* a cell lacks in the middle */
    { STYLES, BEGIN CELL CELL CELL CELL END }, /* one twice */
    { STYLES, BEGIN CELL CELL CELL },          /* the end lacks */
    { STYLES, BEGIN CELL CELL CELL "</row></sheetData></workshee" },
    { STYLES, "" },
    { STYLES, NULL },
    { "<?xml version=\"1.0\"?>", BEGIN CELL CELL CELL END },
    { "", BEGIN CELL CELL CELL END },
  };
  g_autoptr (GError) whole_error = NULL;

  g_assert_true (check_book (STYLES, BEGIN CELL CELL CELL END, &whole_error));
  g_assert_no_error (whole_error);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GError) error = NULL;

      if (check_book (damaged[i].styles, damaged[i].sheet, &error))
        g_error ("damage %u is not noticed", i);
      g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
    }
}

/* A sheet of many blocks of the archive. */
static void
test_long_sheet (void)
{
  g_autoptr (GString) sheet = g_string_new (BEGIN CELL CELL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append (sheet, i == 50000 ? CELL : "<x/><y>c </y>");
  g_string_append (sheet, END);
  g_assert_true (check_book (STYLES, sheet->str, &error));
  g_assert_no_error (error);
}

#define BLOCK_BYTES (256 * 1024) /* that libarchive hands out at once */

/* A block of the archive ends wherever it likes: within the beginning of a cell, and within the
 * end of the part. */
static void
test_block_ends (void)
{
  static const char begin[] = BEGIN CELL CELL "<y>", end[] = "</y>" CELL END;

  for (gsize n_last = 0; n_last <= strlen (end); n_last++)
    {
      g_autofree char *text =
          g_strnfill (BLOCK_BYTES + n_last - strlen (begin) - strlen (end), 'x');
      g_autofree char *sheet = g_strconcat (begin, text, end, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (check_book (STYLES, sheet, &error));
      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/export/json", test_json);
  g_test_add_func ("/cli/export/long-table", test_long_table);
  g_test_add_func ("/cli/export/odd-signs", test_odd_signs);
  g_test_add_func ("/cli/export/clipboard", test_clipboard);
  g_test_add_func ("/cli/export/numbers-in-sheet", test_numbers_in_sheet);
  g_test_add_func ("/cli/export/full-sheet", test_full_sheet);
  g_test_add_func ("/cli/export/kept", test_kept);
  g_test_add_func ("/cli/export/lost", test_lost);
  g_test_add_func ("/cli/export/long-sheet", test_long_sheet);
  g_test_add_func ("/cli/export/block-ends", test_block_ends);
  return g_test_run ();
}
