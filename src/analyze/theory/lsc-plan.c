/* lsc-plan.c - the ops of a schedule with what each needs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* Indexes are guint32 with one value for "none", and sums of two of them must not wrap. */
#define MAX_OPS ((guint64) 1 << 31)

/* Which op runs a role of a micro-batch on a virtual stage: [mb * chain + virtual stage]. The roles
 * B and I share a table, as one stands for the other (theory.md#replay). */
typedef struct
{
  gsize chain;
  gsize n;
  guint32 *forward;
  guint32 *backward;
  guint32 *weight;
} Index;

static void
index_clear (Index *self)
{
  g_free (self->forward);
  g_free (self->backward);
  g_free (self->weight);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Index, index_clear)

static gboolean
fail_for_size (const LscSchedule *schedule, GError **error)
{
  return lsc_fail (error, LSC_ERROR_LIMIT,
                   _ ("A schedule with %zu stages and %zu micro-batches is too large to compute"),
                   schedule->n_stages, schedule->n_micro_batches);
}

/* The cells of the index; at least as many ops exist. */
static gboolean
count_cells (const LscSchedule *schedule, gsize *chain_out, gsize *n_out, GError **error)
{
  guint64 chain, n;

  if (schedule->n_stages > MAX_OPS || schedule->n_chunks > LSC_CHUNK_NONE)
    return fail_for_size (schedule, error);
  chain = lsc_schedule_chain_length (schedule);
  if (!g_uint64_checked_mul (&n, chain, schedule->n_micro_batches) || n > MAX_OPS)
    return fail_for_size (schedule, error);
  *chain_out = (gsize) chain;
  *n_out = (gsize) n;
  return TRUE;
}

static gboolean
index_init (Index *self, const LscSchedule *schedule, GError **error)
{
  if (!count_cells (schedule, &self->chain, &self->n, error))
    return FALSE;
  self->forward = LSC_TRY_NEW (guint32, MAX (self->n, 1));
  self->backward = LSC_TRY_NEW (guint32, MAX (self->n, 1));
  self->weight = LSC_TRY_NEW (guint32, MAX (self->n, 1));
  if (!self->forward || !self->backward || !self->weight)
    return fail_for_size (schedule, error);
  memset (self->forward, 0xff, self->n * sizeof (guint32)); /* LSC_PLAN_NO_OP */
  memset (self->backward, 0xff, self->n * sizeof (guint32));
  memset (self->weight, 0xff, self->n * sizeof (guint32));
  return TRUE;
}

static guint32 *
index_table (const Index *self, guint role)
{
  return role == LSC_BLOCK_F ? self->forward : role == LSC_BLOCK_W ? self->weight : self->backward;
}

static gsize
index_cell (const Index *self, const LscSchedule *schedule, guint32 rank, const LscPlanPart *part)
{
  return part->mb * self->chain + lsc_schedule_virtual_stage (schedule, rank, part->chunk);
}

/* The parts that belong to a kind, in the order of LscPlanOp. */
static gboolean
op_is_well_formed (const LscPlanOp *op)
{
  switch ((LscBlockKind) op->kind)
    {
    case LSC_BLOCK_F:
    case LSC_BLOCK_B:
    case LSC_BLOCK_I:
    case LSC_BLOCK_W:
      return op->n_parts == 1 && op->parts[0].role == op->kind;
    case LSC_BLOCK_X:
      return op->n_parts == 2 && op->parts[0].role == LSC_BLOCK_F &&
             (op->parts[1].role == LSC_BLOCK_B || op->parts[1].role == LSC_BLOCK_I);
    default:
      return FALSE;
    }
}

static gboolean
fail_for_part (const LscPlanOp *op, const LscPlanPart *part, const char *format, GError **error)
{
  return lsc_fail (error, LSC_ERROR_USAGE, format, lsc_block_kind_name ((LscBlockKind) part->role),
                   part->mb, (guint) part->chunk, op->rank);
}

static gboolean
index_add (Index *self, const LscPlan *plan, guint32 op_index, GError **error)
{
  const LscPlanOp *op = &plan->ops[op_index];

  for (guint i = 0; i < op->n_parts; i++)
    {
      const LscPlanPart *part = &op->parts[i];
      guint32 *cell;

      if (part->mb >= plan->schedule.n_micro_batches || part->chunk >= plan->schedule.n_chunks)
        return fail_for_part (op, part,
                              _ ("%s of micro-batch %u, chunk %u on stage %u is not part of the "
                                 "schedule"),
                              error);
      cell = index_table (self, part->role) + index_cell (self, &plan->schedule, op->rank, part);
      if (*cell != LSC_PLAN_NO_OP)
        return fail_for_part (
            op, part, _ ("%s of micro-batch %u, chunk %u on stage %u is there twice"), error);
      *cell = op_index;
    }
  return TRUE;
}

static gboolean
index_fill (Index *self, const LscPlan *plan, GError **error)
{
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      if (!op_is_well_formed (&plan->ops[i]))
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("Block %zu of stage %u has parts that do not belong to its kind"),
                         i - plan->first[plan->ops[i].rank], plan->ops[i].rank);
      if (!index_add (self, plan, (guint32) i, error))
        return FALSE;
    }
  return TRUE;
}

/* theory.md#replay "needs", in that order. */
static void
fill_needs (LscPlanOp *op, const Index *index, const LscSchedule *schedule)
{
  op->n_needs = 0;
  for (guint i = 0; i < op->n_parts; i++)
    {
      gsize cell = index_cell (index, schedule, op->rank, &op->parts[i]);
      gsize k = cell % index->chain;

      switch (op->parts[i].role)
        {
        case LSC_BLOCK_F:
          if (k > 0)
            op->needs[op->n_needs++] = index->forward[cell - 1];
          break;
        case LSC_BLOCK_W:
          op->needs[op->n_needs++] = index->backward[cell];
          break;
        default:
          op->needs[op->n_needs++] = index->forward[cell];
          if (k + 1 < index->chain)
            op->needs[op->n_needs++] = index->backward[cell + 1];
          break;
        }
    }
}

static gboolean
check_complete (const Index *index, GError **error)
{
  for (gsize i = 0; i < index->n; i++)
    if (index->forward[i] == LSC_PLAN_NO_OP || index->backward[i] == LSC_PLAN_NO_OP)
      {
        gboolean is_forward = index->forward[i] == LSC_PLAN_NO_OP;

        return lsc_fail (
            error, LSC_ERROR_MISSING,
            is_forward ? _ ("The forward of micro-batch %zu on virtual stage %zu is missing")
                       : _ ("The backward of micro-batch %zu on virtual stage %zu is missing"),
            i / index->chain, i % index->chain);
      }
  return TRUE;
}

static gboolean
plan_connect (LscPlan *self, gboolean allow_missing, GError **error)
{
  g_auto (Index) index = { 0 };

  if (!index_init (&index, &self->schedule, error) || !index_fill (&index, self, error) ||
      (!allow_missing && !check_complete (&index, error)))
    return FALSE;
  for (gsize i = 0; i < self->n_ops; i++)
    fill_needs (&self->ops[i], &index, &self->schedule);
  return TRUE;
}

/* Sizes that follow from the type, and no block of a head: theory joins it to what follows it
 * (theory.md#replay). */
static LscSchedule
normalise (const LscSchedule *schedule)
{
  LscSchedule result = *schedule;

  switch (schedule->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
      break;
    case LSC_SCHEDULE_DUALPIPEV:
      result.no_logits = TRUE;
      result.n_chunks = 2;
      break;
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      result.n_chunks = 2;
      break;
    default:
      result.n_chunks = 1;
      break;
    }
  return result;
}

static LscPlan *
plan_new_empty (const LscSchedule *schedule)
{
  LscPlan *self = g_new0 (LscPlan, 1);

  self->schedule = normalise (schedule);
  self->n_ranks = schedule->n_stages;
  return self;
}

/* Most ops for each cell of the index: F and B, or F, I and W. */
static gsize
ops_per_cell (const LscSchedule *schedule)
{
  switch (schedule->type)
    {
    case LSC_SCHEDULE_1F1B:
    case LSC_SCHEDULE_EAGER_1F1B:
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
    case LSC_SCHEDULE_GPIPE:
    case LSC_SCHEDULE_GPIPE_REVERSED:
      return 2;
    default:
      return 3;
    }
}

static gboolean
take_item (const LscScheduleItem *item, gpointer user_data)
{
  LscPlan *self = user_data;
  LscPlanOp *op = &self->ops[self->n_ops];

  if (self->n_ops == MAX_OPS)
    return FALSE;
  self->n_ops++;
  op->kind = item->kind;
  op->phase = item->phase;
  if (item->mb_f != LSC_SCHEDULE_NO_ID)
    op->parts[op->n_parts++] =
        (LscPlanPart){ .role = LSC_BLOCK_F, .chunk = item->chunk_f, .mb = item->mb_f };
  if (item->mb_b != LSC_SCHEDULE_NO_ID)
    op->parts[op->n_parts++] =
        (LscPlanPart){ .role = item->kind == LSC_BLOCK_X ? LSC_BLOCK_B : item->kind,
                       .chunk = item->chunk_b,
                       .mb = item->mb_b };
  return TRUE;
}

/* The room is for as many ops as there can be: what stays untouched costs nothing and is given
 * back, and sizes beyond the memory fail before their orders are walked. */
static gboolean
plan_fill (LscPlan *self, gsize n_cells, GError **error)
{
  gsize n_room = n_cells * ops_per_cell (&self->schedule);

  self->first = LSC_TRY_NEW (guint32, self->n_ranks + 1);
  self->ops = LSC_TRY_NEW (LscPlanOp, n_room);
  if (!self->first || !self->ops)
    return fail_for_size (&self->schedule, error);
  for (gsize r = 0; r < self->n_ranks; r++)
    {
      if (!lsc_schedule_walk (&self->schedule, r, take_item, self))
        return fail_for_size (&self->schedule, error);
      self->first[r + 1] = (guint32) self->n_ops;
      for (guint32 i = self->first[r]; i < self->first[r + 1]; i++)
        self->ops[i].rank = (guint32) r;
    }
  if (self->n_ops < n_room)
    self->ops = g_renew (LscPlanOp, self->ops, self->n_ops);
  return TRUE;
}

/**
 * lsc_plan_new:
 * @schedule: type, sizes and variant; a block for the head's backward (L) never appears
 *
 * The ops of a schedule in the order of each rank (theory.md#orders) with what each needs
 * (theory.md#replay).
 *
 * Cost: O(ops). Thread: any.
 *
 * Returns: (transfer full): a plan; %NULL with %LSC_ERROR_USAGE if the schedule does not exist for
 *   these sizes (see lsc_schedule_make_refusal()), or %LSC_ERROR_LIMIT if it is too large
 */
LscPlan *
lsc_plan_new (const LscSchedule *schedule, GError **error)
{
  g_return_val_if_fail (schedule, NULL);
  g_autoptr (LscPhrase) refusal = lsc_schedule_make_refusal (schedule);
  g_autofree char *reason = lsc_phrase_to_words (refusal);
  g_autoptr (LscPlan) self = NULL;
  gsize chain, n_cells;

  if (reason)
    {
      g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, reason);
      return NULL;
    }
  self = plan_new_empty (schedule);
  if (!count_cells (&self->schedule, &chain, &n_cells, error) ||
      !plan_fill (self, n_cells, error) || !plan_connect (self, FALSE, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_plan_new_from_ops:
 * @schedule: sizes and geometry (virtual stages); its order is not looked at
 * @ops: kind, phase and parts of each, rank after rank in their order; needs and rank are filled in
 * @first: @schedule->n_stages + 1 of them: ops of rank r are @ops[@first[r]] to
 *   @ops[@first[r + 1] - 1]
 * @allow_missing: whether what an op needs may lack; that need becomes %LSC_PLAN_NO_OP
 *
 * Ops as they were recorded instead of those of a schedule.
 *
 * Cost: O(ops). Thread: any.
 *
 * Returns: (transfer full): a plan; %NULL with %LSC_ERROR_USAGE if a role of a micro-batch runs
 *   twice or does not belong to the schedule, %LSC_ERROR_MISSING if one lacks that is needed, or
 *   %LSC_ERROR_LIMIT if there are too many
 */
LscPlan *
lsc_plan_new_from_ops (const LscSchedule *schedule, const LscPlanOp *ops, const guint32 *first,
                       gboolean allow_missing, GError **error)
{
  g_return_val_if_fail (schedule && ops && first, NULL);
  g_autoptr (LscPlan) self = plan_new_empty (schedule);
  gsize chain, n_cells;

  if (!count_cells (&self->schedule, &chain, &n_cells, error))
    return NULL;
  self->n_ops = first[self->n_ranks];
  self->first = g_memdup2 (first, (self->n_ranks + 1) * sizeof *first);
  self->ops = LSC_TRY_NEW (LscPlanOp, MAX (self->n_ops, 1));
  if (self->n_ops > MAX_OPS || !self->ops)
    {
      fail_for_size (schedule, error);
      return NULL;
    }
  if (self->n_ops > 0)
    memcpy (self->ops, ops, self->n_ops * sizeof *ops);
  for (gsize r = 0; r < self->n_ranks; r++)
    for (guint32 i = first[r]; i < first[r + 1]; i++)
      self->ops[i].rank = (guint32) r;
  if (!plan_connect (self, allow_missing, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** Frees a plan. @self: (nullable) */
void
lsc_plan_free (LscPlan *self)
{
  if (!self)
    return;
  g_free (self->first);
  g_free (self->ops);
  lsc_replay_free (self->replay);
  g_free (self);
}

/**
 * lsc_plan_cost_ops:
 * @durations: (out caller-allocates): n_ops lengths in ns
 *
 * Gives every op the length of its kind.
 */
void
lsc_plan_cost_ops (const LscPlan *self, const LscPlanCosts *costs, gint64 *durations)
{
  g_return_if_fail (self && costs);

  const gint64 by_kind[LSC_BLOCK_N_KINDS] = {
    [LSC_BLOCK_F] = costs->f, [LSC_BLOCK_B] = costs->b, [LSC_BLOCK_I] = costs->i,
    [LSC_BLOCK_W] = costs->w, [LSC_BLOCK_X] = costs->x,
  };

  for (gsize i = 0; i < self->n_ops; i++)
    durations[i] = by_kind[self->ops[i].kind];
}

/**
 * lsc_plan_default_schedule:
 * @type: not %LSC_SCHEDULE_NONE
 *
 * The variant that is meant when only a schedule's name is given: DualPipeV as it was published
 * (overlap, detached weight gradients), interleaved with two chunks and as many micro-batches in a
 * row as stages.
 *
 * Returns: the schedule; whether it exists is for lsc_schedule_is_possible()
 */
LscSchedule
lsc_plan_default_schedule (LscScheduleType type, gsize n_stages, gsize n_micro_batches)
{
  LscSchedule result = {
    .type = type, .n_stages = n_stages, .n_micro_batches = n_micro_batches, .n_chunks = 1
  };

  switch (type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
      result.n_chunks = 2;
      result.run_length = n_stages;
      break;
    case LSC_SCHEDULE_BREADTH_FIRST:
      result.n_chunks = 2;
      break;
    case LSC_SCHEDULE_DUALPIPEV:
      result.n_chunks = 2;
      result.late_weights = TRUE;
      result.no_logits = TRUE;
      break;
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      result.n_chunks = 2;
      break;
    default:
      break;
    }
  return result;
}
