/* lsc-timeline-swatches.h - what the colours of the lanes mean, painted
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-text.h"
#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

GArray *lsc_timeline_swatches_new (const LscTimelineView *view,
                                   const LscTimelineHues *const *known);
double lsc_timeline_swatches_paint (GArray *swatches, LscText *text, const LscColor *ink,
                                    cairo_t *cr, double width);

G_END_DECLS
