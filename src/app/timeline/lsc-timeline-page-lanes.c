/* lsc-timeline-page-lanes.c - what is asked of the lane in focus
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-page-private.h"
#include "app/timeline/lsc-timeline-panels.h"

static const LscStrip *
get_strip (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);

  return lsc_timeline_layout_get_strip (view->layout, view->focus_strip);
}

/**
 * _lsc_timeline_page_list_lanes:
 *
 * Returns: (transfer full) (nullable) (element-type utf8): paths of the lanes of the strip in
 * focus: several where lanes are merged; %NULL on a group or a rank
 */
GPtrArray *
_lsc_timeline_page_list_lanes (LscTimelinePage *self)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (self->chart);
  const LscStrip *strip = get_strip (self);
  GPtrArray *paths;

  if (!strip || (strip->type != LSC_STRIP_LANE && strip->type != LSC_STRIP_COUNTER))
    return NULL;
  paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (paths, lsc_timeline_layout_get_path (layout, strip->rank, strip->node));
  for (guint i = 0; strip->merged && i < strip->merged->len; i++)
    g_ptr_array_add (paths, lsc_timeline_layout_get_path (
                                layout, strip->rank, g_array_index (strip->merged, guint32, i)));
  return paths;
}

static void
list_events (LscTimelinePage *self)
{
  const LscStrip *strip = get_strip (self);
  g_autoptr (GPtrArray) paths = NULL;

  if (strip && strip->type == LSC_STRIP_COUNTER)
    {
      lsc_timeline_page_say (self, _ ("A counter has samples and no events. Select a lane."));
      return;
    }
  paths = _lsc_timeline_page_list_lanes (self);
  if (!paths)
    {
      lsc_timeline_page_say (self, _ ("Select a lane first: its events are listed."));
      return;
    }
  g_clear_pointer (&self->listed_lanes, g_ptr_array_unref);
  self->listed_lanes = g_steal_pointer (&paths);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_LANES);
  lsc_app_page_show_panel (LSC_APP_PAGE (self), LSC_TIMELINE_TAB_EVENTS);
}

/**
 * lsc_timeline_page_get_listed_lanes:
 *
 * Returns: (transfer none) (nullable) (element-type utf8): paths of the lanes, all of one rank,
 *   whose events are to be listed
 */
GPtrArray *
lsc_timeline_page_get_listed_lanes (LscTimelinePage *self)
{
  g_return_val_if_fail (LSC_IS_TIMELINE_PAGE (self), NULL);
  return self->listed_lanes;
}

const LscAppPageAction _lsc_timeline_page_lane_actions[] = {
  { "timeline.lane-events", G_CALLBACK (list_events) },
  { NULL },
};
