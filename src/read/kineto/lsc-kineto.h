/* lsc-kineto.h - what else is asked of a Kineto trace and of its timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "base/lsc-text-input.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** @text is an event of @n bytes, %NULL if it could not be read again. */
typedef void (*LscKinetoVisitFunc) (gsize index, const char *text, gsize n, gpointer user_data);

gboolean lsc_kineto_visit (LscTextInput *input, const gint64 *offsets, gsize n,
                           LscKinetoVisitFunc func, gpointer user_data, LscJob *job,
                           GError **error);
char *lsc_kineto_find_text (const char *text, gsize n, const char *key);
gboolean lsc_kineto_find_number (const char *text, gsize n, const char *quoted, double *value);

gboolean lsc_kineto_has_events (const LscTimeline *timeline);
gboolean lsc_kineto_visit_again (const LscTimeline *timeline, const gint64 *offsets, gsize n,
                                 LscKinetoVisitFunc func, gpointer user_data, LscJob *job,
                                 GError **error);
LscFwdRole lsc_kineto_get_role (const LscTimeline *timeline, guint32 id);
char *lsc_kineto_read_device_name (LscMetadata *metadata, gint64 device);
char *lsc_kineto_groups_json (const LscTimeline *timeline);

G_END_DECLS
