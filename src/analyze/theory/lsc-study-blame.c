/* lsc-study-blame.c - waits of a step and those beyond the schedule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-blame.h"

#include "analyze/theory/lsc-study-private.h"
#include "base/lsc-sort.h"

/* theory.md#blame. The ideal waits are those of rung 1 of the ladder: all stages take the same
 * time. (Were they those of stage means, a slow stage would be part of the ideal, and nobody would
 * ever exceed it.) */

static void
add_piece (const LscBlamePiece *piece, gpointer user_data)
{
  g_array_append_vals (user_data, piece, 1);
}

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const LscBlamePiece *x = a, *y = b;

  LSC_RETURN_ORDER (x->rank, y->rank);
  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  return LSC_ORDER (x->end_ns, y->end_ns);
}

/* The time between an L and the block it is joined to is idle time of the rank, too. */
static void
add_gap_after_head (LscStudy *self, guint32 rank, guint32 op)
{
  const LscPipelineRow *row = &lsc_study_get_step (self)->rows[rank];
  guint32 block = self->blocks[op];
  gint64 begin = G_MININT64;

  for (guint32 i = block; i > 0 && row->blocks[i - 1].start_ns >= self->times.start_ns[op]; i--)
    begin = MAX (begin, row->blocks[i - 1].end_ns);
  if (begin == G_MININT64)
    return;
  if (op > self->plan->first[rank])
    begin = MAX (begin, self->times.end_ns[op - 1]);
  if (row->blocks[block].start_ns > begin)
    {
      LscBlamePiece piece = { .begin_ns = begin,
                              .end_ns = row->blocks[block].start_ns,
                              .rank = rank,
                              .from = rank,
                              .to = rank,
                              .op = op,
                              .before = op,
                              .cause = LSC_CAUSE_HOST };

      lsc_blame_parts (self->wait, rank, rank)[lsc_blame_part (LSC_CAUSE_HOST, 0)] +=
          piece.end_ns - piece.begin_ns;
      g_array_append_val (self->pieces, piece);
    }
}

/* Why a block that had its input did not start is not known then. */
static void
forget_host (LscStudy *self)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      LscBlamePiece *piece = &g_array_index (self->pieces, LscBlamePiece, i);
      gint64 *parts = lsc_blame_parts (self->wait, piece->rank, piece->from);
      gint64 ns = piece->end_ns - piece->begin_ns;

      if (piece->cause != LSC_CAUSE_HOST)
        continue;
      piece->cause = LSC_CAUSE_UNKNOWN;
      parts[lsc_blame_part (LSC_CAUSE_HOST, 0)] -= ns;
      parts[lsc_blame_part (LSC_CAUSE_UNKNOWN, 0)] += ns;
    }
}

static void
index_pieces (LscStudy *self)
{
  guint at = 0;

  g_array_sort (self->pieces, compare_pieces);
  self->first_piece = g_new0 (guint, self->plan->n_ranks + 1);
  for (gsize rank = 0; rank <= self->plan->n_ranks; rank++)
    {
      while (at < self->pieces->len && g_array_index (self->pieces, LscBlamePiece, at).rank < rank)
        at++;
      self->first_piece[rank] = at;
    }
}

/** Fills the waits, measured and those of @ideal times, with their pieces. Returns: %FALSE when
 * cancelled. */
gboolean
_lsc_study_blame (LscStudy *self, const LscPlanTimes *ideal, LscJob *job, GError **error)
{
  g_autofree gint64 *bounds = _lsc_study_link_bounds (self);

  self->pieces = g_array_new (FALSE, FALSE, sizeof (LscBlamePiece));
  self->wait =
      lsc_blame_new (self->plan, &self->times, bounds, add_piece, self->pieces, job, error);
  if (!self->wait)
    return FALSE;
  for (guint32 rank = 0; rank < self->plan->n_ranks; rank++)
    for (guint32 op = self->plan->first[rank]; op < self->plan->first[rank + 1]; op++)
      add_gap_after_head (self, rank, op);
  if (self->group->has_no_host)
    forget_host (self);
  index_pieces (self);
  if (self->missing)
    return TRUE;
  self->ideal_wait = lsc_blame_new (self->plan, ideal, NULL, NULL, NULL, job, error);
  return self->ideal_wait != NULL;
}

/**
 * lsc_study_waited:
 * @blame: (nullable): waits of this study
 *
 * Returns: how long stage @row waited for stage @column: for its work, or because it did not start
 *   what it could have, ns. Not for messages, clocks or the end.
 */
gint64
lsc_study_waited (const LscStudy *self, const LscBlame *blame, gsize row, gsize column)
{
  g_return_val_if_fail (self, 0);

  gsize n = self->plan ? self->plan->n_ranks : 0;
  gint64 sum;

  if (!blame || row >= n || column >= n)
    return 0;
  sum = lsc_blame_get (blame, row, column, LSC_CAUSE_HOST);
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    sum += lsc_blame_parts (blame, row, column)[kind];
  return sum;
}

/** Returns: by how much the wait of stage @row for stage @column exceeds that of the balanced
 * replay, ns; may be negative. 0 where there is no ideal. */
gint64
lsc_study_excess (const LscStudy *self, gsize row, gsize column)
{
  g_return_val_if_fail (self, 0);
  if (!self->ideal_wait)
    return 0;
  return lsc_study_waited (self, self->wait, row, column) -
         lsc_study_waited (self, self->ideal_wait, row, column);
}
