/* lsc-open.h - the one door of window and command line to recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-op-names.h"
#include "model/lsc-run.h"
#include "model/lsc-source.h"
#include "model/lsc-run-summary.h"

G_BEGIN_DECLS

LscProject *lsc_discover (const char *path, LscJob *job, GError **error);
LscProject *lsc_discover_named (const char *path, const LscOpNames *names, LscJob *job,
                                GError **error);
gboolean lsc_names_graphs (const char *path);
gboolean lsc_project_name_graphs (LscProject *self, const char *const *paths, GError **error);
LscRunSummary *lsc_run_summary_read (LscSource *source, LscJob *job, GError **error);
LscRunSummary *lsc_run_summary_glance (LscSource *source, LscJob *job, GError **error);
LscRun *lsc_run_load (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error);
GPtrArray *lsc_runs_load (GPtrArray *sources, LscLoadFlags flags, guint n_threads, LscJob *job,
                          LscNotices *failures);

G_END_DECLS
