/* lsc-timeline-describe.c - slices, lanes and ranges of the timeline in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-describe.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "model/lsc-excerpt.h"
#include "model/lsc-kernel-name.h"
#include "model/lsc-lane-title.h"

#define LONGEST_NAME 160 /* characters in a tooltip: names of ten thousand occur */

static LscTimeline *
get_timeline (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  return spot->rank == LSC_SLICE_NONE || spot->spot.slice == LSC_SLICE_NONE
             ? NULL
             : lsc_timeline_layout_get_timeline (view->layout, spot->rank);
}

/**
 * lsc_timeline_spot_name:
 *
 * Returns: (transfer none) (nullable): name of a slice
 */
const char *
lsc_timeline_spot_name (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  LscTimeline *timeline;
  const LscLane *lane;

  g_return_val_if_fail (view && spot, NULL);
  timeline = get_timeline (view, spot);
  lane = timeline ? lsc_timeline_get_node (timeline, spot->spot.node)->lane : NULL;
  return lane ? lsc_timeline_text (timeline, lane->name[spot->spot.slice]) : NULL;
}

/* Of a slice, as a user reads it. */
static char *
show_name (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  LscTimeline *timeline = get_timeline (view, spot);
  const LscLane *lane = timeline ? lsc_timeline_get_node (timeline, spot->spot.node)->lane : NULL;
  const char *name = lsc_timeline_spot_name (view, spot);
  g_autofree char *title =
      lane ? lsc_slice_title_get (lane->kind[spot->spot.slice], name) : g_strdup (name);

  return lsc_visible_name (title, LONGEST_NAME);
}

/**
 * lsc_timeline_format_time:
 * @aligned_ns: aligned
 *
 * Returns: (transfer full): the time since the first event, to the ns
 */
char *
lsc_timeline_format_time (const LscTimelineView *view, gint64 aligned_ns)
{
  return lsc_format_duration (aligned_ns - view->origin_ns, LSC_TIME_UNIT_AUTO);
}

/**
 * lsc_timeline_describe_spot:
 *
 * Returns: (transfer full) (nullable): name, duration and lane of a slice in one line
 */
char *
lsc_timeline_describe_spot (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  LscTimeline *timeline;
  const LscLane *lane;
  g_autofree char *name = NULL, *duration = NULL, *path = NULL;

  g_return_val_if_fail (view && spot, NULL);
  timeline = get_timeline (view, spot);
  if (!timeline)
    return NULL;
  lane = lsc_timeline_get_node (timeline, spot->spot.node)->lane;
  name = show_name (view, spot);
  duration =
      lsc_format_duration (lsc_lane_get_duration_ns (lane, spot->spot.slice), LSC_TIME_UNIT_AUTO);
  path = lsc_timeline_layout_get_path (view->layout, spot->rank, spot->spot.node);
  return g_strdup_printf (_ ("%s, %s, in %s"), name, duration, path);
}

static char *
describe_focus (const LscTimelineView *view)
{
  const LscStrip *strip;

  if (view->focus_strip == G_MAXSIZE ||
      view->focus_strip >= lsc_timeline_layout_get_n_strips (view->layout))
    return NULL;
  strip = lsc_timeline_layout_get_strip (view->layout, view->focus_strip);
  return lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
}

/**
 * lsc_timeline_describe_state:
 *
 * Returns: (transfer full): selection, range, lane in focus and visible time, for screen readers
 */
char *
lsc_timeline_describe_state (const LscTimelineView *view)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *selected = NULL;
  g_autofree char *focus = NULL;
  g_autofree char *begin = NULL;
  g_autofree char *span = NULL;
  gsize n_strips;

  g_return_val_if_fail (view && view->layout, NULL);
  text = g_string_new (NULL);
  selected = lsc_timeline_describe_spot (view, &view->selected);
  focus = describe_focus (view);
  begin = lsc_timeline_format_time (view, view->port.begin_ns);
  span = lsc_format_duration ((gint64) view->port.span_ns, LSC_TIME_UNIT_AUTO);
  n_strips = lsc_timeline_layout_get_n_strips (view->layout);
  if (n_strips == 0)
    return g_strdup (_ ("Nothing to show"));
  if (selected)
    g_string_append_printf (text, _ ("Selected: %s."), selected);
  else
    g_string_append (text, _ ("Nothing selected."));
  if (view->has_range)
    {
      g_autofree char *range =
          lsc_format_duration (view->range_end_ns - view->range_begin_ns, LSC_TIME_UNIT_AUTO);

      g_string_append_c (text, ' ');
      g_string_append_printf (text, _ ("Range of %s."), range);
    }
  if (focus)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, _ ("Lane %s."), focus);
    }
  g_string_append_c (text, ' ');
  g_string_append_printf (text, _ ("Showing %s from %s, %zu lanes."), span, begin, n_strips);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- tooltips ---- */

static void
append_slice (GString *text, const LscTimelineView *view, const LscTimelineSpot *spot)
{
  LscTimeline *timeline = get_timeline (view, spot);
  const LscLane *lane = lsc_timeline_get_node (timeline, spot->spot.node)->lane;
  guint32 slice = spot->spot.slice;
  gint64 offset = lsc_timeline_layout_get_node_offset (view->layout, spot->rank, spot->spot.node);
  g_autofree char *name = show_name (view, spot);
  g_autofree char *start = lsc_timeline_format_time (view, lane->start_ns[slice] - offset);
  g_autofree char *duration =
      lsc_format_duration (lsc_lane_get_duration_ns (lane, slice), LSC_TIME_UNIT_AUTO);
  g_autofree char *self =
      lsc_excerpt_holds_slice (timeline, lane, slice)
          ? lsc_format_duration (lsc_lane_get_self_ns (lane, slice), LSC_TIME_UNIT_AUTO)
          : g_strdup (_ ("not known"));

  g_string_append_printf (text, "%s\n", name);
  g_string_append_printf (text, _ ("Start %s · duration %s · self %s"), start, duration, self);
  g_string_append_printf (text, "\n%s", lsc_slice_kind_title (lane->kind[slice]));
  if (timeline->is_gpu && lane->kind[slice] == LSC_SLICE_COMPUTE)
    g_string_append_printf (
        text, " · %s",
        lsc_kernel_family_title (lsc_kernel_name_family (lsc_timeline_spot_name (view, spot))));
}

static void
append_merged (GString *text, const LscTimelineView *view, const LscTimelineHit *hit)
{
  LscTimelineSpot spot = hit->spot;
  g_autofree char *name = show_name (view, &spot);
  LscTimeline *timeline = get_timeline (view, &spot);
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.spot.node)->lane;
  g_autofree char *duration =
      lsc_format_duration (lsc_lane_get_duration_ns (lane, spot.spot.slice), LSC_TIME_UNIT_AUTO);

  g_string_append_printf (
      text,
      g_dngettext (GETTEXT_PACKAGE, "%u slice, longest %s", "%u slices, longest %s", hit->n_merged),
      hit->n_merged, name);
  g_string_append_printf (text, " (%s)\n%s", duration, _ ("Zoom in to separate them."));
}

static void
append_series (GString *text, const LscTimelineView *view, LscNodeRole role,
               const LscCounter *counter, gint64 ns)
{
  double per_px = view->port.span_ns / MAX (view->port.width - view->port.header_width, 1);
  LscCounterReading reading = lsc_counter_read (counter, ns, ns + (gint64) MAX (ceil (per_px), 1));
  g_autofree char *first = lsc_counter_format (counter, reading.first);
  g_autofree char *least = lsc_counter_format (counter, reading.least);
  g_autofree char *most = lsc_counter_format (counter, reading.most);
  g_autofree char *mean = lsc_counter_format (counter, reading.mean);
  const char *title = lsc_lane_title_get (role, counter->name);

  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (!reading.is_known)
    g_string_append_printf (text, _ ("%s: before the first sample"), title);
  else if (reading.n_samples > 1)
    g_string_append_printf (text, _ ("%s: mean %s (%s to %s)"), title, mean, least, most);
  else
    g_string_append_printf (text, "%s: %s", title, first);
}

static void
append_counter (GString *text, const LscTimelineView *view, const LscTimelineHit *hit)
{
  const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, hit->strip);
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  const LscNode *node = timeline ? lsc_timeline_get_node (timeline, strip->node) : NULL;
  LscRowStretch stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, strip->rank, strip->node);
  gint64 local = lsc_row_from_axis (&stretch, hit->time_ns);
  g_autofree char *time = lsc_timeline_format_time (view, hit->time_ns);

  if (!node || !node->series)
    return;
  for (guint i = 0; i < node->series->len; i++)
    append_series (text, view, node->role, g_ptr_array_index (node->series, i), local);
  g_string_append_printf (text, "\n%s", time);
}

static void
append_header (GString *text, const LscTimelineView *view, const LscTimelineHit *hit)
{
  const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, hit->strip);
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  g_autofree char *path = lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
  const LscNode *node;

  g_string_append (text, path);
  if (!timeline)
    return;
  node = lsc_timeline_get_node (timeline, strip->node);
  if (node->lane)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%zu slice in %u rows",
                                           "%zu slices in %u rows", node->lane->n),
                              node->lane->n, node->lane->n_rows);
    }
  if (node->text && *node->text != '\0')
    g_string_append_printf (text, "\n%s", node->text);
  if (node->role == LSC_ROLE_RANK && timeline->source)
    {
      g_autofree char *folder = g_filename_display_name (timeline->source->folder);

      g_string_append_printf (text, "\n%s", folder);
    }
}

static void
append_mark (GString *text, const LscTimelineView *view, guint index)
{
  const LscTimelineMark *mark;
  g_autofree char *begin = NULL;

  if (!view->marks || index >= view->marks->len)
    return;
  mark = g_ptr_array_index (view->marks, index);
  begin = lsc_timeline_format_time (view, mark->begin_ns);
  g_string_append_printf (text, "%s\n%s", mark->name ? mark->name : _ ("Mark"), begin);
  if (mark->end_ns > mark->begin_ns)
    {
      g_autofree char *length =
          lsc_format_duration (mark->end_ns - mark->begin_ns, LSC_TIME_UNIT_AUTO);

      g_string_append_printf (text, " · %s", length);
    }
  if (mark->note && *mark->note != '\0')
    g_string_append_printf (text, "\n%s", mark->note);
}

/**
 * lsc_timeline_describe_hit:
 *
 * Returns: (transfer full) (nullable): text of the tooltip there, %NULL = none
 */
char *
lsc_timeline_describe_hit (const LscTimelineView *view, const LscTimelineHit *hit)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (view && hit, NULL);
  text = g_string_new (NULL);
  switch (hit->type)
    {
    case LSC_TIMELINE_HIT_SLICE:
      append_slice (text, view, &hit->spot);
      break;
    case LSC_TIMELINE_HIT_MERGED:
      append_merged (text, view, hit);
      break;
    case LSC_TIMELINE_HIT_COUNTER:
      append_counter (text, view, hit);
      break;
    case LSC_TIMELINE_HIT_HEADER:
    case LSC_TIMELINE_HIT_EXPANDER:
      append_header (text, view, hit);
      break;
    case LSC_TIMELINE_HIT_MARK:
      append_mark (text, view, hit->mark);
      break;
    case LSC_TIMELINE_HIT_NOTHING:
    case LSC_TIMELINE_HIT_RULER:
    case LSC_TIMELINE_HIT_STRIP:
    case LSC_TIMELINE_HIT_RANGE_BEGIN:
    case LSC_TIMELINE_HIT_RANGE_END:
    default:
      break;
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
