/* lsc-extract-file.h - what was kept of ranks, in a file (.lscope)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "base/lsc-pack.h"
#include "model/lsc-extract-entry.h"
#include "model/lsc-run-summary.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

GPtrArray *lsc_extract_list (const char *path, LscJob *job, GError **error);
LscPack *lsc_extract_read (const char *path, gint64 id, LscJob *job, GError **error);
LscPack *lsc_extract_read_source (const LscSource *source, gboolean is_excerpt, LscJob *job,
                                  GError **error);
LscRunSummary *lsc_extract_summarise (const LscSource *source, LscJob *job, GError **error);
char *lsc_extract_fingerprint (const char *path, GError **error);

G_END_DECLS
