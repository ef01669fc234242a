/* lsc-rank-rows.h - what a chart of ranks shows of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/** How long a step of a rank was. */
typedef struct
{
  gint64 step;
  gint64 ns;
} LscRankPoint;

/**
 * LscRankRow: a rank of the chart
 * @index: the caller's own number of it
 * @label: (owned): its name
 * @group: (owned) (nullable): what it has in common with its neighbours, such as a stage
 * @missing: (owned) (nullable): why there is no bar
 * @has_ns: whether @ns is known
 * @ns: of the median step, by LscBudgetCategory
 * @length_ns: of the median step; %LSC_INT_NULL where it is not known, as are the others
 * @least_ns: the shortest step
 * @most_ns: the longest one
 * @host_ns: of the host's step, where the device places the step; %LSC_INT_NULL elsewhere
 * @caused_ns: of others' waiting, in a step
 * @waited_ns: for others, in a step
 * @points: (owned) (nullable) (element-type LscRankPoint): its steps
 * @group_index: set by lsc_rank_rows_seal(), as is the next
 * @member: place in the group
 */
typedef struct
{
  gsize index;
  gint64 rank;
  char *label;
  char *group;
  char *missing;
  gboolean has_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 length_ns;
  gint64 least_ns;
  gint64 most_ns;
  gint64 host_ns;
  gint64 caused_ns;
  gint64 waited_ns;
  gboolean is_slow;
  gboolean is_of_ops; /* of the op timeline of a job */
  GArray *points;
  guint group_index;
  guint member;
} LscRankRow;

/** Beyond that many ranks there are cells instead of bars. */
#define LSC_RANK_ROWS_MOST_BARS 256

/** LscRankRows: ranks in the order in which they are drawn, those of a group together */
typedef struct
{
  GArray *rows;        /* LscRankRow */
  guint n_all;         /* ranks of which these were chosen; 0 = they are all */
  gboolean has_groups; /* of the caller */
  guint n_groups;      /* as they are drawn */
  guint most_members;  /* of a group */
  gint64 most_ns;      /* the longest step */
  gboolean has_points; /* there are steps, from here on: */
  gint64 first_step;
  gint64 last_step;
  gint64 least_point_ns;
  gint64 most_point_ns;
} LscRankRows;

LscRankRows *lsc_rank_rows_new (void);
void lsc_rank_rows_free (LscRankRows *self);
LscRankRow *lsc_rank_rows_add (LscRankRows *self, gsize index, gint64 rank);
void lsc_rank_rows_seal (LscRankRows *self);
LscRankRows *lsc_rank_rows_pick (const LscRankRows *self, guint n);
const LscRankRow *lsc_rank_rows_get (const LscRankRows *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankRows, lsc_rank_rows_free)

G_END_DECLS
