/* lsc-export-xlsx.c - result tables as workbooks, one sheet a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-table.h"
#include "export/lsc-workbook.h"

#define CHECK_ROWS 4096
#define TEXT_WIDTH 40.0
#define NUMBER_WIDTH 18.0

static void
sheet_widths (const LscTable *table, double *widths)
{
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    widths[i] = lsc_table_get_column (table, i)->type == LSC_TYPE_TEXT ? TEXT_WIDTH : NUMBER_WIDTH;
}

static gboolean
write_sheet (LscWorkbook *book, const LscTable *table, gsize first, gsize n, const char *name,
             LscJob *job, GError **error)
{
  guint n_columns = lsc_table_get_n_columns (table);
  g_autofree double *widths = g_new0 (double, n_columns);
  lxw_worksheet *sheet;

  sheet_widths (table, widths);
  sheet = lsc_workbook_add_sheet (book, name, widths, n_columns, error);
  if (!sheet)
    return FALSE;
  for (guint i = 0; i < n_columns; i++)
    lsc_workbook_write_header (book, sheet, i, lsc_table_get_column (table, i)->name);
  for (gsize row = 0; row < n; row++)
    {
      if (row % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      for (guint i = 0; i < n_columns; i++)
        {
          LscValue value = lsc_table_get (table, first + row, i);

          lsc_workbook_write_value (book, sheet, row + 1, i, &value);
        }
    }
  lsc_workbook_end_sheet (book, sheet, n, n_columns);
  return TRUE;
}

static gboolean
write_table (LscWorkbook *book, const LscTable *table, LscJob *job, GError **error)
{
  gsize n_rows = lsc_table_get_n_rows (table);
  gsize first = 0;
  guint part = 1;

  do
    {
      g_autofree char *name = NULL;

      if (part == 1)
        name = g_strdup_printf ("%.31s", lsc_table_get_name (table));
      else
        name = g_strdup_printf ("%.24s %u", lsc_table_get_name (table), part);
      if (!write_sheet (book, table, first, MIN (n_rows - first, LSC_SHEET_ROWS), name, job, error))
        return FALSE;
      first += LSC_SHEET_ROWS;
      part++;
    }
  while (first < n_rows);
  return TRUE;
}

/**
 * lsc_export_xlsx_file:
 * @tables: (array length=n_tables): one sheet each, more where a sheet is full
 * @path: the workbook, replaced if it exists
 * @created_ns: date of the document, 0 = 1980-01-01
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_xlsx_file (LscTable *const *tables, guint n_tables, const char *path, gint64 created_ns,
                      LscJob *job, GError **error)
{
  LscWorkbook *book = lsc_workbook_open (path, created_ns, error);

  if (!book)
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if (!write_table (book, tables[i], job, error))
      {
        lsc_workbook_discard (book);
        return FALSE;
      }
  return lsc_workbook_close (book, error);
}
