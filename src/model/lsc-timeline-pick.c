/* lsc-timeline-pick.c - some lanes of a timeline, when the rest is no longer needed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-timeline.h"

typedef struct
{
  const LscTimeline *from;
  LscTimeline *to;
  LscNodeFunc is_wanted;
} Pick;

static LscLane *
copy_lane (const LscLane *lane)
{
  LscRawSlices raw = { 0 };

  for (guint32 i = 0; i < lane->n; i++)
    {
      LscRawSlice *slice =
          lsc_raw_slices_add (&raw, lane->start_ns[i], lsc_lane_get_end_ns (lane, i));

      slice->detail = lsc_lane_get_detail (lane, i);
      slice->name = lane->name[i];
      slice->kind = lane->kind[i];
      slice->link = LSC_SLICE_NONE;
    }
  return lsc_lane_new (&raw, lane->rule, NULL);
}

static gboolean
has_wanted (const Pick *self, guint32 node)
{
  const LscNode *data = lsc_timeline_get_node (self->from, node);

  if (data->type == LSC_NODE_LANE)
    return self->is_wanted (data);
  for (guint32 child = data->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (self->from, child)->next)
    if (has_wanted (self, child))
      return TRUE;
  return FALSE;
}

static void
copy_facts (LscNode *to, const LscNode *from)
{
  to->flags = from->flags;
  to->pid = from->pid;
  to->tid = from->tid;
  to->text = g_strdup (from->text);
}

static void
pick_children (const Pick *self, guint32 from, guint32 to)
{
  for (guint32 child = lsc_timeline_get_node (self->from, from)->first_child;
       child != LSC_SLICE_NONE; child = lsc_timeline_get_node (self->from, child)->next)
    {
      const LscNode *data = lsc_timeline_get_node (self->from, child);
      guint32 added;

      if (!has_wanted (self, child))
        continue;
      if (data->type == LSC_NODE_LANE)
        added =
            lsc_timeline_add_lane (self->to, to, data->role, data->name, copy_lane (data->lane));
      else
        added = lsc_timeline_add_group (self->to, to, data->role, data->name);
      copy_facts (lsc_timeline_get_node (self->to, added), data);
      pick_children (self, child, added);
    }
}

/**
 * lsc_timeline_pick:
 * @self: sealed
 * @is_wanted: says of a lane whether it stays
 *
 * Copies the steps and some lanes, with the groups that they are in and with their names, but
 * without links, counters and facts. Lanes below one that does not stay do not either. Cost: O(n
 * log n) of the slices that stay; the strings are shared. Thread: any.
 *
 * Returns: (transfer full): sealed
 */
LscTimeline *
lsc_timeline_pick (const LscTimeline *self, LscNodeFunc is_wanted)
{
  g_return_val_if_fail (self && is_wanted, NULL);

  LscTimeline *picked = lsc_timeline_new (self->source);
  const Pick pick = { self, picked, is_wanted };

  picked->rank = self->rank;
  picked->device = self->device;
  picked->level = self->level;
  picked->is_gpu = self->is_gpu;
  lsc_intern_unref (picked->strings);
  picked->strings = lsc_intern_ref (self->strings);
  for (gsize i = 0; i < self->steps.n; i++)
    lsc_steps_append (&picked->steps, self->steps.items[i]);
  pick_children (&pick, 0, 0);
  lsc_timeline_seal (picked, NULL);
  picked->has_strays = self->has_strays;
  picked->main_begin_ns = self->main_begin_ns;
  picked->main_end_ns = self->main_end_ns;
  return picked;
}
