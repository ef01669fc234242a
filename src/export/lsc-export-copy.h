/* lsc-export-copy.h - a copy of a profiler database with operators that were made for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

gboolean lsc_export_copy_with_ops (const char *database, const char *path, LscTable *const *tables,
                                   guint n_tables, LscJob *job, GError **error);

G_END_DECLS
