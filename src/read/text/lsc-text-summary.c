/* lsc-text-summary.c - what a text export or trace says of itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-text-summary.h"

#include <string.h>

#include "base/lsc-text-input.h"
#include "read/find/lsc-metadata.h"
#include "read/text/lsc-text-tables.h"

static gboolean
is_deliverable (const char *name)
{
  return g_str_has_suffix (name, ".csv") || g_str_has_suffix (name, ".json") ||
         g_str_has_suffix (name, ".json.gz");
}

/* The files of the export stand for tables; nobody counts their rows for a summary. */
static void
list_tables (LscRunSummary *summary, const LscTextFiles *files)
{
  g_autoptr (GPtrArray) names = lsc_text_files_list (files);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      if (!is_deliverable (name))
        continue;
      g_ptr_array_add (summary->table_names, g_utf8_make_valid (name, -1));
      lsc_int64s_append (&summary->table_rows, -1);
    }
}

/**
 * lsc_text_summarise:
 * @source: a text export or a trace
 *
 * Reads the small files beside a trace; of the trace itself nothing. Steps are not known without
 * its events. There is nothing that counts rows, so every count is unknown.
 *
 * Errors: %LSC_ERROR_IO when the file cannot be opened, %LSC_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the summary
 */
LscRunSummary *
lsc_text_summarise (LscSource *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_autoptr (LscTextInput) input = lsc_text_input_open (source->file, job, error);
  g_autoptr (LscTextFiles) files = NULL;
  LscStepRows rows = { 0 };
  LscRunSummary *summary;

  if (!input || !lsc_job_check (job, error))
    return NULL;
  files = lsc_text_files_new (source);
  summary = g_new0 (LscRunSummary, 1);
  summary->rank = source->rank;
  summary->device = -1;
  summary->level = -1;
  summary->notices = lsc_notices_new ();
  summary->metadata = lsc_text_read_metadata (source, summary->notices);
  summary->table_names = g_ptr_array_new_with_free_func (g_free);
  if (!lsc_format_is_gpu_trace (source->format))
    {
      summary->level =
          lsc_profiler_info_get_level (source->info_json, source->rank, summary->notices);
      lsc_text_read_steps (files, &rows, &summary->device, summary->notices, job);
      lsc_step_rows_clear (&rows);
      list_tables (summary, files);
    }
  return summary;
}
