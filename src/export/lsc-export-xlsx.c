/* lsc-export-xlsx.c - result tables as workbooks, one sheet a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-table.h"
#include "export/lsc-workbook-table.h"

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
  LscWorkbook *book;

  g_return_val_if_fail ((tables || n_tables == 0) && path, FALSE);
  book = lsc_workbook_open (path, created_ns, error);
  if (!book)
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if (!lsc_workbook_write_table (book, tables[i], job, error))
      {
        lsc_workbook_discard (book);
        return FALSE;
      }
  return lsc_workbook_close (book, error);
}
