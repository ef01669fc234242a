/* lsc-ascend-db.c - reader of ascend_pytorch_profiler databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-db.h"

#include "read/ascend/lsc-ascend-private.h"
#include "read/find/lsc-metadata.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscAscend, _lsc_ascend_clear)

static gboolean
open_database (LscAscend *self, LscSource *source, GError **error)
{
  self->db = lsc_db_borrow (source->file, self->job, error);
  if (!self->db)
    return FALSE;
  self->run = lsc_run_new (source);
  self->run->loaded = self->flags;
  self->run->has_marks_table = lsc_db_has_table (self->db, "MSTX_EVENTS");
  self->run->has_mark_domains = lsc_db_has_column (self->db, "MSTX_EVENTS", "domainId");
  return _lsc_ascend_check_kind (self, error);
}

/**
 * lsc_ascend_db_load:
 * @flags: what to load
 *
 * Loads one rank's database. Cost: one pass over each table that @flags need.
 *
 * Errors: as lsc_db_open(); %LSC_ERROR_MISSING when it is no profiler database.
 *
 * Source: formats.md#tables; modules.md#input, formats.md#bad-rows; pipeline.md#input.
 *
 * Returns: (transfer full) (nullable): the run, complete and read-only from now on
 */
LscRun *
lsc_ascend_db_load (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_auto (LscAscend) self = { .flags = flags, .job = job };

  if (!open_database (&self, source, error) || !_lsc_ascend_load_header (&self, error))
    return NULL;
  if (flags & LSC_LOAD_KERNELS)
    self.run->level = _lsc_ascend_find_level (&self);
  _lsc_ascend_report_missing_tables (&self);
  if (!_lsc_ascend_load_strings (&self, error) || !_lsc_ascend_load_events (&self, error))
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
  g_return_val_if_fail (source, NULL);

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
  summary->metadata = lsc_metadata_ref (run->metadata);
  summary->notices = lsc_notices_ref (run->notices);
  if (lsc_job_check (job, error))
    return summary;
  lsc_run_summary_free (summary);
  return NULL;
}
