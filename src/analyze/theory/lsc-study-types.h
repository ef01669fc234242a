/* lsc-study-types.h - one measured step explained
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-closed-form.h"
#include "analyze/theory/lsc-critical-path.h"
#include "analyze/theory/lsc-plan-stats.h"

G_BEGIN_DECLS

/** Durations of theory rows (theory.md#theory-rows). */
typedef enum
{
  LSC_THEORY_NONE,
  LSC_THEORY_GLOBAL, /* mean of each kind */
  LSC_THEORY_STAGE,  /* mean of each stage and kind */
  LSC_THEORY_BLOCK,  /* each block's own */
} LscTheoryCosts;

typedef enum
{
  LSC_RUNG_BALANCED,
  LSC_RUNG_STAGES,
  LSC_RUNG_BLOCKS,
  LSC_RUNG_MESSAGES, /* every message takes as long as on most links */
  LSC_RUNG_LATENCY,  /* on each link as long as measured */
  LSC_RUNG_MEASURED,
  LSC_N_RUNGS,
} LscRung;

/**
 * LscStudy: immutable after it was made; reference counted
 * @group_index: of @group in @pipeline: groupId of the result tables
 * @refusal: (nullable): why there is neither theory nor blame for this step; then
 * everything after it is zero
 * @plan: (nullable): the measured order; row i of the step = stage i = rank i of the plan
 * @blocks: by op: index of its block in the row of its rank; an L joined to it lies just before
 * @durations: by op, measured, with the L joined to it
 * @times: measured, aligned; starts include the joined L
 * @latency_ns: d of theory.md#latency: median over the links whose receiver was idle; @n_latency
 * values; 0 without
 * @usual_latency_ns: lower median over the links that have a latency of their own; else @latency_ns
 * @link_latency: (nullable): P x P, sender x P + receiver: of links with at least 8 values, else
 * @latency_ns
 * @wait: measured; for each rank it adds up to the bubble of its row exactly
 * @ideal_wait: (nullable): the same of rung 1, whose waits a perfect run has, too
 * @pieces: (element-type LscBlamePiece): of the measured bubbles, by rank and time
 * @first_piece: n_ranks + 1: where the pieces of each rank begin
 * @path: measured; @slack: by op, ns
 * @rungs: windows of the ladder (theory.md#ladder), the last is measured; -1 = not available
 * @ideal_ratio: bubble ratio of rung 1; negative = not available
 * @has_closed_form: whether @closed_form holds for the mean lengths of rung 1
 * @is_unexplained: rung 4 and the measured window differ by more than 10 %
 * @missing: (nullable): "rank 8 was not recorded": why rungs 2 to 4 are not available
 * @theory_plan: (nullable): with @missing: the whole schedule, of which @plan holds some ranks
 */
typedef struct
{
  gatomicrefcount refs;
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  guint group_index;
  gsize step;
  LscPhrase *refusal;
  LscPlan *plan;
  guint32 *blocks;
  gint64 *durations;
  LscPlanTimes times;
  gint64 latency_ns;
  gsize n_latency;
  gint64 usual_latency_ns;
  gint64 *link_latency;
  LscBlame *wait;
  LscBlame *ideal_wait;
  GArray *pieces;
  guint *first_piece;
  LscCriticalPath *path;
  gint64 *slack;
  gint64 rungs[LSC_N_RUNGS];
  double ideal_ratio;
  gboolean has_closed_form;
  LscClosedForm closed_form;
  gboolean is_unexplained;
  LscPhrase *missing;
  LscPlan *theory_plan;
} LscStudy;

/** Returns: (transfer none): the step that is explained. */
static inline const LscPipelineStep *
lsc_study_get_step (const LscStudy *self)
{
  return &self->group->steps[self->step];
}

/** Returns: the measured latency of links, for a replay; it borrows from @self. */
static inline LscPlanLatency
lsc_study_latency (const LscStudy *self)
{
  return (LscPlanLatency){ .ns = self->latency_ns, .by_link = self->link_latency };
}

G_END_DECLS
