/* lsc-certainty-words.h - how certain something is, as it stands beside it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How often what is said so is true (findings.md#certainty); the first is of what is no finding */
typedef enum
{
  LSC_CERTAIN_NOT_SAID,
  LSC_CERTAIN_SURE,
  LSC_CERTAIN_LIKELY,
  LSC_CERTAIN_POSSIBLE,
  LSC_CERTAIN_PREDICTED,
  LSC_CERTAIN_N,
} LscCertain;

/**
 * LscCertaintyWords: in the reader's language
 * @title: (nullable): a word, as it stands alone; %NULL of what is no finding
 * @about: (nullable): what the word means
 */
typedef struct
{
  const char *title;
  const char *about;
} LscCertaintyWords;

LscCertaintyWords lsc_certainty_words_get (LscCertain certain, gboolean is_bound);

G_END_DECLS
