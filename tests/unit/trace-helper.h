/* trace-helper.h - small traces in a temporary folder, and looks into what was read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <string.h>

#include "read/trace/lsc-trace-private.h"

G_BEGIN_DECLS

/* The folder of the running program. */
extern char *trace_dir;

/* Two events, of two microseconds each. */
#define A "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":1,\"dur\":2}"
#define B "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":2,\"ts\":5,\"dur\":2}"

LscTraceFile *trace_try_file (const char *path, LscTraceDialect dialect, guint n_parts,
                              GError **error);
LscTraceFile *trace_try_bytes (const char *text, gsize n, LscTraceDialect dialect, guint n_parts,
                               GError **error);
LscTraceFile *trace_read_text (const char *text);
void trace_expect_error (const char *text, gsize n, int code, const char *words);
LscTrack *trace_track (const LscTraceFile *file, guint index);
const LscRawSlice *trace_slice (const LscTraceFile *file, guint track, gsize index);
gint64 trace_duration (const LscTraceFile *file, guint track, gsize index);
const char *trace_name (const LscTraceFile *file, guint track, gsize index);
gboolean trace_has_notice (const LscTraceFile *file, const char *code);
char *trace_write_gzip (const char *text, gsize n);

void trace_add_damage_tests (void);
void trace_add_part_tests (void);
void trace_add_oracle_tests (void);

G_END_DECLS
