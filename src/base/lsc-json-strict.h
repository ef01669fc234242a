/* lsc-json-strict.h - JSON that is certainly right, read where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-json-scan.h"

G_BEGIN_DECLS

gboolean lsc_json_is_strict (const char *text, gsize n);
const char *lsc_json_strict_begin (const char *text);
gboolean lsc_json_strict_next (const char **p, LscJsonText *key, LscJsonText *value);
char *lsc_json_strict_rewrite (LscJsonText value);

G_END_DECLS
