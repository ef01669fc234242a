/* lsc-blame.h - what each idle interval of a pipeline waited for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/** Cause of idle time (theory.md#blame). */
typedef enum
{
  LSC_CAUSE_WORK,    /* another rank ran what had to come first */
  LSC_CAUSE_LINK,    /* the input was on its way: latency, transfer */
  LSC_CAUSE_HOST,    /* the input was there, the block was not started */
  LSC_CAUSE_CLOCK,   /* the input ended after the block began: clocks */
  LSC_CAUSE_END,     /* after the last block */
  LSC_CAUSE_UNKNOWN, /* what it waited for was not recorded */
  LSC_CAUSE_N,
} LscCause;

/**
 * LscBlamePiece: an interval of a rank's idle time
 * @rank: the rank that was idle
 * @from: rank that was waited for; %LSC_CAUSE_LINK: the sender; %LSC_CAUSE_HOST and _CLOCK: the
 * rank whose block was late (through a chain of waits it need not be @rank); %LSC_CAUSE_UNKNOWN:
 * the rank whose block's input is missing; %LSC_CAUSE_END: @rank
 * @to: %LSC_CAUSE_LINK: the receiver; else @from
 * @op: op of @from that ran; op of @to that waited for the link, the host or what is missing;
 * %LSC_PLAN_NO_OP at the end
 * @before: op of @rank before which it was idle; %LSC_PLAN_NO_OP at the end
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 rank;
  guint32 from;
  guint32 to;
  guint32 op;
  guint32 before;
  guint8 cause; /* LscCause */
  guint8 kind;  /* LscBlockKind with %LSC_CAUSE_WORK */
} LscBlamePiece;

/**
 * LscBlame: sums of the pieces; for every rank they add up to its bubble exactly. A rank without
 * ops has none: its bubble is not known.
 * @n_ranks: ranks of the plan
 * @ns: [(rank * n_ranks + from) * %LSC_BLAME_N_PARTS + part]
 *
 * Parts are the kinds of work, then the other causes. A link counts for its sender, wherever the
 * receiver was; the end and what is not known count for the rank itself.
 */
typedef struct
{
  gsize n_ranks;
  gint64 *ns;
} LscBlame;

#define LSC_BLAME_N_PARTS (LSC_BLOCK_N_KINDS + LSC_CAUSE_N - 1)

/** Returns: (transfer none): what @rank waited for @from, by part */
static inline gint64 *
lsc_blame_parts (const LscBlame *self, gsize rank, gsize from)
{
  return &self->ns[(rank * self->n_ranks + from) * LSC_BLAME_N_PARTS];
}

/** Returns: the part of a cause; of work the one of @kind */
static inline guint
lsc_blame_part (LscCause cause, guint kind)
{
  return cause == LSC_CAUSE_WORK ? kind : LSC_BLOCK_N_KINDS + (guint) cause - 1;
}

/** Returns: what @rank waited for @from for any cause but work, ns */
static inline gint64
lsc_blame_get (const LscBlame *self, gsize rank, gsize from, LscCause cause)
{
  return lsc_blame_parts (self, rank, from)[lsc_blame_part (cause, 0)];
}

/** Told every piece, none of them empty; pieces of one gap do not come in time order. */
typedef void (*LscBlameFunc) (const LscBlamePiece *piece, gpointer user_data);

LscBlame *lsc_blame_new (const LscPlan *plan, const LscPlanTimes *times,
                         const gint64 *max_link_of_op, LscBlameFunc func, gpointer user_data,
                         LscJob *job, GError **error);
void lsc_blame_free (LscBlame *self);
gint64 lsc_blame_sum (const LscBlame *self, gsize rank);
guint32 lsc_plan_binding (const LscPlan *plan, const LscPlanTimes *times, guint32 op);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBlame, lsc_blame_free)

G_END_DECLS
