/* lsc-digest-patterns-private.h - operator types behind each other that one call does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-digest-owners.h"

G_BEGIN_DECLS

#define LSC_PATTERN_MOST_TOKENS 8

/**
 * LscPattern: operator types behind each other
 * @fused: what does it in one kernel
 * @tokens: types, `|` between them, `?` before what may be missing, `*` behind a beginning
 */
typedef struct
{
  LscFused fused;
  const char *tokens[LSC_PATTERN_MOST_TOKENS];
} LscPattern;

guint16 _lsc_patterns_find_begins (const char *type);
const LscPattern *_lsc_patterns_get (guint index);
gboolean _lsc_patterns_fits (const char *token, const char *type);
gboolean _lsc_patterns_is_simple (const char *name);
gboolean _lsc_patterns_can_fuse (const char *name);

G_END_DECLS
