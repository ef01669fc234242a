/* lsc-stray-words.h - telling of the events that lie far from all others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-interval.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/**
 * LscStray: an event that lies far from all others, or several that follow each other closely
 * @when: begin and end, of several what they cover; one of them outside of what the others cover
 * @name: of the first
 * @place: its lane
 * @n: how many
 * @is_sample: no event but samples of a series, which no list of slices shows
 */
typedef struct
{
  LscInterval when;
  const char *name;
  const char *place;
  gsize n;
  gboolean is_sample;
} LscStray;

LSC_DEFINE_ARRAY (LscStrays, lsc_strays, LscStray)

/**
 * LscStrayWords: what is to be told; starts as { .main = … }
 * @main: what the other events cover
 * @strays: with names of their own
 */
typedef struct
{
  LscInterval main;
  LscStrays strays;
} LscStrayWords;

gboolean lsc_stray_words_holds (const LscStrayWords *self, const LscInterval *when);
void lsc_stray_words_add (LscStrayWords *self, const LscStray *stray);
GPtrArray *lsc_stray_words_finish (LscStrayWords *self, const char *why);

G_END_DECLS
