/* lsc-task-row.h - a background job with its progress
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "base/lsc-task.h"

G_BEGIN_DECLS

#define LSC_TYPE_TASK_ROW (lsc_task_row_get_type ())
G_DECLARE_FINAL_TYPE (LscTaskRow, lsc_task_row, LSC, TASK_ROW, GtkWidget)

GtkWidget *lsc_task_row_new (LscTask *task);
void lsc_task_row_set_task (LscTaskRow *self, LscTask *task);
const char *lsc_task_row_find_phase (LscTask *task);

G_END_DECLS
