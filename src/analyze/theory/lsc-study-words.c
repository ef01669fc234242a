/* lsc-study-words.c - blocks and waits of a study, found and described
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "analyze/theory/lsc-study-private.h"
#include "base/lsc-sort.h"

/**
 * lsc_study_op_of_block:
 *
 * Returns: the op of a block; that of the next block for an L that is joined to it;
 *   %LSC_PLAN_NO_OP if there is none
 */
guint32
lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block)
{
  guint32 op;

  g_return_val_if_fail (self, LSC_PLAN_NO_OP);
  if (!self->plan || row >= self->plan->n_ranks)
    return LSC_PLAN_NO_OP;
  op = (guint32) LSC_BISECT (i, self->plan->first[row], self->plan->first[row + 1],
                             self->blocks[i] < block);
  if (op == self->plan->first[row + 1])
    return LSC_PLAN_NO_OP;
  if (self->blocks[op] != block &&
      lsc_study_get_step (self)->rows[row].blocks[block].kind != LSC_BLOCK_L)
    return LSC_PLAN_NO_OP;
  return op;
}

/**
 * lsc_study_binding:
 * @block_out: (out) (optional): the block; untouched without one
 *
 * What decided when a block started: the last of its inputs from other ranks, with the latency of
 * its link, or the block before it.
 *
 * Returns: the row of the deciding block, %G_MAXUINT32 for the first of the step
 */
guint32
lsc_study_binding (const LscStudy *self, guint32 row, guint32 block, guint32 *block_out)
{
  g_return_val_if_fail (self, G_MAXUINT32);

  guint32 op = lsc_study_op_of_block (self, row, block), need, before;
  LscPlanLatency latency = lsc_study_latency (self);

  if (op == LSC_PLAN_NO_OP)
    return G_MAXUINT32;
  before = op > self->plan->first[row] ? op - 1 : LSC_PLAN_NO_OP;
  need = lsc_plan_binding (self->plan, &self->times, op);
  if (need == LSC_PLAN_NO_OP ||
      (before != LSC_PLAN_NO_OP &&
       self->times.end_ns[need] +
               lsc_plan_latency_get (self->plan, &latency, self->plan->ops[need].rank, row) <=
           self->times.end_ns[before]))
    need = before;
  if (need == LSC_PLAN_NO_OP)
    return G_MAXUINT32;
  if (block_out)
    *block_out = self->blocks[need];
  return self->plan->ops[need].rank;
}

/**
 * lsc_study_pieces_in:
 *
 * Cost: O(log pieces + pieces returned). Pieces of a rank do not overlap.
 *
 * Returns: (transfer full) (element-type LscBlamePiece): the pieces of a row's idle time that touch
 *   the range, by time, uncut; empty without theory
 */
GArray *
lsc_study_pieces_in (const LscStudy *self, guint32 row, gint64 begin_ns, gint64 end_ns)
{
  g_return_val_if_fail (self, NULL);

  GArray *found = g_array_new (FALSE, FALSE, sizeof (LscBlamePiece));
  guint first;

  if (!self->pieces || row >= self->plan->n_ranks)
    return found;
  first = (guint) LSC_BISECT (i, self->first_piece[row], self->first_piece[row + 1],
                              g_array_index (self->pieces, LscBlamePiece, i).end_ns <= begin_ns);
  for (guint i = first; i < self->first_piece[row + 1]; i++)
    {
      const LscBlamePiece *piece = &g_array_index (self->pieces, LscBlamePiece, i);

      if (piece->begin_ns >= end_ns)
        break;
      g_array_append_vals (found, piece, 1);
    }
  return found;
}

/** Returns: a time of the chart as the rank's own clock had it: before block @before of the plan,
 * or after the last one (%LSC_PLAN_NO_OP). */
gint64
_lsc_study_recorded (const LscStudy *self, guint32 row, guint32 before, gint64 time_ns)
{
  const LscPipelineRow *at = &lsc_study_get_step (self)->rows[row];
  const LscBlock *block;

  if (at->n_blocks == 0)
    return time_ns - at->shift_ns;
  block = &at->blocks[before == LSC_PLAN_NO_OP ? at->n_blocks - 1 : self->blocks[before]];
  return time_ns - at->details[block->detail].shift_ns;
}

/* ---- words ---- */

/* Returns: (transfer full): "stage 2 (rank 8)". */
static char *
describe_stage (const LscStudy *self, gsize row)
{
  gint64 rank = lsc_study_get_step (self)->rows[row].rank;
  g_autoptr (LscPhrase) name = lsc_rank_name_new (rank, NULL);
  g_autofree char *words = lsc_phrase_to_words (name);

  return g_strdup_printf (_ ("stage %zu (%s)"), row, words);
}

/* Returns: (transfer full): "B of micro-batch 3", for X both parts. */
static char *
describe_op (const LscStudy *self, guint32 op)
{
  const LscPlanOp *at = &self->plan->ops[op];

  if (at->n_parts > 1)
    return g_strdup_printf (_ ("F of micro-batch %u with B of micro-batch %u"), at->parts[0].mb,
                            at->parts[1].mb);
  return g_strdup_printf (_ ("%s of micro-batch %u"), lsc_block_kind_name (at->kind),
                          at->parts[0].mb);
}

static char *
describe_host (const LscStudy *self, const LscBlamePiece *piece, const char *stage, const char *op)
{
  gboolean has_input = piece->op != LSC_PLAN_NO_OP &&
                       lsc_plan_binding (self->plan, &self->times, piece->op) != LSC_PLAN_NO_OP;

  if (piece->from != piece->rank)
    return g_strdup_printf (_ ("waited for %s: %s could have started, but its host was late"),
                            stage, op);
  if (has_input)
    return g_strdup (_ ("its input was there, but the block had not been started: the host was "
                        "late, or something else ran between the blocks"));
  return g_strdup (_ ("it needed nothing from another rank: the host was late, or something else "
                      "ran between the blocks"));
}

/**
 * lsc_study_describe_piece:
 *
 * Returns: (transfer full): why a rank was idle, for people: "waited for stage 2 (rank 8): B of
 *   micro-batch 3"
 */
char *
lsc_study_describe_piece (const LscStudy *self, const LscBlamePiece *piece)
{
  g_return_val_if_fail (self && piece, NULL);

  g_autofree char *stage = describe_stage (self, piece->from);
  g_autofree char *op = piece->op != LSC_PLAN_NO_OP ? describe_op (self, piece->op) : g_strdup ("");

  switch ((LscCause) piece->cause)
    {
    case LSC_CAUSE_WORK:
      return g_strdup_printf (_ ("waited for %s: %s"), stage, op);
    case LSC_CAUSE_LINK:
      if (piece->to == piece->rank)
        return g_strdup_printf (_ ("its input was on its way from %s"), stage);
      return g_strdup_printf (_ ("waited for stage %u, whose input was on its way from %s"),
                              piece->to, stage);
    case LSC_CAUSE_HOST:
      return describe_host (self, piece, stage, op);
    case LSC_CAUSE_CLOCK:
      return g_strdup_printf (
          _ ("an input of %s (%s) ends after it began: the clocks do not agree"), stage, op);
    case LSC_CAUSE_END:
      return g_strdup (_ ("had run its last block"));
    case LSC_CAUSE_UNKNOWN:
    case LSC_CAUSE_N:
    default:
      return g_strdup (_ ("what it waited for was not recorded"));
    }
}

const LscWord lsc_cause_words[LSC_CAUSE_N] = {
  [LSC_CAUSE_WORK] = { "work", N_ ("work of another stage") },
  [LSC_CAUSE_LINK] = { "link", N_ ("message on its way") },
  [LSC_CAUSE_HOST] = { "host", N_ ("host late") },
  [LSC_CAUSE_CLOCK] = { "clock", N_ ("clocks do not agree") },
  [LSC_CAUSE_END] = { "end", N_ ("after the last block") },
  [LSC_CAUSE_UNKNOWN] = { "unknown", N_ ("not known") },
};

/** Returns: (transfer none): stable name of a cause in tables: "work", "link", ... */
const char *
lsc_cause_name (LscCause cause)
{
  return lsc_cause_words[cause < LSC_CAUSE_N ? cause : LSC_CAUSE_UNKNOWN].key;
}
