/* lsc-trace-private.h - the workers behind lsc_trace_file_read()
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/trace/lsc-trace-worker.h"

G_BEGIN_DECLS

void _lsc_trace_file_clear (LscTraceFile *self);
void _lsc_trace_worker_run (LscTraceWorker *self);
gboolean _lsc_trace_worker_find_event (LscTraceWorker *self, gint64 most);
gboolean _lsc_trace_worker_give_up (LscTraceWorker *self, gint64 offset);
LscTraceRefill _lsc_trace_worker_refill (LscTraceWorker *self);
gboolean _lsc_trace_worker_skip_blanks (LscTraceWorker *self);
gboolean _lsc_trace_worker_skip_long_value (LscTraceWorker *self);

/* -- lsc-trace-worker-top.c -- */
void _lsc_trace_worker_read_top (LscTraceWorker *self);

void _lsc_trace_set_domain (LscTrack *track, gsize index, guint32 domain);
gint64 _lsc_trace_get_size (const LscTraceExtras *extras, guint32 *data_type);
void _lsc_trace_commit (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset);
const char *_lsc_trace_parse (LscTraceWorker *self, const char *p, const char *end,
                              LscTraceEvent *event, LscJsonStatus *status);
void _lsc_trace_take_asyncs (LscTraceWorker *self);
void _lsc_trace_merge (LscTraceWorker *into, LscTraceWorker *from, guint n_threads);
gboolean _lsc_trace_check (const LscTraceWorker *worker, const LscTraceWorker *last,
                           const char *path, GError **error);
void _lsc_trace_file_set_least_part (gint64 n_bytes);
LscTraceFile *_lsc_trace_file_read_parts (LscSource *source, LscTraceDialect dialect,
                                          guint n_threads, gint64 least_part, LscJob *job,
                                          GError **error);

G_END_DECLS
