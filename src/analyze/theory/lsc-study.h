/* lsc-study.h - one measured step explained: theory, waits, path, balance
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/theory/lsc-study-blame.h"
#include "analyze/theory/lsc-study-ladder.h"
#include "analyze/theory/lsc-study-types.h"
#include "analyze/theory/lsc-study-words.h"

G_BEGIN_DECLS

LscStudy *lsc_study_new_order (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step);
LscStudy *lsc_study_new_lengths (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step);
LscStudy *lsc_study_new (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step,
                         LscJob *job, GError **error);
LscStudy *lsc_study_ref (LscStudy *self);
void lsc_study_unref (LscStudy *self);
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
