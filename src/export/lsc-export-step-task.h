/* lsc-export-step-task.h - writing pipeline rows into a profiler database, on request
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

gboolean lsc_export_step_tasks (const char *database, gint64 rank, const LscTable *step_tasks,
                                const LscTable *p2p_pairs, LscJob *job, GError **error);

G_END_DECLS
