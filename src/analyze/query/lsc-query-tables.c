/* lsc-query-tables.c - the virtual tables of a query
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/query/lsc-query-private.h"

/* ---- what all of them do alike ------------------------------------------------------------- */

/** What SQLite is told of a table. */
typedef struct
{
  sqlite3_module module;
  LscQuery *query;
  const LscSqlTable *about;
  const LscQueryRows *rows;
} Table;

/** A table that a statement reads. */
typedef struct
{
  sqlite3_vtab base;
  const Table *table;
} OpenTable;

static int
on_connect (sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
            char **message)
{
  const Table *table = data;
  g_autofree char *sql = lsc_sql_declare (table->about, FALSE);
  int code = sqlite3_declare_vtab (db, sql);
  OpenTable *open;

  if (code != SQLITE_OK)
    return code;
  open = g_new0 (OpenTable, 1);
  open->table = table;
  *out = &open->base;
  return SQLITE_OK;
}

static int
on_disconnect (sqlite3_vtab *table)
{
  g_free (table);
  return SQLITE_OK;
}

static int
on_open (sqlite3_vtab *open, sqlite3_vtab_cursor **out)
{
  const Table *table = ((OpenTable *) open)->table;
  LscQueryCursor *cursor = g_malloc0 (table->rows->cursor_bytes);

  cursor->query = table->query;
  cursor->about = table->about;
  *out = &cursor->base;
  return SQLITE_OK;
}

static int
on_close (sqlite3_vtab_cursor *cursor)
{
  const LscQueryRows *rows = ((OpenTable *) cursor->pVtab)->table->rows;

  if (rows->clear)
    rows->clear ((LscQueryCursor *) cursor);
  g_free (cursor);
  return SQLITE_OK;
}

static int
on_eof (sqlite3_vtab_cursor *cursor)
{
  return ((LscQueryCursor *) cursor)->is_end;
}

static int
add_table (LscQuery *self, const LscSqlTable *about, const LscQueryRows *rows)
{
  Table *table = g_new (Table, 1);

  *table = (Table){ .module = { .xConnect = on_connect,
                                .xBestIndex = rows->choose_plan,
                                .xDisconnect = on_disconnect,
                                .xOpen = on_open,
                                .xClose = on_close,
                                .xFilter = rows->filter,
                                .xNext = rows->next,
                                .xEof = on_eof,
                                .xColumn = rows->give,
                                .xRowid = rows->get_id },
                    .query = self,
                    .about = about,
                    .rows = rows };
  return sqlite3_create_module_v2 (self->db, about->name, &table->module, table, g_free);
}

/* ---- result tables ------------------------------------------------------------------------- */

typedef struct
{
  LscQueryCursor base;
  LscTable *table; /* borrowed */
  gsize row;
} Cursor;

static int
choose_plan (sqlite3_vtab *table, sqlite3_index_info *info)
{
  info->estimatedCost = 1e5;
  info->estimatedRows = 100000;
  return SQLITE_OK;
}

static int
go_to (Cursor *self, gsize row)
{
  self->row = row;
  self->base.is_end = row >= lsc_table_get_n_rows (self->table);
  return SQLITE_OK;
}

static int
filter (sqlite3_vtab_cursor *base, int plan, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;

  self->table = _lsc_query_get_table (self->base.query, self->base.about);
  return self->table ? go_to (self, 0) : SQLITE_ERROR;
}

static int
next (sqlite3_vtab_cursor *base)
{
  return go_to ((Cursor *) base, ((Cursor *) base)->row + 1);
}

static int
give (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
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
get_id (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  *id = (sqlite3_int64) ((Cursor *) base)->row;
  return SQLITE_OK;
}

static const LscQueryRows results = {
  .cursor_bytes = sizeof (Cursor),
  .choose_plan = choose_plan,
  .filter = filter,
  .next = next,
  .give = give,
  .get_id = get_id,
};

/** Makes every table known that is no view; it needs no CREATE VIRTUAL TABLE. */
int
_lsc_query_add_tables (LscQuery *self)
{
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);
  int code = SQLITE_OK;

  for (guint i = 0; i < n && code == SQLITE_OK; i++)
    if ((tables[i].places & LSC_SQL_IN_QUERY) && !tables[i].query_view)
      code = add_table (self, &tables[i],
                        strcmp (tables[i].name, "slices") == 0 ||
                                strcmp (tables[i].name, "kernels") == 0
                            ? &_lsc_query_slices
                        : strcmp (tables[i].name, "links") == 0 ? &_lsc_query_links
                                                                : &results);
  return code;
}
