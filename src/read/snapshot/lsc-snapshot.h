/* lsc-snapshot.h - memory snapshots of PyTorch
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-memory-log.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

LscMemoryLog *lsc_snapshot_read (const char *path, LscNotices *notices, LscJob *job,
                                 GError **error);

G_END_DECLS
