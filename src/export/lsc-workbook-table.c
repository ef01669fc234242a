/* lsc-workbook-table.c - result tables as sheets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-workbook-table.h"

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

/**
 * lsc_workbook_write_table:
 * @job: (nullable): stops it
 *
 * Writes a table as a sheet of its name, as more where a sheet is full. The sheet before it is
 * complete.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_workbook_write_table (LscWorkbook *book, const LscTable *table, LscJob *job, GError **error)
{
  gsize n_rows;
  gsize first = 0;
  guint part = 1;

  g_return_val_if_fail (book && table, FALSE);
  n_rows = lsc_table_get_n_rows (table);
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
