/* lsc-extract-file.c - what was kept of ranks, in a file (.lscope)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/extract/lsc-extract-file.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-db.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"

/* More than these nobody wrote. */
#define MOST_RANKS 1000000
#define MOST_PARTS 1000
/* Of both ends of a file. */
#define FINGERPRINT_BYTES 65536

static gboolean
fail_damaged (const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  return lsc_fail (error, LSC_ERROR_CORRUPT,
                   _ ("%s is damaged: it is no complete extract. Extract the rank again."), shown);
}

/* By the tables that it has, before anything of them is read. */
static gboolean
check_version (LscDb *db, const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  gint64 version = -1;

  if (!lsc_db_has_table (db, "rank") || !lsc_db_has_table (db, "part") ||
      !lsc_db_query_int64 (db, "SELECT user_version FROM pragma_user_version", &version))
    return fail_damaged (path, error);
  if (version == LSC_EXTRACT_VERSION)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_UNSUPPORTED,
                   _ ("%s was extracted by another version of Lanescope (layout %" PRId64
                      ", this one reads %d). Extract the rank again with this version."),
                   shown, version, LSC_EXTRACT_VERSION);
}

static LscDb *
open_file (const char *path, LscJob *job, GError **error)
{
  LscDb *db = lsc_db_borrow (path, job, error);

  if (!db || check_version (db, path, error))
    return db;
  lsc_db_close (db);
  return NULL;
}

static char *
take_text (sqlite3_stmt *row, int column)
{
  const char *text = (const char *) sqlite3_column_text (row, column);

  return text ? g_utf8_make_valid (text, -1) : NULL;
}

static LscExtractEntry *
take_entry (sqlite3_stmt *row)
{
  LscExtractEntry *entry = g_new0 (LscExtractEntry, 1);

  entry->id = sqlite3_column_int64 (row, 0);
  entry->rank = sqlite3_column_int64 (row, 1);
  entry->own_rank = sqlite3_column_int64 (row, 2);
  entry->replica = take_text (row, 3);
  entry->device = take_text (row, 4);
  entry->is_guessed = sqlite3_column_int (row, 5) != 0;
  entry->is_loose = sqlite3_column_int (row, 6) != 0;
  entry->host = take_text (row, 7);
  entry->origin = take_text (row, 8);
  entry->folder = take_text (row, 9);
  entry->format = take_text (row, 10);
  entry->fingerprint = take_text (row, 11);
  entry->size_bytes = sqlite3_column_int64 (row, 12);
  entry->digest = sqlite3_column_int64 (row, 13);
  return entry;
}

static gboolean
is_whole (const LscExtractEntry *entry)
{
  return entry->origin && entry->folder && entry->fingerprint && entry->rank >= -1 &&
         entry->own_rank >= -1;
}

/* A damaged page may hold fewer ranks than were written: what was kept of them is left. */
static gboolean
has_lost_ranks (LscDb *db, const GPtrArray *entries)
{
  gint64 last = -1;

  return lsc_db_query_int64 (db, "SELECT coalesce(max(rank), -1) FROM part", &last) &&
         entries->len > 0 &&
         last > ((const LscExtractEntry *) entries->pdata[entries->len - 1])->id;
}

/* @which: a condition on the ranks; none of them is an error */
static GPtrArray *
list_some (const char *path, const char *which, LscJob *job, GError **error)
{
  g_autofree char *sql =
      g_strconcat ("SELECT id, rank, own_rank, replica, device, is_guessed, is_loose, host, "
                   "origin, folder, format, fingerprint, size_bytes, digest FROM rank",
                   which, " ORDER BY id", NULL);
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_extract_entry_free);
  g_autoptr (GError) local = NULL;
  sqlite3_stmt *rows;
  LscDb *db;

  db = open_file (path, job, error);
  if (!db)
    return NULL;
  rows = lsc_db_ask (db, sql, &local);
  while (rows && lsc_db_next (db, &rows, &local) && rows)
    {
      g_ptr_array_add (entries, take_entry (rows));
      if (!is_whole (entries->pdata[entries->len - 1]) || entries->len > MOST_RANKS)
        fail_damaged (path, &local);
      if (local)
        break;
    }
  g_clear_pointer (&rows, sqlite3_finalize);
  if (!local && (entries->len == 0 || (!*which && has_lost_ranks (db, entries))))
    fail_damaged (path, &local);
  lsc_db_close (db);
  if (!local)
    return g_steal_pointer (&entries);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/**
 * lsc_extract_list:
 *
 * Errors: as lsc_db_open(); %LSC_ERROR_UNSUPPORTED of another version, %LSC_ERROR_CORRUPT.
 *
 * Returns: (transfer full) (nullable) (element-type LscExtractEntry): the ranks in a file
 */
GPtrArray *
lsc_extract_list (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return list_some (path, "", job, error);
}

/* @which: (nullable): a condition on their names */
static LscPack *
read_parts (LscDb *db, const char *path, gint64 id, const char *which, GError **error)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT name, n, bytes FROM part WHERE rank = %" PRId64 "%s ORDER BY rowid",
                       id, which ? which : "");
  g_autoptr (LscPack) pack = lsc_pack_new ();
  g_autoptr (GError) local = NULL;
  sqlite3_stmt *rows = lsc_db_ask (db, sql, &local);

  while (rows && lsc_db_next (db, &rows, &local) && rows)
    {
      g_autofree char *name = take_text (rows, 0);
      gint64 n = sqlite3_column_int64 (rows, 1);
      const void *bytes = sqlite3_column_blob (rows, 2);

      if (!name || n < 0 || !bytes || lsc_pack_get_n_parts (pack) >= MOST_PARTS)
        {
          fail_damaged (path, &local);
          break;
        }
      lsc_pack_take_part (pack, name, (guint64) n,
                          g_bytes_new (bytes, (gsize) sqlite3_column_bytes (rows, 2)));
    }
  g_clear_pointer (&rows, sqlite3_finalize);
  if (!local)
    return g_steal_pointer (&pack);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/* One connection after the other asks a file of thousands of ranks for each of them: it is opened
 * once for each thread. */
static LscPack *
read_some (const char *path, gint64 id, const char *which, LscJob *job, GError **error)
{
  LscDb *db;
  LscPack *pack;

  db = open_file (path, job, error);
  if (!db)
    return NULL;
  pack = read_parts (db, path, id, which, error);
  lsc_db_return (db);
  return pack;
}

/**
 * lsc_extract_read:
 * @id: of a rank in the file
 *
 * Returns: (transfer full) (nullable): all that was kept of it, not unpacked; errors as of
 *   lsc_extract_list()
 */
LscPack *
lsc_extract_read (const char *path, gint64 id, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return read_some (path, id, NULL, job, error);
}

/**
 * lsc_extract_read_source:
 * @source: of such a file
 * @is_excerpt: reads what is kept of its events, else all but that
 *
 * What is larger than the rest and seldom asked for stays on the disk.
 *
 * Returns: (transfer full) (nullable): as lsc_extract_read()
 */
LscPack *
lsc_extract_read_source (const LscSource *source, gboolean is_excerpt, LscJob *job, GError **error)
{
  g_return_val_if_fail (source && source->format == LSC_FORMAT_EXTRACT, NULL);
  return read_some (source->file, source->part,
                    is_excerpt ? " AND name GLOB 'excerpt.*'" : " AND name NOT GLOB 'excerpt.*'",
                    job, error);
}

/**
 * lsc_extract_summarise:
 * @source: of such a file
 *
 * Cost: that of one rank, however many the file has: all of them are asked one by one.
 *
 * Returns: (transfer full) (nullable): what is said of a rank of an extract; it has no tables
 */
LscRunSummary *
lsc_extract_summarise (const LscSource *source, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *which = NULL;
  LscRunSummary *summary;

  g_return_val_if_fail (source, NULL);
  which = g_strdup_printf (" WHERE id = %u", source->part);
  entries = list_some (source->file, which, job, error);
  if (!entries)
    return NULL;
  summary = g_new0 (LscRunSummary, 1);
  summary->rank = source->rank;
  summary->device = -1;
  summary->host_name = g_strdup (source->origin_host);
  summary->level = -1;
  summary->table_names = g_ptr_array_new_with_free_func (g_free);
  summary->notices = lsc_notices_new ();
  return summary;
}

static gboolean
add_bytes (GChecksum *sum, GInputStream *in, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (FINGERPRINT_BYTES);
  gsize n = 0;

  if (!g_input_stream_read_all (in, bytes, FINGERPRINT_BYTES, &n, NULL, error))
    return FALSE;
  g_checksum_update (sum, bytes, (gssize) n);
  return TRUE;
}

/**
 * lsc_extract_fingerprint:
 *
 * By its size and both of its ends: what is copied keeps it, what grows or is written anew does
 * not.
 *
 * Returns: (transfer full) (nullable): what a file's content is told by
 */
char *
lsc_extract_fingerprint (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) in = g_file_read (file, NULL, error);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  goffset size;

  if (!in || !add_bytes (sum, G_INPUT_STREAM (in), error) ||
      !g_seekable_seek (G_SEEKABLE (in), 0, G_SEEK_END, NULL, error))
    return NULL;
  size = g_seekable_tell (G_SEEKABLE (in));
  if (size > FINGERPRINT_BYTES &&
      (!g_seekable_seek (G_SEEKABLE (in), size - FINGERPRINT_BYTES, G_SEEK_SET, NULL, error) ||
       !add_bytes (sum, G_INPUT_STREAM (in), error)))
    return NULL;
  return g_strdup_printf ("%" G_GOFFSET_FORMAT "-%.32s", size, g_checksum_get_string (sum));
}
