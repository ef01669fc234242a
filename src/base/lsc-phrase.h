/* lsc-phrase.h - a sentence and its numbers, put into words where it is shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscWord: a code of the program, one of a list
 * @key: stable, for files and programs
 * @title: (nullable): for people, untranslated: marked with N_(); %NULL = as @key
 */
typedef struct
{
  const char *key;
  const char *title;
} LscWord;

/**
 * LscPhrase:
 *
 * A message with its arguments, or a phrase of phrases. It is kept without a language: programs
 * read the message as it is, people read its translation.
 */
typedef struct _LscPhrase LscPhrase;

LscPhrase *lsc_phrase_new (const char *message, ...) G_GNUC_PRINTF (1, 2);
LscPhrase *lsc_phrase_new_plural (gulong n, const char *one, const char *many, ...)
    G_GNUC_PRINTF (3, 4);
LscPhrase *lsc_phrase_new_text (const char *message);
LscPhrase *lsc_phrase_new_verbatim (const char *text);
LscPhrase *lsc_phrase_new_joined (const char *separator, const GPtrArray *phrases);
LscPhrase *lsc_phrase_copy (const LscPhrase *self);
void lsc_phrase_free (LscPhrase *self);

const char *lsc_phrase_as_argument (const LscPhrase *self);
gboolean lsc_phrase_is_argument (const char *text);
const LscPhrase *lsc_phrase_from_argument (const char *argument);
char *lsc_phrase_to_plain (const LscPhrase *self);
char *lsc_phrase_to_words (const LscPhrase *self);
guint lsc_phrase_count_words (const LscPhrase *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPhrase, lsc_phrase_free)

G_END_DECLS
