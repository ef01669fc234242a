/* lsc-export-sql.c - the one way of rows into a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-sql-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

#define CHECK_ROWS 4096

/** Sets %LSC_ERROR_IO with what SQLite says. */
gboolean
_lsc_sql_fail (const LscSqlTarget *self, GError **error)
{
  return lsc_fail (error, LSC_ERROR_IO, _ ("The database “%s” could not be written: %s."),
                   self->path, self->db ? sqlite3_errmsg (self->db) : _ ("out of memory"));
}

gboolean
_lsc_sql_execute (const LscSqlTarget *self, const char *sql, GError **error)
{
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK || _lsc_sql_fail (self, error);
}

/**
 * _lsc_sql_bind_text:
 * @text: (nullable): stays as it is until the row is in the table; bytes that are no text are
 *   replaced
 */
void
_lsc_sql_bind_text (sqlite3_stmt *insert, int column, const char *text)
{
  if (!text)
    sqlite3_bind_null (insert, column);
  else if (g_utf8_validate (text, -1, NULL))
    sqlite3_bind_text (insert, column, text, -1, SQLITE_STATIC);
  else
    sqlite3_bind_text (insert, column, g_utf8_make_valid (text, -1), -1, g_free);
}

/**
 * _lsc_sql_prepare_insert:
 *
 * Returns: (transfer full) (nullable): a statement that takes the columns in their order
 */
sqlite3_stmt *
_lsc_sql_prepare_insert (const LscSqlTarget *self, const char *table, guint n_columns,
                         GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *insert = NULL;

  g_string_printf (sql, "INSERT INTO \"%s\" VALUES (", table);
  for (guint i = 0; i < n_columns; i++)
    g_string_append (sql, i > 0 ? ",?" : "?");
  g_string_append_c (sql, ')');
  if (sqlite3_prepare_v2 (self->db, sql->str, -1, &insert, NULL) != SQLITE_OK)
    _lsc_sql_fail (self, error);
  return insert;
}

/** Adds the row that was bound. */
gboolean
_lsc_sql_insert (const LscSqlTarget *self, sqlite3_stmt *insert, GError **error)
{
  int code = sqlite3_step (insert);

  sqlite3_reset (insert);
  return code == SQLITE_DONE || _lsc_sql_fail (self, error);
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
  else
    _lsc_sql_bind_text (insert, index, value->text);
}

/** Adds all rows of @table by a statement that takes its columns in their order. */
gboolean
_lsc_sql_insert_rows (const LscSqlTarget *self, sqlite3_stmt *insert, const LscTable *table,
                      GError **error)
{
  guint n_columns = lsc_table_get_n_columns (table);

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      if (row % CHECK_ROWS == 0 && !lsc_job_check (self->job, error))
        return FALSE;
      for (guint i = 0; i < n_columns; i++)
        {
          LscValue value = lsc_table_get (table, row, i);

          bind_value (insert, i, &value);
        }
      if (!_lsc_sql_insert (self, insert, error))
        return FALSE;
    }
  return TRUE;
}

/** Adds all rows of @table to the table of its name, which is there. */
gboolean
_lsc_sql_insert_table (const LscSqlTarget *self, const LscTable *table, GError **error)
{
  sqlite3_stmt *insert = _lsc_sql_prepare_insert (self, lsc_table_get_name (table),
                                                  lsc_table_get_n_columns (table), error);
  gboolean is_written = insert && _lsc_sql_insert_rows (self, insert, table, error);

  sqlite3_finalize (insert);
  return is_written;
}
