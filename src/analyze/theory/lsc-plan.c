/* lsc-plan.c - the ops of a schedule with what each needs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-plan.h"

LscPlan *
lsc_plan_new (const LscSchedule *schedule, GError **error)
{
  (void) schedule;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

LscPlan *
lsc_plan_new_from_ops (const LscSchedule *schedule,
                       const LscPlanOp *ops,
                       const guint32 *first,
                       gboolean allow_missing,
                       GError **error)
{
  (void) schedule;
  (void) ops;
  (void) first;
  (void) allow_missing;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

void
lsc_plan_free (LscPlan *self)
{
  (void) self;
}

LscSchedule
lsc_plan_default_schedule (LscScheduleType type, gsize n_stages, gsize n_micro_batches)
{
  (void) type;
  (void) n_stages;
  (void) n_micro_batches;
  return (LscSchedule){ 0 };
}

char *
lsc_schedule_explain_impossible (const LscSchedule *schedule)
{
  (void) schedule;
  return NULL;
}

void
lsc_plan_cost_ops (const LscPlan *self, const LscPlanCosts *costs, gint64 *durations)
{
  (void) self;
  (void) costs;
  (void) durations;
}
