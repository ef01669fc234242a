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

/** Durations of theory rows (pipeline chart 4.8). */
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
  LSC_RUNG_LATENCY,
  LSC_RUNG_MEASURED,
  LSC_N_RUNGS,
} LscRung;

/** A stage that makes the others wait (5.4); rank -1 = none is named. */
typedef struct
{
  int stage;
  gint64 rank;
  gint64 excess_ns;   /* its column of the excess matrix */
  double share;       /* of all excess */
  double over_median; /* its column / the median column, 0 = median is 0 */
  double of_work;     /* of P x L */
} LscStraggler;

/**
 * LscStudy: immutable after it was made; reference counted
 * @refusal: (nullable): why there is neither theory nor blame for this step, translated
 * @plan: (nullable): the measured order
 * @blocks: by op: index of its block in the row of its rank; an L joined to it lies just before
 * @durations: by op, measured, with the L joined to it
 * @times: measured, aligned; starts include the joined L
 * @link_latency: (nullable): P x P, of links with at least 8 values, else @latency_ns
 * @latency_ns: d of 5.3: median over links whose receiver was idle; @n_latency values; 0 without
 * @wait, @ideal_wait: measured and of the theory replay (stage means, no latency)
 * @pieces: (element-type LscBlamePiece): of the measured bubbles, by rank and time
 * @path: measured; @slack: by op, ns
 * @rungs: windows of the ladder (5.8), the last is measured
 * @closed: whether @closed_form holds
 * @is_unexplained: rung 4 and L differ by more than 10 %
 */
typedef struct
{
  gatomicrefcount refs;
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  char *refusal;
  LscPlan *plan;
  guint32 *blocks;
  gint64 *durations;
  LscPlanTimes times;
  gint64 latency_ns;
  gsize n_latency;
  gint64 *link_latency;
  LscBlame *wait;
  LscBlame *ideal_wait;
  GArray *pieces;
  LscCriticalPath *path;
  gint64 *slack;
  gint64 rungs[LSC_N_RUNGS];
  double ideal_ratio; /* bubble ratio of rung 1 */
  gboolean has_closed_form;
  LscClosedForm closed_form;
  gboolean is_unexplained;
  LscStraggler straggler;
} LscStudy;

LscStudy *lsc_study_new (
    LscPipeline *pipeline, const LscPipelineGroup *group, gsize step, LscJob *job, GError **error);
LscStudy *lsc_study_ref (LscStudy *self);
void lsc_study_unref (LscStudy *self);
gboolean lsc_study_durations (const LscStudy *self, LscTheoryCosts costs, gint64 *durations);
LscPipeline *lsc_study_theory (const LscStudy *self,
                               LscTheoryCosts costs,
                               gboolean with_latency,
                               GError **error);
guint32 lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block);
guint32 lsc_study_binding (const LscStudy *self, guint32 row, guint32 block, guint32 *block_out);
GArray *lsc_study_pieces_in (const LscStudy *self, guint32 row, gint64 begin_ns, gint64 end_ns);
char *lsc_study_describe_piece (const LscStudy *self, const LscBlamePiece *piece);
gint64 lsc_study_excess (const LscStudy *self, gsize row, gsize column);
const char *lsc_cause_name (LscCause cause);
const char *lsc_cause_title (LscCause cause);

/* Result tables; without theory they are empty or hold what is known. */
LscTable *lsc_study_wait_table (const LscStudy *self);    /* who waited for whom, kind and excess */
LscTable *lsc_study_balance_table (const LscStudy *self); /* 5.5: stage and kind */
LscTable *lsc_study_ladder_table (const LscStudy *self);  /* 5.8 */
LscTable *lsc_study_path_table (const LscStudy *self);    /* 5.6: share by stage and kind */
LscTable *lsc_study_micro_batch_table (const LscStudy *self); /* 5.7 */
LscTable *lsc_study_link_table (const LscStudy *self); /* 5.3: late sender, late receiver, slack */
LscTable *lsc_study_bubble_table (const LscStudy *self);  /* PpBubble with causes */
LscTable *lsc_study_summary_table (const LscStudy *self); /* facts in order: name, text, value */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStudy, lsc_study_unref)

G_END_DECLS
