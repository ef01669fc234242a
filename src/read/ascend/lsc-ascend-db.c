/* lsc-ascend-db.c - reader of ascend_pytorch_profiler databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-db.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/ascend/lsc-ascend-private.h"
#include "read/text/lsc-cell.h"
#include "read/find/lsc-metadata.h"

/* Tables whose absence is worth a word, with the flag that needs them. */
typedef struct
{
  const char *table;
  LscLoadFlags flags;
  LscSeverity severity;
  const char *why;
  const char *remedy;
} Expected;

static const Expected expected[] = {
  { "STRING_IDS", ~0u, LSC_SEVERITY_WARNING, N_ ("All names are unknown."),
    N_ ("Export the profile again; the file is incomplete.") },
  { "TASK", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES | LSC_LOAD_MARK_TASKS, LSC_SEVERITY_WARNING,
    N_ ("Only communication operators have device times."),
    N_ ("Collect with ProfilerActivity.NPU.") },
  { "COMPUTE_TASK_INFO", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES, LSC_SEVERITY_NOTE,
    N_ ("There are no compute kernels."), N_ ("Collect with profiler_level Level0 or higher.") },
  { "COMMUNICATION_OP", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES, LSC_SEVERITY_NOTE,
    N_ ("There are no communication operators."), NULL },
  { "PYTORCH_API", LSC_LOAD_LINKED_OPS | LSC_LOAD_ALL_OPS, LSC_SEVERITY_WARNING,
    N_ ("No framework data: CPU activity was not collected."),
    N_ ("Collect with ProfilerActivity.CPU.") },
  { "CONNECTION_IDS", LSC_LOAD_LINKS, LSC_SEVERITY_WARNING,
    N_ ("There are no launch links, so no kernel can be given to its op."),
    N_ ("Export the profile again with a newer torch_npu.") },
  { "MSTX_EVENTS", LSC_LOAD_MARKS, LSC_SEVERITY_NOTE,
    N_ ("No mstx data: mstx=True (msprof_tx=True) was not set."),
    N_ ("Collect with mstx=True to have ranges of modules and of the pipeline.") },
  { "STEP_TIME", ~0u, LSC_SEVERITY_NOTE, N_ ("The steps are not known."),
    N_ ("Call prof.step() in every step.") },
};

/* One of these makes a file a profiler database. */
static const char *const telling[] = {
  "TASK",     "PYTORCH_API",      "MSTX_EVENTS", "COMPUTE_TASK_INFO",
  "CANN_API", "COMMUNICATION_OP", "STRING_IDS",  "StepTaskInfo",
};

/**
 * _lsc_ascend_scan:
 * @n_needed: the first columns whose absence is worth a word
 *
 * As lsc_db_scan(), with a notice for each needed column that the table lacks.
 */
LscScan *
_lsc_ascend_scan (LscAscend *self, const char *table, const char *const *columns, guint n_needed,
                  const char *where, GError **error)
{
  LscScan *scan;

  lsc_job_add_work (self->job, lsc_db_guess_rows (self->db, table));
  scan = lsc_db_scan (self->db, table, columns, where, error);
  for (guint i = 0; scan && i < n_needed; i++)
    if (!lsc_scan_has_column (scan, (int) i))
      {
        LscNotice *notice = lsc_notice_new (LSC_SEVERITY_WARNING, "missing-column",
                                            _ ("Table %s has no column %s."), table, columns[i]);

        lsc_notice_set_help (notice, _ ("It reads as if it were empty in every row."), NULL);
        lsc_run_take_notice (self->run, notice, table, -1);
      }
  return scan;
}

/* Says why a row's times cannot be used; only ever called for the few bad rows. */
static gboolean
refuse_times (LscTally *tally, LscScan *scan)
{
  lsc_tally_add (tally, scan);
  return FALSE;
}

/**
 * _lsc_ascend_keep_times:
 * @cells: (array length=2): start and end
 * @needs_end: %FALSE keeps a row without an end, with the end 0
 *
 * Reads start and end of the present row and counts what is wrong with them. The greatest 64-bit
 * number means "not available" (data formats 1).
 *
 * Source: module statistic 11.
 *
 * Returns: %FALSE when the row is to be dropped
 */
gboolean
_lsc_ascend_keep_times (LscTimeTallies *tallies, LscScan *scan, sqlite3_value **cells,
                        gint64 *start_ns, gint64 *end_ns, gboolean needs_end)
{
  LscParse start = lsc_value_time (cells[0], start_ns);
  LscParse end = lsc_value_time (cells[1], end_ns);

  if (G_LIKELY (start == LSC_PARSE_OK && end == LSC_PARSE_OK && *end_ns >= *start_ns &&
                *end_ns > 0 && *end_ns - *start_ns <= LSC_MOST_DURATION_NS &&
                *end_ns < LSC_MOST_TIME_NS))
    return TRUE;
  if (start == LSC_PARSE_BAD || *start_ns >= LSC_MOST_TIME_NS)
    return refuse_times (&tallies->bad, scan);
  if (sqlite3_value_type (cells[1]) == SQLITE_NULL ||
      (end != LSC_PARSE_BAD && (*end_ns == 0 || *end_ns == G_MAXINT64)))
    {
      *end_ns = 0;
      return !needs_end || refuse_times (&tallies->endless, scan);
    }
  if (end == LSC_PARSE_BAD || *end_ns >= LSC_MOST_TIME_NS ||
      *end_ns - *start_ns > LSC_MOST_DURATION_NS)
    return refuse_times (&tallies->bad, scan);
  if (start == LSC_PARSE_TRUNCATED || end == LSC_PARSE_TRUNCATED)
    lsc_tally_add (&tallies->truncated, scan);
  return *end_ns >= *start_ns || refuse_times (&tallies->negative, scan);
}

/** Reports what _lsc_ascend_keep_times() counted in @table. */
void
_lsc_ascend_report_times (const LscTimeTallies *tallies, LscAscend *self, const char *table)
{
  const struct
  {
    const LscTally *tally;
    const char *code;
    const char *what;
    const char *why;
  } kinds[] = {
    { &tallies->bad, "bad-time", _ ("Rows whose times cannot be read"), _ ("They are left out.") },
    { &tallies->truncated, "truncated-time", _ ("Rows whose times have a fraction"),
      _ ("The fraction of a nanosecond is cut off.") },
    { &tallies->negative, "negative-duration", _ ("Rows that end before they start"),
      _ ("They are left out.") },
    { &tallies->endless, "no-end", _ ("Rows without an end"), _ ("They are left out.") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    lsc_tally_report (kinds[i].tally, self->run, LSC_SEVERITY_WARNING, kinds[i].code, table,
                      kinds[i].what, kinds[i].why);
}

/** Returns: %FALSE with %LSC_ERROR_MISSING when the open file is no profiler database */
gboolean
_lsc_ascend_check_kind (LscAscend *self, GError **error)
{
  g_autofree char *shown = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (telling); i++)
    if (lsc_db_has_table (self->db, telling[i]))
      return TRUE;
  shown = g_filename_display_name (lsc_db_get_path (self->db));
  g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING,
               _ ("%s: none of the tables of a profiler database is in it. Open another file."),
               shown);
  return FALSE;
}

/** Reports the tables that LscAscend.flags need and the file lacks. */
void
_lsc_ascend_report_missing_tables (LscAscend *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      LscNotice *notice;

      if (!(expected[i].flags & self->flags) || lsc_db_has_table (self->db, expected[i].table))
        continue;
      notice = lsc_notice_new (expected[i].severity, "missing-table",
                               _ ("Table %s is not in the file."), expected[i].table);
      lsc_notice_set_help (notice, _ (expected[i].why),
                           expected[i].remedy ? _ (expected[i].remedy) : NULL);
      lsc_run_take_notice (self->run, notice, expected[i].table, -1);
    }
}

/** Reads ranges and what ran on the device. */
gboolean
_lsc_ascend_load_device_side (LscAscend *self, GError **error)
{
  LscLoadFlags flags = self->flags;

  if ((flags & (LSC_LOAD_MARKS | LSC_LOAD_MARK_TASKS)) && !_lsc_ascend_load_marks (self, error))
    return FALSE;
  return !(flags & (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES | LSC_LOAD_COPIES |
                    LSC_LOAD_MARK_TASKS | LSC_LOAD_COMM_TASKS | LSC_LOAD_COMM_PAIRS)) ||
         _lsc_ascend_load_kernels (self, error);
}

static gboolean
load_events (LscAscend *self, GError **error)
{
  /* a copy is private to its connection */
  if ((self->flags & LSC_LOAD_SIDE_BY_SIDE) && !lsc_db_is_copy (self->db))
    return _lsc_ascend_load_side_by_side (self, error);
  return _lsc_ascend_load_device_side (self, error) && _lsc_ascend_load_ops (self, error) &&
         _lsc_ascend_load_links (self, error);
}

/** Frees all that @self holds. */
void
_lsc_ascend_clear (LscAscend *self)
{
  _lsc_ascend_clear_strings (self);
  lsc_id_map_clear (&self->mark_connections);
  g_clear_pointer (&self->threads.all, g_hash_table_unref);
  g_clear_pointer (&self->run, lsc_run_unref);
  g_clear_pointer (&self->db, lsc_db_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscAscend, _lsc_ascend_clear)

static gboolean
open_database (LscAscend *self, LscSource *source, GError **error)
{
  self->db = lsc_db_open (source->file, self->job, error);
  if (!self->db)
    return FALSE;
  self->run = lsc_run_new (source);
  self->run->loaded = self->flags;
  self->run->has_marks_table = lsc_db_has_table (self->db, "MSTX_EVENTS");
  self->run->has_mark_domains = lsc_db_has_column (self->db, "MSTX_EVENTS", "domainId");
  return _lsc_ascend_check_kind (self, error);
}

/**
 * _lsc_ascend_report_answers:
 * @db: one of the connections that read the recording of @self
 *
 * Reports, when all has been read, that @db did not answer a question.
 */
void
_lsc_ascend_report_answers (LscAscend *self, LscDb *db)
{
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_db_check_answers (db, &error))
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "unread-parts", "%s", error->message));
  lsc_notice_set_help (notice, _ ("Parts of it were not read."), NULL);
  lsc_run_take_notice (self->run, notice, NULL, -1);
}

/** Reports a file that somebody wrote while it was read. */
void
_lsc_ascend_report_change (LscAscend *self)
{
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_db_check_unchanged (self->db, &error))
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "file-changed", "%s", error->message));
  lsc_notice_set_help (notice, _ ("What was read may be half old and half new."), NULL);
  lsc_run_take_notice (self->run, notice, NULL, -1);
}

/**
 * lsc_ascend_db_load:
 * @flags: what to load
 *
 * Loads one rank's database. Cost: one pass over each table that @flags need.
 *
 * Errors: as lsc_db_open(); %LSC_ERROR_MISSING when it is no profiler database.
 *
 * Source: data formats 3; module statistic 2 and 11; pipeline chart 1.2.
 *
 * Returns: (transfer full) (nullable): the run, complete and read-only from now on
 */
LscRun *
lsc_ascend_db_load (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error)
{
  g_auto (LscAscend) self = { .flags = flags, .job = job };

  if (!open_database (&self, source, error) || !_lsc_ascend_load_header (&self, error))
    return NULL;
  if (flags & LSC_LOAD_KERNELS)
    self.run->level = _lsc_ascend_find_level (&self);
  _lsc_ascend_report_missing_tables (&self);
  if (!_lsc_ascend_load_strings (&self, error) || !load_events (&self, error))
    return NULL;
  if (flags & LSC_LOAD_KERNELS)
    lsc_run_load_chip_info (self.run);
  _lsc_ascend_report_answers (&self, self.db);
  _lsc_ascend_report_change (&self);
  return g_steal_pointer (&self.run);
}

static void
count_tables (LscAscend *self, gint64 counting_us, LscRunSummary *summary)
{
  g_auto (GStrv) tables = lsc_db_list_tables (self->db);
  gint64 deadline_us = g_get_monotonic_time () + counting_us;

  for (guint i = 0; tables[i]; i++)
    {
      gboolean is_estimate;

      if (lsc_job_is_cancelled (self->job))
        return;
      g_ptr_array_add (summary->table_names, g_utf8_make_valid (tables[i], -1));
      lsc_int64s_append (&summary->table_rows,
                         lsc_db_count_rows_until (self->db, tables[i], deadline_us, &is_estimate));
      if (is_estimate)
        lsc_indexes_append (&summary->estimated, i);
    }
}

/**
 * lsc_ascend_db_summarise:
 *
 * @counting_us: how long to count the rows of its tables, what is left then being estimated; -1 =
 *   not to look at them
 *
 * Reads what a recording says of itself.
 *
 * Errors: as lsc_ascend_db_load().
 *
 * Returns: (transfer full) (nullable): the summary
 */
LscRunSummary *
lsc_ascend_db_summarise (LscSource *source, gint64 counting_us, LscJob *job, GError **error)
{
  g_auto (LscAscend) self = { .job = job };
  LscRunSummary *summary;
  LscRun *run;

  if (!open_database (&self, source, error) || !_lsc_ascend_load_header (&self, error))
    return NULL;
  self.flags = LSC_LOAD_EVERYTHING;
  _lsc_ascend_report_missing_tables (&self);
  run = self.run;
  run->level = _lsc_ascend_find_level (&self);
  if (run->device < 0 && lsc_db_has_column (self.db, "TASK", "deviceId"))
    lsc_db_query_int64 (self.db, "SELECT \"deviceId\" FROM main.\"TASK\" NOT INDEXED LIMIT 1",
                        &run->device);
  summary = g_new0 (LscRunSummary, 1);
  summary->table_names = g_ptr_array_new_with_free_func (g_free);
  if (counting_us >= 0)
    count_tables (&self, counting_us, summary);
  _lsc_ascend_report_answers (&self, self.db);
  _lsc_ascend_report_change (&self);
  summary->rank = run->rank;
  summary->device = run->device;
  summary->host_name = g_steal_pointer (&run->host_name);
  summary->host_uid = g_steal_pointer (&run->host_uid);
  summary->schema_version = g_steal_pointer (&run->schema_version);
  summary->level = run->level;
  summary->steps = run->steps;
  run->steps = (LscSteps){ 0 };
  summary->metadata = g_hash_table_ref (run->metadata);
  summary->notices = lsc_notices_ref (run->notices);
  if (lsc_job_check (job, error))
    return summary;
  lsc_run_summary_free (summary);
  return NULL;
}
