/* lsc-job-ops-read.h - reads the op timeline of a job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-job-ops.h"
#include "model/lsc-op-names.h"

G_BEGIN_DECLS

LscJobOps *lsc_job_ops_read (const char *path, const LscOpNames *names, LscJob *job,
                             GError **error);

G_END_DECLS
