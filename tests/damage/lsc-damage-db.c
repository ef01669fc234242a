/* lsc-damage-db.c - a damaged database against SQLite
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-hash.h"
#include "lsc-damage.h"

/* Tables that are read in parts, with columns of each type that they have. */
static const struct
{
  const char *table;
  const char *columns[6];
} tables[] = {
  { "TASK", { "startNs", "endNs", "globalTaskId", "taskType", "rowid", NULL } },
  { "PYTORCH_API", { "startNs", "endNs", "name", "connectionId", "rowid", NULL } },
  { "CANN_API", { "startNs", "endNs", "name", "connectionId", NULL } },
  { "COMPUTE_TASK_INFO", { "name", "globalTaskId", "opType", NULL } },
  { "CONNECTION_IDS", { "id", "connectionId", "rowid", NULL } },
  { "STRING_IDS", { "id", "value", NULL } },
};

/** Rows of a table in the order of the file. */
typedef struct
{
  guint64 print;
  gint64 n;
} Rows;

static void
add_value (Rows *rows, int type, gint64 integer, const char *text, gsize n)
{
  rows->print = lsc_hash_mix (rows->print, (guint64) type);
  if (type == SQLITE_INTEGER)
    rows->print = lsc_hash_mix (rows->print, (guint64) integer);
  else if (text)
    rows->print = lsc_hash_mix (rows->print, lsc_hash_bytes (text, n));
}

static void
take_row (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Rows *rows = user_data;

  rows->n++;
  for (guint i = 0; cells[i]; i++)
    {
      int type = lsc_cell_get_type (cells[i]);
      gint64 integer = type == SQLITE_INTEGER ? lsc_cell_get_int64 (cells[i]) : 0;
      const char *text = type == SQLITE_INTEGER ? NULL : lsc_cell_get_text (cells[i]);

      add_value (rows, type, integer, text, text ? (gsize) lsc_cell_get_bytes (cells[i]) : 0);
    }
}

/* By SQLite alone, row by row. Returns whether it came to the end. */
static gboolean
step (LscDb *db, guint table, Rows *rows)
{
  g_autoptr (LscScan) scan =
      lsc_db_scan (db, tables[table].table, tables[table].columns, NULL, NULL);
  sqlite3_stmt *stmt = scan ? lsc_scan_get_stmt (scan) : NULL;

  while (stmt && lsc_scan_next (scan))
    {
      rows->n++;
      for (int i = 0; i < sqlite3_column_count (stmt); i++)
        {
          int type = sqlite3_column_type (stmt, i);
          gint64 integer = type == SQLITE_INTEGER ? sqlite3_column_int64 (stmt, i) : 0;
          const char *text =
              type == SQLITE_INTEGER ? NULL : (const char *) sqlite3_column_text (stmt, i);

          add_value (rows, type, integer, text, text ? (gsize) sqlite3_column_bytes (stmt, i) : 0);
        }
    }
  return scan && lsc_scan_finish (scan, NULL);
}

static gboolean
run (LscDb *db, guint table, gint64 first, gint64 last, Rows *rows, gboolean *is_disordered)
{
  g_autoptr (LscScan) scan =
      lsc_db_scan (db, tables[table].table, tables[table].columns, NULL, NULL);
  gboolean ok;

  if (!scan)
    return FALSE;
  if (first > G_MININT64 || last < G_MAXINT64)
    lsc_scan_limit (scan, first, last);
  ok = lsc_scan_run (scan, take_row, rows, NULL);
  *is_disordered |= lsc_scan_is_disordered (scan);
  return ok;
}

/* At one go and in parts the rows are those of SQLite. Returns whether it came to the last. */
static gboolean
check_table (LscDb *plain, LscDb *db, LscDb *other, guint table, GRand *random)
{
  gint64 border = g_rand_int_range (random, 0, 200),
         second = border + g_rand_int_range (random, 1, 200);
  gboolean is_disordered = FALSE, ok, is_read, parts_ok;
  Rows expected = { 0 }, got = { 0 }, in_parts = { 0 };

  if (!lsc_db_has_table (plain, tables[table].table))
    return TRUE;
  ok = step (plain, table, &expected);
  is_read = run (db, table, G_MININT64, G_MAXINT64, &got, &is_disordered);
  if (ok != is_read || is_disordered)
    g_error ("%s: SQLite says %d, we say %d", tables[table].table, ok, is_read);
  if (ok && (got.n != expected.n || got.print != expected.print))
    g_error ("%s: not the rows of SQLite", tables[table].table);
  if (!lsc_db_get_rowid_name (db, tables[table].table))
    return ok;
  parts_ok = run (other, table, G_MININT64, border - 1, &in_parts, &is_disordered) &&
             run (other, table, border, second - 1, &in_parts, &is_disordered) &&
             run (other, table, second, G_MAXINT64, &in_parts, &is_disordered);
  if (parts_ok &&
      (is_disordered || !ok || in_parts.n != expected.n || in_parts.print != expected.print))
    g_error ("%s: parts have %" G_GINT64_FORMAT " rows, SQLite reads %" G_GINT64_FORMAT
             " (%d, %d, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
             tables[table].table, in_parts.n, expected.n, ok, is_disordered, border, second);
  return ok;
}

LscDamageOutcome
lsc_damage_check_db (const LscDamageCase *self, GRand *random)
{
  /* SQLite looks at the cells of a page once in each connection */
  LscDb *plain = lsc_db_open (self->path, NULL, NULL), *db = lsc_db_open (self->path, NULL, NULL),
        *other = lsc_db_open (self->path, NULL, NULL);
  gboolean is_open = plain && db && other, is_told, is_whole = is_open;
  guint64 print;

  for (guint i = 0; is_open && i < G_N_ELEMENTS (tables); i++)
    is_whole &= check_table (plain, db, other, i, random);
  lsc_db_close (plain);
  lsc_db_close (db);
  lsc_db_close (other);
  print = lsc_damage_load_alike (self->source, &is_told);
  if (!is_whole && !is_told)
    g_error ("SQLite cannot read it all, and nothing is told");
  if (print == 0)
    return LSC_DAMAGE_REFUSED;
  if (is_told)
    return LSC_DAMAGE_TOLD;
  return print == self->print ? LSC_DAMAGE_SAME : LSC_DAMAGE_AGREED;
}
