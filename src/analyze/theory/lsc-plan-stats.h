/* lsc-plan-stats.h - busy and idle time, activations and latencies of a plan that ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

/**
 * LscPlanRankStats: bubble = ramp + inner + tail = the three phases (pipeline.md#bubble, #phases)
 * @peak: most chunk activations held at a time (pipeline.md#micro-batch)
 *
 * All times of a rank without ops are -1: not known.
 */
typedef struct
{
  gint64 busy_ns, bubble_ns;
  gint64 ramp_ns, inner_ns, tail_ns;
  gint64 warmup_ns, steady_ns, cooldown_ns;
  gsize peak;
} LscPlanRankStats;

/** Latencies of a micro-batch (pipeline.md#micro-batch); -1 = it did not run whole. */
typedef struct
{
  gint64 forward_ns;
  gint64 full_ns;
} LscMicroBatchLatency;

LscPlanRankStats *lsc_plan_rank_stats (const LscPlan *plan, const LscPlanTimes *times,
                                       double *ratio_out);
LscMicroBatchLatency *lsc_plan_latencies (const LscPlan *plan, const LscPlanTimes *times,
                                          gsize *n_out);

G_END_DECLS
