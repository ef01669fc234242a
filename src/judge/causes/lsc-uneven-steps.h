/* lsc-uneven-steps.h - work that is spread over ranks anew in each step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-job-replay.h"
#include "judge/causes/lsc-rank-excess.h"

G_BEGIN_DECLS

/**
 * LscUnevenSteps: (findings.md#uneven-steps); zero-filled = work does not differ anew in each step
 * @is_found: it does
 * @changes: (element-type LscReplayChange) (nullable): what is not there, and what is there instead
 *   on other ranks, where each has the mean
 * @gain_ns: what a step would be shorter then, mean of the steps
 * @most: by how much the work of a rank exceeds the mean most, 0.1 = 10 %
 * @rank, @step: where it does: index in the set, index of LscRankDigest.steps
 */
typedef struct
{
  gboolean is_found;
  GArray *changes;
  double gain_ns;
  double most;
  gsize rank;
  guint step;
} LscUnevenSteps;

void lsc_uneven_steps_init (LscUnevenSteps *self, const LscRankPeers *peers,
                            const LscJobReplay *replay);
void lsc_uneven_steps_clear (LscUnevenSteps *self);

G_END_DECLS
