/* lsc-timeline-extent.h - stray slices and samples of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

void lsc_timeline_find_strays (LscTimeline *timeline);

G_END_DECLS
