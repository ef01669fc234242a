/* lsc-ascend-db.h - reader of ascend_pytorch_profiler databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-run-summary.h"

G_BEGIN_DECLS

LscRun *lsc_ascend_db_load (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error);
LscRunSummary *lsc_ascend_db_summarise (LscSource *source, gint64 counting_us, LscJob *job,
                                        GError **error);

G_END_DECLS
