/* lsc-export-comparison.c - the reference tool's workbook of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison.h"

#include "export/lsc-export-comparison-private.h"

/* Names, columns and their order are the reference tool's (exports.md#comparison): in no language,
 * and diff = comparison - base, ratio = comparison / base. */

#define WIDTH 20.0

/** A sheet. @base, @comparison: first and last column that the names of the sides stand above */
typedef struct
{
  const char *name;
  const char *const *columns;
  guint base[2];
  guint comparison[2];
  gboolean (*fill) (LscPen *pen, GError **error);
  LscUnknown missing; /* why there are no rows */
} Sheet;

/* ---- what the figures are of ---- */

static gboolean
note_line (LscPen *pen, const char *subject, const char *text, GError **error)
{
  _lsc_pen_put_text (pen, subject);
  _lsc_pen_put_text (pen, text);
  return _lsc_pen_end_row (pen, error);
}

static gboolean
note_step (LscPen *pen, LscSide side, GError **error)
{
  const LscReferenceRows *rows = pen->what->rows;
  g_autoptr (GString) text = g_string_new (pen->what->places[side]);

  if (rows->rank[side] != LSC_INT_NULL)
    {
      g_autofree char *rank = lsc_rank_to_text (rows->rank[side]);

      g_string_append_printf (text, ", rank %s", rank);
    }
  if (rows->step[side] != LSC_INT_NULL)
    g_string_append_printf (text, ", step %" G_GINT64_FORMAT, rows->step[side]);
  return note_line (pen, side == LSC_BEFORE ? "Base" : "Comparison", text->str, error);
}

static gboolean
fill_method (LscPen *pen, GError **error)
{
  if (!note_step (pen, LSC_BEFORE, error) || !note_step (pen, LSC_AFTER, error))
    return FALSE;
  for (gsize i = 0; _lsc_comparison_notes[i][0]; i++)
    if (!note_line (pen, _lsc_comparison_notes[i][0], _lsc_comparison_notes[i][1], error))
      return FALSE;
  return TRUE;
}

/* ---- sheets ---- */

static const Sheet sheets[] = {
  { "OverallMetrics",
    _lsc_comparison_overall_columns,
    { 1, 3 },
    { 4, 6 },
    _lsc_comparison_fill_overall,
    LSC_UNKNOWN_NO_STEPS },
  { "OperatorCompare",
    _lsc_comparison_op_columns,
    { 1, 5 },
    { 6, 10 },
    _lsc_comparison_fill_ops,
    LSC_UNKNOWN_NO_KERNELS },
  { "OperatorCompareStatistic",
    _lsc_comparison_op_top_columns,
    { 2, 3 },
    { 4, 5 },
    _lsc_comparison_fill_op_tops,
    LSC_UNKNOWN_NO_KERNELS },
  { "KernelCompare",
    _lsc_comparison_kernel_columns,
    { 3, 7 },
    { 8, 12 },
    _lsc_comparison_fill_kernels,
    LSC_UNKNOWN_NO_KERNELS },
  { "KernelTypeCompare",
    _lsc_comparison_type_columns,
    { 3, 7 },
    { 8, 12 },
    _lsc_comparison_fill_types,
    LSC_UNKNOWN_LEVEL_0 },
  { "CommunicationCompare",
    _lsc_comparison_comm_columns,
    { 1, 7 },
    { 8, 14 },
    _lsc_comparison_fill_comms,
    LSC_UNKNOWN_NO_COMMUNICATION },
  { "MemoryCompare",
    _lsc_comparison_memory_columns,
    { 1, 5 },
    { 6, 10 },
    _lsc_comparison_fill_memories,
    LSC_UNKNOWN_NO_BLOCKS },
  { "MemoryCompareStatistic",
    _lsc_comparison_memory_top_columns,
    { 2, 4 },
    { 5, 7 },
    _lsc_comparison_fill_memory_tops,
    LSC_UNKNOWN_NO_BLOCKS },
  { "ModuleCompare",
    _lsc_comparison_module_columns,
    { 4, 7 },
    { 8, 11 },
    _lsc_comparison_fill_modules,
    LSC_UNKNOWN_NO_MODULES },
  { "ModuleCompareStatistic",
    _lsc_comparison_module_top_columns,
    { 5, 8 },
    { 9, 12 },
    _lsc_comparison_fill_module_tops,
    LSC_UNKNOWN_NO_MODULES },
  { "ApiCompare",
    _lsc_comparison_api_columns,
    { 2, 5 },
    { 6, 9 },
    _lsc_comparison_fill_calls,
    LSC_UNKNOWN_NO_HOST },
  { "Method", _lsc_comparison_method_columns, { 0, 0 }, { 0, 0 }, fill_method, LSC_UNKNOWN_NONE },
};

/* unknown.md#form, in the language of the sheets. */
static void
put_reason (LscPen *pen, LscUnknown unknown)
{
  g_autofree char *text =
      g_strdup_printf ("Not known, because %s. %s", lsc_unknown_get_reason (unknown),
                       lsc_unknown_get_remedy (unknown, pen->what->recorder));

  _lsc_pen_put_text (pen, text);
}

static guint
count_columns (const Sheet *sheet)
{
  return g_strv_length ((char **) sheet->columns);
}

static void
write_titles (LscPen *pen, const Sheet *sheet)
{
  g_autofree char *base = g_strconcat ("Base Profiling: ", pen->what->places[LSC_BEFORE], NULL);
  g_autofree char *comparison =
      g_strconcat ("Comparison Profiling: ", pen->what->places[LSC_AFTER], NULL);

  if (sheet->base[1] > 0)
    {
      lsc_workbook_write_title (pen->book, pen->sheet, 0, sheet->base[0], sheet->base[1], base);
      lsc_workbook_write_title (pen->book, pen->sheet, 0, sheet->comparison[0],
                                sheet->comparison[1], comparison);
    }
  for (guint i = 0; sheet->columns[i]; i++)
    lsc_workbook_write_title (pen->book, pen->sheet, LSC_COMPARISON_HEADER_ROWS - 1, i, i,
                              sheet->columns[i]);
  worksheet_freeze_panes (pen->sheet, LSC_COMPARISON_HEADER_ROWS, 0);
}

static gboolean
write_sheet (LscPen *pen, const Sheet *sheet, GError **error)
{
  guint n_columns = count_columns (sheet);
  g_autofree double *widths = g_new (double, n_columns);

  for (guint i = 0; i < n_columns; i++)
    widths[i] = WIDTH;
  pen->sheet = lsc_workbook_add_sheet (pen->book, sheet->name, widths, n_columns, error);
  if (!pen->sheet)
    return FALSE;
  pen->row = pen->column = 0;
  write_titles (pen, sheet);
  if (!sheet->fill (pen, error))
    return FALSE;
  if (pen->row == 0 && sheet->missing != LSC_UNKNOWN_NONE)
    put_reason (pen, sheet->missing);
  return TRUE;
}

/**
 * lsc_export_comparison_workbook:
 * @path: the workbook, replaced if it exists
 *
 * Writes the comparison in the sheets and columns of the reference tool (exports.md#comparison).
 * What the data does not tell says so where it would stand, or in the sheet Method.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_comparison_workbook (const LscComparisonBook *what, const char *path, LscJob *job,
                                GError **error)
{
  LscPen pen;

  g_return_val_if_fail (what && path, FALSE);
  pen = (LscPen){ .what = what, .book = lsc_workbook_open (path, 0, error), .job = job };
  if (!pen.book)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
    if (!write_sheet (&pen, &sheets[i], error))
      {
        lsc_workbook_discard (pen.book);
        return FALSE;
      }
  return lsc_workbook_close (pen.book, error);
}
