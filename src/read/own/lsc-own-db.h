/* lsc-own-db.h - our own databases, as lanescope-cli convert writes them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-source.h"
#include "model/lsc-run-summary.h"

G_BEGIN_DECLS

gboolean lsc_own_db_list_ranks (const char *path, LscInt64s *ids, LscInt64s *ranks, LscJob *job,
                                GError **error);
LscRunSummary *lsc_own_db_summarise (LscSource *source, gint64 counting_us, LscJob *job,
                                     GError **error);

G_END_DECLS
