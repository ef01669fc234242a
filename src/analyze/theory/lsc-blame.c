/* lsc-blame.c - what each idle interval of a pipeline waited for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-blame.h"

LscBlame *
lsc_blame_new (const LscPlan *plan,
               const LscPlanTimes *times,
               const gint64 *max_link_of_op,
               LscBlameFunc func,
               gpointer user_data,
               LscJob *job,
               GError **error)
{
  (void) plan;
  (void) times;
  (void) max_link_of_op;
  (void) func;
  (void) user_data;
  (void) job;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

void
lsc_blame_free (LscBlame *self)
{
  (void) self;
}

gint64
lsc_blame_sum (const LscBlame *self, gsize rank)
{
  (void) self;
  (void) rank;
  return 0;
}

guint32
lsc_plan_binding (const LscPlan *plan, const LscPlanTimes *times, guint32 op)
{
  (void) plan;
  (void) times;
  (void) op;
  return 0;
}
