/* lsc-timeline-chart-select.c - selected slice and range of the timeline widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-chart-private.h"

/* What one jumps to fills so much of the window, with what is around it. */
#define LANDED_SHARE (2.0 / 3.0)
#define LEAST_LANDED_NS 10 /* of the window */
#define EDGE_SHARE 0.01    /* of the window beside the recording */
#define LEAST_SEEN_PX 3.0  /* narrower slices are hard to see */
#define REVEALED_AT 0.3    /* of the height: what opens below takes from its end */
#define WELL_SEEN_PX 24.0  /* to which they are zoomed */

gboolean
_lsc_timeline_chart_spot_is (const LscTimelineSpot *spot)
{
  return spot->rank != LSC_SLICE_NONE && spot->spot.slice != LSC_SLICE_NONE;
}

static LscTimeline *
get_timeline (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  return _lsc_timeline_chart_spot_is (spot)
             ? lsc_timeline_layout_get_timeline (self->layout, spot->rank)
             : NULL;
}

/* Nothing is selected any more, and there is no range. */
void
_lsc_timeline_chart_forget_spots (LscTimelineChart *self)
{
  self->view.selected = self->view.hovered = LSC_TIMELINE_SPOT_NONE;
  self->view.chosen_link = LSC_SLICE_NONE;
  self->view.same_name = NULL;
  g_clear_pointer (&self->same_name, g_free);
  g_array_set_size (self->crumbs, 0);
  g_ptr_array_set_size (self->selected_paths, 0);
  self->view.has_range = FALSE;
  if (self->view.range_paths)
    g_array_unref ((GArray *) self->view.range_paths);
  self->view.range_paths = NULL;
  lsc_chart_selection_changed (LSC_CHART (self));
  _lsc_timeline_chart_range_changed (self);
}

/* ---- the slice ---- */

/**
 * lsc_timeline_chart_get_selected:
 *
 * Returns: the selected slice; its rank is %LSC_SLICE_NONE when there is none
 */
LscTimelineSpot
lsc_timeline_chart_get_selected (LscTimelineChart *self)
{
  return self->view.selected;
}

/**
 * lsc_timeline_chart_get_slice_time:
 * @begin_ns: (out): aligned
 * @end_ns: (out): aligned
 *
 * Returns: whether there is such a slice
 */
gboolean
lsc_timeline_chart_get_slice_time (LscTimelineChart *self, const LscTimelineSpot *spot,
                                   gint64 *begin_ns, gint64 *end_ns)
{
  const LscLane *lane;
  gint64 offset;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self) && spot && begin_ns && end_ns, FALSE);
  lane = lsc_timeline_view_get_lane (&self->view, spot);
  if (!lane)
    return FALSE;
  offset = lsc_timeline_layout_get_node_offset (self->layout, spot->rank, spot->spot.node);
  *begin_ns = lane->start_ns[spot->spot.slice] - offset;
  *end_ns = lsc_lane_get_end_ns (lane, spot->spot.slice) - offset;
  return TRUE;
}

static void
focus_lane_of (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  gsize strip = lsc_timeline_layout_find_strip (self->layout, spot->rank, spot->spot.node);

  if (strip != G_MAXSIZE && strip < lsc_timeline_layout_get_n_strips (self->layout))
    self->view.focus_strip = strip;
}

static void
set_selected (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  const LscLane *lane = spot ? lsc_timeline_view_get_lane (&self->view, spot) : NULL;

  self->view.selected = lane ? *spot : LSC_TIMELINE_SPOT_NONE;
  self->view.chosen_link = LSC_SLICE_NONE;
  self->view.same_name = NULL;
  g_clear_pointer (&self->same_name, g_free);
  if (lane)
    focus_lane_of (self, spot);
  if (self->slice_menu)
    lsc_chart_set_menu (LSC_CHART (self), lane ? self->slice_menu : self->lane_menu);
  /* Slices that were computed are all named after their lane: nothing to point out. */
  if (lane && lane->kind[spot->spot.slice] < LSC_SLICE_COMPUTING)
    {
      LscTimeline *timeline = get_timeline (self, spot);

      self->same_name =
          g_strdup (lsc_timeline_text (timeline, lane->name[self->view.selected.spot.slice]));
      self->view.same_name = self->same_name;
    }
  lsc_chart_invalidate (LSC_CHART (self), LSC_CHART_DIRTY_FRAME);
  lsc_chart_selection_changed (LSC_CHART (self));
}

/**
 * lsc_timeline_chart_select:
 * @spot: (nullable): %NULL = nothing
 */
void
lsc_timeline_chart_select (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  g_array_set_size (self->crumbs, 0);
  set_selected (self, spot);
}

/* Scrolls so that the slice's row is visible, with others around it; its lane is opened first. */
static void
reveal_row (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  LscTimelineView *view = &self->view;
  double x0, y0, x1, y1;
  double top = view->ruler_height + lsc_timeline_layout_get_pinned_height (self->layout);
  const LscLane *lane = lsc_timeline_view_get_lane (view, spot);
  gsize strip;

  lsc_timeline_layout_reveal (self->layout, spot->rank, spot->spot.node);
  if (lane && lsc_lane_get_row (lane, spot->spot.slice) > 0)
    lsc_timeline_layout_unfold (self->layout, spot->rank, spot->spot.node);
  strip = lsc_timeline_layout_find_strip (self->layout, spot->rank, spot->spot.node);
  if (strip == G_MAXSIZE || !lsc_timeline_view_slice_box (view, spot, &x0, &y0, &x1, &y1) ||
      lsc_timeline_layout_get_strip (self->layout, strip)->is_pinned)
    return;
  if (y0 < top + 4 || y1 > view->port.height - 8)
    view->port.scroll_y += y0 - top - REVEALED_AT * (view->port.height - top);
}

/* A panel that opens, or a legend that grows, does not cover the row of the selected slice. */
void
_lsc_timeline_chart_height_changed (LscChart *chart)
{
  LscTimelineChart *self = LSC_TIMELINE_CHART (chart);
  const LscTimelineSpot *spot = &self->view.selected;
  double x0, y0, x1, y1, before_px = self->height_px;

  self->height_px = self->view.port.height;
  if (lsc_timeline_view_get_lane (&self->view, spot) &&
      lsc_timeline_view_slice_box (&self->view, spot, &x0, &y0, &x1, &y1) &&
      (before_px <= 0 || y1 <= before_px))
    reveal_row (self, spot);
}

/* Time beside the recording shows nothing. */
static void
keep_inside (LscTimelineView *view)
{
  gint64 begin_ns, end_ns;
  double margin, before, behind;

  if (!lsc_timeline_layout_get_extent (view->layout, &begin_ns, &end_ns))
    return;
  margin = EDGE_SHARE * view->port.span_ns;
  before = (double) (begin_ns - view->port.begin_ns) - margin;
  behind = (double) (view->port.begin_ns - end_ns) + view->port.span_ns - margin;
  if (before + behind > 0) /* all of it is seen */
    return;
  if (before > 0)
    lsc_viewport_set_begin (&view->port, view->port.begin_ns, before);
  else if (behind > 0)
    lsc_viewport_set_begin (&view->port, view->port.begin_ns, -behind);
}

/* Returns: the span of the window in which a slice is seen, not narrower than some px if @is_wide
 */
static double
choose_span (const LscTimelineView *view, double length_ns, gboolean is_wide)
{
  double span_ns = view->port.span_ns;
  double px_ns = span_ns / MAX (view->port.width - view->port.header_width, 1);

  if (length_ns > span_ns * LANDED_SHARE)
    return length_ns / LANDED_SHARE;
  if (is_wide && length_ns > 0 && length_ns < LEAST_SEEN_PX * px_ns)
    return span_ns * length_ns / (WELL_SEEN_PX * px_ns);
  return span_ns;
}

static void
reveal (LscTimelineChart *self, const LscTimelineSpot *spot, gboolean is_wide)
{
  LscViewPlace before = lsc_viewport_get_place (&self->view.port);
  LscTimelineView *view = &self->view;
  gint64 begin_ns, end_ns;
  double span, center;

  if (!lsc_timeline_chart_get_slice_time (self, spot, &begin_ns, &end_ns))
    return;
  span = (double) (end_ns - begin_ns);
  /* the span first: where the middle lies depends on it */
  view->port.span_ns = choose_span (view, span, is_wide);
  center = (double) (begin_ns - view->port.begin_ns) - view->port.begin_fraction + span / 2;
  /* What is seen already stays where it is, unless it is at the very edge. */
  if (center < 0.02 * view->port.span_ns || center > 0.98 * view->port.span_ns ||
      view->port.span_ns != before.span_ns)
    {
      lsc_viewport_set_begin (&view->port, begin_ns, (span - view->port.span_ns) / 2);
      keep_inside (view);
    }
  reveal_row (self, spot);
  if (view->port.begin_ns != before.begin_ns || view->port.span_ns != before.span_ns ||
      view->port.scroll_y != before.scroll_y)
    lsc_chart_note (LSC_CHART (self), LSC_MOVE_JUMP, &before);
  lsc_chart_changed (LSC_CHART (self));
}

/**
 * lsc_timeline_chart_reveal:
 * @spot: a slice
 *
 * Moves the view so that a slice is seen; nothing moves when it is seen already.
 */
void
lsc_timeline_chart_reveal (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && spot);
  reveal (self, spot, FALSE);
}

/**
 * lsc_timeline_chart_point_out:
 * @spot: a slice
 *
 * Moves the view so that a slice is seen, and zooms in where it would be too narrow for that.
 */
void
lsc_timeline_chart_point_out (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && spot);
  reveal (self, spot, TRUE);
}

/**
 * lsc_timeline_chart_land:
 * @spot: (nullable): whose lane is brought into sight
 * @begin_ns: aligned
 * @end_ns: aligned
 *
 * Shows a time with what is around it: it fills two thirds of the window, also when that becomes
 * wider or narrower, until the user moves.
 */
void
lsc_timeline_chart_land (LscTimelineChart *self, const LscTimelineSpot *spot, gint64 begin_ns,
                         gint64 end_ns)
{
  gint64 beside_ns;

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && end_ns >= begin_ns);
  beside_ns = (gint64) ((double) (end_ns - begin_ns) * (1 / LANDED_SHARE - 1) / 2);
  beside_ns = MAX (beside_ns, (LEAST_LANDED_NS - (end_ns - begin_ns)) / 2);
  lsc_chart_show_time (LSC_CHART (self), lsc_ns_add (begin_ns, -beside_ns),
                       lsc_ns_add (end_ns, beside_ns));
  if (spot && lsc_timeline_view_get_lane (&self->view, spot))
    {
      reveal_row (self, spot);
      focus_lane_of (self, spot); /* it may have been closed before */
      lsc_chart_changed (LSC_CHART (self));
    }
}

/* Returns: whether there is such a slice; it is selected then, and crumbs stay */
gboolean
_lsc_timeline_chart_go (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  if (!lsc_timeline_view_get_lane (&self->view, spot))
    return FALSE;
  set_selected (self, spot);
  lsc_timeline_chart_reveal (self, spot);
  focus_lane_of (self, spot); /* its lane may have been closed before */
  return TRUE;
}

/* The scale stays. */
static gboolean
centre_slice (LscTimelineChart *self)
{
  LscTimelineSpot spot = self->view.selected;
  gint64 begin_ns, end_ns;

  if (!lsc_timeline_chart_get_slice_time (self, &spot, &begin_ns, &end_ns))
    return FALSE;
  lsc_chart_note (LSC_CHART (self), LSC_MOVE_JUMP, NULL);
  self->view.port.begin_fraction = 0;
  self->view.port.begin_ns =
      begin_ns + (end_ns - begin_ns) / 2 - (gint64) (self->view.port.span_ns / 2);
  reveal_row (self, &spot);
  lsc_chart_changed (LSC_CHART (self));
  return TRUE;
}

/** lsc_timeline_chart_fit_slice: Returns: whether there is such a slice, with which one lands */
gboolean
lsc_timeline_chart_fit_slice (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  gint64 begin_ns, end_ns;

  if (!lsc_timeline_chart_get_slice_time (self, spot, &begin_ns, &end_ns))
    return FALSE;
  lsc_timeline_chart_land (self, spot, begin_ns, end_ns);
  return TRUE;
}

static gboolean
fit_selected (LscTimelineChart *self)
{
  LscTimelineSpot spot = self->view.selected;

  return lsc_timeline_chart_fit_slice (self, &spot);
}

/* ---- stepping ---- */

/* The lane that keys act on: that of the slice, else the one in focus, else the first. */
static gboolean
get_current_lane (LscTimelineChart *self, guint32 *rank, guint32 *node)
{
  gsize n = lsc_timeline_layout_get_n_strips (self->layout);

  if (self->view.focus_strip < n)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (self->layout, self->view.focus_strip);

      if (strip->type == LSC_STRIP_LANE)
        {
          *rank = strip->rank;
          *node = strip->node;
          return TRUE;
        }
    }
  if (_lsc_timeline_chart_spot_is (&self->view.selected))
    {
      *rank = self->view.selected.rank;
      *node = self->view.selected.spot.node;
      return TRUE;
    }
  for (gsize i = 0; i < n; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (self->layout, i);

      if (strip->type != LSC_STRIP_LANE)
        continue;
      *rank = strip->rank;
      *node = strip->node;
      return TRUE;
    }
  return FALSE;
}

static guint32
find_extreme (const LscLane *lane, gboolean last)
{
  guint32 found = LSC_SLICE_NONE;

  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 slice = last ? lane->row_begin[row + 1] - 1 : lane->row_begin[row];

      if (lane->row_begin[row + 1] == lane->row_begin[row])
        continue;
      if (found == LSC_SLICE_NONE || (last ? lane->start_ns[slice] > lane->start_ns[found]
                                           : lane->start_ns[slice] < lane->start_ns[found]))
        found = slice;
    }
  return found;
}

/* The first slice of a lane that starts in the visible time, or reaches into it. */
static guint32
find_first_visible (LscTimelineChart *self, const LscLane *lane, const LscTimelineSpot *spot)
{
  LscRowStretch stretch =
      lsc_timeline_layout_get_lane_stretch (self->layout, spot->rank, spot->spot.node);
  gint64 begin_ns = lsc_row_from_axis (&stretch, self->view.port.begin_ns);

  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 slice = lsc_lane_find_first (lane, row, begin_ns);

      if (slice != LSC_SLICE_NONE && slice < lane->row_begin[row + 1] &&
          (double) (lane->start_ns[slice] - begin_ns) < self->view.port.span_ns)
        return slice;
    }
  return LSC_SLICE_NONE;
}

enum
{
  STEP_FIRST_VISIBLE,
  STEP_FIRST,
  STEP_LAST,
  STEP_NEXT,
  STEP_PREVIOUS,
  STEP_PARENT,
  STEP_CHILD,
};

static guint32
find_child (const LscLane *lane, guint32 slice)
{
  LscIndexes children = { 0 };
  guint32 found = LSC_SLICE_NONE;

  lsc_lane_get_children (lane, slice, &children);
  if (children.n > 0)
    found = children.items[0];
  lsc_indexes_clear (&children);
  return found;
}

static gboolean
step_slice (LscTimelineChart *self, int step)
{
  LscTimelineSpot spot = self->view.selected;
  const LscLane *lane = lsc_timeline_view_get_lane (&self->view, &spot);
  guint32 slice = spot.spot.slice;

  if (!lane || step <= STEP_LAST)
    {
      LscTimeline *timeline;

      if (!get_current_lane (self, &spot.rank, &spot.spot.node))
        return FALSE;
      timeline = lsc_timeline_layout_get_timeline (self->layout, spot.rank);
      lane = timeline ? lsc_timeline_get_node (timeline, spot.spot.node)->lane : NULL;
      if (!lane || lane->n == 0)
        return FALSE;
      if (step > STEP_LAST)
        step = STEP_FIRST_VISIBLE;
    }
  if (step == STEP_FIRST_VISIBLE)
    slice = find_first_visible (self, lane, &spot);
  else if (step == STEP_FIRST || step == STEP_LAST)
    slice = find_extreme (lane, step == STEP_LAST);
  else if (step == STEP_PARENT)
    slice = lsc_lane_get_parent (lane, slice);
  else if (step == STEP_CHILD)
    slice = find_child (lane, slice);
  else
    slice =
        step == STEP_NEXT ? lsc_lane_get_next (lane, slice) : lsc_lane_get_previous (lane, slice);
  spot.spot.slice = slice;
  g_array_set_size (self->crumbs, 0);
  return _lsc_timeline_chart_go (self, &spot);
}

/* ---- the range ---- */

static void
free_path (gpointer item)
{
  g_free (*(char **) item);
}

/**
 * lsc_timeline_chart_set_range:
 * @begin_ns: aligned
 * @end_ns: aligned
 * @paths: (nullable): lanes it is restricted to, %NULL = all
 *
 * Selects a time range.
 */
void
lsc_timeline_chart_set_range (LscTimelineChart *self, gint64 begin_ns, gint64 end_ns,
                              const char *const *paths)
{
  GArray *copy = NULL;

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  for (gsize i = 0; paths && paths[i]; i++)
    {
      char *path = g_strdup (paths[i]);

      if (!copy)
        {
          copy = g_array_new (FALSE, FALSE, sizeof (char *));
          g_array_set_clear_func (copy, free_path);
        }
      g_array_append_val (copy, path);
    }
  if (self->view.range_paths)
    g_array_unref ((GArray *) self->view.range_paths);
  self->view.range_paths = copy;
  self->view.has_range = TRUE;
  self->view.range_begin_ns = MIN (begin_ns, end_ns);
  self->view.range_end_ns = MAX (begin_ns, end_ns);
  _lsc_timeline_chart_range_changed (self);
}

/** lsc_timeline_chart_clear_range: no range is selected any more */
void
lsc_timeline_chart_clear_range (LscTimelineChart *self)
{
  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  if (!self->view.has_range)
    return;
  self->view.has_range = FALSE;
  if (self->view.range_paths)
    g_array_unref ((GArray *) self->view.range_paths);
  self->view.range_paths = NULL;
  _lsc_timeline_chart_range_changed (self);
}

/* M: the selected slice becomes the range; the same range again removes it. */
static gboolean
range_from_slice (LscTimelineChart *self)
{
  gint64 begin_ns, end_ns;

  if (!lsc_timeline_chart_get_slice_time (self, &self->view.selected, &begin_ns, &end_ns))
    {
      gboolean had_range = self->view.has_range;

      lsc_timeline_chart_clear_range (self);
      return had_range;
    }
  if (self->view.has_range && self->view.range_begin_ns == begin_ns &&
      self->view.range_end_ns == end_ns)
    lsc_timeline_chart_clear_range (self);
  else
    lsc_timeline_chart_set_range (self, begin_ns, end_ns, NULL);
  return TRUE;
}

/* Takes the next slice of the lane into the range and selects it. */
static gboolean
extend_range (LscTimelineChart *self, gboolean later)
{
  gint64 begin_ns, end_ns, from_ns, to_ns;
  LscTimelineSpot spot = self->view.selected;

  if (!lsc_timeline_chart_get_slice_time (self, &spot, &from_ns, &to_ns))
    return step_slice (self, STEP_FIRST_VISIBLE) && range_from_slice (self);
  if (self->view.has_range)
    {
      from_ns = MIN (from_ns, self->view.range_begin_ns);
      to_ns = MAX (to_ns, self->view.range_end_ns);
      if (!step_slice (self, later ? STEP_NEXT : STEP_PREVIOUS) ||
          !lsc_timeline_chart_get_slice_time (self, &self->view.selected, &begin_ns, &end_ns))
        return FALSE;
      from_ns = MIN (from_ns, begin_ns);
      to_ns = MAX (to_ns, end_ns);
    }
  lsc_timeline_chart_set_range (self, from_ns, to_ns, NULL);
  return TRUE;
}

static gboolean
range_visible (LscTimelineChart *self)
{
  lsc_timeline_chart_set_range (
      self, self->view.port.begin_ns,
      self->view.port.begin_ns + (gint64) MAX (self->view.port.span_ns, 1), NULL);
  return TRUE;
}

/* What the key table calls a verb, when it belongs to slices and ranges. */
const LscTimelineVerb _lsc_timeline_chart_select_verbs[] = {
  { "next-slice", G_CALLBACK (step_slice), STEP_NEXT },
  { "previous-slice", G_CALLBACK (step_slice), STEP_PREVIOUS },
  { "parent-slice", G_CALLBACK (step_slice), STEP_PARENT },
  { "child-slice", G_CALLBACK (step_slice), STEP_CHILD },
  { "first-slice", G_CALLBACK (step_slice), STEP_FIRST },
  { "last-slice", G_CALLBACK (step_slice), STEP_LAST },
  { "first-visible-slice", G_CALLBACK (step_slice), STEP_FIRST_VISIBLE },
  { "focus-slice", G_CALLBACK (centre_slice) },
  { "fit-slice", G_CALLBACK (fit_selected) },
  { "range-from-slice", G_CALLBACK (range_from_slice) },
  { "range-visible", G_CALLBACK (range_visible) },
  { "extend-later", G_CALLBACK (extend_range), TRUE },
  { "extend-earlier", G_CALLBACK (extend_range), FALSE },
  { NULL },
};
