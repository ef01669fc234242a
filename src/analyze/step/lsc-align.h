/* lsc-align.h - offsets that make the clocks of ranks agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

LscClocks *lsc_align_ranks (LscTimeline *const *timelines, guint n, guint base,
                            const LscPipeline *pipeline);
gboolean lsc_align_by_slice (const LscTimeline *base, LscSpot spot, const LscTimeline *other,
                             gboolean by_end, gint64 *offset_ns);
LscTable *lsc_align_wait_table (LscTimeline *const *timelines, guint n);
LscTable *lsc_align_group_wait_table (LscTimeline *const *timelines, guint n);

G_END_DECLS
