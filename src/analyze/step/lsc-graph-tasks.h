/* lsc-graph-tasks.h - kernels of graphs whose launches are in no recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

void lsc_timeline_note_graphs (LscTimeline *timeline);

G_END_DECLS
