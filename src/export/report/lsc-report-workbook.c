/* lsc-report-workbook.c - a document as a workbook, one sheet a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "export/lsc-workbook-table.h"
#include "export/report/lsc-report-file.h"

#define INFO_SHEET "Info"
#define CHART_WIDTH 960
#define CHART_HEIGHT 480
#define BASE_COLUMN 1    /* of a table of bars: what they stand on */
#define SPARE_SHARE 0.15 /* of the drawn span, before the shortest bar */

/* ---- the first sheet ---- */

typedef struct
{
  LscWorkbook *book;
  lxw_worksheet *sheet;
  gsize n_rows;
} Info;

static void
write_line (Info *self, const char *name, const char *value)
{
  if (!value)
    return;
  lsc_workbook_write_text (self->book, self->sheet, ++self->n_rows, 0, name);
  lsc_workbook_write_text (self->book, self->sheet, self->n_rows, 1, value);
}

static void
write_words (Info *self, const LscReportSection *section)
{
  const char *title = section->title ? section->title : _ ("Summary");

  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item->type == LSC_REPORT_TEXT)
        write_line (self, title, item->text);
      else if (item->type == LSC_REPORT_POINTS)
        write_line (self, title, item->title);
      for (guint k = 0; item->points && k < item->points->len; k++)
        write_line (self, title, item->points->pdata[k]);
    }
}

static gboolean
write_info (LscWorkbook *book, const LscReport *report, GError **error)
{
  static const double widths[] = { 28, 110 };
  Info info = { .book = book };

  info.sheet = lsc_workbook_add_sheet (book, INFO_SHEET, widths, G_N_ELEMENTS (widths), error);
  if (!info.sheet)
    return FALSE;
  lsc_workbook_write_header (book, info.sheet, 0, _ ("Name"));
  lsc_workbook_write_header (book, info.sheet, 1, _ ("Value"));
  write_line (&info, _ ("Title"), report->title);
  write_line (&info, _ ("Verdict"), report->headline);
  write_line (&info, _ ("Why"), report->detail);
  write_line (&info, _ ("Recordings"), report->about);
  write_line (&info, _ ("Author"), report->author);
  write_line (&info, _ ("Date"), report->date);
  for (guint i = 0; i < report->sections->len; i++)
    write_words (&info, lsc_report_get (report, i));
  write_line (&info, _ ("Units"),
              _ ("Columns named …_ns are nanoseconds, …_bytes are bytes; shares are 0 to 1."));
  lsc_workbook_end_sheet (book, info.sheet, info.n_rows, G_N_ELEMENTS (widths));
  return TRUE;
}

/* ---- charts ---- */

/* What the bars stand on is not drawn and has no name in the legend. */
static void
add_series (lxw_chart *chart, const char *sheet, gsize n_rows, guint column, const char *title)
{
  static const lxw_color_t colors[] = { 0x77767B, 0x2EC27E, 0xE01B24 };
  lxw_chart_series *series = chart_add_series (chart, NULL, NULL);
  lxw_chart_fill fill = { .none = column == BASE_COLUMN ? LXW_TRUE : LXW_FALSE };

  if (column > BASE_COLUMN)
    fill.color = colors[(column - BASE_COLUMN - 1) % G_N_ELEMENTS (colors)];
  chart_series_set_categories (series, sheet, 1, 0, (lxw_row_t) n_rows, 0);
  chart_series_set_values (series, sheet, 1, (lxw_col_t) column, (lxw_row_t) n_rows,
                           (lxw_col_t) column);
  chart_series_set_name (series, column == BASE_COLUMN ? " " : title);
  chart_series_set_fill (series, &fill);
}

/* Where the axis begins, a round number: a step takes so much more than its changes that from zero
 * on they could not be seen. */
static double
find_begin (const LscTable *table)
{
  double least = G_MAXDOUBLE, most = 0, unit;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      double base = (double) lsc_table_get (table, row, BASE_COLUMN).integer, end = base;

      for (guint i = BASE_COLUMN + 1; i < lsc_table_get_n_columns (table); i++)
        end += (double) lsc_table_get (table, row, i).integer;
      least = MIN (least, base > 0 ? base : end);
      most = MAX (most, end);
    }
  least -= (most - least) * SPARE_SHARE;
  unit = most > least ? pow (10, floor (log10 (most - least))) : 1;
  return MAX (floor (least / unit) * unit, 0);
}

/* The library calls the axis of the values x in charts of lying bars, too. */
static void
set_axes (lxw_chart *chart, double begin)
{
  chart_axis_set_reverse (chart->y_axis);
  chart_axis_set_crossing_max (chart->y_axis);
  chart_axis_set_label_position (chart->y_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
  chart_axis_set_num_format (chart->x_axis, "0.00,, \"ms\"");
  chart_axis_set_min (chart->x_axis, begin);
}

/* A waterfall of stacked bars, as the library knows no other. */
static void
insert_chart (LscWorkbook *book, const LscReportItem *item)
{
  lxw_worksheet *sheet =
      workbook_get_worksheet_by_name (book->book, lsc_table_get_name (item->table));
  lxw_chart *chart = sheet ? workbook_add_chart (book->book, LXW_CHART_BAR_STACKED) : NULL;
  lxw_chart_options options = { .x_scale = CHART_WIDTH / 480.0, .y_scale = CHART_HEIGHT / 288.0 };
  gsize n_rows = lsc_table_get_n_rows (item->table);

  if (!chart || n_rows == 0)
    return;
  for (guint i = BASE_COLUMN; i < lsc_table_get_n_columns (item->table); i++)
    add_series (chart, lsc_table_get_name (item->table), n_rows, i,
                _ (lsc_table_get_column (item->table, i)->title));
  chart_title_set_name (chart, item->title);
  chart_legend_set_position (chart, LXW_CHART_LEGEND_BOTTOM);
  set_axes (chart, find_begin (item->table));
  worksheet_insert_chart_opt (sheet, 1, 6, chart, &options);
}

static gboolean
write_item (LscWorkbook *book, const LscReportItem *item, LscJob *job, GError **error)
{
  if (!item->table)
    return TRUE;
  if (!lsc_workbook_write_table (book, item->table, job, error))
    return FALSE;
  if (item->type == LSC_REPORT_CHART)
    insert_chart (book, item);
  return TRUE;
}

/**
 * lsc_report_to_workbook:
 * @job: (nullable): stops it
 *
 * Writes words on a first sheet, then each table with all its rows on one of its own, with a chart
 * beside what is drawn.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_report_to_workbook (const LscReport *report, const char *path, LscJob *job, GError **error)
{
  LscWorkbook *book;
  gboolean is_written;

  g_return_val_if_fail (report && path, FALSE);
  book = lsc_workbook_open (path, report->created_ns, error);
  if (!book)
    return FALSE;
  is_written = write_info (book, report, error);
  for (guint i = 0; is_written && i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);

      for (guint k = 0; is_written && k < section->items->len; k++)
        is_written = write_item (book, lsc_report_section_get (section, k), job, error);
    }
  if (is_written)
    return lsc_workbook_close (book, error);
  lsc_workbook_discard (book);
  return FALSE;
}
