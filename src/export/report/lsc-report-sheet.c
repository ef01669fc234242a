/* lsc-report-sheet.c - a table of a document as a sheet that people read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-sheet-chart.h"

#define MIB 1048576.0
#define EXACT ((gint64) 1 << 53) /* beyond it a spreadsheet rounds whole numbers */
#define CHECK_ROWS 4096
#define LEAST_TIME 5e-4 /* what three decimals show */
#define LEAST_SIZE 5e-3
#define LEAST_SHARE 5e-5
#define LEAST_WIDTH 7.0
#define MOST_TEXT 44.0
#define SENTENCE 70.0
#define FILTER_WIDTH 6.0 /* of the button in a header, and what is free beside it */
#define LINE_HEIGHT 15.0
#define MOST_LINES 4 /* of a head */
#define MOST_LIST_LINES 8
#define MOST_ROWS_ABOVE 40 /* of figures above their chart; of more it stands beside them */

/**
 * Column: of the sheet
 * @source: of the table
 * @title: (owned):
 * @scale: by which a number is divided
 * @is_page: a page of the document shows it; the others are folded
 */
typedef struct
{
  guint source;
  char *title;
  double scale;
  LscBookFormat format;
  double width;
  gboolean is_page;
} Column;

typedef struct
{
  LscReportBook *book;
  const LscTable *table;
  GArray *columns; /* Column: those of the page first */
} Sheet;

static void
clear_column (gpointer data)
{
  g_free (((Column *) data)->title);
}

static const Column *
get_column (const Sheet *self, guint index)
{
  return &g_array_index (self->columns, Column, index);
}

/* ---- which columns, and how ---- */

static LscBookFormat
choose_format (const LscColumn *column)
{
  gboolean is_change = lsc_report_grid_is_difference (column);

  if (column->type == LSC_TYPE_TEXT)
    return column->form == LSC_FORM_PHRASE ? LSC_BOOK_SENTENCE : LSC_BOOK_TEXT;
  switch (column->unit)
    {
    case LSC_UNIT_NS:
      return is_change ? LSC_BOOK_TIME_CHANGE : LSC_BOOK_TIME;
    case LSC_UNIT_BYTES:
      return is_change ? LSC_BOOK_SIZE_CHANGE : LSC_BOOK_SIZE;
    case LSC_UNIT_SHARE:
      return is_change ? LSC_BOOK_SHARE_CHANGE : LSC_BOOK_SHARE;
    case LSC_UNIT_FLOPS:
      return LSC_BOOK_FLOPS;
    case LSC_UNIT_FLOPS_PER_S:
      return LSC_BOOK_FLOPS_PER_S;
    case LSC_UNIT_COUNT:
      return LSC_BOOK_WHOLE;
    case LSC_UNIT_FLAG:
      return LSC_BOOK_TEXT;
    default:
      if (column->type == LSC_TYPE_INT)
        return LSC_BOOK_ID;
      return is_change ? LSC_BOOK_REAL_CHANGE : LSC_BOOK_REAL;
    }
}

/* A moment has more digits than a number of a spreadsheet, so that it stays in ns. */
static void
add_column (Sheet *self, guint source, LscTimeUnit unit, gboolean is_page)
{
  const LscColumn *about = lsc_table_get_column (self->table, source);
  gboolean is_moment = lsc_report_grid_is_place (about);
  Column column = { .source = source,
                    .scale = 1,
                    .format = is_moment ? LSC_BOOK_ID : choose_format (about),
                    .is_page = is_page };

  if (is_moment)
    unit = LSC_TIME_UNIT_NS;
  if (about->unit == LSC_UNIT_NS)
    column.scale = (double) lsc_time_unit_ns (unit);
  else if (about->unit == LSC_UNIT_BYTES)
    column.scale = MIB;
  column.title = lsc_cell_head (about, lsc_time_unit_name (unit), "MiB");
  g_array_append_val (self->columns, column);
}

static void
choose_columns (Sheet *self, const LscReportItem *item)
{
  g_autoptr (LscReportGrid) grid = lsc_report_grid_new (item);

  for (int is_page = 1; is_page >= 0; is_page--)
    for (guint i = 0; i < lsc_table_get_n_columns (self->table); i++)
      if (lsc_report_grid_shows (item, i) == is_page)
        add_column (self, i, grid->unit, is_page);
}

/* ---- cells ---- */

/* Of a number that the decimals of its column would show as 0, and of a mean of counts. */
static LscBookFormat
refine_format (LscBookFormat format, double number)
{
  double size = fabs (number);

  switch (format)
    {
    case LSC_BOOK_WHOLE:
      return number == floor (number) ? format : LSC_BOOK_REAL;
    case LSC_BOOK_SHARE:
    case LSC_BOOK_SHARE_CHANGE:
      return size > 0 && size < LEAST_SHARE ? LSC_BOOK_TINY_SHARE : format;
    case LSC_BOOK_SIZE:
    case LSC_BOOK_SIZE_CHANGE:
      return size > 0 && size < LEAST_SIZE ? LSC_BOOK_TINY : format;
    case LSC_BOOK_REAL:
    case LSC_BOOK_REAL_CHANGE:
    case LSC_BOOK_TIME:
    case LSC_BOOK_TIME_CHANGE:
      return size > 0 && size < LEAST_TIME ? LSC_BOOK_TINY : format;
    default:
      return format;
    }
}

static double
get_number (const LscValue *value, double scale)
{
  return (value->type == LSC_TYPE_INT ? (double) value->integer : value->real) / scale;
}

/* (transfer full) (nullable): what a cell says in words; %NULL: a number, or nothing */
static char *
say_words (const Sheet *self, const Column *column, gsize row, const LscValue *value)
{
  const LscColumn *about = lsc_table_get_column (self->table, column->source);

  if (value->is_null)
    return NULL;
  if (value->type == LSC_TYPE_TEXT)
    return lsc_table_get_words (self->table, row, column->source);
  if (about->unit == LSC_UNIT_FLAG)
    return g_strdup (value->integer ? C_ ("flag", "yes") : C_ ("flag", "no"));
  if (value->type == LSC_TYPE_INT && column->scale <= 1 &&
      (value->integer > EXACT || value->integer < -EXACT))
    return g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
  return NULL;
}

/* The bar of the culprit is marked by its name, as a chart of a spreadsheet has no marks. */
static char *
mark_culprit (const Sheet *self, gsize row, char *name)
{
  LscValue slow = lsc_table_find_column (self->table, "slow") >= 0
                      ? lsc_table_get_named (self->table, row, "slow")
                      : (LscValue){ .is_null = TRUE };
  char *marked = NULL;

  if (!slow.is_null && slow.integer)
    marked = g_strconcat (name, " ◀", NULL);
  if (!marked)
    return name;
  g_free (name);
  return marked;
}

static void
write_cell (const Sheet *self, lxw_worksheet *sheet, gsize row, guint at, gsize line,
            gboolean is_chart)
{
  const Column *column = get_column (self, at);
  LscValue value = lsc_table_get (self->table, row, column->source);
  g_autofree char *words = say_words (self, column, row, &value);
  LscWorkbook *book = self->book->book;
  LscBookFormat format = column->format;
  double number;

  if (words && is_chart && at == 0)
    words = mark_culprit (self, row, g_steal_pointer (&words));
  if (words)
    {
      lsc_workbook_write_formatted (
          book, sheet, line, at, words,
          self->book->formats[format == LSC_BOOK_SENTENCE ? format : LSC_BOOK_TEXT]);
      return;
    }
  if (value.is_null)
    {
      lsc_workbook_write_empty (book, sheet, line, at, self->book->formats[LSC_BOOK_TEXT]);
      return;
    }
  number = get_number (&value, column->scale);
  lsc_workbook_write_real (book, sheet, line, at, number,
                           self->book->formats[refine_format (format, number)]);
}

/* ---- widths ---- */

static double
measure_cell (const Sheet *self, const Column *column, gsize row)
{
  LscValue value = lsc_table_get (self->table, row, column->source);
  g_autofree char *words = say_words (self, column, row, &value);
  char digits[64];

  if (words)
    return lsc_report_book_text_width (words) + 1; /* its indent */
  if (value.is_null)
    return 0;
  g_snprintf (digits, sizeof digits, "%.3f", get_number (&value, column->scale));
  return (double) strlen (digits) * 1.1;
}

/* The longest word of a title, which is not broken. */
static double
measure_title (const char *title)
{
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  double width = 0;

  for (guint i = 0; words[i]; i++)
    width = MAX (width, MIN (lsc_report_book_text_width (words[i]), MOST_TEXT / 2));
  return MAX (width + FILTER_WIDTH, lsc_report_book_text_width (title) / MOST_LINES + FILTER_WIDTH);
}

static void
choose_widths (Sheet *self)
{
  gsize n = MIN (lsc_table_get_n_rows (self->table), LSC_SHEET_LOOKED_ROWS);

  for (guint i = 0; i < self->columns->len; i++)
    {
      Column *column = &g_array_index (self->columns, Column, i);
      double most = column->format == LSC_BOOK_SENTENCE ? SENTENCE : MOST_TEXT;
      double width = LEAST_WIDTH;

      for (gsize row = 0; row < n; row++)
        width = MAX (width, measure_cell (self, column, row) + 1);
      if (width > most && column->format == LSC_BOOK_TEXT)
        column->format = LSC_BOOK_SENTENCE; /* a list or a long name: wrapped */
      column->width = MAX (MIN (width, most), measure_title (column->title));
    }
}

static double
get_head_height (const Sheet *self)
{
  double lines = 1;

  for (guint i = 0; i < self->columns->len; i++)
    if (get_column (self, i)->is_page)
      lines = MAX (lines, ceil (lsc_report_book_text_width (get_column (self, i)->title) * 1.15 /
                                (get_column (self, i)->width - FILTER_WIDTH)));
  return MIN (lines, MOST_LINES) * LINE_HEIGHT + 3;
}

/* Columns that no page shows are folded: a press on the + above them shows them. */
static void
set_columns (const Sheet *self, lxw_worksheet *sheet)
{
  lxw_row_col_options folded = { .hidden = LXW_TRUE, .level = 1 };
  lxw_row_col_options after = { .collapsed = LXW_TRUE };
  gboolean has_folded = FALSE;
  lxw_col_t n = (lxw_col_t) self->columns->len;

  for (lxw_col_t i = 0; i < n; i++)
    {
      const Column *column = get_column (self, i);

      worksheet_set_column_opt (sheet, i, i, column->width, NULL, column->is_page ? NULL : &folded);
      has_folded = has_folded || !column->is_page;
    }
  if (has_folded)
    worksheet_set_column_opt (sheet, n, n, LXW_DEF_COL_WIDTH, NULL, &after);
}

/* ---- all of it ---- */

static gboolean
is_number (const Sheet *self, const Column *column)
{
  return column->format != LSC_BOOK_TEXT && column->format != LSC_BOOK_SENTENCE;
}

/* A sentence is shown whole, a list or a name as far as some lines go. */
static double
get_most_height (const Sheet *self, const Column *column)
{
  return lsc_table_get_column (self->table, column->source)->form == LSC_FORM_PHRASE
             ? G_MAXDOUBLE
             : MOST_LIST_LINES * LINE_HEIGHT;
}

/* As high as its longest sentence. */
static void
set_row_height (const Sheet *self, lxw_worksheet *sheet, gsize row, gsize line)
{
  double height = 0;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = get_column (self, i);
      g_autofree char *words = NULL;

      if (column->format != LSC_BOOK_SENTENCE || !column->is_page)
        continue;
      words = lsc_table_get_words (self->table, row, column->source);
      if (words)
        height = MAX (height, MIN (lsc_report_book_get_height (words, column->width),
                                   get_most_height (self, column)));
    }
  if (height > LINE_HEIGHT)
    worksheet_set_row (sheet, (lxw_row_t) line, height, NULL);
}

static lxw_worksheet *
begin_sheet (const Sheet *self, const char *name, GError **error)
{
  LscWorkbook *book = self->book->book;
  lxw_worksheet *sheet = lsc_workbook_begin_sheet (book, name, error);

  if (!sheet)
    return NULL;
  set_columns (self, sheet);
  worksheet_set_row (sheet, 0, get_head_height (self), NULL);
  worksheet_freeze_panes (sheet, 1, 0);
  worksheet_repeat_rows (sheet, 0, 0);
  worksheet_set_footer (sheet, "&L&A&R&P / &N");
  for (guint i = 0; i < self->columns->len; i++)
    lsc_workbook_write_formatted (
        book, sheet, 0, i, get_column (self, i)->title,
        self->book->formats[is_number (self, get_column (self, i)) ? LSC_BOOK_HEAD_NUMBER
                                                                   : LSC_BOOK_HEAD]);
  return sheet;
}

static gboolean
write_rows (const Sheet *self, const LscBookSheet *about, LscJob *job, GError **error)
{
  lxw_worksheet *sheet = begin_sheet (self, about->name, error);
  gsize n = MIN (lsc_table_get_n_rows (self->table) - about->first_row, LSC_SHEET_ROWS);

  if (!sheet)
    return FALSE;
  for (gsize row = 0; row < n; row++)
    {
      if (row % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      set_row_height (self, sheet, about->first_row + row, row + 1);
      for (guint i = 0; i < self->columns->len; i++)
        write_cell (self, sheet, about->first_row + row, i, row + 1,
                    about->item->type == LSC_REPORT_CHART);
    }
  lsc_workbook_end_sheet (self->book->book, sheet, n, self->columns->len);
  if (about->first_row > 0)
    return TRUE;
  if (n > MOST_ROWS_ABOVE)
    lsc_report_sheet_print_chart (
        sheet, about, 1, self->columns->len + 1,
        lsc_report_sheet_add_chart (self->book, sheet, about, 1, self->columns->len + 1));
  else if (lsc_report_sheet_add_chart (self->book, sheet, about, n + 2, 0) > 0)
    worksheet_fit_to_pages (sheet, 1, 1);
  return TRUE;
}

/**
 * lsc_report_sheet_write:
 * @job: (nullable): stops it
 *
 * Writes the rows of a table that this sheet takes: first the columns that a page of the document
 * shows, titled and in units as there, then the others, folded. Numbers are numbers, rounded by
 * their format alone; moments stay in ns. What has a chart gets it beside its figures.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_report_sheet_write (LscReportBook *self, const LscBookSheet *sheet, LscJob *job, GError **error)
{
  Sheet plan;
  gboolean is_written;

  g_return_val_if_fail (self && sheet && sheet->item && sheet->item->table, FALSE);
  plan = (Sheet){ self, sheet->item->table, g_array_new (FALSE, TRUE, sizeof (Column)) };
  g_array_set_clear_func (plan.columns, clear_column);
  choose_columns (&plan, sheet->item);
  choose_widths (&plan);
  is_written = write_rows (&plan, sheet, job, error);
  g_array_unref (plan.columns);
  return is_written;
}
