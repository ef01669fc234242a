/* lsc-slow-groups.h - groups whose collectives take longer than the same ones in others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-job-replay.h"

G_BEGIN_DECLS

/**
 * LscGroupOp: a collective of a group, with what is beyond the usual
 * @joint: index of lsc_job_replay_get_joint()
 * @kind: id in LscSlowGroups.texts: operator, size, places of members and hosts
 * @group: id in LscSlowGroups.texts: members
 * @counts: in a step that counts
 * @ns: on the member where it is shortest: that came last, and waited for none
 * @excess_ns: of that what is beyond the usual; 0 where its group is not slow
 * @usual_ns: what it takes in other groups; 0 where its group is not slow
 */
typedef struct
{
  guint32 joint;
  guint32 kind;
  guint32 group;
  gboolean counts;
  double ns;
  double excess_ns;
  double usual_ns;
} LscGroupOp;

LSC_DEFINE_ARRAY (LscGroupOps, lsc_group_ops, LscGroupOp)

/**
 * LscSlowGroups: collectives that are the same in several groups
 * @ops: by kind, then by group
 * @n_slow: groups that are slow
 * @worst: index in @ops of the operator that loses most, if @n_slow > 0
 * @has_like: groups with the same hosts are faster: the way between them is the same
 */
typedef struct
{
  const LscJobReplay *replay;
  LscIntern *texts;
  LscGroupOps ops;
  gsize n_slow;
  gsize worst;
  gboolean has_like;
} LscSlowGroups;

void lsc_slow_groups_init (LscSlowGroups *self, const LscJobReplay *replay,
                           const LscRankDigest *const *digests, gsize n);
void lsc_slow_groups_clear (LscSlowGroups *self);
char *lsc_slow_groups_list_hosts (const LscSlowGroups *self, const LscRankDigest *const *digests);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSlowGroups, lsc_slow_groups_clear)

G_END_DECLS
