/* lsc-workbook.h - a thin layer over libxlsxwriter that checks and cuts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <xlsxwriter.h>

#include "analyze/lsc-table.h"
#include "base/lsc-output.h"

G_BEGIN_DECLS

/** Rows below the header that fit a sheet. */
#define LSC_SHEET_ROWS ((gsize) 1048575)

typedef struct
{
  lxw_workbook *book;
  lxw_format *header;
  lxw_format *body;
  char *path;
  gint64 created_ns; /* of the document, since the epoch; 0 = 1980-01-01 */
  LscOutput *output;
  lxw_error failure; /* the first one */
  gsize n_cut;       /* texts that were cut to fit a cell */
  GArray *n_cells;   /* gsize: cells of each sheet */
} LscWorkbook;

LscWorkbook *lsc_workbook_open (const char *path, gint64 created_ns, GError **error);
void lsc_workbook_describe (LscWorkbook *self, const char *title, const char *subject,
                            const char *author);
lxw_worksheet *lsc_workbook_begin_sheet (LscWorkbook *self, const char *name, GError **error);
lxw_worksheet *lsc_workbook_add_sheet (LscWorkbook *self, const char *name, const double *widths,
                                       guint n_columns, GError **error);
void lsc_workbook_write_header (LscWorkbook *self, lxw_worksheet *sheet, guint column,
                                const char *text);
void lsc_workbook_write_title (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                               guint last_column, const char *text);
void lsc_workbook_write_text (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                              const char *text);
void lsc_workbook_write_value (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                               const LscValue *value);
void lsc_workbook_write_formatted (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                                   const char *text, lxw_format *format);
void lsc_workbook_write_real (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                              double number, lxw_format *format);
void lsc_workbook_write_empty (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                               lxw_format *format);
void lsc_workbook_write_link (LscWorkbook *self, lxw_worksheet *sheet, gsize row, guint column,
                              const char *to, lxw_format *format);
void lsc_workbook_write_merged (LscWorkbook *self, lxw_worksheet *sheet, gsize row, gsize last_row,
                                guint column, const char *text);
void lsc_workbook_end_sheet (LscWorkbook *self, lxw_worksheet *sheet, gsize n_rows,
                             guint n_columns);
gboolean lsc_workbook_close (LscWorkbook *self, GError **error);
void lsc_workbook_discard (LscWorkbook *self);

G_END_DECLS
