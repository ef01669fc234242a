/* lsc-verdict.h - what makes the steps of a pipeline longer, one cause a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "judge/verdict/lsc-certainty-words.h"
#include "judge/verdict/lsc-verdict-types.h"

G_BEGIN_DECLS

LscVerdicts *lsc_verdicts_new (LscPipeline *pipeline, LscJob *job, GError **error);
LscVerdicts *lsc_verdicts_new_for_ranks (GPtrArray *ranks, LscJob *job, GError **error);
LscVerdicts *lsc_verdicts_new_for_runs (GPtrArray *runs, LscJob *job, GError **error);
LscVerdicts *lsc_verdicts_new_like (const LscVerdicts *self);
void lsc_verdicts_add (LscVerdicts *self, const LscVerdict *verdict);
void lsc_verdicts_sort (LscVerdicts *self);
void lsc_verdict_presume_repair (LscVerdict *self, const gint64 *slow, gsize n,
                                 gboolean has_more_work);
const LscVerdictPlace *lsc_verdicts_find_place (const LscVerdicts *self, gint64 rank);
LscVerdict lsc_verdict_init (LscVerdictCause cause);
LscVerdicts *lsc_verdicts_ref (LscVerdicts *self);
void lsc_verdicts_unref (LscVerdicts *self);

const LscVerdict *lsc_verdicts_get_first (const LscVerdicts *self);
gsize lsc_verdicts_find_worst_group (const LscVerdicts *self, const LscPipeline *pipeline);
const char *lsc_verdicts_say_nothing (const LscVerdicts *self);
LscPhrase *lsc_verdict_say_whole (const LscVerdict *self);
LscPhrase *lsc_verdicts_say_first (const LscVerdicts *self);
LscPhrase *lsc_verdicts_say_larger (const LscVerdicts *self);
LscPhrase *lsc_verdicts_say_larger_briefly (const LscVerdicts *self);
LscCertaintyWords lsc_verdict_get_certainty_words (const LscVerdict *self);
LscPhrase *lsc_verdicts_say_more (const LscVerdicts *self);
LscPhrase *lsc_verdicts_say_prediction (const LscVerdicts *self);
LscPhrase *lsc_verdicts_say_prediction_briefly (const LscVerdicts *self);
LscPhrase *lsc_verdict_name_slow_rank (gint64 rank, gint64 stage);
LscPhrase *lsc_verdict_name (const LscVerdict *self);
LscPhrase *lsc_verdict_make_phrase (const LscVerdict *self);
LscPhrase *lsc_verdict_say_fact (const LscVerdict *self);
LscPhrase *lsc_verdict_make_phrase_of_step (const LscVerdict *self, double share);
LscTable *lsc_verdicts_table (const LscVerdicts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscVerdicts, lsc_verdicts_unref)

G_END_DECLS
