/* lsc-ascend-row-order.c - rows of an id in a large table without an index
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include "base/lsc-sort.h"

/* Profilers write tables of counters task by task, or counter by counter with the tasks in the same
 * order each time: parts of equal length, in each of which ids rise. Where that holds, few rows
 * tell where those of an id lie; a pass over the table reads 28 for each kernel. */

#define LEAST_ROWS 65536 /* smaller tables are read as fast as looked at */
#define MOST_PARTS 64
#define N_PROBES 64 /* rows of a part that must rise */

/** A table of which rows are looked at. */
typedef struct
{
  sqlite3_stmt *stmt; /* id of a row */
  gint64 first_row;
  gint64 n_rows;
  gint64 part; /* rows of a part */
} Order;

static gint64
get_id (const Order *self, gint64 index)
{
  gint64 id = G_MININT64;

  sqlite3_bind_int64 (self->stmt, 1, self->first_row + index);
  if (sqlite3_step (self->stmt) == SQLITE_ROW)
    lsc_column_int64 (self->stmt, 0, &id);
  sqlite3_reset (self->stmt);
  return id;
}

/* Whether all parts of that length begin and end with the same ids. */
static gboolean
has_parts (const Order *self, gint64 part)
{
  gint64 first = get_id (self, 0), last = get_id (self, part - 1);

  for (gint64 at = part; at < self->n_rows; at += part)
    if (get_id (self, at) != first || get_id (self, at + part - 1) != last)
      return FALSE;
  return TRUE;
}

static gboolean
rises (const Order *self, gint64 part)
{
  gint64 before = G_MININT64;

  for (gint64 i = 0; i <= N_PROBES; i++)
    {
      gint64 id = get_id (self, (part - 1) * i / N_PROBES);

      if (id == G_MININT64 || id < before)
        return FALSE;
      before = id;
    }
  return TRUE;
}

static gboolean
find_parts (Order *self)
{
  for (gint64 n = 1; n <= MOST_PARTS && self->part == 0; n++)
    if (self->n_rows % n == 0 && has_parts (self, self->n_rows / n) &&
        rises (self, self->n_rows / n))
      self->part = self->n_rows / n;
  return self->part > 0;
}

static gboolean
open_order (Order *self, LscDb *db, const char *table, const char *column)
{
  const char *rowid = lsc_db_get_rowid_name (db, table);
  /* each by itself is at an end of the table, both at once are a pass over it */
  g_autofree char *extent = g_strdup_printf ("SELECT (SELECT min(%s) FROM main.\"%s\"), "
                                             "(SELECT max(%s) FROM main.\"%s\")",
                                             rowid, table, rowid, table);
  g_autofree char *row =
      g_strdup_printf ("SELECT \"%s\" FROM main.\"%s\" WHERE %s = ?", column, table, rowid);
  sqlite3 *handle = lsc_db_get_handle (db);
  sqlite3_stmt *stmt = NULL;

  if (rowid && sqlite3_prepare_v2 (handle, extent, -1, &stmt, NULL) == SQLITE_OK &&
      sqlite3_step (stmt) == SQLITE_ROW && sqlite3_column_type (stmt, 0) == SQLITE_INTEGER)
    {
      self->first_row = sqlite3_column_int64 (stmt, 0);
      self->n_rows = sqlite3_column_int64 (stmt, 1) - self->first_row + 1;
    }
  sqlite3_finalize (stmt);
  return self->n_rows >= LEAST_ROWS &&
         sqlite3_prepare_v2 (handle, row, -1, &self->stmt, NULL) == SQLITE_OK;
}

/* Adds the rows of the id in all parts; FALSE when they are not where they should be. */
static gboolean
collect (const Order *self, gint64 id, LscInt64s *rows)
{
  gint64 at = LSC_BISECT (i, 0, self->part, get_id (self, i) < id);

  for (; at < self->part && get_id (self, at) == id; at++)
    for (gint64 part = 0; part < self->n_rows; part += self->part)
      {
        if (get_id (self, part + at) != id)
          return FALSE;
        lsc_int64s_append (rows, self->first_row + part + at);
      }
  return TRUE;
}

/**
 * _lsc_ascend_find_rows:
 * @column: an id; the table has it
 * @rows: empty; gets the numbers of the rows with @id
 *
 * Cost: O(log n) when it succeeds.
 *
 * Returns: whether the order of the table tells; else look at all of it
 */
gboolean
_lsc_ascend_find_rows (LscDb *db, const char *table, const char *column, gint64 id, LscInt64s *rows)
{
  Order order = { 0 };
  gboolean ok =
      open_order (&order, db, table, column) && find_parts (&order) && collect (&order, id, rows);

  sqlite3_finalize (order.stmt);
  if (!ok)
    lsc_int64s_clear (rows);
  return ok;
}
