/* lsc-core-clocks.c - counters of the frequency that the device of a rank computes at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-core-clocks.h"

/* findings.md#frequency. Recordings of GPUs may have the clocks of all devices of the host, of
 * which only that of the rank's own says anything about its kernels. */

/* A rank that computes on several devices has no clock of its own. */
static gboolean
has_one_device (const LscTimeline *timeline)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_STREAM && node->lane && node->pid != timeline->device)
        return FALSE;
    }
  return timeline->device >= 0;
}

static gboolean
is_core_clock (const LscTimeline *timeline, const LscNode *node)
{
  if (node->role != LSC_ROLE_COUNTER || !node->series)
    return FALSE;
  if (timeline->is_gpu)
    return g_str_has_prefix (node->name, LSC_CORE_CLOCK_GPU) && node->pid == timeline->device;
  return g_str_has_prefix (node->name, LSC_CORE_CLOCK_ASCEND);
}

/**
 * lsc_core_clocks_list:
 * @out: (element-type const LscCounter *): gets the frequency of each die, in MHz; borrowed
 *
 * Cost: O(nodes). Thread: any. Source: AICORE_FREQ, counters `SM Clock (MHz)` of the rank's GPU.
 */
void
lsc_core_clocks_list (const LscTimeline *timeline, GArray *out)
{
  g_return_if_fail (timeline && out);

  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (!is_core_clock (timeline, node))
        continue;
      for (guint k = 0; k < node->series->len; k++)
        {
          const LscCounter *series = g_ptr_array_index (node->series, k);

          if (series->unit == LSC_COUNTER_UNIT_MHZ && series->samples.n > 0)
            g_array_append_val (out, series);
        }
    }
  if (timeline->is_gpu && out->len > 0 && !has_one_device (timeline))
    g_array_set_size (out, 0);
}
