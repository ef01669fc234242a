/* lsc-blame.c - what each idle interval of a pipeline waited for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-plan-rows.h"
#include "base/lsc-error.h"

/* theory.md#blame. An interval in which a rank is idle before an op is divided at the end of
 * the remote input that ended last: behind it the input was on its way, then the host was late;
 * before it the sender was not ready, so what the sender did then is charged, and where the sender
 * was itself idle the same is asked of it.
 *
 * Why this ends. Each interval that is asked about lies inside the one that led to it, and its end
 * is not later than the start of the sender's op that was waited for. An interval that leads to
 * others charges the whole of that op first (an op that is cut off at the interval's begin leaves
 * nothing to ask about), and what is charged for one gap never overlaps. So for each rank there are
 * at most twice as many intervals as it has gaps and as ops one after the other fit into its idle
 * time, whatever the times are. Only ops without length charge nothing; a chain of them at one
 * instant visits each at most once, unless ops wait for each other in a circle: n_still
 * counts. */

#define CHECK_EVERY 4096

/* Idle time [lo, hi) of a rank before an op of that rank. */
typedef struct
{
  gint64 lo;
  gint64 hi;
  guint32 op;
  guint32 n_still; /* intervals before it that ended at the same instant */
} Wait;

typedef struct
{
  const LscPlan *plan;
  const LscPlanTimes *times;
  const gint64 *max_link_of_op;
  LscBlameFunc func;
  gpointer user_data;
  LscPlanRows rows;
  LscBlame *sums;
  GArray *stack; /* of Wait */
  guint32 rank;  /* whose idle time is charged */
  guint32 before;
  gsize n_steps;
} Blame;

/**
 * lsc_plan_binding:
 * @plan: the ops
 * @times: when they ran
 * @op: index of an op
 *
 * Returns: the input of @op from another rank that ended last (of several the first of
 * #LscPlanOp.needs), %LSC_PLAN_NO_OP when none was recorded (theory.md#blame)
 */
guint32
lsc_plan_binding (const LscPlan *plan, const LscPlanTimes *times, guint32 op)
{
  const LscPlanOp *about = &plan->ops[op];
  guint32 best = LSC_PLAN_NO_OP;

  for (guint i = 0; i < about->n_needs; i++)
    {
      guint32 need = about->needs[i];

      if (need == LSC_PLAN_NO_OP || plan->ops[need].rank == about->rank)
        continue;
      if (best == LSC_PLAN_NO_OP || times->end_ns[need] > times->end_ns[best])
        best = need;
    }
  return best;
}

static gboolean
misses_need (const LscPlanOp *op)
{
  for (guint i = 0; i < op->n_needs; i++)
    if (op->needs[i] == LSC_PLAN_NO_OP)
      return TRUE;
  return FALSE;
}

/* A chain of waits may end at a missing input of another rank; that rank did not cause it. */
static gboolean
is_of_nobody (LscCause cause)
{
  return cause == LSC_CAUSE_END || cause == LSC_CAUSE_UNKNOWN;
}

static void
add_piece (Blame *self, LscCause cause, guint32 from, guint32 to, guint32 op, gint64 lo, gint64 hi)
{
  guint8 kind = op == LSC_PLAN_NO_OP ? 0 : self->plan->ops[op].kind;

  if (hi <= lo)
    return;
  lsc_blame_parts (self->sums, self->rank,
                   is_of_nobody (cause) ? self->rank : from)[lsc_blame_part (cause, kind)] +=
      hi - lo;
  if (self->func)
    {
      LscBlamePiece piece = { lo, hi, self->rank, from, to, op, self->before, cause, kind };

      self->func (&piece, self->user_data);
    }
}

static void
push (Blame *self, guint32 op, gint64 lo, gint64 hi, guint32 n_still)
{
  Wait wait = { lo, hi, op, n_still };

  g_array_append_val (self->stack, wait);
}

/* Charges [lo, cut) to what the rank of @sender did until then: to its ops up to @sender, and its
 * idle time to what it waited for itself. */
static void
charge_sender (Blame *self, guint32 sender, gint64 lo, gint64 cut, guint32 n_still)
{
  const LscPlanTimes *times = self->times;
  const LscPlanRows *rows = &self->rows;
  guint32 rank = self->plan->ops[sender].rank;
  guint32 first = self->plan->first[rank];
  gint64 t = cut;

  for (guint32 position = lsc_plan_rows_position (rows, sender); t > lo; position--)
    {
      guint32 op = lsc_plan_rows_op (rows, position);
      gint64 begin = MAX (times->start_ns[op], lo);
      gint64 covered = position > first ? rows->cover_ns[position - 1] : times->t0_ns;

      /* An op that began before this one may have run on. */
      if (times->end_ns[op] < t)
        {
          gint64 to = CLAMP (times->end_ns[op], begin, t);

          add_piece (self, LSC_CAUSE_WORK, rank, rank, rows->cover_op[position], to, t);
          t = to;
        }
      add_piece (self, LSC_CAUSE_WORK, rank, rank, op, begin, t);
      t = MIN (t, begin);
      if (t > lo && covered < t)
        {
          push (self, op, MAX (lo, covered), t, t < cut ? 0 : n_still + 1);
          t = MAX (lo, covered);
        }
      self->n_steps++;
      if (position == first)
        break;
    }
}

/* Charges one interval; others may be left on the stack. */
static void
charge (Blame *self, const Wait *wait)
{
  const LscPlanOp *op = &self->plan->ops[wait->op];
  guint32 binding = lsc_plan_binding (self->plan, self->times, wait->op);
  gint64 end = binding == LSC_PLAN_NO_OP ? G_MININT64 : self->times->end_ns[binding];
  gint64 max_link = self->max_link_of_op ? self->max_link_of_op[wait->op] : -1;
  guint32 sender;
  gint64 cut, net;

  if (end > wait->hi || wait->n_still > self->rows.n_instants)
    {
      add_piece (self, LSC_CAUSE_CLOCK, op->rank, op->rank, wait->op, wait->lo, wait->hi);
      return;
    }
  if (end <= wait->lo && misses_need (op))
    {
      add_piece (self, LSC_CAUSE_UNKNOWN, op->rank, op->rank, wait->op, wait->lo, wait->hi);
      return;
    }
  if (binding == LSC_PLAN_NO_OP)
    {
      add_piece (self, LSC_CAUSE_HOST, op->rank, op->rank, wait->op, wait->lo, wait->hi);
      return;
    }
  sender = self->plan->ops[binding].rank;
  cut = MAX (wait->lo, end);
  net = max_link < 0 || max_link >= wait->hi - end ? wait->hi : MAX (cut, end + max_link);
  add_piece (self, LSC_CAUSE_LINK, sender, op->rank, wait->op, cut, net);
  add_piece (self, LSC_CAUSE_HOST, op->rank, op->rank, wait->op, net, wait->hi);
  charge_sender (self, binding, wait->lo, cut, cut < wait->hi ? 0 : wait->n_still);
}

/* Charges the idle time of a rank before one of its ops. */
static gboolean
charge_gap (Blame *self, guint32 op, gint64 lo, gint64 hi, LscJob *job, GError **error)
{
  self->before = op;
  push (self, op, lo, hi, 0);
  while (self->stack->len > 0)
    {
      Wait wait = g_array_index (self->stack, Wait, self->stack->len - 1);

      g_array_set_size (self->stack, self->stack->len - 1);
      charge (self, &wait);
      if (++self->n_steps >= CHECK_EVERY)
        {
          self->n_steps = 0;
          if (!lsc_job_check (job, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
charge_rank (Blame *self, guint32 rank, LscJob *job, GError **error)
{
  const LscPlanTimes *times = self->times;
  gint64 covered = times->t0_ns;

  self->rank = rank;
  for (guint32 position = self->plan->first[rank]; position < self->plan->first[rank + 1];
       position++)
    {
      guint32 op = lsc_plan_rows_op (&self->rows, position);

      if (times->start_ns[op] > covered &&
          !charge_gap (self, op, covered, times->start_ns[op], job, error))
        return FALSE;
      covered = MAX (covered, self->rows.cover_ns[position]);
    }
  self->before = LSC_PLAN_NO_OP;
  add_piece (self, LSC_CAUSE_END, rank, rank, LSC_PLAN_NO_OP, covered, times->t1_ns);
  return lsc_job_check (job, error);
}

static LscBlame *
new_sums (gsize n_ranks, GError **error)
{
  g_autoptr (LscBlame) self = g_new0 (LscBlame, 1);
  gsize n;

  self->n_ranks = n_ranks;
  if (g_size_checked_mul (&n, n_ranks, n_ranks) && g_size_checked_mul (&n, n, LSC_BLAME_N_PARTS))
    self->ns = LSC_TRY_NEW (gint64, MAX (n, 1));
  if (!self->ns)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
                   _ ("There is not enough memory to say who waited for whom among %zu ranks: "
                      "close other programs or choose a smaller group"),
                   n_ranks);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * lsc_blame_new:
 * @plan: the ops
 * @times: when they ran, with their window; measured or replayed. Ops of a rank may overlap
 * @max_link_of_op: (nullable): longest time, ns by op that waits, that the way of its binding input
 * may explain; what is longer is the host's. Negative entries and %NULL: without bound, as in
 * theory replays
 * @func: (nullable): told every piece; the pieces of a rank divide its idle time exactly
 * @user_data: for @func
 * @job: (nullable): to stop it
 * @error: where to put what went wrong
 *
 * Charges every idle interval to what the rank waited for (theory.md#blame). Idle time before an
 * op with an input that was not recorded is %LSC_CAUSE_UNKNOWN, unless a recorded input from
 * another rank ended inside it.
 *
 * Returns: (nullable): the sums, to be freed with lsc_blame_free(); %NULL with %LSC_ERROR_CANCELLED
 * or, without memory, %LSC_ERROR_LIMIT
 */
LscBlame *
lsc_blame_new (const LscPlan *plan, const LscPlanTimes *times, const gint64 *max_link_of_op,
               LscBlameFunc func, gpointer user_data, LscJob *job, GError **error)
{
  Blame self = { .plan = plan, .times = times, .func = func, .user_data = user_data };
  g_autoptr (LscBlame) sums = NULL;
  gboolean is_done = TRUE;

  g_return_val_if_fail (times->n_ops == plan->n_ops, NULL);
  sums = new_sums (plan->n_ranks, error);
  if (!sums)
    return NULL;
  self.max_link_of_op = max_link_of_op;
  self.sums = sums;
  self.stack = g_array_new (FALSE, FALSE, sizeof (Wait));
  lsc_plan_rows_init (&self.rows, plan, times);
  for (guint32 rank = 0; rank < plan->n_ranks && is_done; rank++)
    if (plan->first[rank] < plan->first[rank + 1])
      is_done = charge_rank (&self, rank, job, error);
  lsc_plan_rows_clear (&self.rows);
  g_array_unref (self.stack);
  return is_done ? g_steal_pointer (&sums) : NULL;
}

/** Frees @self, which may be %NULL. */
void
lsc_blame_free (LscBlame *self)
{
  if (!self)
    return;
  g_free (self->ns);
  g_free (self);
}

/**
 * lsc_blame_sum:
 * @self: the sums
 * @rank: a rank of the plan
 *
 * Returns: everything @rank was charged, ns: its bubble (pipeline.md#bubble); 0 for a rank
 * without ops
 */
gint64
lsc_blame_sum (const LscBlame *self, gsize rank)
{
  g_return_val_if_fail (self, 0);

  const gint64 *parts = lsc_blame_parts (self, rank, 0);
  gint64 sum = 0;

  for (gsize i = 0; i < self->n_ranks * LSC_BLAME_N_PARTS; i++)
    sum += parts[i];
  return sum;
}
