/* lsc-plan-replay.c - when the ops of a plan run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-plan.h"

gboolean
lsc_plan_replay (const LscPlan *self,
                 const gint64 *durations,
                 const LscPlanLatency *latency,
                 LscPlanTimes *times,
                 GError **error)
{
  (void) self;
  (void) durations;
  (void) latency;
  (void) times;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return 0;
}

gboolean
lsc_plan_times_init (LscPlanTimes *self, const LscPlan *plan)
{
  (void) self;
  (void) plan;
  return 0;
}

void
lsc_plan_times_clear (LscPlanTimes *self)
{
  (void) self;
}

void
lsc_plan_times_find_window (LscPlanTimes *self, const LscPlan *plan)
{
  (void) self;
  (void) plan;
}
