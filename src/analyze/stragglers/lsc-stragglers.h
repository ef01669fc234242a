/* lsc-stragglers.h - what slow ops cost a job: S by kind, stage, replica, worker and step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "base/lsc-phrase.h"
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
  LscNotices *notices;
} LscStragglers;

LscStragglers *lsc_stragglers_ref (LscStragglers *self);
void lsc_stragglers_unref (LscStragglers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStragglers, lsc_stragglers_unref)

G_END_DECLS
