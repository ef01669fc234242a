/* lsc-compare-private.h - the parts that a comparison is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/compare/lsc-step-test.h"

G_BEGIN_DECLS

/**
 * LscCompareCulprits: ranks whose computing changed as the step did
 * @names: "4, 5"
 * @compute: of the one that changed most
 */
typedef struct
{
  char *names;
  guint n;
  const LscChange *compute;
} LscCompareCulprits;

/** A pair of ranks. @kernels: (nullable): of each */
typedef struct
{
  const LscRankDigest *rank[LSC_N_SIDES];
  const LscStepKernels *kernels[LSC_N_SIDES];
} LscRankPair;

/**
 * LscComparePlan: what is compared with what
 * @pairs: LscRankPair
 * @is_identical: each pair is one recording twice, of the same steps
 * @is_one: both sides are one recording: what a step of it consists of is asked, not what changed
 * @is_by_place: ranks are paired by their place in the layout, which both sides tell
 * @chosen: indexes of the steps of each side that count, of every rank the same
 * @places: of each step its place in @chosen, %LSC_NOT_CHOSEN
 * @n_steps: steps of each side that count
 * @is_unsplit: communication is one category, as one of the sides cannot tell more
 * @ops: LSC_OWNERS_BY_OP, or LSC_OWNERS_BY_KERNEL where one of the sides has no operators
 * @has_modules: both sides have
 */
typedef struct
{
  GArray *pairs;
  gboolean is_identical;
  gboolean is_one;
  gboolean is_by_place;
  LscIndexes chosen[LSC_N_SIDES];
  LscIndexes places[LSC_N_SIDES];
  gsize n_steps[LSC_N_SIDES];
  gboolean is_unsplit;
  guint ops;
  gboolean has_modules;
  const LscNameMap *map;
  LscPairOrders orders;
} LscComparePlan;

/* -- lsc-compare-sides.c -- */
LscPhrase *_lsc_compare_name_side (const LscCompare *self, LscSide side);
void _lsc_compare_name_columns (const LscCompare *self, LscTable *table);
gboolean _lsc_compare_are_beside (const LscCompare *self);
gboolean _lsc_compare_say_beside (LscCompare *self);

/* -- lsc-compare-plan.c -- */
void _lsc_compare_plan_init (LscComparePlan *self, LscCompare *compare,
                             const LscCompareInput *inputs[LSC_N_SIDES], const LscNameMap *map);
void _lsc_compare_plan_clear (LscComparePlan *self);
gint64 _lsc_compare_count_world (const LscCompareInput *input);
gboolean _lsc_compare_plan_is_other_job (const LscComparePlan *self,
                                         const LscCompareInput *inputs[LSC_N_SIDES]);
LscCompareWork _lsc_compare_plan_match_work (const LscComparePlan *self,
                                             const LscCompareInput *inputs[LSC_N_SIDES]);

static inline const LscRankPair *
_lsc_compare_plan_get (const LscComparePlan *self, guint index)
{
  return &g_array_index (self->pairs, LscRankPair, index);
}

#define LSC_NOT_CHOSEN G_MAXUINT32

/** Returns: of the steps of a rank that count the one of place @k */
static inline const LscBudgetStep *
_lsc_compare_plan_get_step (const LscComparePlan *self, const LscRankDigest *rank, LscSide side,
                            gsize k)
{
  return lsc_rank_digest_get_step (rank, self->chosen[side].items[k]);
}

/** Returns: the place of a step among those that count, %LSC_NOT_CHOSEN */
static inline guint32
_lsc_compare_plan_get_place (const LscComparePlan *self, LscSide side, guint32 step)
{
  return step < self->places[side].n ? self->places[side].items[step] : LSC_NOT_CHOSEN;
}

/* Kernels of different devices have nothing in common. */
static inline gboolean
_lsc_rank_pair_has_kernels (const LscRankPair *self)
{
  return self->kernels[LSC_BEFORE] && self->kernels[LSC_AFTER] &&
         self->rank[LSC_BEFORE]->is_gpu == self->rank[LSC_AFTER]->is_gpu;
}

/* -- lsc-compare-lists.c -- */
LscRankChange *_lsc_rank_change_new (const LscComparePlan *plan, guint first, guint n);
void _lsc_rank_change_free (LscRankChange *self);

/* -- lsc-compare-score.c -- */
void _lsc_compare_score (LscCompare *self, const LscComparePlan *plan,
                         const LscCompareInput *inputs[LSC_N_SIDES]);
void _lsc_compare_add_reason (LscCompare *self, const char *id, double share, LscPhrase *text);

/* -- lsc-compare-tables.c -- */
extern const LscWord _lsc_side_words[LSC_N_SIDES];
LscPhrase *_lsc_change_name (const LscChange *change, LscCompareList list);

/* -- lsc-compare-words.c -- */
void _lsc_compare_say (LscCompare *self, const LscStepTest *test);

/* -- lsc-compare-cause.c -- */
void _lsc_compare_add_transitions (LscCompare *self);
LscPhrase *_lsc_compare_say_cause (const LscCompare *self);
LscPhrase *_lsc_compare_say_cause_briefly (const LscCompare *self);
gboolean _lsc_compare_find_culprits (const LscCompare *self, LscCompareCulprits *culprits);

/* -- lsc-compare-answer.c -- */
LscPhrase *_lsc_compare_say_answer (const LscCompare *self);

/* -- lsc-compare-variation.c -- */
gboolean _lsc_compare_is_varied (const LscCompare *self);
LscPhrase *_lsc_compare_say_varied (const LscCompare *self, const LscPhrase *step);
LscPhrase *_lsc_compare_answer_varied (const LscCompare *self);

void _lsc_rank_change_sum (const LscRankChange *rank, const LscBudgetCategory *categories, gsize n,
                           gint64 *ns);
void _lsc_rank_change_sum_compute (const LscRankChange *rank, gint64 *ns);
void _lsc_rank_change_sum_waits (const LscRankChange *rank, gint64 *ns);

/* -- lsc-compare-verdict.c -- */
void _lsc_compare_judge (LscCompare *self, const LscStepTest *test);

G_END_DECLS
