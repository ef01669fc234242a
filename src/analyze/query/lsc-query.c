/* lsc-query.c - read-only SQL over slices, links, gaps, modules and blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* Between two looks of the progress handler, or at an allocation, SQLite goes through so many
 * instructions, or through the statement once when that has no loop. Each goes over a value or two
 * of LSC_QUERY_LONGEST_VALUE bytes at most. */
#define PROGRESS_STEPS 64
/* Bytes that are gone over in a fraction of a second. A statement of very many instructions is
 * given shorter values in return. */
#define BYTES_AT_ONCE (512 * 1024 * 1024)
#define INSTRUCTION_BYTES 24 /* of a prepared statement, at least */

#define LONGEST_STATEMENT (1 * 1024 * 1024)

/* ---- what a statement may do ------------------------------------------------------------------
 */

/* Reading, computing and common table expressions; nothing that could reach a file. */
static int
authorize (void *data, int action, const char *a, const char *b, const char *database,
           const char *trigger)
{
  LscQuery *self = data;

  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      if (_lsc_query_may_call (b))
        return SQLITE_OK;
      g_free (self->refused);
      self->refused = g_strdup (b);
      return SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

static int
on_progress (void *data)
{
  LscQuery *self = data;

  return lsc_query_account_must_stop (&self->account);
}

/* ---- life -------------------------------------------------------------------------------------
 */

static gboolean
make_view (LscQuery *self, const LscSqlTable *about)
{
  g_autofree char *sql = NULL;

  if (!about->query_view)
    return TRUE;
  sql = g_strdup_printf ("CREATE VIEW %s AS %s", about->name, about->query_view);
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Connects every table while nothing is forbidden yet: declaring one needs rights that statements
 * have not. */
static gboolean
connect_tables (LscQuery *self)
{
  const char *const *names = lsc_query_list_tables ();

  for (int i = 0; names[i]; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s", names[i]);
      sqlite3_stmt *stmt = NULL;

      if (!make_view (self, lsc_sql_find_table (names[i])) ||
          sqlite3_prepare_v2 (self->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return FALSE;
      sqlite3_finalize (stmt);
    }
  return TRUE;
}

/* A connection that reaches no file, and of which no more runs than the statements of its owner. */
static int
open_connection (sqlite3 **db)
{
  int code = sqlite3_open_v2 (":memory:", db,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                                  SQLITE_OPEN_NOMUTEX,
                              _lsc_query_scratch_name ());

  if (code != SQLITE_OK)
    return code;
  /* Memory that is set aside for small things would not be asked for each time. */
  sqlite3_db_config (*db, SQLITE_DBCONFIG_LOOKASIDE, NULL, 0, 0);
  sqlite3_db_config (*db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  /* Tables that SQLite brings itself, such as json_each: newer versions let statements use them
   * without asking. */
  sqlite3_drop_modules (*db, NULL);
  /* A name in double quotes that is misspelt would be taken for a text otherwise. */
  sqlite3_db_config (*db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_db_config (*db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
  sqlite3_db_config (*db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_limit (*db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit (*db, SQLITE_LIMIT_LENGTH, LSC_QUERY_LONGEST_VALUE);
  sqlite3_limit (*db, SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT);
  sqlite3_limit (*db, SQLITE_LIMIT_FUNCTION_ARG, LSC_QUERY_MOST_ARGUMENTS);
  sqlite3_limit (*db, SQLITE_LIMIT_WORKER_THREADS, 0);
  return sqlite3_exec (*db, "PRAGMA temp_store = FILE", NULL, NULL, NULL);
}

static gboolean
set_up (LscQuery *self)
{
  if (!lsc_query_account_is_kept () || open_connection (&self->plain) != SQLITE_OK ||
      open_connection (&self->db) != SQLITE_OK || _lsc_query_add_functions (self) != SQLITE_OK ||
      _lsc_query_add_aggregates (self) != SQLITE_OK || _lsc_query_add_details (self) != SQLITE_OK ||
      _lsc_query_add_tables (self) != SQLITE_OK || !connect_tables (self))
    return FALSE;
  sqlite3_set_authorizer (self->db, authorize, self);
  sqlite3_progress_handler (self->db, PROGRESS_STEPS, on_progress, self);
  return TRUE;
}

/**
 * lsc_query_new:
 * @sources: (element-type LscSource): recordings to ask; nothing of them is read before a
 *   statement needs it
 * @loader: how to read them
 *
 * Errors: %LSC_ERROR_IO when SQLite cannot be set up.
 *
 * Returns: (transfer full) (nullable): the query
 */
LscQuery *
lsc_query_new (GPtrArray *sources, const LscQueryLoader *loader, GError **error)
{
  LscQuery *self;

  g_return_val_if_fail (sources && loader, NULL);
  self = g_new0 (LscQuery, 1);
  self->sources = g_ptr_array_ref (sources);
  self->loader = *loader;
  self->timelines = g_new0 (LscTimeline *, sources->len + 1);
  self->tables = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) lsc_table_unref);
  self->notices = lsc_notices_new ();
  if (set_up (self))
    return self;
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("The query engine could not be set up: %s."),
               sqlite3_errmsg (self->db ? self->db : self->plain));
  lsc_query_free (self);
  return NULL;
}

void
lsc_query_free (LscQuery *self)
{
  if (!self)
    return;
  sqlite3_close (self->db);
  for (guint i = 0; i < G_N_ELEMENTS (self->printfs); i++)
    sqlite3_finalize (self->printfs[i]);
  sqlite3_close (self->plain);
  for (guint i = 0; i < self->sources->len; i++)
    g_clear_pointer (&self->timelines[i], lsc_timeline_unref);
  g_hash_table_unref (self->tables);
  g_clear_pointer (&self->kernel_of, g_hash_table_unref);
  g_clear_pointer (&self->details, g_ptr_array_unref);
  g_free (self->timelines);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_ptr_array_unref (self->sources);
  lsc_notices_unref (self->notices);
  g_clear_error (&self->error);
  g_free (self->refused);
  g_free (self);
}

/**
 * lsc_query_set_timeline:
 * @index: which of the sources
 * @timeline: (transfer none): read and completed by the caller already
 *
 * Spares the query reading what is there.
 */
void
lsc_query_set_timeline (LscQuery *self, gsize index, LscTimeline *timeline)
{
  g_return_if_fail (index < self->sources->len);
  g_clear_pointer (&self->timelines[index], lsc_timeline_unref);
  self->timelines[index] = lsc_timeline_ref (timeline);
}

/**
 * lsc_query_get_notices:
 *
 * Returns: (transfer none): what was odd in the recordings that were read so far
 */
LscNotices *
lsc_query_get_notices (LscQuery *self)
{
  g_return_val_if_fail (self, NULL);
  return self->notices;
}

/**
 * lsc_query_get_n_failed:
 *
 * Returns: how many recordings could not be read, so that rows of theirs are missing
 */
gsize
lsc_query_get_n_failed (LscQuery *self)
{
  g_return_val_if_fail (self, 0);
  return self->n_failed;
}

/**
 * lsc_query_list_tables:
 *
 * Returns: (transfer none): names of the tables, %NULL-terminated
 */
const char *const *
lsc_query_list_tables (void)
{
  static const char *names[32];
  static gsize is_made;

  if (g_once_init_enter (&is_made))
    {
      guint n_tables, n = 0;
      const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

      for (guint i = 0; i < n_tables; i++)
        if (tables[i].places & LSC_SQL_IN_QUERY)
          names[n++] = tables[i].name;
      g_assert (n < G_N_ELEMENTS (names));
      g_once_init_leave (&is_made, 1);
    }
  return names;
}

/* ---- running ----------------------------------------------------------------------------------
 */

static void
set_refused (LscQuery *self, GError **error)
{
  if (self->refused)
    g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                 _ ("SQL: the function %s() cannot be called here."), self->refused);
  else
    g_set_error_literal (
        error, LSC_ERROR, LSC_ERROR_USAGE,
        _ ("Only SELECT statements over the tables of the recording are allowed here."));
}

/* What is wrong with the statement, or what it has too little of. */
static void
set_sql_error (LscQuery *self, const char *sql, int code, GError **error)
{
  g_autofree char *text = NULL;

  if (!lsc_job_check (self->account.job, error))
    return;
  if (self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else if (code == SQLITE_AUTH || self->refused)
    set_refused (self, error);
  else if (code == SQLITE_TOOBIG)
    g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
                 _ ("SQL: a value is longer than the %d kB that this statement may make, or too "
                    "long to be compared with its pattern. Ask for more and shorter values."),
                 sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, -1) / 1000);
  else if ((code & 0xff) == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_LIMIT,
                         _ ("The machine has not enough memory for this statement. Ask for fewer "
                            "or shorter rows."));
  else
    {
      text = _lsc_query_explain (sqlite3_errmsg (self->db), sql);
      g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, text);
    }
}

/* The same of one that could not even be prepared. */
static void
set_unprepared (LscQuery *self, const char *sql, int code, GError **error)
{
  if (self->account.is_cancelled || self->account.end == LSC_QUERY_WHOLE)
    set_sql_error (self, sql, code, error);
  else
    g_set_error_literal (
        error, LSC_ERROR, LSC_ERROR_LIMIT,
        self->account.end == LSC_QUERY_OUT_OF_TIME
            ? _ ("The statement is so involved that its time was over before it began. Write it "
                 "with fewer nested tables.")
            : _ ("The statement is so involved that its memory was used up before it began. Write "
                 "it with fewer nested tables."));
}

static gboolean
is_blank (const char *text)
{
  for (; *text; text++)
    if (!g_ascii_isspace (*text) && *text != ';')
      return FALSE;
  return TRUE;
}

static void
limit_values (LscQuery *self, int n_bytes)
{
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, n_bytes);
  sqlite3_limit (self->plain, SQLITE_LIMIT_LENGTH, n_bytes);
}

static sqlite3_stmt *
prepare (LscQuery *self, const char *sql, GError **error)
{
  sqlite3_stmt *stmt = NULL;
  const char *tail = NULL;
  int code, n_instructions;

  limit_values (self, LSC_QUERY_LONGEST_VALUE);
  code = sqlite3_prepare_v2 (self->db, sql, -1, &stmt, &tail);
  if (code != SQLITE_OK)
    {
      set_unprepared (self, sql, code, error);
      return NULL;
    }
  if (stmt && sqlite3_stmt_readonly (stmt) && sqlite3_column_count (stmt) > 0 && is_blank (tail))
    {
      n_instructions =
          sqlite3_stmt_status (stmt, SQLITE_STMTSTATUS_MEMUSED, FALSE) / INSTRUCTION_BYTES;
      limit_values (self, MIN (LSC_QUERY_LONGEST_VALUE, BYTES_AT_ONCE / MAX (n_instructions, 1)));
      return stmt;
    }
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE,
                       !stmt              ? _ ("There is no statement.")
                       : !is_blank (tail) ? _ ("One statement at a time, please.")
                                          : _ ("Only statements that give rows are allowed here."));
  sqlite3_finalize (stmt);
  return NULL;
}

/* The same of a statement whose columns may have names that they had before. */
static sqlite3_stmt *
prepare_renamed (LscQuery *self, const char *sql, GError **error)
{
  g_autofree char *text = g_strdup (sql);

  for (;;)
    {
      g_autoptr (GError) local = NULL;
      sqlite3_stmt *stmt = prepare (self, text, &local);
      char *renamed = stmt ? NULL : _lsc_query_rename (self, sqlite3_errmsg (self->db), text);

      if (!renamed)
        {
          if (local)
            g_propagate_error (error, g_steal_pointer (&local));
          return stmt;
        }
      g_free (text);
      text = renamed;
    }
}

static LscTable *
run (LscQuery *self, const char *sql, const LscQueryBudget *budget, GError **error)
{
  sqlite3_stmt *stmt = prepare_renamed (self, sql, error);
  LscTable *table;
  int code;

  if (!stmt)
    return NULL;
  table =
      _lsc_query_collect (self, stmt, budget->most_rows > 0 ? budget->most_rows : G_MAXSIZE, &code);
  if (!table)
    set_sql_error (self, sql, code, error);
  else if (code == SQLITE_ROW)
    self->account.end = LSC_QUERY_OUT_OF_ROWS;
  sqlite3_finalize (stmt);
  return table;
}

/**
 * lsc_query_run:
 * @sql: one statement that gives rows
 * @budget: what it may cost
 * @job: (nullable): progress of reading, and cancellation
 * @end: (out): whether the rows are all there are
 *
 * Runs a statement. Cancelled or out of time, it ends within a fraction of a second, whatever it
 * was doing.
 *
 * Errors: %LSC_ERROR_USAGE for a refused or wrong statement, %LSC_ERROR_LIMIT for one that makes
 * too long a value, cannot even begin within the budget, or finds the machine without memory,
 * %LSC_ERROR_CANCELLED, and those of reading the recordings.
 *
 * Returns: (transfer full) (nullable): the rows
 */
LscTable *
lsc_query_run (LscQuery *self, const char *sql, const LscQueryBudget *budget, LscJob *job,
               LscQueryEnd *end, GError **error)
{
  LscTable *table;

  g_return_val_if_fail (self && sql && budget && end, NULL);
  g_clear_error (&self->error);
  g_clear_pointer (&self->refused, g_free);
  lsc_query_account_open (&self->account, budget, job);
  table = run (self, sql, budget, error);
  *end = self->account.end;
  lsc_query_account_close (&self->account);
  return table;
}
