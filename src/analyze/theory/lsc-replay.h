/* lsc-replay.h - ops that wait for each other, and when they run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Added to a need that is far away: LscReplayLengths.far_ns lies between the two. */
#define LSC_REPLAY_FAR (1u << 31)

/**
 * LscReplay: what waits for what, in an order in which it can run; immutable
 * @n_ordered: groups that can run; where it is less than @n_groups the others wait for each other
 * @order: nodes, group by group
 * @first_member: (nullable): @n_ordered + 1: members of the k-th group to run are
 *   @order[@first_member[k]] to @order[@first_member[k + 1] - 1]; %NULL: each node is a group
 * @joint: (nullable): of the k-th group to run: whether its members start together in all copies
 * @first_need: @n_nodes + 1: node i waits for @needs[@first_need[i]] to @needs[@first_need[i + 1] -
 *   1], with %LSC_REPLAY_FAR or without
 * @links: (nullable): of needs that are far away, as @needs: index in LscReplayLengths.by_link
 */
typedef struct
{
  gsize n_nodes;
  gsize n_groups;
  gsize n_ordered;
  guint32 *order;
  guint32 *first_member;
  guint8 *joint;
  guint32 *first_need;
  guint32 *needs;
  guint32 *links;
} LscReplay;

/**
 * LscReplayGroups: nodes that start together
 * @of_node: group of each node
 * @joint: by group
 */
typedef struct
{
  gsize n;
  const guint32 *of_node;
  const guint8 *joint;
} LscReplayGroups;

/**
 * LscReplayLanes: nodes that run one after the other, each waiting for the one before
 * @first: @n + 1: those of lane k are @first[k] to @first[k + 1] - 1
 */
typedef struct
{
  gsize n;
  const guint32 *first;
} LscReplayLanes;

/**
 * LscReplayLengths: of the ops of a graph, or of several copies of it side by side
 * @ns: node * @n_copies + copy; may be below 0
 * @far_ns: what lies between the end of a need that is far away and the start
 * @by_link: (nullable): instead of @far_ns, by LscReplay.links
 * @delays: (nullable): instead of both, by need, as LscReplay.needs
 * @late: (nullable): by node: how long after everything is there it starts
 */
typedef struct
{
  const gint64 *ns;
  gsize n_copies;
  gint64 far_ns;
  const gint64 *by_link;
  const gint64 *delays;
  const gint64 *late;
} LscReplayLengths;

/**
 * LscReplayTimes: of a replay
 * @start_ns: (nullable): as LscReplayLengths.ns
 * @end_ns: likewise
 * @is_too_long: a time does not fit into 64 bits; then all are undefined
 */
typedef struct
{
  gint64 *start_ns;
  gint64 *end_ns;
  gboolean is_too_long;
} LscReplayTimes;

LscReplay *lsc_replay_new_take (gsize n_nodes, guint32 *first_need, guint32 *needs,
                                const LscReplayGroups *groups);
LscReplay *lsc_replay_new_lanes (const LscReplayLanes *lanes, LscReplay *waits,
                                 const LscReplayLengths *lengths, LscReplayTimes *times);
void lsc_replay_free (LscReplay *self);
gboolean lsc_replay_run (const LscReplay *self, const LscReplayLengths *lengths,
                         LscReplayTimes *times);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReplay, lsc_replay_free)

G_END_DECLS
