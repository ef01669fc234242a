/* lsc-timeline-sheet.h - the page with the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-page.h"
#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

LscPage *lsc_timeline_sheet_new (const LscTimelineView *view, const LscPageOptions *options,
                                 PangoContext *context);

G_END_DECLS
