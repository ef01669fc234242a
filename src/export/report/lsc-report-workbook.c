/* lsc-report-workbook.c - a document as a workbook: a cover, sentences, a sheet a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-cover.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-sheet.h"

static gboolean
write_sheets (LscReportBook *self, LscJob *job, GError **error)
{
  if (!lsc_report_cover_write (self, error) || !lsc_report_notes_write (self, error))
    return FALSE;
  for (guint i = 0; i < self->sheets->len; i++)
    {
      const LscBookSheet *sheet = lsc_report_book_get_sheet (self, i);

      if (sheet->item && !lsc_report_sheet_write (self, sheet, job, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_report_to_workbook:
 * @job: (nullable): stops it
 *
 * Writes the answer on a cover, what the chapters say on a second sheet, then each table with all
 * its rows on one of its own, with a chart beside what is drawn (exports.md#report).
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_report_to_workbook (const LscReport *report, const char *path, LscJob *job, GError **error)
{
  LscReportBook self;
  LscWorkbook *book;
  gboolean is_written;

  g_return_val_if_fail (report && path, FALSE);
  book = lsc_workbook_open (path, report->created_ns, error);
  if (!book)
    return FALSE;
  lsc_workbook_describe (book, report->title, report->headline, report->author);
  lsc_report_book_init (&self, report, book);
  is_written = write_sheets (&self, job, error);
  lsc_report_book_clear (&self);
  if (is_written)
    return lsc_workbook_close (book, error);
  lsc_workbook_discard (book);
  return FALSE;
}
