/* lsc-lane-slices.c - every slice of some lanes, by time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-sort.h"

static int
compare_spots (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscSpot *x = a, *y = b;
  const LscTimeline *timeline = user_data;
  gint64 s = lsc_timeline_get_node (timeline, x->node)->lane->start_ns[x->slice];
  gint64 t = lsc_timeline_get_node (timeline, y->node)->lane->start_ns[y->slice];

  LSC_RETURN_ORDER (s, t);
  LSC_RETURN_ORDER (x->node, y->node);
  return LSC_ORDER (x->slice, y->slice);
}

/** lsc_lane_slices_sort: @spots: (element-type LscSpot): brought into the order of their starts */
void
lsc_lane_slices_sort (GArray *spots, const LscTimeline *timeline)
{
  g_return_if_fail (spots && timeline);
  g_array_sort_with_data (spots, compare_spots, (gpointer) timeline);
}

/* Slices of a row that touch the range stand side by side: none overlaps another. */
static void
add_row (const LscRange *range, guint32 node, guint32 row, GArray *spots)
{
  const LscLane *lane = lsc_timeline_get_node (range->timeline, node)->lane;

  for (guint32 i = lsc_lane_find_first (lane, row, range->begin_ns);
       i < lane->row_begin[row + 1] && lane->start_ns[i] < range->end_ns; i++)
    {
      LscSpot spot = { node, i };

      if (lsc_lane_get_end_ns (lane, i) > range->begin_ns || lane->start_ns[i] >= range->begin_ns)
        g_array_append_val (spots, spot);
    }
}

/**
 * lsc_lane_slices_list:
 * @range: lanes, and a time that slices touch; its other members do not count
 *
 * Cost: O(n log n) of what is found. Thread: any.
 *
 * Returns: (transfer full) (element-type LscSpot): the slices by start
 */
GArray *
lsc_lane_slices_list (const LscRange *range)
{
  GArray *spots = g_array_new (FALSE, FALSE, sizeof (LscSpot));

  g_return_val_if_fail (range && range->timeline, spots);
  for (gsize i = 0; i < range->n_nodes; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (range->timeline, range->nodes[i])->lane;

      for (guint32 row = 0; lane && row < lane->n_rows; row++)
        add_row (range, range->nodes[i], row, spots);
    }
  lsc_lane_slices_sort (spots, range->timeline);
  return spots;
}
