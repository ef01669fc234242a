/* lsc-rank-facts-work.c - what a rank did before its collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/lsc-table.h"
#include "analyze/digest/lsc-rank-facts-private.h"
#include "base/lsc-sort.h"

/* overview.md#why. The pieces of a budget are added up once, by time; what stands at the begins and
 * ends of operators and of steps is written down on the way, so that any time between two of them
 * is a difference. */

#define CHECK_PIECES 4096

/** Where sums are asked for: an operator's begin or end, a step's begin. */
typedef struct
{
  gint64 time_ns;
  gint64 *sums; /* LSC_WORK_N */
} Mark;

static const guint8 work_of[LSC_BUDGET_N_CATEGORIES] = {
  [LSC_BUDGET_COMPUTE] = LSC_WORK_COMPUTE,
  [LSC_BUDGET_TRANSFER] = LSC_WORK_TRANSFER,
  [LSC_BUDGET_WAIT] = LSC_WORK_WAIT,
  [LSC_BUDGET_COMM_OTHER] = LSC_WORK_TRANSFER,
  [LSC_BUDGET_COMM] = LSC_WORK_WAIT,
  [LSC_BUDGET_BUBBLE] = LSC_WORK_WAIT,
  [LSC_BUDGET_MEMCPY] = LSC_WORK_COPY,
  [LSC_BUDGET_PREPARE] = LSC_WORK_HOST,
  [LSC_BUDGET_FREE_HOST] = LSC_WORK_HOST,
  [LSC_BUDGET_FREE_DEVICE] = LSC_WORK_DEVICE,
  [LSC_BUDGET_FREE_UNLINKED] = LSC_WORK_DEVICE,
  [LSC_BUDGET_TAIL] = LSC_WORK_HOST,
};

static int
compare_marks (const void *a, const void *b)
{
  return LSC_ORDER (((const Mark *) a)->time_ns, ((const Mark *) b)->time_ns);
}

/* Adds what of a piece lies before @until_ns and after what was added already. */
static void
add_part (gint64 *sums, const LscBudgetPiece *piece, gint64 from_ns, gint64 until_ns)
{
  gint64 begin_ns = MAX (piece->begin_ns, from_ns), end_ns = MIN (piece->end_ns, until_ns);

  if (end_ns > begin_ns)
    sums[work_of[piece->category]] += end_ns - begin_ns;
}

static gboolean
add_up (const LscBudget *budget, Mark *marks, gsize n, LscJob *job, GError **error)
{
  gint64 sums[LSC_WORK_N] = { 0 };
  gsize at = 0;

  qsort (marks, n, sizeof (Mark), compare_marks);
  for (gsize i = 0; i < budget->pieces.n; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[i];
      gint64 from_ns = piece->begin_ns;

      if (i % CHECK_PIECES == 0 && !lsc_job_check (job, error))
        return FALSE;
      for (; at < n && marks[at].time_ns < piece->end_ns; at++)
        {
          add_part (sums, piece, from_ns, marks[at].time_ns);
          from_ns = MAX (from_ns, marks[at].time_ns);
          memcpy (marks[at].sums, sums, sizeof sums);
        }
      add_part (sums, piece, from_ns, piece->end_ns);
    }
  for (; at < n; at++)
    memcpy (marks[at].sums, sums, sizeof sums);
  return TRUE;
}

/** Sums at the begin of each operator, at its end, and at the begin of each step. */
typedef struct
{
  gint64 (*begins)[LSC_WORK_N];
  gint64 (*ends)[LSC_WORK_N];
  gint64 (*steps)[LSC_WORK_N];
} Sums;

/* From the end of the operator before in the group, unless the step began later. */
static void
set_work (LscRankFacts *self, const Sums *sums, gsize index)
{
  LscRankOp *op = &self->ops.items[index];
  const LscRankOp *before = index > 0 && op[-1].group == op->group ? op - 1 : NULL;
  const gint64 *from = sums->steps[op->step];
  gint64 computing_ns = sums->ends[index][LSC_WORK_COMPUTE] - sums->begins[index][LSC_WORK_COMPUTE];

  if (before && before->end_ns > lsc_rank_facts_get_step (self, op->step)->begin_ns)
    from = sums->ends[index - 1];
  op->exposed_ns = op->end_ns - op->begin_ns - computing_ns;
  for (guint work = 0; work < LSC_WORK_N; work++)
    op->work_ns[work] = MAX (sums->begins[index][work] - from[work], 0);
}

static gsize
list_marks (const LscRankFacts *self, const Sums *sums, Mark *marks)
{
  gsize n = 0;

  for (gsize i = 0; i < self->ops.n; i++)
    {
      marks[n++] = (Mark){ self->ops.items[i].begin_ns, sums->begins[i] };
      marks[n++] = (Mark){ self->ops.items[i].end_ns, sums->ends[i] };
    }
  for (guint i = 0; i < self->steps->len; i++)
    marks[n++] = (Mark){ lsc_rank_facts_get_step (self, i)->begin_ns, sums->steps[i] };
  return n;
}

/**
 * _lsc_rank_facts_measure:
 * @self: with steps and operators
 *
 * Fills LscRankOp.work_ns and exposed_ns.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_rank_facts_measure (LscRankFacts *self, const LscBudget *budget, LscJob *job, GError **error)
{
  g_autofree gint64 (*begins)[LSC_WORK_N] = g_malloc0_n (self->ops.n + 1, sizeof *begins);
  g_autofree gint64 (*ends)[LSC_WORK_N] = g_malloc0_n (self->ops.n + 1, sizeof *ends);
  g_autofree gint64 (*steps)[LSC_WORK_N] = g_malloc0_n (self->steps->len + 1, sizeof *steps);
  g_autofree Mark *marks = g_new (Mark, 2 * self->ops.n + self->steps->len + 1);
  Sums sums = { begins, ends, steps };

  if (budget->pieces.n == 0 || self->is_told)
    return TRUE;
  if (!add_up (budget, marks, list_marks (self, &sums, marks), job, error))
    return FALSE;
  for (gsize i = 0; i < self->ops.n; i++)
    if (self->ops.items[i].step < self->steps->len)
      set_work (self, &sums, i);
  self->has_work = TRUE;
  return TRUE;
}
