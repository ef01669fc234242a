/* lsc-query-links.c - the virtual table of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-private.h"

/* As the schema has them. */
enum
{
  COLUMN_RANK,
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_KIND,
};

enum
{
  PLAN_ALL,
  PLAN_FROM,
  PLAN_TO,
};

typedef struct
{
  sqlite3_vtab base;
  LscQuery *query;
} Table;

/* Links of one slice are those of one recording: the search ends with them. */
typedef struct
{
  sqlite3_vtab_cursor base;
  LscQuery *query;
  int plan;
  guint rank;
  gsize link; /* in the order of the plan */
  gsize end;
} Cursor;

static int
on_connect (sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
            char **message)
{
  Table *table;
  int code = _lsc_query_declare (db, lsc_sql_find_table ("links"));

  if (code != SQLITE_OK)
    return code;
  table = g_new0 (Table, 1);
  table->query = data;
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
  info->idxNum = PLAN_ALL;
  info->estimatedCost = 1e7;
  info->estimatedRows = 10000000;
  for (int i = 0; i < info->nConstraint; i++)
    {
      const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

      if (!constraint->usable || constraint->op != SQLITE_INDEX_CONSTRAINT_EQ ||
          (constraint->iColumn != COLUMN_FROM && constraint->iColumn != COLUMN_TO))
        continue;
      info->idxNum = constraint->iColumn == COLUMN_FROM ? PLAN_FROM : PLAN_TO;
      info->aConstraintUsage[i].argvIndex = 1;
      info->estimatedCost = 10;
      info->estimatedRows = 2;
      break;
    }
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

/* To the next recording with links, that at hand included. */
static void
seek_rank (Cursor *self)
{
  while (self->link >= self->end && self->rank < self->query->sources->len)
    {
      const LscTimeline *timeline;

      if (self->plan != PLAN_ALL || ++self->rank >= self->query->sources->len)
        {
          self->rank = self->query->sources->len;
          return;
        }
      timeline = self->query->timelines[self->rank];
      self->link = 0;
      self->end = timeline ? timeline->links.n : 0;
    }
}

static void
start_at (Cursor *self, gint64 id)
{
  guint64 index = (guint64) id >> 32;
  const LscTimeline *timeline;

  self->rank = self->query->sources->len;
  if (id < 0 || index >= self->query->sources->len || !self->query->timelines[index])
    return;
  timeline = self->query->timelines[index];
  self->rank = (guint) index;
  self->end = self->plan == PLAN_FROM
                  ? lsc_links_find_from (&timeline->links, (guint32) id, &self->link)
                  : lsc_links_find_to (&timeline->links, (guint32) id, &self->link);
  self->end += self->link;
  seek_rank (self);
}

static int
on_filter (sqlite3_vtab_cursor *base, int plan, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;
  const LscTimeline *first;

  if (!_lsc_query_load_timelines (self->query))
    return SQLITE_ERROR;
  self->plan = plan;
  self->link = self->end = 0;
  if (plan != PLAN_ALL)
    {
      start_at (self, sqlite3_value_int64 (values[0]));
      return SQLITE_OK;
    }
  self->rank = 0;
  first = self->query->timelines[0];
  self->end = first ? first->links.n : 0;
  seek_rank (self);
  return SQLITE_OK;
}

static int
on_next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  self->link++;
  seek_rank (self);
  return SQLITE_OK;
}

static int
on_eof (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  return self->rank >= self->query->sources->len;
}

static int
on_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  Cursor *self = (Cursor *) base;
  const LscTimeline *timeline = self->query->timelines[self->rank];
  const LscLink *link = self->plan == PLAN_TO ? lsc_links_get_to (&timeline->links, self->link)
                                              : &timeline->links.items[self->link];

  if (column == COLUMN_RANK)
    sqlite3_result_int64 (context, timeline->rank);
  else if (column == COLUMN_FROM)
    sqlite3_result_int64 (context, LSC_SQL_SLICE_ID (self->rank, link->from));
  else if (column == COLUMN_TO)
    sqlite3_result_int64 (context, LSC_SQL_SLICE_ID (self->rank, link->to));
  else
    sqlite3_result_text (context, lsc_link_kind_name (link->kind), -1, SQLITE_STATIC);
  return SQLITE_OK;
}

static int
on_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  Cursor *self = (Cursor *) base;

  *rowid = LSC_SQL_SLICE_ID (self->rank, self->link);
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
_lsc_query_add_links (LscQuery *self)
{
  return sqlite3_create_module_v2 (self->db, "links", &module, self, NULL);
}
