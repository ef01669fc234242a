/* lsc-db-count.c - how many rows a table has: counted, estimated or guessed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

/**
 * lsc_db_count_rows:
 *
 * Counts row by row, so that a damaged file cannot keep it busy for ever. Cost: O(rows).
 *
 * Returns: rows of @table, -1 when it is missing or damaged
 */
gint64
lsc_db_count_rows (LscDb *self, const char *table)
{
  g_return_val_if_fail (self && table, -1);

  gboolean is_estimate;

  return lsc_db_count_rows_until (self, table, 0, &is_estimate);
}

/**
 * lsc_db_count_rows_until:
 * @deadline_us: of g_get_monotonic_time(), 0 = none
 * @is_estimate: (out): whether the time was not enough
 *
 * Counts row by row as long as there is time, and some ten thousand rows even if there is none.
 *
 * Returns: rows of @table, or about how many; -1 when it is missing or damaged, or when the time
 *   was not enough and it has no row ids to estimate by
 */
gint64
lsc_db_count_rows_until (LscDb *self, const char *table, gint64 deadline_us, gboolean *is_estimate)
{
  g_return_val_if_fail (self && table && is_estimate, -1);

  char *sql;
  gint64 n = -1;
  gboolean ok;
  int rc;

  *is_estimate = FALSE;
  if (!lsc_db_has_table (self, table))
    return -1;
  sql = _lsc_db_format ("SELECT count(1) FROM main.\"%w\" NOT INDEXED", table);
  self->deadline_us = deadline_us;
  rc = _lsc_db_run_int64 (self, sql, &n, &ok);
  *is_estimate =
      rc == SQLITE_INTERRUPT && _lsc_db_is_late (self) && !lsc_job_is_cancelled (self->job);
  self->deadline_us = 0;
  sqlite3_free (sql);
  if (*is_estimate)
    n = lsc_db_estimate_rows (self, table);
  else
    _lsc_db_note_failure (self, rc, table);
  *is_estimate = *is_estimate && n >= 0;
  return n;
}

/* In as many runs at most the row ids of a table are cut to see how dense they are: ids that were
 * given in blocks, such as those of texts (formats.md#ids), lie far apart. */
#define MAX_RUNS 32
/* Rows that are passed over for that, of all runs together. */
#define DENSITY_ROWS 10000

/* Row ids; both are there. */
typedef struct
{
  gint64 first;
  gint64 last;
} IdRun;

typedef enum
{
  UPWARDS,
  DOWNWARDS,
} Direction;

/* Ids may be of either sign and as far apart as integers go. */
static guint64
get_width (const IdRun *run)
{
  return (guint64) run->last - (guint64) run->first;
}

/* Finds the row id that comes @n_passed rows after the first one at or beyond @from. */
static gboolean
find_id (LscDb *self, const LscDbTable *table, gint64 from, Direction direction, gint64 n_passed,
         gint64 *id)
{
  char *sql = _lsc_db_format ("SELECT %s FROM main.\"%w\" NOT INDEXED WHERE %s %s %lld "
                              "ORDER BY %s %s LIMIT 1 OFFSET %lld",
                              table->rowid, table->name, table->rowid,
                              direction == UPWARDS ? ">=" : "<=", (long long) from, table->rowid,
                              direction == UPWARDS ? "ASC" : "DESC", (long long) n_passed);
  gboolean ok = lsc_db_query_int64 (self, sql, id);

  sqlite3_free (sql);
  return ok;
}

/* Cuts the widest run at its middle, both parts without the gap that is there. */
static gboolean
cut_widest (LscDb *self, const LscDbTable *table, IdRun *runs, guint *n_runs)
{
  IdRun *widest = &runs[0], *upper = &runs[*n_runs];
  gint64 middle;

  for (guint i = 1; i < *n_runs; i++)
    if (get_width (&runs[i]) > get_width (widest))
      widest = &runs[i];
  if (get_width (widest) < 2)
    return FALSE;
  middle = (gint64) ((guint64) widest->first + get_width (widest) / 2);
  upper->last = widest->last;
  if (!find_id (self, table, middle + 1, UPWARDS, 0, &upper->first) ||
      !find_id (self, table, middle, DOWNWARDS, 0, &widest->last))
    return FALSE;
  ++*n_runs;
  return TRUE;
}

/* Returns about how many rows a run has; few of them are counted. */
static double
estimate_run (LscDb *self, const LscDbTable *table, const IdRun *run, gint64 n_looked_at)
{
  double width = (double) get_width (run) + 1;
  gint64 late, n = 0;
  char *sql;

  if (find_id (self, table, run->first, UPWARDS, n_looked_at, &late) && late <= run->last)
    return width * (double) n_looked_at / ((double) late - (double) run->first);
  sql = _lsc_db_format ("SELECT count(1) FROM main.\"%w\" NOT INDEXED "
                        "WHERE %s BETWEEN %lld AND %lld",
                        table->name, table->rowid, (long long) run->first, (long long) run->last);
  if (!lsc_db_query_int64 (self, sql, &n))
    n = 0;
  sqlite3_free (sql);
  return (double) n;
}

/**
 * lsc_db_estimate_rows:
 *
 * Cuts the range of the row ids at its widest gaps, and takes each part to be as dense as it is at
 * its begin: exact for a table of few rows, and for one to which rows were only added. Cost:
 * O(log rows).
 *
 * Returns: about how many rows @table has, never more than would fit into the file; -1 when it has
 *   no row ids
 */
gint64
lsc_db_estimate_rows (LscDb *self, const char *table)
{
  g_return_val_if_fail (self && table, -1);

  const LscDbTable *found = _lsc_db_find_table (self, table);
  double most = (double) (self->size_bytes / 8 + 16), n = 0;
  IdRun runs[MAX_RUNS];
  guint n_runs = 1;
  gint64 late;

  if (!found || !found->rowid)
    return -1;
  if (!find_id (self, found, G_MININT64, UPWARDS, 0, &runs[0].first) ||
      !find_id (self, found, G_MAXINT64, DOWNWARDS, 0, &runs[0].last))
    return 0;
  if (find_id (self, found, runs[0].first, UPWARDS, DENSITY_ROWS, &late))
    while (n_runs < MAX_RUNS && cut_widest (self, found, runs, &n_runs))
      ;
  for (guint i = 0; i < n_runs; i++)
    n += estimate_run (self, found, &runs[i], DENSITY_ROWS / n_runs);
  return (gint64) CLAMP (n, 0, most);
}

/**
 * lsc_db_guess_rows:
 *
 * Cost: O(log rows).
 *
 * Returns: about how many rows @table has, for progress and for reserving room; never more than
 *   would fit into the file
 */
gint64
lsc_db_guess_rows (LscDb *self, const char *table)
{
  g_return_val_if_fail (self && table, 0);

  LscDbTable *found = _lsc_db_find_table (self, table);
  gint64 most = self->size_bytes / 8 + 16;
  gint64 n = 0;
  char *sql;

  if (!found || !found->rowid)
    return 0;
  if (found->is_guessed) /* a scan asks again what was announced for it */
    return found->n_guessed;
  sql = _lsc_db_format ("SELECT max(%s) FROM main.\"%w\"", found->rowid, found->name);
  if (!lsc_db_query_int64 (self, sql, &n))
    n = 0;
  sqlite3_free (sql);
  found->is_guessed = TRUE;
  found->n_guessed = CLAMP (n, 0, most);
  return found->n_guessed;
}
