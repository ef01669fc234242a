/* lsc-plan-rows.c - the ops of each rank by time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan-rows.h"
#include "base/lsc-sort.h"

static gboolean
is_by_start (const LscPlan *plan, const LscPlanTimes *times)
{
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    for (guint32 op = plan->first[rank]; op + 1 < plan->first[rank + 1]; op++)
      if (times->start_ns[op + 1] < times->start_ns[op])
        return FALSE;
  return TRUE;
}

static int
compare_start (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const gint64 *start_ns = user_data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (start_ns[x], start_ns[y]);
  return LSC_ORDER (x, y);
}

static void
sort_rows (LscPlanRows *self, const LscPlan *plan, const LscPlanTimes *times)
{
  self->op_at = g_new (guint32, plan->n_ops);
  self->position_of = g_new (guint32, plan->n_ops);
  for (gsize op = 0; op < plan->n_ops; op++)
    self->op_at[op] = (guint32) op;
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    g_qsort_with_data (self->op_at + plan->first[rank],
                       (gint) (plan->first[rank + 1] - plan->first[rank]), sizeof (guint32),
                       compare_start, times->start_ns);
  for (gsize position = 0; position < plan->n_ops; position++)
    self->position_of[self->op_at[position]] = (guint32) position;
}

/**
 * lsc_plan_rows_init:
 * @self: (out): to be cleared with lsc_plan_rows_clear()
 * @plan: the ops
 * @times: when they ran
 *
 * Puts the ops of each rank by start. The order of a plan is that of the recorded starts, so there
 * is nothing to sort unless someone moved single ops.
 */
void
lsc_plan_rows_init (LscPlanRows *self, const LscPlan *plan, const LscPlanTimes *times)
{
  g_return_if_fail (plan && times);
  *self = (LscPlanRows){ NULL };
  self->cover_ns = g_new (gint64, MAX (plan->n_ops, 1));
  self->cover_op = g_new (guint32, MAX (plan->n_ops, 1));
  if (!is_by_start (plan, times))
    sort_rows (self, plan, times);
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    for (guint32 position = plan->first[rank]; position < plan->first[rank + 1]; position++)
      {
        guint32 op = lsc_plan_rows_op (self, position);
        gboolean is_first = position == plan->first[rank];

        self->n_instants += times->end_ns[op] <= times->start_ns[op];
        if (is_first || times->end_ns[op] >= self->cover_ns[position - 1])
          {
            self->cover_ns[position] = times->end_ns[op];
            self->cover_op[position] = op;
          }
        else
          {
            self->cover_ns[position] = self->cover_ns[position - 1];
            self->cover_op[position] = self->cover_op[position - 1];
          }
      }
}

/** Frees what @self holds. */
void
lsc_plan_rows_clear (LscPlanRows *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->op_at, g_free);
  g_clear_pointer (&self->position_of, g_free);
  g_clear_pointer (&self->cover_ns, g_free);
  g_clear_pointer (&self->cover_op, g_free);
}
