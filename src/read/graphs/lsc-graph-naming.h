/* lsc-graph-naming.h - which module the tasks of graphs are of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

gboolean lsc_graphs_name_tasks (LscTimeline *timeline, guint n_threads, LscJob *job,
                                GError **error);

G_END_DECLS
