/* lsc-query.c - read-only SQL over slices, links, gaps, modules and blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-query-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"

#define PROGRESS_STEPS 10000             /* instructions of SQLite between two looks at the clock */
#define LONGEST_VALUE (64 * 1024 * 1024) /* bytes of one text */
#define LONGEST_STATEMENT (1 * 1024 * 1024)

/* ---- what a statement may do --------------------------------------------------------------- */

/* Reading, computing and common table expressions; nothing that could reach a file. */
static int
authorize (
    void *data, int action, const char *a, const char *b, const char *database, const char *trigger)
{
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return b && (g_ascii_strcasecmp (b, "load_extension") == 0 ||
                   g_ascii_strcasecmp (b, "fts3_tokenizer") == 0)
                 ? SQLITE_DENY
                 : SQLITE_OK;
    default:
      return SQLITE_DENY;
    }
}

/* Whether the statement has had its time or is not wanted any more. */
gboolean
_lsc_query_must_stop (LscQuery *self)
{
  if (self->deadline_us != 0 && g_get_monotonic_time () > self->deadline_us)
    self->is_late = TRUE;
  return self->is_late || lsc_job_is_cancelled (self->job);
}

static int
on_progress (void *data)
{
  return _lsc_query_must_stop (data);
}

/* ---- recordings ---------------------------------------------------------------------------- */

static void
note_failure (LscQuery *self, LscSource *source, const GError *error)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-not-read", "%s", error->message);

  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notices_add (self->notices, notice);
  self->n_failed++;
}

/* Time that reading takes is not the statement's. */
static void
give_back_time (LscQuery *self, gint64 began_us)
{
  if (self->deadline_us != 0)
    self->deadline_us += g_get_monotonic_time () - began_us;
}

static gboolean
load_timeline (LscQuery *self, guint index, GError **error)
{
  LscSource *source = g_ptr_array_index (self->sources, index);
  g_autoptr (LscTimeline) timeline =
      self->loader.load_timeline (source, g_get_num_processors (), self->job, error);

  if (!timeline || !lsc_timeline_complete (timeline, self->job, error))
    return FALSE;
  lsc_notices_add_all (self->notices, timeline->notices);
  self->timelines[index] = g_steal_pointer (&timeline);
  return TRUE;
}

/*
 * Reads the timelines that are not there yet. A rank that cannot be read is a notice; only when
 * none can, or the user cancels, the statement fails.
 */
gboolean
_lsc_query_load_timelines (LscQuery *self)
{
  gint64 began_us = g_get_monotonic_time ();
  gsize n_loaded = 0;

  if (self->are_timelines_loaded)
    return TRUE;
  g_clear_error (&self->error);
  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!self->timelines[i] && !load_timeline (self, i, &error))
        {
          if (lsc_job_is_cancelled (self->job) || (self->sources->len == 1))
            {
              self->error = g_steal_pointer (&error);
              return FALSE;
            }
          note_failure (self, g_ptr_array_index (self->sources, i), error);
        }
      n_loaded += self->timelines[i] != NULL;
    }
  give_back_time (self, began_us);
  if (n_loaded == 0)
    {
      g_set_error_literal (
          &self->error, LSC_ERROR, LSC_ERROR_NOTHING, _ ("None of the ranks could be read."));
      return FALSE;
    }
  self->are_timelines_loaded = TRUE;
  return TRUE;
}

/* Reads the runs for the module tree and the pipeline, once. */
gboolean
_lsc_query_load_runs (LscQuery *self, GError **error)
{
  if (self->runs)
    return TRUE;
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autoptr (GError) failure = NULL;
      LscRun *run = self->loader.load_run (source, LSC_LOAD_EVERYTHING, self->job, &failure);

      if (run)
        {
          lsc_notices_add_all (self->notices, run->notices);
          g_ptr_array_add (self->runs, run);
        }
      else if (lsc_job_is_cancelled (self->job))
        {
          g_clear_pointer (&self->runs, g_ptr_array_unref);
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      else
        note_failure (self, source, failure);
    }
  return TRUE;
}

/* Returns: (transfer none) (nullable): NULL with LscQuery.error */
LscTable *
_lsc_query_get_table (LscQuery *self, LscQueryTable table)
{
  gint64 began_us = g_get_monotonic_time ();

  if (!self->tables[table])
    {
      g_clear_error (&self->error);
      self->tables[table] = _lsc_query_make_table (self, table, &self->error);
      give_back_time (self, began_us);
    }
  return self->tables[table];
}

/* ---- life ---------------------------------------------------------------------------------- */

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

      if (sqlite3_prepare_v2 (self->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return FALSE;
      sqlite3_finalize (stmt);
    }
  return TRUE;
}

static gboolean
set_up (LscQuery *self)
{
  if (sqlite3_open_v2 (":memory:",
                       &self->db,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                           SQLITE_OPEN_NOMUTEX,
                       NULL) != SQLITE_OK ||
      _lsc_query_add_slices (self) != SQLITE_OK || _lsc_query_add_links (self) != SQLITE_OK ||
      _lsc_query_add_tables (self) != SQLITE_OK || !connect_tables (self))
    return FALSE;
  sqlite3_limit (self->db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
  sqlite3_limit (self->db, SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT);
  sqlite3_limit (self->db, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
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
  LscQuery *self = g_new0 (LscQuery, 1);

  self->sources = g_ptr_array_ref (sources);
  self->loader = *loader;
  self->timelines = g_new0 (LscTimeline *, sources->len + 1);
  self->notices = lsc_notices_new ();
  if (set_up (self))
    return self;
  g_set_error (error,
               LSC_ERROR,
               LSC_ERROR_IO,
               _ ("The query engine could not be set up: %s."),
               sqlite3_errmsg (self->db));
  lsc_query_free (self);
  return NULL;
}

void
lsc_query_free (LscQuery *self)
{
  if (!self)
    return;
  sqlite3_close (self->db);
  for (guint i = 0; i < self->sources->len; i++)
    g_clear_pointer (&self->timelines[i], lsc_timeline_unref);
  for (guint i = 0; i < LSC_QUERY_N_TABLES; i++)
    g_clear_pointer (&self->tables[i], lsc_table_unref);
  g_free (self->timelines);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_ptr_array_unref (self->sources);
  lsc_notices_unref (self->notices);
  g_clear_error (&self->error);
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
  static const char *const names[] = { "ranks", "lanes",   "steps",  "slices", "links",
                                       "gaps",  "modules", "blocks", NULL };

  return names;
}

/* ---- running ------------------------------------------------------------------------------- */

/* The type of a result column follows from its first value that is not NULL; a later value of
 * another type widens it, and the column is written again. */
typedef struct
{
  LscType type;
  gboolean is_known;
} ColumnType;

typedef struct
{
  sqlite3_stmt *stmt;
  guint n_columns;
  LscColumn *columns;
  GArray *values; /* sqlite3_value *, row by row */
} Result;

static void
free_value (gpointer data)
{
  sqlite3_value_free (*(sqlite3_value **) data);
}

static LscType
type_of_value (int type)
{
  return type == SQLITE_INTEGER ? LSC_TYPE_INT
         : type == SQLITE_FLOAT ? LSC_TYPE_REAL
                                : LSC_TYPE_TEXT;
}

static void
find_types (Result *result)
{
  g_autofree ColumnType *types = g_new0 (ColumnType, result->n_columns);

  for (guint i = 0; i < result->values->len; i++)
    {
      sqlite3_value *value = g_array_index (result->values, sqlite3_value *, i);
      ColumnType *column = &types[i % result->n_columns];
      LscType type;

      if (sqlite3_value_type (value) == SQLITE_NULL)
        continue;
      type = type_of_value (sqlite3_value_type (value));
      if (!column->is_known)
        column->type = type;
      else if (column->type != type)
        column->type =
            column->type == LSC_TYPE_TEXT || type == LSC_TYPE_TEXT ? LSC_TYPE_TEXT : LSC_TYPE_REAL;
      column->is_known = TRUE;
    }
  for (guint i = 0; i < result->n_columns; i++)
    result->columns[i].type = types[i].is_known ? types[i].type : LSC_TYPE_TEXT;
}

/* Names that say so are times; the window shows them with a unit. */
static LscUnit
guess_unit (const char *name)
{
  return g_str_has_suffix (name, "_ns") ? LSC_UNIT_NS : LSC_UNIT_NONE;
}

static void
set_cell (LscTable *table, gsize row, guint column, LscType type, sqlite3_value *value)
{
  g_autofree char *hex = NULL;

  if (sqlite3_value_type (value) == SQLITE_NULL)
    return;
  if (type == LSC_TYPE_INT)
    lsc_table_set_int (table, row, column, sqlite3_value_int64 (value));
  else if (type == LSC_TYPE_REAL)
    lsc_table_set_real (table, row, column, sqlite3_value_double (value));
  else if (sqlite3_value_type (value) == SQLITE_BLOB)
    {
      const guchar *bytes = sqlite3_value_blob (value);
      int n = sqlite3_value_bytes (value);
      GString *text = g_string_new ("x'");

      for (int i = 0; i < n; i++)
        g_string_append_printf (text, "%02x", bytes[i]);
      hex = g_string_free (g_string_append_c (text, '\''), FALSE);
      lsc_table_set_text (table, row, column, hex);
    }
  else
    lsc_table_set_text (table, row, column, (const char *) sqlite3_value_text (value));
}

static LscTable *
make_result (Result *result)
{
  LscTable *table;

  find_types (result);
  table = lsc_table_new ("query", result->columns, result->n_columns);
  for (guint i = 0; i < result->values->len; i++)
    {
      guint column = i % result->n_columns;
      gsize row = column == 0 ? lsc_table_add_row (table) : lsc_table_get_n_rows (table) - 1;

      set_cell (table,
                row,
                column,
                result->columns[column].type,
                g_array_index (result->values, sqlite3_value *, i));
    }
  return table;
}

static gboolean
set_sql_error (LscQuery *self, int code, GError **error)
{
  if (self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else if (code == SQLITE_AUTH)
    g_set_error_literal (
        error,
        LSC_ERROR,
        LSC_ERROR_USAGE,
        _ ("Only SELECT statements over the tables of the recording are allowed here."));
  else
    g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("SQL: %s"), sqlite3_errmsg (self->db));
  return FALSE;
}

static gboolean
is_blank (const char *text)
{
  for (; *text; text++)
    if (!g_ascii_isspace (*text) && *text != ';')
      return FALSE;
  return TRUE;
}

static sqlite3_stmt *
prepare (LscQuery *self, const char *sql, GError **error)
{
  sqlite3_stmt *stmt = NULL;
  const char *tail = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &stmt, &tail);

  if (code != SQLITE_OK)
    {
      set_sql_error (self, code, error);
      return NULL;
    }
  if (stmt && sqlite3_stmt_readonly (stmt) && sqlite3_column_count (stmt) > 0 && is_blank (tail))
    return stmt;
  g_set_error_literal (error,
                       LSC_ERROR,
                       LSC_ERROR_USAGE,
                       !stmt              ? _ ("There is no statement.")
                       : !is_blank (tail) ? _ ("One statement at a time, please.")
                                          : _ ("Only statements that give rows are allowed here."));
  sqlite3_finalize (stmt);
  return NULL;
}

static void
keep_row (Result *result)
{
  for (guint i = 0; i < result->n_columns; i++)
    {
      sqlite3_value *value = sqlite3_value_dup (sqlite3_column_value (result->stmt, (int) i));

      g_array_append_val (result->values, value);
    }
}

static gboolean
step_all (LscQuery *self, Result *result, gsize most_rows, LscQueryEnd *end, GError **error)
{
  gsize n_rows = 0;
  int code;

  while ((code = sqlite3_step (result->stmt)) == SQLITE_ROW)
    {
      if (n_rows == most_rows)
        {
          *end = LSC_QUERY_OUT_OF_ROWS;
          return TRUE;
        }
      keep_row (result);
      n_rows++;
    }
  if (code == SQLITE_DONE)
    return TRUE;
  if (!lsc_job_check (self->job, error))
    return FALSE;
  if (!self->is_late)
    return set_sql_error (self, code, error);
  *end = LSC_QUERY_OUT_OF_TIME;
  return TRUE;
}

/**
 * lsc_query_run:
 * @sql: one statement that gives rows
 * @budget: what it may cost
 * @job: (nullable): progress of reading, and cancellation
 * @end: (out): whether the rows are all there are
 *
 * Errors: %LSC_ERROR_USAGE for a refused or wrong statement, %LSC_ERROR_CANCELLED, and those of
 * reading the recordings.
 *
 * Returns: (transfer full) (nullable): the rows
 */
LscTable *
lsc_query_run (LscQuery *self,
               const char *sql,
               const LscQueryBudget *budget,
               LscJob *job,
               LscQueryEnd *end,
               GError **error)
{
  Result result = { 0 };
  LscTable *table = NULL;

  *end = LSC_QUERY_WHOLE;
  self->job = job;
  self->is_late = FALSE;
  g_clear_error (&self->error);
  self->deadline_us =
      budget->timeout_ms > 0 ? g_get_monotonic_time () + budget->timeout_ms * 1000 : 0;
  result.stmt = prepare (self, sql, error);
  if (!result.stmt)
    return NULL;
  result.n_columns = (guint) sqlite3_column_count (result.stmt);
  result.columns = g_new0 (LscColumn, result.n_columns);
  result.values = g_array_new (FALSE, FALSE, sizeof (sqlite3_value *));
  g_array_set_clear_func (result.values, free_value);
  for (guint i = 0; i < result.n_columns; i++)
    {
      /* Columns of a table live as long as the program: there are few different names. */
      result.columns[i].name = g_intern_string (sqlite3_column_name (result.stmt, (int) i));
      result.columns[i].unit = guess_unit (result.columns[i].name);
    }
  if (step_all (self, &result, budget->most_rows > 0 ? budget->most_rows : G_MAXSIZE, end, error))
    table = make_result (&result);
  sqlite3_finalize (result.stmt);
  g_array_unref (result.values);
  g_free (result.columns);
  self->job = NULL;
  return table;
}
