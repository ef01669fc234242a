/* lsc-timeline-page-ranges.c - the selected range as analyses take it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-page-private.h"
#include "model/lsc-excerpt.h"

/** lsc_timeline_ranges_free: */
void
lsc_timeline_ranges_free (LscTimelineRanges *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      lsc_timeline_unref ((LscTimeline *) self->ranges[i].timeline);
      g_free ((guint32 *) self->ranges[i].nodes);
    }
  g_free (self->ranges);
  g_free (self->layout_ranks);
  g_free (self->offsets_ns);
  g_free (self);
}

/* Lanes below a node, itself among them, each once. */
static void
add_lanes (const LscTimeline *timeline, guint32 number, GHashTable *seen, LscIndexes *out)
{
  const LscNode *node = lsc_timeline_get_node (timeline, number);

  if (node->flags & LSC_NODE_HIDDEN)
    return;
  if (node->type == LSC_NODE_LANE && node->lane &&
      g_hash_table_add (seen, GUINT_TO_POINTER (number + 1)))
    lsc_indexes_append (out, number);
  if (node->type == LSC_NODE_GROUP)
    for (guint32 child = node->first_child; child != LSC_SLICE_NONE;
         child = lsc_timeline_get_node (timeline, child)->next)
      add_lanes (timeline, child, seen, out);
}

/* A lane's own lanes (planes, stacks) only count when they were touched themselves. */
static void
add_all_lanes (const LscTimeline *timeline, LscIndexes *out)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->lane && !(node->flags & LSC_NODE_HIDDEN))
        lsc_indexes_append (out, i);
    }
}

static void
add_strip_lanes (const LscTimelineView *view, guint32 rank, guint32 node, GHashTable *seen,
                 LscIndexes *out)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, rank);
  gsize strip = lsc_timeline_layout_find_strip (view->layout, rank, node);
  const LscStrip *item;

  add_lanes (timeline, node, seen, out);
  if (strip >= lsc_timeline_layout_get_n_strips (view->layout))
    return;
  item = lsc_timeline_layout_get_strip (view->layout, strip);
  for (guint i = 0; item->merged && i < item->merged->len; i++)
    add_lanes (timeline, g_array_index (item->merged, guint32, i), seen, out);
}

static void
add_path_lanes (const LscTimelineView *view, guint32 rank, const char *path, GHashTable *seen,
                LscIndexes *out)
{
  guint32 of, node;

  if (lsc_timeline_layout_find_path (view->layout, path, &of, &node) && of == rank)
    add_strip_lanes (view, rank, node, seen, out);
}

/* The lanes that the filter leaves. */
static void
add_shown_lanes (const LscTimelineView *view, guint32 rank, GHashTable *seen, LscIndexes *out)
{
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (view->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);

      if (strip->rank == rank && strip->type == LSC_STRIP_LANE)
        add_strip_lanes (view, rank, strip->node, seen, out);
    }
}

static LscIndexes
get_nodes (LscTimelinePage *self, guint32 rank)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  LscIndexes nodes = { 0 };

  if (view->has_range && view->range_paths)
    for (guint i = 0; i < view->range_paths->len; i++)
      add_path_lanes (view, rank, g_array_index (view->range_paths, char *, i), seen, &nodes);
  else if (view->selected_paths && view->selected_paths->len > 0)
    for (guint i = 0; i < view->selected_paths->len; i++)
      add_path_lanes (view, rank, g_ptr_array_index (view->selected_paths, i), seen, &nodes);
  else if (*gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0')
    add_shown_lanes (view, rank, seen, &nodes);
  else
    add_all_lanes (lsc_timeline_layout_get_timeline (view->layout, rank), &nodes);
  return nodes;
}

/* Adds a range of the lanes of @nodes that are moved by @shift_ns alone; they are taken out. */
static void
add_range (LscTimelineRanges *ranges, const LscTimelineView *view, guint32 rank, LscIndexes *nodes,
           gint64 shift_ns)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, rank);
  gint64 offset_ns = lsc_ns_add (lsc_timeline_layout_get_offset (view->layout, rank), shift_ns);
  LscIndexes taken = { 0 };
  gsize n = 0;

  for (gsize i = 0; i < nodes->n; i++)
    if (lsc_timeline_layout_get_lane_offset (view->layout, rank, nodes->items[i]) == shift_ns)
      lsc_indexes_append (&taken, nodes->items[i]);
    else
      nodes->items[n++] = nodes->items[i];
  nodes->n = n;
  if (taken.n == 0)
    return;
  n = ranges->n++;
  ranges->ranges = g_renew (LscRange, ranges->ranges, ranges->n);
  ranges->layout_ranks = g_renew (guint32, ranges->layout_ranks, ranges->n);
  ranges->offsets_ns = g_renew (gint64, ranges->offsets_ns, ranges->n);
  ranges->layout_ranks[n] = rank;
  ranges->offsets_ns[n] = offset_ns;
  ranges->ranges[n] = (LscRange){
    .timeline = lsc_timeline_ref (timeline),
    .nodes = taken.items,
    .n_nodes = taken.n,
    .begin_ns =
        view->has_range ? lsc_ns_add (view->range_begin_ns, offset_ns) : timeline->main_begin_ns,
    /* half open: the last event may have no length */
    .end_ns =
        view->has_range ? lsc_ns_add (view->range_end_ns, offset_ns) : timeline->main_end_ns + 1,
  };
}

/* Of an excerpt nothing is summed up but a range of which all events are there. */
static gboolean
is_held (const LscTimelineView *view, guint32 rank)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, rank);
  gint64 offset_ns = lsc_timeline_layout_get_offset (view->layout, rank);

  if (!timeline || !lsc_excerpt_is (timeline))
    return TRUE;
  return view->has_range &&
         lsc_excerpt_holds (timeline, lsc_ns_add (view->range_begin_ns, offset_ns),
                            lsc_ns_add (view->range_end_ns, offset_ns));
}

/**
 * lsc_timeline_page_get_ranges:
 *
 * Returns: (transfer full): the selected range in the lanes it is restricted to, else in those
 *   selected, else in those that the filter leaves, of every loaded rank; all time and lanes when
 *   nothing is selected
 */
LscTimelineRanges *
lsc_timeline_page_get_ranges (LscTimelinePage *self)
{
  const LscTimelineView *view;
  LscTimelineRanges *ranges;

  g_return_val_if_fail (LSC_IS_TIMELINE_PAGE (self), NULL);
  view = lsc_timeline_chart_get_view (self->chart);
  ranges = g_new0 (LscTimelineRanges, 1);
  ranges->is_selected = view->has_range;
  ranges->has_lanes = (view->has_range && view->range_paths) ||
                      (view->selected_paths && view->selected_paths->len > 0) ||
                      *gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0';
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (view->layout); rank++)
    {
      LscIndexes nodes = { 0 };

      if (!lsc_timeline_layout_get_timeline (view->layout, rank) || !is_held (view, rank))
        continue;
      nodes = get_nodes (self, rank);
      ranges->n_ranks += nodes.n > 0;
      add_range (ranges, view, rank, &nodes, 0);
      while (nodes.n > 0)
        add_range (ranges, view, rank, &nodes,
                   lsc_timeline_layout_get_lane_offset (view->layout, rank, nodes.items[0]));
      lsc_indexes_clear (&nodes);
    }
  return ranges;
}
