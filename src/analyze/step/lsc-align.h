/* lsc-align.h - offsets that make the clocks of ranks agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscAlignment: one rank against the base (timeline 10)
 * @offset_ns: aligned = local - offset; 0 when refused
 * @p10_ns, @p90_ns: spread of the matches: percentiles of the offset that each gives
 * @refusal: (nullable): translated: too few matches, or they disagree
 */
typedef struct
{
  gint64 rank;
  gint64 offset_ns;
  gint64 p10_ns;
  gint64 p90_ns;
  gsize n_matches;
  char *refusal;
} LscAlignment;

GArray *lsc_align_by_collectives (LscTimeline *const *timelines, guint n, guint base);
gboolean lsc_align_by_slice (const LscTimeline *base, LscSpot spot, const LscTimeline *other,
                             gboolean by_end, gint64 *offset_ns);
LscTable *lsc_align_wait_table (LscTimeline *const *timelines, guint n);
LscTable *lsc_align_group_wait_table (LscTimeline *const *timelines, guint n);

G_END_DECLS
