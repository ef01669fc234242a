/* lsc-discover-words-private.h - the words of the paths of recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-source.h"

G_BEGIN_DECLS

/** The path of a recording. @words: (element-type utf8); @starts: of each, byte in @text */
typedef struct
{
  char *text;
  GPtrArray *words;
  GArray *starts;
} LscWords;

void _lsc_words_init (LscWords *self, const LscSource *source, const char *root, gboolean is_file);
void _lsc_words_clear (LscWords *self);
const char *_lsc_words_find_phase (const LscWords *self);
char *_lsc_words_join_rest (const LscWords *self);
gboolean _lsc_words_differ_in_place (const LscWords *a, const LscWords *b);
gboolean _lsc_words_differ_in_number (const LscWords *a, const LscWords *b);
GStrv _lsc_words_name (const LscWords *rows, gsize n);
gboolean _lsc_words_guess_numbers (const LscWords *rows, gsize n, gint64 *numbers);

G_END_DECLS
