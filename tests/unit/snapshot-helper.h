/* snapshot-helper.h - pickles that are written opcode by opcode
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/snapshot/lsc-snapshot.h"

G_BEGIN_DECLS

#define SNAPSHOT_MIB (G_GINT64_CONSTANT (1) << 20)

/* All of them append to a pickle. */
void snapshot_put (GString *out, const char *bytes, gsize n);
void snapshot_put_op (GString *out, char opcode);
void snapshot_put_text (GString *out, const char *text);
void snapshot_put_int (GString *out, gint64 number);
void snapshot_put_key_int (GString *out, const char *key, gint64 number);
void snapshot_put_key_text (GString *out, const char *key, const char *text);
void snapshot_put_frames (GString *out, const char *function, int line);

/* A snapshot of one device: begin, segments, begin_events, events, end. */
void snapshot_begin (GString *out);
void snapshot_put_segment (GString *out, guint64 address, gint64 size, gint64 used,
                           gint64 requested);
void snapshot_begin_events (GString *out);
void snapshot_put_event (GString *out, const char *action, guint64 address, gint64 size,
                         gint64 time_us, const char *function);
void snapshot_end (GString *out);

LscMemoryLog *snapshot_read (const GString *bytes, LscNotices *notices, GError **error);
gboolean snapshot_has_notice (LscNotices *notices, const char *code);

G_END_DECLS
