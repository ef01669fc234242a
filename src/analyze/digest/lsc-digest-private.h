/* lsc-digest-private.h - how the pieces of a budget become a digest
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/step/lsc-origins.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-hash.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"

G_BEGIN_DECLS

/* The pieces of a budget are walked once (lsc-digest-walk.c). Each of those below takes every piece
 * and adds it to what it is for. */

/* -- lsc-digest-work.c -- */

typedef struct _LscDigestMark LscDigestMark;

/**
 * LscDigestWork: what a rank did before its operators
 * @marks: moments at which sums are asked for, by time
 * @at: the first that has not been reached
 * @sums: so far
 * @begins, @ends, @steps: of each operator and step the sums when it begins and ends
 */
typedef struct
{
  LscRankDigest *digest;
  LscDigestMark *marks;
  gsize n_marks;
  gsize at;
  gint64 sums[LSC_WORK_N];
  gint64 (*begins)[LSC_WORK_N];
  gint64 (*ends)[LSC_WORK_N];
  gint64 (*steps)[LSC_WORK_N];
} LscDigestWork;

void _lsc_digest_work_init (LscDigestWork *self, LscRankDigest *digest);
void _lsc_digest_work_take (LscDigestWork *self, const LscBudgetPiece *piece);
void _lsc_digest_work_finish (LscDigestWork *self);
void _lsc_digest_work_clear (LscDigestWork *self);

/* -- lsc-digest-comm.c -- */

/**
 * LscDigestComm: who owns communication
 * @first, @end: ids of slices between which those of operators lie: few lanes of many have them
 * @ops: (array): of each slice from @first on the operator, or NONE
 */
typedef struct
{
  LscRankDigest *digest;
  guint32 first;
  guint32 end;
  guint32 *ops;
} LscDigestComm;

void _lsc_digest_comm_init (LscDigestComm *self, LscRankDigest *digest,
                            const LscTimeline *timeline);
void _lsc_digest_comm_take (LscDigestComm *self, const LscBudgetPiece *piece);
void _lsc_digest_comm_clear (LscDigestComm *self);

/* -- lsc-digest-own.c -- */

typedef struct _LscDigestOwnMark LscDigestOwnMark;

/**
 * LscDigestOwnTime: what a rank does itself, and until when communication holds it (replay.md#own)
 * @marks: begins and ends of operators and steps, by time
 * @at: the first that has not been reached
 * @time_ns: until when time has been taken
 * @own_ns: what of that was the rank's own
 * @comm: communication at work that nothing hides, without a break; empty = none
 * @parts: since the last mark
 */
typedef struct
{
  LscRankDigest *digest;
  LscDigestOwnMark *marks;
  gsize n_marks;
  gsize at;
  gint64 time_ns;
  gint64 own_ns;
  LscInterval comm;
  LscDigestOwns parts;
} LscDigestOwnTime;

void _lsc_digest_own_init (LscDigestOwnTime *self, LscRankDigest *digest,
                           const LscTimeline *timeline);
void _lsc_digest_own_take (LscDigestOwnTime *self, const LscBudgetPiece *piece, LscLoss loss);
void _lsc_digest_own_finish (LscDigestOwnTime *self);
void _lsc_digest_own_clear (LscDigestOwnTime *self);

/* -- lsc-digest-ready.c -- */
gint64 *_lsc_digest_list_ready (const LscRankDigest *digest, const LscTimeline *timeline);

/* -- lsc-digest-owners.c -- */

/**
 * LscDigestOwners: who owns the pieces
 * @is_compared: more than what is judged
 * @is_alike: the step is of the class that is told; sums of owners are of those alone
 * @index: of LscRankDigest.owners
 * @last: of each owner the slice that was counted last
 * @texts, @plains: of each name of the timeline its id in LscRankDigest.texts, as recorded and as a
 *   kernel without what is of one run
 * @comms: of a lane and name of communication to 1 + that
 * @lanes: of a plain path of modules to the lanes that it is on, a bit each
 */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  gboolean is_compared;
  gboolean is_alike;
  guint32 step;
  LscOrigins origins;
  LscHash index;
  LscIndexes last;
  guint32 *texts;
  guint32 *plains;
  GHashTable *comms;
  GHashTable *lanes;
} LscDigestOwners;

void _lsc_digest_owners_init (LscDigestOwners *self, LscRankDigest *digest,
                              const LscTimeline *timeline);
void _lsc_digest_owners_take (LscDigestOwners *self, const LscBudgetPiece *piece, guint32 step);
void _lsc_digest_owners_finish (LscDigestOwners *self);
void _lsc_digest_owners_clear (LscDigestOwners *self);

/* -- lsc-digest-debts.c -- */

/**
 * LscDigestDebts: what delayed the host, as far as idle time has not paid for it
 * (findings.md#debts)
 * @launches: (nullable)
 * @at: the first of @delays that has not been taken
 * @usual_ns: from one launch to the next, where it is no pause
 * @after_ns: from a call that waits for the device to the next launch, usually
 * @busy_ns: until when the device was seen to work
 * @sync_ns: when the last call that waited ended; @lead_ns: what it is owed since
 * @n_syncs: calls that waited for the device so far
 * @left_ns: what each loss is owed; @causes: the last that it is owed for
 */
typedef struct
{
  const LscHostDelays *delays;
  const LscLaunches *launches;
  gint64 skew_ns;
  gsize at;
  gint64 usual_ns;
  gint64 after_ns;
  gint64 busy_ns;
  gint64 sync_ns;
  gint64 lead_ns;
  gint64 n_syncs;
  gint64 left_ns[LSC_LOSS_N];
  guint32 causes[LSC_LOSS_N];
} LscDigestDebts;

void _lsc_digest_debts_init (LscDigestDebts *self, const LscTimeline *timeline,
                             const LscBudget *budget);
LscLoss _lsc_digest_debts_take (LscDigestDebts *self, const LscBudgetPiece *piece, LscLoss loss,
                                guint32 *cause);

/* -- lsc-digest-losses.c -- */

/**
 * LscDigestLosses: what the steps that count lose, and to whom
 * @first: the first step that counts
 * @gap: the gap at the piece that is looked at, or after it
 * @clocks: (element-type const LscCounter *): frequency, one a die
 * @paces: at which frequency how long was computed, in all steps
 * @groups: node of a group to 1 + its index
 * @calls: of each loss what calls of the host cost, by the id of their name
 * @sync_ops: of calls that synchronise the operator around them
 * @blocks: of a pipeline, merged
 * @extent: of those of the step
 * @is_capture: nothing marks steps: it is the whole recording
 * @has_blocks: whether the step has any
 * @counts: the step counts
 * @lacks_pace: in the step it computes while the frequency is not known
 * @last: what the piece before was lost to, and @last_cause; where it is the start of what was
 *   launched late, the one before that
 * @most_start_ns: what starting may take behind a late launch
 */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  const LscBudget *budget;
  const LscGaps *gaps;
  gsize gap;
  GArray *clocks;
  GArray *paces;
  GHashTable *groups;
  GHashTable *calls[LSC_LOSS_N];
  gint64 unnamed_ns[LSC_LOSS_N]; /* what has no such call */
  LscDigestDebts debts;
  GHashTable *sync_ops;
  const LscIntervals *blocks;
  LscInterval extent;
  gboolean is_capture;
  gboolean has_blocks;
  gboolean lacks_pace;
  gboolean counts;
  LscLoss last;
  guint32 last_cause;
  gint64 most_start_ns;
} LscDigestLosses;

void _lsc_digest_losses_init (LscDigestLosses *self, LscRankDigest *digest,
                              const LscTimeline *timeline, const LscBudget *budget,
                              const LscIntervals *blocks);
void _lsc_digest_losses_begin (LscDigestLosses *self, guint32 step);
LscLoss _lsc_digest_losses_take (LscDigestLosses *self, gsize piece, guint32 step);
void _lsc_digest_losses_finish (LscDigestLosses *self);
void _lsc_digest_losses_clear (LscDigestLosses *self);

/* -- lsc-digest-walk.c -- */
gboolean _lsc_digest_walk (LscRankDigest *self, const LscTimeline *timeline,
                           const LscBudget *budget, const LscIntervals *blocks, LscJob *job,
                           GError **error);

G_END_DECLS
