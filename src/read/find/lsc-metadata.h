/* lsc-metadata.h - the small JSON files beside a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "model/lsc-run.h"

G_BEGIN_DECLS

JsonNode *lsc_json_load (const char *path, GError **error);
gboolean lsc_json_get_int64 (JsonObject *object, const char *member, gint64 *value);
JsonObject *lsc_json_get_object (JsonObject *object, const char *member);

gint64 lsc_profiler_info_get_rank (const char *path);
gint64 lsc_profiler_info_get_end_ns (const char *path);
int lsc_profiler_info_get_level (const char *path, gint64 rank, LscNotices *notices);
gint64 lsc_profiler_metadata_get_rank (const char *path);

void lsc_metadata_report (LscMetadata *self, LscNotices *notices, gint64 rank, const char *file);
gboolean lsc_metadata_read_file (LscMetadata *self, const char *path, GError **error);
void lsc_run_load_chip_info (LscRun *run);

G_END_DECLS
