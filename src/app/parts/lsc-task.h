/* lsc-task.h - one background job as the window shows it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "base/lsc-job.h"

G_BEGIN_DECLS

#define LSC_TYPE_TASK (lsc_task_get_type ())
G_DECLARE_FINAL_TYPE (LscTask, lsc_task, LSC, TASK, GObject)

LscTask *lsc_task_new (const char *title);
const char *lsc_task_get_title (LscTask *self);
const char *lsc_task_get_what (LscTask *self);
double lsc_task_get_fraction (LscTask *self);
LscJob *lsc_task_get_job (LscTask *self);
GCancellable *lsc_task_get_cancellable (LscTask *self);
void lsc_task_cancel (LscTask *self);

G_END_DECLS
