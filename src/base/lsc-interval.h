/* lsc-interval.h - union, difference and length of sorted half-open intervals
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** [@begin_ns, @end_ns), int64 ns since the epoch. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} LscInterval;

LSC_DEFINE_ARRAY (LscIntervals, lsc_intervals, LscInterval)

void lsc_intervals_merge (LscIntervals *self);
void lsc_intervals_unite (const LscIntervals *a, const LscIntervals *b, LscIntervals *out);
void lsc_intervals_subtract (const LscIntervals *a, const LscIntervals *b, LscIntervals *out);
void lsc_intervals_clip (const LscIntervals *a, gint64 begin_ns, gint64 end_ns, LscIntervals *out);
gint64 lsc_intervals_length (const LscIntervals *self);
gsize lsc_intervals_find (const LscIntervals *self, gint64 time_ns);

G_END_DECLS
