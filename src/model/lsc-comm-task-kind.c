/* lsc-comm-task-kind.c - what a task of a communication operator does, by its name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-comm-task-kind.h"

static gboolean
begins_with_any (const char *name, const char *const *words)
{
  for (gsize i = 0; words[i]; i++)
    if (g_str_has_prefix (name, words[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_comm_task_find_kind:
 * @name: type of the task in COMMUNICATION_TASK_INFO, or in TASK where that has none
 *
 * Source: budget.md#communication.
 *
 * Returns: what such tasks do
 */
LscCommTaskKind
lsc_comm_task_find_kind (const char *name)
{
  g_return_val_if_fail (name, LSC_COMM_TASK_OTHER);

  static const char *const transfers[] = { "Memcpy",        "SDMA", "Reduce_Inline",   "RDMASend",
                                           "Reduce Inline", "RDMA", "UB Inline Write", NULL };
  static const char *const waits[] = { "Notify_Wait", "Notify Wait", "NOTIFY_WAIT", NULL };

  if (begins_with_any (name, waits))
    return LSC_COMM_TASK_WAIT;
  return begins_with_any (name, transfers) ? LSC_COMM_TASK_TRANSFER : LSC_COMM_TASK_OTHER;
}
