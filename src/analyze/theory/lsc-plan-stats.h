/* lsc-plan-stats.h - busy and idle time, activations and latencies of a plan that ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

/** Latencies of a micro-batch (pipeline.md#micro-batch); -1 = it did not run whole. */
typedef struct
{
  gint64 forward_ns;
  gint64 full_ns;
} LscMicroBatchLatency;

LscRowMetrics *lsc_plan_rank_stats (const LscPlan *plan, const LscPlanTimes *times,
                                    double *ratio_out);
LscMicroBatchLatency *lsc_plan_latencies (const LscPlan *plan, const LscPlanTimes *times,
                                          gsize *n_out);

G_END_DECLS
