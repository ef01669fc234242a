/* lsc-export-copy.c - a copy of a profiler database with operators that were made for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-copy.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "export/lsc-export-sql-private.h"

/* modes.md#mstx2commop */

#define COLUMNS                                                                                    \
  "opId INTEGER, opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, "           \
  "groupName INTEGER, relay TEXT, retry TEXT, dataType INTEGER, algType TEXT, count TEXT, "        \
  "opType INTEGER"

/* The texts of the rows get the ids that they have; new ones those above the largest, in the order
 * in which they come. */
static const char name_texts[] =
    "CREATE TEMP TABLE texts (value TEXT PRIMARY KEY, first INTEGER, id INTEGER);"
    "INSERT INTO temp.texts (value, first) SELECT value, min(first) FROM ("
    "SELECT opType AS value, 3 * rowid AS first FROM temp.made UNION ALL "
    "SELECT groupName, 3 * rowid + 1 FROM temp.made UNION ALL "
    "SELECT opName, 3 * rowid + 2 FROM temp.made) WHERE value IS NOT NULL GROUP BY value;"
    "UPDATE temp.texts SET id = k.id FROM (SELECT value, min(id) AS id FROM main.STRING_IDS "
    "WHERE value IN (SELECT value FROM temp.texts) GROUP BY value) AS k "
    "WHERE k.value = texts.value;"
    "CREATE TEMP TABLE fresh AS SELECT value, coalesce((SELECT max(id) FROM main.STRING_IDS), 0) + "
    "row_number() OVER (ORDER BY first) AS id FROM temp.texts WHERE id IS NULL;"
    "INSERT INTO main.STRING_IDS (id, value) SELECT id, value FROM temp.fresh;"
    "UPDATE temp.texts SET id = f.id FROM temp.fresh AS f WHERE f.value = texts.value;";

static const char drop_made[] =
    "DROP TABLE temp.made; DROP TABLE temp.texts; DROP TABLE temp.fresh";

static gboolean
add_rows (const LscSqlTarget *target, const LscTable *table, GError **error)
{
  sqlite3_stmt *insert =
      _lsc_sql_prepare_insert (target, "made", lsc_table_get_n_columns (table), error);
  gboolean is_written = insert && _lsc_sql_insert_rows (target, insert, table, error);

  sqlite3_finalize (insert);
  return is_written;
}

static gboolean
add_table (const LscSqlTarget *target, const LscTable *table, GError **error)
{
  const char *name = lsc_table_get_name (table);
  g_autofree char *fill = g_strdup_printf (
      "CREATE TABLE main.\"%s\" (" COLUMNS ");"
      "INSERT INTO main.\"%s\" SELECT opId, n.id, startNs, endNs, connectionId, g.id, relay, "
      "retry, dataType, algType, count, t.id FROM temp.made AS m "
      "LEFT JOIN temp.texts AS n ON n.value = m.opName "
      "LEFT JOIN temp.texts AS g ON g.value = m.groupName "
      "LEFT JOIN temp.texts AS t ON t.value = m.opType ORDER BY m.rowid",
      name, name);

  return _lsc_sql_execute (target, "CREATE TEMP TABLE made (" COLUMNS ")", error) &&
         add_rows (target, table, error) && _lsc_sql_execute (target, name_texts, error) &&
         _lsc_sql_execute (target, fill, error) && _lsc_sql_execute (target, drop_made, error);
}

static gboolean
change (const LscSqlTarget *target, LscTable *const *tables, guint n_tables, GError **error)
{
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (target->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  if (!_lsc_sql_execute (target,
                         "PRAGMA journal_mode=MEMORY; PRAGMA temp_store=MEMORY;"
                         "PRAGMA synchronous=OFF; BEGIN",
                         error))
    return FALSE;
  for (guint i = 0; i < n_tables; i++)
    if (lsc_table_get_n_rows (tables[i]) > 0 && !add_table (target, tables[i], error))
      return FALSE;
  /* By this it is known for ours when it is made anew. */
  return _lsc_sql_execute (
      target, "PRAGMA application_id=" G_STRINGIFY (LSC_OUTPUT_TABLES_ID) "; COMMIT", error);
}

/* A profile that nobody may write to is copied all the same. */
static gboolean
change_copy (const char *copy, const char *path, LscTable *const *tables, guint n_tables,
             LscJob *job, GError **error)
{
  LscSqlTarget target = { NULL, path, job };
  gboolean is_written;
  GStatBuf info;

  if (g_stat (copy, &info) == 0)
    g_chmod (copy, (int) (info.st_mode | S_IWUSR) & 0777);
  is_written = sqlite3_open_v2 (copy, &target.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                                NULL) == SQLITE_OK
                   ? change (&target, tables, n_tables, error)
                   : _lsc_sql_fail (&target, error);
  return sqlite3_close (target.db) == SQLITE_OK && is_written;
}

/**
 * lsc_export_copy_with_ops:
 * @database: of a profile; only read
 * @path: of the copy, whose folders are made
 * @tables: (array length=n_tables): with the columns of `COMMUNICATION_OP` in their order, texts
 *   in place of their ids; those with rows are added under their names
 *
 * The copy is complete at every moment. A database that another program has not finished writing is
 * refused, as is one that has such a table.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_copy_with_ops (const char *database, const char *path, LscTable *const *tables,
                          guint n_tables, LscJob *job, GError **error)
{
  g_autofree char *folder = NULL;
  g_autoptr (LscOutput) output = NULL;

  g_return_val_if_fail (database && path && (tables || n_tables == 0), FALSE);
  folder = g_path_get_dirname (path);
  if (!lsc_output_check_log (database, NULL))
    return lsc_fail (error, LSC_ERROR_IO,
                     _ ("“%s” is not copied: another program has not finished writing it."),
                     database);
  if (!lsc_output_make_folder (folder, LSC_OUTPUT_PLAIN, error))
    return FALSE;
  output = lsc_output_new (path, LSC_OUTPUT_PLAIN, error);
  return output && lsc_output_copy_from (output, database, job, error) &&
         change_copy (lsc_output_get_temporary (output), path, tables, n_tables, job, error) &&
         lsc_output_commit (g_steal_pointer (&output), error);
}
