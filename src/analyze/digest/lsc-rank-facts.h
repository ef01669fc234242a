/* lsc-rank-facts.h - what comparing ranks needs of one of them, so that its timeline can go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/digest/lsc-rank-layout.h"
#include "analyze/step/lsc-overlap.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What a rank is busy with before it arrives at a collective (overview.md#why). */
typedef enum
{
  LSC_WORK_COMPUTE,
  LSC_WORK_HOST,     /* idle, because the host had not launched: prepare, free.host */
  LSC_WORK_DEVICE,   /* idle, though launched or nobody knows: free.device, free.unlinked */
  LSC_WORK_COPY,     /* memcpy */
  LSC_WORK_TRANSFER, /* transfers of collectives */
  LSC_WORK_WAIT,     /* waiting for others: comm.wait, bubble */
  LSC_WORK_N,
} LscWork;

extern const LscWord lsc_work_words[LSC_WORK_N];

/**
 * LscRankStep: a step of a rank
 * @begin_ns, @end_ns: of the rank's clock; equal where only a table tells of the step
 * @step_ns: its length, %LSC_INT_NULL where only a table tells of it
 * @ns: by category, %LSC_INT_NULL = not known
 * @comm_ns: communication, each moment once, hidden or not; %LSC_INT_NULL
 * @copy_ns: lengths of all copies, added up; %LSC_INT_NULL
 * @overlap: the figures of steps.md#step-figures, as far as @has_overlap
 */
typedef struct
{
  gboolean has_step;
  gint64 step;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 step_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 host_ns[LSC_BUDGET_N_HOST];
  gint64 hidden_comm_ns;
  gint64 comm_ns;
  gint64 copy_ns;
  gboolean has_overlap;
  LscOverlapSums overlap;
} LscRankStep;

/** How the members of a group take part in an operator (overview.md#waits). */
typedef enum
{
  LSC_RANK_OP_JOINT,  /* all leave together */
  LSC_RANK_OP_ROOTED, /* from or to one rank, or of sizes of their own: waits are upper bounds */
  LSC_RANK_OP_BATCH,  /* sends and receives in one */
  LSC_RANK_OP_SEND,
  LSC_RANK_OP_RECEIVE,
} LscRankOpKind;

/**
 * LscRankOp: a communication operator of a rank
 * @group, @name: ids in LscRankFacts.texts: the full name of the group, the name as recorded
 * @slice: its number in the timeline, %LSC_SLICE_NONE where only a table tells of it
 * @step: index of LscRankFacts.steps, G_MAXUINT32 = in none
 * @peer: of messages, number of the rank that it is with, else %LSC_RANK_UNKNOWN or %LSC_PEER_MANY
 * @exposed_ns: without what computing covers; %LSC_INT_NULL
 * @work_ns: what the rank did since it left the operator of the same group before, or since its
 * step began; all 0 where that is not known, see LscRankFacts.has_work
 */
typedef struct
{
  guint32 group;
  guint32 name;
  guint32 slice;
  guint32 step;
  guint8 kind; /* LscRankOpKind */
  gint64 peer;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 exposed_ns;
  gint64 work_ns[LSC_WORK_N];
} LscRankOp;

LSC_DEFINE_ARRAY (LscRankOps, lsc_rank_ops, LscRankOp)

/** What an owner of time is. */
typedef enum
{
  LSC_OWNER_KERNEL, /* computing, by the name of the kernel */
  LSC_OWNER_MODULE, /* computing, by the path of the module */
  LSC_OWNER_CALL,   /* waiting for the host, by the name of the call or operator there */
} LscOwnerType;

/**
 * LscRankOwner: who takes how much time, over all steps
 * @text: id in LscRankFacts.texts
 * @n: how many slices
 * @slice, @begin_ns, @end_ns: the longest of them
 */
typedef struct
{
  guint32 text;
  guint32 type; /* LscOwnerType */
  guint32 slice;
  guint32 reserved;
  gint64 ns;
  gint64 n;
  gint64 begin_ns;
  gint64 end_ns;
} LscRankOwner;

LSC_DEFINE_ARRAY (LscRankOwners, lsc_rank_owners, LscRankOwner)

/** A communication group as one of its members knows it. */
typedef struct
{
  guint32 name; /* id in LscRankFacts.texts */
  char *label;
  LscInt64s ranks; /* global; empty = not recorded */
} LscRankGroup;

/**
 * LscRankFacts: immutable after it was made; borrows nothing
 * @rank: %LSC_RANK_UNKNOWN where the recording does not tell it
 * @is_told: only tables were exported: sums of the exporter's, operators of communication.json
 * @has_work: whether LscRankOp.work_ns is known
 * @is_split: whether communication is split into transfers and waits
 * @steps: those of the budget
 * @ops: by group, then by begin
 * @owners: by type, then by ns, falling; empty until lsc_rank_facts_find_owners()
 * @groups: (element-type LscRankGroup)
 * @arguments: (nullable): distributed_args as recorded, JSON
 * @comm_reason: (nullable): why there are no operators to compare
 */
typedef struct
{
  gint64 rank;
  char *label;
  char *host;
  gboolean is_told;
  gboolean has_work;
  gboolean is_split;
  LscIntern *texts;
  GArray *steps; /* LscRankStep */
  LscRankOps ops;
  LscRankOwners owners;
  GPtrArray *groups;
  LscRankRecord record;
  char *arguments;
  LscPhrase *reason;      /* (nullable): why there are no figures of steps */
  LscPhrase *comm_reason; /* (nullable) */
} LscRankFacts;

LscRankFacts *lsc_rank_facts_new (const LscTimeline *timeline, const LscBudget *budget, LscJob *job,
                                  GError **error);
gboolean lsc_rank_facts_find_owners (LscRankFacts *self, const LscTimeline *timeline,
                                     const LscBudget *budget, LscJob *job, GError **error);
void lsc_rank_facts_free (LscRankFacts *self);

static inline const LscRankStep *
lsc_rank_facts_get_step (const LscRankFacts *self, gsize index)
{
  return &g_array_index (self->steps, LscRankStep, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankFacts, lsc_rank_facts_free)

G_END_DECLS
