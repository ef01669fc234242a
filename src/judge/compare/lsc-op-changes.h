/* lsc-op-changes.h - groups of kernels before and after: what became longer, and why
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/operators/lsc-operators.h"

G_BEGIN_DECLS

/** What groups of two recordings can be paired by: streams, ranks and steps are of one run alone.
 */
#define LSC_OP_PAIRED_KEYS                                                                         \
  (LSC_OP_BY_TYPE | LSC_OP_BY_CORE | LSC_OP_BY_NAME | LSC_OP_BY_SHAPES | LSC_OP_BY_MODULE |        \
   LSC_OP_BY_OP | LSC_OP_BY_FAMILY)

/** What makes up most of a difference. */
typedef enum
{
  LSC_OP_CAUSE_NONE, /* there is none */
  LSC_OP_CAUSE_COUNT,
  LSC_OP_CAUSE_SHAPES,
  LSC_OP_CAUSE_DURATION,
  LSC_OP_CAUSE_GONE, /* it runs before alone */
  LSC_OP_CAUSE_NEW,  /* it runs after alone */
  LSC_OP_CAUSE_N,
} LscOpCause;

extern const LscWord lsc_op_cause_words[LSC_OP_CAUSE_N];

/** How many columns tell what kernels have in common. */
#define LSC_OP_N_KEYS 8

/**
 * LscOpChange: kernels that have the keys in common, on both sides
 * @keys: what they have in common, by LSC_OP_N_KEYS: (owned) (nullable) each; as before, of what
 *   only after has as after
 * @other_name: (owned) (nullable): what the file of names pairs it with, where that is something
 *   else
 * @n: kernels on each side, over all steps and ranks
 * @total_ns: sum of their durations, likewise
 * @ns: mean a step and rank, rounded so that all groups add up to LscOpChanges.ns
 * @mean_ns, @median_ns: of a kernel; %LSC_INT_NULL where there is none, @median_ns also where
 *   several groups are one by the file of names
 * @count_effect_ns, @shapes_effect_ns, @duration_effect_ns: what of @delta_ns comes from another
 *   number of kernels, from shapes that one side alone has, from kernels of another duration: they
 *   add up to it. @shapes_effect_ns: %LSC_INT_NULL where shapes are not known on both sides, or are
 *   among the keys
 * @p: of the test over steps, %LSC_REAL_NULL with fewer than 5 steps a side
 * @most_rank: after, of the pair of ranks that differs most; %LSC_RANK_UNKNOWN where there is one
 *   pair alone, or none differs
 * @most_delta_ns: its difference, mean a step; %LSC_INT_NULL likewise
 * @places: the longest kernel on each side
 */
typedef struct
{
  char *keys[LSC_OP_N_KEYS];
  char *other_name;
  LscChangeMatch match;
  gint64 n[LSC_N_SIDES];
  gint64 total_ns[LSC_N_SIDES];
  gint64 ns[LSC_N_SIDES];
  gint64 delta_ns;
  gint64 mean_ns[LSC_N_SIDES];
  gint64 median_ns[LSC_N_SIDES];
  gint64 count_effect_ns;
  gint64 shapes_effect_ns;
  gint64 duration_effect_ns;
  LscOpCause cause;
  double p;
  LscSignificance significance;
  gint64 most_rank;
  gint64 most_delta_ns;
  LscComparePlace places[LSC_N_SIDES];
} LscOpChange;

/**
 * LscOpChanges: immutable after it was made; reference counted; borrows nothing
 * @by: what groups are paired by: what was asked for, as far as both sides recorded it
 * @n_ranks, @n_steps: of each side; 0 steps: the whole recording counts as one
 * @n: kernels over all steps and ranks
 * @ns: mean a step and rank
 * @changes: (element-type LscOpChange): by |delta_ns|, falling
 * @notes: (element-type LscPhrase): what is not compared, and why
 * @text: the largest difference in words, of the first row that is beyond the noise
 * @base: what times are of
 */
typedef struct
{
  gatomicrefcount refs;
  LscOpKeys by;
  gboolean is_identical;
  guint n_ranks[LSC_N_SIDES];
  guint n_steps[LSC_N_SIDES];
  gint64 n[LSC_N_SIDES];
  gint64 ns[LSC_N_SIDES];
  gint64 delta_ns;
  gint64 step_ns[LSC_N_SIDES];
  GArray *changes;
  GPtrArray *notes;
  LscPhrase *text;
  LscPhrase *base;
  LscTable *table;
} LscOpChanges;

/**
 * LscOpChangesInput: what is paired
 * @operators: of each side
 * @ranks: (element-type gint64): those that are paired, pair by pair
 * @steps: (nullable) (element-type gint64): numbers of those that count, in their order; %NULL =
 *   the whole recording counts as one
 * @step_ns: mean length of a step; %LSC_INT_NULL = not known
 * @is_identical: both sides are the same recording
 * @runs: (nullable): the test of sets of runs
 * @map: (nullable): names that belong together
 * @keys: what groups are paired by, of %LSC_OP_PAIRED_KEYS
 * @filter: (nullable): which kernels; its ranks and steps are not looked at
 */
typedef struct
{
  LscOperators *operators[LSC_N_SIDES];
  GArray *ranks[LSC_N_SIDES];
  GArray *steps[LSC_N_SIDES];
  gint64 step_ns[LSC_N_SIDES];
  gboolean is_identical;
  const LscRunTest *runs;
  const LscNameMap *map;
  LscOpKeys keys;
  const LscOpFilter *filter;
} LscOpChangesInput;

LscOpChanges *lsc_op_changes_new (const LscOpChangesInput *input, LscJob *job, GError **error);
LscOpChanges *lsc_op_changes_ref (LscOpChanges *self);
void lsc_op_changes_unref (LscOpChanges *self);
LscTable *lsc_op_changes_get_table (const LscOpChanges *self);

/** Returns: change @index */
static inline const LscOpChange *
lsc_op_changes_get (const LscOpChanges *self, guint index)
{
  return &g_array_index (self->changes, LscOpChange, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOpChanges, lsc_op_changes_unref)

G_END_DECLS
