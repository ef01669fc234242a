/* lsc-cli-json.h - members of JSON objects that may be unknown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void lsc_cli_json_add_int (JsonBuilder *out, const char *name, gint64 value);
void lsc_cli_json_add_rank (JsonBuilder *out, const char *key, const char *name_key, gint64 rank);
void lsc_cli_json_add_real (JsonBuilder *out, const char *name, double value);
void lsc_cli_json_add_text (JsonBuilder *out, const char *name, const char *text);

void lsc_cli_json_add_unknown (JsonBuilder *out, const GPtrArray *list);

G_END_DECLS
