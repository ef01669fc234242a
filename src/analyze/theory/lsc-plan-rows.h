/* lsc-plan-rows.h - the ops of each rank by time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

/**
 * LscPlanRows: ops of rank r by start are at the positions @first[r] to @first[r + 1] - 1 of the
 * plan
 * @op_at: (nullable): op by position; %NULL: they are the same, as in every replay
 * @position_of: (nullable): position by op
 * @cover_ns: by position: latest end of the rank's ops up to there. Ops may run at the same time;
 * the rank is idle between @cover_ns of a position and the start of the next one, if that is later
 * @cover_op: the op that ends then
 * @n_instants: ops without length
 */
typedef struct
{
  guint32 *op_at;
  guint32 *position_of;
  gint64 *cover_ns;
  guint32 *cover_op;
  gsize n_instants;
} LscPlanRows;

void lsc_plan_rows_init (LscPlanRows *self, const LscPlan *plan, const LscPlanTimes *times);
void lsc_plan_rows_clear (LscPlanRows *self);

static inline guint32
lsc_plan_rows_op (const LscPlanRows *self, guint32 position)
{
  return self->op_at ? self->op_at[position] : position;
}

static inline guint32
lsc_plan_rows_position (const LscPlanRows *self, guint32 op)
{
  return self->position_of ? self->position_of[op] : op;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscPlanRows, lsc_plan_rows_clear)

G_END_DECLS
