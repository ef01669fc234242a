/* lsc-json.h - small pieces of JSON as a tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** Larger texts are none that any profiler writes beside its events. */
#define LSC_JSON_MOST_BYTES ((gsize) 32 * 1024 * 1024)

JsonNode *lsc_json_parse (const char *text, gsize length, GError **error);
JsonNode *lsc_json_parse_text (const char *text, GError **error);
JsonNode *lsc_json_parse_kind (const char *text, JsonNodeType kind, GError **error);

G_END_DECLS
