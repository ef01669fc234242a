/* lsc-pipeline.h - the measured pipeline: put together, looked up, as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline-data.h"
#include "analyze/pipeline/lsc-pipeline-info.h"
#include "analyze/pipeline/lsc-pipeline-layout.h"
#include "analyze/pipeline/lsc-pipeline-metrics.h"
#include "analyze/pipeline/lsc-pipeline-ops.h"
#include "analyze/pipeline/lsc-pipeline-rank.h"
#include "analyze/pipeline/lsc-pipeline-types.h"
#include "base/lsc-job.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

gboolean lsc_pipeline_options_check (const LscPipelineOptions *options, GError **error);
LscPipeline *lsc_pipeline_new (GPtrArray *runs, const LscPipelineOptions *options, LscJob *job,
                               GError **error);
LscPipeline *lsc_pipeline_new_from_ranks (GPtrArray *ranks, const LscPipelineOptions *options,
                                          LscJob *job, GError **error);
LscPipeline *lsc_pipeline_new_made (LscIntern *strings, LscPipelineGroup *group);

/* Result tables (pipeline.md#tables), all ranks and steps of the pipeline. */
LscTable *lsc_pipeline_step_task_table (LscPipeline *self);
LscTable *lsc_pipeline_p2p_table (GPtrArray *runs);
LscTable *lsc_pipeline_p2p_table_from_ranks (GPtrArray *ranks);
LscTable *lsc_pipeline_block_table (LscPipeline *self);
LscTable *lsc_pipeline_link_table (LscPipeline *self);
LscTable *lsc_pipeline_metric_table (LscPipeline *self);
LscTable *lsc_pipeline_schedule_table (LscPipeline *self);
LscTable *lsc_pipeline_clock_table (LscPipeline *self);

G_END_DECLS
