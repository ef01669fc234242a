/* lsc-export-file.c - tables to a file in the form that its ending names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-output.h"
#include "export/lsc-export-table.h"

static gboolean
ends_in (const char *path, const char *ending)
{
  gsize length = strlen (path), n = strlen (ending);

  return length >= n && g_ascii_strcasecmp (path + length - n, ending) == 0;
}

/** lsc_export_takes_several: whether the form that the ending of @path names holds many tables */
gboolean
lsc_export_takes_several (const char *path)
{
  g_return_val_if_fail (path, FALSE);
  return ends_in (path, ".xlsx") || ends_in (path, ".db");
}

static gboolean
write_markdown (const LscTable *table, const char *path, GError **error)
{
  g_autofree char *text = lsc_export_markdown_text (table);

  return lsc_output_write_file (path, LSC_OUTPUT_PLAIN, text, strlen (text), error);
}

/**
 * lsc_export_tables_file:
 * @tables: one at least; forms that hold but one take the first
 * @path: ends in .xlsx .db .json .jsonl .md; anything else becomes csv
 * @created_ns: what a workbook says of its making, Unix time
 *
 * Returns: whether it was written
 */
gboolean
lsc_export_tables_file (LscTable *const *tables, guint n_tables, const char *path,
                        gint64 created_ns, LscJob *job, GError **error)
{
  g_return_val_if_fail (n_tables > 0, FALSE);
  if (ends_in (path, ".xlsx"))
    return lsc_export_xlsx_file (tables, n_tables, path, created_ns, job, error);
  if (ends_in (path, ".db"))
    return lsc_export_db_file (tables, n_tables, path, job, error);
  if (ends_in (path, ".json") || ends_in (path, ".jsonl"))
    return lsc_export_json_file (tables[0], NULL, path, job, error);
  if (ends_in (path, ".md"))
    return write_markdown (tables[0], path, error);
  return lsc_export_csv_file (tables[0], LSC_CSV_MARKED, path, job, error);
}
