/* lsc-open.c - the one door of window and command line to recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-open.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/ascend/lsc-ascend-db.h"
#include "read/ops/lsc-ops-summary.h"
#include "read/extract/lsc-extract-file.h"
#include "read/own/lsc-own-db.h"
#include "read/text/lsc-text-summary.h"
#include "read/lsc-timeline-read.h"

static gboolean
check_format (LscSource *source, GError **error)
{
  g_autofree char *shown = NULL;

  if (lsc_format_is_read (source->format))
    return TRUE;
  shown = g_filename_display_name (source->file);
  g_set_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED,
               _ ("%s: %s, not read by this version; export as db."), shown,
               lsc_format_name (source->format));
  return FALSE;
}

/* So long the rows of a database are counted; what is left then is estimated. */
#define COUNTING_US (G_USEC_PER_SEC / 5)

static LscRunSummary *
summarise (LscSource *source, gboolean with_tables, LscJob *job, GError **error)
{
  LscRunSummary *summary;

  if (source->format == LSC_FORMAT_EXTRACT)
    return lsc_extract_summarise (source, job, error);
  if (source->format == LSC_FORMAT_OWN_DB)
    return lsc_own_db_summarise (source, with_tables ? COUNTING_US : -1, job, error);
  if (source->format == LSC_FORMAT_OPS)
    return lsc_ops_summarise (source);
  if (!lsc_format_is_database (source->format))
    return lsc_text_summarise (source, job, error);
  summary = lsc_ascend_db_summarise (source, with_tables ? COUNTING_US : -1, job, error);
  if (summary)
    summary->has_steps = TRUE;
  return summary;
}

/**
 * lsc_run_summary_read:
 * @source: a recording
 *
 * Reads what a recording says of itself and counts the rows of its tables, without its events:
 * those that are not counted within a fifth of a second are estimated. The tables of a text export
 * are its files, whose rows are not counted.
 *
 * Errors: %LSC_ERROR_UNSUPPORTED, %LSC_ERROR_IO, %LSC_ERROR_CORRUPT, %LSC_ERROR_MISSING,
 * %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the summary
 */
LscRunSummary *
lsc_run_summary_read (LscSource *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);
  return check_format (source, error) ? summarise (source, TRUE, job, error) : NULL;
}

/**
 * lsc_run_summary_glance:
 *
 * As lsc_run_summary_read(), but counts no rows, which takes a pass over the file.
 *
 * Returns: (transfer full) (nullable): the summary without tables
 */
LscRunSummary *
lsc_run_summary_glance (LscSource *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);
  return check_format (source, error) ? summarise (source, FALSE, job, error) : NULL;
}

/**
 * lsc_run_load:
 * @source: a recording
 * @flags: what of it to load
 * @job: (nullable): progress in rows, and cancellation
 *
 * Traces are loaded as a timeline first, of which the run is made.
 *
 * Errors: as lsc_run_summary_read(). What can be shown in spite of missing or odd data is no error
 * but a notice of the run.
 *
 * Returns: (transfer full) (nullable): the run, sealed: any thread may read it
 */
LscRun *
lsc_run_load (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *label = NULL;
  g_autofree char *what = NULL;

  if (!check_format (source, error) || !lsc_job_check (job, error))
    return NULL;
  if (source->format != LSC_FORMAT_ASCEND_DB)
    {
      timeline = lsc_timeline_load (source, 1, job, error);
      return timeline ? lsc_run_new_from_timeline (timeline, flags, job, error) : NULL;
    }
  label = lsc_source_get_label (source);
  what = g_strdup_printf (_ ("Reading %s"), label);
  lsc_job_say (job, what);
  return lsc_ascend_db_load (source, flags, job, error);
}

typedef struct
{
  GPtrArray *sources;
  LscLoadFlags flags;
  LscJob *job;
  LscRun **runs;
  LscNotice **failures;
} Loading;

static void
load_one (gsize index, gpointer user_data)
{
  Loading *loading = user_data;
  LscSource *source = g_ptr_array_index (loading->sources, index);
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  loading->runs[index] = lsc_run_load (source, loading->flags, loading->job, &error);
  if (loading->runs[index] || g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message));
  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notice_set_help (notice, _ ("This rank was skipped; the others are shown."), NULL);
  loading->failures[index] = notice;
}

/**
 * lsc_runs_load:
 * @sources: (element-type LscSource): recordings
 * @n_threads: threads to use, 0 = one for each processor
 * @failures: receives a notice "rank-unreadable" for each that could not be loaded, in their order
 *
 * Loads several ranks side by side. When @job is cancelled the rest is missing without a notice.
 *
 * Returns: (transfer container) (element-type LscRun): those that could be loaded, in the order of
 *   @sources
 */
GPtrArray *
lsc_runs_load (GPtrArray *sources, LscLoadFlags flags, guint n_threads, LscJob *job,
               LscNotices *failures)
{
  g_return_val_if_fail (sources && failures, NULL);

  GPtrArray *loaded = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  g_autofree LscRun **runs = g_new0 (LscRun *, sources->len + 1);
  g_autofree LscNotice **notices = g_new0 (LscNotice *, sources->len + 1);
  Loading loading = { sources, flags, job, runs, notices };

  lsc_job_run_parallel (n_threads, sources->len, load_one, &loading);
  for (guint i = 0; i < sources->len; i++)
    {
      if (runs[i])
        g_ptr_array_add (loaded, runs[i]);
      if (notices[i])
        lsc_notices_add (failures, notices[i]);
    }
  return loaded;
}
