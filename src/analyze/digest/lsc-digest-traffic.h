/* lsc-digest-traffic.h - communication of a rank: operators, groups, links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget-groups.h"
#include "base/lsc-array.h"

G_BEGIN_DECLS

/** How the members of a group take part in an operator (overview.md#waits). */
typedef enum
{
  LSC_RANK_OP_JOINT,  /* all leave together */
  LSC_RANK_OP_ROOTED, /* from or to one rank, or of sizes of their own: waits are upper bounds */
  LSC_RANK_OP_BATCH,  /* sends and receives in one */
  LSC_RANK_OP_SEND,
  LSC_RANK_OP_RECEIVE,
} LscRankOpKind;

/** Parts of communication that nothing hides, as a budget tells them apart. */
typedef enum
{
  LSC_OWNED_COMM_TRANSFER, /* comm_transfer */
  LSC_OWNED_COMM_WAIT,     /* comm_wait, bubble */
  LSC_OWNED_COMM_OTHER,    /* comm_other; comm, where it cannot be split */
  LSC_OWNED_COMM_N,
} LscOwnedComm;

/**
 * LscRankOp: a communication operator of a rank
 * @group, @name: ids in LscRankDigest.texts: the full name of the group, the name as recorded
 * @slice: its number in the timeline, %LSC_SLICE_NONE where only a table tells of it
 * @step: index of LscRankDigest.steps, G_MAXUINT32 = in none
 * @number: in its group, the same on all members, if @has_number
 * @peer: of messages, number of the rank that it is with, else %LSC_RANK_UNKNOWN or %LSC_PEER_MANY
 * @exposed_ns: without what computing covers; %LSC_INT_NULL
 * @moved_ns: of a message how long its tasks move data, each moment once; 0 = no task says so
 * @transfer_ns, @wait_ns: when its tasks move data, and when they wait and none moves, each moment
 * once (communication.md#parts); %LSC_INT_NULL = no task was recorded
 * @owned_ns: what of the budget of the rank it owns, by #LscOwnedComm; %LSC_INT_NULL = no budget.
 * Of #LSC_DIGEST_JUDGED, as @transfer_ns and @wait_ns
 * @bytes, @sizes_ns: what its tasks moved between ranks, and how long they took, added up; -1 = not
 * recorded
 * @algorithm: as recorded, id in LscRankDigest.texts, %LSC_STRING_NONE
 * @data_type: number of ENUM_HCCL_DATA_TYPE, %LSC_DATA_TYPE_UNKNOWN
 * @work_ns: what the rank did since it left the operator of the same group before, or since its
 * step began; all 0 where that is not known, see LscRankDigest.has_work
 * @own_begin_ns, @own_end_ns: time of its own that the rank had taken by then (LscDigestOwn)
 * @own_ready_ns: likewise when it had computed what was launched before the operator; 0 = not known
 * @holds: the rank does nothing of its own until the operator ends
 */
typedef struct
{
  guint32 group;
  guint32 name;
  guint32 slice;
  guint32 step;
  guint8 kind; /* LscRankOpKind */
  guint8 has_number;
  gint64 number;
  gint64 peer;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 exposed_ns;
  gint64 moved_ns;
  gint64 transfer_ns;
  gint64 wait_ns;
  gint64 owned_ns[LSC_OWNED_COMM_N];
  gint64 bytes;
  gint64 sizes_ns;
  guint32 algorithm;
  guint32 data_type;
  gint64 work_ns[LSC_WORK_N];
  gint64 own_begin_ns;
  gint64 own_end_ns;
  gint64 own_ready_ns;
  guint8 holds;
} LscRankOp;

LSC_DEFINE_ARRAY (LscRankOps, lsc_rank_ops, LscRankOp)

/**
 * LscDigestOwn: time of its own that a rank took between two moments at which operators or steps
 * begin or end (replay.md#own)
 * @own_ns: all time of its own until the later of these moments
 * @work, @loss: #LscWork, #LscLoss; %LSC_WORK_N and %LSC_LOSS_N = none
 */
typedef struct
{
  gint64 own_ns;
  gint64 ns;
  guint8 work;
  guint8 loss;
} LscDigestOwn;

LSC_DEFINE_ARRAY (LscDigestOwns, lsc_digest_owns, LscDigestOwn)

/** By when a rank had taken how much time of its own: at the begin and the end of a step. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} LscDigestOwnStep;

LSC_DEFINE_ARRAY (LscDigestOwnSteps, lsc_digest_own_steps, LscDigestOwnStep)

/** The longest time that was lost at once. @slice: what it is shown by, a slice id or NONE. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  guint32 cause; /* the call of the host, a slice id or NONE */
} LscLossPlace;

/**
 * LscRankGroup: a communication group as one of its members knows it
 * @name: id in LscRankDigest.texts: the full name, that of LscRankOp.group
 * @label: as the timeline shows it, likewise
 * @ranks: its members, global; empty = not recorded
 * @wait_ns, @bubble_ns, @transfer_ns: what it took in the steps that count and nothing hid: waits
 * in collectives, waits of messages, transfers; 0 but of #LSC_DIGEST_JUDGED
 * @wait, @transfer: the longest of these
 * @awaited_place: of the member that its tasks wait for most, in the steps that count, if
 * @awaited_ns > 0; @own_place: of the rank itself
 * @awaited_ns: what they wait for that one; @awaited_sum_ns: for all
 * @awaited: the longest of it
 */
typedef struct
{
  guint32 name;
  guint32 label;
  LscInt64s ranks;
  gint64 wait_ns;
  gint64 bubble_ns;
  gint64 transfer_ns;
  LscLossPlace wait;
  LscLossPlace transfer;
  guint32 own_place;
  guint32 awaited_place;
  gint64 awaited_ns;
  gint64 awaited_sum_ns;
  LscLossPlace awaited;
} LscRankGroup;

LSC_DEFINE_ARRAY (LscRankGroups, lsc_rank_groups, LscRankGroup)

/**
 * LscDigestLink: what moved from one rank to another, of sizes alike
 * @transport, @link, @magnitude, @is_odd: as LscTransfer
 * @group: label of the group, id in LscRankDigest.texts
 */
typedef struct
{
  gint64 source;
  gint64 target;
  guint32 transport;
  guint32 link;
  guint32 magnitude;
  gboolean is_odd;
  gint64 n;
  gint64 bytes;
  gint64 ns;
  gint64 begin_ns; /* of the longest */
  gint64 end_ns;
  guint32 group;
} LscDigestLink;

LSC_DEFINE_ARRAY (LscDigestLinks, lsc_digest_links, LscDigestLink)

/**
 * LscDigestContention: large transfers that are slower beside matrix products than without
 * @excess_ns: what they take longer, of @ns
 * @begin_ns, @end_ns: of the longest
 */
typedef struct
{
  double bytes;
  double ns;
  double excess_ns;
  gint64 begin_ns;
  gint64 end_ns;
} LscDigestContention;

G_END_DECLS
