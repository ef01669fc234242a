/* lsc-pipeline-private.h - what the parts of the pipeline analysis share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscPipelineMember: a rank of pipelines that are being built
 * @recorded: of @rank: its ranges, or the passes of its host
 * @texts: id in the pipeline's strings of each message of @rank
 * @ranges: while its pipeline is built: @recorded with steps, and ids of the pipeline's strings
 * @n_taken: of the first of several ranks with one number: how many of them have a place
 */
typedef struct
{
  const LscPipelineRank *rank;
  const LscBlockRanges *recorded;
  guint32 *texts;
  LscBlockRanges ranges;
  gboolean is_host_passes;
  gsize n_taken;
} LscPipelineMember;

typedef struct
{
  LscPipeline *pipeline;
  const LscPipelineOptions *options;
  GPtrArray *members; /* LscPipelineMember, by rank */
  LscJob *job;
  LscInt64s missing;   /* ranks that were not loaded, of all pipelines */
  char *lacking_label; /* (nullable): of the first pipeline that lacks one */
  guint n_lacking;     /* such pipelines */
} LscPipelineBuild;

/** Returns: (transfer none): the member at @index */
static inline LscPipelineMember *
_lsc_pipeline_member (const LscPipelineBuild *build, guint index)
{
  return g_ptr_array_index (build->members, index);
}

/** A place where the ranks of a pipeline stand. */
typedef struct
{
  GArray *ranks; /* gint64, by stage */
  gboolean has_stages;
} LscPipelineLayout;

/* members and groups */
LscPipeline *_lsc_pipeline_new_empty (void);
char *_lsc_pipeline_make_label (const gint64 *ranks, gsize n);
gint64 _lsc_pipeline_find_lowest (const gint64 *ranks, gsize n);
gboolean _lsc_pipeline_check_options (const LscPipelineOptions *options, GError **error);
void _lsc_pipeline_build_init (LscPipelineBuild *self, GPtrArray *ranks,
                               const LscPipelineOptions *options, LscJob *job);
void _lsc_pipeline_build_clear (LscPipelineBuild *self);
LscPipelineMember *_lsc_pipeline_take_member (LscPipelineBuild *build, gint64 rank);
void _lsc_pipeline_leave_member (LscPipelineMember *self);
void _lsc_pipeline_tell_missing (LscPipelineBuild *self);
LscPipelineGroup *_lsc_pipeline_build_group (LscPipelineBuild *build,
                                             const LscPipelineLayout *layout);

/* kinds */
gboolean _lsc_pipeline_has_forward (guint kind);
gboolean _lsc_pipeline_has_backward (guint kind);

/* recordings without ranges */
void _lsc_pipeline_take_passes (LscPipelineBuild *build);
void _lsc_pipeline_set_nothing (const LscPipelineBuild *build, GError **error);

/* layouts */
GPtrArray *_lsc_pipeline_layouts (LscPipelineBuild *build);
gboolean _lsc_pipeline_check_groups (const LscPipelineOptions *options, GError **error);
void _lsc_pipeline_add_chains (GPtrArray *layouts, GPtrArray *members);

/* steps: gives every range of a pipeline its step */
void _lsc_pipeline_find_steps (LscPipelineBuild *build, LscPipelineMember **ranks, gsize n,
                               gboolean has_stages);

/* recognition: names the blocks; one schedule for each step, LSC_SCHEDULE_NONE if ids are unknown
 */
void _lsc_pipeline_recognise (LscPipelineBuild *build, LscPipelineGroup *group,
                              LscPipelineMember **ranks, LscSchedule *schedules);
gssize _lsc_pipeline_settle (LscPipelineBuild *build, const LscPipelineGroup *group,
                             LscPipelineMember **ranks, gsize step, GArray *rivals);
void _lsc_pipeline_name_by_order (LscPipeline *pipeline, const LscPipelineGroup *group,
                                  LscPipelineStep *step, gsize row, gsize first,
                                  gsize two_chunk_size);
void _lsc_pipeline_set_peer_name (LscPipeline *pipeline, LscBlockDetail *detail,
                                  gboolean is_forward);

/* links */
void _lsc_pipeline_derive_links (LscPipelineStep *step, const LscSchedule *schedule);
LscPipelineLink *_lsc_pipeline_links_through (LscPipelineStep *step, gsize *n);
void _lsc_pipeline_measure_links (LscPipelineBuild *build, LscPipelineGroup *group,
                                  LscPipelineMember **ranks, const LscSchedule *schedules,
                                  LscClockSamples *samples);

/* schedules: a row against one, its names by it, and why none was recognised */
gboolean _lsc_schedule_match_row (const LscSchedule *schedule, LscPipelineRow *row,
                                  gboolean with_ids, gsize *prefix);
gboolean _lsc_row_misfits_repeat (const LscSchedule *schedule, const LscPipelineRow *row);
gsize _lsc_schedule_name_row (LscPipeline *pipeline, const LscSchedule *schedule,
                              LscPipelineRow *row, gboolean ignore_ids);
LscPhrase *_lsc_pipeline_make_banner (const LscPipelineGroup *group, const LscPipelineStep *step,
                                      const LscSchedule *best, gsize n_forward,
                                      const char *told_type);

/* clocks */
void _lsc_pipeline_shift_step (LscPipelineStep *step, const LscClock *clocks);
gboolean _lsc_pipeline_check_offsets (const LscPipelineOptions *options, GError **error);
void _lsc_pipeline_tell_unused_offsets (LscPipelineBuild *build);
void _lsc_pipeline_clocks_clear (LscPipelineClocks *clocks);
void _lsc_pipeline_count_left (LscPipelineGroup *group);
gboolean _lsc_pipeline_clocks_are_left (const LscPipelineClocks *clocks);
gboolean _lsc_pipeline_clocks_have_estimate (const LscPipelineClocks *clocks);
void _lsc_pipeline_tell_apart (LscPipelineClocks *clocks);
void _lsc_pipeline_tell_clocks (LscPipelineBuild *build, LscPipelineGroup *group,
                                gboolean is_empty);
void _lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group,
                          LscPipelineMember **ranks, const LscClockSamples *messages);

/* metrics */
gint64 _lsc_pipeline_row_end (const LscPipelineRow *row);
void _lsc_pipeline_measure_blocks (LscPipelineGroup *group, LscPipelineMember **ranks);
void _lsc_pipeline_measure_ops (LscPipeline *pipeline, LscPipelineGroup *group,
                                LscPipelineMember **ranks);
void _lsc_pipeline_measure_step (LscPipelineStep *step);
void _lsc_pipeline_measure_steps (LscPipelineBuild *build, LscPipelineGroup *group);

G_END_DECLS
