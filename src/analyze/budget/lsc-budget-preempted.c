/* lsc-budget-preempted.c - launches that were late because their thread had no processor
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * budget.md#preempted. Where a trace of the scheduler was recorded beside a GPU trace, it shows
 * when a thread could run, but another had its processor. Worked example: the device idles for
 * 3.17 ms, and for 3.12 ms of that stress-ng-cpu has the processor of the thread that launches
 * next: more than half, so that is why the launch is late.
 */
#include "config.h"

#include "analyze/budget/lsc-budget-private.h"
#include "base/lsc-sort.h"
#include "model/lsc-sched-names.h"

static gint64
find_shared_ns (const LscHostCalls *self, const LscLane *lane, guint32 slice,
                const LscBudgetPiece *piece)
{
  return MIN (piece->end_ns, lsc_lane_get_end_ns (lane, slice) + self->skew_ns) -
         MAX (piece->begin_ns, lane->start_ns[slice] + self->skew_ns);
}

/**
 * _lsc_host_calls_find_preempted:
 * @thread: number of one of the host
 * @piece: idle time for lack of a launch of that thread
 *
 * Cost: O(log n), and the states of the thread meanwhile. Thread: any.
 *
 * Returns: the longest slice in which the thread was pre-empted meanwhile, if it was for half of
 *   the piece or more; %LSC_SLICE_NONE
 */
guint32
_lsc_host_calls_find_preempted (const LscHostCalls *self, guint32 thread,
                                const LscBudgetPiece *piece)
{
  guint32 index = g_array_index (self->scheds, guint32, thread);
  guint32 longest = LSC_SLICE_NONE;
  gint64 longest_ns = 0, sum_ns = 0;
  const LscNode *node;
  const LscLane *lane;
  gsize at;

  if (index == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  node = lsc_timeline_get_node (self->timeline, index);
  lane = node->lane;
  at = LSC_BISECT (i, 0, lane->n,
                   lsc_lane_get_end_ns (lane, (guint32) i) + self->skew_ns <= piece->begin_ns);
  for (; at < lane->n && lane->start_ns[at] + self->skew_ns < piece->end_ns; at++)
    {
      gint64 ns = find_shared_ns (self, lane, (guint32) at, piece);

      if (!lsc_sched_find_preemptor (lsc_timeline_text (self->timeline, lane->name[at])))
        continue;
      sum_ns += ns;
      if (ns <= longest_ns)
        continue;
      longest_ns = ns;
      longest = node->first_id + (guint32) at;
    }
  return sum_ns * 2 >= piece->end_ns - piece->begin_ns ? longest : LSC_SLICE_NONE;
}
