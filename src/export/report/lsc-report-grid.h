/* lsc-report-grid.h - what a page shows of a table, as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-time.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/**
 * LscReportColumn: a column of a grid
 * @source: of the table
 * @title: (owned): with its unit
 * @is_number: stands at the right
 */
typedef struct
{
  const LscColumn *source;
  char *title;
  gboolean is_number;
} LscReportColumn;

/**
 * LscReportGrid: the cells that a page shows
 * @columns: LscReportColumn
 * @unit: of all times
 * @cells: (element-type utf8): row by row, valid UTF-8 on one line each; empty: not known
 * @n_body: rows of the table; those behind them say what is left out, and the sum of all
 * @n_rows: all of them
 * @n_left: rows of the table that are not shown
 * @notes: (element-type utf8): what is the same in all rows, instead of a column, and how many are
 *   left
 */
typedef struct
{
  GArray *columns;
  LscTimeUnit unit;
  GPtrArray *cells;
  gsize n_body;
  gsize n_rows;
  gsize n_left;
  GPtrArray *notes;
} LscReportGrid;

gboolean lsc_report_grid_is_difference (const LscColumn *column);
gboolean lsc_report_grid_is_place (const LscColumn *column);
gboolean lsc_report_grid_shows (const LscReportItem *item, guint column);
gsize lsc_report_grid_count_rows (const LscReportItem *item);
LscReportGrid *lsc_report_grid_new (const LscReportItem *item);
void lsc_report_grid_free (LscReportGrid *self);

static inline const LscReportColumn *
lsc_report_grid_get_column (const LscReportGrid *self, guint column)
{
  return &g_array_index (self->columns, LscReportColumn, column);
}

static inline const char *
lsc_report_grid_get (const LscReportGrid *self, gsize row, guint column)
{
  return self->cells->pdata[row * self->columns->len + column];
}

/** Returns: what is written into a cell: a dash where a value is not known, nothing where the rows
 * of a column do not add up */
static inline const char *
lsc_report_grid_show (const LscReportGrid *self, gsize row, guint column)
{
  const char *cell = lsc_report_grid_get (self, row, column);

  return *cell != '\0' || row >= self->n_body ? cell : "–";
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReportGrid, lsc_report_grid_free)

G_END_DECLS
