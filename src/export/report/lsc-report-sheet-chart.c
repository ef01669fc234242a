/* lsc-report-sheet-chart.c - charts that a spreadsheet draws itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-sheet-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "base/lsc-time.h"
#include "draw/lsc-palette.h"
#include "export/report/lsc-report-grid.h"

/* All axes of lengths begin at 0: a bar that is twice as long stands for twice as much. */

#define WIDTH 900.0
#define ROW_PX 20.0     /* of the sheet, where nothing else is said */
#define COLUMN_PX 64.0  /* likewise */
#define BAR_PX 21.0     /* sixteen of them, and the answer above, are on one printed page */
#define AROUND_PX 190.0 /* title, axis and legend */
#define UPRIGHT_PX 440.0
#define LEAST_PX 300.0
#define MOST_PX 1500.0
#define MOST_BARS 256
#define DEFAULT_WIDTH 480.0 /* of a chart of the library */
#define DEFAULT_HEIGHT 288.0
#define GAP 40 /* between bars, % of their width */

/** How a table is drawn. */
typedef enum
{
  DRAWN_STACKED,   /* all columns of times behind each other */
  DRAWN_WATERFALL, /* likewise, the first of them as what the others stand on */
  DRAWN_BARS,      /* one column */
  DRAWN_CHANGES,   /* likewise, to both sides of 0 */
  DRAWN_SHARES,    /* what is reached behind the shares */
  DRAWN_CURVES,    /* a column along another one, a curve for each word of the first column */
} Drawn;

/**
 * Drawing: of tables of a name
 * @column: (nullable): that is drawn, where not all are
 * @along: (nullable): of curves, the column on the level axis
 * @title: (nullable): instead of that of the item
 */
typedef struct
{
  const char *table;
  Drawn how;
  const char *column;
  const char *along;
  const char *title;
} Drawing;

static const Drawing drawings[] = {
  { .table = "RankBars", .how = DRAWN_STACKED },
  { .table = "Pareto", .how = DRAWN_SHARES },
  { .table = "Waterfall", .how = DRAWN_WATERFALL },
  { .table = "WaterfallModules", .how = DRAWN_WATERFALL },
  { .table = "WaterfallOps", .how = DRAWN_WATERFALL },
  { .table = "WaterfallOperators", .how = DRAWN_WATERFALL },
  { .table = "StepCategory",
    .how = DRAWN_BARS,
    .column = "ns",
    .title = N_ ("Where the step goes") },
  { .table = "CompareCategory",
    .how = DRAWN_CHANGES,
    .column = "delta_ns",
    .title = N_ ("What changed") },
  { .table = "CompareStep", .how = DRAWN_CURVES, .column = "step_ns", .along = "step" },
  { .table = "MemoryCurves", .how = DRAWN_CURVES, .column = "size_bytes", .along = "offset_ns" },
};

/** While a chart is made. @n_rows: bars */
typedef struct
{
  const LscTable *table;
  const char *sheet;
  const Drawing *drawing;
  lxw_chart *chart;
  gsize n_rows;
} Plot;

static const Drawing *
find_drawing (const LscTable *table)
{
  for (gsize i = 0; i < G_N_ELEMENTS (drawings); i++)
    if (g_str_equal (lsc_table_get_name (table), drawings[i].table))
      return &drawings[i];
  return NULL;
}

/* ---- series ---- */

/* The colour of a category is that of the pages. */
static guint32
get_color (const Plot *self, const LscColumn *column)
{
  static const struct
  {
    const char *name;
    guint32 color;
  } colors[] = { { "step_ns", 0x77767B },    { "shorter_ns", 0x2EC27E }, { "longer_ns", 0xE66100 },
                 { "cumulative", 0xD5DCE4 }, { "share", 0x2A7F62 },      { "ns", 0x3584E4 },
                 { "delta_ns", 0x3584E4 } };

  for (guint i = 0; self->drawing->how == DRAWN_STACKED && i < LSC_BUDGET_N_CATEGORIES; i++)
    if (g_str_has_prefix (column->name, lsc_budget_words[i].key) &&
        g_str_equal (column->name + strlen (lsc_budget_words[i].key), "_ns"))
      return lsc_palette_budget_fill ((LscBudgetCategory) i, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (colors); i++)
    if (g_str_equal (column->name, colors[i].name))
      return colors[i].color;
  return 0x77767B;
}

/* @place: of the column on the sheet. What bars stand on is not drawn and has no name. */
static void
add_series (const Plot *self, guint source, guint place, gboolean is_base)
{
  const LscColumn *column = lsc_table_get_column (self->table, source);
  lxw_chart_series *series = chart_add_series (self->chart, NULL, NULL);
  lxw_chart_fill fill = { .none = is_base ? LXW_TRUE : LXW_FALSE };

  if (!is_base)
    fill.color = get_color (self, column);
  chart_series_set_categories (series, self->sheet, 1, 0, (lxw_row_t) self->n_rows, 0);
  chart_series_set_values (series, self->sheet, 1, (lxw_col_t) place, (lxw_row_t) self->n_rows,
                           (lxw_col_t) place);
  chart_series_set_name (series, is_base ? " " : lsc_cell_title (column));
  chart_series_set_fill (series, &fill);
}

static gboolean
is_drawn (const Plot *self, const LscColumn *column)
{
  if (self->drawing->column)
    return g_str_equal (column->name, self->drawing->column);
  if (self->drawing->how == DRAWN_SHARES)
    return column->unit == LSC_UNIT_SHARE;
  /* of bars of ranks the whole is the sum of its parts */
  return column->unit == LSC_UNIT_NS && column->form != LSC_FORM_NONE &&
         !(self->drawing->how == DRAWN_STACKED && g_str_equal (column->name, "step_ns"));
}

/* @places: of the columns of the table on the sheet */
static void
add_all_series (const Plot *self, const guint *places)
{
  gboolean is_base = self->drawing->how == DRAWN_WATERFALL;
  gboolean is_behind = self->drawing->how == DRAWN_SHARES; /* what is reached, which comes last */
  guint n = lsc_table_get_n_columns (self->table);

  for (guint k = 0; k < n; k++)
    {
      guint i = is_behind ? n - 1 - k : k;

      if (!is_drawn (self, lsc_table_get_column (self->table, i)))
        continue;
      add_series (self, i, places[i], is_base);
      is_base = FALSE;
    }
}

/* ---- curves ---- */

/* @first, @last: rows of the table */
static void
add_curve (const Plot *self, const guint *places, gsize first, gsize last)
{
  lxw_col_t x = (lxw_col_t) places[lsc_table_find_column (self->table, self->drawing->along)];
  lxw_col_t y = (lxw_col_t) places[lsc_table_find_column (self->table, self->drawing->column)];
  lxw_chart_series *series = chart_add_series (self->chart, NULL, NULL);
  g_autofree char *name = lsc_table_get_words (self->table, first, 0);

  chart_series_set_categories (series, self->sheet, (lxw_row_t) first + 1, x, (lxw_row_t) last + 1,
                               x);
  chart_series_set_values (series, self->sheet, (lxw_row_t) first + 1, y, (lxw_row_t) last + 1, y);
  chart_series_set_name (series, name);
  chart_series_set_marker_type (series, LXW_CHART_MARKER_NONE);
}

/* Rows of a curve follow each other. */
static void
add_curves (const Plot *self, const guint *places)
{
  gsize n = lsc_table_get_n_rows (self->table), first = 0;

  for (gsize row = 1; row <= n; row++)
    {
      LscValue of_first = lsc_table_get (self->table, first, 0);
      LscValue value = row < n ? lsc_table_get (self->table, row, 0) : of_first;

      if (row < n && g_strcmp0 (value.text, of_first.text) == 0)
        continue;
      add_curve (self, places, first, row - 1);
      first = row;
    }
}

static char *
name_axis (const Plot *self, const char *column, LscTimeUnit unit)
{
  int found = lsc_table_find_column (self->table, column);

  return lsc_cell_head (lsc_table_get_column (self->table, (guint) found),
                        lsc_time_unit_name (unit), "MiB");
}

/* A height begins at 0, as a length does; the level axis of steps at the first of them. */
static void
set_crossed (const Plot *self, LscTimeUnit unit)
{
  g_autofree char *along = name_axis (self, self->drawing->along, unit);
  g_autofree char *up = name_axis (self, self->drawing->column, unit);
  lxw_chart *chart = self->chart;

  chart_axis_set_name (chart->x_axis, along);
  chart_axis_set_name (chart->y_axis, up);
  chart_axis_set_num_format (chart->x_axis, "#,##0");
  chart_axis_set_num_format (chart->y_axis, "#,##0.##");
  chart_axis_set_min (chart->y_axis, 0);
}

/* ---- axes ---- */

/* The library calls the axis of the values x in charts of lying bars, too. */
static void
set_values (const Plot *self, LscTimeUnit unit)
{
  lxw_chart_axis *axis = self->chart->x_axis;
  g_autofree char *name = g_strdup_printf (_ ("Time (%s)"), lsc_time_unit_name (unit));

  if (self->drawing->how != DRAWN_CHANGES)
    chart_axis_set_min (axis, 0);
  if (self->drawing->how == DRAWN_SHARES)
    {
      chart_axis_set_max (axis, 1);
      chart_axis_set_num_format (axis, "0%");
      return;
    }
  chart_axis_set_name (axis, name);
  chart_axis_set_num_format (axis, "#,##0.##");
}

/* The first row of the table is the upper one. */
static void
set_lying (const Plot *self, LscTimeUnit unit)
{
  lxw_chart_axis *names = self->chart->y_axis;

  chart_axis_set_reverse (names);
  chart_axis_set_crossing_max (names);
  chart_axis_set_label_position (names, LXW_CHART_AXIS_LABEL_POSITION_LOW);
  chart_axis_set_interval_unit (names, 1);
  set_values (self, unit);
}

static gboolean
is_stacked (const Plot *self)
{
  return self->drawing->how == DRAWN_STACKED || self->drawing->how == DRAWN_WATERFALL;
}

static lxw_chart *
make_chart (const Plot *self, lxw_workbook *book)
{
  if (self->drawing->how == DRAWN_CURVES)
    return workbook_add_chart (book, LXW_CHART_SCATTER_STRAIGHT);
  return workbook_add_chart (book, is_stacked (self) ? LXW_CHART_BAR_STACKED : LXW_CHART_BAR);
}

static void
set_frame (const Plot *self, const LscReportItem *item)
{
  const char *title = self->drawing->title ? _ (self->drawing->title) : item->title;
  lxw_chart_font font = { .size = 12 };

  if (title)
    {
      chart_title_set_name (self->chart, title);
      chart_title_set_name_font (self->chart, &font);
    }
  if (self->drawing->how != DRAWN_CURVES)
    chart_set_series_gap (self->chart, GAP);
  if (self->drawing->how == DRAWN_SHARES)
    chart_set_series_overlap (self->chart, 100);
  if (self->drawing->column && self->drawing->how != DRAWN_CURVES)
    chart_legend_set_position (self->chart, LXW_CHART_LEGEND_NONE);
  else
    chart_legend_set_position (self->chart, LXW_CHART_LEGEND_BOTTOM);
}

/* Where the columns of a table stand on its sheet: those with a value first. */
static void
find_places (const LscTable *table, const LscReportItem *item, guint *places)
{
  guint at = 0;

  for (int is_page = 1; is_page >= 0; is_page--)
    for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
      if (lsc_report_grid_shows (item, i) == is_page)
        places[i] = at++;
}

static void
add_parts (const Plot *self, const guint *places, LscTimeUnit unit)
{
  if (self->drawing->how == DRAWN_CURVES)
    {
      add_curves (self, places);
      set_crossed (self, unit);
      return;
    }
  add_all_series (self, places);
  set_lying (self, unit);
}

/* Returns: px that the chart is high */
static double
insert (const Plot *self, lxw_worksheet *sheet, gsize row, guint column)
{
  double lying = CLAMP ((double) self->n_rows * BAR_PX + AROUND_PX, LEAST_PX, MOST_PX);
  double height = self->drawing->how == DRAWN_CURVES ? UPRIGHT_PX : lying;
  lxw_chart_options options = { .x_scale = WIDTH / DEFAULT_WIDTH,
                                .y_scale = height / DEFAULT_HEIGHT };

  worksheet_insert_chart_opt (sheet, (lxw_row_t) row, (lxw_col_t) column, self->chart, &options);
  return height;
}

/**
 * lsc_report_sheet_add_chart:
 * @sheet: into which it goes, not necessarily that of its figures
 * @about: the sheet of its figures
 *
 * Draws a table that can be drawn whole: the axis of its lengths begins at 0.
 *
 * Returns: how many rows it covers, with one below it; 0 where there is nothing to draw
 */
gsize
lsc_report_sheet_add_chart (LscReportBook *self, lxw_worksheet *sheet, const LscBookSheet *about,
                            gsize row, guint column)
{
  g_autoptr (LscReportGrid) grid = NULL;
  g_autofree guint *places = NULL;
  Plot plot = { 0 };

  g_return_val_if_fail (self && sheet && about && about->item && about->item->table, 0);
  plot.table = about->item->table;
  plot.drawing = find_drawing (plot.table);
  plot.n_rows = lsc_table_get_n_rows (plot.table);
  plot.sheet = about->name;
  if (!plot.drawing || plot.n_rows == 0 ||
      (plot.n_rows > MOST_BARS && plot.drawing->how != DRAWN_CURVES))
    return 0;
  plot.chart = make_chart (&plot, self->book->book);
  if (!plot.chart)
    return 0;
  grid = lsc_report_grid_new (about->item);
  places = g_new0 (guint, lsc_table_get_n_columns (plot.table));
  find_places (plot.table, about->item, places);
  add_parts (&plot, places, grid->unit);
  set_frame (&plot, about->item);
  return (gsize) ceil (insert (&plot, sheet, row, column) / ROW_PX) + 1;
}

/**
 * lsc_report_sheet_print_chart:
 * @about: the sheet of its figures
 * @n_rows: that it covers (lsc_report_sheet_add_chart())
 *
 * Prints a chart of curves without the points beside it, which are pages of numbers that nobody
 * reads; the sheet keeps them. Bars are printed with their figures.
 */
void
lsc_report_sheet_print_chart (lxw_worksheet *sheet, const LscBookSheet *about, gsize row,
                              guint column, gsize n_rows)
{
  const Drawing *drawing;

  g_return_if_fail (sheet && about && about->item && about->item->table);
  drawing = find_drawing (about->item->table);
  if (!drawing || drawing->how != DRAWN_CURVES || n_rows == 0)
    return;
  worksheet_print_area (sheet, (lxw_row_t) row, (lxw_col_t) column, (lxw_row_t) (row + n_rows),
                        (lxw_col_t) (column + (guint) ceil (WIDTH / COLUMN_PX)));
  worksheet_fit_to_pages (sheet, 1, 1);
}
