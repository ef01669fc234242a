/* lsc-export-compat.c - the reference tool's workbooks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "export/lsc-export-table.h"
#include "export/lsc-workbook.h"

#define CHECK_ROWS 4096
/* The library's counter of merged ranges has 16 bits. */
#define MAX_MERGES 65000

/** A column of a workbook: the table's column, its header and width, and how it is written. */
typedef struct
{
  const char *name;
  const char *header;
  double width;
  gboolean is_merged; /* runs of equal texts become one cell (exports.md#workbook, #q28) */
  gboolean as_text;   /* whole numbers too large for a spreadsheet */
} BookColumn;

static const BookColumn module_columns[] = {
  { "parentModule", "Parent Module", 40, TRUE, FALSE },
  { "module", "Module", 40, TRUE, FALSE },
  { "opName", "Op Name", 40, FALSE, FALSE },
  { "kernelList", "Kernel List", 50, FALSE, FALSE },
  { "totalKernelDuration(ns)", "Total Kernel Duration(ns)", 10, FALSE, FALSE },
  { "avgKernelDuration(ns)", "Avg Kernel Duration(ns)", 10, FALSE, FALSE },
  { "opCount", "Op Count", 10, FALSE, FALSE },
  { "avgMFU", "Avg MFU", 0, FALSE, FALSE },
};

static const BookColumn mfu_columns[] = {
  { "rank_id", "Rank ID", 10, FALSE, FALSE },
  { "parent_module", "Parent Module", 40, TRUE, FALSE },
  { "module", "Module", 40, TRUE, FALSE },
  { "op_name", "Op Name", 40, FALSE, FALSE },
  { "kernel_list", "Kernel List", 50, FALSE, FALSE },
  { "total_kernel_duration(ns)", "Total Kernel Duration(ns)", 10, FALSE, FALSE },
  { "avg_kernel_duration(ns)", "Avg Kernel Duration(ns)", 10, FALSE, FALSE },
  { "op_count", "Op Count", 10, FALSE, FALSE },
  { "avg_mfu", "Avg MFU", 0, FALSE, FALSE },
  { "kernel_name", "Kernel Name", 50, FALSE, FALSE },
  { "kernel_start(ns)", "Kernel Start(ns)", 22, FALSE, TRUE },
  { "kernel_end(ns)", "Kernel End(ns)", 22, FALSE, TRUE },
  { "kernel_duration(ns)", "Kernel Duration(ns)", 10, FALSE, FALSE },
  { "mfu", "MFU", 10, FALSE, FALSE },
  { "actual_tflops", "actual_tflops", 10, FALSE, FALSE },
  { "chip_peak_tflops", "chip_peak_tflops", 10, FALSE, FALSE },
  { "flops", "flops", 20, FALSE, FALSE },
  { "flops_op_name", "flops_op_name", 20, FALSE, FALSE },
  { "input_shapes", "input_shapes", 40, FALSE, FALSE },
  { "output_shapes", "output_shapes", 40, FALSE, FALSE },
};

typedef struct
{
  const LscTable *table;
  gsize *rows; /* rows of the rank */
  gsize n_rows;
  const BookColumn **columns; /* in table order */
  int *sources;
  guint n_columns;
} Book;

static const BookColumn *
find_column (const BookColumn *columns, guint n_columns, const char *name)
{
  for (guint i = 0; i < n_columns; i++)
    if (strcmp (columns[i].name, name) == 0)
      return &columns[i];
  return NULL;
}

static void
choose_columns (Book *book, const BookColumn *columns, guint n_columns)
{
  guint n = lsc_table_get_n_columns (book->table);

  book->columns = g_new0 (const BookColumn *, n);
  book->sources = g_new0 (int, n);
  for (guint i = 0; i < n; i++)
    {
      const BookColumn *column =
          find_column (columns, n_columns, lsc_table_get_column (book->table, i)->name);

      if (!column)
        continue;
      book->columns[book->n_columns] = column;
      book->sources[book->n_columns++] = (int) i;
    }
}

static void
choose_rows (Book *book, const char *rank_column, gint64 rank)
{
  int column = lsc_table_find_column (book->table, rank_column);
  gsize n = lsc_table_get_n_rows (book->table);

  book->rows = g_new (gsize, MAX (n, 1));
  for (gsize row = 0; row < n; row++)
    {
      LscValue value;

      if (column >= 0)
        value = lsc_table_get (book->table, row, (guint) column);
      if (column < 0 || (!value.is_null && value.integer == rank))
        book->rows[book->n_rows++] = row;
    }
}

static gboolean
is_same (const Book *book, gsize a, gsize b, guint column)
{
  LscValue x = lsc_table_get (book->table, book->rows[a], (guint) book->sources[column]);
  LscValue y = lsc_table_get (book->table, book->rows[b], (guint) book->sources[column]);

  return !x.is_null && !y.is_null && strcmp (x.text, y.text) == 0;
}

/* The run of equal cells that ends before @end; a merged column to the left bounds it, so that
 * equal modules under two parents stay two cells. */
static gsize
run_end (const Book *book, gsize row, gsize end, guint column)
{
  gsize last = row;

  while (last + 1 < end)
    {
      gboolean is_run = is_same (book, row, last + 1, column);

      for (guint left = 0; left < column && is_run; left++)
        if (book->columns[left]->is_merged)
          is_run = is_same (book, row, last + 1, left);
      if (!is_run)
        break;
      last++;
    }
  return last;
}

static void
write_cell (LscWorkbook *workbook, lxw_worksheet *sheet, const Book *book, gsize row, gsize line,
            guint column)
{
  LscValue value = lsc_table_get (book->table, book->rows[row], (guint) book->sources[column]);

  if (book->columns[column]->as_text && !value.is_null)
    {
      char digits[32];

      g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value.integer);
      lsc_workbook_write_text (workbook, sheet, line, column, digits);
    }
  else
    {
      lsc_workbook_write_value (workbook, sheet, line, column, &value);
    }
}

typedef struct
{
  gsize *merged_until; /* per column: last row of the merged range that is open */
  gsize n_merges;
} Merging;

static void
write_mergeable (LscWorkbook *workbook, lxw_worksheet *sheet, const Book *book, Merging *merging,
                 gsize first, gsize row, gsize end, guint column)
{
  const LscValue blank = { .is_null = TRUE };
  gsize line = row - first + 1;
  gsize last;

  if (row > first && row <= merging->merged_until[column])
    {
      lsc_workbook_write_value (workbook, sheet, line, column, &blank);
      return;
    }
  last = merging->n_merges < MAX_MERGES ? run_end (book, row, end, column) : row;
  merging->merged_until[column] = last;
  if (last > row)
    {
      LscValue value = lsc_table_get (book->table, book->rows[row], (guint) book->sources[column]);

      lsc_workbook_write_merged (workbook, sheet, line, last - first + 1, column, value.text);
      merging->n_merges++;
    }
  else
    {
      write_cell (workbook, sheet, book, row, line, column);
    }
}

static gboolean
write_rows (LscWorkbook *workbook, lxw_worksheet *sheet, const Book *book, gsize first, gsize end,
            LscJob *job, GError **error)
{
  g_autofree gsize *merged_until = g_new0 (gsize, book->n_columns);
  Merging merging = { merged_until, 0 };

  for (gsize row = first; row < end; row++)
    {
      if (row % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      for (guint column = 0; column < book->n_columns; column++)
        {
          if (book->columns[column]->is_merged)
            write_mergeable (workbook, sheet, book, &merging, first, row, end, column);
          else
            write_cell (workbook, sheet, book, row, row - first + 1, column);
        }
    }
  return TRUE;
}

static gboolean
write_sheets (LscWorkbook *workbook, const Book *book, LscJob *job, GError **error)
{
  g_autofree double *widths = g_new0 (double, book->n_columns);
  gsize first = 0;
  guint part = 1;

  for (guint i = 0; i < book->n_columns; i++)
    widths[i] = book->columns[i]->width;
  do
    {
      gsize end = MIN (book->n_rows, first + LSC_SHEET_ROWS);
      g_autofree char *name = g_strdup_printf ("Sheet%u", part++);
      lxw_worksheet *sheet =
          lsc_workbook_add_sheet (workbook, name, widths, book->n_columns, error);

      if (!sheet)
        return FALSE;
      for (guint i = 0; i < book->n_columns; i++)
        lsc_workbook_write_header (workbook, sheet, i, book->columns[i]->header);
      if (!write_rows (workbook, sheet, book, first, end, job, error))
        return FALSE;
      lsc_workbook_end_sheet (workbook, sheet, end - first, book->n_columns);
      first = end;
    }
  while (first < book->n_rows);
  return TRUE;
}

static gboolean
write_book (Book *book, const char *path, gint64 created_ns, LscJob *job, GError **error)
{
  LscWorkbook *workbook = lsc_workbook_open (path, created_ns, error);
  gboolean is_written = FALSE;

  if (workbook && !write_sheets (workbook, book, job, error))
    lsc_workbook_discard (workbook);
  else if (workbook)
    is_written = lsc_workbook_close (workbook, error);
  g_free (book->columns);
  g_free (book->sources);
  g_free (book->rows);
  return is_written;
}

/**
 * lsc_export_module_workbook:
 * @module_statistic: a ModuleStatistic table, perhaps of several ranks
 * @rank: whose rows to write
 * @created_ns: date of the document, 0 = 1980-01-01
 *
 * Writes the reference tool's workbook of one rank (exports.md#workbook): its columns, formats,
 * widths and merged cells.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_module_workbook (const LscTable *module_statistic, gint64 rank, const char *path,
                            gint64 created_ns, LscJob *job, GError **error)
{
  Book book = { .table = module_statistic };

  g_return_val_if_fail (module_statistic && path, FALSE);
  choose_columns (&book, module_columns, G_N_ELEMENTS (module_columns));
  choose_rows (&book, "rankID", rank);
  return write_book (&book, path, created_ns, job, error);
}

/**
 * lsc_export_mfu_workbook:
 * @table: an OperatorMFU or ModuleMFU table, perhaps of several ranks
 *
 * Writes the reference tool's workbook of one rank (flops.md#operator-mfu), with the widths that it
 * means (exports.md#q28) and kernel times as text, since they do not fit a spreadsheet's number.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_mfu_workbook (const LscTable *table, gint64 rank, const char *path, gint64 created_ns,
                         LscJob *job, GError **error)
{
  Book book = { .table = table };

  g_return_val_if_fail (table && path, FALSE);
  choose_columns (&book, mfu_columns, G_N_ELEMENTS (mfu_columns));
  choose_rows (&book, "rank_id", rank);
  return write_book (&book, path, created_ns, job, error);
}
