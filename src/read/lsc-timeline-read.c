/* lsc-timeline-read.c - the door to timelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-timeline-read.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/graphs/lsc-graph-naming.h"

static void
fail_unread (LscSource *source, GError **error)
{
  g_autofree char *shown = g_filename_display_name (source->file);
  g_autofree char *name = g_filename_display_basename (source->file);

  if (source->format == LSC_FORMAT_SNAPSHOT)
    g_set_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED,
                 _ ("%s is a memory snapshot: it has no timeline."), name);
  else
    g_set_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED,
                 _ ("%s: %s, not read by this version; export as db."), shown,
                 lsc_format_name (source->format));
}

static void
fail_extract (const LscSource *source, GError **error)
{
  g_autofree char *shown = g_filename_display_name (source->file);
  g_autofree char *place = g_filename_display_name (source->origin ? source->origin : "");

  lsc_fail (error, LSC_ERROR_UNSUPPORTED,
            source->origin_host
                ? _ ("%s is an extract, with excerpts of events at most. All events are in %s on "
                     "host %s.")
                : _ ("%s is an extract, with excerpts of events at most. All events are in %s."),
            shown, place, source->origin_host);
}

/* Who parses a file takes all of it, whatever is asked for. */
static LscTimeline *
load_as (LscSource *source, LscTimelineParts parts, guint n_threads, LscRun **rows, LscJob *job,
         GError **error)
{
  switch (source->format)
    {
    case LSC_FORMAT_ASCEND_DB:
    case LSC_FORMAT_MSPROF_DB:
      return lsc_ascend_timeline_load (source, parts, n_threads, rows, job, error);
    case LSC_FORMAT_TRACE_VIEW:
    case LSC_FORMAT_ASCEND_TEXT:
      return lsc_trace_view_load (source, n_threads, job, error);
    case LSC_FORMAT_KINETO:
    case LSC_FORMAT_PERFETTO:
    case LSC_FORMAT_NSIGHT:
      return lsc_kineto_load (source, n_threads, job, error);
    case LSC_FORMAT_OPS:
      return lsc_ops_timeline_load (source, n_threads, job, error);
    case LSC_FORMAT_OWN_DB:
      return lsc_own_timeline_load (source, n_threads, job, error);
    case LSC_FORMAT_EXTRACT:
      fail_extract (source, error);
      return NULL;
    case LSC_FORMAT_ANALYSIS_DB:
    case LSC_FORMAT_CLUSTER_DB:
    case LSC_FORMAT_RAW:
    case LSC_FORMAT_UNKNOWN:
    default:
      fail_unread (source, error);
      return NULL;
    }
}

/* Names of the kernels of graphs stand in the trace or in files beside it. */
static LscTimeline *
load_named (LscSource *source, LscTimelineParts parts, guint n_threads, LscRun **rows, LscJob *job,
            GError **error)
{
  g_autoptr (LscTimeline) timeline = load_as (source, parts, n_threads, rows, job, error);

  if (timeline && lsc_format_is_gpu_trace (source->format) &&
      !lsc_graphs_name_tasks (timeline, n_threads, job, error))
    return NULL;
  return g_steal_pointer (&timeline);
}

static LscTimeline *
load (LscSource *source, LscTimelineParts parts, guint n_threads, LscRun **rows, LscJob *job,
      GError **error)
{
  g_autofree char *label = NULL;
  g_autofree char *what = NULL;

  if (!lsc_format_is_read (source->format))
    {
      fail_unread (source, error);
      return NULL;
    }
  if (!lsc_job_check (job, error))
    return NULL;
  label = lsc_source_get_label (source);
  what = g_strdup_printf (_ ("Reading %s"), label);
  lsc_job_say (job, what);
  return load_named (source, parts, n_threads > 0 ? n_threads : g_get_num_processors (), rows, job,
                     error);
}

/**
 * lsc_timeline_load_parts:
 * @source: a recording
 * @parts: what is needed of it
 * @n_threads: threads to use, 0 = one for each processor
 * @job: (nullable): progress and cancellation
 *
 * Reads events of a rank: lanes, links, counters. A table of a database that nobody needs is not
 * read; of other formats all is read. What is computed from them is the business of
 * lsc_timeline_complete().
 *
 * Errors: %LSC_ERROR_UNSUPPORTED, %LSC_ERROR_IO, %LSC_ERROR_CORRUPT, %LSC_ERROR_MISSING,
 * %LSC_ERROR_CANCELLED. What can be shown in spite of missing or odd data is no error but a notice
 * of the timeline.
 *
 * Returns: (transfer full) (nullable): the timeline with @parts or more, sealed
 */
LscTimeline *
lsc_timeline_load_parts (LscSource *source, LscTimelineParts parts, guint n_threads, LscJob *job,
                         GError **error)
{
  g_return_val_if_fail (source, NULL);
  g_return_val_if_fail (parts != 0, NULL);
  return load (source, parts, n_threads, NULL, job, error);
}

/**
 * lsc_timeline_load_with_run:
 * @parts: #LSC_TIMELINE_EVENTS or more
 * @run: (out) (transfer full) (nullable): of a profiler database what lsc_run_load() reads of it
 *   with %LSC_LOAD_FOR_OPERATORS, but for notices of what the timeline tells as well; %NULL of
 *   other formats, of whose timelines runs are made
 *
 * As lsc_timeline_load_parts() for who needs the rows as well: the file is read once for both.
 *
 * Returns: (transfer full) (nullable): the timeline, sealed; the run does not need it
 */
LscTimeline *
lsc_timeline_load_with_run (LscSource *source, LscTimelineParts parts, guint n_threads,
                            LscRun **run, LscJob *job, GError **error)
{
  gboolean has_rows;
  LscTimeline *timeline;

  g_return_val_if_fail (source && run, NULL);
  *run = NULL;
  has_rows = source->format == LSC_FORMAT_ASCEND_DB;
  timeline = load (source, parts | (has_rows ? LSC_TIMELINE_EVENTS : 0), n_threads,
                   has_rows ? run : NULL, job, error);
  if (timeline && *run)
    lsc_run_complete_rows (*run, timeline);
  return timeline;
}

/** lsc_timeline_load: as lsc_timeline_load_parts(), every event of a rank */
LscTimeline *
lsc_timeline_load (LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  return lsc_timeline_load_parts (source, LSC_TIMELINE_WHOLE, n_threads, job, error);
}
