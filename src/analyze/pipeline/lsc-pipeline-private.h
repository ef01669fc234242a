/* lsc-pipeline-private.h - what the parts of the pipeline analysis share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/extent/lsc-stray-words.h"
#include "analyze/pipeline/lsc-pipeline-message.h"
#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

/** Step of a range that lies in none. */
#define LSC_STEP_NONE G_MININT64

/** A pipeline range of a rank that became a block. */
typedef struct
{
  gint64 start_ns; /* device; host time with LSC_BLOCK_HOST_TIME */
  gint64 end_ns;
  gint64 host_start_ns; /* 0, 0 = not recorded */
  gint64 host_end_ns;
  gint64 step;     /* id, LSC_STEP_NONE */
  guint32 message; /* id in LscPipeline.strings */
  guint32 stream;
  guint32 recorded;  /* recorded micro-batch, LSC_SCHEDULE_NO_ID */
  guint32 peer_name; /* given name (StepTaskInfo), LSC_STRING_NONE */
  guint16 sublane;
  gint8 peer_type;
  guint8 kind;  /* by its name */
  guint8 chunk; /* recorded, LSC_CHUNK_NONE */
  guint8 flags;
  guint8 is_loop_index; /* the recorded id may be the number of a loop instead */
  gint32 stage;         /* recorded one, plus 1; 0 = none */
} LscBlockRange;

LSC_DEFINE_ARRAY (LscBlockRanges, lsc_block_ranges, LscBlockRange)

/** A rank with its ranges in block order (pipeline.md#blocks). */
typedef struct
{
  LscRun *run; /* borrowed */
  gint64 rank;
  gboolean has_strays; /* some events do not belong to the others, which lie in @main */
  LscInterval main;
  LscBlockRanges ranges;
  gboolean is_single_stage; /* a name of PyTorch's schedules with one chunk occurred */
  gboolean is_model_graph;  /* a name of MindSpeed's DualPipeV occurred */
  gboolean is_from_table;   /* ranges of StepTaskInfo */
  gboolean is_host_passes;  /* no ranges, but links between forward and backward ops */
  gint64 stage;             /* lowest one that its ranges name, plus 1; 0 = none */
} LscPipelineRank;

typedef struct
{
  LscPipeline *pipeline;
  const LscPipelineOptions *options;
  LscPipelineWords *words;
  GPtrArray *ranks; /* LscPipelineRank, ascending */
  LscJob *job;
} LscPipelineBuild;

/** A place where the ranks of a pipeline stand. */
typedef struct
{
  GArray *ranks; /* gint64, by stage */
  gboolean has_stages;
} LscPipelineLayout;

/* notices */
void _lsc_pipeline_note (LscPipeline *self, LscSeverity severity, const char *code,
                         const LscRun *run, gint64 count, const char *what, const char *why,
                         const char *remedy, ...) G_GNUC_PRINTF (6, 9);
void _lsc_pipeline_tell_strays (LscPipeline *self, const LscRun *run, LscStrayWords *words);

/* kinds */
gboolean _lsc_pipeline_has_forward (guint kind);
gboolean _lsc_pipeline_has_backward (guint kind);

/* blocks */
LscPipelineRank *_lsc_pipeline_rank_new (LscPipelineBuild *build, LscRun *run);
void _lsc_pipeline_rank_free (LscPipelineRank *self);
void _lsc_pipeline_rank_place (LscPipelineRank *self, LscPipeline *pipeline);
void _lsc_pipeline_rank_read_table (LscPipelineRank *self, LscPipelineBuild *build);

void _lsc_pipeline_read_passes (LscPipelineBuild *build);
void _lsc_pipeline_set_nothing (const LscPipelineBuild *build, GError **error);

/* layouts */
GPtrArray *_lsc_pipeline_layouts (LscPipelineBuild *build);
gboolean _lsc_pipeline_check_groups (const LscPipelineOptions *options, GError **error);
void _lsc_pipeline_add_chains (GPtrArray *layouts, GPtrArray *ranks);

/* steps: gives every range of a pipeline its step */
void _lsc_pipeline_find_steps (LscPipelineBuild *build, LscPipelineRank **ranks, gsize n,
                               gboolean has_stages);

/* recognition: names the blocks; one schedule for each step, LSC_SCHEDULE_NONE if ids are unknown
 */
void _lsc_pipeline_recognise (LscPipelineBuild *build, LscPipelineGroup *group,
                              LscPipelineRank **ranks, LscSchedule *schedules);
gssize _lsc_pipeline_settle (LscPipelineBuild *build, const LscPipelineGroup *group,
                             LscPipelineRank **ranks, gsize step, GArray *rivals);
void _lsc_pipeline_name_by_order (LscPipeline *pipeline, const LscPipelineGroup *group,
                                  LscPipelineStep *step, gsize row, gsize first,
                                  gsize two_chunk_size);
void _lsc_pipeline_set_peer_name (LscPipeline *pipeline, LscBlockDetail *detail,
                                  gboolean is_forward);

/* links */
void _lsc_pipeline_derive_links (LscPipelineStep *step, const LscSchedule *schedule);
LscPipelineLink *_lsc_pipeline_links_through (LscPipelineStep *step, gsize *n);
void _lsc_pipeline_measure_links (LscPipelineBuild *build, LscPipelineGroup *group,
                                  LscPipelineRank **ranks, const LscSchedule *schedules,
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
void _lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
                          const LscClockSamples *messages);

/* metrics */
gint64 _lsc_pipeline_row_end (const LscPipelineRow *row);
void _lsc_pipeline_measure_blocks (LscPipelineGroup *group, LscPipelineRank **ranks);
void _lsc_pipeline_measure_ops (LscPipeline *pipeline, LscPipelineGroup *group,
                                LscPipelineRank **ranks);
gboolean _lsc_pipeline_uses_device (const LscRun *run);
void _lsc_pipeline_measure_step (LscPipelineStep *step);
void _lsc_pipeline_measure_steps (LscPipelineBuild *build, LscPipelineGroup *group);

G_END_DECLS
