/* lsc-timeline-details.c - all that is known of a slice, a range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "app/timeline/lsc-timeline-chart.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "model/lsc-lane-title.h"
#include "model/lsc-excerpt.h"

/* Links of a slice that are rows; a connection with more tasks says how many there are. */
#define MOST_LINKS 40

/**
 * lsc_timeline_details_add_action:
 * @value: (nullable): no row without one
 * @action: (nullable): detailed action that the row stands for
 */
void
lsc_timeline_details_add_action (GPtrArray *rows, const char *label, const char *value,
                                 const char *action)
{
  char **row;

  g_return_if_fail (rows && label);
  if (!value)
    return;
  row = g_new0 (char *, 4);
  row[0] = g_strdup (label);
  row[1] = lsc_visible_lines (value); /* call stacks have lines */
  row[2] = g_strdup (action);
  g_ptr_array_add (rows, row);
}

/** lsc_timeline_details_add: a label and a value, both copied */
void
lsc_timeline_details_add (GPtrArray *rows, const char *label, const char *value)
{
  lsc_timeline_details_add_action (rows, label, value, NULL);
}

static void
add_duration (GPtrArray *rows, const char *label, gint64 ns)
{
  g_autofree char *short_text = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *exact = lsc_format_ns_exact (ns);
  g_autofree char *text = g_strdup_printf ("%s (%s)", short_text, exact);

  lsc_timeline_details_add (rows, label, ABS (ns) < 1000 ? short_text : text);
}

/* ---- what the analysis knows ---- */

/* Launch and device event of a slice; launches lie by launch time, so this looks at all. */
static const LscLaunch *
find_launch (const LscDispatch *dispatch, guint32 id)
{
  for (gsize i = 0; i < dispatch->launches.n; i++)
    if (dispatch->launches.items[i].device == id || dispatch->launches.items[i].launch == id)
      return &dispatch->launches.items[i];
  return NULL;
}

static const LscGap *
find_gap (const LscDispatch *dispatch, guint32 id)
{
  for (gsize i = 0; i < dispatch->gaps.n; i++)
    if (dispatch->gaps.items[i].next == id)
      return &dispatch->gaps.items[i];
  return NULL;
}

static void
add_dispatch (GPtrArray *rows, LscTimeline *timeline, LscSpot spot)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  guint32 id = lsc_timeline_get_id (timeline, spot);
  const LscLaunch *launch;
  const LscGap *gap;

  if (!analysis || !analysis->dispatch)
    return;
  launch = find_launch (analysis->dispatch, id);
  if (launch)
    add_duration (rows, _ ("Launch to start"),
                  launch->start_ns - launch->launch_ns - analysis->dispatch->skew_ns);
  gap = find_gap (analysis->dispatch, id);
  if (!gap)
    return;
  add_duration (rows, _ ("Device idle before"), gap->end_ns - gap->begin_ns);
  lsc_timeline_details_add (rows, _ ("Cause of the idle time"), lsc_slice_kind_title (gap->kind));
}

/* Time since the slice before it in its row: the device waits, or another stream runs. */
static void
add_gap_before (GPtrArray *rows, const LscLane *lane, guint32 slice)
{
  guint32 row = lsc_lane_get_row (lane, slice);

  if (!lsc_slice_kind_is_device (lane->kind[slice]) || slice == lane->row_begin[row])
    return;
  add_duration (rows, _ ("Since the slice before on this stream"),
                lane->start_ns[slice] - lsc_lane_get_end_ns (lane, slice - 1));
}

/* The framework op or launch that a device slice comes from: one or two links back. */
static LscSpot
find_host_slice (LscTimeline *timeline, LscSpot spot)
{
  for (guint i = 0; i < 3; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
      gsize first, n;

      if (!lsc_slice_kind_is_device (node->lane->kind[spot.slice]) &&
          !lsc_slice_kind_is_launch (node->lane->kind[spot.slice]))
        return spot;
      n = lsc_links_find_to (&timeline->links, lsc_timeline_get_id (timeline, spot), &first);
      if (n == 0)
        return spot;
      spot = lsc_timeline_get_spot (timeline, lsc_links_get_to (&timeline->links, first)->from);
    }
  return spot;
}

typedef struct
{
  gint64 time_ns;
  guint8 kind;
  GString *path;
} Around;

static void
add_module_at (LscTimeline *timeline, guint32 number, gpointer user_data)
{
  Around *around = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, number)->lane;
  guint32 slice = lsc_lane_find_deepest (lane, around->time_ns);

  if (around->path->len > 0)
    return;
  for (; slice != LSC_SLICE_NONE; slice = lsc_lane_get_parent (lane, slice))
    {
      if (lane->kind[slice] != LSC_SLICE_MODULE)
        continue;
      if (around->path->len > 0)
        g_string_prepend_c (around->path, '/');
      g_string_prepend (around->path, lsc_timeline_text (timeline, lane->name[slice]));
    }
}

static void
add_module (GPtrArray *rows, LscTimeline *timeline, LscSpot spot)
{
  LscSpot host = find_host_slice (timeline, spot);
  const LscLane *lane = lsc_timeline_get_node (timeline, host.node)->lane;
  Around around = { .time_ns = lane->start_ns[host.slice] };

  if (lsc_slice_kind_is_device (lane->kind[host.slice]) ||
      lane->kind[host.slice] >= LSC_SLICE_COMPUTING)
    return;
  around.path = g_string_new (NULL);
  lsc_timeline_foreach_lane (timeline,
                             G_GUINT64_CONSTANT (1) << LSC_ROLE_MARK_LANE |
                                 G_GUINT64_CONSTANT (1) << LSC_ROLE_PYTHON_STACK,
                             add_module_at, &around);
  if (around.path->len > 0)
    lsc_timeline_details_add (rows, _ ("Module"), around.path->str);
  g_string_free (around.path, TRUE);
}

/* ---- a slice ---- */

static void
add_times (GPtrArray *rows, const LscTimelineView *view, const LscTimelineSpot *spot,
           const LscLane *lane)
{
  gint64 offset = lsc_timeline_layout_get_node_offset (view->layout, spot->rank, spot->spot.node);
  guint32 slice = spot->spot.slice;
  g_autofree char *start = lsc_timeline_format_time (view, lane->start_ns[slice] - offset);
  g_autofree char *raw = g_strdup_printf ("%" G_GINT64_FORMAT " ns", lane->start_ns[slice]);

  lsc_timeline_details_add (rows, _ ("Start"), start);
  add_duration (rows, _ ("Duration"), lsc_lane_get_duration_ns (lane, slice));
  if (lsc_excerpt_holds_slice (lsc_timeline_layout_get_timeline (view->layout, spot->rank), lane,
                               slice))
    add_duration (rows, _ ("Self time"), lsc_lane_get_self_ns (lane, slice));
  lsc_timeline_details_add (rows, _ ("Start as recorded"), raw);
}

/* Where the user moved the lane alone: the start that is shown is not the one of its rank. */
static void
add_shift (GPtrArray *rows, const LscTimelineView *view, const LscTimelineSpot *spot)
{
  gint64 offset_ns =
      lsc_timeline_layout_get_lane_offset (view->layout, spot->rank, spot->spot.node);
  g_autofree char *shift = lsc_format_duration (ABS (offset_ns), LSC_TIME_UNIT_AUTO);
  g_autofree char *text = NULL;

  if (offset_ns == 0)
    return;
  text = offset_ns > 0 ? g_strdup_printf (_ ("shown %s earlier"), shift)
                       : g_strdup_printf (_ ("shown %s later"), shift);
  lsc_timeline_details_add (rows, _ ("Offset of the lane"), text);
}

static void
add_parent (GPtrArray *rows, LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  guint32 parent = lsc_lane_get_parent (lane, slice);

  if (parent != LSC_SLICE_NONE)
    lsc_timeline_details_add_action (rows, _ ("Inside"),
                                     lsc_timeline_text (timeline, lane->name[parent]),
                                     "timeline.parent-slice");
}

/**
 * lsc_timeline_details_new:
 * @spot: a slice of @view
 *
 * What is in memory of a slice (lanes.md#details). What must be read from the file again is not in
 * it.
 *
 * Returns: (transfer full) (element-type GStrv): rows; empty for no slice
 */
GPtrArray *
lsc_timeline_details_new (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  GPtrArray *rows;
  LscTimeline *timeline;
  const LscLane *lane;
  g_autofree char *path = NULL, *name = NULL;
  gint64 step;

  g_return_val_if_fail (view && spot, NULL);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  if (spot->rank == LSC_SLICE_NONE || spot->spot.slice == LSC_SLICE_NONE)
    return rows;
  timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);
  lane = timeline ? lsc_timeline_get_node (timeline, spot->spot.node)->lane : NULL;
  if (!lane || spot->spot.slice >= lane->n)
    return rows;
  path = lsc_timeline_layout_get_path (view->layout, spot->rank, spot->spot.node);
  name = lsc_slice_title_get (lane->kind[spot->spot.slice],
                              lsc_timeline_text (timeline, lane->name[spot->spot.slice]));
  lsc_timeline_details_add (rows, _ ("Name"), name);
  add_times (rows, view, spot, lane);
  lsc_timeline_details_add (rows, _ ("Kind"), lsc_slice_kind_title (lane->kind[spot->spot.slice]));
  lsc_timeline_details_add (rows, _ ("Lane"), path);
  add_shift (rows, view, spot);
  if (lsc_timeline_find_step (timeline, spot->spot, &step))
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, step);

      lsc_timeline_details_add (rows, _ ("Step"), text);
    }
  add_parent (rows, timeline, lane, spot->spot.slice);
  add_module (rows, timeline, spot->spot);
  add_dispatch (rows, timeline, spot->spot);
  add_gap_before (rows, lane, spot->spot.slice);
  lsc_timeline_details_add_links (rows, view, spot);
  return rows;
}

/* ---- links ---- */

static void
add_link (GPtrArray *rows, const LscTimelineView *view, const LscTimelineSpot *spot,
          const LscLink *link, gboolean outgoing, guint index)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);
  LscTimelineSpot other = { spot->rank,
                            lsc_timeline_get_spot (timeline, outgoing ? link->to : link->from) };
  g_autofree char *text = lsc_timeline_describe_spot (view, &other);
  g_autofree char *label = NULL;
  g_autofree char *action = g_strdup_printf ("timeline.follow(uint32 %u)", index);
  const char *mark = index == view->chosen_link ? "● " : "";

  label = outgoing ? g_strdup_printf (_ ("%s%s, to"), mark, lsc_link_kind_title (link->kind))
                   : g_strdup_printf (_ ("%s%s, from"), mark, lsc_link_kind_title (link->kind));
  lsc_timeline_details_add_action (rows, label, text, action);
}

/**
 * lsc_timeline_details_add_links:
 *
 * Adds a row for each link of a slice, in the order of lsc_timeline_chart_list_links().
 */
void
lsc_timeline_details_add_links (GPtrArray *rows, const LscTimelineView *view,
                                const LscTimelineSpot *spot)
{
  LscTimeline *timeline;
  guint32 id;
  gsize first_from = 0, first_to = 0;
  gsize n_from, n_to;

  g_return_if_fail (rows && view && spot);
  timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);
  id = lsc_timeline_get_id (timeline, spot->spot);
  n_from = lsc_links_find_from (&timeline->links, id, &first_from);
  n_to = lsc_links_find_to (&timeline->links, id, &first_to);
  for (gsize i = 0; i < MIN (n_from, MOST_LINKS); i++)
    add_link (rows, view, spot, &timeline->links.items[first_from + i], TRUE, (guint) i);
  for (gsize i = 0; i < MIN (n_to, MOST_LINKS); i++)
    add_link (rows, view, spot, lsc_links_get_to (&timeline->links, first_to + i), FALSE,
              (guint) (n_from + i));
  if (n_from > MOST_LINKS || n_to > MOST_LINKS)
    {
      g_autofree char *count = g_strdup_printf ("%zu", n_from + n_to);

      lsc_timeline_details_add (rows, _ ("Links in all"), count);
    }
}

/* ---- a range ---- */

static void
add_rank_sums (GPtrArray *rows, const LscTimelineView *view, guint32 rank)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, rank);
  const LscTimelineAnalysis *analysis = timeline ? lsc_timeline_get_analysis (timeline) : NULL;
  gint64 offset = lsc_timeline_layout_get_offset (view->layout, rank);
  LscOverlapSums sums;
  g_autofree char *label = NULL;

  if (!analysis || !analysis->overlap)
    return;
  sums = lsc_overlap_sum_range (analysis->overlap, view->range_begin_ns + offset,
                                view->range_end_ns + offset);
  label = g_strdup (lsc_timeline_layout_get_label (view->layout, rank));
  if (!sums.has_device)
    {
      lsc_timeline_details_add (rows, label, _ ("no device activity in the range"));
      return;
    }
  g_autofree char *computing = lsc_format_duration (sums.computing_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *alone = lsc_format_duration (sums.not_overlapped_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *idle = lsc_format_duration (sums.free_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = g_strdup_printf (
      _ ("computing %s, communication not overlapped %s, free %s"), computing, alone, idle);

  lsc_timeline_details_add (rows, label, text);
}

/**
 * lsc_timeline_range_details_new:
 *
 * Returns: (transfer full) (element-type GStrv): what the selected range comes to; empty without
 * one
 */
GPtrArray *
lsc_timeline_range_details_new (const LscTimelineView *view)
{
  GPtrArray *rows;
  g_autofree char *begin = NULL, *end = NULL;
  guint32 n;

  g_return_val_if_fail (view, NULL);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  n = lsc_timeline_layout_get_n_ranks (view->layout);
  if (!view->has_range)
    return rows;
  begin = lsc_timeline_format_time (view, view->range_begin_ns);
  end = lsc_timeline_format_time (view, view->range_end_ns);
  lsc_timeline_details_add (rows, _ ("Range begins"), begin);
  lsc_timeline_details_add (rows, _ ("Range ends"), end);
  add_duration (rows, _ ("Length"), view->range_end_ns - view->range_begin_ns);
  if (view->range_paths)
    {
      g_autofree char *lanes = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u lane (M and drags in the ruler take all)",
                       "%u lanes (M and drags in the ruler take all)", view->range_paths->len),
          view->range_paths->len);

      lsc_timeline_details_add (rows, _ ("Restricted to"), lanes);
    }
  for (guint32 rank = 0; rank < n; rank++)
    add_rank_sums (rows, view, rank);
  return rows;
}

/**
 * lsc_timeline_details_to_json:
 *
 * Returns: (transfer full): the rows as one object, labels as keys; equal labels become a list
 */
char *
lsc_timeline_details_to_json (GPtrArray *rows)
{
  g_autoptr (JsonBuilder) builder = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GHashTable) done = NULL;

  g_return_val_if_fail (rows, NULL);
  builder = json_builder_new ();
  done = g_hash_table_new (g_str_hash, g_str_equal);
  json_builder_begin_object (builder);
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      gboolean is_list = FALSE;

      if (!g_hash_table_add (done, row[0]))
        continue;
      for (guint k = i + 1; k < rows->len && !is_list; k++)
        is_list = g_str_equal (((char **) g_ptr_array_index (rows, k))[0], row[0]);
      json_builder_set_member_name (builder, row[0]);
      if (is_list)
        json_builder_begin_array (builder);
      for (guint k = i; k < (is_list ? rows->len : i + 1); k++)
        if (g_str_equal (((char **) g_ptr_array_index (rows, k))[0], row[0]))
          json_builder_add_string_value (builder, ((char **) g_ptr_array_index (rows, k))[1]);
      if (is_list)
        json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}
