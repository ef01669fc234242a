/* lsc-db.c - read-only access to other programs' SQLite databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/* The progress handler is asked after this many instructions of SQLite's virtual machine. */
#define STEPS_PER_CHECK 50000
/* The dearest of our statements takes about two instructions for each byte of its table. One that
 * takes this many runs in circles through a damaged or hostile file. */
#define STEPS_PER_BYTE 8
#define STEPS_ALWAYS 2000000

static void
table_free (gpointer data)
{
  LscDbTable *table = data;

  g_free (table->name);
  g_clear_pointer (&table->columns, g_ptr_array_unref);
  g_clear_pointer (&table->is_real, g_byte_array_unref);
  g_free (table);
}

static void
finalize (gpointer statement)
{
  sqlite3_finalize (statement);
}

gboolean
_lsc_db_is_late (const LscDb *self)
{
  return self->deadline_us > 0 && g_get_monotonic_time () >= self->deadline_us;
}

static int
on_progress (void *data)
{
  LscDb *self = data;

  self->steps_left -= STEPS_PER_CHECK;
  return self->steps_left < 0 || _lsc_db_is_late (self) || lsc_job_is_cancelled (self->job);
}

void
_lsc_db_allow_steps (LscDb *self)
{
  self->steps_left = STEPS_PER_BYTE * self->size_bytes + STEPS_ALWAYS;
}

static LscError
error_code (int rc)
{
  switch (rc & 0xff)
    {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:
    case SQLITE_TOOBIG:
      return LSC_ERROR_CORRUPT;
    case SQLITE_INTERRUPT:
      return LSC_ERROR_LIMIT;
    default:
      return LSC_ERROR_IO;
    }
}

/* Says what SQLite said, where, and what can be done. @n_rows < 0: before the first row. */
void
_lsc_db_set_error (LscDb *self, GError **error, int rc, const char *table, gint64 n_rows)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  g_autofree char *pages = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!lsc_job_check (self->job, error))
    return;
  g_string_printf (text, "%s: ", shown);
  if (table && n_rows >= 0)
    g_string_append_printf (text, _ ("table %s, after %" PRId64 " rows: "), table, n_rows);
  else if (table)
    g_string_append_printf (text, _ ("table %s: "), table);
  if (self->handle && sqlite3_extended_errcode (self->handle) == rc)
    g_string_append (text, sqlite3_errmsg (self->handle));
  else
    g_string_append (text, sqlite3_errstr (rc)); /* another call has failed or done well since */
  if (error_code (rc) == LSC_ERROR_CORRUPT)
    {
      pages = _lsc_db_file_describe_pages (self);
      if (pages)
        g_string_append_printf (text, " (%s)", pages);
      g_string_append (text, ". ");
      g_string_append (text,
                       _ ("The file is damaged or incomplete. Copy it again from where it was "
                          "recorded."));
    }
  else if (error_code (rc) == LSC_ERROR_LIMIT)
    {
      g_string_append (text, ". ");
      g_string_append (text,
                       _ ("The file has more rows than its size allows, so it is damaged. Copy it "
                          "again from where it was recorded."));
    }
  g_set_error_literal (error, LSC_ERROR, error_code (rc), text->str);
}

static void
set_limits (sqlite3 *handle)
{
  static const struct
  {
    int id;
    int value;
  } limits[] = {
    { SQLITE_LIMIT_LENGTH, 1 << 28 },    { SQLITE_LIMIT_SQL_LENGTH, 1000000 },
    { SQLITE_LIMIT_EXPR_DEPTH, 100 },    { SQLITE_LIMIT_COMPOUND_SELECT, 10 },
    { SQLITE_LIMIT_VDBE_OP, 100000 },    { SQLITE_LIMIT_FUNCTION_ARG, 32 },
    { SQLITE_LIMIT_ATTACHED, 0 },        { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },   { SQLITE_LIMIT_WORKER_THREADS, 0 },
    { SQLITE_LIMIT_VARIABLE_NUMBER, 8 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (handle, limits[i].id, limits[i].value);
}

static void
harden (LscDb *self)
{
  static const struct
  {
    int id;
    int value;
  } switches[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0 },
    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },
    { SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1 }, /* a copy that is thrown away */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (switches); i++)
    sqlite3_db_config (self->handle, switches[i].id, switches[i].value, NULL);
  set_limits (self->handle);
  sqlite3_progress_handler (self->handle, STEPS_PER_CHECK, on_progress, self);
}

static gboolean
run_pragmas (LscDb *self, GError **error)
{
  /* No mmap_size: it saves 5 % and turns a file that shrinks while it is read into a fatal
   * signal. */
  const char *sql = "PRAGMA query_only=1; PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=1; "
                    "PRAGMA mmap_size=0;";
  int rc = SQLITE_OK;

  if (self->is_copy)
    /* With this lock the index of the log is kept in memory, and no -shm file is made. */
    rc = sqlite3_exec (self->handle, "PRAGMA locking_mode=EXCLUSIVE;", NULL, NULL, NULL);
  if (rc == SQLITE_OK)
    rc = sqlite3_exec (self->handle, sql, NULL, NULL, NULL);
  if (rc != SQLITE_OK)
    _lsc_db_set_error (self, error, rc, NULL, -1);
  return rc == SQLITE_OK;
}

/* Remembers that something that was asked in passing was not answered. A name that is not there is
 * an answer. */
void
_lsc_db_note_failure (LscDb *self, int rc, const char *table)
{
  if (rc != SQLITE_OK && rc != SQLITE_DONE && rc != SQLITE_ROW && rc != SQLITE_ERROR &&
      !self->failure)
    _lsc_db_set_error (self, &self->failure, rc, table, -1);
}

/* What SQL calls the number of a row. A column that has one of these names hides the number behind
 * it, also one that we leave out. */
static const char *const rowid_names[] = { "rowid", "_rowid_", "oid" };

/**
 * _lsc_db_format:
 * @format: as for sqlite3_mprintf()
 *
 * Where there is no memory the program ends, as with GLib's functions: without a statement a table
 * would seem to be empty.
 *
 * Returns: (transfer full): the text, for sqlite3_free()
 */
char *
_lsc_db_format (const char *format, ...)
{
  va_list rest;
  char *text;

  va_start (rest, format);
  text = sqlite3_vmprintf (format, rest);
  va_end (rest);
  if (!text)
    g_error ("%s: failed to allocate memory for a statement", G_STRLOC);
  return text;
}

static gboolean
has_rowid (LscDb *self, const char *table, const char *rowid)
{
  char *sql = _lsc_db_format ("SELECT %s FROM main.\"%w\" NOT INDEXED", rowid, table);
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);

  _lsc_db_note_failure (self, rc, table);
  sqlite3_finalize (stmt);
  sqlite3_free (sql);
  return rc == SQLITE_OK;
}

static guint32
get_root (sqlite3_stmt *stmt, int column)
{
  gint64 root = sqlite3_column_type (stmt, column) == SQLITE_INTEGER
                    ? sqlite3_column_int64 (stmt, column)
                    : 0;

  return root > 0 && root < G_MAXUINT32 ? (guint32) root : 0;
}

/* Only real tables count: a view or a virtual table may compute whatever its author liked. */
static gboolean
list_schema (LscDb *self, GError **error)
{
  const char *sql =
      "SELECT name, rootpage FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0 "
      "AND typeof(name) = 'text'";
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);

  _lsc_db_allow_steps (self);
  while (rc == SQLITE_OK || rc == SQLITE_ROW)
    {
      LscDbTable *table;
      const char *name;

      rc = sqlite3_step (stmt);
      if (rc != SQLITE_ROW)
        break;
      name = (const char *) sqlite3_column_text (stmt, 0);
      if (!name || g_ascii_strncasecmp (name, "sqlite_", 7) == 0)
        continue;
      table = g_new0 (LscDbTable, 1);
      table->name = g_strdup (name);
      table->root = get_root (stmt, 1);
      g_hash_table_replace (self->tables, g_ascii_strdown (name, -1), table);
    }
  if (rc != SQLITE_DONE)
    _lsc_db_set_error (self, error, rc, NULL, -1);
  sqlite3_finalize (stmt);
  return rc == SQLITE_DONE;
}

static LscDb *
open_database (const char *path, gboolean may_copy, LscJob *job, GError **error)
{
  g_autoptr (LscDb) self = g_new0 (LscDb, 1);
  int rc;

  self->path = g_strdup (path);
  self->job = job;
  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, table_free);
  self->statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, finalize);
  for (guint i = 0; i < LSC_DB_N_PARTS; i++)
    self->fds[i] = -1;
  if (!_lsc_db_file_prepare (self, may_copy, error))
    return NULL;
  _lsc_db_allow_steps (self);
  rc = _lsc_db_vfs_open (self);
  if (rc != SQLITE_OK)
    {
      _lsc_db_set_error (self, error, rc, NULL, -1);
      return NULL;
    }
  sqlite3_extended_result_codes (self->handle, 1);
  harden (self);
  rc = _lsc_db_add_take_row (self);
  if (rc != SQLITE_OK)
    {
      _lsc_db_set_error (self, error, rc, NULL, -1);
      return NULL;
    }
  if (!run_pragmas (self, error) || !list_schema (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_db_open:
 * @path: a file in the encoding of the file system
 * @job: (nullable): asked now and then whether to stop; must outlive the database
 *
 * Opens a foreign database so that neither it nor its folder can change: as immutable, or, when it
 * has a non-empty -wal or a hot -journal, as a private copy. That has no name in TMPDIR and is gone
 * with lsc_db_close() or the end of the program.
 *
 * Errors: %LSC_ERROR_IO (cannot be read or copied), %LSC_ERROR_CORRUPT (empty, no SQLite database,
 * encrypted, truncated), %LSC_ERROR_CANCELLED.
 *
 * Source: formats.md#opening.
 *
 * Returns: (transfer full) (nullable): the database; for one thread at a time
 */
LscDb *
lsc_db_open (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return open_database (path, TRUE, job, error);
}

/**
 * lsc_db_peek:
 *
 * As lsc_db_open(), but never copies the file: what stands in its log is not seen. For a look at
 * the names of its tables.
 *
 * Returns: (transfer full) (nullable): the database
 */
LscDb *
lsc_db_peek (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return open_database (path, FALSE, job, error);
}

/**
 * lsc_db_close:
 * @self: (nullable) (transfer full): a database; its scans must be gone
 */
void
lsc_db_close (LscDb *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->statements);
  sqlite3_close_v2 (self->handle);
  _lsc_db_vfs_close (self);
  g_clear_pointer (&self->tables, g_hash_table_unref);
  g_clear_error (&self->failure);
  g_free (self->real_path);
  g_free (self->path);
  g_free (self);
}

sqlite3 *
lsc_db_get_handle (LscDb *self)
{
  g_return_val_if_fail (self, NULL);
  return self->handle;
}

/**
 * lsc_db_get_statement:
 * @sql: a SELECT, over tables for which lsc_db_has_table() is true, with its values as parameters
 *
 * Prepares what is asked again and again once for the life of the connection.
 *
 * Returns: (transfer none) (nullable): the statement before its first row and without values, to be
 *   reset after its last: a text has but one; %NULL when it cannot be prepared
 */
sqlite3_stmt *
lsc_db_get_statement (LscDb *self, const char *sql)
{
  g_return_val_if_fail (self && sql, NULL);

  sqlite3_stmt *stmt = g_hash_table_lookup (self->statements, sql);

  if (stmt)
    {
      sqlite3_reset (stmt);
      sqlite3_clear_bindings (stmt);
      return stmt;
    }
  if (sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL) != SQLITE_OK)
    return NULL;
  g_hash_table_insert (self->statements, g_strdup (sql), stmt);
  return stmt;
}

/** Returns: (transfer none): the path given to lsc_db_open() */
const char *
lsc_db_get_path (LscDb *self)
{
  g_return_val_if_fail (self, NULL);
  return self->path;
}

/** Returns: whether a private copy is read in place of the file */
gboolean
lsc_db_is_copy (LscDb *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->is_copy;
}

/**
 * lsc_db_get_size_bytes:
 *
 * Returns: size of the database and its log when it was opened
 */
gint64
lsc_db_get_size_bytes (LscDb *self)
{
  g_return_val_if_fail (self, 0);
  return self->size_bytes;
}

/**
 * lsc_db_check_answers:
 *
 * To be called when all has been read: what tables, columns and values there are is asked in
 * passing, and a question that fails looks like one that is answered with no.
 *
 * Returns: %FALSE with the error of the first that failed, as lsc_scan_finish() has them
 */
gboolean
lsc_db_check_answers (LscDb *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);
  if (!self->failure)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->failure));
  return FALSE;
}

/* Whether a column declared so reads integers as real numbers; %TRUE where that is not sure. */
static gboolean
may_be_real (const char *declared)
{
  g_autofree char *upper = g_ascii_strup (declared ? declared : "", -1);

  return strstr (upper, "REAL") || strstr (upper, "FLOA") || strstr (upper, "DOUB");
}

/* Whether the key of the table is the number of its rows: else it has an index. Returns %FALSE
 * where that could not be asked, and SQLite must read the rows. */
static gboolean
find_key_index (LscDb *self, const char *table, gboolean *has_index)
{
  char *sql = _lsc_db_format ("PRAGMA main.index_list(\"%w\")", table);
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);
  gboolean is_told = TRUE;

  *has_index = FALSE;
  while (stmt && (rc = sqlite3_step (stmt)) == SQLITE_ROW)
    {
      const char *origin = (const char *) sqlite3_column_text (stmt, 3);

      is_told &= origin != NULL;
      *has_index |= g_strcmp0 (origin, "pk") == 0;
    }
  sqlite3_finalize (stmt);
  sqlite3_free (sql);
  return is_told && rc == SQLITE_DONE;
}

/* Notes what of the present column matters to those who read rows without SQLite. */
static void
note_column (LscDbTable *table, sqlite3_stmt *stmt, guint *n_keys)
{
  const char *declared = (const char *) sqlite3_column_text (stmt, 2);
  guint8 is_real = may_be_real (declared);

  g_byte_array_append (table->is_real, &is_real, 1);
  table->is_plain &= declared != NULL; /* there is a text, if an empty one, unless memory ran out */
  if (sqlite3_column_int (stmt, 5) == 0)
    return;
  ++*n_keys;
  table->alias = declared && g_ascii_strcasecmp (declared, "INTEGER") == 0
                     ? (int) table->columns->len - 1
                     : -1;
}

static void
load_columns (LscDb *self, LscDbTable *table)
{
  gboolean is_hidden[G_N_ELEMENTS (rowid_names)] = { FALSE };
  gboolean has_index = FALSE;
  guint n_keys = 0;
  char *sql = _lsc_db_format ("PRAGMA main.table_xinfo(\"%w\")", table->name);
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);

  table->columns = g_ptr_array_new_with_free_func (g_free);
  table->is_real = g_byte_array_new ();
  table->is_plain = TRUE;
  table->alias = -1;
  _lsc_db_allow_steps (self);
  while (stmt && (rc = sqlite3_step (stmt)) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (stmt, 1);

      for (guint i = 0; name && i < G_N_ELEMENTS (rowid_names); i++)
        if (g_ascii_strcasecmp (name, rowid_names[i]) == 0)
          is_hidden[i] = TRUE;
      /* Hidden and generated columns are computed by the file, so they are not there for us. */
      if (name && sqlite3_column_int (stmt, 6) == 0)
        {
          g_ptr_array_add (table->columns, g_strdup (name));
          note_column (table, stmt, &n_keys);
        }
      else
        table->is_plain = FALSE;
    }
  _lsc_db_note_failure (self, rc, table->name);
  table->rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
  sqlite3_finalize (stmt);
  sqlite3_free (sql);
  for (guint i = 0; i < G_N_ELEMENTS (rowid_names) && !table->rowid; i++)
    if (!is_hidden[i] && has_rowid (self, table->name, rowid_names[i]))
      table->rowid = rowid_names[i];
  if (n_keys != 1)
    table->alias = -1;
  if (table->alias >= 0)
    table->is_plain &= find_key_index (self, table->name, &has_index);
  if (has_index)
    table->alias = -1;
  table->is_plain &= table->rowid && table->rc == SQLITE_OK;
}

/* A table with its columns, %NULL if there is none. Names compare as in SQL, without case. */
LscDbTable *
_lsc_db_find_table (LscDb *self, const char *table)
{
  g_autofree char *key = g_ascii_strdown (table, -1);
  LscDbTable *found = g_hash_table_lookup (self->tables, key);

  if (found && !found->columns)
    load_columns (self, found);
  return found;
}

/**
 * lsc_db_has_table:
 *
 * Returns: whether @table is a real table; views and virtual tables are none
 */
gboolean
lsc_db_has_table (LscDb *self, const char *table)
{
  g_return_val_if_fail (self && table, FALSE);

  g_autofree char *key = g_ascii_strdown (table, -1);

  return g_hash_table_contains (self->tables, key);
}

/**
 * lsc_db_has_column:
 *
 * Returns: whether @table is there and stores a column @column; generated columns are none
 */
gboolean
lsc_db_has_column (LscDb *self, const char *table, const char *column)
{
  g_return_val_if_fail (self && table && column, FALSE);

  LscDbTable *found = _lsc_db_find_table (self, table);

  for (guint i = 0; found && i < found->columns->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (found->columns, i), column) == 0)
      return TRUE;
  return FALSE;
}

/**
 * lsc_db_get_rowid_name:
 *
 * Returns: (nullable): what SQL calls the number of a row of @table, which may have a column of the
 *   usual name; %NULL where there is no table, or its rows have no numbers that SQL could name
 */
const char *
lsc_db_get_rowid_name (LscDb *self, const char *table)
{
  g_return_val_if_fail (self && table, NULL);

  const LscDbTable *found = _lsc_db_find_table (self, table);

  return found ? found->rowid : NULL;
}

/* Returns the code of SQLite; @ok_out tells whether @value is filled. */
int
_lsc_db_run_int64 (LscDb *self, const char *sql, gint64 *value, gboolean *ok_out)
{
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);

  *ok_out = FALSE;
  _lsc_db_allow_steps (self);
  if (rc == SQLITE_OK)
    rc = sqlite3_step (stmt);
  if (rc == SQLITE_ROW)
    *ok_out = lsc_column_int64 (stmt, 0, value);
  sqlite3_finalize (stmt);
  return rc;
}

/**
 * lsc_db_query_int64:
 * @sql: a SELECT of one value; over tables for which lsc_db_has_table() is true only
 * @value: (out): the value of the first row
 *
 * Returns: %FALSE when there is no row, the value is no integer, or the query fails, which
 *   lsc_db_check_answers() tells
 */
gboolean
lsc_db_query_int64 (LscDb *self, const char *sql, gint64 *value)
{
  g_return_val_if_fail (self && sql && value, FALSE);

  gboolean ok;

  _lsc_db_note_failure (self, _lsc_db_run_int64 (self, sql, value, &ok), NULL);
  return ok;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * lsc_db_list_tables:
 *
 * Returns: (transfer full): names of the real tables, sorted
 */
GStrv
lsc_db_list_tables (LscDb *self)
{
  g_return_val_if_fail (self, NULL);

  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer table;

  g_hash_table_iter_init (&iter, self->tables);
  while (g_hash_table_iter_next (&iter, NULL, &table))
    g_ptr_array_add (names, g_strdup (((LscDbTable *) table)->name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (names, FALSE);
}
