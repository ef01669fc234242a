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
gboolean lsc_row_misfits_repeat (const LscSchedule *schedule, const LscPipelineRow *row);
gsize lsc_schedule_name_row (LscPipeline *pipeline, const LscSchedule *schedule,
                             LscPipelineRow *row, gboolean ignore_ids);
LscPhrase *lsc_pipeline_make_banner (const LscPipelineGroup *group, const LscPipelineStep *step,
                                     const LscSchedule *best, gsize n_forward,
                                     const char *told_type);

G_END_DECLS
