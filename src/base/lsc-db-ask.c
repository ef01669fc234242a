/* lsc-db-ask.c - statements of our own over several tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

/**
 * lsc_db_ask:
 * @sql: a SELECT over tables for which lsc_db_has_table() is true
 *
 * For what must join tables; what reads one is a scan, which is faster.
 *
 * Errors: %LSC_ERROR_CORRUPT, %LSC_ERROR_IO
 *
 * Returns: (transfer full) (nullable): the statement before its first row, for lsc_db_next()
 */
sqlite3_stmt *
lsc_db_ask (LscDb *self, const char *sql, GError **error)
{
  sqlite3_stmt *stmt = NULL;
  int rc;

  g_return_val_if_fail (self && sql, NULL);
  _lsc_db_allow_steps (self);
  rc = sqlite3_prepare_v2 (self->handle, sql, -1, &stmt, NULL);
  if (rc != SQLITE_OK)
    _lsc_db_set_error (self, error, rc, NULL, -1);
  return stmt;
}

/**
 * lsc_db_next:
 * @stmt: (inout): freed and made %NULL behind the last row
 *
 * Errors: those of lsc_db_ask(), %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED
 *
 * Returns: whether there is a row; %FALSE without @error behind the last
 */
gboolean
lsc_db_next (LscDb *self, sqlite3_stmt **stmt, GError **error)
{
  int rc;

  g_return_val_if_fail (self && stmt, FALSE);
  if (!*stmt)
    return FALSE;
  rc = sqlite3_step (*stmt);
  if (rc == SQLITE_ROW)
    {
      _lsc_db_allow_steps (self);
      return TRUE;
    }
  if (rc != SQLITE_DONE)
    _lsc_db_set_error (self, error, rc, NULL, -1);
  g_clear_pointer (stmt, sqlite3_finalize);
  return FALSE;
}
