/* lsc-cli-table.c - result tables on a terminal
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-unknown.h"
#include "export/lsc-export-table.h"

#define WIDEST_CELL 60

/**
 * lsc_cli_count_cells:
 *
 * Returns: how many cells of a terminal a text takes: Chinese characters take two
 */
int
lsc_cli_count_cells (const char *text)
{
  int n = 0;

  for (const char *at = text; *at; at = g_utf8_next_char (at))
    n += g_unichar_iswide (g_utf8_get_char (at)) ? 2 : 1;
  return n;
}

/* Absolute times are shown as they are: they are for looking up, not for reading. */
static gboolean
is_point_in_time (const char *name)
{
  return strcmp (name, "start_ns") == 0 || strcmp (name, "begin_ns") == 0 ||
         strcmp (name, "end_ns") == 0;
}

/**
 * lsc_cli_choose_unit:
 * @column: of times
 *
 * Returns: one unit for all cells of a column, %LSC_TIME_UNIT_AUTO where they differ too much
 */
LscTimeUnit
lsc_cli_choose_unit (const LscTable *table, guint column)
{
  gint64 least_ns = G_MAXINT64, most_ns = 0;

  g_return_val_if_fail (table && column < lsc_table_get_n_columns (table), LSC_TIME_UNIT_AUTO);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, column);
      gint64 ns = value.is_null || value.type != LSC_TYPE_INT ? 0 : value.integer;

      if (ns == 0 || ns == G_MININT64)
        continue;
      least_ns = MIN (least_ns, ABS (ns));
      most_ns = MAX (most_ns, ABS (ns));
    }
  return lsc_time_common_unit (most_ns > 0 ? least_ns : 0, most_ns);
}

/* @unit: of times */
static char *
format_cell (const LscTable *table, gsize row, guint column, LscTimeUnit unit)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);

  if (value.is_null)
    return g_strdup ("-");
  if (value.type == LSC_TYPE_TEXT)
    {
      /* Codes stay as the other forms of the result have them, so that they can be looked for. */
      g_autofree char *words = about->words ? NULL : lsc_table_get_words (table, row, column);

      return lsc_visible_name (words ? words : value.text, WIDEST_CELL);
    }
  if (value.type == LSC_TYPE_REAL &&
      (about->unit == LSC_UNIT_FLOPS || about->unit == LSC_UNIT_FLOPS_PER_S) && about->title)
    {
      char large[LSC_CELL_TEXT];

      lsc_cell_format (large, about, value, unit);
      return g_strdup (large);
    }
  if (value.type == LSC_TYPE_REAL)
    return about->unit == LSC_UNIT_SHARE  ? lsc_format_share (value.real)
           : about->unit == LSC_UNIT_RATE ? g_strdup_printf ("%.2f", value.real)
                                          : lsc_real_to_text (value.real);
  if (about->unit == LSC_UNIT_FLAG)
    return g_strdup (value.integer ? C_ ("flag", "yes") : C_ ("flag", "no"));
  /* Columns of a statement have no title but a name, which says ns. */
  if (about->unit == LSC_UNIT_NS && about->title && !is_point_in_time (about->name))
    return lsc_format_duration (value.integer, unit);
  return g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
}

static void
append_cell (GString *out, const char *text, int width, gboolean is_right, gboolean is_last)
{
  int pad = MAX (width - lsc_cli_count_cells (text), 0);

  if (is_right)
    g_string_append_printf (out, "%*s%s", pad, "", text);
  else
    g_string_append_printf (out, "%s%*s", text, is_last ? 0 : pad, "");
  g_string_append (out, is_last ? "\n" : "  ");
}

/**
 * lsc_cli_table_to_text:
 *
 * Returns: (transfer full): the table in aligned columns, for people
 */
char *
lsc_cli_table_to_text (const LscTable *table)
{
  guint n_columns;
  gsize n_rows;
  g_autofree int *widths = NULL;
  g_autofree LscTimeUnit *units = NULL;
  g_autoptr (GPtrArray) cells = NULL;
  GString *out;

  g_return_val_if_fail (table, NULL);
  n_columns = lsc_table_get_n_columns (table);
  n_rows = lsc_table_get_n_rows (table);
  widths = g_new0 (int, n_columns);
  units = g_new0 (LscTimeUnit, n_columns);
  cells = g_ptr_array_new_with_free_func (g_free);
  out = g_string_new (NULL);
  for (guint i = 0; i < n_columns; i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      g_ptr_array_add (cells, lsc_visible_line (column->title ? _ (column->title) : column->name));
      if (column->unit == LSC_UNIT_NS)
        units[i] = lsc_cli_choose_unit (table, i);
    }
  for (gsize row = 0; row < n_rows; row++)
    for (guint i = 0; i < n_columns; i++)
      g_ptr_array_add (cells, format_cell (table, row, i, units[i]));
  for (guint i = 0; i < cells->len; i++)
    widths[i % n_columns] =
        MAX (widths[i % n_columns], lsc_cli_count_cells (g_ptr_array_index (cells, i)));
  for (guint i = 0; i < cells->len; i++)
    append_cell (out, g_ptr_array_index (cells, i), widths[i % n_columns],
                 lsc_table_get_column (table, i % n_columns)->type != LSC_TYPE_TEXT,
                 i % n_columns == n_columns - 1);
  return g_string_free (out, FALSE);
}

/**
 * lsc_cli_pick_columns:
 * @names: (array zero-terminated=1): columns to keep, in that order; unknown ones become NULL
 * @type: (nullable): a first column `type` with this value in every row
 *
 * Returns: (transfer full): a table with those columns only
 */
LscTable *
lsc_cli_pick_columns (const LscTable *table, const char *const *names, const char *type)
{
  guint n;
  guint first = type ? 1 : 0;
  g_autofree LscColumn *columns = NULL;
  LscTable *picked;

  g_return_val_if_fail (table && names, NULL);
  n = g_strv_length ((char **) names);
  columns = g_new0 (LscColumn, n + 1);
  columns[0].name = "type";
  for (guint i = 0; i < n; i++)
    {
      int source = lsc_table_find_column (table, names[i]);

      if (source >= 0)
        columns[first + i] = *lsc_table_get_column (table, (guint) source);
      columns[first + i].name = names[i];
    }
  picked = lsc_table_new (lsc_table_get_name (table), columns, n + first);
  lsc_table_append_table (picked, table);
  for (gsize row = 0; type && row < lsc_table_get_n_rows (table); row++)
    lsc_table_set_text (picked, row, 0, type);
  return picked;
}

/* Whether any row says something. */
static gboolean
says_anything (const LscTable *table, const char *name)
{
  int column = lsc_table_find_column (table, name);

  for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (table); row++)
    if (!lsc_table_get (table, row, (guint) column).is_null)
      return TRUE;
  return FALSE;
}

/**
 * lsc_cli_pick_known:
 * @names: (array zero-terminated=1): columns to keep, in that order
 *
 * For people, who need no column in which no row says anything.
 *
 * Returns: (transfer full): a table with those of the columns that are known in some row
 */
LscTable *
lsc_cli_pick_known (const LscTable *table, const char *const *names)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  g_return_val_if_fail (table && names, NULL);
  for (gsize i = 0; names[i]; i++)
    if (says_anything (table, names[i]))
      g_ptr_array_add (known, (gpointer) names[i]);
  g_ptr_array_add (known, NULL);
  return lsc_cli_pick_columns (table, (const char *const *) known->pdata, NULL);
}

/**
 * lsc_cli_deliver_table:
 * @run: whose options say how; without a choice, aligned text
 * @created_ns: when a workbook says that it was made, 0 = now
 *
 * Returns: %FALSE when it could not be written; without @error nobody reads it any more
 */
gboolean
lsc_cli_deliver_table (LscCliRun *run, LscTable *table, gint64 created_ns, GError **error)
{
  const LscCliFormat *format;
  LscJob *job;
  g_autofree char *text = NULL;
  LscTable *tables[] = { table };

  g_return_val_if_fail (run && table, FALSE);
  lsc_cli_note_unknown (run, table);
  format = &run->options->format;
  job = run->project.job;
  lsc_cli_end_progress ();
  if (format->xlsx)
    return lsc_export_xlsx_file (tables, 1, format->xlsx, created_ns, job, error);
  if (format->is_json || format->is_csv)
    {
      g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();

      return format->is_csv
                 ? lsc_export_csv_lines (table, format->is_raw ? LSC_CSV_RAW : LSC_CSV_MARKED, out,
                                         job, error)
                 : lsc_export_json_lines (table, NULL, out, job, error);
    }
  text = lsc_cli_table_to_text (table);
  return lsc_cli_print_text (text);
}

/**
 * lsc_cli_write_tables:
 * @tables: (array length=n): for a workbook or a database
 * @single: for a text
 *
 * Returns: %FALSE when they could not be written
 */
gboolean
lsc_cli_write_tables (LscTable **tables, guint n, const LscTable *single, const LscCliFile *file,
                      GError **error)
{
  g_return_val_if_fail ((tables || n == 0) && file && file->path, FALSE);
  if (g_str_has_suffix (file->path, ".xlsx"))
    return lsc_export_xlsx_file (tables, n, file->path, file->created_ns, file->job, error);
  if (g_str_has_suffix (file->path, ".db"))
    return lsc_export_db_file (tables, n, file->path, file->job, error);
  return g_str_has_suffix (file->path, ".csv")
             ? lsc_export_csv_file (single, LSC_CSV_MARKED, file->path, file->job, error)
             : lsc_export_json_file (single, NULL, file->path, file->job, error);
}
