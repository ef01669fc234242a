/* lsc-json-text.h - texts as JSON strings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_json_text_append (GString *out, const char *text);

G_END_DECLS
