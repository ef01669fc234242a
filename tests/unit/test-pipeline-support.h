/* test-pipeline-support.h - small pipelines in memory for the pipeline tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

/** No device time. */
#define PP_NO_DEVICE G_MININT64

/**
 * PpPlan: a pipeline to be recorded
 * @f: length of a forward in ns, and so on; @l of the head's backward
 * @latency: ns between the end of a block and the start of one that needs it on another rank
 * @with_ids: messages carry current_microbatch
 * @with_p2p: send and receive operators are recorded
 * @skip_sends: the first sends of each rank are not recorded
 * @n_steps: steps, 0 = one without STEP_TIME rows
 * @clock_step_ns: clock of rank r is ahead by r times that
 */
typedef struct
{
  LscSchedule schedule;
  gint64 f, b, i, w, x, l;
  gint64 latency;
  gboolean with_ids;
  gboolean with_p2p;
  guint skip_sends;
  guint n_steps;
  gint64 clock_step_ns;
} PpPlan;

/** A block as it ran. */
typedef struct
{
  LscScheduleItem item;
  gint64 start_ns;
  gint64 end_ns;
} PpBlock;

LscRun *pp_run_new (gint64 rank);
void pp_run_step (LscRun *run, gint64 id, gint64 start_ns, gint64 end_ns);
void pp_run_metadata (LscRun *run, const char *key, const char *json);
LscMark *pp_run_range (LscRun *run, const char *message, gint64 host_start_ns, gint64 host_end_ns,
                       gint64 start_ns, gint64 end_ns);
void pp_run_blocks (LscRun *run, const char *kinds, gint64 start_ns, gint64 length_ns);
void pp_run_p2p (LscRun *run, const char *name, const char *group, guint src, guint dst,
                 gint64 start_ns, gint64 end_ns);
const char *pp_message_of_kind (char kind);

GPtrArray *pp_replay (const PpPlan *plan);
GPtrArray *pp_record (const PpPlan *plan);
GPtrArray *pp_runs_new (void);
char *pp_args (guint tp, guint cp, guint dp, guint pp, guint world);

LscPipeline *pp_analyse (GPtrArray *runs);
char *pp_row_names (LscPipeline *pipeline, const LscPipelineRow *row);
char *pp_row_kinds (const LscPipelineRow *row);
gint64 pp_count_notices (LscPipeline *pipeline, const char *code);

const char *pp_banner (const LscPipelineGroup *group);

G_END_DECLS
