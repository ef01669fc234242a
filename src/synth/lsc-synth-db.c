/* lsc-synth-db.c - writes one profiler database: strings and rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-db.h"

#include <gio/gio.h>
#include <sqlite3.h>
#include <string.h>

#include "synth/lsc-synth-names.h"
#include "synth/lsc-synth-timeline.h"

#define FRAMEWORK_FIRST_ID (1 << 28)
#define MEMORY_FIRST_ID (2 << 28)
#define N_PARTS 3
#define UNKNOWN G_MAXUINT32
/* Rows of one statement: starting a statement costs SQLite more than a row. */
#define BATCH 32
#define NUMBER_LENGTH 24

struct _LscSynthDb
{
  sqlite3 *handle;
  char *path;
  gboolean schema12;
  GError *error;
  sqlite3_stmt *inserts[LSC_SYNTH_N_TABLES];
  sqlite3_stmt *batches[LSC_SYNTH_N_TABLES];
  gint64 *waiting[LSC_SYNTH_N_TABLES]; /* up to BATCH rows */
  guint n_waiting[LSC_SYNTH_N_TABLES];
  guint n_columns[LSC_SYNTH_N_TABLES];
  gint64 counts[LSC_SYNTH_N_TABLES];
  GArray *ids[N_PARTS]; /* guint32 by name: CANN part, framework part, memory part */
  gint64 next_id[N_PARTS];
  gint64 drift_ppb;
  gint64 origin_ns;
};

static void
remember_error (LscSynthDb *self)
{
  if (self->error == NULL)
    self->error = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "Cannot write %s: %s.", self->path,
                               self->handle ? sqlite3_errmsg (self->handle) : "no memory");
}

/* Salts of a write-ahead log come from the file layer: make them equal in every run. */
static int
fixed_randomness (sqlite3_vfs *vfs, int n_bytes, char *bytes)
{
  (void) vfs;
  for (int i = 0; i < n_bytes; i++)
    bytes[i] = (char) (i * 37 + 11);
  return n_bytes;
}

static void
use_fixed_randomness (void)
{
  static sqlite3_vfs vfs;

  if (vfs.zName != NULL)
    return;
  vfs = *sqlite3_vfs_find (NULL);
  vfs.zName = "lanescope-synth";
  vfs.xRandomness = fixed_randomness;
  sqlite3_vfs_register (&vfs, 1);
}

/**
 * lsc_synth_db_execute:
 * @self: a database
 * @sql: statements
 *
 * Errors are kept and reported by lsc_synth_db_close(); this holds for every function here.
 */
void
lsc_synth_db_execute (LscSynthDb *self, const char *sql)
{
  if (self->error == NULL && sqlite3_exec (self->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
    remember_error (self);
}

/**
 * lsc_synth_db_create:
 * @path: a file that does not exist
 * @schema12: layout of schema 1.2 instead of 1.0
 * @error: (out) (optional): G_IO_ERROR_FAILED if it cannot be created
 *
 * Creates a database without tables and begins a transaction.
 *
 * Returns: (transfer full) (nullable): the database
 */
LscSynthDb *
lsc_synth_db_create (const char *path, gboolean schema12, GError **error)
{
  g_autoptr (LscSynthDb) self = g_new0 (LscSynthDb, 1);

  use_fixed_randomness ();
  self->path = g_strdup (path);
  self->schema12 = schema12;
  for (guint i = 0; i < N_PARTS; i++)
    self->ids[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->next_id[1] = FRAMEWORK_FIRST_ID;
  self->next_id[2] = MEMORY_FIRST_ID;
  if (sqlite3_open_v2 (path, &self->handle,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                       NULL) != SQLITE_OK)
    remember_error (self);
  lsc_synth_db_execute (self,
                        "PRAGMA page_size=4096;PRAGMA journal_mode=OFF;PRAGMA synchronous=OFF;"
                        "PRAGMA locking_mode=EXCLUSIVE;PRAGMA cache_size=-131072;"
                        "PRAGMA temp_store=MEMORY;BEGIN");
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  return g_steal_pointer (&self);
}

static sqlite3_stmt *
prepare_insert (LscSynthDb *self, LscSynthTable table, guint n_rows)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_string_printf (sql, "INSERT INTO %s VALUES", lsc_synth_table_name (table));
  for (guint row = 0; row < n_rows; row++)
    {
      g_string_append (sql, row > 0 ? ",(?" : "(?");
      for (guint i = 1; i < self->n_columns[table]; i++)
        g_string_append (sql, ",?");
      g_string_append_c (sql, ')');
    }
  if (self->error == NULL &&
      sqlite3_prepare_v3 (self->handle, sql->str, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                          NULL) != SQLITE_OK)
    remember_error (self);
  return statement;
}

/** lsc_synth_db_create_table: creates a table; rows can be inserted afterwards. */
void
lsc_synth_db_create_table (LscSynthDb *self, LscSynthTable table)
{
  g_autofree char *create = lsc_synth_table_sql (table, self->schema12);

  lsc_synth_db_execute (self, create);
  self->n_columns[table] = lsc_synth_table_columns (table, self->schema12);
  self->inserts[table] = prepare_insert (self, table, 1);
  self->waiting[table] = g_new (gint64, BATCH * self->n_columns[table]);
}

static void
step_insert (LscSynthDb *self, sqlite3_stmt *statement)
{
  if (sqlite3_step (statement) != SQLITE_DONE)
    remember_error (self);
  sqlite3_reset (statement);
}

/* Writes a positive number and returns its length. */
static int
print_number (char *buffer, gint64 value)
{
  char digits[NUMBER_LENGTH];
  int n = 0;

  do
    digits[n++] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  for (int i = 0; i < n; i++)
    buffer[i] = digits[n - 1 - i];
  return n;
}

/* Binds rows and runs the statement. The first two columns of PYTORCH_API hold text. */
static void
insert_rows (LscSynthDb *self, LscSynthTable table, sqlite3_stmt *statement, const gint64 *values,
             guint n_rows)
{
  const guint n_columns = self->n_columns[table];
  char text[BATCH * 2][NUMBER_LENGTH];
  int parameter = 1;

  for (guint row = 0; row < n_rows; row++)
    for (guint i = 0; i < n_columns; i++, parameter++)
      {
        const gint64 value = values[row * n_columns + i];
        char *buffer = text[2 * row + i % 2];

        if (value == LSC_SYNTH_NULL)
          sqlite3_bind_null (statement, parameter);
        else if (table == LSC_SYNTH_PYTORCH_API && i < 2)
          sqlite3_bind_text (statement, parameter, buffer, print_number (buffer, value),
                             SQLITE_STATIC);
        else
          sqlite3_bind_int64 (statement, parameter, value);
      }
  step_insert (self, statement);
}

static void
flush_table (LscSynthDb *self, LscSynthTable table)
{
  const guint n = self->n_waiting[table];

  self->n_waiting[table] = 0;
  if (n == BATCH && self->batches[table] == NULL)
    self->batches[table] = prepare_insert (self, table, BATCH);
  if (self->error != NULL)
    return;
  if (n == BATCH)
    {
      insert_rows (self, table, self->batches[table], self->waiting[table], n);
      return;
    }
  for (guint row = 0; row < n; row++)
    insert_rows (self, table, self->inserts[table],
                 self->waiting[table] + row * self->n_columns[table], 1);
}

static void
flush_all (LscSynthDb *self)
{
  for (guint i = 0; i < LSC_SYNTH_N_TABLES; i++)
    flush_table (self, (LscSynthTable) i);
}

static gint64
insert_string (LscSynthDb *self, guint part, const char *text)
{
  gint64 id = self->next_id[part]++;
  sqlite3_stmt *statement = self->inserts[LSC_SYNTH_STRING_IDS];

  if (self->error != NULL)
    return id;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_text (statement, 2, text, -1, SQLITE_STATIC);
  step_insert (self, statement);
  self->counts[LSC_SYNTH_STRING_IDS]++;
  return id;
}

static gint64
find_id (LscSynthDb *self, guint part, guint name)
{
  GArray *ids = self->ids[part];
  guint32 *id;

  while (ids->len <= name)
    {
      const guint32 unknown = UNKNOWN;

      g_array_append_val (ids, unknown);
    }
  id = &g_array_index (ids, guint32, name);
  if (*id == UNKNOWN)
    *id = (guint32) insert_string (self, part, lsc_synth_name_text (name));
  return *id;
}

/** lsc_synth_db_id: the string id of a name in the CANN part, written on first use. */
gint64
lsc_synth_db_id (LscSynthDb *self, guint name)
{
  return find_id (self, 0, name);
}

/** lsc_synth_db_framework_id: the string id of a name in the framework part. */
gint64
lsc_synth_db_framework_id (LscSynthDb *self, guint name)
{
  return find_id (self, 1, name);
}

/** lsc_synth_db_memory_id: the string id of a name in the memory part, written on first use. */
gint64
lsc_synth_db_memory_id (LscSynthDb *self, guint name)
{
  return find_id (self, 2, name);
}

/** lsc_synth_db_add_string: writes a text of the CANN part that is used once; returns its id. */
gint64
lsc_synth_db_add_string (LscSynthDb *self, const char *text)
{
  return insert_string (self, 0, text);
}

/**
 * lsc_synth_db_set_drift:
 * @self: a database
 * @drift_ppb: what the clock gains, in ns of each second
 * @origin_ns: when it shows the right offset, on that clock
 *
 * From here on every time that is inserted is that of the drifting clock.
 */
void
lsc_synth_db_set_drift (LscSynthDb *self, gint64 drift_ppb, gint64 origin_ns)
{
  self->drift_ppb = drift_ppb;
  self->origin_ns = origin_ns;
}

/* Columns of a table that hold times: first and number. */
static guint
time_columns (LscSynthTable table, guint *first)
{
  *first = table == LSC_SYNTH_STEP_TIME || table == LSC_SYNTH_COMMUNICATION_OP ||
           table == LSC_SYNTH_AICORE_FREQ;
  switch (table)
    {
    case LSC_SYNTH_SESSION_TIME_INFO:
    case LSC_SYNTH_STEP_TIME:
    case LSC_SYNTH_TASK:
    case LSC_SYNTH_COMMUNICATION_OP:
    case LSC_SYNTH_CANN_API:
    case LSC_SYNTH_PYTORCH_API:
    case LSC_SYNTH_MSTX_EVENTS:
      return 2;
    case LSC_SYNTH_AICORE_FREQ:
      return 1;
    default:
      return 0;
    }
}

static void
let_drift (const LscSynthDb *self, LscSynthTable table, gint64 *values)
{
  guint first, n = time_columns (table, &first);

  for (guint i = first; i < first + n; i++)
    values[i] += lsc_synth_timeline_gain (self->drift_ppb, values[i] - self->origin_ns);
}

/**
 * lsc_synth_db_insert:
 * @self: a database
 * @table: a table that was created
 * @values: as many values as schema 1.2 has columns; %LSC_SYNTH_NULL for NULL
 *
 * Inserts a row. It may reach the file later, but in its order within the table.
 */
void
lsc_synth_db_insert (LscSynthDb *self, LscSynthTable table, const gint64 *values)
{
  const guint n_columns = self->n_columns[table];

  if (self->error != NULL)
    return;
  memcpy (self->waiting[table] + self->n_waiting[table] * n_columns, values,
          n_columns * sizeof *values);
  if (self->drift_ppb != 0)
    let_drift (self, table, self->waiting[table] + self->n_waiting[table] * n_columns);
  self->counts[table]++;
  if (++self->n_waiting[table] == BATCH)
    flush_table (self, table);
}

/**
 * lsc_synth_db_insert_text:
 * @self: a database
 * @table: a table that was created
 * @values: (array): as many texts as it has columns; SQLite turns them into the column's type
 */
void
lsc_synth_db_insert_text (LscSynthDb *self, LscSynthTable table, const char *const *values)
{
  sqlite3_stmt *statement = self->inserts[table];

  if (self->error != NULL)
    return;
  for (guint i = 0; i < self->n_columns[table]; i++)
    sqlite3_bind_text (statement, (int) i + 1, values[i], -1, SQLITE_STATIC);
  step_insert (self, statement);
  self->counts[table]++;
}

/** lsc_synth_db_count: rows given to a table so far. */
gint64
lsc_synth_db_count (const LscSynthDb *self, LscSynthTable table)
{
  return self->counts[table];
}

/**
 * lsc_synth_db_enter_wal:
 * @self: a database
 *
 * What is written from here on stays in a write-ahead log beside the database.
 */
void
lsc_synth_db_enter_wal (LscSynthDb *self)
{
  flush_all (self);
  lsc_synth_db_execute (self, "COMMIT;PRAGMA journal_mode=WAL;PRAGMA wal_autocheckpoint=0");
  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  lsc_synth_db_execute (self, "BEGIN");
}

/** lsc_synth_db_discard: closes without reporting errors; frees the database. */
void
lsc_synth_db_discard (LscSynthDb *self)
{
  for (guint i = 0; i < LSC_SYNTH_N_TABLES; i++)
    {
      sqlite3_finalize (self->inserts[i]);
      sqlite3_finalize (self->batches[i]);
      g_free (self->waiting[i]);
    }
  sqlite3_close (self->handle);
  for (guint i = 0; i < N_PARTS; i++)
    g_array_unref (self->ids[i]);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

/**
 * lsc_synth_db_close:
 * @self: (transfer full): a database
 * @error: (out) (optional): the first error since it was created
 *
 * Ends the transaction, closes and frees the database.
 *
 * Returns: %FALSE if something could not be written
 */
gboolean
lsc_synth_db_close (LscSynthDb *self, GError **error)
{
  gboolean ok;

  flush_all (self);
  lsc_synth_db_execute (self, "COMMIT");
  ok = self->error == NULL;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&self->error));
  lsc_synth_db_discard (self);
  return ok;
}
