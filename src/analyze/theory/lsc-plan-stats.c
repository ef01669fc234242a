/* lsc-plan-stats.c - busy and idle time, activations and latencies of a plan that ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-plan-stats.h"

LscPlanRankStats *
lsc_plan_rank_stats (const LscPlan *plan, const LscPlanTimes *times, double *ratio_out)
{
  (void) plan;
  (void) times;
  (void) ratio_out;
  return NULL;
}

LscMicroBatchLatency *
lsc_plan_latencies (const LscPlan *plan, const LscPlanTimes *times, gsize *n_out)
{
  (void) plan;
  (void) times;
  (void) n_out;
  return NULL;
}
