/* lsc-perfetto.h - traces in the binary format of Perfetto
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "read/trace/lsc-trace-file.h"

G_BEGIN_DECLS

LscTraceFile *lsc_perfetto_read (LscSource *source, LscTraceTexts *texts, LscJob *job,
                                 GError **error);
gboolean lsc_perfetto_begins (const char *head, gsize n);
void lsc_perfetto_count_stages (const char *head, gsize n, GHashTable *counts);
gboolean lsc_perfetto_find_begin (const char *head, gsize n, gint64 *begin_ns);

G_END_DECLS
