/* lsc-export-sql-private.h - the one way of rows into a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <sqlite3.h>

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscSqlTarget: a database that is being written
 * @path: what messages call it
 * @job: (nullable): stops it
 */
typedef struct
{
  sqlite3 *db;
  const char *path;
  LscJob *job;
} LscSqlTarget;

gboolean _lsc_sql_fail (const LscSqlTarget *self, GError **error);
gboolean _lsc_sql_execute (const LscSqlTarget *self, const char *sql, GError **error);
void _lsc_sql_bind_text (sqlite3_stmt *insert, int column, const char *text);
sqlite3_stmt *_lsc_sql_prepare_insert (const LscSqlTarget *self, const char *table, guint n_columns,
                                       GError **error);
gboolean _lsc_sql_insert (const LscSqlTarget *self, sqlite3_stmt *insert, GError **error);
gboolean _lsc_sql_insert_rows (const LscSqlTarget *self, sqlite3_stmt *insert,
                               const LscTable *table, GError **error);
gboolean _lsc_sql_insert_table (const LscSqlTarget *self, const LscTable *table, GError **error);

G_END_DECLS
