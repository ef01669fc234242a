/* lsc-session-find.c - what can be opened, and what recordings say of themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-find.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/lsc-open.h"

/* No list of names is longer. */
#define MOST_NAMES_BYTES ((gsize) 4 << 20)

/**
 * lsc_session_read_op_names:
 * @path: a text of names of ops
 *
 * Errors: %LSC_ERROR_USAGE, which says what to write
 *
 * Returns: (transfer full) (nullable): the names
 */
LscOpNames *
lsc_session_read_op_names (const char *path, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) local = NULL;
  gsize n;

  if (!g_file_get_contents (path, &text, &n, &local))
    lsc_fail (error, LSC_ERROR_USAGE, "%s", local->message);
  else if (n > MOST_NAMES_BYTES)
    lsc_fail (error, LSC_ERROR_USAGE, _ ("%s is too long for a list of names."), shown);
  else
    return lsc_op_names_parse (text, shown, error);
  return NULL;
}

/**
 * lsc_session_find_project:
 * @path: a folder or file
 * @job: (nullable)
 *
 * Finds the recordings that a session can be made of, with the errors of lsc_discover().
 *
 * Returns: (transfer full) (nullable): what is there
 */
LscProject *
lsc_session_find_project (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return lsc_discover (path, job, error);
}

/**
 * lsc_session_find_named:
 * @names: (nullable): names of ops that the user adds to those that are known
 *
 * As lsc_session_find_project().
 *
 * Returns: (transfer full) (nullable): what is there
 */
LscProject *
lsc_session_find_named (const char *path, const LscOpNames *names, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);
  return lsc_discover_named (path, names, job, error);
}

/** Returns: whether a file names the kernels of graphs, by a look */
gboolean
lsc_session_is_names (const char *path)
{
  g_return_val_if_fail (path, FALSE);
  return lsc_names_graphs (path);
}

/**
 * lsc_session_name_graphs:
 * @project: before a session is made of it
 * @paths: files that name kernels of graphs, or folders of them; %NULL at the end
 *
 * With the errors of lsc_project_name_graphs().
 *
 * Returns: %FALSE with @error
 */
gboolean
lsc_session_name_graphs (LscProject *project, const char *const *paths, GError **error)
{
  g_return_val_if_fail (project && paths, FALSE);
  return lsc_project_name_graphs (project, paths, error);
}

/**
 * lsc_session_summarise:
 *
 * With the errors and cost of lsc_run_summary_read(). Thread: any.
 *
 * Returns: (transfer full) (nullable): what a recording says of itself, with the sizes of its
 *   tables
 */
LscRunSummary *
lsc_session_summarise (LscSource *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);
  return lsc_run_summary_read (source, job, error);
}

/** Returns: (transfer full) (nullable): the same without tables, at once */
LscRunSummary *
lsc_session_glance (LscSource *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);
  return lsc_run_summary_glance (source, job, error);
}

typedef struct
{
  GPtrArray *sources;
  LscJob *job;
  LscNotices *notices;
} Survey;

static void
survey_one (gsize index, gpointer user_data)
{
  Survey *self = user_data;
  LscSource *source = self->sources->pdata[index];
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_job_is_cancelled (self->job))
    return;
  summary = lsc_run_summary_glance (source, self->job, &error);
  if (summary || g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return;
  notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message);
  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notice_set_help (notice, _ ("This rank was skipped; the others are shown."), NULL);
  lsc_notices_add (self->notices, notice);
}

/**
 * lsc_session_survey:
 * @sources: (element-type LscSource): ranks
 *
 * Reads their headers alone, to know early which of them cannot be read. Thread: any.
 *
 * Returns: (transfer full) (nullable): a notice for each of these; %NULL with %LSC_ERROR_CANCELLED
 */
LscNotices *
lsc_session_survey (GPtrArray *sources, LscJob *job, GError **error)
{
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  Survey survey = { sources, job, notices };

  g_return_val_if_fail (sources, NULL);
  lsc_job_run_parallel (0, sources->len, survey_one, &survey);
  return lsc_job_check (job, error) ? g_steal_pointer (&notices) : NULL;
}
