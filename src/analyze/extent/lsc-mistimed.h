/* lsc-mistimed.h - events whose times cannot be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

LSC_DEFINE_ARRAY (LscSpots, lsc_spots, LscSpot)

gsize lsc_mistimed_mark_early (LscTimeline *timeline);
void lsc_mistimed_mark_unset (LscTimeline *timeline, LscSpots *found);

G_END_DECLS
