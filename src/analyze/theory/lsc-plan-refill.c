/* lsc-plan-refill.c - moving weight gradients into waits
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-heap.h"

/* The rank that is free first decides what it runs next: the next op of its order without the
 * weight gradients, or the oldest pending weight gradient if the wait is long enough or the cap of
 * activations is reached (theory.md#refill). A rank with nothing to do sleeps on the op
 * it waits for. */
#define NOT_RUN G_MININT64

typedef struct
{
  gint64 free_ns;
  gint64 held;   /* chunk activations */
  guint32 next;  /* position in its order, from plan->first[rank] */
  guint32 n_out; /* ops placed */
  guint32 w_begin;
  guint32 w_end;
} RankState;

typedef struct
{
  const LscPlan *plan;
  const gint64 *durations;
  const LscPlanLatency *latency;
  gint64 cap;
  double fill;
  RankState *ranks;
  gint64 *end_ns;        /* by op */
  guint32 *order;        /* of each rank without weight gradients, at plan->first[rank] */
  guint32 *n_order;      /* by rank */
  guint32 *weight_of;    /* by op: the weight gradient of a backward for inputs */
  guint32 *pending;      /* weight gradients of each rank, at plan->first[rank] */
  guint32 *out;          /* ops of each rank in their new order, at plan->first[rank] */
  guint32 *first_waiter; /* by op: a rank */
  guint32 *next_waiter;  /* by rank */
  LscHeap free_ranks;    /* by the time at which they are free */
  gsize n_placed;
} Refill;

static void
refill_clear (Refill *self)
{
  g_free (self->ranks);
  g_free (self->end_ns);
  g_free (self->order);
  g_free (self->n_order);
  g_free (self->weight_of);
  g_free (self->pending);
  g_free (self->out);
  g_free (self->first_waiter);
  g_free (self->next_waiter);
  lsc_heap_clear (&self->free_ranks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Refill, refill_clear)

static void
wake (Refill *self, guint32 rank)
{
  lsc_heap_push (&self->free_ranks, self->ranks[rank].free_ns, rank);
}

static gboolean
fail_for_memory (const LscPlan *plan, GError **error)
{
  return lsc_fail (error, LSC_ERROR_LIMIT,
                   _ ("There is not enough memory for a schedule of %zu blocks"), plan->n_ops);
}

static gboolean
refill_allocate (Refill *self, GError **error)
{
  gsize n = self->plan->n_ops + 1, n_ranks = self->plan->n_ranks + 1;

  self->ranks = LSC_TRY_NEW (RankState, n_ranks);
  self->end_ns = LSC_TRY_NEW (gint64, n);
  self->order = LSC_TRY_NEW (guint32, n);
  self->n_order = LSC_TRY_NEW (guint32, n_ranks);
  self->weight_of = LSC_TRY_NEW (guint32, n);
  self->pending = LSC_TRY_NEW (guint32, n);
  self->out = LSC_TRY_NEW (guint32, n);
  self->first_waiter = LSC_TRY_NEW (guint32, n);
  self->next_waiter = LSC_TRY_NEW (guint32, n_ranks);
  if (!self->ranks || !self->end_ns || !self->order || !self->n_order || !self->weight_of ||
      !self->pending || !self->out || !self->first_waiter || !self->next_waiter)
    return fail_for_memory (self->plan, error);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    {
      self->end_ns[i] = NOT_RUN;
      self->weight_of[i] = self->first_waiter[i] = LSC_PLAN_NO_OP;
    }
  return TRUE;
}

/* Weight gradients leave the order. One whose backward was not recorded can run at any time; one
 * whose backward was recorded on another rank keeps its place. */
static void
refill_sort_ops (Refill *self, guint32 rank)
{
  const LscPlan *plan = self->plan;
  guint32 first = plan->first[rank];

  for (guint32 i = first; i < plan->first[rank + 1]; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gboolean is_weight = op->kind == LSC_BLOCK_W;

      if (is_weight && op->needs[0] != LSC_PLAN_NO_OP)
        is_weight = plan->ops[op->needs[0]].rank == rank;
      if (!is_weight)
        self->order[first + self->n_order[rank]++] = i;
      else if (op->needs[0] == LSC_PLAN_NO_OP)
        self->pending[first + self->ranks[rank].w_end++] = i;
      else
        self->weight_of[op->needs[0]] = i;
    }
}

static gint64
count_role (const LscPlanOp *op, guint role)
{
  gint64 n = 0;

  for (guint i = 0; i < op->n_parts; i++)
    n += op->parts[i].role == role;
  return n;
}

/* Most activations held at a time on any rank in the order as it is: F adds one, B or W frees one.
 */
static gint64
find_peak (const LscPlan *plan)
{
  gint64 peak = 0;

  for (gsize r = 0; r < plan->n_ranks; r++)
    {
      gint64 held = 0;

      for (guint32 i = plan->first[r]; i < plan->first[r + 1]; i++)
        for (guint j = 0; j < plan->ops[i].n_parts; j++)
          {
            guint role = plan->ops[i].parts[j].role;

            held += role == LSC_BLOCK_F ? 1 : role == LSC_BLOCK_I ? 0 : -1;
            peak = MAX (peak, held);
          }
    }
  return peak;
}

typedef enum
{
  INPUTS_THERE,
  INPUTS_LACK,
  INPUTS_TOO_LATE, /* beyond what a time can hold */
} Inputs;

static Inputs
find_start (const Refill *self, const LscPlanOp *op, gint64 *start, guint32 *lacks)
{
  for (guint i = 0; i < op->n_needs; i++)
    {
      guint32 need = op->needs[i];
      gint64 at, delay;

      if (need == LSC_PLAN_NO_OP)
        continue;
      *lacks = need;
      at = self->end_ns[need];
      if (at == NOT_RUN)
        return INPUTS_LACK;
      delay =
          lsc_plan_latency_get (self->plan, self->latency, self->plan->ops[need].rank, op->rank);
      if (__builtin_add_overflow (at, delay, &at))
        return INPUTS_TOO_LATE;
      *start = MAX (*start, at);
    }
  return INPUTS_THERE;
}

static gboolean
place (Refill *self, guint32 rank, guint32 op, gint64 start)
{
  RankState *state = &self->ranks[rank];

  if (__builtin_add_overflow (start, self->durations[op], &state->free_ns) ||
      state->free_ns == NOT_RUN)
    return FALSE;
  self->end_ns[op] = state->free_ns;
  self->out[self->plan->first[rank] + state->n_out++] = op;
  self->n_placed++;
  return TRUE;
}

static void
wake_waiters (Refill *self, guint32 op)
{
  for (guint32 r = self->first_waiter[op]; r != LSC_PLAN_NO_OP; r = self->next_waiter[r])
    wake (self, r);
  self->first_waiter[op] = LSC_PLAN_NO_OP;
}

static void
account (Refill *self, guint32 rank, guint32 op_index)
{
  const LscPlanOp *op = &self->plan->ops[op_index];
  RankState *state = &self->ranks[rank];
  guint32 weight = self->weight_of[op_index];

  state->held += count_role (op, LSC_BLOCK_F) - count_role (op, LSC_BLOCK_B);
  if (weight != LSC_PLAN_NO_OP)
    self->pending[self->plan->first[rank] + state->w_end++] = weight;
  else /* its weight gradient was not recorded: nothing will free it later */
    state->held -= count_role (op, LSC_BLOCK_I);
  wake_waiters (self, op_index);
}

static gboolean
should_run_weight (const Refill *self, const RankState *state, const LscPlanOp *next, Inputs inputs,
                   gint64 start, gint64 weight_ns)
{
  gint64 grow = count_role (next, LSC_BLOCK_F) - count_role (next, LSC_BLOCK_B);

  if (state->held + grow > self->cap || inputs != INPUTS_THERE)
    return TRUE;
  /* the slack is for the product: 0.3 times 10 has to be 3 */
  return start > state->free_ns &&
         (double) (start - state->free_ns) >= (double) weight_ns * self->fill - 1e-9;
}

static gboolean
step (Refill *self, guint32 rank)
{
  const LscPlan *plan = self->plan;
  RankState *state = &self->ranks[rank];
  gboolean has_next = state->next < self->n_order[rank];
  gboolean has_weight = state->w_begin < state->w_end;
  guint32 next = has_next ? self->order[plan->first[rank] + state->next] : LSC_PLAN_NO_OP;
  guint32 weight = has_weight ? self->pending[plan->first[rank] + state->w_begin] : LSC_PLAN_NO_OP;
  guint32 lacks = LSC_PLAN_NO_OP;
  gint64 start = state->free_ns;
  Inputs inputs = has_next ? find_start (self, &plan->ops[next], &start, &lacks) : INPUTS_LACK;

  if (inputs == INPUTS_TOO_LATE)
    return FALSE;
  if (has_weight && (!has_next || should_run_weight (self, state, &plan->ops[next], inputs, start,
                                                     self->durations[weight])))
    {
      state->w_begin++;
      state->held--;
      if (!place (self, rank, weight, state->free_ns))
        return FALSE;
    }
  else if (!has_next)
    return TRUE;
  else if (inputs == INPUTS_LACK)
    {
      self->next_waiter[rank] = self->first_waiter[lacks];
      self->first_waiter[lacks] = rank;
      return TRUE;
    }
  else
    {
      state->next++;
      if (!place (self, rank, next, start))
        return FALSE;
      account (self, rank, next);
    }
  wake (self, rank);
  return TRUE;
}

static gboolean
refill_run (Refill *self, GError **error)
{
  for (gsize r = 0; r < self->plan->n_ranks; r++)
    {
      refill_sort_ops (self, (guint32) r);
      wake (self, (guint32) r);
    }
  while (self->free_ranks.n > 0)
    if (!step (self, lsc_heap_pop (&self->free_ranks)))
      return lsc_fail (error, LSC_ERROR_LIMIT,
                       _ ("The durations add up to more than a time can hold"));
  if (self->n_placed == self->plan->n_ops)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("This is not a valid schedule: %zu blocks wait for each other"),
                   self->plan->n_ops - self->n_placed);
}

/**
 * lsc_plan_refill_weights:
 * @durations: ns by op
 * @latency: (nullable): of edges between different ranks
 * @cap: most chunk activations a rank may hold, 0 = as many as now
 * @fill: share of a weight gradient's length a wait must have to take it, 0 to 1
 * @durations_out: (out) (transfer full): lengths of the ops in the new order; each keeps its own
 *
 * Moves the weight gradients into the waits there are with these durations; the other ops keep
 * their order (theory.md#orders). The result can be longer than what was given: compare.
 *
 * Cost: O(ops log ranks). Thread: any.
 *
 * Returns: (transfer full): the plan in its new order; %NULL with the errors of lsc_plan_replay()
 */
LscPlan *
lsc_plan_refill_weights (const LscPlan *self, const gint64 *durations,
                         const LscPlanLatency *latency, gsize cap, double fill,
                         gint64 **durations_out, GError **error)
{
  g_return_val_if_fail (self, NULL);

  g_auto (Refill)
      refill = { .plan = self, .durations = durations, .latency = latency, .fill = fill };
  g_autofree LscPlanOp *ops = NULL;
  g_autofree gint64 *moved = NULL;
  LscPlan *result;

  refill.cap = cap > 0 ? (gint64) MIN (cap, G_MAXINT64 / 2) : find_peak (self);
  if (!refill_allocate (&refill, error) || !refill_run (&refill, error))
    return NULL;
  ops = LSC_TRY_NEW (LscPlanOp, self->n_ops + 1);
  moved = LSC_TRY_NEW (gint64, self->n_ops + 1);
  if (!ops || !moved)
    {
      fail_for_memory (self, error);
      return NULL;
    }
  for (gsize i = 0; i < self->n_ops; i++)
    {
      ops[i] = self->ops[refill.out[i]];
      moved[i] = durations[refill.out[i]];
    }
  result = lsc_plan_new_from_ops (&self->schedule, ops, self->first, TRUE, error);
  if (result)
    *durations_out = g_steal_pointer (&moved);
  return result;
}
