/* test-cli-export.c - writers of tables that no small profile can fill: full sheets, odd values
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "export/lsc-export-table.h"
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

  g_assert_true (lsc_export_json_file (table, path, NULL, &error));
  g_assert_no_error (error);
  text = lsc_test_read (path, NULL);
  g_assert_cmpstr (text,
                   ==,
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

static void
test_clipboard (void)
{
  g_autoptr (LscTable) table = odd_table ();
  g_autoptr (GString) tsv = g_string_new (NULL);
  g_autofree char *markdown = lsc_export_markdown_text (table);

  g_assert_true (lsc_export_tsv_text (table, tsv));
  g_assert_true (
      g_str_has_prefix (tsv->str, "name\tcount\tshare\na|b c\t9223372036854775807\t0.1\n"));
  g_assert_true (g_str_has_prefix (markdown,
                                   "| name | count | share |\n| --- | ---: | ---: |\n"
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/export/json", test_json);
  g_test_add_func ("/cli/export/clipboard", test_clipboard);
  g_test_add_func ("/cli/export/numbers-in-sheet", test_numbers_in_sheet);
  g_test_add_func ("/cli/export/full-sheet", test_full_sheet);
  g_test_add_func ("/cli/export/kept", test_kept);
  return g_test_run ();
}
