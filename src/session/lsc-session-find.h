/* lsc-session-find.h - what can be opened, and what recordings say of themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-op-names.h"
#include "model/lsc-run-summary.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

LscOpNames *lsc_session_read_op_names (const char *path, GError **error);
LscProject *lsc_session_find_project (const char *path, LscJob *job, GError **error);
LscProject *lsc_session_find_named (const char *path, const LscOpNames *names, LscJob *job,
                                    GError **error);
gboolean lsc_session_is_names (const char *path);
gboolean lsc_session_name_graphs (LscProject *project, const char *const *paths, GError **error);
LscRunSummary *lsc_session_summarise (LscSource *source, LscJob *job, GError **error);
LscRunSummary *lsc_session_glance (LscSource *source, LscJob *job, GError **error);
LscNotices *lsc_session_survey (GPtrArray *sources, LscJob *job, GError **error);

G_END_DECLS
