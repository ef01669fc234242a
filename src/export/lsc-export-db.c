/* lsc-export-db.c - result tables into a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <gio/gio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "export/lsc-export-sql-private.h"
#include "export/lsc-export-table.h"

#define LOCK_WAIT_MS 5000

static const char *
sql_type (LscType type)
{
  return type == LSC_TYPE_TEXT ? "TEXT" : type == LSC_TYPE_INT ? "INTEGER" : "REAL";
}

static gboolean
write_table (const LscSqlTarget *target, const LscTable *table, GError **error)
{
  const char *name = lsc_table_get_name (table);
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_printf (sql, "DROP TABLE IF EXISTS \"%s\"; CREATE TABLE \"%s\" (", name, name);
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "", column->name,
                              sql_type (column->type));
    }
  g_string_append (sql, ")");
  return _lsc_sql_execute (target, sql->str, error) && _lsc_sql_insert_table (target, table, error);
}

static gboolean
write_tables (const LscSqlTarget *target, LscTable *const *tables, guint n_tables, gboolean is_new,
              GError **error)
{
  if (!_lsc_sql_execute (target, "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; BEGIN",
                         error))
    return FALSE;
  /* By this it is known for ours when more tables come. */
  if (is_new && !_lsc_sql_execute (
                    target, "PRAGMA application_id=" G_STRINGIFY (LSC_OUTPUT_TABLES_ID), error))
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if (!write_table (target, tables[i], error))
      return FALSE;
  return _lsc_sql_execute (target, "COMMIT", error);
}

static gboolean
refuse (const char *path, const char *reason, GError **error)
{
  return lsc_fail (error, LSC_ERROR_IO,
                   _ ("The existing result “%s” is left as it is: %s. Move it away or name another "
                      "place with -o."),
                   path, reason);
}

static gboolean
check_header (const char *path, gboolean *is_wal, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) in = g_file_read (file, NULL, NULL);
  char header[20] = { 0 };
  gsize n = 0;

  if (!in || !g_input_stream_read_all (G_INPUT_STREAM (in), header, sizeof header, &n, NULL, NULL))
    return refuse (path, _ ("it cannot be read"), error);
  if (n < sizeof header || memcmp (header, "SQLite format 3", 16) != 0)
    return refuse (path, _ ("it is not an SQLite database"), error);
  *is_wal = header[18] == 2;
  return TRUE;
}

/* A shared lock held while copying keeps another writer out; a database in WAL mode is not opened
 * for that, as this would leave files beside it. */
static gboolean
copy_existing (const char *path, LscOutput *output, LscJob *job, GError **error)
{
  sqlite3 *lock = NULL;
  gboolean is_wal = FALSE;
  gboolean is_locked;
  gboolean is_copied;

  if (!check_header (path, &is_wal, error))
    return FALSE;
  if (!is_wal && sqlite3_open_v2 (path, &lock, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    sqlite3_busy_timeout (lock, LOCK_WAIT_MS);
  is_locked = is_wal || sqlite3_exec (lock, "BEGIN; SELECT count(*) FROM sqlite_master", NULL, NULL,
                                      NULL) == SQLITE_OK;
  is_copied = is_locked ? lsc_output_copy_from (output, path, job, error)
                        : refuse (path, sqlite3_errmsg (lock), error);
  sqlite3_close (lock);
  return is_copied;
}

static gboolean
fill (LscSqlTarget *target, const char *temp, LscTable *const *tables, guint n_tables,
      gboolean is_new, GError **error)
{
  gboolean is_written;

  if (sqlite3_open_v2 (temp, &target->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
      SQLITE_OK)
    {
      _lsc_sql_fail (target, error);
      sqlite3_close (target->db);
      return FALSE;
    }
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  is_written = write_tables (target, tables, n_tables, is_new, error);
  if (sqlite3_close (target->db) != SQLITE_OK)
    is_written = FALSE;
  return is_written;
}

/**
 * lsc_export_db_file:
 * @tables: (array length=n_tables): tables to write under their names
 * @path: a database; an existing one keeps its other tables
 *
 * Writes to a copy beside @path and renames it, so that @path is complete at every moment; other
 * runs that write into its folder wait meanwhile, so that no table of theirs is lost. An existing
 * file that is not SQLite, that others made, or that has an unfinished transaction, is refused.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_db_file (LscTable *const *tables, guint n_tables, const char *path, LscJob *job,
                    GError **error)
{
  g_autoptr (LscOutputLock) lock = NULL;
  g_autoptr (LscOutput) output = NULL;
  LscSqlTarget target = { NULL, path, job };
  gboolean is_new;

  g_return_val_if_fail ((tables || n_tables == 0) && path, FALSE);
  lock = lsc_output_lock (path, job, error);
  output = lock ? lsc_output_new (path, LSC_OUTPUT_PLAIN, error) : NULL;
  if (!output)
    return FALSE;
  is_new = !g_file_test (path, G_FILE_TEST_IS_REGULAR); /* others may have made it meanwhile */
  if (!is_new && !copy_existing (path, output, job, error))
    return FALSE;
  return fill (&target, lsc_output_get_temporary (output), tables, n_tables, is_new, error) &&
         lsc_output_commit (g_steal_pointer (&output), error);
}
