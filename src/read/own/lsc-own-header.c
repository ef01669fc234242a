/* lsc-own-header.c - which recordings a database of our own holds, and what they say of themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/own/lsc-own-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "model/lsc-graph-names.h"
#include "model/lsc-sql-schema.h"
#include "read/own/lsc-own-db.h"

/* Recordings in one file, and pairs of metadata: more than these nobody wrote. */
#define MOST_RANKS 1000000
#define MOST_PAIRS 10000

/** Sets %LSC_ERROR_CORRUPT. */
gboolean
_lsc_own_corrupt (LscDb *db, const char *table, GError **error)
{
  g_autofree char *shown = g_filename_display_name (lsc_db_get_path (db));

  g_set_error (
      error, LSC_ERROR, LSC_ERROR_CORRUPT,
      _ ("%s: the table %s does not hold what Lanescope wrote there; convert the recording "
         "again."),
      shown, table);
  return FALSE;
}

static gboolean
check_version (LscDb *db, GError **error)
{
  g_autofree char *shown = g_filename_display_name (lsc_db_get_path (db));
  gint64 version = -1;

  if (!lsc_db_has_table (db, "about") || !lsc_db_has_column (db, "about", "text"))
    return _lsc_own_corrupt (db, "about", error);
  lsc_db_query_int64 (
      db, "SELECT CAST(\"text\" AS INTEGER) FROM main.\"about\" WHERE \"name\" = 'schema' LIMIT 1",
      &version);
  if (version == LSC_SQL_VERSION)
    return TRUE;
  g_set_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED,
               _ ("%s: was written in layout %" PRId64 " of Lanescope, this version reads layout "
                  "%d; convert the recording again."),
               shown, version, LSC_SQL_VERSION);
  return FALSE;
}

/* Files of the first releases lack it, and are read without. */
static gboolean
is_later (const LscSqlTable *table, guint column)
{
  return g_str_equal (table->name, "kernel_kinds") &&
         g_str_equal (table->columns[column].name, "launch");
}

/* What is missing is said before anything is read. */
static gboolean
check_tables (LscDb *db, GError **error)
{
  guint n_tables;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    if ((tables[i].places & LSC_SQL_IN_FILE) && !tables[i].file_view)
      for (guint k = 0; k < tables[i].n_columns; k++)
        if (!lsc_db_has_column (db, tables[i].name, tables[i].columns[k].name) &&
            !is_later (&tables[i], k))
          return _lsc_own_corrupt (db, tables[i].name, error);
  return TRUE;
}

/**
 * _lsc_own_open:
 *
 * Errors: as lsc_db_open(); %LSC_ERROR_UNSUPPORTED of another layout, %LSC_ERROR_CORRUPT.
 *
 * Returns: (transfer full) (nullable): a database of this layout
 */
LscDb *
_lsc_own_open (const char *path, LscJob *job, GError **error)
{
  g_autoptr (LscDb) db = lsc_db_borrow (path, job, error);

  if (!db || !check_version (db, error) || !check_tables (db, error))
    return NULL;
  return g_steal_pointer (&db);
}

/** Returns: (transfer full) (nullable): bytes that are no text are replaced */
char *
_lsc_own_text (LscCell *cell)
{
  const char *text = lsc_cell_get_text (cell);

  return text ? g_utf8_make_valid (text, -1) : NULL;
}

/** Returns: the number in a cell, @fallback when there is none */
gint64
_lsc_own_int64 (LscCell *cell, gint64 fallback)
{
  gint64 value;

  return lsc_value_int64 (cell, &value) ? value : fallback;
}

/**
 * _lsc_own_scan:
 * @table: one of the schema: cells come in the order of its columns
 * @where: (nullable): rows to read
 */
gboolean
_lsc_own_scan (LscOwn *self, const char *table, const char *where, LscOwnRow func,
               gpointer user_data, GError **error)
{
  const LscSqlTable *about = lsc_sql_find_table (table);
  g_autofree const char **columns = g_new0 (const char *, about->n_columns + 1);
  g_autoptr (LscScan) scan = NULL;

  for (guint i = 0; i < about->n_columns; i++)
    columns[i] = about->columns[i].name;
  scan = lsc_db_scan (self->db, table, columns, where, error);
  if (!scan || !lsc_scan_run (scan, func, user_data, error))
    return FALSE;
  return !self->fault || _lsc_own_corrupt (self->db, self->fault, error);
}

/* ---- which recordings ---------------------------------------------------------------------- */

/**
 * lsc_own_db_list_ranks:
 * @ids: (inout): receives LscSource.part of each recording
 * @ranks: (inout): receives the rank of each
 *
 * Errors: as _lsc_own_open().
 */
gboolean
lsc_own_db_list_ranks (const char *path, LscInt64s *ids, LscInt64s *ranks, LscJob *job,
                       GError **error)
{
  g_return_val_if_fail (path && ids && ranks, FALSE);

  static const char *const columns[] = { "id", "rank", NULL };
  g_autoptr (LscDb) db = _lsc_own_open (path, job, error);
  g_autoptr (LscScan) scan = db ? lsc_db_scan (db, "ranks", columns, NULL, error) : NULL;
  sqlite3_stmt *stmt;

  if (!scan)
    return FALSE;
  stmt = lsc_scan_get_stmt (scan);
  while (lsc_scan_next (scan) && ids->n < MOST_RANKS)
    {
      gint64 id = -1, rank = LSC_RANK_UNKNOWN;

      lsc_column_int64 (stmt, 0, &id);
      if (sqlite3_column_type (stmt, 1) == SQLITE_TEXT) /* a name, which is no number */
        rank = lsc_rank_name_add ((const char *) sqlite3_column_text (stmt, 1));
      else
        lsc_column_int64 (stmt, 1, &rank);
      if (id < 0 || id > G_MAXINT32)
        return _lsc_own_corrupt (db, "ranks", error);
      lsc_int64s_append (ids, id);
      lsc_int64s_append (ranks, lsc_rank_is_told (rank) ? rank : LSC_RANK_UNKNOWN);
    }
  if (!lsc_scan_finish (scan, error))
    return FALSE;
  if (ids->n == 0)
    return _lsc_own_corrupt (db, "ranks", error);
  g_clear_pointer (&scan, lsc_scan_free);
  lsc_db_return (g_steal_pointer (&db));
  return TRUE;
}

/* ---- what it says of itself ---------------------------------------------------------------- */

static void
take_rank (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscTimeline *timeline = self->timeline;
  gint64 device = _lsc_own_int64 (cells[1], -1);
  gint64 level = _lsc_own_int64 (cells[5], -1);

  self->is_there = TRUE;
  timeline->rank = MAX (_lsc_own_int64 (cells[0], LSC_RANK_UNKNOWN), LSC_RANK_UNKNOWN);
  if (timeline->rank < 0 && lsc_rank_is_named (self->source->rank))
    timeline->rank = self->source->rank;
  timeline->device = device >= 0 ? device : -1;
  g_free (timeline->host_name);
  timeline->host_name = _lsc_own_text (cells[2]);
  g_free (timeline->origin_format);
  timeline->origin_format = _lsc_own_text (cells[3]);
  g_free (timeline->origin_file);
  timeline->origin_file = _lsc_own_text (cells[4]);
  timeline->level = level >= 0 && level <= 2 ? (int) level : -1;
}

static void
take_number (LscOwn *self, const char *name, gint64 value)
{
  LscTimeline *timeline = self->timeline;

  if (strcmp (name, "is_gpu") == 0)
    timeline->is_gpu = value != 0;
  else if (strcmp (name, "extended_begin_ns") == 0)
    timeline->extended_begin_ns = value;
  else if (strcmp (name, "extended_end_ns") == 0)
    {
      timeline->extended_end_ns = value;
      timeline->has_extended = TRUE;
    }
  else if (strcmp (name, "first_link") == 0)
    self->first_link = value;
  else if (strcmp (name, "n_links") == 0)
    self->n_links = value;
  else if (strcmp (name, "far_launch") == 0 && value >= 0 && value < LSC_SLICE_NONE)
    lsc_indexes_append (&timeline->far_launches, (guint32) value); /* as the file numbers them */
  else if (strcmp (name, "placed_begin_ns") == 0)
    lsc_steps_append (&timeline->placed_steps, (LscStep){ 0, value, value });
  else if (strcmp (name, "placed_end_ns") == 0 && timeline->placed_steps.n > 0)
    timeline->placed_steps.items[timeline->placed_steps.n - 1].end_ns = value;
  else if (strcmp (name, "max_freq_mhz") == 0 && self->kernels)
    self->kernels->max_freq_mhz = value;
  else if (strcmp (name, "max_core_count") == 0 && self->kernels)
    self->kernels->max_core_count = value;
  else if (strcmp (name, "first_sample") == 0)
    self->first_sample = value;
  else if (strcmp (name, "n_samples") == 0)
    self->n_samples = value;
}

static void
take_text (char **place, char *text)
{
  g_free (*place);
  *place = text;
}

/* @place: (nullable): a summary does not ask for it */
static void
take_real (double *place, const char *text)
{
  double value = g_ascii_strtod (text, NULL);

  if (place && value > 0 && value < 1e12)
    *place = value;
}

static void
take_reason (LscPhrase **place, const char *text)
{
  g_clear_pointer (place, lsc_phrase_free);
  *place = lsc_phrase_new_verbatim (text);
}

/* "SLICE:NUMBER", as the file numbers slices. */
static void
take_comm_number (LscOwn *self, const char *value)
{
  LscCommNumbers *numbers = &self->timeline->comm_numbers;
  const char *colon = strchr (value, ':');
  g_autofree char *slice = colon ? g_strndup (value, (gsize) (colon - value)) : NULL;
  LscCommNumber number;

  if (!slice || !g_ascii_string_to_signed (slice, 10, 0, G_MAXUINT32 - 1, &number.detail, NULL) ||
      !g_ascii_string_to_signed (colon + 1, 10, 0, G_MAXINT64, &number.number, NULL))
    self->fault = "facts";
  else
    lsc_comm_numbers_append (numbers, number);
}

/* Paths, their parts by themselves, and ops: as the reader of names adds them. */
static void
take_graph_text (LscOwn *self, const char *value)
{
  LscIntern *strings = self->timeline->strings;
  g_auto (GStrv) parts = g_strsplit (value, LSC_GRAPH_PATH_SEPARATOR, -1);

  lsc_indexes_append (&self->graph_texts, lsc_intern_add (strings, value));
  for (guint i = 0; parts[i]; i++)
    lsc_intern_add (strings, parts[i]);
}

/* "SLICE:CALL:PATH:OP", as the file numbers slices, and the places of its texts. */
static void
take_graph_name (LscOwn *self, const char *value)
{
  g_auto (GStrv) words = g_strsplit (value, ":", -1);
  const LscIndexes *texts = &self->graph_texts;
  guint64 numbers[4] = { 0, 0, 0, 0 };
  gboolean has_op = g_strv_length (words) == 4 && *words[3];
  guint n = has_op ? 4 : 3;

  for (guint i = 0; i < n; i++)
    if (g_strv_length (words) != 4 ||
        !g_ascii_string_to_unsigned (words[i], 10, 0, i < 2 ? G_MAXUINT32 : G_MAXUINT32 - 1,
                                     &numbers[i], NULL) ||
        (i >= 2 && numbers[i] >= texts->n))
      {
        self->fault = "facts";
        return;
      }
  lsc_graph_names_append (
      &self->timeline->graph_names,
      (LscGraphName){ .id = (guint32) numbers[0],
                      .call = (guint32) numbers[1],
                      .path = texts->items[numbers[2]],
                      .op = has_op ? texts->items[numbers[3]] : LSC_STRING_NONE });
}

static void
take_fact (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscTimeline *timeline = self->timeline;
  g_autofree char *name = _lsc_own_text (cells[1]);
  g_autofree char *value = _lsc_own_text (cells[2]);
  gint64 number = 0;

  if (!name || !value)
    self->fault = "facts";
  else if (g_str_has_prefix (name, "metadata."))
    {
      if (lsc_metadata_get_n_pairs (timeline->metadata) < MOST_PAIRS)
        lsc_metadata_set (timeline->metadata, name + strlen ("metadata."), value);
    }
  else if (strcmp (name, "host_uid") == 0)
    take_text (&timeline->host_uid, g_steal_pointer (&value));
  else if (strcmp (name, "extended_reason") == 0)
    take_reason (&timeline->extended_reason, value);
  else if (strcmp (name, "launch_reason") == 0)
    take_reason (&timeline->launch_reason, value);
  else if (strcmp (name, "counter_reason") == 0)
    take_text (&timeline->counter_reason, g_steal_pointer (&value));
  else if (strcmp (name, "chip_name") == 0)
    take_text (&timeline->chip_name, g_steal_pointer (&value));
  else if (strcmp (name, "ai_core_count") == 0)
    take_real (self->kernels ? &self->kernels->ai_core_count : NULL, value);
  else if (strcmp (name, "ai_core_mhz") == 0)
    take_real (self->kernels ? &self->kernels->ai_core_mhz : NULL, value);
  else if (strcmp (name, "comm_number") == 0)
    take_comm_number (self, value);
  else if (strcmp (name, "graph_text") == 0)
    take_graph_text (self, value);
  else if (strcmp (name, "graph_name") == 0)
    take_graph_name (self, value);
  else if (g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL))
    take_number (self, name, number);
}

static void
take_step (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscStep step = { 0 };

  if (!lsc_value_int64 (cells[1], &step.id) || !lsc_value_int64 (cells[2], &step.start_ns) ||
      !lsc_value_int64 (cells[3], &step.end_ns) || step.end_ns < step.start_ns)
    self->fault = "step_rows";
  else
    lsc_steps_append (&self->timeline->steps, step);
}

static void
take_told_step (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscToldStep step = { .computing_ns = _lsc_own_int64 (cells[2], -1),
                       .communication_ns = _lsc_own_int64 (cells[3], -1),
                       .not_overlapped_ns = _lsc_own_int64 (cells[4], -1),
                       .overlapped_ns = _lsc_own_int64 (cells[5], -1),
                       .free_ns = _lsc_own_int64 (cells[6], -1) };

  if (!lsc_value_int64 (cells[1], &step.step))
    self->fault = "told_steps";
  else
    lsc_told_steps_append (&self->timeline->told_steps, step);
}

static void
take_comm_group (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  g_autofree char *list = _lsc_own_text (cells[3]);
  g_auto (GStrv) words = g_strsplit (list ? list : "", ",", -1);
  LscCommGroup *group = g_new0 (LscCommGroup, 1);

  group->name = _lsc_own_text (cells[1]);
  group->label = _lsc_own_text (cells[2]);
  group->is_pipeline = _lsc_own_int64 (cells[4], 0) != 0;
  for (int i = 0; words[i]; i++)
    {
      gint64 rank = 0;

      if (g_ascii_string_to_signed (words[i], 10, G_MININT64, G_MAXINT64, &rank, NULL))
        lsc_int64s_append (&group->ranks, rank);
    }
  if (!group->name)
    {
      self->fault = "comm_groups";
      lsc_comm_group_free (group);
    }
  else
    g_ptr_array_add (self->timeline->comm_groups, group);
}

/** Reads everything but lanes, counters and links. */
gboolean
_lsc_own_read_header (LscOwn *self, GError **error)
{
  g_autofree char *rank = g_strdup_printf ("\"id\" = %u", self->source->part);
  g_autofree char *of_rank = g_strdup_printf ("\"rank_id\" = %u", self->source->part);

  if (!_lsc_own_scan (self, "ranks", rank, take_rank, self, error))
    return FALSE;
  if (!self->is_there)
    return _lsc_own_corrupt (self->db, "ranks", error);
  return _lsc_own_scan (self, "facts", of_rank, take_fact, self, error) &&
         _lsc_own_scan (self, "step_rows", of_rank, take_step, self, error) &&
         _lsc_own_scan (self, "told_steps", of_rank, take_told_step, self, error) &&
         _lsc_own_scan (self, "comm_groups", of_rank, take_comm_group, self, error);
}

/* ---- summary ------------------------------------------------------------------------------- */

static void
count_tables (LscDb *db, gint64 counting_us, LscRunSummary *summary, LscJob *job)
{
  g_auto (GStrv) tables = lsc_db_list_tables (db);
  gint64 deadline_us = g_get_monotonic_time () + counting_us;

  for (guint i = 0; tables[i] && !lsc_job_is_cancelled (job); i++)
    {
      gboolean is_estimate = FALSE;

      g_ptr_array_add (summary->table_names, g_utf8_make_valid (tables[i], -1));
      lsc_int64s_append (&summary->table_rows,
                         lsc_db_count_rows_until (db, tables[i], deadline_us, &is_estimate));
      if (is_estimate)
        lsc_indexes_append (&summary->estimated, i);
    }
}

/**
 * lsc_own_db_summarise:
 * @counting_us: how long to count the rows of its tables, what is left then being estimated; -1 =
 *   not to look at them
 *
 * Errors: as _lsc_own_open().
 *
 * Returns: (transfer full) (nullable): what a recording in a database of our own says of itself;
 *   the tables are those of the whole file
 */
LscRunSummary *
lsc_own_db_summarise (LscSource *source, gint64 counting_us, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_autoptr (LscTimeline) timeline = lsc_timeline_new (source);
  g_autoptr (LscDb) db = _lsc_own_open (source->file, job, error);
  LscOwn self = { .db = db, .source = source, .job = job, .timeline = timeline };
  LscRunSummary *summary;
  gboolean is_read = db && _lsc_own_read_header (&self, error) && lsc_job_check (job, error);

  lsc_indexes_clear (&self.graph_texts);
  if (!is_read)
    return NULL;
  summary = g_new0 (LscRunSummary, 1);
  summary->table_names = g_ptr_array_new_with_free_func (g_free);
  if (counting_us >= 0)
    count_tables (db, counting_us, summary, job);
  summary->rank = timeline->rank;
  summary->device = timeline->device;
  summary->host_name = g_steal_pointer (&timeline->host_name);
  summary->host_uid = g_steal_pointer (&timeline->host_uid);
  summary->level = timeline->level;
  summary->steps = timeline->steps;
  timeline->steps = (LscSteps){ 0 };
  summary->has_steps = TRUE;
  summary->metadata = lsc_metadata_ref (timeline->metadata);
  summary->notices = lsc_notices_ref (timeline->notices);
  if (lsc_db_check_answers (db, error) && lsc_job_check (job, error))
    {
      lsc_db_return (g_steal_pointer (&db));
      return summary;
    }
  lsc_run_summary_free (summary);
  return NULL;
}
