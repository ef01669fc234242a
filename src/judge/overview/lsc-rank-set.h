/* lsc-rank-set.h - ranks that are looked at together, and how
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-given-layout.h"

G_BEGIN_DECLS

/**
 * LscOverviewOptions: zero-filled = the defaults
 * @layout: (nullable): parallel sizes that the user gives, where none were recorded
 * @has_step: of every rank only the step of the number @step is looked at
 */
typedef struct
{
  const LscGivenLayout *layout;
  gboolean has_step;
  gint64 step;
} LscOverviewOptions;

/**
 * LscStepRange: steps of a rank that are looked at, indexes of LscRankDigest.steps
 * @begin, @end: half-open
 * @n_typical: those of them that count (overview.md#steps)
 * @is_any: no step of the rank is typical; then all that are looked at count
 */
typedef struct
{
  guint begin;
  guint end;
  guint n_typical;
  gboolean is_any;
} LscStepRange;

/**
 * LscRankSet: immutable; borrows the digests
 * @has_step: one step alone is looked at, with the operators in it
 * @steps: of each rank
 * @places: of each rank
 * @groups: (nullable): of each rank the groups that the given layout explains, LscGivenGroup
 * @is_cut: the ranks recorded other steps; those that all have are looked at
 * @first_step, @last_step: these
 * @counts_first: the first step that a rank recorded counts, as it is not the first of others
 * @doubt: (nullable): what recorded groups and sizes disagree in
 */
typedef struct
{
  const LscRankDigest *const *digests;
  gsize n;
  gboolean has_step;
  gboolean is_cut;
  gint64 first_step;
  gint64 last_step;
  gboolean counts_first;
  LscStepRange *steps;
  LscRankPlace *places;
  LscGivenGroups *groups;
  LscPhrase *doubt;
} LscRankSet;

LscRankSet *lsc_rank_set_new (const LscRankDigest *const *digests, gsize n,
                              const LscOverviewOptions *options, GError **error);
void lsc_rank_set_free (LscRankSet *self);

/** Returns: whether a step counts where it is looked at */
static inline gboolean
lsc_rank_set_likes (const LscRankSet *self, const LscBudgetStep *step)
{
  return lsc_budget_step_is_typical (step) ||
         (self->counts_first && step->standing == LSC_STEP_FIRST);
}

/** Returns: whether a step of a rank is looked at and counts; the only one does in any case */
static inline gboolean
lsc_rank_set_counts (const LscRankSet *self, gsize rank, guint step)
{
  const LscStepRange *steps = &self->steps[rank];

  return step >= steps->begin && step < steps->end &&
         (self->has_step || steps->is_any ||
          lsc_rank_set_likes (self, lsc_rank_digest_get_step (self->digests[rank], step)));
}

/** Returns: whether an operator of a rank is looked at */
static inline gboolean
lsc_rank_set_has_op (const LscRankSet *self, gsize rank, const LscRankOp *op)
{
  return !self->has_step ||
         (op->step >= self->steps[rank].begin && op->step < self->steps[rank].end);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankSet, lsc_rank_set_free)

G_END_DECLS
