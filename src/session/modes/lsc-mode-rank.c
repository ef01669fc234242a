/* lsc-mode-rank.c - a rank as modes read it: by statements of their own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "session/modes/lsc-mode-private.h"

#define MANY_TEXTS 64
#define MOST_TEXTS 16 /* of the file, for each that was looked up */

/** Returns: (nullable) (transfer none): @text at the one address that equal texts of the run have
 */
const char *
_lsc_mode_keep (LscModeRun *run, const char *text)
{
  return text ? g_string_chunk_insert_const (run->texts, text) : NULL;
}

static void
tell_of_file (LscModeRun *run, gint64 rank, const char *file, LscSeverity severity,
              const char *text)
{
  LscNotice *notice = lsc_notice_new (severity, "mode-input", "%s", text);

  run->has_failed |= severity == LSC_SEVERITY_ERROR;
  lsc_notice_set_place (notice, rank, file, NULL);
  lsc_notices_add (run->notices, notice);
}

/* (nullable): what is read of a rank */
static const char *
find_file (const LscModeRun *run, gint64 rank)
{
  for (guint i = 0; rank != LSC_RANK_NONE && i < run->sources->len; i++)
    {
      const LscSource *source = run->sources->pdata[i];

      if (source->rank == rank)
        return source->file;
    }
  return NULL;
}

/** @rank: or %LSC_RANK_NONE; @text: a translated sentence */
void
_lsc_mode_tell (LscModeRun *run, gint64 rank, LscSeverity severity, const char *text)
{
  tell_of_file (run, rank, find_file (run, rank), severity, text);
}

/* unknown.md#codes: what a recording lacks that has no such table. */
static LscUnknown
find_reason (const char *table)
{
  static const struct
  {
    const char *table;
    LscUnknown unknown;
  } known[] = {
    { "TASK", LSC_UNKNOWN_NO_DEVICE },
    { "COMPUTE_TASK_INFO", LSC_UNKNOWN_NO_KERNELS },
    { "COMMUNICATION_OP", LSC_UNKNOWN_NO_COMMUNICATION },
    { "COMMUNICATION_TASK_INFO", LSC_UNKNOWN_NO_COMM_TASKS },
    { "CANN_API", LSC_UNKNOWN_NO_LAUNCHES },
    { "CONNECTION_IDS", LSC_UNKNOWN_NO_LAUNCHES },
    { "PYTORCH_API", LSC_UNKNOWN_NO_HOST },
    { "MSTX_EVENTS", LSC_UNKNOWN_NO_MARKS },
    { "AICORE_FREQ", LSC_UNKNOWN_NO_FREQUENCY },
    { "STEP_TIME", LSC_UNKNOWN_NO_STEPS },
    { "META_DATA", LSC_UNKNOWN_NO_GROUPS },
    { "CommAnalyzerTime", LSC_UNKNOWN_NO_COMM_TABLES },
    { "CommAnalyzerBandwidth", LSC_UNKNOWN_NO_COMM_TABLES },
    { "CommAnalyzerMatrix", LSC_UNKNOWN_NO_COMM_TABLES },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].table, table))
      return known[i].unknown;
  return LSC_UNKNOWN_NO_TABLE;
}

/** Whether it has these; the first one that it lacks is told. @tables: (array zero-terminated=1) */
gboolean
_lsc_mode_rank_has_tables (LscModeRank *self, const char *const *tables)
{
  for (gsize i = 0; tables[i]; i++)
    if (!lsc_db_has_table (self->db, tables[i]))
      {
        g_autofree char *text =
            g_strdup_printf (_ ("There is no table %s, which this analysis needs."), tables[i]);

        tell_of_file (self->run, self->rank, lsc_db_get_path (self->db), LSC_SEVERITY_NOTE, text);
        lsc_lacks_add (&self->run->lacks, find_reason (tables[i]));
        return FALSE;
      }
  return TRUE;
}

/* The step that was asked for. */
static gboolean
find_step (LscModeRank *self)
{
  sqlite3_stmt *stmt;

  self->begin = 0;
  self->end = G_MAXINT64;
  if (!self->run->options->has_step)
    return TRUE;
  if (lsc_db_has_table (self->db, "STEP_TIME"))
    {
      stmt = _lsc_mode_rank_ask (self, "SELECT id, startNs, endNs FROM STEP_TIME");
      while (_lsc_mode_rank_next (self, &stmt))
        if (sqlite3_column_int64 (stmt, 0) == self->run->options->step)
          {
            self->begin = sqlite3_column_int64 (stmt, 1);
            self->end = sqlite3_column_int64 (stmt, 2);
            sqlite3_finalize (stmt);
            return TRUE;
          }
    }
  lsc_lacks_add (&self->run->lacks, LSC_UNKNOWN_NO_SUCH_STEP);
  _lsc_mode_tell (self->run, self->rank, LSC_SEVERITY_WARNING,
                  _ ("The requested step was not recorded: this rank was skipped."));
  return FALSE;
}

/* Whether collectives ran on the engine whose tasks have a table of their own. */
static gboolean
has_ccu_tasks (LscDb *db)
{
  sqlite3_stmt *stmt =
      lsc_db_has_table (db, "CCU") ? lsc_db_ask (db, "SELECT 1 FROM CCU LIMIT 1", NULL) : NULL;
  gboolean is_found = stmt && lsc_db_next (db, &stmt, NULL);

  g_clear_pointer (&stmt, sqlite3_finalize);
  return is_found;
}

/* Each database is asked once in a run, by whoever opens it first. */
static void
note_ccu (LscModeRun *run, const LscSource *source, LscDb *db)
{
  if (!g_hash_table_contains (run->ccu, source))
    g_hash_table_insert (run->ccu, (gpointer) source, GINT_TO_POINTER (has_ccu_tasks (db)));
}

static gboolean
runs_on_ccu (LscModeRun *run, const LscSource *source)
{
  LscDb *db;

  if (source->format != LSC_FORMAT_ASCEND_DB || !source->file)
    return FALSE;
  if (!g_hash_table_contains (run->ccu, source) &&
      (db = lsc_db_open (source->file, run->job, NULL)))
    {
      note_ccu (run, source, db);
      lsc_db_close (db);
    }
  return GPOINTER_TO_INT (g_hash_table_lookup (run->ccu, source));
}

static gboolean
open_file (LscModeRank *self, LscModeRun *run, guint index, const char *file,
           const char *const *tables)
{
  *self = (LscModeRank){ .run = run, .source = run->sources->pdata[index] };
  self->rank = self->source->rank;
  self->texts = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->db = file ? lsc_db_open (file, run->job, &self->error) : NULL;
  if (self->db && file == self->source->file)
    note_ccu (run, self->source, self->db);
  if (self->db && _lsc_mode_rank_has_tables (self, tables))
    return TRUE;
  if (!file)
    {
      lsc_lacks_add (&run->lacks, LSC_UNKNOWN_NO_DATABASE);
      _lsc_mode_tell (run, self->rank, LSC_SEVERITY_NOTE,
                      _ ("There is no database that this analysis could read."));
    }
  _lsc_mode_rank_close (self);
  return FALSE;
}

/**
 * _lsc_mode_rank_open:
 * @index: of LscModeRun.sources
 * @tables: (array zero-terminated=1): that it needs
 *
 * Returns: whether the database with the tasks of the rank has these tables, and the step; why not
 *   is told. To be closed, if so
 */
gboolean
_lsc_mode_rank_open (LscModeRank *self, LscModeRun *run, guint index, const char *const *tables)
{
  const LscSource *source = run->sources->pdata[index];
  gboolean is_read =
      source->format == LSC_FORMAT_ASCEND_DB || source->format == LSC_FORMAT_MSPROF_DB;

  if (!open_file (self, run, index, is_read ? source->file : NULL, tables))
    return FALSE;
  if (find_step (self))
    return TRUE;
  _lsc_mode_rank_close (self);
  return FALSE;
}

/** As _lsc_mode_rank_open(), of the database of what its exporter made of communication */
gboolean
_lsc_mode_rank_open_analysis (LscModeRank *self, LscModeRun *run, guint index,
                              const char *const *tables)
{
  const LscSource *source = run->sources->pdata[index];

  if (source->analysis_db)
    return open_file (self, run, index, source->analysis_db, tables);
  lsc_lacks_add (&run->lacks, LSC_UNKNOWN_NO_COMM_TABLES);
  if (lsc_format_is_gpu_trace (source->format))
    lsc_lacks_add (&run->lacks, LSC_UNKNOWN_NO_DATABASE);
  _lsc_mode_tell (run, source->rank, LSC_SEVERITY_NOTE,
                  _ ("There is no analysis.db next to it, which this analysis reads: record with "
                     "profiler_level Level1 or higher, and copy all exported files."));
  return FALSE;
}

/**
 * _lsc_mode_rank_open_communication:
 *
 * As _lsc_mode_rank_open_analysis(), for times and links of collectives. What the exporter writes
 * of those that run on the CCU means nothing, which is told (modes.md#ccu).
 */
gboolean
_lsc_mode_rank_open_communication (LscModeRank *self, LscModeRun *run, guint index,
                                   const char *const *tables)
{
  const LscSource *source = run->sources->pdata[index];

  if (!runs_on_ccu (run, source))
    return _lsc_mode_rank_open_analysis (self, run, index, tables);
  lsc_lacks_add (&run->lacks, LSC_UNKNOWN_ON_CCU);
  _lsc_mode_tell (run, source->rank, LSC_SEVERITY_WARNING,
                  _ ("Collectives of this rank run on the CCU: the recorded times and links of "
                     "communication do not measure them, so they were skipped."));
  return FALSE;
}

/** A rank that could not be read to its end is told. */
void
_lsc_mode_rank_close (LscModeRank *self)
{
  if (self->error && !g_error_matches (self->error, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      lsc_lacks_add (&self->run->lacks, LSC_UNKNOWN_DAMAGED);
      _lsc_mode_tell (self->run, self->rank, LSC_SEVERITY_ERROR, self->error->message);
    }
  g_clear_error (&self->error);
  g_clear_pointer (&self->find_text, sqlite3_finalize);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  g_clear_pointer (&self->db, lsc_db_close);
}

gboolean
_lsc_mode_rank_has_column (LscModeRank *self, const char *table, const char *column)
{
  return lsc_db_has_table (self->db, table) && lsc_db_has_column (self->db, table, column);
}

/** Returns: (nullable): a statement for _lsc_mode_rank_next(); a failure is kept in the rank */
sqlite3_stmt *
_lsc_mode_rank_ask (LscModeRank *self, const char *sql)
{
  return self->error ? NULL : lsc_db_ask (self->db, sql, &self->error);
}

gboolean
_lsc_mode_rank_next (LscModeRank *self, sqlite3_stmt **stmt)
{
  return lsc_db_next (self->db, stmt, self->error ? NULL : &self->error);
}

static void
keep_text (LscModeRank *self, gint64 id, const char *text)
{
  g_hash_table_insert (self->texts, GSIZE_TO_POINTER ((gsize) id),
                       (gpointer) _lsc_mode_keep (self->run, text));
}

/* To look up a text takes as long as to read several: once many were asked for, all are read, if
 * they are not many times that. */
static void
read_texts (LscModeRank *self)
{
  gint64 most = (gint64) MOST_TEXTS * self->n_looked_up, n;
  g_autofree char *count = g_strdup_printf (
      "SELECT count(*) FROM (SELECT 1 FROM STRING_IDS LIMIT %" G_GINT64_FORMAT ")", most);
  sqlite3_stmt *stmt;

  if (!lsc_db_query_int64 (self->db, count, &n) || n >= most)
    return;
  stmt = _lsc_mode_rank_ask (self, "SELECT id, value FROM STRING_IDS");
  while (_lsc_mode_rank_next (self, &stmt))
    keep_text (self, sqlite3_column_int64 (stmt, 0), (const char *) sqlite3_column_text (stmt, 1));
}

static void
count_look_up (LscModeRank *self)
{
  self->n_looked_up++;
  if (self->n_looked_up >= MANY_TEXTS && (self->n_looked_up & (self->n_looked_up - 1)) == 0)
    read_texts (self);
}

/** Returns: (nullable): the text of STRING_IDS, kept for the run */
const char *
_lsc_mode_rank_get_text (LscModeRank *self, gint64 id)
{
  gpointer known;
  const char *text = NULL;

  if (g_hash_table_lookup_extended (self->texts, GSIZE_TO_POINTER ((gsize) id), NULL, &known))
    return known;
  if (!self->find_text && lsc_db_has_table (self->db, "STRING_IDS"))
    self->find_text = _lsc_mode_rank_ask (self, "SELECT value FROM STRING_IDS WHERE id = ?");
  if (self->find_text)
    {
      sqlite3_bind_int64 (self->find_text, 1, id);
      if (sqlite3_step (self->find_text) == SQLITE_ROW)
        text = _lsc_mode_keep (self->run, (const char *) sqlite3_column_text (self->find_text, 0));
      sqlite3_reset (self->find_text);
    }
  g_hash_table_insert (self->texts, GSIZE_TO_POINTER ((gsize) id), (gpointer) text);
  if (self->find_text)
    count_look_up (self);
  return text;
}

/** Returns: (nullable): the text of the id in that column; %NULL of none */
const char *
_lsc_mode_rank_get_text_at (LscModeRank *self, sqlite3_stmt *stmt, int column)
{
  return sqlite3_column_type (stmt, column) == SQLITE_NULL
             ? NULL
             : _lsc_mode_rank_get_text (self, sqlite3_column_int64 (stmt, column));
}
