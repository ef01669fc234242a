/* lsc-report-book.h - a document that becomes a workbook: its formats and sheets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/lsc-workbook.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/** How a cell looks, and how its number is written. */
typedef enum
{
  LSC_BOOK_TITLE,
  LSC_BOOK_HEADLINE,
  LSC_BOOK_LABEL,
  LSC_BOOK_SENTENCE, /* wrapped */
  LSC_BOOK_SMALL,    /* small print, wrapped */
  LSC_BOOK_LINK,
  LSC_BOOK_HEAD,        /* of a column */
  LSC_BOOK_HEAD_NUMBER, /* of one with numbers, which stand at the right */
  LSC_BOOK_TEXT,
  LSC_BOOK_ID,
  LSC_BOOK_WHOLE,
  LSC_BOOK_REAL,
  LSC_BOOK_TIME,
  LSC_BOOK_SIZE,
  LSC_BOOK_SHARE,
  LSC_BOOK_TINY, /* what the decimals of the others would show as nothing */
  LSC_BOOK_TINY_SHARE,
  LSC_BOOK_FLOPS,
  LSC_BOOK_FLOPS_PER_S,
  LSC_BOOK_TIME_CHANGE, /* with its sign, as are the next */
  LSC_BOOK_SIZE_CHANGE,
  LSC_BOOK_SHARE_CHANGE,
  LSC_BOOK_REAL_CHANGE,
  LSC_BOOK_N_FORMATS,
} LscBookFormat;

/**
 * LscBookSheet: a table that gets a sheet
 * @name: (owned): in words, at most 31 characters, no two the same
 * @section, @item: borrowed of the document
 * @first_row: of the table; a sheet takes %LSC_SHEET_ROWS, further ones what is left
 */
typedef struct
{
  char *name;
  const LscReportSection *section;
  const LscReportItem *item;
  gsize first_row;
} LscBookSheet;

/**
 * LscReportBook: while a workbook is written
 * @report: borrowed
 * @sheets: LscBookSheet, in their order
 */
typedef struct
{
  const LscReport *report;
  LscWorkbook *book;
  lxw_format *formats[LSC_BOOK_N_FORMATS];
  GPtrArray *sheets;
} LscReportBook;

/* lsc-report-book.c */
void lsc_report_book_init (LscReportBook *self, const LscReport *report, LscWorkbook *book);
void lsc_report_book_clear (LscReportBook *self);
double lsc_report_book_text_width (const char *text);
double lsc_report_book_get_height (const char *text, double width);

/** Returns: sheet @index */
static inline const LscBookSheet *
lsc_report_book_get_sheet (const LscReportBook *self, guint index)
{
  return self->sheets->pdata[index];
}

G_END_DECLS
