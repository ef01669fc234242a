/* lsc-closed-form.c - bubbles of ideal schedules as formulas
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-closed-form.h"

gboolean
lsc_closed_form (const LscSchedule *schedule,
                 const LscPlanCosts *costs,
                 gint64 latency_ns,
                 LscClosedForm *result)
{
  (void) schedule;
  (void) costs;
  (void) latency_ns;
  (void) result;
  return 0;
}
