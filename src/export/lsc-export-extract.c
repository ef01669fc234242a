/* lsc-export-extract.c - writes what was kept of ranks into a file (.lscope)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-extract.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "export/lsc-export-sql-private.h"

#define RANK_COLUMNS 14
#define PART_COLUMNS 4
/* One thread uses it: no lock is needed around each value. */
#define OPEN_FLAGS (SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX)

struct _LscExtractWriter
{
  LscOutput *output; /* (nullable): %NULL: in memory */
  LscSqlTarget target;
  char *path;
  sqlite3_stmt *ranks;
  sqlite3_stmt *parts;
  gint64 n_ranks;
};

/* The output brings the file to the disk. The tables say what is in it: extract.md#file. */
static const char begin[] =
    "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
    "PRAGMA application_id=" G_STRINGIFY (
        LSC_OUTPUT_EXTRACT_ID) "; "
                               "PRAGMA user_version=" G_STRINGIFY (
                                   LSC_EXTRACT_VERSION) "; BEGIN; "
                                                        "CREATE TABLE rank (id INTEGER PRIMARY "
                                                        "KEY, rank INTEGER, own_rank INTEGER, "
                                                        "replica TEXT, "
                                                        "device TEXT, is_guessed INTEGER, is_loose "
                                                        "INTEGER, host TEXT, origin TEXT, folder "
                                                        "TEXT, "
                                                        "format TEXT, fingerprint TEXT, size_bytes "
                                                        "INTEGER, digest INTEGER); "
                                                        "CREATE TABLE part (rank INTEGER, name "
                                                        "TEXT, n INTEGER, bytes BLOB)";

/* @name: of a file, or of what @vfs has */
static gboolean
open_database (LscExtractWriter *self, const char *name, const char *vfs, GError **error)
{
  if (sqlite3_open_v2 (name, &self->target.db, OPEN_FLAGS, vfs) != SQLITE_OK)
    return _lsc_sql_fail (&self->target, error);
  if (!_lsc_sql_execute (&self->target, begin, error))
    return FALSE;
  self->ranks = _lsc_sql_prepare_insert (&self->target, "rank", RANK_COLUMNS, error);
  self->parts =
      self->ranks ? _lsc_sql_prepare_insert (&self->target, "part", PART_COLUMNS, error) : NULL;
  return self->parts != NULL;
}

/**
 * lsc_extract_writer_new:
 * @path: a new file, or one that is no recording
 *
 * Errors: %LSC_ERROR_IO.
 *
 * Returns: (transfer full) (nullable): the file, empty
 */
LscExtractWriter *
lsc_extract_writer_new (const char *path, LscJob *job, GError **error)
{
  g_autoptr (LscExtractWriter) self = NULL;

  g_return_val_if_fail (path, NULL);
  self = g_new0 (LscExtractWriter, 1);
  self->path = g_strdup (path);
  self->target = (LscSqlTarget){ .path = self->path, .job = job };
  self->output = lsc_output_new (path, LSC_OUTPUT_OWN_EXTRACT, error);
  if (!self->output || !open_database (self, lsc_output_get_temporary (self->output), NULL, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_extract_writer_new_in_memory:
 *
 * As lsc_extract_writer_new(), for lsc_extract_writer_finish_bytes(): no file is made.
 */
LscExtractWriter *
lsc_extract_writer_new_in_memory (LscJob *job, GError **error)
{
  g_autoptr (LscExtractWriter) self = g_new0 (LscExtractWriter, 1);

  self->path = g_strdup (".lscope");
  self->target = (LscSqlTarget){ .path = self->path, .job = job };
  return open_database (self, self->path, "memdb", error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
add_rank (LscExtractWriter *self, const LscExtractEntry *entry, GError **error)
{
  sqlite3_bind_int64 (self->ranks, 1, self->n_ranks);
  sqlite3_bind_int64 (self->ranks, 2, entry->rank);
  sqlite3_bind_int64 (self->ranks, 3, entry->own_rank);
  _lsc_sql_bind_text (self->ranks, 4, entry->replica);
  _lsc_sql_bind_text (self->ranks, 5, entry->device);
  sqlite3_bind_int (self->ranks, 6, entry->is_guessed);
  sqlite3_bind_int (self->ranks, 7, entry->is_loose);
  _lsc_sql_bind_text (self->ranks, 8, entry->host);
  _lsc_sql_bind_text (self->ranks, 9, entry->origin);
  _lsc_sql_bind_text (self->ranks, 10, entry->folder);
  _lsc_sql_bind_text (self->ranks, 11, entry->format);
  _lsc_sql_bind_text (self->ranks, 12, entry->fingerprint);
  sqlite3_bind_int64 (self->ranks, 13, entry->size_bytes);
  sqlite3_bind_int64 (self->ranks, 14, entry->digest);
  return _lsc_sql_insert (&self->target, self->ranks, error);
}

/**
 * lsc_extract_writer_add:
 * @entry: whose number is not looked at: it gets that of its place
 *
 * Returns: whether the rank is in the file
 */
gboolean
lsc_extract_writer_add (LscExtractWriter *self, const LscExtractEntry *entry, const LscPack *pack,
                        GError **error)
{
  g_return_val_if_fail (self && entry && pack, FALSE);
  if (!add_rank (self, entry, error))
    return FALSE;
  for (guint i = 0; i < lsc_pack_get_n_parts (pack); i++)
    {
      const LscPackPart *part = lsc_pack_get_part (pack, i);
      gsize n;
      const void *bytes = g_bytes_get_data (part->bytes, &n);

      sqlite3_bind_int64 (self->parts, 1, self->n_ranks);
      _lsc_sql_bind_text (self->parts, 2, part->name);
      sqlite3_bind_int64 (self->parts, 3, (gint64) part->n);
      sqlite3_bind_blob64 (self->parts, 4, bytes, n, SQLITE_STATIC);
      if (!_lsc_sql_insert (&self->target, self->parts, error))
        return FALSE;
    }
  self->n_ranks++;
  return TRUE;
}

static gboolean
end_rows (LscExtractWriter *self, GError **error)
{
  g_clear_pointer (&self->ranks, sqlite3_finalize);
  g_clear_pointer (&self->parts, sqlite3_finalize);
  return _lsc_sql_execute (&self->target, "CREATE INDEX part_of_rank ON part (rank); COMMIT",
                           error);
}

/** Returns: whether the file is complete, on the disk, and has its name */
gboolean
lsc_extract_writer_finish (LscExtractWriter *self, GError **error)
{
  g_return_val_if_fail (self && self->output, FALSE);
  if (!end_rows (self, error))
    return FALSE;
  if (sqlite3_close (self->target.db) != SQLITE_OK)
    return _lsc_sql_fail (&self->target, error);
  self->target.db = NULL;
  return lsc_output_commit (g_steal_pointer (&self->output), error);
}

/**
 * lsc_extract_writer_finish_bytes:
 * @self: made by lsc_extract_writer_new_in_memory()
 *
 * Returns: (transfer full) (nullable): the bytes that lsc_extract_writer_finish() would have
 * written
 */
GBytes *
lsc_extract_writer_finish_bytes (LscExtractWriter *self, GError **error)
{
  unsigned char *bytes;
  sqlite3_int64 n;

  g_return_val_if_fail (self && !self->output, NULL);
  if (!end_rows (self, error))
    return NULL;
  bytes = sqlite3_serialize (self->target.db, "main", &n, 0);
  if (bytes)
    return g_bytes_new_with_free_func (bytes, (gsize) n, sqlite3_free, bytes);
  lsc_fail (error, LSC_ERROR_IO, _ ("The extract could not be made: %s"), g_strerror (ENOMEM));
  return NULL;
}

/** What is not finished is thrown away. */
void
lsc_extract_writer_free (LscExtractWriter *self)
{
  if (!self)
    return;
  sqlite3_finalize (self->ranks);
  sqlite3_finalize (self->parts);
  sqlite3_close (self->target.db);
  g_clear_pointer (&self->output, lsc_output_discard);
  g_free (self->path);
  g_free (self);
}
