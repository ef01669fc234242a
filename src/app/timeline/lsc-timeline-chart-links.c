/* lsc-timeline-chart-links.c - from slice to slice along the links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-chart-private.h"

#include "base/lsc-sort.h"

#define MOST_HOPS 4 /* op, enqueue, dequeue, launch, device */

static LscTimeline *
get_timeline (LscTimelineChart *self)
{
  return _lsc_timeline_chart_spot_is (&self->view.selected)
             ? lsc_timeline_layout_get_timeline (self->layout, self->view.selected.rank)
             : NULL;
}

/* ---- links ---- */

static void
add_links (LscTimelineChart *self, GArray *links, LscTimeline *timeline, gboolean outgoing)
{
  guint32 rank = self->view.selected.rank;
  guint32 id = lsc_timeline_get_id (timeline, self->view.selected.spot);
  gsize first = 0;
  gsize n = outgoing ? lsc_links_find_from (&timeline->links, id, &first)
                     : lsc_links_find_to (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = outgoing ? &timeline->links.items[first + i]
                                     : lsc_links_get_to (&timeline->links, first + i);
      LscTimelineLink item = { link->kind, outgoing, { rank, LSC_SPOT_NONE } };

      item.other.spot = lsc_timeline_get_spot (timeline, outgoing ? link->to : link->from);
      g_array_append_val (links, item);
    }
}

/**
 * lsc_timeline_chart_list_links:
 *
 * Returns: (transfer full) (element-type LscTimelineLink): links of the selected slice: first those
 *   that leave it, then those that reach it, each by kind; the order of
 *   LscTimelineView.chosen_link
 */
GArray *
lsc_timeline_chart_list_links (LscTimelineChart *self)
{
  GArray *links;
  LscTimeline *timeline;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self), NULL);
  links = g_array_new (FALSE, FALSE, sizeof (LscTimelineLink));
  timeline = get_timeline (self);
  if (timeline && lsc_timeline_view_get_lane (&self->view, &self->view.selected))
    {
      add_links (self, links, timeline, TRUE);
      add_links (self, links, timeline, FALSE);
    }
  return links;
}

/**
 * lsc_timeline_chart_follow:
 * @link: index in lsc_timeline_chart_list_links()
 *
 * Selects the slice at the other end of a link. Following forward leaves a crumb, so that the way
 * back leads to the same slice.
 *
 * Returns: whether there is such a link
 */
gboolean
lsc_timeline_chart_follow (LscTimelineChart *self, guint link)
{
  g_autoptr (GArray) links = NULL;
  LscTimelineSpot from;
  LscTimelineLink item;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self), FALSE);
  links = lsc_timeline_chart_list_links (self);
  from = self->view.selected;
  if (link >= links->len)
    return FALSE;
  item = g_array_index (links, LscTimelineLink, link);
  if (item.is_outgoing)
    g_array_append_val (self->crumbs, from);
  else
    g_array_set_size (self->crumbs, 0);
  return _lsc_timeline_chart_go (self, &item.other);
}

/* The chosen link, where it leads that way, else the first that does. The backward op is no step on
 * the way to the kernels. */
static guint
find_link (LscTimelineChart *self, GArray *links, gboolean outgoing)
{
  guint chosen = self->view.chosen_link;

  if (chosen < links->len && g_array_index (links, LscTimelineLink, chosen).is_outgoing == outgoing)
    return chosen;
  for (guint i = 0; i < links->len; i++)
    {
      const LscTimelineLink *link = &g_array_index (links, LscTimelineLink, i);

      if (link->is_outgoing == outgoing && (!outgoing || link->kind != LSC_LINK_FWD_BWD))
        return i;
    }
  return G_MAXUINT;
}

static gboolean
follow_back (LscTimelineChart *self)
{
  g_autoptr (GArray) links = lsc_timeline_chart_list_links (self);
  guint link = find_link (self, links, FALSE);

  if (self->crumbs->len > 0 && self->view.chosen_link == LSC_SLICE_NONE)
    {
      LscTimelineSpot spot = g_array_index (self->crumbs, LscTimelineSpot, self->crumbs->len - 1);

      g_array_set_size (self->crumbs, self->crumbs->len - 1);
      return _lsc_timeline_chart_go (self, &spot);
    }
  return link != G_MAXUINT && lsc_timeline_chart_follow (self, link);
}

/* From a forward op to its backward op, and back. */
static gboolean
follow_pass (LscTimelineChart *self)
{
  g_autoptr (GArray) links = lsc_timeline_chart_list_links (self);

  for (guint i = 0; i < links->len; i++)
    if (g_array_index (links, LscTimelineLink, i).kind == LSC_LINK_FWD_BWD)
      return lsc_timeline_chart_follow (self, i);
  return FALSE;
}

/**
 * lsc_timeline_chart_follow_forward:
 *
 * Follows the chosen link, else the first that leaves the selected slice; that to the backward op
 * only where it was chosen.
 *
 * Returns: whether there is one
 */
gboolean
lsc_timeline_chart_follow_forward (LscTimelineChart *self)
{
  g_autoptr (GArray) links = lsc_timeline_chart_list_links (self);
  guint link = find_link (self, links, TRUE);

  return link != G_MAXUINT && lsc_timeline_chart_follow (self, link);
}

/* ---- what was launched inside of a slice ---- */

/* Returns: the slice to which a slice leads itself, %LSC_SLICE_NONE = none */
static guint32
lead_on (const LscTimeline *timeline, guint32 id)
{
  gsize first, n = lsc_links_find_from (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    if (timeline->links.items[first + i].kind != LSC_LINK_FWD_BWD)
      return timeline->links.items[first + i].to;
  return LSC_SLICE_NONE;
}

static gboolean
is_on_device (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_slice_kind_is_device (
      lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice]);
}

/* Adds where a slice's links end: on the device, or where they lead no further. */
static void
add_launched (LscTimeline *timeline, guint32 rank, guint32 id, GHashTable *known, GArray *found)
{
  guint32 next = lead_on (timeline, id);
  LscTimelineSpot spot = { rank, LSC_SPOT_NONE };

  if (next == LSC_SLICE_NONE)
    return;
  for (guint hops = 0; next != LSC_SLICE_NONE && hops < MOST_HOPS; hops++)
    {
      id = next;
      next = is_on_device (timeline, id) ? LSC_SLICE_NONE : lead_on (timeline, id);
    }
  if (!g_hash_table_add (known, GUINT_TO_POINTER (id)))
    return;
  spot.spot = lsc_timeline_get_spot (timeline, id);
  g_array_append_val (found, spot);
}

static int
compare_launched (gconstpointer a, gconstpointer b, gpointer timeline)
{
  const LscTimelineSpot *x = a, *y = b;
  gboolean x_ran = is_on_device (timeline, lsc_timeline_get_id (timeline, x->spot));
  gboolean y_ran = is_on_device (timeline, lsc_timeline_get_id (timeline, y->spot));
  gint64 start_x = lsc_timeline_get_node (timeline, x->spot.node)->lane->start_ns[x->spot.slice];
  gint64 start_y = lsc_timeline_get_node (timeline, y->spot.node)->lane->start_ns[y->spot.slice];

  LSC_RETURN_ORDER (y_ran, x_ran);
  return LSC_ORDER (start_x, start_y);
}

/**
 * lsc_timeline_chart_list_launched:
 *
 * Returns: (transfer full) (element-type LscTimelineSpot): what the slices inside of the selected
 *   one launched: what ran on the device first, each by start
 */
GArray *
lsc_timeline_chart_list_launched (LscTimelineChart *self)
{
  GArray *found;
  g_autoptr (GHashTable) known = NULL;
  LscTimelineSpot selected;
  const LscLane *lane;
  LscTimeline *timeline;
  gint64 begin_ns, end_ns;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self), NULL);
  found = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  known = g_hash_table_new (NULL, NULL);
  selected = self->view.selected;
  lane = lsc_timeline_view_get_lane (&self->view, &selected);
  timeline = get_timeline (self);
  if (!lane || !timeline)
    return found;
  begin_ns = lane->start_ns[selected.spot.slice];
  end_ns = lsc_lane_get_end_ns (lane, selected.spot.slice);
  for (guint32 row = lsc_lane_get_row (lane, selected.spot.slice) + 1; row < lane->n_rows; row++)
    for (guint32 i = lsc_lane_find_first (lane, row, begin_ns);
         i < lane->row_begin[row + 1] && lane->start_ns[i] < end_ns; i++)
      if (lane->start_ns[i] >= begin_ns && lsc_lane_get_end_ns (lane, i) <= end_ns)
        add_launched (timeline, selected.rank,
                      lsc_timeline_get_id (timeline, (LscSpot){ selected.spot.node, i }), known,
                      found);
  g_array_sort_with_data (found, compare_launched, timeline);
  return found;
}

/** lsc_timeline_chart_go: selects a slice as if a link led there: the way back leads here */
void
lsc_timeline_chart_go (LscTimelineChart *self, const LscTimelineSpot *spot)
{
  LscTimelineSpot from;

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self) && spot);
  from = self->view.selected;
  g_array_append_val (self->crumbs, from);
  _lsc_timeline_chart_go (self, spot);
}

/* ---- choosing ---- */

static gboolean
choose_link (LscTimelineChart *self, int by)
{
  g_autoptr (GArray) links = lsc_timeline_chart_list_links (self);
  int n = (int) links->len, chosen = (int) self->view.chosen_link;

  if (n == 0)
    return FALSE;
  if (self->view.chosen_link >= links->len)
    chosen = by > 0 ? 0 : n - 1;
  else
    chosen = (chosen + by + n) % n;
  self->view.chosen_link = (guint32) chosen;
  lsc_chart_selection_changed (LSC_CHART (self));
  return TRUE;
}

/* What the key table calls a verb, when it belongs to links. */
const LscTimelineVerb _lsc_timeline_chart_link_verbs[] = {
  { "follow-back", G_CALLBACK (follow_back) },
  { "follow-pass", G_CALLBACK (follow_pass) },
  { "next-link", G_CALLBACK (choose_link), 1 },
  { "previous-link", G_CALLBACK (choose_link), -1 },
  { NULL },
};
