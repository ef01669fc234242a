/* lsc-rank-waits.h - who waited for whom in the collectives and messages of several ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-rank-match.h"

G_BEGIN_DECLS

/**
 * LscWaitSum: a step of a rank
 * @waited_ns: by this rank for others
 * @caused_ns: by others for this rank, all of them added up
 * @late_ns: the same, but the mean over the others, and only what no computing hides: what the step
 *   could be shorter
 * @hull_ns: waiting, each moment once
 * @message_ns: what of @hull_ns was in sends, receives and batches of them
 */
typedef struct
{
  gint64 waited_ns;
  gint64 caused_ns;
  gint64 late_ns;
  gint64 hull_ns;
  gint64 message_ns;
} LscWaitSum;

/**
 * LscWaitPair: a rank waited for another in a group, over the steps that count
 * @waiter, @cause: indexes of ranks
 * @group: id in LscRankWaits.texts
 * @n: operators
 * @longest_ns: of its longest wait, which began at @begin_ns on the clock of @waiter
 * @slice, @name: its operator on @waiter; name an id in LscRankWaits.texts
 */
typedef struct
{
  guint32 waiter;
  guint32 cause;
  guint32 group;
  guint32 name;
  gint64 ns;
  gint64 n;
  gint64 longest_ns;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  gboolean is_bound; /* some of it is an upper bound */
} LscWaitPair;

/**
 * LscWaitMember: a rank in a group, over the steps that count
 * @wasted_ns: what the operators of the group cost those who waited, on the mean
 * @last_ns: that part of it in which this rank came last
 * @n, @n_last: operators of the group, and those in which this rank came last
 * @net_ns: median over the steps: what others waited for this rank less what it waited itself
 * @mean_net_ns: the mean of the same
 * @more_ns: what this rank did more than the median of the others before the operators in which it
 *   came last, by LscWork, a step; %LSC_INT_NULL = not known
 */
typedef struct
{
  guint32 group;
  guint32 rank;
  gint64 wasted_ns;
  gint64 last_ns;
  gint64 n;
  gint64 n_last;
  gint64 net_ns;
  gint64 mean_net_ns;
  gint64 more_ns[LSC_WORK_N];
} LscWaitMember;

/** What is odd about a group. */
typedef enum
{
  LSC_GROUP_COMPLETE,
  LSC_GROUP_MISSING,   /* members were not recorded */
  LSC_GROUP_UNKNOWN,   /* nobody says who its members are */
  LSC_GROUP_UNMATCHED, /* messages between more than two ranks: whose they are is not recorded */
  LSC_GROUP_UNEVEN,    /* some operators have no partner on some member */
  LSC_GROUP_N_STATES,
} LscGroupState;

extern const LscWord lsc_group_state_words[LSC_GROUP_N_STATES];

/** A group of ranks. @n_members: 0 = not known; @n_ops: matched; @n_left: operators left over */
typedef struct
{
  guint32 group;
  LscGroupState state;
  char *label;
  gint64 n_members;
  gint64 n_loaded;
  gint64 n_ops;
  gint64 n_left;
} LscWaitGroup;

LSC_DEFINE_ARRAY (LscWaitPairs, lsc_wait_pairs, LscWaitPair)
LSC_DEFINE_ARRAY (LscWaitMembers, lsc_wait_members, LscWaitMember)

/**
 * Messages whose tasks move data for longer than the operator of the other side lasts: that cannot
 * be, and part of it is waiting (overview.md#waits).
 * @rank: index of the one with the largest difference; @moved_ns, @other_ns: of that
 */
typedef struct
{
  gsize n;
  guint rank;
  gint64 moved_ns;
  gint64 other_ns;
} LscWrongMessages;

/**
 * LscRankWaits:
 * @sums: (array): of each rank LscWaitSum by index of its steps
 * @has_waits: (array): whether any operator of the rank was matched
 * @pairs: by ns, falling
 * @members: of groups with matched operators
 * @groups: LscWaitGroup with members elsewhere than on one rank
 * @wrong_ns: (array): of each rank how much longer its messages move data than they can, in the
 *   steps that count
 */
typedef struct
{
  LscIntern *texts;
  gsize n_ranks;
  LscWaitSum **sums;
  gboolean *has_waits;
  LscWaitPairs pairs;
  LscWaitMembers members;
  GArray *groups;
  LscWrongMessages wrong;
  gint64 *wrong_ns;
} LscRankWaits;

LscRankWaits *lsc_rank_waits_new (const LscRankSet *set, LscMatch *match, LscJob *job,
                                  GError **error);
void lsc_rank_waits_free (LscRankWaits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankWaits, lsc_rank_waits_free)

G_END_DECLS
