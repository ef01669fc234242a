/* lsc-json-write.h - pieces of JSON, appended to a text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_json_append_string (GString *out, const char *text, gsize n);
void lsc_json_append_pad (GString *out);

G_END_DECLS
