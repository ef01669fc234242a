/* lsc-query-tables.c - virtual tables over result tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-private.h"

/* One module for all: which table it is, its name says. */

typedef struct
{
  sqlite3_vtab base;
  LscQuery *query;
  LscQueryTable table;
} Table;

typedef struct
{
  sqlite3_vtab_cursor base;
  LscQuery *query;
  LscTable *table; /* borrowed */
  gsize row;
} Cursor;

/** What a module is told when it is made. */
typedef struct
{
  LscQuery *query;
  LscQueryTable table;
} Maker;

/** Tells SQLite the columns of a virtual table. */
int
_lsc_query_declare (sqlite3 *db, const LscSqlTable *about)
{
  g_autofree char *sql = lsc_sql_declare (about, FALSE);

  return sqlite3_declare_vtab (db, sql);
}

static int
on_connect (sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
            char **message)
{
  const Maker *maker = data;
  Table *table;
  int code = _lsc_query_declare (db, _lsc_query_table_about (maker->table));

  if (code != SQLITE_OK)
    return code;
  table = g_new0 (Table, 1);
  table->query = maker->query;
  table->table = maker->table;
  *out = &table->base;
  return SQLITE_OK;
}

static int
on_disconnect (sqlite3_vtab *table)
{
  g_free (table);
  return SQLITE_OK;
}

static int
on_best_index (sqlite3_vtab *table, sqlite3_index_info *info)
{
  info->estimatedCost = 1e5;
  info->estimatedRows = 100000;
  return SQLITE_OK;
}

static int
on_open (sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
  Cursor *cursor = g_new0 (Cursor, 1);

  cursor->query = ((Table *) table)->query;
  *out = &cursor->base;
  return SQLITE_OK;
}

static int
on_close (sqlite3_vtab_cursor *base)
{
  g_free (base);
  return SQLITE_OK;
}

static int
on_filter (sqlite3_vtab_cursor *base, int plan, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;

  self->row = 0;
  self->table = _lsc_query_get_table (self->query, ((Table *) base->pVtab)->table);
  return self->table ? SQLITE_OK : SQLITE_ERROR;
}

static int
on_next (sqlite3_vtab_cursor *base)
{
  ((Cursor *) base)->row++;
  return SQLITE_OK;
}

static int
on_eof (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  return self->row >= lsc_table_get_n_rows (self->table);
}

static int
on_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  Cursor *self = (Cursor *) base;
  LscValue value = lsc_table_get (self->table, self->row, (guint) column);

  if (value.is_null)
    sqlite3_result_null (context);
  else if (value.type == LSC_TYPE_INT)
    sqlite3_result_int64 (context, value.integer);
  else if (value.type == LSC_TYPE_REAL)
    sqlite3_result_double (context, value.real);
  else
    sqlite3_result_text (context, value.text, -1, SQLITE_TRANSIENT);
  return SQLITE_OK;
}

static int
on_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  *rowid = (sqlite3_int64) ((Cursor *) base)->row;
  return SQLITE_OK;
}

static const sqlite3_module module = {
  .iVersion = 0,
  .xConnect = on_connect,
  .xBestIndex = on_best_index,
  .xDisconnect = on_disconnect,
  .xOpen = on_open,
  .xClose = on_close,
  .xFilter = on_filter,
  .xNext = on_next,
  .xEof = on_eof,
  .xColumn = on_column,
  .xRowid = on_rowid,
};

int
_lsc_query_add_tables (LscQuery *self)
{
  int code = SQLITE_OK;

  for (int i = 0; i < LSC_QUERY_N_TABLES && code == SQLITE_OK; i++)
    {
      Maker *maker = g_new0 (Maker, 1);

      maker->query = self;
      maker->table = (LscQueryTable) i;
      code = sqlite3_create_module_v2 (self->db, _lsc_query_table_about (maker->table)->name,
                                       &module, maker, g_free);
    }
  return code;
}
