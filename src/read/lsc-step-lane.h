/* lsc-step-lane.h - steps of a recording and the lane that shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

void lsc_step_lane_read (LscTimeline *timeline, const LscLane *lane);
LscLane *lsc_step_lane_new (LscTimeline *timeline, gboolean is_numbered);

G_END_DECLS
