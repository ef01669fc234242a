/* lsc-timeline-chart-lanes.c - lanes of the timeline widget: focus, selection, pin, hide, merge
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "app/timeline/lsc-timeline-chart-private.h"

static char *
strip_path (LscTimelineChart *self, gsize strip)
{
  const LscStrip *item = lsc_timeline_layout_get_strip (self->layout, strip);

  return lsc_timeline_layout_get_path (self->layout, item->rank, item->node);
}

static gboolean
has_focus_strip (LscTimelineChart *self)
{
  return self->view.focus_strip < lsc_timeline_layout_get_n_strips (self->layout);
}

/* Scrolls so that a strip is visible. */
static void
reveal_strip (LscTimelineChart *self, gsize strip)
{
  const LscStrip *item = lsc_timeline_layout_get_strip (self->layout, strip);
  double page = self->view.port.height - self->view.ruler_height -
                lsc_timeline_layout_get_pinned_height (self->layout);

  if (item->is_pinned)
    return;
  if (item->y < self->view.port.scroll_y)
    self->view.port.scroll_y = item->y;
  else if (item->y + item->height > self->view.port.scroll_y + page)
    self->view.port.scroll_y = MAX (0, MIN (item->y, item->y + item->height - page));
}

/* ---- selection ---- */

static gboolean
find_selected (LscTimelineChart *self, const char *path, guint *index)
{
  for (guint i = 0; i < self->selected_paths->len; i++)
    if (g_str_equal (g_ptr_array_index (self->selected_paths, i), path))
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
_lsc_timeline_chart_strip_is_selected (LscTimelineChart *self, gsize strip)
{
  g_autofree char *path = strip_path (self, strip);
  guint index;

  return find_selected (self, path, &index);
}

static void
select_strip (LscTimelineChart *self, gsize strip, gboolean keep)
{
  g_autofree char *path = strip_path (self, strip);
  guint index;

  if (!keep)
    g_ptr_array_set_size (self->selected_paths, 0);
  if (!find_selected (self, path, &index))
    g_ptr_array_add (self->selected_paths, g_steal_pointer (&path));
}

/**
 * lsc_timeline_chart_get_selected_paths:
 *
 * Returns: (transfer full): paths of the selected lanes; that of the lane in focus when none is
 *   selected; may be empty
 */
GStrv
lsc_timeline_chart_get_selected_paths (LscTimelineChart *self)
{
  GStrvBuilder *builder;
  GStrv paths;

  g_return_val_if_fail (LSC_IS_TIMELINE_CHART (self), NULL);
  builder = g_strv_builder_new ();
  for (guint i = 0; i < self->selected_paths->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (self->selected_paths, i));
  if (self->selected_paths->len == 0 && has_focus_strip (self))
    {
      g_autofree char *path = strip_path (self, self->view.focus_strip);

      g_strv_builder_add (builder, path);
    }
  paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return paths;
}

/** lsc_timeline_chart_unselect_lanes: no lane is selected any more */
void
lsc_timeline_chart_unselect_lanes (LscTimelineChart *self)
{
  g_ptr_array_set_size (self->selected_paths, 0);
  lsc_chart_changed (LSC_CHART (self));
  _lsc_timeline_chart_range_changed (self);
}

/**
 * lsc_timeline_chart_select_lane:
 *
 * Opens what hides a lane, selects it alone and scrolls there.
 */
void
lsc_timeline_chart_select_lane (LscTimelineChart *self, guint32 rank, guint32 node)
{
  gsize strip;

  g_return_if_fail (LSC_IS_TIMELINE_CHART (self));
  lsc_timeline_layout_reveal (self->layout, rank, node);
  strip = lsc_timeline_layout_find_strip (self->layout, rank, node);
  if (strip >= lsc_timeline_layout_get_n_strips (self->layout))
    return;
  self->view.focus_strip = strip;
  select_strip (self, strip, FALSE);
  lsc_chart_note (LSC_CHART (self), LSC_MOVE_JUMP, NULL);
  reveal_strip (self, strip);
  _lsc_timeline_chart_lanes_changed (self);
  _lsc_timeline_chart_range_changed (self);
}

/* A click on a header: alone, with Ctrl one more or less, with Shift all up to it. */
void
_lsc_timeline_chart_press_header (LscTimelineChart *self, gsize strip, GdkModifierType modifiers)
{
  g_autofree char *path = strip_path (self, strip);
  guint index;

  if (modifiers & GDK_SHIFT_MASK && has_focus_strip (self))
    {
      gsize from = MIN (self->view.focus_strip, strip), to = MAX (self->view.focus_strip, strip);

      for (gsize i = from; i <= to; i++)
        select_strip (self, i, TRUE);
    }
  else if (modifiers & GDK_CONTROL_MASK && find_selected (self, path, &index))
    g_ptr_array_remove_index (self->selected_paths, index);
  else
    select_strip (self, strip, (modifiers & GDK_CONTROL_MASK) != 0);
  if (!(modifiers & GDK_SHIFT_MASK))
    self->view.focus_strip = strip;
  lsc_chart_changed (LSC_CHART (self));
  _lsc_timeline_chart_range_changed (self);
}

/* Paths of the lanes between two heights of the view, for a box. */
GStrv
_lsc_timeline_chart_paths_between (LscTimelineChart *self, double y0, double y1)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  double pinned = lsc_timeline_layout_get_pinned_height (self->layout);
  gsize n = lsc_timeline_layout_get_n_strips (self->layout);
  GStrv paths;

  for (gsize i = 0; i < n; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (self->layout, i);
      double top = self->view.ruler_height +
                   (strip->is_pinned ? strip->y : strip->y - self->view.port.scroll_y + pinned);
      double visible = strip->is_pinned ? top : MAX (top, self->view.ruler_height + pinned);

      if (strip->type != LSC_STRIP_EMPTY && MIN (y0, y1) < top + strip->height &&
          MAX (y0, y1) >= visible && top + strip->height > visible)
        {
          g_autofree char *path = strip_path (self, i);

          g_strv_builder_add (builder, path);
        }
    }
  paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return paths;
}

/* ---- focus ---- */

static gboolean
shift_focus (LscTimelineChart *self, int by, gboolean extend)
{
  gsize n = lsc_timeline_layout_get_n_strips (self->layout);
  gsize strip = self->view.focus_strip;

  if (n == 0)
    return FALSE;
  if (strip >= n)
    {
      double y = self->view.ruler_height + lsc_timeline_layout_get_pinned_height (self->layout) + 1;

      strip = lsc_timeline_layout_strip_at (self->layout, y - self->view.ruler_height,
                                            self->view.port.scroll_y);
      if (strip >= n)
        strip = 0;
    }
  else if (by < 0 ? strip == 0 : strip + 1 >= n)
    return FALSE;
  else
    {
      if (extend)
        select_strip (self, strip, TRUE);
      strip = by < 0 ? strip - 1 : strip + 1;
    }
  self->view.focus_strip = strip;
  select_strip (self, strip, extend);
  reveal_strip (self, strip);
  lsc_chart_changed (LSC_CHART (self));
  return TRUE;
}

static gboolean
move_focus (LscTimelineChart *self, int by)
{
  return shift_focus (self, by, FALSE);
}

static gboolean
extend_focus (LscTimelineChart *self, int by)
{
  return shift_focus (self, by, TRUE);
}

/* Opens or closes a group, or a lane with lanes below it. */
void
_lsc_timeline_chart_toggle_strip (LscTimelineChart *self, gsize strip)
{
  const LscStrip *item = lsc_timeline_layout_get_strip (self->layout, strip);
  g_autofree char *path = strip_path (self, strip);
  guint32 rank = item->rank, node = item->node;

  if (!item->has_children)
    return;
  lsc_timeline_layout_set_expanded (self->layout, path, !item->is_expanded);
  if (has_focus_strip (self))
    self->view.focus_strip = lsc_timeline_layout_find_strip (self->layout, rank, node);
  _lsc_timeline_chart_lanes_changed (self);
}

/* Enter: a slice of the lane, or what the strip offers instead. */
static gboolean
enter_lane (LscTimelineChart *self)
{
  const LscStrip *strip;

  if (!has_focus_strip (self))
    return lsc_chart_perform (LSC_CHART (self), "first-visible-slice");
  strip = lsc_timeline_layout_get_strip (self->layout, self->view.focus_strip);
  if (strip->type == LSC_STRIP_EMPTY)
    _lsc_timeline_chart_load_rank (self, strip->rank);
  else if (strip->type == LSC_STRIP_GROUP)
    _lsc_timeline_chart_toggle_strip (self, self->view.focus_strip);
  else if (strip->type == LSC_STRIP_LANE)
    return lsc_chart_perform (LSC_CHART (self), "first-visible-slice");
  return TRUE;
}

/* ---- what is done to lanes ---- */

static gboolean
is_pinned (LscTimelineChart *self, const char *path)
{
  guint32 rank, node;
  gsize strip;

  if (!lsc_timeline_layout_find_path (self->layout, path, &rank, &node))
    return FALSE;
  strip = lsc_timeline_layout_find_strip (self->layout, rank, node);
  return strip < lsc_timeline_layout_get_n_strips (self->layout) &&
         lsc_timeline_layout_get_strip (self->layout, strip)->is_pinned;
}

/* Changes lanes of the selection one by one. */
static gboolean
change_lanes (LscTimelineChart *self, const char *verb)
{
  g_auto (GStrv) paths = lsc_timeline_chart_get_selected_paths (self);
  gboolean pin;

  if (!paths[0])
    return FALSE;
  pin = !is_pinned (self, paths[0]);
  for (guint i = 0; paths[i]; i++)
    {
      if (g_str_equal (verb, "pin"))
        lsc_timeline_layout_set_pinned (self->layout, paths[i], pin);
      else if (g_str_equal (verb, "pin-same"))
        lsc_timeline_layout_pin_same_named (self->layout, paths[i], TRUE);
      else if (g_str_equal (verb, "unpin-same"))
        lsc_timeline_layout_pin_same_named (self->layout, paths[i], FALSE);
      else if (g_str_equal (verb, "pin-up"))
        lsc_timeline_layout_move_pinned (self->layout, paths[i], -1);
      else if (g_str_equal (verb, "pin-down"))
        lsc_timeline_layout_move_pinned (self->layout, paths[i], 1);
      else if (g_str_equal (verb, "hide"))
        lsc_timeline_layout_set_hidden (self->layout, paths[i], TRUE);
      else
        lsc_timeline_layout_unmerge (self->layout, paths[i]);
    }
  if (g_str_equal (verb, "hide"))
    g_ptr_array_set_size (self->selected_paths, 0);
  return TRUE;
}

static gboolean
merge_lanes (LscTimelineChart *self)
{
  g_auto (GStrv) paths = lsc_timeline_chart_get_selected_paths (self);

  return g_strv_length (paths) > 1 && lsc_timeline_layout_merge (self->layout, paths);
}

static gboolean
merge_computing (LscTimelineChart *self)
{
  guint32 rank = 0;

  if (has_focus_strip (self))
    rank = lsc_timeline_layout_get_strip (self->layout, self->view.focus_strip)->rank;
  else if (_lsc_timeline_chart_spot_is (&self->view.selected))
    rank = self->view.selected.rank;
  if (lsc_timeline_layout_get_n_ranks (self->layout) == 0)
    return FALSE;
  lsc_timeline_layout_merge_computing (self->layout, rank);
  return TRUE;
}

static gboolean
toggle_focus (LscTimelineChart *self)
{
  if (!has_focus_strip (self) ||
      !lsc_timeline_layout_get_strip (self->layout, self->view.focus_strip)->has_children)
    return FALSE;
  _lsc_timeline_chart_toggle_strip (self, self->view.focus_strip);
  return TRUE;
}

/* The lane in focus stays in focus when lanes above it come or go. */
static gboolean
change_all (LscTimelineChart *self, const char *verb)
{
  g_autofree char *focus =
      has_focus_strip (self) ? strip_path (self, self->view.focus_strip) : NULL;
  guint32 rank, node;
  gboolean done = TRUE;

  if (g_str_equal (verb, "expand-all"))
    lsc_timeline_layout_set_all_expanded (self->layout, TRUE);
  else if (g_str_equal (verb, "collapse-all"))
    lsc_timeline_layout_set_all_expanded (self->layout, FALSE);
  else if (g_str_equal (verb, "unpin-all"))
    lsc_timeline_layout_unpin_all (self->layout);
  else if (g_str_equal (verb, "show-all"))
    lsc_timeline_layout_show_all (self->layout);
  else if (g_str_equal (verb, "merge"))
    done = merge_lanes (self);
  else if (g_str_equal (verb, "merge-computing"))
    done = merge_computing (self);
  else
    done = change_lanes (self, verb);
  if (focus)
    {
      gsize n = lsc_timeline_layout_get_n_strips (self->layout), strip = G_MAXSIZE;

      if (lsc_timeline_layout_find_path (self->layout, focus, &rank, &node))
        strip = lsc_timeline_layout_find_strip (self->layout, rank, node);
      self->view.focus_strip = strip < n ? strip : MIN (self->view.focus_strip, MAX (n, 1) - 1);
    }
  if (done)
    _lsc_timeline_chart_lanes_changed (self);
  return done;
}

/* What the key table calls a verb, when it belongs to lanes. */
const LscTimelineVerb _lsc_timeline_chart_lanes_verbs[] = {
  { "lane-down", G_CALLBACK (move_focus), 1 },
  { "lane-up", G_CALLBACK (move_focus), -1 },
  { "extend-lanes-down", G_CALLBACK (extend_focus), 1 },
  { "extend-lanes-up", G_CALLBACK (extend_focus), -1 },
  { "toggle-expanded", G_CALLBACK (toggle_focus) },
  { "enter-lane", G_CALLBACK (enter_lane) },
  { NULL },
};

/* Does what the key table calls @verb, when it changes which lanes there are. */
gboolean
_lsc_timeline_chart_change_lanes (LscTimelineChart *self, const char *verb)
{
  static const char *const verbs[] = {
    "expand-all", "collapse-all", "unpin-all",  "show-all", "merge",    "merge-computing", "pin",
    "pin-same",   "pin-up",       "unpin-same", "hide",     "pin-down", "unmerge",         NULL,
  };

  if (!g_strv_contains (verbs, verb))
    return FALSE;
  if (!change_all (self, verb))
    gtk_widget_error_bell (GTK_WIDGET (self));
  return TRUE;
}
