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
 * @first: the first of them that counts (overview.md#steps)
 */
typedef struct
{
  guint begin;
  guint first;
  guint end;
} LscStepRange;

/**
 * LscRankSet: immutable; borrows the digests
 * @has_step: one step alone is looked at, with the operators in it
 * @steps: of each rank
 * @places: of each rank
 * @groups: (nullable): of each rank the groups that the given layout explains, LscGivenGroup
 * @is_cut: the ranks recorded other steps; those that all have are looked at
 * @first_step, @last_step: these
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
  LscStepRange *steps;
  LscRankPlace *places;
  LscGivenGroups *groups;
  LscPhrase *doubt;
} LscRankSet;

LscRankSet *lsc_rank_set_new (const LscRankDigest *const *digests, gsize n,
                              const LscOverviewOptions *options, GError **error);
void lsc_rank_set_free (LscRankSet *self);

/** Returns: whether an operator of a rank is looked at */
static inline gboolean
lsc_rank_set_has_op (const LscRankSet *self, gsize rank, const LscRankOp *op)
{
  return !self->has_step ||
         (op->step >= self->steps[rank].begin && op->step < self->steps[rank].end);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankSet, lsc_rank_set_free)

G_END_DECLS
