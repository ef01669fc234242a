/* perfetto-helper.h - small Perfetto traces written by tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/lsc-timeline-read.h"

G_BEGIN_DECLS

typedef GByteArray *PfBytes;
void pf_bytes_clear (PfBytes *bytes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PfBytes, pf_bytes_clear)

/** Times of the traces count from here. */
#define PF_BASE G_GINT64_CONSTANT (1767189312000000000)

void pf_varint (GByteArray *out, guint64 value);
void pf_number (GByteArray *out, guint32 field, guint64 value);
void pf_bytes (GByteArray *out, guint32 field, const void *bytes, gsize n);
void pf_text (GByteArray *out, guint32 field, const char *text);
void pf_double (GByteArray *out, guint32 field, double value);
void pf_message (GByteArray *out, guint32 field, GByteArray *message);

void pf_packet (GByteArray *trace, GByteArray *packet);
void pf_clocks (GByteArray *trace, gint64 boot_ns, gint64 real_ns);
void pf_process (GByteArray *trace, guint64 uuid, guint64 pid, const char *name);
void pf_thread (GByteArray *trace, guint64 uuid, guint64 parent, guint64 pid, guint64 tid,
                const char *name);
GByteArray *pf_event (gint64 time_ns, guint type, guint64 track, const char *name,
                      const char *category);
void pf_begin (GByteArray *trace, gint64 time_ns, guint64 track, const char *name,
               const char *category, guint64 correlation);
void pf_end (GByteArray *trace, gint64 time_ns, guint64 track);
void pf_interned (GByteArray *trace, guint32 sequence);
void pf_stage (GByteArray *trace, gint64 time_ns, gint64 duration_ns, guint stage, const char *name,
               const char *const *extra);

char *pf_save (const char *folder, const char *name, const GByteArray *trace);
LscTimeline *pf_load (const GByteArray *trace, GError **error);
gint64 pf_count_notice (const LscTimeline *timeline, const char *code);
const LscLane *pf_find_lane (const LscTimeline *timeline, const char *name);

G_END_DECLS
