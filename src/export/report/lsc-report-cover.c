/* lsc-report-cover.c - the first sheets of a workbook: the answer, and what else is said
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-cover.h"

#include <glib/gi18n-lib.h>

#include "export/report/lsc-report-sheet-chart.h"

#define COVER 0 /* places of these sheets */
#define NOTES 1
#define LABEL_WIDTH 30.0
#define TEXT_WIDTH 110.0
#define TITLE_HEIGHT 28.0
#define HEADLINE_SIZE 1.4

/** While a sheet of two columns is written. @row: the next one */
typedef struct
{
  LscReportBook *book;
  lxw_worksheet *sheet;
  gsize row;
} Pen;

static gboolean
begin (Pen *self, LscReportBook *book, guint place, GError **error)
{
  *self = (Pen){ .book = book };
  self->sheet =
      lsc_workbook_begin_sheet (book->book, lsc_report_book_get_sheet (book, place)->name, error);
  if (!self->sheet)
    return FALSE;
  worksheet_set_column (self->sheet, 0, 0, LABEL_WIDTH, NULL);
  worksheet_set_column (self->sheet, 1, 1, TEXT_WIDTH, NULL);
  worksheet_gridlines (self->sheet, LXW_HIDE_ALL_GRIDLINES);
  worksheet_set_footer (self->sheet, "&L&A&R&P / &N");
  return TRUE;
}

static void
write_cell (Pen *self, guint column, const char *text, LscBookFormat format)
{
  lsc_workbook_write_formatted (self->book->book, self->sheet, self->row, column, text,
                                self->book->formats[format]);
}

/* @size: of its letters, by those of a cell */
static void
set_height (Pen *self, const char *text, double size)
{
  worksheet_set_row (self->sheet, (lxw_row_t) self->row,
                     lsc_report_book_get_height (text, TEXT_WIDTH / size) * size, NULL);
}

static void
write_line (Pen *self, const char *label, const char *text, LscBookFormat format)
{
  double size = format == LSC_BOOK_HEADLINE ? HEADLINE_SIZE : 1;

  if (!text)
    return;
  set_height (self, text, size);
  if (label)
    write_cell (self, 0, label, LSC_BOOK_LABEL);
  write_cell (self, 1, text, format);
  self->row++;
}

/* ---- the answer ---- */

/* (transfer full) (nullable): what, who and when on one line */
static char *
say_about (const LscReport *report)
{
  const char *const parts[] = { report->about, report->author, report->date };
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i])
      g_string_append_printf (out, "%s%s", out->len > 0 ? " · " : "", parts[i]);
  return g_string_free (out, out->len == 0);
}

static void
write_answer (Pen *self, const LscReport *report)
{
  g_autofree char *about = say_about (report);

  worksheet_set_row (self->sheet, 0, TITLE_HEIGHT, NULL);
  write_cell (self, 0, report->title, LSC_BOOK_TITLE);
  self->row++;
  if (about)
    write_cell (self, 0, about, LSC_BOOK_TEXT);
  self->row += 2;
  write_line (self, C_ ("sheet", "Result"), report->headline, LSC_BOOK_HEADLINE);
  for (guint i = 0; i < report->facts->len; i++)
    {
      const LscReportFact *fact = lsc_report_get_fact (report, i);

      write_line (self, fact->label, fact->text, LSC_BOOK_SENTENCE);
    }
  write_line (self, C_ ("sheet", "Details"), report->detail, LSC_BOOK_SENTENCE);
  self->row++;
}

/* The chart of the answer, beside which the rows stay empty. */
static void
add_chart (Pen *self)
{
  for (guint i = NOTES + 1; i < self->book->sheets->len; i++)
    {
      const LscBookSheet *sheet = lsc_report_book_get_sheet (self->book, i);

      if (sheet->item->type != LSC_REPORT_CHART)
        continue;
      self->row += lsc_report_sheet_add_chart (self->book, self->sheet, sheet, self->row, 0);
      return;
    }
}

/* ---- what leads to the other sheets ---- */

static void
write_contents (Pen *self)
{
  const LscReportSection *last = NULL;

  write_cell (self, 0, C_ ("sheet", "Sheet"), LSC_BOOK_HEAD);
  write_cell (self, 1, C_ ("sheet", "What It Shows"), LSC_BOOK_HEAD);
  self->row++;
  for (guint i = NOTES; i < self->book->sheets->len; i++)
    {
      const LscBookSheet *sheet = lsc_report_book_get_sheet (self->book, i);
      const char *text = i == NOTES ? _ ("What the report says, chapter by chapter") : NULL;

      if (sheet->item && sheet->section != last && sheet->section->message)
        text = sheet->section->message; /* a chapter's sentence stands at its first sheet */
      else if (sheet->item)
        text = sheet->item->title;
      if (text)
        set_height (self, text, 1);
      lsc_workbook_write_link (self->book->book, self->sheet, self->row, 0, sheet->name,
                               self->book->formats[LSC_BOOK_LINK]);
      if (text)
        write_cell (self, 1, text, LSC_BOOK_SENTENCE);
      last = sheet->section;
      self->row++;
    }
  self->row++;
}

/* ---- what was recorded ---- */

/* Sentences in small print: what the recording lacks, and how it was measured. */
static void
write_recorded (Pen *self, const LscReport *report)
{
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);
      const char *label = section->title;

      for (guint k = 0; k < section->items->len; k++)
        {
          const LscReportItem *item = lsc_report_section_get (section, k);

          for (guint n = 0; item->is_small && item->points && n < item->points->len; n++)
            {
              write_line (self, label, item->points->pdata[n], LSC_BOOK_SMALL);
              label = NULL;
            }
        }
    }
  write_line (
      self, _ ("Units"),
      _ ("Numbers are kept as they were computed; their formats round them. The + above the "
         "columns of a sheet shows those that no page of the report has."),
      LSC_BOOK_SMALL);
}

/**
 * lsc_report_cover_write:
 *
 * Writes the answer with its chart, links to the other sheets, and what was recorded.
 *
 * Returns: %FALSE with %LSC_ERROR_IO
 */
gboolean
lsc_report_cover_write (LscReportBook *self, GError **error)
{
  Pen pen;

  g_return_val_if_fail (self, FALSE);
  if (!begin (&pen, self, COVER, error))
    return FALSE;
  worksheet_set_portrait (pen.sheet); /* a page holds the chart and what leads to the sheets */
  write_answer (&pen, self->report);
  add_chart (&pen);
  write_contents (&pen);
  write_recorded (&pen, self->report);
  return TRUE;
}

/* ---- sentences ---- */

static void
write_item (Pen *self, const char *label, const LscReportItem *item)
{
  if (item->is_small) /* the cover has it */
    return;
  if (item->type == LSC_REPORT_TEXT)
    write_line (self, label, item->text, LSC_BOOK_SENTENCE);
  else if (item->type == LSC_REPORT_POINTS)
    write_line (self, label, item->title, LSC_BOOK_SENTENCE);
  for (guint i = 0; item->points && i < item->points->len; i++)
    write_line (self, label, item->points->pdata[i], LSC_BOOK_SENTENCE);
}

/**
 * lsc_report_notes_write:
 *
 * Writes what the chapters say, a sentence a row.
 *
 * Returns: %FALSE with %LSC_ERROR_IO
 */
gboolean
lsc_report_notes_write (LscReportBook *self, GError **error)
{
  Pen pen;

  g_return_val_if_fail (self, FALSE);
  if (!begin (&pen, self, NOTES, error))
    return FALSE;
  worksheet_freeze_panes (pen.sheet, 1, 0);
  worksheet_repeat_rows (pen.sheet, 0, 0);
  write_cell (&pen, 0, C_ ("sheet", "Chapter"), LSC_BOOK_HEAD);
  write_cell (&pen, 1, C_ ("sheet", "What It Says"), LSC_BOOK_HEAD);
  pen.row++;
  for (guint i = 0; i < self->report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (self->report, i);
      const char *label = section->title ? section->title : C_ ("sheet", "Summary");

      for (guint k = 0; k < section->items->len; k++)
        write_item (&pen, label, lsc_report_section_get (section, k));
    }
  lsc_workbook_end_sheet (self->book, pen.sheet, pen.row - 1, 2);
  return TRUE;
}
