/* lsc-words.h - sentences that people read, one behind the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_words_append (GString *words, const char *sentence);

G_END_DECLS
