/* lsc-task-strip.h - the background jobs at the bottom of the window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "base/lsc-task.h"

G_BEGIN_DECLS

#define LSC_TYPE_TASK_STRIP (lsc_task_strip_get_type ())
G_DECLARE_FINAL_TYPE (LscTaskStrip, lsc_task_strip, LSC, TASK_STRIP, GtkWidget)

void lsc_task_strip_set_tasks (LscTaskStrip *self, GListModel *tasks);
void lsc_task_strip_leave_out (LscTaskStrip *self, LscTask *task);

G_END_DECLS
