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
 * (formats.md#opening): immutable where there is no write-ahead log, else a private copy. Use from
 * one thread.
 */
typedef struct _LscDb LscDb;

LscDb *lsc_db_open (const char *path, LscJob *job, GError **error);
LscDb *lsc_db_peek (const char *path, LscJob *job, GError **error);
void lsc_db_close (LscDb *self);
sqlite3 *lsc_db_get_handle (LscDb *self);
const char *lsc_db_get_path (LscDb *self);
gboolean lsc_db_is_copy (LscDb *self);
gint64 lsc_db_get_size_bytes (LscDb *self);
gboolean lsc_db_check_unchanged (LscDb *self, GError **error);
gboolean lsc_db_check_answers (LscDb *self, GError **error);

gboolean lsc_db_has_table (LscDb *self, const char *table);
gboolean lsc_db_has_column (LscDb *self, const char *table, const char *column);
gint64 lsc_db_count_rows (LscDb *self, const char *table);
gint64 lsc_db_count_rows_until (LscDb *self, const char *table, gint64 deadline_us,
                                gboolean *is_estimate);
gint64 lsc_db_estimate_rows (LscDb *self, const char *table);
gint64 lsc_db_guess_rows (LscDb *self, const char *table);
GStrv lsc_db_list_tables (LscDb *self);
gboolean lsc_db_query_int64 (LscDb *self, const char *sql, gint64 *value);

/**
 * LscScan:
 *
 * One pass over chosen columns of one table, in file order. A column that the table lacks reads as
 * NULL.
 */
typedef struct _LscScan LscScan;

/** Told each row: its cells in the order of the scan's columns, good until it returns. */
typedef void (*LscRowFunc) (LscScan *scan, sqlite3_value **cells, gpointer user_data);

LscScan *lsc_db_scan (LscDb *self, const char *table, const char *const *columns, const char *where,
                      GError **error);
gboolean lsc_scan_run (LscScan *self, LscRowFunc func, gpointer user_data, GError **error);
gboolean lsc_scan_next (LscScan *self);
gboolean lsc_scan_finish (LscScan *self, GError **error);
void lsc_scan_free (LscScan *self);
sqlite3_stmt *lsc_scan_get_stmt (LscScan *self);
gint64 lsc_scan_rowid (LscScan *self);
gint64 lsc_scan_get_n_rows (LscScan *self);
gboolean lsc_scan_has_column (LscScan *self, int column);

gboolean lsc_value_convert_int64 (sqlite3_value *cell, gint64 *value);
gboolean lsc_column_int64 (sqlite3_stmt *stmt, int column, gint64 *value);

/* As lsc_value_convert_int64(), inlined for what nearly all cells are. */
static inline gboolean
lsc_value_int64 (sqlite3_value *cell, gint64 *value)
{
  int type = sqlite3_value_type (cell);

  if (G_LIKELY (type == SQLITE_INTEGER))
    {
      *value = sqlite3_value_int64 (cell);
      return TRUE;
    }
  return type != SQLITE_NULL && lsc_value_convert_int64 (cell, value);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscDb, lsc_db_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscScan, lsc_scan_free)

G_END_DECLS
