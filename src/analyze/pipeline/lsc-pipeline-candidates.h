/* lsc-pipeline-candidates.h - which schedules a step could be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-schedule.h"

G_BEGIN_DECLS

/**
 * LscStepShape: what a step looks like over all its stages
 * @n_forward: forward passes of most rows
 * @n_present: rows with blocks
 * @highest: (nullable): present row of the highest stage
 */
typedef struct
{
  gsize n_forward;
  gsize n_present;
  gboolean has_overlap;
  gboolean has_weights;
  gboolean has_stages;
  const LscPipelineRow *highest;
} LscStepShape;

/**
 * LscCandidateHints: what else is known
 * @n_stages: P
 * @forced: the only type that is wanted, %LSC_SCHEDULE_NONE = all
 * @micro_batches: M by pp_info, 0 = not said
 * @dual_first: names or pp_info tell of DualPipeV
 */
typedef struct
{
  gsize n_stages;
  LscScheduleType forced;
  gint64 micro_batches;
  gboolean dual_first;
} LscCandidateHints;

gsize lsc_row_count_forward (const LscPipelineRow *row);
LscStepShape lsc_step_look (const LscPipelineStep *step);
GArray *lsc_schedule_candidates (const LscStepShape *shape, const LscCandidateHints *hints);
gboolean lsc_schedule_equal (const LscSchedule *a, const LscSchedule *b);
LscPhrase *lsc_schedule_describe (const LscSchedule *self);
char *lsc_pipeline_group_describe_others (const LscPipelineGroup *group);

G_END_DECLS
