/* lsc-mode-launches.c - tasks with the calls that launched them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-launches-private.h"

/** What belongs to an id; several may. */
typedef struct
{
  gint64 id;
  guint place; /* in the table */
  gint64 a;
  gint64 b;
} Pair;

/** The three tables that lead from a task to the framework. */
typedef struct
{
  GArray *calls;       /* of the driver, by connection: begin, end */
  GArray *connections; /* ids of the framework's connections, by the driver's */
  GArray *torch;       /* ends of the framework's calls, by their connection */
} Tables;

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

static GArray *
read_pairs (LscModeRank *rank, const char *table, const char *sql)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  sqlite3_stmt *stmt = lsc_db_has_table (rank->db, table) ? _lsc_mode_rank_ask (rank, sql) : NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Pair pair = { sqlite3_column_int64 (stmt, 0), pairs->len, sqlite3_column_int64 (stmt, 1),
                    sqlite3_column_int64 (stmt, 2) };

      g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}

/* Returns: the first of @id, or the end */
static guint
find_pair (const GArray *pairs, gint64 id)
{
  guint low = 0, high = pairs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (pairs, Pair, middle).id < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static const Pair *
get_pair (const GArray *pairs, guint i, gint64 id)
{
  const Pair *pair = i < pairs->len ? &g_array_index (pairs, Pair, i) : NULL;

  return pair && pair->id == id ? pair : NULL;
}

/* A row for each combination: what has no partner stands once, as in a left join. */
static void
add_connections (LscModeLaunches *self, const Tables *tables, LscModeLaunch *launch,
                 gint64 connection, gboolean has_call)
{
  guint n_before = self->tasks->len;
  const Pair *link, *call;

  for (guint i = find_pair (tables->connections, connection);
       (link = get_pair (tables->connections, i, connection)); i++)
    {
      guint n = self->tasks->len;

      for (guint k = find_pair (tables->torch, link->a);
           (call = get_pair (tables->torch, k, link->a)); k++)
        {
          launch->torch_end = call->a;
          launch->has_torch = has_call;
          g_array_append_val (self->tasks, *launch);
        }
      launch->has_torch = FALSE;
      if (self->tasks->len == n)
        g_array_append_val (self->tasks, *launch);
    }
  if (self->tasks->len == n_before)
    g_array_append_val (self->tasks, *launch);
}

static void
add_task (LscModeLaunches *self, const Tables *tables, LscModeLaunch launch, gint64 connection)
{
  guint n_before = self->tasks->len;
  const Pair *call;

  for (guint i = find_pair (tables->calls, connection);
       (call = get_pair (tables->calls, i, connection)); i++)
    {
      launch.cann_start = call->a;
      launch.cann_end = call->b;
      add_connections (self, tables, &launch, connection, TRUE);
    }
  if (self->tasks->len == n_before)
    add_connections (self, tables, &launch, connection, FALSE);
}

/** Reads the tasks of a rank, in the order of their table. */
void
_lsc_mode_launches_init (LscModeLaunches *self, LscModeRank *rank)
{
  Tables tables = {
    .calls = read_pairs (rank, "CANN_API",
                         "SELECT connectionId, startNs, endNs FROM CANN_API "
                         "WHERE connectionId NOT NULL"),
    .connections = read_pairs (rank, "CONNECTION_IDS",
                               "SELECT connectionId, id, 0 FROM CONNECTION_IDS "
                               "WHERE connectionId NOT NULL AND id NOT NULL"),
    .torch = read_pairs (rank, "PYTORCH_API",
                         "SELECT connectionId, endNs, 0 FROM PYTORCH_API "
                         "WHERE connectionId NOT NULL"),
  };
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT startNs, endNs, taskType, connectionId FROM TASK");

  self->tasks = g_array_new (FALSE, FALSE, sizeof (LscModeLaunch));
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *type = _lsc_mode_rank_get_text_at (rank, stmt, 2);
      LscModeLaunch launch = { .start = sqlite3_column_int64 (stmt, 0),
                               .end = sqlite3_column_int64 (stmt, 1),
                               .type = type ? type : "" };

      add_task (self, &tables, launch, sqlite3_column_int64 (stmt, 3));
    }
  g_array_unref (tables.calls);
  g_array_unref (tables.connections);
  g_array_unref (tables.torch);
}

void
_lsc_mode_launches_clear (LscModeLaunches *self)
{
  g_clear_pointer (&self->tasks, g_array_unref);
}
