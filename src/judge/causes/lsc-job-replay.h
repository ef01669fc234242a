/* lsc-job-replay.h - what a step would gain if something that a rank did were not there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-rank-match.h"

G_BEGIN_DECLS

/** What is taken away. */
typedef enum
{
  LSC_REPLAY_WORK,     /* what is the rank's own of a LscWork: all but transfers and waits */
  LSC_REPLAY_LOSS,     /* a LscLoss of the rank's own, or the transfers that hold it */
  LSC_REPLAY_TRANSFER, /* what an operator takes after the last of its members has come */
} LscReplayWhat;

#define LSC_REPLAY_ALL_STEPS G_MAXUINT

/**
 * LscReplayChange: time that is not taken
 * @rank: index in the set; of transfers all members
 * @kind: #LscWork, #LscLoss, or which operator (lsc_job_replay_get_joint())
 * @step: index of LscRankDigest.steps, or %LSC_REPLAY_ALL_STEPS; not of transfers
 * @ns: what is taken away a step (of all steps: on the mean of those that count), never more than
 *   there is; it goes from wherever the rank spends time on @kind, in proportion; below
 *   0 what is added there. Of transfers of that operator.
 * @from_ns, @until_ns: of work and losses the place that it is taken from, own time of the rank
 *   (LscDigestOwn), in @step; equal = all of the step
 */
typedef struct
{
  gsize rank;
  LscReplayWhat what;
  guint kind;
  guint step;
  double ns;
  gint64 from_ns;
  gint64 until_ns;
} LscReplayChange;

/**
 * LscReplayOp: an operator on a rank
 * @rank: index in the set
 * @op: index of LscRankDigest.ops
 * @step: LscRankOp.step
 * @joint: which operators of other ranks are the same
 * @before: the one before it in the group of the rank, index as of lsc_job_replay_get_op(), if
 *   @has_before
 * @is_queued: it begins as soon as that one ends
 * @own_begin_ns, @own_end_ns, @own_ready_ns: as LscRankOp
 * @lag_ns: from when the rank has come so far to its begin; if @is_queued, or if it began while
 *   communication held the rank, from the end of @before
 * @transfer_ns: from when the last of its members that had come by then came to its end
 * @open_ns: what of that it held the rank; 0 unless @holds
 * @hidable_ns: what of that is no longer than what the rank does itself before or behind it
 */
typedef struct
{
  guint32 rank;
  guint32 op;
  guint32 joint;
  guint32 before;
  guint32 step;
  guint8 has_before;
  guint8 is_queued;
  guint8 holds;
  double own_begin_ns;
  double own_end_ns;
  double own_ready_ns;
  double lag_ns;
  double transfer_ns;
  double open_ns;
  double hidable_ns;
} LscReplayOp;

/** The same operator on its members: @n from @first on; one alone where they are not known. */
typedef struct
{
  guint32 first;
  guint32 n;
} LscReplayJoint;

/**
 * LscReplayMeet: what a rank waits before operators of a group that begin on all members together
 * (replay.md#meets)
 * @group: id in LscRankDigest.texts
 * @op: index of LscRankDigest.ops, where it waits longest: @longest_ns
 * @last: index of the rank that idles least before them
 * @is_of_all: that is no member: operators of all groups begin together on all ranks
 * @is_prompt: that one hardly idles: they begin as it comes to them
 * @ns: of a step that counts, mean
 */
typedef struct
{
  guint32 group;
  guint32 op;
  guint32 last;
  gboolean is_of_all;
  gboolean is_prompt;
  double ns;
  double longest_ns;
} LscReplayMeet;

typedef struct _LscJobReplay LscJobReplay;

LscJobReplay *lsc_job_replay_new (const LscRankSet *set, const LscMatch *match, LscJob *job,
                                  GError **error);
LscJobReplay *lsc_job_replay_ref (LscJobReplay *self);
void lsc_job_replay_unref (LscJobReplay *self);
gboolean lsc_job_replay_is_bound (const LscJobReplay *self);
double lsc_job_replay_get_transfer_ns (const LscJobReplay *self, gsize rank);
double lsc_job_replay_get_hidable_ns (const LscJobReplay *self, gsize rank);
double lsc_job_replay_get_given_ns (const LscJobReplay *self, gsize rank);
const LscReplayMeet *lsc_job_replay_get_meet (const LscJobReplay *self, gsize rank);
double lsc_job_replay_get_error (const LscJobReplay *self);
gsize lsc_job_replay_get_n_joints (const LscJobReplay *self);
const LscReplayJoint *lsc_job_replay_get_joint (const LscJobReplay *self, gsize joint);
const LscReplayOp *lsc_job_replay_get_op (const LscJobReplay *self, gsize op);
double lsc_job_replay_gain (const LscJobReplay *self, const LscReplayChange *changes, gsize n);
double lsc_job_replay_gain_of_run (const LscJobReplay *self, const LscReplayChange *changes,
                                   gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscJobReplay, lsc_job_replay_unref)

G_END_DECLS
