/* lsc-db-scan.c - one pass over chosen columns of a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-pages.h"
#include "base/lsc-db-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

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
  int *fields; /* of LscPagesQuery; %NULL where SQLite must read the rows */
  guint32 root;
  int alias;
  int n_columns;
  int rc;
  const char *rowid;      /* in SQL; %NULL without numbers of rows */
  gboolean is_refused;    /* there is no statement that SQLite takes */
  gboolean is_disordered; /* rows of a part are not found by their numbers */
  gint64 n_rows;
  gint64 most_rows;
  gint64 n_expected;
  gint64 first; /* numbers of the rows */
  gint64 last;
  gint64 n_skip;      /* rows that were told before SQLite began */
  gint64 n_left;      /* rows that the pages of a part have beyond those */
  LscCell *cells;     /* of the row that SQLite reads */
  LscCell **pointers; /* to them */
  LscRowFunc func;
  gpointer user_data;
};

/* What a scan asks for by that name is never a column that somebody called so. */
static gboolean
is_row_number (const char *column)
{
  return g_ascii_strcasecmp (column, "rowid") == 0;
}

static char *
make_columns (LscScan *self, LscDbTable *table, const char *const *columns)
{
  int n = (int) g_strv_length ((char **) columns);
  GString *sql = g_string_new (NULL);

  self->n_columns = n;
  self->has_column = g_new0 (gboolean, MAX (n, 1));
  for (int i = 0; i < n; i++)
    {
      gboolean is_rowid = is_row_number (columns[i]);
      char *quoted = _lsc_db_format ("\"%w\"", is_rowid ? table->rowid : columns[i]);

      self->has_column[i] =
          is_rowid ? table->rowid != NULL : lsc_db_has_column (self->db, table->name, columns[i]);
      g_string_append_printf (sql, "%s%s", i ? "," : "", self->has_column[i] ? quoted : "NULL");
      sqlite3_free (quoted);
    }
  return g_string_free (sql, FALSE);
}

/* Where the column stands in a record. */
static int
find_field (const LscDbTable *table, const char *column)
{
  if (is_row_number (column))
    return LSC_PAGES_ROWID;
  for (guint i = 0; i < table->columns->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (table->columns, i), column) == 0)
      return (int) i;
  return LSC_PAGES_NULL;
}

/* Where rows can be read without SQLite, says how: from a table without surprises in a file that
 * stays as it is. */
static void
find_fields (LscScan *self, const LscDbTable *table, const char *const *columns)
{
  g_autofree int *fields = g_new (int, MAX (self->n_columns, 1));

  if (table->root == 0 || self->db->is_copy)
    return;
  self->root = table->root;
  if (!table->is_plain)
    return;
  for (int i = 0; i < self->n_columns; i++)
    {
      fields[i] = find_field (table, columns[i]);
      if (fields[i] >= 0 && table->is_real->data[fields[i]])
        return;
      for (int k = 0; k < i; k++)
        if (fields[k] == fields[i] && fields[i] != LSC_PAGES_NULL)
          return;
    }
  self->alias = table->alias;
  self->fields = g_steal_pointer (&fields);
}

static char *
make_from (const char *table, const char *where)
{
  char *quoted = _lsc_db_format ("main.\"%w\"", table);
  /* In file order: by an index the pages would be fetched here and there. */
  char *from = g_strdup_printf (" FROM %s NOT INDEXED%s%s", quoted, where ? " WHERE " : "",
                                where ? where : "");

  sqlite3_free (quoted);
  return from;
}

/* What reads rows from their pages needs no statement, so it is made when somebody steps.
 * @function: (nullable): what the columns are arguments of */
static gboolean
prepare (LscScan *self, const char *function)
{
  g_autofree char *sql =
      function ? g_strconcat ("SELECT ", function, "(", self->columns, ")", self->from, NULL)
               : g_strconcat ("SELECT ", self->columns, self->from, NULL);

  g_clear_pointer (&self->stmt, sqlite3_finalize);
  self->rc = sqlite3_prepare_v2 (self->db->handle, sql, -1, &self->stmt, NULL);
  self->is_refused = self->rc != SQLITE_OK;
  return !self->is_refused;
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
  g_return_val_if_fail (self && table && columns, NULL);

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
  scan->rowid = found->rowid;
  scan->n_expected = lsc_db_guess_rows (self, table);
  /* A damaged tree of pages can lead in circles, and would be read for ever. */
  scan->most_rows = self->size_bytes / BYTES_PER_ROW + 1000;
  scan->columns = make_columns (scan, found, columns);
  scan->from = make_from (found->name, where);
  scan->first = G_MININT64;
  scan->last = G_MAXINT64;
  if (!where)
    find_fields (scan, found, columns);
  _lsc_db_allow_steps (self);
  return g_steal_pointer (&scan);
}

/**
 * lsc_scan_limit:
 * @self: made without a condition, before lsc_scan_run()
 * @first: number of a row; %G_MININT64 = from the beginning
 * @last: number of a row; %G_MAXINT64 = to the end
 *
 * Leaves out all other rows of a table that has such numbers (lsc_db_get_rowid_name()).
 */
void
lsc_scan_limit (LscScan *self, gint64 first, gint64 last)
{
  g_return_if_fail (self && self->n_rows == 0);
  g_return_if_fail (self->rowid || (first == G_MININT64 && last == G_MAXINT64));

  GString *from = g_string_new (self->from);

  self->first = first;
  self->last = last;
  if (first > G_MININT64)
    g_string_append_printf (from, " WHERE %s >= %" G_GINT64_FORMAT, self->rowid, first);
  if (last < G_MAXINT64)
    g_string_append_printf (from, " %s %s <= %" G_GINT64_FORMAT,
                            first > G_MININT64 ? "AND" : "WHERE", self->rowid, last);
  g_free (self->from);
  self->from = g_string_free (from, FALSE);
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

static gboolean
tell_row (LscScan *self, LscCell **cells)
{
  self->n_rows++;
  if (G_UNLIKELY (self->n_rows % ROWS_PER_CHECK == 0) && !stop_or_go_on (self))
    return FALSE;
  self->func (self, cells, self->user_data);
  return TRUE;
}

static void
take_row (sqlite3_context *context, int n, sqlite3_value **values)
{
  LscDb *db = sqlite3_user_data (context);
  LscScan *self = db->running;

  if (G_UNLIKELY (!self))
    return;
  if (G_UNLIKELY (self->n_skip > 0))
    {
      self->n_skip--;
      return;
    }
  for (int i = 0; i < n; i++)
    lsc_cell_set (self->pointers[i], values[i]);
  if (!tell_row (self, self->pointers))
    sqlite3_result_error_code (context, SQLITE_INTERRUPT);
}

static gboolean
on_page_row (LscCell **cells, gpointer scan)
{
  return tell_row (scan, cells);
}

static gboolean
is_part (const LscScan *self)
{
  return self->first > G_MININT64 || self->last < G_MAXINT64;
}

/* Rows that only SQLite can take are looked at here all the same if they are a part of the table:
 * their keys tell whether it can find them. */
static LscPagesEnd
read_pages (LscScan *self)
{
  const LscPagesQuery query = { self->db->fds[LSC_DB_MAIN],
                                self->root,
                                self->fields,
                                self->fields ? (guint) self->n_columns : 0,
                                self->alias,
                                self->first,
                                self->last,
                                self->fields ? on_page_row : NULL,
                                self };

  if (self->root == 0)
    return LSC_PAGES_BROKEN;
  return self->fields || is_part (self) ? lsc_pages_read (&query, &self->n_left) : LSC_PAGES_ODD;
}

static void
set_disordered (LscScan *self)
{
  self->is_disordered = TRUE;
  self->rc = SQLITE_CORRUPT;
}

/* Returns whether that was all, else SQLite takes the rest. */
static gboolean
run_pages (LscScan *self)
{
  LscPagesEnd end = read_pages (self);

  if (end == LSC_PAGES_DONE)
    self->rc = SQLITE_DONE;
  else if (end == LSC_PAGES_FAILED)
    self->rc = SQLITE_IOERR_READ;
  else if (end == LSC_PAGES_BROKEN && is_part (self))
    set_disordered (self);
  /* when it was stopped, that set the code */
  return end != LSC_PAGES_ODD && (end != LSC_PAGES_BROKEN || is_part (self));
}

/* The rows of a part follow each other, so that a search which begins at another than the first of
 * them, as in a damaged page, does not come to as many as the pages have. */
static void
run_sqlite (LscScan *self)
{
  gint64 n_told = self->n_rows;

  if (!prepare (self, TAKE_ROW))
    return;
  self->n_skip = n_told;
  self->cells = g_new0 (LscCell, MAX (self->n_columns, 1));
  self->pointers = g_new0 (LscCell *, (gsize) self->n_columns + 1);
  for (int i = 0; i < self->n_columns; i++)
    self->pointers[i] = &self->cells[i];
  self->db->running = self;
  do
    self->rc = sqlite3_step (self->stmt);
  while (self->rc == SQLITE_ROW);
  self->db->running = NULL;
  if (self->rc == SQLITE_DONE && is_part (self) && self->n_rows - n_told != self->n_left)
    set_disordered (self);
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
 * Does a scan that has not begun as a whole: from the pages of the file as far as they hold nothing
 * out of the ordinary, which takes a fraction of the time, else by SQLite. There the rows are the
 * arguments of an aggregate function, so that SQLite neither leaves its loop for each of them nor
 * hands over every cell by itself: two thirds of the time that stepping from row to row takes.
 * @func may query the same database, but not run another scan of it.
 *
 * Returns: as lsc_scan_finish()
 */
gboolean
lsc_scan_run (LscScan *self, LscRowFunc func, gpointer user_data, GError **error)
{
  g_return_val_if_fail (!self->db->running && self->n_rows == 0, FALSE);

  self->func = func;
  self->user_data = user_data;
  if (!run_pages (self))
    run_sqlite (self);
  return lsc_scan_finish (self, error);
}

/**
 * lsc_scan_is_disordered:
 * @self: a scan with limits for which lsc_scan_run() returned %FALSE
 *
 * Returns: whether that was because numbers of rows or keys of pages do not rise, as in a damaged
 *   file. What the scan told is good for nothing then: only one without limits, which asks for no
 *   number, comes to all rows.
 */
gboolean
lsc_scan_is_disordered (const LscScan *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->is_disordered;
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
  /* who asked for the statement before has none: a second try would give rows that nobody sees */
  if (G_UNLIKELY (!self->stmt && (self->is_refused || !prepare (self, NULL))))
    return FALSE;
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
  g_return_val_if_fail (self, FALSE);

  gint64 reported = self->n_rows - self->n_rows % ROWS_PER_CHECK;

  if (self->n_expected > reported)
    lsc_job_did (self->db->job, self->n_expected - reported);
  if (self->rc == SQLITE_DONE)
    return TRUE;
  self->db->has_refused = TRUE;
  _lsc_db_set_error (self->db, error, self->rc, self->table, self->is_refused ? -1 : self->n_rows);
  return FALSE;
}

void
lsc_scan_free (LscScan *self)
{
  if (!self)
    return;
  sqlite3_finalize (self->stmt);
  g_free (self->has_column);
  g_free (self->fields);
  g_free (self->cells);
  g_free (self->pointers);
  g_free (self->columns);
  g_free (self->from);
  g_free (self->table);
  g_free (self);
}

/**
 * lsc_scan_get_stmt:
 *
 * Returns: (transfer none) (nullable): the statement; its columns are those given to lsc_db_scan();
 *   %NULL where lsc_scan_next() will not come to a row
 */
sqlite3_stmt *
lsc_scan_get_stmt (LscScan *self)
{
  g_return_val_if_fail (self, NULL);
  if (!self->stmt)
    prepare (self, NULL);
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
  g_return_val_if_fail (self, 0);
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
  g_return_val_if_fail (self, 0);

  g_autofree char *sql =
      g_strdup_printf ("SELECT %s%s LIMIT 1 OFFSET %" G_GINT64_FORMAT,
                       self->rowid ? self->rowid : "NULL", self->from, MAX (self->n_rows, 1) - 1);
  gint64 steps_left = self->db->steps_left;
  gint64 row_id = self->n_rows;

  if (self->rowid && !lsc_db_query_int64 (self->db, sql, &row_id))
    row_id = self->n_rows;
  self->db->steps_left = steps_left;
  return row_id;
}

/** Returns: whether the table has the column given as number @column to lsc_db_scan() */
gboolean
lsc_scan_has_column (LscScan *self, int column)
{
  g_return_val_if_fail (self, FALSE);
  return column >= 0 && column < self->n_columns && self->has_column[column];
}
