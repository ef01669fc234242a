/* lsc-export-step-task.c - writing pipeline rows into a profiler database, on request
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-step-task.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"

/* The only place that changes a file of the user's: on explicit request, after a backup, and by
 * working on a copy that takes the original's name when it is complete
 * (exports.md#step-task-info). */

#define BACKUP_SUFFIX ".lanescope-bak"
#define BLOCK_BYTES ((gsize) 1 << 16)

static gboolean
refuse (const char *database, const char *reason, GError **error)
{
  return lsc_fail (error, LSC_ERROR_IO, _ ("“%s” is left as it is: %s."), database, reason);
}

static gboolean
has_room (const char *database)
{
  g_autofree char *folder = g_path_get_dirname (database);
  struct statvfs space;
  GStatBuf info;

  if (statvfs (folder, &space) != 0 || g_stat (database, &info) != 0)
    return FALSE;
  return (guint64) space.f_bavail * space.f_frsize / 2 > (guint64) info.st_size;
}

static gboolean
is_in_wal_mode (const char *database)
{
  g_autoptr (GFile) file = g_file_new_for_path (database);
  g_autoptr (GFileInputStream) in = g_file_read (file, NULL, NULL);
  guint8 header[20] = { 0 };
  gsize n = 0;

  return in &&
         g_input_stream_read_all (G_INPUT_STREAM (in), header, sizeof header, &n, NULL, NULL) &&
         n == sizeof header && header[18] == 2;
}

/* Asks for the write lock and gives it back, which changes nothing. A file in WAL mode is not
 * asked: that would leave files beside it. */
static gboolean
is_locked (const char *database)
{
  sqlite3 *db = NULL;
  gboolean is_free;

  if (is_in_wal_mode (database))
    return FALSE;
  is_free = sqlite3_open_v2 (database, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
            sqlite3_exec (db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL) == SQLITE_OK;
  sqlite3_close (db);
  return !is_free;
}

static GInputStream *
open_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return G_INPUT_STREAM (g_file_read (file, NULL, NULL));
}

static gboolean
is_same (const char *path_a, const char *path_b, LscJob *job)
{
  g_autoptr (GInputStream) in_a = open_file (path_a);
  g_autoptr (GInputStream) in_b = open_file (path_b);
  g_autofree char *a = g_malloc (BLOCK_BYTES);
  g_autofree char *b = g_malloc (BLOCK_BYTES);
  gsize n_a = 0, n_b = 0;

  do
    {
      if (!in_a || !in_b || lsc_job_is_cancelled (job) ||
          !g_input_stream_read_all (in_a, a, BLOCK_BYTES, &n_a, NULL, NULL) ||
          !g_input_stream_read_all (in_b, b, BLOCK_BYTES, &n_b, NULL, NULL) || n_a != n_b ||
          memcmp (a, b, n_a) != 0)
        return FALSE;
    }
  while (n_a > 0);
  return TRUE;
}

/* Looked at without a lock, which would leave files beside it. */
static sqlite3 *
open_unlocked (const char *path)
{
  g_autofree char *address = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *uri = g_strconcat (address ? address : "", "?immutable=1", NULL);
  sqlite3 *db = NULL;

  if (address &&
      sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK)
    return db;
  sqlite3_close (db);
  return NULL;
}

static gboolean
has_table (const char *path, const char *table)
{
  sqlite3 *db = open_unlocked (path);
  gboolean is_there = db && sqlite3_table_column_metadata (db, NULL, table, NULL, NULL, NULL, NULL,
                                                           NULL, NULL) == SQLITE_OK;

  sqlite3_close (db);
  return is_there;
}

/* What was there before the first change: the same bytes as long as nothing was changed, after that
 * a database of the profiler. Links are none, nor pipes, nor what somebody else keeps there. */
static gboolean
is_backup (const char *backup, const char *database, LscJob *job)
{
  GStatBuf info;

  return g_lstat (backup, &info) == 0 && S_ISREG (info.st_mode) &&
         (is_same (backup, database, job) ||
          (has_table (database, "StepTaskInfo") && has_table (backup, "STRING_IDS")));
}

static gboolean
make_backup (const char *database, LscJob *job, GError **error)
{
  g_autofree char *backup = g_strconcat (database, BACKUP_SUFFIX, NULL);
  g_autofree char *shown = g_filename_display_name (backup);
  g_autoptr (LscOutput) output = NULL;
  GStatBuf info;

  if (is_backup (backup, database, job))
    return TRUE;
  if (!lsc_job_check (job, error))
    return FALSE;
  if (g_lstat (backup, &info) == 0)
    return lsc_fail (error, LSC_ERROR_IO,
                     _ ("“%s” is left as it is: “%s” is there already and is no backup of it. Move "
                        "it away."),
                     database, shown);
  output = lsc_output_new (backup, LSC_OUTPUT_INTO_PROFILE, error);
  return output && lsc_output_copy_from (output, database, job, error) &&
         lsc_output_commit (g_steal_pointer (&output), error);
}

static gboolean
run_sql (sqlite3 *db, const char *sql)
{
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void
bind (sqlite3_stmt *insert, const LscTable *table, gsize row, const char *name, int index)
{
  LscValue value = lsc_table_get (table, row, (guint) lsc_table_find_column (table, name));

  if (value.is_null)
    sqlite3_bind_null (insert, index);
  else if (value.type == LSC_TYPE_INT)
    sqlite3_bind_int64 (insert, index, value.integer);
  else
    sqlite3_bind_text (insert, index, value.text, -1, SQLITE_STATIC);
}

static gboolean
insert_rank (sqlite3 *db, const char *sql, const LscTable *table, const char *const *columns,
             gint64 rank)
{
  guint rank_column = (guint) lsc_table_find_column (table, "rankID");
  sqlite3_stmt *insert = NULL;
  gboolean is_written = sqlite3_prepare_v2 (db, sql, -1, &insert, NULL) == SQLITE_OK;

  for (gsize row = 0; is_written && row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, rank_column);

      if (value.is_null || value.integer != rank)
        continue;
      for (int i = 0; columns[i]; i++)
        bind (insert, table, row, columns[i], i + 1);
      is_written = sqlite3_step (insert) == SQLITE_DONE;
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
  return is_written;
}

static gboolean
write_step_tasks (sqlite3 *db, const LscTable *table, gint64 rank)
{
  static const char *const columns[] = { "name", "startNs", "endNs", "type", NULL };

  return run_sql (db, "DROP TABLE IF EXISTS StepTaskInfo;"
                      "CREATE TABLE StepTaskInfo (name TEXT, startNs INTEGER, endNs INTEGER, "
                      "type INTEGER)") &&
         insert_rank (db, "INSERT INTO StepTaskInfo VALUES (?,?,?,?)", table, columns, rank);
}

static gboolean
write_pairs (sqlite3 *db, const LscTable *table, gint64 rank)
{
  static const char *const columns[] = { "opName", "startNs", "endNs", "opConnectionId", NULL };

  if (sqlite3_table_column_metadata (db, "main", "COMMUNICATION_OP", "opName", NULL, NULL, NULL,
                                     NULL, NULL) != SQLITE_OK)
    return TRUE;
  if (sqlite3_table_column_metadata (db, "main", "COMMUNICATION_OP", "opConnectionId", NULL, NULL,
                                     NULL, NULL, NULL) != SQLITE_OK &&
      !run_sql (db, "ALTER TABLE main.COMMUNICATION_OP ADD COLUMN opConnectionId TEXT"))
    return FALSE;
  return run_sql (db, "CREATE TEMP TABLE pairs (op TEXT, start INTEGER, end INTEGER, id TEXT)") &&
         insert_rank (db, "INSERT INTO temp.pairs VALUES (?,?,?,?)", table, columns, rank) &&
         run_sql (
             db, "CREATE INDEX temp.pair_start ON pairs (start);"
                 "UPDATE main.COMMUNICATION_OP SET opConnectionId = (SELECT p.id FROM temp.pairs p "
                 "WHERE p.start = startNs AND p.end = endNs AND p.op = (SELECT value FROM "
                 "STRING_IDS s WHERE s.id = opName))");
}

static gboolean
change_copy (const char *copy, const char *database, gint64 rank, const LscTable *step_tasks,
             const LscTable *p2p_pairs, GError **error)
{
  sqlite3 *db = NULL;
  gboolean is_written =
      sqlite3_open_v2 (copy, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
      sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
      sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
      sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
      run_sql (db, "PRAGMA journal_mode=MEMORY; PRAGMA temp_store=MEMORY; BEGIN") &&
      write_step_tasks (db, step_tasks, rank) && write_pairs (db, p2p_pairs, rank) &&
      run_sql (db, "COMMIT");

  if (!is_written)
    refuse (database, db ? sqlite3_errmsg (db) : _ ("out of memory"), error);
  sqlite3_close (db);
  return is_written;
}

/**
 * lsc_export_step_tasks:
 * @database: the profiler database of a rank
 * @step_tasks, @p2p_pairs: tables with a column rankID
 *
 * Adds the table StepTaskInfo and the column COMMUNICATION_OP.opConnectionId to the database, for
 * use with the reference viewer. A backup is made first and never overwritten; something else under
 * its name is a reason to refuse. The change is made on a copy that is renamed over the original,
 * while other runs wait. Refused when it is a link, when another program has not finished writing,
 * holds a lock, or when there is no room for two copies.
 *
 * Returns: %FALSE with %LSC_ERROR_IO; the database is then unchanged
 */
gboolean
lsc_export_step_tasks (const char *database, gint64 rank, const LscTable *step_tasks,
                       const LscTable *p2p_pairs, LscJob *job, GError **error)
{
  g_autoptr (LscOutputLock) lock = NULL;
  g_autoptr (LscOutput) copy = NULL;

  g_return_val_if_fail (database && step_tasks && p2p_pairs, FALSE);
  if (g_file_test (database, G_FILE_TEST_IS_SYMLINK)) /* which the new file would replace */
    return refuse (database, _ ("it is a link; open the folder that it leads to"), error);
  lock = lsc_output_lock (database, job, error);
  if (!lock || !lsc_output_check_log (database, error))
    return FALSE;
  if (!has_room (database))
    return refuse (database, _ ("there is no room for two copies next to it"), error);
  if (is_locked (database))
    return refuse (database, _ ("another program holds a lock on it, or it is read-only"), error);
  if (!lsc_job_check (job, error) || !make_backup (database, job, error))
    return FALSE;
  copy = lsc_output_new (database, LSC_OUTPUT_INTO_PROFILE, error);
  return copy && lsc_output_copy_from (copy, database, job, error) &&
         change_copy (lsc_output_get_temporary (copy), database, rank, step_tasks, p2p_pairs,
                      error) &&
         lsc_output_commit (g_steal_pointer (&copy), error);
}
