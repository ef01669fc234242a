/* lsc-report-timeline-data.h - the figures of timelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-interval.h"
#include "draw/timeline/lsc-timeline-layout.h"

G_BEGIN_DECLS

LscTable *lsc_report_timeline_table (LscTimelineLayout *layout, const LscInterval *shown);

G_END_DECLS
