/* lsc-query-result.c - the rows of a statement as a result table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-private.h"

#include <math.h>
#include <string.h>

#define CELL_BYTES 32 /* of the table, beside its text */

/* The type of a result column follows from its first value that is not NULL; a later value of
 * another type widens it. Until the last row is found, values are kept as SQLite has them. */
typedef struct
{
  LscType type;
  gboolean is_known;
} ColumnType;

/* Memory set aside for the table as rows are found: where it cannot be had, the statement can still
 * be told so, but not the table, whose allocations do not fail. */
typedef struct _Reserve Reserve;
struct _Reserve
{
  Reserve *next;
};

#define RESERVE_BYTES (1024 * 1024)

typedef struct
{
  LscQuery *query;
  sqlite3_stmt *stmt;
  guint n_columns;
  LscColumn *columns;
  sqlite3_value **values; /* row by row */
  gsize n_values;
  gsize most_values;
  Reserve *reserve;
  gsize n_unreserved; /* bytes of the table to be that the reserve does not hold */
} Result;

/* Names that say so are times; the window shows them with a unit. */
static void
name_columns (Result *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *name = sqlite3_column_name (self->stmt, (int) i);

      /* Columns of a table live as long as the program: there are few different names. */
      self->columns[i].name = g_intern_string (name ? name : "");
      self->columns[i].unit =
          g_str_has_suffix (self->columns[i].name, "_ns") ? LSC_UNIT_NS : LSC_UNIT_NONE;
    }
}

static void
result_init (Result *self, LscQuery *query, sqlite3_stmt *stmt)
{
  *self = (Result){ .query = query, .stmt = stmt };
  self->n_columns = (guint) sqlite3_column_count (stmt);
  self->columns = g_new0 (LscColumn, self->n_columns);
  name_columns (self);
}

static void
drop_reserve (Result *self)
{
  while (self->reserve)
    {
      Reserve *next = self->reserve->next;

      sqlite3_free (self->reserve);
      self->reserve = next;
    }
}

static void
drop_values (Result *self, gsize from)
{
  for (gsize i = from; i < self->n_values; i++)
    sqlite3_value_free (self->values[i]);
  self->n_values = MIN (from, self->n_values);
}

static void
result_clear (Result *self)
{
  drop_reserve (self);
  drop_values (self, 0);
  sqlite3_free (self->values);
  g_free (self->columns);
}

/* ---- keeping rows -------------------------------------------------------------------------- */

static gboolean
make_room (Result *self)
{
  gsize most = MAX (2 * self->most_values, MAX (64, self->n_columns));
  sqlite3_value **values;

  if (self->n_values + self->n_columns <= self->most_values)
    return TRUE;
  values = sqlite3_realloc64 (self->values, most * sizeof *values);
  if (!values)
    return FALSE;
  self->values = values;
  self->most_values = most;
  return TRUE;
}

/* Text of a table is copied, and a blob is written with two digits a byte. */
static gsize
count_bytes (sqlite3_value *value)
{
  int type = sqlite3_value_type (value);
  gsize n = type == SQLITE_TEXT || type == SQLITE_BLOB ? (gsize) sqlite3_value_bytes (value) : 0;

  return CELL_BYTES + (type == SQLITE_BLOB ? 2 * n : n);
}

static gboolean
reserve (Result *self, gsize n_bytes)
{
  self->n_unreserved += n_bytes;
  for (; self->n_unreserved >= RESERVE_BYTES; self->n_unreserved -= RESERVE_BYTES)
    {
      Reserve *more = sqlite3_malloc (RESERVE_BYTES);

      if (!more)
        return FALSE;
      more->next = self->reserve;
      self->reserve = more;
    }
  return TRUE;
}

/* Keeps the row at hand. Returns FALSE, and keeps nothing of it, when there is no memory. */
static gboolean
keep_row (Result *self)
{
  gsize first = self->n_values;

  if (!make_room (self))
    return FALSE;
  for (guint i = 0; i < self->n_columns; i++)
    {
      sqlite3_value *value = sqlite3_value_dup (sqlite3_column_value (self->stmt, (int) i));

      if (value)
        self->values[self->n_values++] = value;
      if (value && reserve (self, count_bytes (value)))
        continue;
      drop_values (self, first);
      return FALSE;
    }
  return TRUE;
}

/* ---- the table ----------------------------------------------------------------------------- */

static LscType
type_of_value (int type)
{
  return type == SQLITE_INTEGER ? LSC_TYPE_INT
         : type == SQLITE_FLOAT ? LSC_TYPE_REAL
                                : LSC_TYPE_TEXT;
}

static void
find_types (Result *self)
{
  g_autofree ColumnType *types = g_new0 (ColumnType, self->n_columns);

  for (gsize i = 0; i < self->n_values; i++)
    {
      ColumnType *column = &types[i % self->n_columns];
      LscType type;

      if (sqlite3_value_type (self->values[i]) == SQLITE_NULL)
        continue;
      type = type_of_value (sqlite3_value_type (self->values[i]));
      if (!column->is_known)
        column->type = type;
      else if (column->type != type)
        column->type =
            column->type == LSC_TYPE_TEXT || type == LSC_TYPE_TEXT ? LSC_TYPE_TEXT : LSC_TYPE_REAL;
      column->is_known = TRUE;
    }
  for (guint i = 0; i < self->n_columns; i++)
    self->columns[i].type = types[i].is_known ? types[i].type : LSC_TYPE_TEXT;
}

/* Returns: (nullable): NULL when there is no memory for its bytes */
static char *
blob_to_text (sqlite3_value *value)
{
  static const char digits[] = "0123456789abcdef";
  const guchar *bytes = sqlite3_value_blob (value);
  gsize n = (gsize) sqlite3_value_bytes (value);
  char *text, *at;

  if (n > 0 && !bytes)
    return NULL;
  at = text = g_malloc (2 * n + sizeof "x''");
  *at++ = 'x';
  *at++ = '\'';
  for (gsize i = 0; i < n; i++)
    {
      *at++ = digits[bytes[i] >> 4];
      *at++ = digits[bytes[i] & 0xf];
    }
  *at++ = '\'';
  *at = '\0';
  return text;
}

/* A text may hold zeros, which end a text of ours: they are shown instead. (transfer full)
 * (nullable): NULL when there are none */
static char *
show_zeros (const char *text, gsize n)
{
  GString *shown = NULL;

  if (strlen (text) == n)
    return NULL;
  shown = g_string_new (NULL);
  for (gsize i = 0; i < n; i++)
    if (text[i] == '\0')
      g_string_append (shown, "␀");
    else
      g_string_append_c (shown, text[i]);
  return g_string_free (shown, FALSE);
}

static gboolean
is_number (sqlite3_value *value)
{
  int type = sqlite3_value_type (value);

  return type == SQLITE_INTEGER ||
         (type == SQLITE_FLOAT && isfinite (sqlite3_value_double (value)));
}

/* Returns FALSE when SQLite has no memory to write a value as text. */
static gboolean
set_cell (LscTable *table, gsize row, guint column, LscType type, sqlite3_value *value)
{
  g_autofree char *own = NULL;
  const char *text;

  if (sqlite3_value_type (value) == SQLITE_NULL)
    return TRUE;
  if (type == LSC_TYPE_INT)
    lsc_table_set_int (table, row, column, sqlite3_value_int64 (value));
  else if (type == LSC_TYPE_REAL)
    lsc_table_set_real (table, row, column, sqlite3_value_double (value));
  else
    {
      if (sqlite3_value_type (value) == SQLITE_BLOB)
        text = own = blob_to_text (value);
      else
        text = (const char *) sqlite3_value_text (value);
      if (!text)
        return FALSE;
      if (is_number (value))
        lsc_table_set_number (table, row, column, text);
      else
        {
          if (!own)
            own = show_zeros (text, (gsize) sqlite3_value_bytes (value));
          lsc_table_set_text (table, row, column, own ? own : text);
        }
    }
  return TRUE;
}

/* Each value goes when its copy is there, so that there are never two of all. */
static LscTable *
make_table (Result *self)
{
  g_autoptr (LscTable) table = NULL;

  find_types (self);
  table = lsc_table_new ("query", self->columns, self->n_columns);
  for (gsize i = 0; i < self->n_values; i++)
    {
      guint column = (guint) (i % self->n_columns);
      gsize row = column == 0 ? lsc_table_add_row (table) : lsc_table_get_n_rows (table) - 1;

      if (!set_cell (table, row, column, self->columns[column].type, self->values[i]))
        return NULL;
      sqlite3_value_free (self->values[i]);
      self->values[i] = NULL;
    }
  return g_steal_pointer (&table);
}

static int
step_all (Result *self, gsize most_rows)
{
  int code;

  for (gsize n_rows = 0; (code = sqlite3_step (self->stmt)) == SQLITE_ROW; n_rows++)
    {
      if (n_rows == most_rows)
        return SQLITE_ROW;
      if (!keep_row (self))
        return SQLITE_NOMEM;
    }
  return code;
}

/*
 * Runs a statement to its end, or until it has @most_rows, or until the account says stop.
 *
 * @code: (out): SQLITE_DONE, SQLITE_ROW when there are more rows, else what ended it
 *
 * Returns: (transfer full) (nullable): the rows that were found; %NULL when the statement failed,
 *   was cancelled, or the machine has no memory
 */
LscTable *
_lsc_query_collect (LscQuery *self, sqlite3_stmt *stmt, gsize most_rows, int *code)
{
  Result result;
  LscTable *table = NULL;

  result_init (&result, self, stmt);
  *code = step_all (&result, most_rows);
  if (!self->account.is_cancelled &&
      (*code == SQLITE_DONE || *code == SQLITE_ROW || self->account.end != LSC_QUERY_WHOLE))
    {
      drop_reserve (&result);
      lsc_query_account_pause (&self->account);
      table = make_table (&result);
      if (!table)
        *code = SQLITE_NOMEM;
      lsc_query_account_resume (&self->account);
    }
  result_clear (&result);
  return table;
}
