/* lsc-budget.h - where the time of a step went: every nanosecond once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget-groups.h"
#include "analyze/lsc-table.h"
#include "analyze/step/lsc-overlap.h"
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
extern const char *const lsc_budget_clauses[LSC_BUDGET_N_CATEGORIES];

const char *lsc_budget_get_title (guint category, gboolean is_of_ops);

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
  LSC_BUDGET_HOST_PROFILER, /* the profiler itself */
  LSC_BUDGET_HOST_CALL,     /* any other call of CANN or the runtime */
  LSC_BUDGET_HOST_OP,       /* inside a framework operator */
  LSC_BUDGET_HOST_SILENT,
  LSC_BUDGET_N_HOST,
} LscBudgetHost;

extern const LscWord lsc_budget_host_words[LSC_BUDGET_N_HOST];

/**
 * LscBudgetStep: what is known of a step of a rank, wherever it is kept; %LSC_INT_NULL = not known
 * @step: its number; %LSC_INT_NULL: the whole recording, which has no steps
 * @standing: whether it counts in lengths, spread and gains
 * @class: index in the classes of its budget or digest, %LSC_CLASS_NONE
 * @is_told: only a table of the exporter tells of it: it has no length, no place and no pieces
 * @begin_ns, @end_ns: by the clock of the rank; equal where @is_told
 * @host_begin_ns, @host_end_ns: the host's mark, likewise; without steps as @begin_ns, @end_ns
 * @host_step_ns: from one to the other; %LSC_INT_NULL where there are no steps
 * @lead_begin_ns, @lead_end_ns: how far the host is ahead of the device where it begins, and how
 *   long after its mark the device has done its last task (steps.md#lead); %LSC_INT_NULL where the
 *   device does not place the steps
 * @step_ns: its length, the sum of @ns
 * @ns: by category; in an LscBudget 0 of those that it does not tell apart, elsewhere not known
 *   (lsc_budget_tell_step())
 * @core_ns: of computing; their sum is that
 * @host_ns: of free_host; their sum is that
 * @prepare_launched_ns, @prepare_unlinked_ns: of prepare: what lies behind the launch of the first
 *   task, and what of it has no launch that was recorded; the rest is the host's
 * @message_ns: of comm: messages between two ranks, which wait or move, nobody knows how long
 * @hidden_comm_ns: communication beside computing, part of computing
 * @comm_ns: communication, each moment once, hidden or not
 * @free_ns: of those that are told: idle time, whatever it waited for
 * @n_clipped: kernels and communication operators that the end of the step cuts
 * @clipped_ns: what of them lies behind it
 * @first_piece, @n_pieces: in LscBudget.pieces; 0 where these are gone
 * @copy_ns: lengths of all copies that begin in it, added up; of an LscRankDigest
 * @overlap: the figures of steps.md#step-figures, as far as they have a device; likewise
 * @loss_ns: what it lost, by cause (findings.md#losses); of #LSC_DIGEST_JUDGED, where it counts
 * @cycles_mhz_ns: frequency times computing, MHz ns; 0 = not recorded; likewise
 */
typedef struct
{
  gint64 step;
  LscStepStanding standing;
  guint32 class;
  gboolean is_told;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 host_begin_ns;
  gint64 host_end_ns;
  gint64 host_step_ns;
  gint64 lead_begin_ns;
  gint64 lead_end_ns;
  gint64 step_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 core_ns[LSC_BUDGET_N_CORES];
  gint64 host_ns[LSC_BUDGET_N_HOST];
  gint64 prepare_launched_ns;
  gint64 prepare_unlinked_ns;
  gint64 message_ns;
  gint64 hidden_comm_ns;
  gint64 comm_ns;
  gint64 free_ns;
  gint64 n_clipped;
  gint64 clipped_ns;
  gsize first_piece;
  gsize n_pieces;
  gint64 copy_ns;
  LscOverlapSums overlap;
  gint64 loss_ns[LSC_LOSS_N];
  double cycles_mhz_ns;
} LscBudgetStep;

LSC_DEFINE_ARRAY (LscBudgetSteps, lsc_budget_steps, LscBudgetStep)

/** Of which side of a launch idle time is (dispatch.md#gaps). */
typedef enum
{
  LSC_BUDGET_NOT_LAUNCHED, /* what ends it had not been launched: the host was late */
  LSC_BUDGET_LAUNCHED,     /* it had: the device or a wait was */
  LSC_BUDGET_UNLINKED,     /* nobody knows */
} LscBudgetSide;

/**
 * LscBudgetPiece: time of one category and one owner; without a gap to the next one of the step
 * @owner: slice id; of idle time the task that ends it; %LSC_SLICE_NONE
 * @cause: of idle time: slice id of what the host did, or of what the device waited for;
 *   %LSC_SLICE_NONE
 * @category: #LscBudgetCategory
 * @detail: #LscBudgetCore of computing, #LscBudgetHost of prepare and free_host
 * @side: #LscBudgetSide of idle time
 * @is_graph: of idle time: the launch that ends it launches a graph
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 owner;
  guint32 cause;
  guint8 category;
  guint8 detail;
  guint8 side;
  guint8 is_graph;
} LscBudgetPiece;

LSC_DEFINE_ARRAY (LscBudgetPieces, lsc_budget_pieces, LscBudgetPiece)

/**
 * LscHostDelay: what keeps a thread that launches from launching (findings.md#debts); times of the
 * device's clock
 * @slice: id of the call; of calls inside each other the outermost
 * @class: #LscBudgetHost
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  guint8 class;
} LscHostDelay;

LSC_DEFINE_ARRAY (LscHostDelays, lsc_host_delays, LscHostDelay)

/** What a budget lacks, and why. */
typedef enum
{
  LSC_BUDGET_LACKS_NOTHING,
  LSC_BUDGET_LACKS_EVENTS, /* no steps: only tables of sums were exported */
  LSC_BUDGET_LACKS_DEVICE, /* no steps: nothing of a device was recorded */
  LSC_BUDGET_LACKS_WAITS,  /* communication is one: a GPU trace has one kernel for a collective */
  LSC_BUDGET_LACKS_TASKS,  /* communication is one: tasks of collectives were not recorded */
  LSC_BUDGET_LACKS_REST,   /* no steps: what was read of a damaged file has nothing of a device */
} LscBudgetLack;

/**
 * LscBudget: immutable after it was made
 * @steps: by time
 * @rule: what places them
 * @classes, @main_class: as of #LscDeviceSteps
 * @is_split: whether communication is told apart into transfers and waits
 * @delays: of the host, by end
 */
typedef struct
{
  LscBudgetSteps steps;
  LscBudgetPieces pieces;
  LscHostDelays delays;
  LscStepsRule rule;
  LscStepClasses classes;
  guint32 main_class;
  gboolean is_split;
  LscBudgetLack lack;
} LscBudget;

/**
 * LscBudgetRow: a step for people and files
 * @not_known: (nullable): why figures are missing
 */
typedef struct
{
  gint64 rank;
  LscBudgetStep sums;
  const LscPhrase *not_known;
} LscBudgetRow;

LscBudget *lsc_budget_new (const LscTimeline *timeline, LscJob *job, GError **error);
void lsc_budget_free (LscBudget *self);
LscPhrase *lsc_budget_lack_phrase (LscBudgetLack lack);
LscTable *lsc_budget_get_table (const LscTimeline *timeline, const LscBudget *self);
LscTable *lsc_budget_make_table (const LscBudgetSteps *steps, gint64 rank, LscBudgetLack lack);
LscWork lsc_work_of (LscBudgetCategory category);
LscWork lsc_work_of_piece (const LscBudgetPiece *piece);
gint64 lsc_work_get_ns (LscWork self, const LscBudgetStep *step);
LscLoss lsc_loss_of_host (LscBudgetHost host);
LscLoss lsc_loss_of (const LscBudgetPiece *piece);
gboolean lsc_budget_tells (gboolean is_split, LscBudgetCategory category);
LscBudgetStep lsc_budget_tell_step (const LscBudget *self, guint index);
LscBudgetStep lsc_budget_read_told (const LscToldStep *told);
LscBudgetStep lsc_budget_read_mark (const LscStep *mark);
void lsc_budget_list_steps (const LscBudget *self, const LscTimeline *timeline,
                            LscBudgetSteps *out);

/** Returns: whether nothing of a device is there */
static inline gboolean
lsc_budget_lacks_device (LscBudgetLack lack)
{
  return lack == LSC_BUDGET_LACKS_DEVICE || lack == LSC_BUDGET_LACKS_REST;
}

/** Returns: whether there are no steps that add up */
static inline gboolean
lsc_budget_lacks_steps (LscBudgetLack lack)
{
  return lack == LSC_BUDGET_LACKS_EVENTS || lsc_budget_lacks_device (lack);
}

/** Returns: whether a step counts in lengths, spread and gains (steps.md#typical) */
static inline gboolean
lsc_budget_step_is_typical (const LscBudgetStep *self)
{
  return self->standing == LSC_STEP_TYPICAL;
}

/** Returns: whether a step is of the class that is told, whether it counts or not */
static inline gboolean
lsc_budget_step_is_alike (const LscBudgetStep *self)
{
  return self->standing != LSC_STEP_OTHER;
}

/** Returns: step @index */
static inline const LscBudgetStep *
lsc_budget_get_step (const LscBudget *self, guint index)
{
  return &self->steps.items[index];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscBudget, lsc_budget_free)

G_END_DECLS
