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

/* Links of one slice are those of one recording: the search ends with them. */
typedef struct
{
  LscQueryCursor base;
  int plan;
  guint rank;
  gsize link; /* in the order of the plan */
  gsize end;
} Cursor;

static int
choose_plan (sqlite3_vtab *table, sqlite3_index_info *info)
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

static gsize
count_links (const Cursor *self)
{
  const LscTimeline *timeline = self->base.query->timelines[self->rank];

  return timeline ? timeline->links.n : 0;
}

/* To the next recording with links, that at hand included. */
static void
seek_rank (Cursor *self)
{
  while (self->link >= self->end && !self->base.is_end)
    {
      self->base.is_end = self->plan != PLAN_ALL || ++self->rank >= self->base.query->sources->len;
      self->link = 0;
      self->end = self->base.is_end ? 0 : count_links (self);
    }
}

static void
start_at (Cursor *self, gint64 id)
{
  const LscQuery *query = self->base.query;
  guint64 index = (guint64) id >> 32;
  const LscTimeline *timeline;

  self->base.is_end = id < 0 || index >= query->sources->len || !query->timelines[index];
  if (self->base.is_end)
    return;
  timeline = query->timelines[index];
  self->rank = (guint) index;
  self->end = self->plan == PLAN_FROM
                  ? lsc_links_find_from (&timeline->links, (guint32) id, &self->link)
                  : lsc_links_find_to (&timeline->links, (guint32) id, &self->link);
  self->end += self->link;
  seek_rank (self);
}

static int
filter (sqlite3_vtab_cursor *base, int plan, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;

  if (!_lsc_query_load_timelines (self->base.query))
    return SQLITE_ERROR;
  self->plan = plan;
  self->link = self->end = 0;
  self->rank = 0;
  self->base.is_end = FALSE;
  if (plan != PLAN_ALL)
    start_at (self, sqlite3_value_int64 (values[0]));
  else
    {
      self->end = count_links (self);
      seek_rank (self);
    }
  return SQLITE_OK;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  self->link++;
  seek_rank (self);
  return SQLITE_OK;
}

static const LscLink *
get_link (const Cursor *self)
{
  const LscLinks *links = &self->base.query->timelines[self->rank]->links;

  return self->plan == PLAN_TO ? lsc_links_get_to (links, self->link) : &links->items[self->link];
}

/** Gives the number of a rank, else its name. */
void
_lsc_query_give_rank (sqlite3_context *context, gint64 rank)
{
  const char *name = lsc_rank_name_find (rank);

  if (name)
    sqlite3_result_text (context, name, -1, SQLITE_STATIC);
  else
    sqlite3_result_int64 (context, rank);
}

static int
give (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  Cursor *self = (Cursor *) base;
  const LscTimeline *timeline = self->base.query->timelines[self->rank];
  const LscLink *link = get_link (self);

  if (column == COLUMN_RANK)
    _lsc_query_give_rank (context, timeline->rank);
  else if (column == COLUMN_FROM)
    sqlite3_result_int64 (context, LSC_SQL_SLICE_ID (self->rank, link->from));
  else if (column == COLUMN_TO)
    sqlite3_result_int64 (context, LSC_SQL_SLICE_ID (self->rank, link->to));
  else
    sqlite3_result_text (context, lsc_link_kind_name (link->kind), -1, SQLITE_STATIC);
  return SQLITE_OK;
}

static int
get_id (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  Cursor *self = (Cursor *) base;
  const LscLinks *links = &self->base.query->timelines[self->rank]->links;

  /* Its place by the first end, whatever it was found by: of "this end OR that" a link that has
   * both is told once, by this. */
  *id = LSC_SQL_SLICE_ID (self->rank, get_link (self) - links->items);
  return SQLITE_OK;
}

const LscQueryRows _lsc_query_links = {
  .cursor_bytes = sizeof (Cursor),
  .choose_plan = choose_plan,
  .filter = filter,
  .next = next,
  .give = give,
  .get_id = get_id,
};
