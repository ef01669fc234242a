/* lsc-plan-refill.c - moving weight gradients into waits
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-plan.h"

LscPlan *
lsc_plan_refill_weights (const LscPlan *self,
                         const gint64 *durations,
                         const LscPlanLatency *latency,
                         gsize cap,
                         double fill,
                         gint64 **durations_out,
                         GError **error)
{
  (void) self;
  (void) durations;
  (void) latency;
  (void) cap;
  (void) fill;
  (void) durations_out;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}
