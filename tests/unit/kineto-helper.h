/* kineto-helper.h - small Kineto traces written by tests, and samples looked at with another parser
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "model/lsc-timeline.h"
#include "read/lsc-timeline-read.h"

G_BEGIN_DECLS

#define KT_PID 4242

/** A trace on its way. */
typedef struct
{
  GString *events;
  GString *top; /* members beside traceEvents, each followed by a comma */
} KtTrace;

KtTrace *kt_trace_new (void);
void kt_trace_free (KtTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KtTrace, kt_trace_free)

void kt_raw (KtTrace *self, const char *event);
void kt_slice (KtTrace *self, const char *category, const char *name, gint64 pid, gint64 tid,
               gint64 start_ns, gint64 end_ns, const char *args);
void kt_op (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns);
void kt_frame (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns);
void kt_mark (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns);
void kt_launch (KtTrace *self, gint64 tid, gint64 start_ns, guint correlation);
void kt_kernel (KtTrace *self, const char *name, gint64 stream, gint64 start_ns, gint64 end_ns,
                guint correlation);
void kt_flow (KtTrace *self, const char *category, char phase, gint64 tid, gint64 ns, guint id);

LscTimeline *kt_load_file (const char *path);
LscTimeline *kt_load_text (const char *text, gsize n);
LscTimeline *kt_load (const KtTrace *self);
LscTimeline *kt_load_sample (const char *name);

/** A sample through json-glib. */
typedef struct
{
  JsonNode *root;
  JsonArray *events;
} KtJson;

KtJson *kt_json_sample (const char *name);
void kt_json_free (KtJson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KtJson, kt_json_free)

const char *kt_json_text (JsonObject *object, const char *key);
gint64 kt_json_ns (JsonObject *event, const char *key);
JsonObject *kt_json_args (JsonObject *event);
gboolean kt_json_is_device (JsonObject *event);

gsize kt_count_kind (LscTimeline *timeline, LscSliceKind kind);
guint32 kt_find (LscTimeline *timeline, guint64 roles, const char *name);
gsize kt_count_links (LscTimeline *timeline, guint kind);

G_END_DECLS
