/* lsc-critical-path.c - the chain of ops that decides the window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-critical-path.h"

LscCriticalPath *
lsc_critical_path_new (const LscPlan *plan,
                       const LscPlanTimes *times,
                       const LscPlanLatency *latency)
{
  (void) plan;
  (void) times;
  (void) latency;
  return NULL;
}

void
lsc_critical_path_free (LscCriticalPath *self)
{
  (void) self;
}

gint64 *
lsc_plan_slack (const LscPlan *plan, const LscPlanTimes *times, const LscPlanLatency *latency)
{
  (void) plan;
  (void) times;
  (void) latency;
  return NULL;
}
