/* lsc-stragglers.h - what slow ops cost a job: S by kind, stage, replica, worker and step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline-types.h"
#include "base/lsc-job.h"
#include "base/lsc-phrase.h"
#include "base/lsc-step-list.h"
#include "model/lsc-job-ops.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/** A step of a job in the study; times in ns. */
typedef struct
{
  gint64 number;
  gint64 recorded_ns;
  gint64 base_ns;  /* replay with recorded lengths */
  gint64 ideal_ns; /* replay with ideal lengths */
  double slowdown; /* base / ideal */
} LscStragglerStep;

/** A kind of ops. @slowdown: of all messages of a direction together */
typedef struct
{
  const char *name; /* "forward-compute", "forward-pp-comm": static */
  double slowdown;
} LscStragglerKind;

/**
 * LscStragglerStage: a stage over all replicas and chosen steps
 * @forward_ns, @backward_ns: mean lengths of its computing
 * @forward_spread, @backward_spread: standard deviation / mean, each step by itself, then the mean
 *   over steps and replicas; NAN = not known
 * @agreement: correlation of forward and backward of one micro-batch, each step by itself, NAN =
 *   not known
 */
typedef struct
{
  gint64 stage;
  double slowdown;
  double forward_ns;
  double backward_ns;
  double forward_spread;
  double backward_spread;
  double agreement;
} LscStragglerStage;

/**
 * LscStragglerWorker:
 * @slowdown: min of that of its replica and of its stage
 * @excess: its computing over all chosen steps / the median of the workers of its stage - 1
 */
typedef struct
{
  gint64 replica;
  gint64 stage;
  gint64 rank;
  double slowdown;
  double excess;
} LscStragglerWorker;

/**
 * LscStragglerOp: an op of a stage, the same in every step and replica
 * @stage: index of the stage
 * @kind: LscJobOpKind, or one of the kinds below
 * @start_ns, @length_ns: in the ideal replay, the same in every step and replica
 */
typedef struct
{
  guint32 stage;
  guint32 number;
  guint16 chunk;
  guint16 micro_batch;
  guint8 kind;
  gint64 start_ns;
  gint64 length_ns;
} LscStragglerOp;

/* Kinds that schedules have besides those of op timelines: the two halves of a backward on their
 * own, and a forward and a backward in one. */
#define LSC_STRAGGLER_INPUTS (LSC_JOB_OP_OTHER + 1)
#define LSC_STRAGGLER_WEIGHTS (LSC_JOB_OP_OTHER + 2)
#define LSC_STRAGGLER_PAIR (LSC_JOB_OP_OTHER + 3)
#define LSC_STRAGGLER_N_KINDS (LSC_JOB_OP_OTHER + 4)

/**
 * LscStragglerShare: what some workers add to the loss
 * @share: (T(base) - @fixed_ns) / (T(base) - T(ideal)), NAN where there is no loss
 * @fixed_ns: T with all lengths as recorded, but theirs ideal
 * @added_ns: T with all lengths ideal, but theirs as recorded
 */
typedef struct
{
  double share;
  double fixed_ns;
  double added_ns;
} LscStragglerShare;

/**
 * LscStragglers: the study of one job (stragglers.md); immutable, reference counted
 * @name: (nullable): of the job
 * @refusal: (nullable): why there is no study; then all that follows is empty or not known
 * @slowdown: S: T(base) / T(ideal)
 * @m_w, @m_s: shares of the loss; NAN where there is none
 * @replay_error: R / T(base) - 1; NAN where steps have no recorded length
 * @recorded_ns, @base_ns, @ideal_ns: R, T(base), T(ideal)
 * @even_ns: T of the recorded lengths, but computing of each stage and kind as long as its mean
 * over all micro-batches and replicas of the step
 * @balanced_ns: T with recorded lengths, but computing of each stage and kind scaled so that its
 * mean over steps, replicas and micro-batches is the mean of these means over the stages: what
 * layers that move would give
 * @even_balanced_ns: T with both: first even, then scaled
 * @is_of_ops: these ops are all that was recorded: no kernels stand behind them
 * @worst: index of the worker with the largest @excess; @worst_ns: T with its computing as long as
 *   the median of its stage
 * @replicas: @slowdown_of_replica likewise
 * @workers: by replica, then stage: replica index * @n_stages + stage index
 * @n_left_out: steps that lack an op of the template
 * @of_workers, @of_stage: of the workers of @m_w, and of the last stage
 * @slowest: (array length=n_slowest): those workers, by falling slowdown: indexes of @workers
 * @kind_ns, @stage_ns, @replica_ns: length of each step with the ops of this kind, stage or replica
 *   as recorded and all others ideal: index * @n_steps + step
 * @ops: (array length=n_ops): what each step consists of, by stage
 */
typedef struct
{
  gatomicrefcount refs;
  char *name;
  gboolean is_of_ops;
  LscPhrase *refusal;
  double slowdown;
  double m_w;
  double m_s;
  double replay_error;
  double recorded_ns;
  double base_ns;
  double ideal_ns;
  double even_ns;
  double balanced_ns;
  double even_balanced_ns;
  gsize worst;
  double worst_ns;
  LscStragglerStep *steps;
  gsize n_steps;
  LscStragglerKind *kinds;
  gsize n_kinds;
  LscStragglerStage *stages;
  gsize n_stages;
  gint64 *replicas;
  double *slowdown_of_replica;
  gsize n_replicas;
  LscStragglerWorker *workers;
  gsize n_left_out;
  LscStragglerShare of_workers;
  LscStragglerShare of_stage;
  gsize *slowest;
  gsize n_slowest;
  gint64 *kind_ns;
  gint64 *stage_ns;
  gint64 *replica_ns;
  LscStragglerOp *ops;
  gsize n_ops;
  LscNotices *notices;
} LscStragglers;

LscStragglers *lsc_stragglers_new_from_ops (const LscJobOps *ops, const LscStepList *steps,
                                            LscJob *job, GError **error);
LscStragglers *lsc_stragglers_new_from_pipelines (LscPipeline *pipeline, const LscStepList *steps,
                                                  LscJob *job, GError **error);
LscStragglers *lsc_stragglers_ref (LscStragglers *self);
void lsc_stragglers_unref (LscStragglers *self);

/* Result tables (stragglers.md#tables); empty with a refusal. */
LscTable *lsc_stragglers_step_table (const LscStragglers *self);
LscTable *lsc_stragglers_kind_table (const LscStragglers *self);
LscTable *lsc_stragglers_stage_table (const LscStragglers *self);
LscTable *lsc_stragglers_replica_table (const LscStragglers *self);
LscTable *lsc_stragglers_worker_table (const LscStragglers *self);
GPtrArray *lsc_stragglers_list_tables (const LscStragglers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStragglers, lsc_stragglers_unref)

G_END_DECLS
