/* lsc-timeline-twin.c - two recordings under one ruler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-twin.h"

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-stats.h"
#include "draw/lsc-viewport.h"
#include "model/lsc-node-telling.h"

#define LEAST_ROW_PX 17.0 /* below it names within slices cannot be read on paper */

/**
 * lsc_timeline_twin_align:
 * @layout: of lsc_timeline_twin_new()
 * @above_ns, @below_ns: times of either side's own clock
 *
 * Moves the recording below so that both times stand at one place; the axis is the clock of the one
 * above (drawing.md#twin-timelines).
 */
void
lsc_timeline_twin_align (LscTimelineLayout *layout, gint64 above_ns, gint64 below_ns)
{
  g_return_if_fail (layout && lsc_timeline_layout_get_n_ranks (layout) == 2);
  lsc_timeline_layout_set_offset (layout, 0, 0);
  lsc_timeline_layout_set_offset (layout, 1, below_ns - above_ns);
}

/**
 * lsc_timeline_twin_new:
 *
 * Lays a rank of two recordings out below one another, on one axis.
 *
 * Returns: (transfer full): a layout of two ranks: 0 is @above, 1 is @below
 */
LscTimelineLayout *
lsc_timeline_twin_new (const LscTimelineTwinSide *above, const LscTimelineTwinSide *below)
{
  LscTimelineLayout *layout;
  const LscTimelineTwinSide *const sides[] = { above, below };

  g_return_val_if_fail (above && above->timeline && below && below->timeline, NULL);
  layout = lsc_timeline_layout_new ();
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      guint32 rank =
          lsc_timeline_layout_add_rank (layout, sides[i]->timeline->rank, sides[i]->name);

      lsc_timeline_layout_set_timeline (layout, rank, sides[i]->timeline);
    }
  lsc_timeline_twin_align (layout, above->origin_ns, below->origin_ns);
  return layout;
}

/* Marks a node and what is above it. */
static void
mark_needed (const LscTimeline *timeline, guint32 node, gboolean *is_needed)
{
  for (; node != LSC_SLICE_NONE && node != 0 && !is_needed[node];
       node = lsc_timeline_get_node (timeline, node)->parent)
    is_needed[node] = TRUE;
}

static void
show_rank (LscTimelineLayout *layout, guint32 rank)
{
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);
  g_autofree gboolean *is_needed = g_new0 (gboolean, timeline->nodes->len);

  for (guint32 i = 1; i < timeline->nodes->len; i++)
    if (lsc_node_is_telling (lsc_timeline_get_node (timeline, i)))
      mark_needed (timeline, i, is_needed);
  for (guint32 i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      g_autofree char *path = lsc_timeline_layout_get_path (layout, rank, i);

      if (!is_needed[i])
        lsc_timeline_layout_set_hidden (layout, path, TRUE);
      else if (node->role == LSC_ROLE_DEVICE || node->role == LSC_ROLE_COMM)
        lsc_timeline_layout_set_expanded (layout, path, TRUE);
    }
}

/** lsc_timeline_twin_show_device: hides all but steps, computing and communication, for pictures */
void
lsc_timeline_twin_show_device (LscTimelineLayout *layout)
{
  g_return_if_fail (layout);
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    show_rank (layout, rank);
}

/* ---- onto one page ---- */

/* Part of a window in which a lane does something, ns. */
static gint64
sum_time (const LscLane *lane, gint64 begin_ns, gint64 end_ns)
{
  gint64 sum = 0;

  if (lane->n_rows == 0)
    return 0;
  for (guint32 i = lsc_lane_find_first (lane, 0, begin_ns);
       i < lane->row_begin[1] && lane->start_ns[i] < end_ns; i++)
    sum += MAX (MIN (lsc_lane_get_end_ns (lane, i), end_ns) - MAX (lane->start_ns[i], begin_ns), 0);
  return sum;
}

static const LscNode *
get_node (LscTimelineLayout *layout, const LscStrip *strip)
{
  return lsc_timeline_get_node (lsc_timeline_layout_get_timeline (layout, strip->rank),
                                strip->node);
}

/* What a lane may be left out for; the same of both sides, which have one name. */
static gint64
weigh (LscTimelineLayout *layout, const char *name, const LscInterval *shown)
{
  gint64 sum = 0;

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);
      const LscNode *node = get_node (layout, strip);
      gint64 offset_ns = lsc_timeline_layout_get_offset (layout, strip->rank);

      if (node->lane && g_str_equal (node->name, name))
        sum += sum_time (node->lane, lsc_ns_add (shown->begin_ns, offset_ns),
                         lsc_ns_add (shown->end_ns, offset_ns));
    }
  return sum;
}

/* (nullable): the name of the lane with the least time, where there are others */
static const char *
find_least (LscTimelineLayout *layout, const LscInterval *shown)
{
  const char *found = NULL;
  gint64 least = G_MAXINT64;
  guint n_others = 0;

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscNode *node = get_node (layout, lsc_timeline_layout_get_strip (layout, i));
      gint64 time_ns;

      if (!node->lane || node->role == LSC_ROLE_STEPS)
        continue;
      time_ns = weigh (layout, node->name, shown);
      n_others += found && !g_str_equal (found, node->name);
      if (time_ns < least)
        {
          least = time_ns;
          found = node->name;
        }
    }
  return n_others > 0 ? found : NULL;
}

/* Returns: how many were */
static guint
hide_named (LscTimelineLayout *layout, const char *name)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);
      const LscNode *node = get_node (layout, strip);

      if (node->lane && g_str_equal (node->name, name))
        g_ptr_array_add (paths, lsc_timeline_layout_get_path (layout, strip->rank, strip->node));
    }
  for (guint i = 0; i < paths->len; i++)
    lsc_timeline_layout_set_hidden (layout, paths->pdata[i], TRUE);
  return paths->len;
}

/**
 * lsc_timeline_twin_fit:
 * @layout: of two timelines with slices
 * @shown: of the axis
 * @most_px: height of the lanes
 *
 * Makes the lanes low enough for a page, as far as they can be read: without strips of groups, with
 * low rows, then without the lanes that do the least in what is shown, on both sides. Steps and
 * one more lane always stay. Cost: O(slices shown) for each lane left out.
 *
 * Returns: how many lanes were left out
 */
guint
lsc_timeline_twin_fit (LscTimelineLayout *layout, const LscInterval *shown, double most_px)
{
  double height;
  const char *name;
  guint n_hidden = 0;

  g_return_val_if_fail (layout && shown && most_px > 0, 0);
  height = lsc_timeline_layout_get_row_height (layout);
  lsc_timeline_layout_set_figure (layout, TRUE);
  while (height > LEAST_ROW_PX && lsc_timeline_layout_get_content_height (layout) > most_px)
    lsc_timeline_layout_set_row_height (layout, --height);
  while (lsc_timeline_layout_get_content_height (layout) > most_px &&
         (name = find_least (layout, shown)) != NULL)
    n_hidden += hide_named (layout, name);
  return n_hidden;
}

/**
 * lsc_timeline_twin_find_step:
 * @begin_ns, @length_ns: (out): of the step whose length is in the middle; of a recording without
 *   steps, all of it
 */
void
lsc_timeline_twin_find_step (const LscTimeline *timeline, gint64 *begin_ns, gint64 *length_ns)
{
  g_autoptr (GArray) lengths = NULL;
  const LscSteps *steps;
  gsize found = 0;
  gint64 middle;

  g_return_if_fail (timeline && begin_ns && length_ns);
  lengths = g_array_new (FALSE, FALSE, sizeof (gint64));
  steps = lsc_timeline_get_steps (timeline);
  *begin_ns = timeline->main_begin_ns;
  *length_ns = timeline->main_end_ns - timeline->main_begin_ns;
  if (steps->n == 0)
    return;
  for (gsize i = 0; i < steps->n; i++)
    {
      gint64 length = steps->items[i].end_ns - steps->items[i].start_ns;

      g_array_append_val (lengths, length);
    }
  lsc_sort_int64s ((gint64 *) (gpointer) lengths->data, lengths->len);
  middle = g_array_index (lengths, gint64, (lengths->len - 1) / 2);
  while (steps->items[found].end_ns - steps->items[found].start_ns != middle)
    found++;
  *begin_ns = steps->items[found].start_ns;
  *length_ns = middle;
}

/**
 * lsc_timeline_twin_new_steps:
 * @sides: above and below; their origins are set
 * @span_ns: (out): the longer of the two steps; it begins at the origin of the one above
 *
 * Lays the steps of median length of two recordings out below one another: steps, computing and
 * communication.
 *
 * Returns: (transfer full): as lsc_timeline_twin_new() does
 */
LscTimelineLayout *
lsc_timeline_twin_new_steps (LscTimelineTwinSide sides[2], gint64 *span_ns)
{
  LscTimelineLayout *layout;
  gint64 lengths[2];

  g_return_val_if_fail (sides[0].timeline && sides[1].timeline && span_ns, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    lsc_timeline_twin_find_step (sides[i].timeline, &sides[i].origin_ns, &lengths[i]);
  layout = lsc_timeline_twin_new (&sides[0], &sides[1]);
  lsc_timeline_twin_show_device (layout);
  *span_ns = MAX (MAX (lengths[0], lengths[1]), 1);
  return layout;
}
