/* lsc-mode-text-private.h - what the files of a cluster of texts are made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "read/find/lsc-metadata.h"
#include "read/text/lsc-text-tables.h"
#include "session/modes/lsc-mode-private.h"

G_BEGIN_DECLS

#define LSC_MODE_TEXT_TOTAL "Total Op Info@"

/** What a rank's exporter made of communication. */
typedef struct
{
  gint64 rank;
  JsonNode *times;
  JsonNode *matrix;
} LscModeTextRank;

/** An op, NAME@GROUP. */
typedef void (*LscModeTextFunc) (const char *step, const char *key, const char *group,
                                 JsonObject *op, gpointer user_data);

void _lsc_mode_foreach_text (JsonNode *root, LscModeTextFunc func, gpointer user_data);
void _lsc_mode_add_json (LscModeRun *run, const char *file, JsonObject *object);
JsonObject *_lsc_mode_get_object (JsonObject *object, const char *name);
void _lsc_mode_add_text_times (LscModeRun *run, const LscModeMap *map, const GPtrArray *ranks);
void _lsc_mode_add_text_matrix (LscModeRun *run, const LscModeMap *map, const GPtrArray *ranks);

G_END_DECLS
