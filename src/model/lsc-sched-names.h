/* lsc-sched-names.h - names in lanes of what the scheduler did to threads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* lanes.md#scheduler. Names of lanes and slices are not translated, as those of recordings. */

#define LSC_SCHED_LANE "Scheduler"
#define LSC_SCHED_PREEMPTED_BY "Pre-empted by "

/** Returns: (nullable): who had the processor, by the name of a slice; a part of @name */
static inline const char *
lsc_sched_find_preemptor (const char *name)
{
  return name && g_str_has_prefix (name, LSC_SCHED_PREEMPTED_BY)
             ? name + strlen (LSC_SCHED_PREEMPTED_BY)
             : NULL;
}

G_END_DECLS
