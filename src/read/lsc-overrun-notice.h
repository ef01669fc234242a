/* lsc-overrun-notice.h - telling of tasks that were cut
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-slice-cut.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

void lsc_timeline_tell_overruns (LscTimeline *timeline, const LscOverruns *cut);

G_END_DECLS
