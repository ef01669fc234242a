/* lsc-digest-busy.c - when the device of a rank without a number is busy
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * overview.md#turns. Recordings without a number may share a device, which only the times of both
 * tell.
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

/* So many intervals are kept at most: shorter pauses than this part of the recording are none. */
#define MOST_INTERVALS 10000

static gboolean
is_busy (const LscBudgetPiece *piece)
{
  return piece->category < LSC_BUDGET_PREPARE;
}

static gint64
find_pause_ns (const LscBudget *budget)
{
  const LscBudgetPieces *pieces = &budget->pieces;

  return pieces->n > 0
             ? (pieces->items[pieces->n - 1].end_ns - pieces->items[0].begin_ns) / MOST_INTERVALS
             : 0;
}

/** _lsc_digest_take_busy: Cost: O(pieces of the budget) */
void
_lsc_digest_take_busy (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget)
{
  gint64 pause_ns = find_pause_ns (budget);

  self->device = timeline->device;
  for (gsize i = 0; timeline->rank < 0 && i < budget->pieces.n; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[i];
      LscInterval *last = self->busy.n > 0 ? &self->busy.items[self->busy.n - 1] : NULL;

      if (!is_busy (piece) || piece->end_ns <= piece->begin_ns)
        continue;
      if (last && piece->begin_ns - last->end_ns <= pause_ns)
        last->end_ns = MAX (last->end_ns, piece->end_ns);
      else
        lsc_intervals_append (&self->busy, (LscInterval){ piece->begin_ns, piece->end_ns });
    }
}
