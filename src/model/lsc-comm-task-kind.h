/* lsc-comm-task-kind.h - what a task of a communication operator does, by its name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_COMM_TASK_OTHER,
  LSC_COMM_TASK_TRANSFER, /* moves data */
  LSC_COMM_TASK_WAIT,     /* waits for another rank */
} LscCommTaskKind;

LscCommTaskKind lsc_comm_task_find_kind (const char *name);

G_END_DECLS
