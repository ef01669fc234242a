/* lsc-core-clocks.h - counters of the frequency that the device of a rank computes at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

#define LSC_CORE_CLOCK_ASCEND "AI Core Freq"
#define LSC_CORE_CLOCK_GPU "SM Clock"

void lsc_core_clocks_list (const LscTimeline *timeline, GArray *out);

G_END_DECLS
