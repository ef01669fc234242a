/* lsc-recognise.h - what a file is, by its name and its first bytes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "base/lsc-job.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

gboolean lsc_recognise_cluster_name (const char *name);
LscFormat lsc_recognise_name (const char *name);
gboolean lsc_recognise_database (const char *path);
gint64 lsc_recognise_rank (const char *path);
gint64 lsc_recognise_map_rank (const char *path, LscJob *job);
gboolean lsc_recognise_deliverable (const char *name);
LscFormat lsc_recognise_tables (const char *path, LscJob *job, GError **error);
gboolean lsc_recognise_json_name (const char *name);
LscFormat lsc_recognise_trace (const char *path);
gboolean lsc_recognise_perfetto (const char *path);
gint64 lsc_recognise_trace_rank (const char *path);
gboolean lsc_recognise_snapshot (const char *path);
gboolean lsc_recognise_folder_time (const char *folder, gint64 *stamp);
GPtrArray *lsc_recognise_devices (const LscSource *source, GPtrArray *small);
gint64 lsc_recognise_device_rank (const LscSource *source, const char *device);
gboolean lsc_recognise_window (const LscSource *source, LscJob *job, LscInterval *window);

gsize lsc_recognise_read_head (const char *path, char *buffer, gsize n);
gsize lsc_recognise_read_tail (const char *path, char *buffer, gsize n);

G_END_DECLS
