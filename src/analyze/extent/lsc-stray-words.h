/* lsc-stray-words.h - telling of the events that lie far from all others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/**
 * LscStrayWords: the sentence while it grows; starts as { .main = … }
 * @main: what the other events cover
 * @names: (nullable): the first few stray events, with their times
 * @n: stray events so far
 * @first: the one that was told first
 */
typedef struct
{
  LscInterval main;
  GString *names;
  gsize n;
  LscInterval first;
} LscStrayWords;

gboolean lsc_stray_words_holds (const LscStrayWords *self, const LscInterval *when);
void lsc_stray_words_add (LscStrayWords *self,
                          const char *name,
                          const char *place,
                          const LscInterval *when);
void lsc_stray_words_count (LscStrayWords *self, gsize n);
LscNotice *lsc_stray_words_finish (LscStrayWords *self);

G_END_DECLS
