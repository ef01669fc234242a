/* lsc-step-rows.c - rows of device events, and slices by their number
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch.h"
#include "analyze/step/lsc-step-private.h"

static guint32
find_start (const LscRowPart *part, gint64 time_ns)
{
  return _lsc_lane_find_start (part->lane, part->begin, part->end, time_ns);
}

/* Slices of a row never overlap, so those that stand out of the main time are at its ends. */
static void
leave_out_strays (const LscTimeline *timeline, LscRowPart *part)
{
  if (!timeline->has_strays)
    return;
  part->begin = find_start (part, timeline->main_begin_ns);
  while (part->end > part->begin &&
         lsc_lane_get_end_ns (part->lane, part->end - 1) > timeline->main_end_ns)
    part->end--;
}

static void
add_rows (const LscTimeline *timeline, guint32 index, guint32 most_rows, LscRowParts *parts)
{
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  guint32 n_rows = MIN (node->lane->n_rows, most_rows);

  for (guint32 row = 0; row < n_rows; row++)
    {
      LscRowPart part = { node->lane, index, node->first_id, node->lane->row_begin[row],
                          node->lane->row_begin[row + 1] };

      leave_out_strays (timeline, &part);
      lsc_row_parts_append (parts, part);
    }
}

/**
 * _lsc_row_parts_collect:
 * @most_rows: rows of a lane to take
 * @requests: (array length=n): where rows of lanes of which roles are added, in the order of the
 *   nodes; whole but for stray slices
 *
 * Cost: O(nodes).
 */
void
_lsc_row_parts_collect (const LscTimeline *timeline, guint32 most_rows,
                        const LscRowRequest *requests, gsize n)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (gsize k = 0; k < n && node->type == LSC_NODE_LANE; k++)
        if (node->role == requests[k].role)
          add_rows (timeline, i, most_rows, requests[k].parts);
    }
}

/**
 * _lsc_row_part_between:
 *
 * Cost: O(log n).
 *
 * Returns: the slices of @part that start in [@begin_ns, @end_ns)
 */
LscRowPart
_lsc_row_part_between (const LscRowPart *part, gint64 begin_ns, gint64 end_ns)
{
  LscRowPart between = *part;

  between.begin = find_start (part, begin_ns);
  between.end = MAX (between.begin, find_start (part, end_ns));
  return between;
}

/** Works as long as no nodes are added. */
void
_lsc_slice_map_init (LscSliceMap *self, const LscTimeline *timeline)
{
  *self = (LscSliceMap){ .timeline = timeline };
}

/** Makes the lane that holds @id the last hit: the last node that begins there or before. */
void
_lsc_slice_map_seek (LscSliceMap *self, guint32 id)
{
  const LscTimeline *timeline = self->timeline;
  guint32 low = 0, high = timeline->nodes->len;

  if (id < self->begin)
    high = self->node_index;
  else
    {
      guint32 step = 1;

      low = self->node_index;
      for (; step < high - low && lsc_timeline_get_node (timeline, low + step)->first_id <= id;
           step *= 2)
        low += step;
      high = step < high - low ? low + step : high;
    }
  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (lsc_timeline_get_node (timeline, middle)->first_id <= id)
        low = middle;
      else
        high = middle;
    }
  self->node_index = low;
  self->node = lsc_timeline_get_node (timeline, low);
  self->begin = self->node->first_id;
  self->end = self->begin + (guint32) self->node->lane->n;
}

/** Returns: ns of merged intervals inside [@begin_ns, @end_ns). Cost: O(log n + those inside). */
gint64
_lsc_intervals_length_in (const LscIntervals *self, gint64 begin_ns, gint64 end_ns)
{
  gint64 sum = 0;

  for (gsize i = lsc_intervals_find (self, begin_ns);
       i < self->n && self->items[i].begin_ns < end_ns; i++)
    sum += MIN (self->items[i].end_ns, end_ns) - MAX (self->items[i].begin_ns, begin_ns);
  return sum;
}

static gboolean
find_link_to (const LscTimeline *timeline, guint32 id, guint32 kind, guint32 *from)
{
  gsize first, n = lsc_links_find_to (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (link->kind == kind)
        {
          *from = link->from;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * lsc_find_launch:
 * @device_id: an event of the device
 * @launch_id: (out): the launch that caused it; of a communication operator without a launch of its
 *   own, that of one of its tasks
 *
 * Cost: O(log links).
 *
 * Returns: whether one is recorded
 */
gboolean
lsc_find_launch (const LscTimeline *timeline, guint32 device_id, guint32 *launch_id)
{
  gsize first, n;

  if (find_link_to (timeline, device_id, LSC_LINK_LAUNCH, launch_id))
    return TRUE;
  n = lsc_links_find_from (&timeline->links, device_id, &first);
  for (gsize i = 0; i < n; i++)
    if (timeline->links.items[first + i].kind == LSC_LINK_COMM_TASK &&
        find_link_to (timeline, timeline->links.items[first + i].to, LSC_LINK_LAUNCH, launch_id))
      return TRUE;
  return FALSE;
}
