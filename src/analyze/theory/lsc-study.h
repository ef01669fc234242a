/* lsc-study.h - one measured step explained: theory, waits, path, balance
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
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

LscStudy *lsc_study_new_order (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step);
LscStudy *lsc_study_new (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step,
                         LscJob *job, GError **error);
LscStudy *lsc_study_ref (LscStudy *self);
void lsc_study_unref (LscStudy *self);
LscPipeline *lsc_study_theory (const LscStudy *self, LscTheoryCosts costs, gboolean with_latency,
                               GError **error);
guint32 lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block);
guint32 lsc_study_binding (const LscStudy *self, guint32 row, guint32 block, guint32 *block_out);
GArray *lsc_study_pieces_in (const LscStudy *self, guint32 row, gint64 begin_ns, gint64 end_ns);
char *lsc_study_describe_piece (const LscStudy *self, const LscBlamePiece *piece);
gint64 lsc_study_waited (const LscStudy *self, const LscBlame *blame, gsize row, gsize column);
gint64 lsc_study_excess (const LscStudy *self, gsize row, gsize column);

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

extern const LscWord lsc_cause_words[LSC_CAUSE_N];
const char *lsc_cause_name (LscCause cause);

GPtrArray *lsc_study_collect_tables (LscPipeline *pipeline, LscJob *job, GError **error);

/* Result tables; without theory they are empty or hold what is known. */
LscTable *lsc_study_wait_table (const LscStudy *self);    /* who waited for whom, kind and excess */
LscTable *lsc_study_balance_table (const LscStudy *self); /* pipeline.md#balance: stage and kind */
LscTable *lsc_study_ladder_table (const LscStudy *self);  /* theory.md#ladder */
LscTable *lsc_study_path_table (const LscStudy *self);    /* share by stage and kind */
LscTable *lsc_study_micro_batch_table (const LscStudy *self); /* pipeline.md#micro-batch */
LscTable *lsc_study_link_table (const LscStudy *self);    /* late sender, late receiver, slack */
LscTable *lsc_study_bubble_table (const LscStudy *self);  /* PpBubble with causes */
LscTable *lsc_study_summary_table (const LscStudy *self); /* facts in order: name, text, value */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStudy, lsc_study_unref)

G_END_DECLS
