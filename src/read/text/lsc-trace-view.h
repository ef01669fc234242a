/* lsc-trace-view.h - what else is asked of the timeline of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

const char *lsc_trace_view_get_kernel_path (const LscTimeline *timeline);

G_END_DECLS
