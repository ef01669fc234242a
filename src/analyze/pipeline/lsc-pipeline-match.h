/* lsc-pipeline-match.h - matching a row with a schedule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-schedule.h"

G_BEGIN_DECLS

gboolean lsc_schedule_match_row (const LscSchedule *schedule, LscPipelineRow *row,
                                 gboolean with_ids, gsize *prefix);
gboolean lsc_schedule_id_fits (const LscSchedule *schedule, const LscBlock *block,
                               const LscScheduleItem *item);
gboolean lsc_row_misfits_repeat (const LscSchedule *schedule, const LscPipelineRow *row);

G_END_DECLS
