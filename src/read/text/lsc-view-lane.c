/* lsc-view-lane.c - a lane on its way from a text export to the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

void
_lsc_view_lane_free (gpointer data)
{
  LscViewLane *self = data;

  g_free (self->name);
  g_free (self->text);
  lsc_raw_slices_clear (&self->raw);
  g_free (self->links);
  lsc_lane_free (self->lane);
  g_free (self);
}

/** Returns: (transfer none): a new lane of the tree */
LscViewLane *
_lsc_view_add_lane (LscView *self, LscViewClass class, guint track, const char *name)
{
  LscViewLane *lane = g_new0 (LscViewLane, 1);

  lane->class = class;
  lane->track = track;
  lane->name = g_strdup (name);
  lane->pid = lane->tid = -1;
  lane->node = LSC_SLICE_NONE;
  lane->group = G_MAXUINT;
  g_ptr_array_add (self->lanes, lane);
  return lane;
}
