/* lsc-job-replay.h - what a step would gain if something that a rank did were not there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/** What of a rank's own time is taken away. */
typedef enum
{
  LSC_REPLAY_WORK, /* what is the rank's own of a LscWork: all but transfers and waits */
  LSC_REPLAY_LOSS, /* a LscLoss, as a digest counts it in the steps that count */
} LscReplayWhat;

#define LSC_REPLAY_ALL_STEPS G_MAXUINT

/**
 * LscReplayChange: time that a rank does not take
 * @rank: index in the set
 * @kind: #LscWork or #LscLoss
 * @step: index of LscRankDigest.steps, or %LSC_REPLAY_ALL_STEPS
 * @ns: what is taken away a step (of all steps: on the mean of those that count), never more than
 *   there is; it goes from wherever the rank spends time on @kind, in proportion
 */
typedef struct
{
  gsize rank;
  LscReplayWhat what;
  guint kind;
  guint step;
  double ns;
} LscReplayChange;

typedef struct _LscJobReplay LscJobReplay;

LscJobReplay *lsc_job_replay_new (const LscRankSet *set, LscJob *job, GError **error);
LscJobReplay *lsc_job_replay_ref (LscJobReplay *self);
void lsc_job_replay_unref (LscJobReplay *self);
gboolean lsc_job_replay_is_bound (const LscJobReplay *self);
double lsc_job_replay_gain (const LscJobReplay *self, const LscReplayChange *changes, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscJobReplay, lsc_job_replay_unref)

G_END_DECLS
