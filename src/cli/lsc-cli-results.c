/* lsc-cli-results.c - the tables a command made, and writing them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-results.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>
#include <string.h>

#include "base/lsc-output.h"
#include "export/lsc-export-table.h"

static void
clear_result (gpointer data)
{
  LscResult *result = data;

  lsc_table_unref (result->table);
}

void
lsc_results_init (LscResults *self)
{
  g_return_if_fail (self);
  self->results = g_array_new (FALSE, FALSE, sizeof (LscResult));
  g_array_set_clear_func (self->results, clear_result);
  self->asked = g_ptr_array_new ();
  self->documents = NULL;
  self->created_ns = 0;
}

void
lsc_results_clear (LscResults *self)
{
  g_clear_pointer (&self->results, g_array_unref);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_clear_pointer (&self->documents, g_ptr_array_unref);
}

/**
 * lsc_results_ask:
 * @table_name: (transfer none): a static name
 *
 * Notes that the command is to make a table, whether it will have rows or not.
 */
void
lsc_results_ask (LscResults *self, const char *table_name)
{
  g_return_if_fail (self && table_name);
  g_ptr_array_add (self->asked, (gpointer) table_name);
}

/**
 * lsc_results_take:
 * @table: (transfer full) (nullable): a result
 */
void
lsc_results_take (LscResults *self, LscTable *table, const char *stem, LscBook book)
{
  LscResult result = { table, stem, book };

  g_return_if_fail (self && stem);
  if (table)
    g_array_append_val (self->results, result);
}

/** Takes files that are no tables. @documents: (element-type LscModeDocument) */
void
lsc_results_take_documents (LscResults *self, GPtrArray *documents)
{
  g_return_if_fail (self && documents && !self->documents);
  self->documents = g_ptr_array_ref (documents);
}

/**
 * lsc_results_take_mode:
 * @table: (transfer full): a result of @mode
 */
void
lsc_results_take_mode (LscResults *self, LscTable *table, const LscMode *mode)
{
  g_return_if_fail (self && table && mode);

  LscResult result = { table, lsc_mode_get_file (mode, lsc_table_get_name (table)), LSC_BOOK_MODE,
                       mode };

  g_array_append_val (self->results, result);
}

/**
 * lsc_export_type_from_name:
 * @name: (nullable): db, text, xlsx, excel, csv or json; %NULL is db
 *
 * Returns: whether the name is known
 */
gboolean
lsc_export_type_from_name (const char *name, LscExportType *type)
{
  g_return_val_if_fail (type, FALSE);
  static const struct
  {
    const char *name;
    LscExportType type;
  } types[] = {
    { "db", LSC_EXPORT_DB },      { "text", LSC_EXPORT_XLSX }, { "xlsx", LSC_EXPORT_XLSX },
    { "excel", LSC_EXPORT_XLSX }, { "csv", LSC_EXPORT_CSV },   { "json", LSC_EXPORT_JSON },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (types[i].name, name ? name : "db") == 0)
      {
        *type = types[i].type;
        return TRUE;
      }
  return FALSE;
}

/* ModuleStatistic without rows is not written (exports.md#module-statistic). */
static gboolean
is_left_out (const LscResult *result)
{
  return result->book < LSC_BOOK_PIPELINE && lsc_table_get_n_rows (result->table) == 0;
}

static gboolean
write_db (const LscResults *self, const char *folder, LscJob *job, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "cluster_analysis.db", NULL);
  g_autofree LscTable **tables = g_new0 (LscTable *, self->results->len + 1);
  guint n = 0;

  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);

      if (!is_left_out (result))
        tables[n++] = result->table;
    }
  return n == 0 || lsc_export_db_file (tables, n, path, job, error);
}

/* Each row names its table. */
static LscJsonStyle
get_style (const LscResult *result)
{
  return (LscJsonStyle){ TRUE, result->mode ? lsc_table_get_name (result->table) : result->stem };
}

static gboolean
write_stdout (const LscResults *self, LscJob *job, GError **error)
{
  g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();

  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);
      LscJsonStyle style = get_style (result);

      if (!lsc_export_json_lines (result->table, &style, out, job, error))
        return FALSE;
    }
  return TRUE;
}

static GArray *
list_ranks (const LscTable *table, const char *column_name)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  int column = lsc_table_find_column (table, column_name);

  for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, (guint) column);
      gint64 rank = value.is_null ? -1 : value.integer;

      if (ranks->len == 0 || g_array_index (ranks, gint64, ranks->len - 1) != rank)
        g_array_append_val (ranks, rank);
    }
  return ranks;
}

static gboolean
write_text_file (const LscTable *table, LscExportType type, const LscJsonStyle *style,
                 const char *folder, const char *stem, LscJob *job, GError **error)
{
  g_autofree char *path =
      g_strdup_printf ("%s/%s.%s", folder, stem, type == LSC_EXPORT_CSV ? "csv" : "jsonl");

  return lsc_output_make_folder (folder, LSC_OUTPUT_PLAIN, error) &&
         (type == LSC_EXPORT_CSV ? lsc_export_csv_file (table, LSC_CSV_RAW, path, job, error)
                                 : lsc_export_json_file (table, style, path, job, error));
}

/* A folder for each rank, below that of the mode. */
static gboolean
write_rank_files (const LscResult *result, LscExportType type, const char *folder, LscJob *job,
                  GError **error)
{
  g_autoptr (GArray) ranks = list_ranks (result->table, "rank");
  LscJsonStyle style = get_style (result);

  for (guint i = 0; i < ranks->len; i++)
    {
      g_autofree char *rank = lsc_rank_to_text (g_array_index (ranks, gint64, i));
      g_autofree char *own = g_strdup_printf ("%s/%s/rank_%s", folder, result->mode->folder, rank);
      g_autoptr (LscTable) table =
          lsc_mode_pick_rank (result->table, g_array_index (ranks, gint64, i));

      if (!write_text_file (table, type, &style, own, result->stem, job, error))
        return FALSE;
    }
  return TRUE;
}

/* As the reference names it, by the clock, so that no earlier result is replaced. */
static char *
name_file (const LscResult *result)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d%H%M%S");

  return result->mode && result->mode->is_dated ? g_strdup_printf ("%s_%s", result->stem, time)
                                                : g_strdup (result->stem);
}

static gboolean
write_text (const LscResults *self, LscExportType type, const char *folder, LscJob *job,
            GError **error)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);
      g_autofree char *own =
          result->mode ? g_build_filename (folder, result->mode->folder, NULL) : g_strdup (folder);
      g_autofree char *stem = name_file (result);
      LscJsonStyle style = get_style (result);

      if (is_left_out (result))
        continue;
      if (result->mode && result->mode->is_by_rank
              ? !write_rank_files (result, type, folder, job, error)
              : !write_text_file (result->table, type, &style, own, stem, job, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_rank_books (const LscResult *result, const char *folder, gint64 created_ns, LscJob *job,
                  GError **error)
{
  static const char *const places[] = {
    [LSC_BOOK_MODULE] = "ModuleStatistic/module_statistic",
    [LSC_BOOK_MFU_KERNEL] = "OperatorMfu/operator_mfu_kernel",
    [LSC_BOOK_MFU_MODULE] = "OperatorMfu/operator_mfu_module",
  };
  gboolean is_module = result->book == LSC_BOOK_MODULE;
  g_autoptr (GArray) ranks = list_ranks (result->table, is_module ? "rankID" : "rank_id");

  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 rank = g_array_index (ranks, gint64, i);
      g_autofree char *path =
          g_strdup_printf ("%s/%s_%" G_GINT64_FORMAT ".xlsx", folder, places[result->book], rank);
      g_autofree char *parent = g_path_get_dirname (path);

      if (!lsc_output_make_folder (parent, LSC_OUTPUT_PLAIN, error))
        return FALSE;
      if (is_module
              ? !lsc_export_module_workbook (result->table, rank, path, created_ns, job, error)
              : !lsc_export_mfu_workbook (result->table, rank, path, created_ns, job, error))
        return FALSE;
    }
  return TRUE;
}

/* The tables of a book that is not a rank's own, a sheet each. */
static gboolean
write_shared_book (const LscResults *self, LscBook book, const char *place, const char *folder,
                   LscJob *job, GError **error)
{
  g_autofree LscTable **sheets = g_new0 (LscTable *, self->results->len + 1);
  g_autofree char *path = g_build_filename (folder, place, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  guint n_sheets = 0;

  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);

      if (result->book == book)
        sheets[n_sheets++] = result->table;
    }
  if (n_sheets == 0)
    return TRUE;
  return lsc_output_make_folder (parent, LSC_OUTPUT_PLAIN, error) &&
         lsc_export_xlsx_file (sheets, n_sheets, path, self->created_ns, job, error);
}

/* The tables of a mode; there is one at a time. */
static gboolean
write_mode_book (const LscResults *self, const char *folder, LscJob *job, GError **error)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const LscMode *mode = g_array_index (self->results, LscResult, i).mode;
      g_autofree char *place =
          mode ? g_strdup_printf ("%s/%s.xlsx", mode->folder, mode->name) : NULL;

      if (mode)
        return write_shared_book (self, LSC_BOOK_MODE, place, folder, job, error);
    }
  return TRUE;
}

static gboolean
write_books (const LscResults *self, const char *folder, LscJob *job, GError **error)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);

      if (result->book < LSC_BOOK_PIPELINE &&
          !write_rank_books (result, folder, self->created_ns, job, error))
        return FALSE;
    }
  return write_mode_book (self, folder, job, error) &&
         write_shared_book (self, LSC_BOOK_PIPELINE, "PpChart/pp_chart.xlsx", folder, job, error) &&
         write_shared_book (self, LSC_BOOK_TIMES, "ClusterTimeSummary/cluster_time_summary.xlsx",
                            folder, job, error) &&
         write_shared_book (self, LSC_BOOK_SLOW_RANK, "SlowRankAnalysis/slow_rank.xlsx", folder,
                            job, error);
}

static gboolean
is_written (const LscResults *self, const char *table_name)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const LscResult *result = &g_array_index (self->results, LscResult, i);

      if (!is_left_out (result) && strcmp (lsc_table_get_name (result->table), table_name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_table (sqlite3 *db, const char *name)
{
  return sqlite3_table_column_metadata (db, "main", name, NULL, NULL, NULL, NULL, NULL, NULL) ==
         SQLITE_OK;
}

/**
 * lsc_results_warn_of_old_tables:
 * @folder: `cluster_analysis_output`
 *
 * An older table that this run had no rows for stays in the database and would be taken for new
 * (exports.md#module-statistic).
 */
void
lsc_results_warn_of_old_tables (const LscResults *self, const char *folder, LscNotices *notices)
{
  g_autofree char *path = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *address = NULL;
  sqlite3 *db = NULL;

  g_return_if_fail (self && folder && notices);
  path = g_build_filename (folder, "cluster_analysis.db", NULL);
  uri = g_filename_to_uri (path, NULL, NULL);
  address = g_strconcat (uri, "?immutable=1", NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS) &&
      sqlite3_open_v2 (address, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK)
    for (guint i = 0; i < self->asked->len; i++)
      {
        const char *name = g_ptr_array_index (self->asked, i);
        LscNotice *notice;

        if (is_written (self, name) || !has_table (db, name))
          continue;
        notice = lsc_notice_new (
            LSC_SEVERITY_WARNING, "older-table",
            _ ("There were no rows for %s: the table of that name in the result is from an earlier "
               "run."),
            name);
        lsc_notice_set_place (notice, LSC_RANK_NONE, path, name);
        lsc_notices_add (notices, notice);
      }
  sqlite3_close (db);
}

static gboolean
write_documents (const LscResults *self, const char *folder, GError **error)
{
  for (guint i = 0; self->documents && i < self->documents->len; i++)
    {
      const LscModeDocument *document = self->documents->pdata[i];
      g_autofree char *path = g_build_filename (folder, document->file, NULL);

      if (!lsc_output_write_file (path, LSC_OUTPUT_PLAIN, document->text, strlen (document->text),
                                  error))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_results_write:
 * @folder: (nullable): `cluster_analysis_output`, made if missing; %NULL = standard output
 *
 * Writes all tables by their names in the reference tool.
 *
 * Returns: %FALSE with %LSC_ERROR_IO
 */
gboolean
lsc_results_write (const LscResults *self, LscExportType type, const char *folder, LscJob *job,
                   GError **error)
{
  g_return_val_if_fail (self && self->results, FALSE);
  if (!folder)
    return write_stdout (self, job, error);
  if (!lsc_output_make_folder (folder, LSC_OUTPUT_PLAIN, error))
    return FALSE;
  if (!write_documents (self, folder, error))
    return FALSE;
  switch (type)
    {
    case LSC_EXPORT_DB:
      return write_db (self, folder, job, error);
    case LSC_EXPORT_XLSX:
      return write_books (self, folder, job, error);
    default:
      return write_text (self, type, folder, job, error);
    }
}
