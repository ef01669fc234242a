/* lsc-digest-work.c - what a rank did before its collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/digest/lsc-digest-private.h"

/* overview.md#why. The pieces of a budget are added up by time; what stands at the begins and ends
 * of operators and of steps is written down on the way, so that any time between two of them is a
 * difference. */

/** Where sums are asked for: an operator's begin or end, a step's begin. */
struct _LscDigestMark
{
  gint64 time_ns;
  gint64 *sums; /* LSC_WORK_N */
};

static int
compare_marks (const void *a, const void *b)
{
  return LSC_ORDER (((const LscDigestMark *) a)->time_ns, ((const LscDigestMark *) b)->time_ns);
}

/* Adds what of a piece lies before @until_ns and after what was added already. */
static void
add_part (gint64 *sums, const LscBudgetPiece *piece, gint64 from_ns, gint64 until_ns)
{
  gint64 begin_ns = MAX (piece->begin_ns, from_ns), end_ns = MIN (piece->end_ns, until_ns);
  LscWork work = lsc_work_of_piece (piece);

  if (end_ns > begin_ns && work != LSC_WORK_N)
    sums[work] += end_ns - begin_ns;
}

static gsize
list_marks (const LscDigestWork *self)
{
  const LscRankDigest *digest = self->digest;
  gsize n = 0;

  for (gsize i = 0; i < digest->ops.n; i++)
    {
      self->marks[n++] = (LscDigestMark){ digest->ops.items[i].begin_ns, self->begins[i] };
      self->marks[n++] = (LscDigestMark){ digest->ops.items[i].end_ns, self->ends[i] };
    }
  for (guint i = 0; i < digest->steps.n; i++)
    self->marks[n++] =
        (LscDigestMark){ lsc_rank_digest_get_step (digest, i)->begin_ns, self->steps[i] };
  return n;
}

/**
 * _lsc_digest_work_init:
 * @self: (out caller-allocates): to be cleared with _lsc_digest_work_clear()
 * @digest: with steps and operators
 */
void
_lsc_digest_work_init (LscDigestWork *self, LscRankDigest *digest)
{
  gsize n_ops = digest->ops.n, n_steps = digest->steps.n;

  *self = (LscDigestWork){ .digest = digest,
                           .marks = g_new (LscDigestMark, 2 * n_ops + n_steps + 1),
                           .begins = g_malloc0_n (n_ops + 1, sizeof *self->begins),
                           .ends = g_malloc0_n (n_ops + 1, sizeof *self->ends),
                           .steps = g_malloc0_n (n_steps + 1, sizeof *self->steps) };
  self->n_marks = list_marks (self);
  qsort (self->marks, self->n_marks, sizeof (LscDigestMark), compare_marks);
}

/** Adds a piece, which follows those before by time. */
void
_lsc_digest_work_take (LscDigestWork *self, const LscBudgetPiece *piece)
{
  gint64 from_ns = piece->begin_ns;

  for (; self->at < self->n_marks && self->marks[self->at].time_ns < piece->end_ns; self->at++)
    {
      gint64 time_ns = self->marks[self->at].time_ns;

      add_part (self->sums, piece, from_ns, time_ns);
      from_ns = MAX (from_ns, time_ns);
      memcpy (self->marks[self->at].sums, self->sums, sizeof self->sums);
    }
  add_part (self->sums, piece, from_ns, piece->end_ns);
}

/* From the end of the operator before in the group, unless the step began later. */
static void
set_work (LscDigestWork *self, gsize index)
{
  const LscRankDigest *digest = self->digest;
  LscRankOp *op = &digest->ops.items[index];
  const LscRankOp *before = index > 0 && op[-1].group == op->group ? op - 1 : NULL;
  const gint64 *from = self->steps[op->step];
  gint64 computing_ns = self->ends[index][LSC_WORK_COMPUTE] - self->begins[index][LSC_WORK_COMPUTE];

  if (before && before->end_ns > lsc_rank_digest_get_step (digest, op->step)->begin_ns)
    from = self->ends[index - 1];
  op->exposed_ns = op->end_ns - op->begin_ns - computing_ns;
  for (guint work = 0; work < LSC_WORK_N; work++)
    op->work_ns[work] = MAX (self->begins[index][work] - from[work], 0);
}

/** Fills LscRankOp.work_ns and exposed_ns when all pieces have been taken. */
void
_lsc_digest_work_finish (LscDigestWork *self)
{
  for (; self->at < self->n_marks; self->at++)
    memcpy (self->marks[self->at].sums, self->sums, sizeof self->sums);
  for (gsize i = 0; i < self->digest->ops.n; i++)
    if (self->digest->ops.items[i].step < self->digest->steps.n)
      set_work (self, i);
  self->digest->has_work = TRUE;
}

void
_lsc_digest_work_clear (LscDigestWork *self)
{
  g_free (self->marks);
  g_free (self->begins);
  g_free (self->ends);
  g_free (self->steps);
}
