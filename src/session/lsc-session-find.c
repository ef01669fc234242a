/* lsc-session-find.c - what can be opened, and what recordings say of themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-find.h"

#include "read/lsc-open.h"

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
  return lsc_discover (path, job, error);
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
  return lsc_run_summary_read (source, job, error);
}

/** Returns: (transfer full) (nullable): the same without tables, at once */
LscRunSummary *
lsc_session_glance (LscSource *source, LscJob *job, GError **error)
{
  return lsc_run_summary_glance (source, job, error);
}
