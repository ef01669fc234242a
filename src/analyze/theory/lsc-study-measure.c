/* lsc-study-measure.c - the measured order of a step as a plan; latencies of its links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "analyze/theory/lsc-study-private.h"

/* theory.md#head: an L is joined to the block after it (start of L, sum of both lengths); O is
 * left out. */

LSC_DEFINE_ARRAY (PlanOps, plan_ops, LscPlanOp)

#define LINK_VALUES 8       /* a link with fewer has no latency of its own (theory.md#latency), */
#define SLOW_VALUES 2       /* but a slow one with these, if every one of them exceeds */
#define SLOW_FACTOR 3       /* the latency of all by this */
#define LINK_BOUND_FACTOR 3 /* of the latency, where the receive was not recorded */

typedef struct
{
  LscStudy *study;
  PlanOps ops;
  LscIndexes blocks;
  LscInt64s durations;
  LscInt64s starts;
  LscInt64s ends;
  gint64 busy_ns;
  gsize n_unknown;  /* blocks without a micro-batch */
  gboolean is_over; /* the lengths add up to more than 64 bits hold */
} Reader;

/* Returns FALSE if the block has no micro-batch. */
static gboolean
add_part (LscPlanOp *op, guint role, guint mb, guint chunk)
{
  if (mb == LSC_MB_NONE || chunk == LSC_CHUNK_NONE)
    return FALSE;
  op->parts[op->n_parts++] =
      (LscPlanPart){ .role = (guint8) role, .chunk = (guint8) chunk, .mb = mb };
  return TRUE;
}

static gboolean
make_op (const LscBlock *block, guint32 rank, LscPlanOp *op)
{
  *op = (LscPlanOp){ .needs = { LSC_PLAN_NO_OP, LSC_PLAN_NO_OP, LSC_PLAN_NO_OP },
                     .rank = rank,
                     .kind = block->kind,
                     .phase = block->type };
  switch (block->kind)
    {
    case LSC_BLOCK_F:
      return add_part (op, LSC_BLOCK_F, block->mb_f, lsc_block_chunk_f (block));
    case LSC_BLOCK_X:
      return add_part (op, LSC_BLOCK_F, block->mb_f, lsc_block_chunk_f (block)) &&
             add_part (op, LSC_BLOCK_B, block->mb_b, lsc_block_chunk_b (block));
    default:
      return add_part (op, block->kind, block->mb_b, lsc_block_chunk_b (block));
    }
}

/* Whether a block of the row that is part of the order has no micro-batch. */
static gboolean
lacks_numbers (const LscPipelineRow *row, guint32 rank)
{
  LscPlanOp op;

  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind != LSC_BLOCK_L && row->blocks[i].kind != LSC_BLOCK_O &&
        !make_op (&row->blocks[i], rank, &op))
      return TRUE;
  return FALSE;
}

/* The next of its kind. Pairs are no part of an assumed order. */
static gboolean
number_op (const LscBlock *block, guint32 *counts, LscPlanOp *op)
{
  guint kind = block->kind == LSC_BLOCK_I ? LSC_BLOCK_B : block->kind;

  op->n_parts = 0;
  return block->kind != LSC_BLOCK_X && add_part (op, block->kind, counts[kind]++, 0);
}

static void
read_row (Reader *self, const LscPipelineRow *row, guint32 rank)
{
  const LscBlock *head = NULL; /* an L that waits for the block it belongs to */
  guint32 counts[LSC_BLOCK_N_KINDS] = { 0 };
  gboolean by_order = lsc_study_get_step (self->study)->schedule.type == LSC_SCHEDULE_NONE &&
                      lacks_numbers (row, rank);

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      gint64 length = block->end_ns - block->start_ns;
      LscPlanOp op;

      if (block->kind == LSC_BLOCK_L)
        head = block;
      if (block->kind == LSC_BLOCK_L || block->kind == LSC_BLOCK_O)
        continue;
      if (!make_op (block, rank, &op) || by_order)
        self->n_unknown += !(by_order && number_op (block, counts, &op));
      self->is_over |= __builtin_add_overflow (self->busy_ns, length, &self->busy_ns);
      plan_ops_append (&self->ops, op);
      lsc_indexes_append (&self->blocks, (guint32) i);
      lsc_int64s_append (&self->durations, length + (head ? head->end_ns - head->start_ns : 0));
      lsc_int64s_append (&self->starts, head ? head->start_ns : block->start_ns);
      lsc_int64s_append (&self->ends, block->end_ns);
      head = NULL;
    }
}

static gboolean
take_times (Reader *self)
{
  LscPlanTimes *times = &self->study->times;

  if (!lsc_plan_times_init (times, self->study->plan))
    return FALSE;
  memcpy (times->start_ns, self->starts.items, self->starts.n * sizeof (gint64));
  memcpy (times->end_ns, self->ends.items, self->ends.n * sizeof (gint64));
  lsc_plan_times_find_window (times, self->study->plan);
  return TRUE;
}

static void
clear_reader (Reader *self)
{
  plan_ops_clear (&self->ops);
  lsc_indexes_clear (&self->blocks);
  lsc_int64s_clear (&self->durations);
  lsc_int64s_clear (&self->starts);
  lsc_int64s_clear (&self->ends);
}

/* The whole schedule, when some of its ranks are missing; needs the recorded ones to agree. */
static void
make_theory_plan (LscStudy *self)
{
  const LscPlan *plan = self->plan;
  g_autoptr (LscPlan) whole = lsc_plan_new (&lsc_study_get_step (self)->schedule, NULL);

  if (!whole || whole->n_ranks != plan->n_ranks)
    return;
  for (gsize i = 0; i < plan->n_ranks; i++)
    {
      guint32 n = plan->first[i + 1] - plan->first[i];

      if (n > 0 && n != whole->first[i + 1] - whole->first[i])
        return;
    }
  self->theory_plan = g_steal_pointer (&whole);
}

static LscPhrase *
explain_invalid (const GError *error)
{
  return lsc_phrase_new (N_ ("There is no theory for this order of blocks: %s"),
                         error ? error->message : "");
}

/* Whether every sum over ranks fits: of lengths, of waits and three times a latency. */
static gboolean
fits (const Reader *self)
{
  const LscPipelineStep *step = lsc_study_get_step (self->study);
  gint64 window, all;

  return !self->is_over && !__builtin_sub_overflow (step->t1_ns, step->t0_ns, &window) &&
         !__builtin_mul_overflow (window, 4 * (gint64) step->n_rows, &all) &&
         !__builtin_add_overflow (all, 2 * (gint64) self->ops.n, &all);
}

static gboolean
make_plan (Reader *self, const guint32 *first, LscPhrase **refusal)
{
  LscStudy *study = self->study;
  const LscPipelineStep *step = lsc_study_get_step (study);
  g_autoptr (GError) error = NULL;

  if (!fits (self))
    {
      *refusal = lsc_phrase_new_text (N_ ("The times of this step are too far apart to be added: "
                                          "the recording or its clocks are damaged."));
      return FALSE;
    }
  if (self->n_unknown > 0)
    {
      *refusal = lsc_phrase_new (
          N_ ("Blocks whose micro-batch is not known: %zu. Their inputs are therefore not known."),
          self->n_unknown);
      return FALSE;
    }
  study->plan = lsc_plan_new_from_ops (lsc_pipeline_step_get_order (step), self->ops.items, first,
                                       study->missing != NULL, &error);
  if (!study->plan || !take_times (self))
    {
      *refusal = explain_invalid (error);
      return FALSE;
    }
  study->blocks = g_steal_pointer (&self->blocks.items);
  study->durations = g_steal_pointer (&self->durations.items);
  return TRUE;
}

/* Whether the order can run at all, and then how long it takes; with missing ranks nobody knows. */
static gboolean
check_order (LscStudy *self, LscPhrase **refusal)
{
  g_auto (LscPlanTimes) times = { 0 };
  g_autoptr (GError) error = NULL;

  if (self->missing)
    {
      make_theory_plan (self);
      return TRUE;
    }
  if (!_lsc_study_replay (self, LSC_THEORY_BLOCK, NULL, &times, &error))
    {
      *refusal = explain_invalid (error);
      return FALSE;
    }
  self->rungs[LSC_RUNG_BLOCKS] = times.t1_ns - times.t0_ns;
  return TRUE;
}

/**
 * _lsc_study_read_blocks:
 * @refusal: (out): with %FALSE: why not
 *
 * Makes the plan of the measured order with its lengths and times.
 *
 * Returns: whether the order is one that can run
 */
gboolean
_lsc_study_read_blocks (LscStudy *self, LscPhrase **refusal)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  Reader reader = { .study = self };
  g_autofree guint32 *first = g_new0 (guint32, step->n_rows + 1);
  gboolean ok;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      read_row (&reader, &step->rows[i], (guint32) i);
      first[i + 1] = (guint32) reader.ops.n;
    }
  ok = make_plan (&reader, first, refusal) && check_order (self, refusal);
  clear_reader (&reader);
  return ok;
}

/* ---- latency ---- */

/* The op that a link's receiver is, LSC_PLAN_NO_OP if it is tied to no block. */
static guint32
receiver_of (const LscStudy *self, const LscPipelineLink *link)
{
  if (link->dst_block == G_MAXUINT32 || link->src_block == G_MAXUINT32)
    return LSC_PLAN_NO_OP;
  return lsc_study_op_of_block (self, link->dst_row, link->dst_block);
}

/* By op: when the receive of its last input ended, where it was recorded: a block that begins later
 * is late for its host, not for the link. */
static gint64 *
list_arrivals (const LscStudy *self)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  gint64 *arrivals = g_new (gint64, self->plan->n_ops);

  for (gsize op = 0; op < self->plan->n_ops; op++)
    arrivals[op] = G_MAXINT64;
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      guint32 op = link->is_measured ? receiver_of (self, link) : LSC_PLAN_NO_OP;

      if (op != LSC_PLAN_NO_OP && lsc_plan_binding (self->plan, &self->times, op) ==
                                      lsc_study_op_of_block (self, link->src_row, link->src_block))
        arrivals[op] = link->recv_end_ns;
    }
  return arrivals;
}

/* Slack of the link that an op waited for. Only one whose message was sent while the receiver was
 * idle already tells how long messages take: an earlier one lay there until the rank was free. */
static gboolean
find_slack (const LscStudy *self, guint32 op, gint64 arrival_ns, gint64 idle_since_ns, guint32 *src,
            gint64 *slack)
{
  guint32 need = lsc_plan_binding (self->plan, &self->times, op);
  gint64 start = self->times.start_ns[op];

  if (need == LSC_PLAN_NO_OP || start <= idle_since_ns || self->times.end_ns[need] < idle_since_ns)
    return FALSE;
  *src = self->plan->ops[need].rank;
  *slack = MAX (MIN (start, arrival_ns) - self->times.end_ns[need], 0);
  return TRUE;
}

static void
collect_slacks (const LscStudy *self, LscInt64s *of_link, LscInt64s *all)
{
  const LscPlan *plan = self->plan;
  g_autofree gint64 *arrivals = list_arrivals (self);

  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    {
      gint64 idle_since = self->times.t0_ns, slack;
      guint32 src;

      for (guint32 op = plan->first[rank]; op < plan->first[rank + 1]; op++)
        {
          if (find_slack (self, op, arrivals[op], idle_since, &src, &slack))
            {
              lsc_int64s_append (&of_link[src * plan->n_ranks + rank], slack);
              lsc_int64s_append (all, slack);
            }
          idle_since = MAX (idle_since, self->times.end_ns[op]);
        }
    }
}

/* Few values tell a slow link when none of them is like those of the others. */
static gboolean
is_slow (const LscInt64s *slacks, gint64 usual_ns)
{
  for (gsize i = 0; i < slacks->n; i++)
    if (slacks->items[i] <= SLOW_FACTOR * usual_ns)
      return FALSE;
  return slacks->n >= SLOW_VALUES;
}

/**
 * _lsc_study_measure_latency:
 *
 * Latency d of a message, for replays (theory.md#latency): lower median of the time between the
 * end of the sender's block and the start of the receiver's, over blocks that waited for it.
 * Negative times (clocks) count as 0.
 */
void
_lsc_study_measure_latency (LscStudy *self)
{
  gsize n = self->plan->n_ranks * self->plan->n_ranks;
  g_autofree LscInt64s *of_link = g_new0 (LscInt64s, n);
  LscInt64s all = { NULL, 0, 0 }, own = { NULL, 0, 0 };

  collect_slacks (self, of_link, &all);
  self->n_latency = all.n;
  self->latency_ns = lsc_median_lower_int64 (all.items, all.n);
  self->link_latency = g_new (gint64, n);
  for (gsize i = 0; i < n; i++)
    {
      gboolean has_own = of_link[i].n >= LINK_VALUES || is_slow (&of_link[i], self->latency_ns);

      self->link_latency[i] =
          has_own ? lsc_median_lower_int64 (of_link[i].items, of_link[i].n) : self->latency_ns;
      if (has_own)
        lsc_int64s_append (&own, self->link_latency[i]);
      lsc_int64s_clear (&of_link[i]);
    }
  self->usual_latency_ns = own.n > 0 ? lsc_median_lower_int64 (own.items, own.n) : self->latency_ns;
  if (own.n == 0)
    g_clear_pointer (&self->link_latency, g_free);
  lsc_int64s_clear (&own);
  lsc_int64s_clear (&all);
}

/**
 * _lsc_study_link_bounds:
 *
 * Returns: (transfer full): by op: how long its binding input may have been on its way
 *   (theory.md#blame): until the end of the measured receive, else 3 x the latency of that link
 */
gint64 *
_lsc_study_link_bounds (const LscStudy *self)
{
  const LscPlan *plan = self->plan;
  const LscPipelineStep *step = lsc_study_get_step (self);
  LscPlanLatency latency = lsc_study_latency (self);
  gint64 *bounds = g_new (gint64, plan->n_ops);
  g_autofree guint32 *needs = g_new (guint32, plan->n_ops);

  for (guint32 op = 0; op < plan->n_ops; op++)
    {
      guint32 need = needs[op] = lsc_plan_binding (plan, &self->times, op);

      bounds[op] =
          need == LSC_PLAN_NO_OP
              ? 0
              : LINK_BOUND_FACTOR *
                    lsc_plan_latency_get (plan, &latency, plan->ops[need].rank, plan->ops[op].rank);
    }
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      guint32 op = link->is_measured ? receiver_of (self, link) : LSC_PLAN_NO_OP;

      if (op != LSC_PLAN_NO_OP && needs[op] != LSC_PLAN_NO_OP &&
          needs[op] == lsc_study_op_of_block (self, link->src_row, link->src_block))
        bounds[op] = MAX (link->recv_end_ns - self->times.end_ns[needs[op]], 0);
    }
  return bounds;
}
