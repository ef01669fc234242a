/* lsc-plan-pipeline.c - a plan that ran as a pipeline to be drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-plan-pipeline.h"

LscPipeline *
lsc_plan_to_pipeline (const LscPlan *plan,
                      const LscPlanTimes *times,
                      const gint64 *ranks,
                      const char *label,
                      GError **error)
{
  (void) plan;
  (void) times;
  (void) ranks;
  (void) label;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

guint32
lsc_plan_op_of_block (const LscPlan *plan, guint32 rank, guint32 block)
{
  (void) plan;
  (void) rank;
  (void) block;
  return 0;
}
