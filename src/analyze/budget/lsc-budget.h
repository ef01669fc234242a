/* lsc-budget.h - where the time of a step went: every nanosecond once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What a nanosecond of a step is (budget.md#categories); the first that holds. */
typedef enum
{
  LSC_BUDGET_COMPUTE,
  LSC_BUDGET_TRANSFER,
  LSC_BUDGET_WAIT,
  LSC_BUDGET_COMM_OTHER,
  LSC_BUDGET_COMM,   /* all communication, where it cannot be split */
  LSC_BUDGET_BUBBLE, /* wait of a message of another stage */
  LSC_BUDGET_MEMCPY,
  LSC_BUDGET_PREPARE,
  LSC_BUDGET_FREE_HOST,
  LSC_BUDGET_FREE_DEVICE,
  LSC_BUDGET_FREE_UNLINKED,
  LSC_BUDGET_TAIL,
  LSC_BUDGET_N_CATEGORIES,
} LscBudgetCategory;

extern const LscWord lsc_budget_words[LSC_BUDGET_N_CATEGORIES];

/** What computed, by the task that owns the time. */
typedef enum
{
  LSC_BUDGET_CUBE,
  LSC_BUDGET_VECTOR,
  LSC_BUDGET_MIX,
  LSC_BUDGET_AI_CPU,
  LSC_BUDGET_OTHER_CORE,
  LSC_BUDGET_N_CORES,
} LscBudgetCore;

extern const LscWord lsc_budget_core_words[LSC_BUDGET_N_CORES];

/** What the host did while the device waited for its launch (budget.md#host). */
typedef enum
{
  LSC_BUDGET_HOST_SYNC,
  LSC_BUDGET_HOST_COMPILE,
  LSC_BUDGET_HOST_GC,
  LSC_BUDGET_HOST_DATA_LOADER,
  LSC_BUDGET_HOST_MEMORY,
  LSC_BUDGET_HOST_CALL, /* any other call of CANN or the runtime */
  LSC_BUDGET_HOST_OP,   /* inside a framework operator */
  LSC_BUDGET_HOST_SILENT,
  LSC_BUDGET_N_HOST,
} LscBudgetHost;

extern const LscWord lsc_budget_host_words[LSC_BUDGET_N_HOST];

/**
 * LscBudgetStep: sums of a step
 * @has_step: %FALSE: the whole recording, which has no steps
 * @ns: their sum is @end_ns - @begin_ns
 * @core_ns: their sum is computing
 * @host_ns: of free.host; their sum is that
 * @hidden_comm_ns: communication beside computing
 * @n_clipped: kernels and communication operators that the end of the step cuts
 * @clipped_ns: what of them lies behind it
 * @first_piece, @n_pieces: in LscBudget.pieces
 */
typedef struct
{
  gboolean has_step;
  gint64 step;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 core_ns[LSC_BUDGET_N_CORES];
  gint64 host_ns[LSC_BUDGET_N_HOST];
  gint64 hidden_comm_ns;
  gint64 n_clipped;
  gint64 clipped_ns;
  gsize first_piece;
  gsize n_pieces;
} LscBudgetStep;

/**
 * LscBudgetPiece: time of one category and one owner; without a gap to the next one of the step
 * @owner: slice id; of idle time the task that ends it; %LSC_SLICE_NONE
 * @cause: of idle time: slice id of what the host did, %LSC_SLICE_NONE
 * @category: #LscBudgetCategory
 * @detail: #LscBudgetCore of computing, #LscBudgetHost of prepare and free.host
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 owner;
  guint32 cause;
  guint8 category;
  guint8 detail;
} LscBudgetPiece;

LSC_DEFINE_ARRAY (LscBudgetPieces, lsc_budget_pieces, LscBudgetPiece)

/**
 * LscBudget: immutable after it was made
 * @steps: LscBudgetStep, by time
 * @reason: (nullable): why there are none
 * @is_split: whether communication is told apart into transfers and waits
 * @split_reason: (nullable): why it is not
 */
typedef struct
{
  GArray *steps;
  LscPhrase *reason;
  LscBudgetPieces pieces;
  gboolean is_split;
  LscPhrase *split_reason;
} LscBudget;

/**
 * LscBudgetRow: a step for people and files; %LSC_INT_NULL = not known
 * @free_ns: idle time that only an exporter's table tells, and not what it waited for
 * @not_known: (nullable): why figures are missing; the budget's
 */
typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 step_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 core_ns[LSC_BUDGET_N_CORES];
  gint64 host_ns[LSC_BUDGET_N_HOST];
  gint64 hidden_comm_ns;
  gint64 free_ns;
  gint64 n_clipped;
  gint64 clipped_ns;
  const LscPhrase *not_known;
} LscBudgetRow;

LscBudget *lsc_budget_new (const LscTimeline *timeline, LscJob *job, GError **error);
void lsc_budget_free (LscBudget *self);
GArray *lsc_budget_get_rows (const LscTimeline *timeline, const LscBudget *self);
LscTable *lsc_budget_get_table (const LscTimeline *timeline, const LscBudget *self);
gboolean lsc_budget_tells (gboolean is_split, LscBudgetCategory category);

/** Returns: step @index */
static inline const LscBudgetStep *
lsc_budget_get_step (const LscBudget *self, guint index)
{
  return &g_array_index (self->steps, LscBudgetStep, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBudget, lsc_budget_free)

G_END_DECLS
