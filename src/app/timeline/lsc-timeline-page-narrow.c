/* lsc-timeline-page-narrow.c - what of the recording all pages show, on the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-page-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"

#define MOST_LOADED 8 /* chosen ranks that are read without being asked for */

/* Returns: (nullable): the rank that is chosen in the window, once it is there */
static LscTimeline *
get_timeline (LscTimelinePage *self, guint32 *rank)
{
  LscSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self))->source;

  *rank = source ? _lsc_timeline_page_find_source (self, source) : LSC_SLICE_NONE;
  return *rank != LSC_SLICE_NONE
             ? lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (self), *rank)
             : NULL;
}

/* ---- times ---- */

/* Returns: whether the rank recorded the step that is chosen */
static gboolean
find_step (const LscTimeline *timeline, LscSelection *selection, LscInterval *range)
{
  const LscSteps *steps = lsc_timeline_get_steps (timeline);
  gint64 wanted;

  if (!lsc_selection_get_step (selection, &wanted))
    return FALSE;
  for (gsize i = 0; i < steps->n; i++)
    if (steps->items[i].id == wanted)
      {
        *range = (LscInterval){ steps->items[i].start_ns, steps->items[i].end_ns };
        return TRUE;
      }
  return FALSE;
}

static void
show_time (LscTimelinePage *self, guint32 rank, LscInterval range, gboolean is_range)
{
  gint64 offset = lsc_timeline_layout_get_offset (lsc_timeline_page_get_layout (self), rank);

  if (is_range)
    lsc_timeline_chart_set_range (self->chart, range.begin_ns - offset, range.end_ns - offset,
                                  NULL);
  lsc_chart_show_time (LSC_CHART (self->chart), range.begin_ns - offset, range.end_ns - offset);
}

/* A range is more than the step that it is in. Returns what of both is shown */
static guint
take_times (LscTimelinePage *self, LscSelection *selection, guint changed)
{
  guint32 rank;
  LscTimeline *timeline = get_timeline (self, &rank);
  LscInterval step = { 0, 0 }, range = { 0, 0 }; /* what is not chosen is not shown either */
  guint followed = 0;

  if (!timeline)
    return 0;
  if (lsc_selection_get_range (selection, timeline->source, &range.begin_ns, &range.end_ns))
    followed |= LSC_NARROW_RANGE;
  if (find_step (timeline, selection, &step))
    followed |= LSC_NARROW_STEP;
  if ((changed & LSC_NARROW_RANGE) && (followed & LSC_NARROW_RANGE))
    show_time (self, rank, range, TRUE);
  else if ((changed & LSC_NARROW_RANGE) && self->is_narrowed_to_range)
    lsc_timeline_chart_clear_range (self->chart);
  else if ((changed & LSC_NARROW_STEP) && (followed & LSC_NARROW_STEP))
    show_time (self, rank, step, FALSE);
  if (changed & LSC_NARROW_RANGE)
    self->is_narrowed_to_range = (followed & LSC_NARROW_RANGE) != 0;
  return followed;
}

/* ---- ranks and names ---- */

/* Reads those that are chosen. Returns whether no others are shown */
static gboolean
take_ranks (LscTimelinePage *self, LscSelection *selection, gboolean is_changed)
{
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (self);
  const GArray *ranks = lsc_selection_get_ranks (selection);

  for (guint i = 0; is_changed && i < ranks->len && ranks->len <= MOST_LOADED; i++)
    {
      guint32 rank = _lsc_timeline_page_find_rank (self, g_array_index (ranks, gint64, i));

      if (rank != LSC_SLICE_NONE && !lsc_timeline_layout_get_timeline (layout, rank))
        _lsc_timeline_page_load (self, rank, FALSE);
    }
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    if (lsc_timeline_layout_get_timeline (layout, i) &&
        !lsc_selection_has_rank (selection,
                                 ((LscTimelineRank *) self->ranks->pdata[i])->source->rank))
      return FALSE;
  return TRUE;
}

/* What has the name is marked, as what is searched for. */
static gboolean
take_name (LscTimelinePage *self, LscSelection *selection, gboolean is_changed)
{
  const char *op = lsc_selection_get_op (selection);
  GtkEditable *entry = GTK_EDITABLE (self->search);

  if (is_changed && (op || self->is_narrowed_to_name))
    {
      gtk_editable_set_text (entry, op ? op : "");
      _lsc_timeline_page_search_restart (self);
      self->is_narrowed_to_name = op != NULL;
    }
  return op && g_str_equal (gtk_editable_get_text (entry), op);
}

/** _lsc_timeline_page_take_selection: shows what is chosen for all pages */
guint
_lsc_timeline_page_take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  guint32 rank;
  guint followed = 0;

  if (!get_timeline (self, &rank))
    {
      self->unnarrowed |= changed; /* once it is there */
      return 0;
    }
  changed |= self->unnarrowed;
  self->unnarrowed = 0;
  if (take_ranks (self, selection, (changed & LSC_NARROW_RANKS) != 0))
    followed |= LSC_NARROW_RANKS;
  if (take_name (self, selection, (changed & LSC_NARROW_OP) != 0))
    followed |= LSC_NARROW_OP;
  return followed | take_times (self, selection, changed);
}

/* ---- actions ---- */

static void
only_range (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self))->source;
  guint32 rank;
  gint64 offset;

  if (!view->has_range || !get_timeline (self, &rank))
    {
      lsc_timeline_page_say (self, _ ("Select a range first: drag in the lanes or the ruler."));
      return;
    }
  offset = lsc_timeline_layout_get_offset (view->layout, rank);
  lsc_selection_set_range (lsc_app_page_get_selection (LSC_APP_PAGE (self)), source,
                           view->range_begin_ns + offset, view->range_end_ns + offset);
}

static void
only_name (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscTimelineSpot spot = view->selected;
  const LscLane *lane = lsc_timeline_view_get_lane (view, &spot);
  LscTimeline *timeline = lane ? lsc_timeline_layout_get_timeline (view->layout, spot.rank) : NULL;

  if (!timeline)
    lsc_timeline_page_say (self, _ ("Select a slice first."));
  else
    lsc_selection_set_op (lsc_app_page_get_selection (LSC_APP_PAGE (self)),
                          lsc_timeline_text (timeline, lane->name[spot.spot.slice]));
}

const LscAppPageAction _lsc_timeline_page_narrow_actions[] = {
  { "timeline.only-range", G_CALLBACK (only_range) },
  { "timeline.only-name", G_CALLBACK (only_name) },
  { NULL },
};
