/* lsc-db-scan.c - one pass over chosen columns of a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

#define ROWS_PER_CHECK 4096
/* No row takes fewer bytes of its file. */
#define BYTES_PER_ROW 4
/* The function of lsc_scan_run(), in SQL. */
#define TAKE_ROW "lsc_take_row"

struct _LscScan
{
  LscDb *db;
  sqlite3_stmt *stmt;
  char *table;
  char *columns; /* in SQL */
  char *from;    /* in SQL, with the condition */
  gboolean *has_column;
  int n_columns;
  int rc;
  gboolean has_rowid;
  gint64 n_rows;
  gint64 most_rows;
  gint64 n_expected;
  LscRowFunc func;
  gpointer user_data;
};

static char *
make_columns (LscScan *self, LscDbTable *table, const char *const *columns)
{
  int n = (int) g_strv_length ((char **) columns);
  GString *sql = g_string_new (NULL);

  self->n_columns = n;
  self->has_column = g_new0 (gboolean, MAX (n, 1));
  for (int i = 0; i < n; i++)
    {
      gboolean is_rowid = table->has_rowid && g_ascii_strcasecmp (columns[i], "rowid") == 0;
      char *quoted = sqlite3_mprintf ("\"%w\"", columns[i]);

      self->has_column[i] = is_rowid || lsc_db_has_column (self->db, table->name, columns[i]);
      g_string_append_printf (sql, "%s%s", i ? "," : "", self->has_column[i] ? quoted : "NULL");
      sqlite3_free (quoted);
    }
  return g_string_free (sql, FALSE);
}

static char *
make_from (const char *table, const char *where)
{
  char *quoted = sqlite3_mprintf ("main.\"%w\"", table);
  /* In file order: by an index the pages would be fetched here and there. */
  char *from = g_strdup_printf (" FROM %s NOT INDEXED%s%s", quoted, where ? " WHERE " : "",
                                where ? where : "");

  sqlite3_free (quoted);
  return from;
}

/* @function: (nullable): what the columns are arguments of */
static gboolean
prepare (LscScan *self, const char *function, GError **error)
{
  g_autofree char *sql =
      function ? g_strconcat ("SELECT ", function, "(", self->columns, ")", self->from, NULL)
               : g_strconcat ("SELECT ", self->columns, self->from, NULL);

  g_clear_pointer (&self->stmt, sqlite3_finalize);
  self->rc = sqlite3_prepare_v2 (self->db->handle, sql, -1, &self->stmt, NULL);
  if (self->rc == SQLITE_OK)
    return TRUE;
  _lsc_db_set_error (self->db, error, self->rc, self->table, -1);
  return FALSE;
}

/**
 * lsc_db_scan:
 * @table: a table for which lsc_db_has_table() is true
 * @columns: (array zero-terminated=1): names; `rowid` is the row's number in the file
 * @where: (nullable): a condition in SQL, made by the program and never by the file
 *
 * Begins a pass over @table in file order. The expected rows must have been announced with
 * lsc_job_add_work() as lsc_db_guess_rows(); the scan reports them done.
 *
 * Errors: %LSC_ERROR_MISSING when there is no such table, else as lsc_db_open().
 *
 * Returns: (transfer full) (nullable): the scan, before its first row
 */
LscScan *
lsc_db_scan (LscDb *self, const char *table, const char *const *columns, const char *where,
             GError **error)
{
  LscDbTable *found = _lsc_db_find_table (self, table);
  g_autoptr (LscScan) scan = g_new0 (LscScan, 1);

  scan->db = self;
  if (!found)
    {
      g_autofree char *shown = g_filename_display_name (self->path);

      g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING, _ ("%s: has no table %s"), shown, table);
      return NULL;
    }
  if (found->rc != SQLITE_OK)
    {
      _lsc_db_set_error (self, error, found->rc, found->name, -1);
      return NULL;
    }
  scan->table = g_strdup (found->name);
  scan->has_rowid = found->has_rowid;
  scan->n_expected = lsc_db_guess_rows (self, table);
  /* A damaged tree of pages can lead in circles, and would be read for ever. */
  scan->most_rows = self->size_bytes / BYTES_PER_ROW + 1000;
  scan->columns = make_columns (scan, found, columns);
  scan->from = make_from (found->name, where);
  if (!prepare (scan, NULL, error))
    return NULL;
  _lsc_db_allow_steps (self);
  return g_steal_pointer (&scan);
}

static gboolean
stop_or_go_on (LscScan *self)
{
  lsc_job_did (self->db->job, ROWS_PER_CHECK);
  if (self->n_rows <= self->most_rows && !lsc_job_is_cancelled (self->db->job))
    return TRUE;
  self->rc = SQLITE_INTERRUPT;
  return FALSE;
}

static void
take_row (sqlite3_context *context, int n, sqlite3_value **cells)
{
  LscDb *db = sqlite3_user_data (context);
  LscScan *self = db->running;

  if (G_UNLIKELY (!self))
    return;
  self->n_rows++;
  if (G_UNLIKELY (self->n_rows % ROWS_PER_CHECK == 0) && !stop_or_go_on (self))
    sqlite3_result_error_code (context, SQLITE_INTERRUPT);
  else
    self->func (self, cells, self->user_data);
}

static void
end_rows (sqlite3_context *context)
{
}

/* Makes the function that lsc_scan_run() lets SQLite call for each row; the file cannot. */
int
_lsc_db_add_take_row (LscDb *self)
{
  return sqlite3_create_function_v2 (self->handle, TAKE_ROW, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                     self, NULL, take_row, end_rows, NULL);
}

/**
 * lsc_scan_run:
 * @func: called for each row
 *
 * Does a scan that has not begun as a whole. The rows are the arguments of an aggregate function,
 * so that SQLite neither leaves its loop for each of them nor hands over every cell by itself: a
 * scan takes two thirds of the time that stepping from row to row takes. @func may query the same
 * database, but not run another scan of it.
 *
 * Returns: as lsc_scan_finish()
 */
gboolean
lsc_scan_run (LscScan *self, LscRowFunc func, gpointer user_data, GError **error)
{
  g_return_val_if_fail (!self->db->running && self->n_rows == 0, FALSE);

  if (!prepare (self, TAKE_ROW, error))
    return FALSE;
  self->func = func;
  self->user_data = user_data;
  self->db->running = self;
  do
    self->rc = sqlite3_step (self->stmt);
  while (self->rc == SQLITE_ROW);
  self->db->running = NULL;
  return lsc_scan_finish (self, error);
}

/**
 * lsc_scan_next:
 *
 * Returns: %TRUE with the next row in the statement; %FALSE at the end, on an error, or when the
 *   job is cancelled: lsc_scan_finish() tells which
 */
gboolean
lsc_scan_next (LscScan *self)
{
  self->rc = sqlite3_step (self->stmt);
  if (G_UNLIKELY (self->rc != SQLITE_ROW))
    return FALSE;
  self->n_rows++;
  if (G_UNLIKELY (self->n_rows % ROWS_PER_CHECK == 0))
    return stop_or_go_on (self);
  return TRUE;
}

/**
 * lsc_scan_finish:
 *
 * Returns: %FALSE when the scan ended before the table did: %LSC_ERROR_CORRUPT or %LSC_ERROR_IO
 *   with the table and the rows read so far, %LSC_ERROR_LIMIT when it has more rows than its file
 *   can hold, %LSC_ERROR_CANCELLED
 */
gboolean
lsc_scan_finish (LscScan *self, GError **error)
{
  gint64 reported = self->n_rows - self->n_rows % ROWS_PER_CHECK;

  if (self->n_expected > reported)
    lsc_job_did (self->db->job, self->n_expected - reported);
  if (self->rc == SQLITE_DONE)
    return TRUE;
  _lsc_db_set_error (self->db, error, self->rc, self->table, self->n_rows);
  return FALSE;
}

void
lsc_scan_free (LscScan *self)
{
  if (!self)
    return;
  sqlite3_finalize (self->stmt);
  g_free (self->has_column);
  g_free (self->columns);
  g_free (self->from);
  g_free (self->table);
  g_free (self);
}

/** Returns: (transfer none): the statement; its columns are those given to lsc_db_scan() */
sqlite3_stmt *
lsc_scan_get_stmt (LscScan *self)
{
  return self->stmt;
}

/**
 * lsc_scan_get_n_rows:
 *
 * Returns: rows seen so far, the present one included
 */
gint64
lsc_scan_get_n_rows (LscScan *self)
{
  return self->n_rows;
}

/**
 * lsc_scan_rowid:
 *
 * Finds the number of the present row anew, for messages: a scan that carried it along would be
 * slower for all rows. Cost: O(rows so far).
 *
 * Returns: the row's number in the file, or its place in the scan when the table has no such
 *   numbers
 */
gint64
lsc_scan_rowid (LscScan *self)
{
  g_autofree char *sql = g_strdup_printf ("SELECT rowid%s LIMIT 1 OFFSET %" G_GINT64_FORMAT,
                                          self->from, MAX (self->n_rows, 1) - 1);
  gint64 steps_left = self->db->steps_left;
  gint64 row_id = self->n_rows;

  if (self->has_rowid && !lsc_db_query_int64 (self->db, sql, &row_id))
    row_id = self->n_rows;
  self->db->steps_left = steps_left;
  return row_id;
}

/** Returns: whether the table has the column given as number @column to lsc_db_scan() */
gboolean
lsc_scan_has_column (LscScan *self, int column)
{
  return column >= 0 && column < self->n_columns && self->has_column[column];
}

/**
 * lsc_value_convert_int64:
 * @value: (out): the value
 *
 * Accepts an integer, a real number without fraction and decimal text.
 *
 * Returns: %FALSE and @value untouched for NULL, a blob, other text, other reals
 */
gboolean
lsc_value_convert_int64 (sqlite3_value *cell, gint64 *value)
{
  int type = sqlite3_value_type (cell);
  double real;

  if (G_LIKELY (type == SQLITE_INTEGER))
    {
      *value = sqlite3_value_int64 (cell);
      return TRUE;
    }
  if (type == SQLITE_TEXT)
    {
      const char *text = (const char *) sqlite3_value_text (cell);
      gint64 parsed;

      if (!text ||
          lsc_parse_int64 (text, (gsize) sqlite3_value_bytes (cell), &parsed) != LSC_PARSE_OK)
        return FALSE;
      *value = parsed;
      return TRUE;
    }
  if (type != SQLITE_FLOAT)
    return FALSE;
  real = sqlite3_value_double (cell);
  if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
      real != (double) (gint64) real)
    return FALSE;
  *value = (gint64) real;
  return TRUE;
}

/** As lsc_value_convert_int64(), of the present row of @stmt. */
gboolean
lsc_column_int64 (sqlite3_stmt *stmt, int column, gint64 *value)
{
  return lsc_value_int64 (sqlite3_column_value (stmt, column), value);
}
