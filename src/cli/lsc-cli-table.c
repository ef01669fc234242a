/* lsc-cli-table.c - the columns of result tables that are delivered, and delivering them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-text.h"
#include "cli/lsc-cli-unknown.h"
#include "export/lsc-export-table.h"

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
  return lsc_cli_table_print (table);
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
