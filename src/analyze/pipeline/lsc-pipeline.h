/* lsc-pipeline.h - the measured pipeline: put together, looked up, as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
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
LscPipeline *lsc_pipeline_ref (LscPipeline *self);
void lsc_pipeline_unref (LscPipeline *self);
LscPipeline *lsc_pipeline_pick_step (LscPipeline *self, gint64 id);
LscPipelineGroup *lsc_pipeline_get_group (const LscPipeline *self, gsize index);
LscPipelineGroup *lsc_pipeline_find_group (const LscPipeline *self, const char *text);
gint64 lsc_pipeline_group_get_op (const LscPipelineGroup *self, gsize row, guint32 name);

const char *lsc_block_kind_name (LscBlockKind kind);
const char *lsc_block_kind_title (LscBlockKind kind);
extern const LscWord lsc_block_kind_words[LSC_BLOCK_N_KINDS];

/** What figures of a stage are of: an #LscBlockKind, or one of these. */
typedef enum
{
  LSC_FIGURE_FORWARD_BACKWARD = LSC_BLOCK_N_KINDS,
  LSC_FIGURE_BUBBLE,
  LSC_FIGURE_WINDOW,
  LSC_N_BLOCK_FIGURES,
} LscBlockFigure;

extern const LscWord lsc_block_figure_words[LSC_N_BLOCK_FIGURES];
void lsc_row_metrics_add (LscRowMetrics *self, gint64 *covered_ns, gint64 start_ns, gint64 end_ns,
                          gboolean is_first);
void lsc_row_metrics_finish (LscRowMetrics *self, gint64 covered_ns, gint64 t1_ns);
char *lsc_block_describe_phase (const LscBlock *block);
guint32 lsc_pipeline_neighbour_stage (const LscPipelineGroup *group, const LscPipelineStep *step,
                                      guint32 row, guint32 block, int direction,
                                      guint32 *block_out);

GPtrArray *lsc_pipeline_group_ranks (GHashTable *metadata_of_rank,
                                     const LscPipelineOptions *options, gint64 rank);

/* Result tables (pipeline.md#tables), all ranks and steps of the pipeline. */
LscTable *lsc_pipeline_step_task_table (LscPipeline *self);
LscTable *lsc_pipeline_p2p_table (GPtrArray *runs);
LscTable *lsc_pipeline_p2p_table_from_ranks (GPtrArray *ranks);
LscTable *lsc_pipeline_block_table (LscPipeline *self);
LscTable *lsc_pipeline_link_table (LscPipeline *self);
LscTable *lsc_pipeline_metric_table (LscPipeline *self);
LscTable *lsc_pipeline_schedule_table (LscPipeline *self);
LscTable *lsc_pipeline_clock_table (LscPipeline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipeline, lsc_pipeline_unref)

G_END_DECLS
