/* lsc-export-table.h - writing result tables to files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/** What to write around a json line. */
typedef struct
{
  gboolean with_table_key; /* each line begins with the key "table" */
  const char *table_key;   /* its value */
} LscJsonStyle;

/**
 * LscCsvForm: what becomes of a text that a spreadsheet would compute
 * @LSC_CSV_MARKED: an apostrophe in front makes it a text there, too
 * @LSC_CSV_RAW: it stays as it is, for other programs
 */
typedef enum
{
  LSC_CSV_MARKED,
  LSC_CSV_RAW,
} LscCsvForm;

gboolean lsc_export_json_lines (const LscTable *table, const LscJsonStyle *style,
                                GOutputStream *out, LscJob *job, GError **error);
void lsc_export_json_unknown (const GPtrArray *list, GString *out);
gboolean lsc_export_json_file (const LscTable *table, const LscJsonStyle *style, const char *path,
                               LscJob *job, GError **error);
gboolean lsc_export_csv_lines (const LscTable *table, LscCsvForm form, GOutputStream *out,
                               LscJob *job, GError **error);
gboolean lsc_export_csv_rows (const LscTable *table, LscCsvForm form, GOutputStream *out,
                              LscJob *job, GError **error);
gboolean lsc_export_csv_file (const LscTable *table, LscCsvForm form, const char *path, LscJob *job,
                              GError **error);
gboolean lsc_export_tsv_text (const LscTable *table, GString *out);
char *lsc_export_markdown_text (const LscTable *table);
gboolean lsc_export_xlsx_file (LscTable *const *tables, guint n_tables, const char *path,
                               gint64 created_ns, LscJob *job, GError **error);
gboolean lsc_export_db_file (LscTable *const *tables, guint n_tables, const char *path, LscJob *job,
                             GError **error);
gboolean lsc_export_takes_several (const char *path);
gboolean lsc_export_tables_file (LscTable *const *tables, guint n_tables, const char *path,
                                 gint64 created_ns, LscJob *job, GError **error);

/* The reference tool's workbooks (exports.md#workbook, flops.md#operator-mfu). */
gboolean lsc_export_module_workbook (const LscTable *module_statistic, gint64 rank,
                                     const char *path, gint64 created_ns, LscJob *job,
                                     GError **error);
gboolean lsc_export_mfu_workbook (const LscTable *table, gint64 rank, const char *path,
                                  gint64 created_ns, LscJob *job, GError **error);

G_END_DECLS
