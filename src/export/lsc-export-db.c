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
#include "export/lsc-export-table.h"

#define LOCK_WAIT_MS 5000
#define CHECK_ROWS 4096

static gboolean
set_db_error (sqlite3 *db, const char *path, GError **error)
{
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("The database “%s” could not be written: %s."),
               path, db ? sqlite3_errmsg (db) : _ ("out of memory"));
  return FALSE;
}

static gboolean
execute (sqlite3 *db, const char *sql, const char *path, GError **error)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  return set_db_error (db, path, error);
}

static const char *
sql_type (LscType type)
{
  return type == LSC_TYPE_TEXT ? "TEXT" : type == LSC_TYPE_INT ? "INTEGER" : "REAL";
}

static gboolean
create_table (sqlite3 *db, const LscTable *table, const char *path, GError **error)
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
  return execute (db, sql->str, path, error);
}

static void
bind_value (sqlite3_stmt *insert, guint column, const LscValue *value)
{
  int index = (int) column + 1;

  if (value->is_null)
    sqlite3_bind_null (insert, index);
  else if (value->type == LSC_TYPE_INT)
    sqlite3_bind_int64 (insert, index, value->integer);
  else if (value->type == LSC_TYPE_REAL)
    sqlite3_bind_double (insert, index, value->real);
  else if (g_utf8_validate (value->text, -1, NULL))
    sqlite3_bind_text (insert, index, value->text, -1, SQLITE_STATIC);
  else
    sqlite3_bind_text (insert, index, g_utf8_make_valid (value->text, -1), -1, g_free);
}

static gboolean
insert_rows (sqlite3 *db, sqlite3_stmt *insert, const LscTable *table, const char *path,
             LscJob *job, GError **error)
{
  guint n_columns = lsc_table_get_n_columns (table);

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      if (row % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      for (guint i = 0; i < n_columns; i++)
        {
          LscValue value = lsc_table_get (table, row, i);

          bind_value (insert, i, &value);
        }
      if (sqlite3_step (insert) != SQLITE_DONE)
        return set_db_error (db, path, error);
      sqlite3_reset (insert);
    }
  return TRUE;
}

static gboolean
write_table (sqlite3 *db, const LscTable *table, const char *path, LscJob *job, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *insert = NULL;
  gboolean is_written;

  if (!create_table (db, table, path, error))
    return FALSE;
  g_string_printf (sql, "INSERT INTO \"%s\" VALUES (", lsc_table_get_name (table));
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    g_string_append (sql, i > 0 ? ",?" : "?");
  g_string_append_c (sql, ')');
  if (sqlite3_prepare_v2 (db, sql->str, -1, &insert, NULL) != SQLITE_OK)
    return set_db_error (db, path, error);
  is_written = insert_rows (db, insert, table, path, job, error);
  sqlite3_finalize (insert);
  return is_written;
}

static gboolean
write_tables (sqlite3 *db, LscTable *const *tables, guint n_tables, const char *path, LscJob *job,
              GError **error)
{
  if (!execute (db, "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; BEGIN", path, error))
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if (!write_table (db, tables[i], path, job, error))
      return FALSE;
  return execute (db, "COMMIT", path, error);
}

static gboolean
refuse (const char *path, const char *reason, GError **error)
{
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("The existing result “%s” is left as it is: %s. Move it away or name another "
                  "place with -o."),
               path, reason);
  return FALSE;
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
fill (const char *temp, LscTable *const *tables, guint n_tables, const char *path, LscJob *job,
      GError **error)
{
  sqlite3 *db = NULL;
  gboolean is_written;

  if (sqlite3_open_v2 (temp, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    {
      set_db_error (db, path, error);
      sqlite3_close (db);
      return FALSE;
    }
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  is_written = write_tables (db, tables, n_tables, path, job, error);
  if (sqlite3_close (db) != SQLITE_OK)
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
 * file that is not SQLite, or that has an unfinished transaction, is refused.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_db_file (LscTable *const *tables, guint n_tables, const char *path, LscJob *job,
                    GError **error)
{
  g_autoptr (LscOutputLock) lock = lsc_output_lock (path, job, error);
  g_autoptr (LscOutput) output = lock ? lsc_output_new (path, LSC_OUTPUT_PLAIN, error) : NULL;

  if (!output)
    return FALSE;
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && !copy_existing (path, output, job, error))
    return FALSE;
  return fill (lsc_output_get_temporary (output), tables, n_tables, path, job, error) &&
         lsc_output_commit (g_steal_pointer (&output), error);
}
