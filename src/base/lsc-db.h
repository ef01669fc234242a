/* lsc-db.h - read-only access to other programs' SQLite databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <sqlite3.h>

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscDb:
 *
 * A database of somebody else, opened so that nothing of it or beside it can change
 * (formats.md#opening): immutable where there is no write-ahead log, else a private copy. For one
 * thread at a time. Who will ask again takes it with lsc_db_borrow() and gives it back with
 * lsc_db_return().
 */
typedef struct _LscDb LscDb;

LscDb *lsc_db_open (const char *path, LscJob *job, GError **error);
LscDb *lsc_db_peek (const char *path, LscJob *job, GError **error);
LscDb *lsc_db_borrow (const char *path, LscJob *job, GError **error);
void lsc_db_return (LscDb *self);
void lsc_db_close (LscDb *self);
sqlite3 *lsc_db_get_handle (LscDb *self);
sqlite3_stmt *lsc_db_get_statement (LscDb *self, const char *sql);
const char *lsc_db_get_path (LscDb *self);
gboolean lsc_db_is_copy (LscDb *self);
gint64 lsc_db_get_size_bytes (LscDb *self);
gboolean lsc_db_check_unchanged (LscDb *self, GError **error);
gboolean lsc_db_check_answers (LscDb *self, GError **error);

gboolean lsc_db_has_table (LscDb *self, const char *table);
gboolean lsc_db_has_column (LscDb *self, const char *table, const char *column);
const char *lsc_db_get_rowid_name (LscDb *self, const char *table);
gint64 lsc_db_count_rows (LscDb *self, const char *table);
gint64 lsc_db_count_rows_until (LscDb *self, const char *table, gint64 deadline_us,
                                gboolean *is_estimate);
gint64 lsc_db_estimate_rows (LscDb *self, const char *table);
gint64 lsc_db_guess_rows (LscDb *self, const char *table);
GStrv lsc_db_list_tables (LscDb *self);
gboolean lsc_db_query_int64 (LscDb *self, const char *sql, gint64 *value);
sqlite3_stmt *lsc_db_ask (LscDb *self, const char *sql, GError **error);
gboolean lsc_db_next (LscDb *self, sqlite3_stmt **stmt, GError **error);

/**
 * LscScan:
 *
 * One pass over chosen columns of one table, in file order. A column that the table lacks reads as
 * NULL.
 */
typedef struct _LscScan LscScan;

/**
 * LscCell: one value of the present row
 * @type: SQLITE_INTEGER and so on, as it is stored
 * @n_bytes: of @text
 * @integer: of %SQLITE_INTEGER
 * @text: (nullable): of %SQLITE_TEXT, with a 0 behind it, where @value is %NULL
 * @value: (nullable): SQLite's, which is asked for all but integers; %NULL where the row was read
 *   without SQLite, as nothing but NULL, integers and text
 */
typedef struct
{
  int type;
  int n_bytes;
  gint64 integer;
  const char *text;
  sqlite3_value *value;
  char digits[24]; /* of an integer that is asked for as text */
} LscCell;

gint64 lsc_cell_convert_int64 (const LscCell *self);
const char *lsc_cell_convert_text (LscCell *self);
void lsc_cell_set (LscCell *self, sqlite3_value *value);

/** Told each row: its cells in the order of the scan's columns, %NULL behind the last, good until
 * it returns. */
typedef void (*LscRowFunc) (LscScan *scan, LscCell **cells, gpointer user_data);

LscScan *lsc_db_scan (LscDb *self, const char *table, const char *const *columns, const char *where,
                      GError **error);
void lsc_scan_limit (LscScan *self, gint64 first, gint64 last);
gboolean lsc_scan_run (LscScan *self, LscRowFunc func, gpointer user_data, GError **error);
gboolean lsc_scan_is_disordered (const LscScan *self);
gboolean lsc_scan_next (LscScan *self);
gboolean lsc_scan_finish (LscScan *self, GError **error);
void lsc_scan_free (LscScan *self);
sqlite3_stmt *lsc_scan_get_stmt (LscScan *self);
gint64 lsc_scan_rowid (LscScan *self);
gint64 lsc_scan_get_n_rows (LscScan *self);
gboolean lsc_scan_has_column (LscScan *self, int column);

/* Each of these reads as SQLite's function of the same name does. */

static inline int
lsc_cell_get_type (const LscCell *self)
{
  return self->type;
}

static inline gint64
lsc_cell_get_int64 (const LscCell *self)
{
  return G_LIKELY (self->type == SQLITE_INTEGER || self->type == SQLITE_NULL)
             ? self->integer
             : lsc_cell_convert_int64 (self);
}

/** Returns: (nullable): the text, good until the row is done; before lsc_cell_get_bytes() */
static inline const char *
lsc_cell_get_text (LscCell *self)
{
  return G_LIKELY (self->type == SQLITE_TEXT && self->text) ? self->text
                                                            : lsc_cell_convert_text (self);
}

/** Returns: bytes of the text that lsc_cell_get_text() returned */
static inline int
lsc_cell_get_bytes (const LscCell *self)
{
  return self->n_bytes;
}

double lsc_cell_get_double (const LscCell *self);
gboolean lsc_value_convert_int64 (LscCell *cell, gint64 *value);
gboolean lsc_column_int64 (sqlite3_stmt *stmt, int column, gint64 *value);

/* As lsc_value_convert_int64(), inlined for what nearly all cells are. */
static inline gboolean
lsc_value_int64 (LscCell *cell, gint64 *value)
{
  if (G_LIKELY (cell->type == SQLITE_INTEGER))
    {
      *value = cell->integer;
      return TRUE;
    }
  return cell->type != SQLITE_NULL && lsc_value_convert_int64 (cell, value);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscDb, lsc_db_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscScan, lsc_scan_free)

G_END_DECLS
