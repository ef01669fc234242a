/* lsc-timeline-arrows.c - links as curves from slice to slice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

#define HEAD_PX 6.0
#define THIN_PX 6.0 /* of target: at most one arrow */
#define MOST_ARROWS 4000u
#define MOST_LISTED 64u    /* arrows of one slice */
#define MOST_LOOKED_AT 16u /* slices merged in one place, for one with a link */

/* An arrow runs from the begin of its source to the begin of its target: its slope is the time that
 * passes between them, also when that is negative (drawing.md#arrows). */
typedef struct
{
  LscTimelinePainter *painter;
  cairo_t *cr;
  const LscTimelineView *view;
  guint n;
} Arrows;

typedef struct
{
  double x0, y0, x1, y1;
} Ends;

static gboolean
find_ends (const Arrows *self, guint32 rank, const LscLink *link, Ends *ends)
{
  const LscTimelineView *view = self->view;
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, rank);
  LscTimelineSpot from = { rank, lsc_timeline_get_spot (timeline, link->from) };
  LscTimelineSpot to = { rank, lsc_timeline_get_spot (timeline, link->to) };
  LscRowStretch from_stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, rank, from.spot.node);
  LscRowStretch to_stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, rank, to.spot.node);
  const LscLane *source = lsc_timeline_view_get_lane (view, &from);
  const LscLane *target = lsc_timeline_view_get_lane (view, &to);
  double from_y0, from_y1, to_y0, to_y1;

  if (!source || !target || !_lsc_view_place (view, &from, TRUE, &from_y0, &from_y1) ||
      !_lsc_view_place (view, &to, TRUE, &to_y0, &to_y1))
    return FALSE;
  ends->x0 = lsc_row_to_x (&from_stretch, &view->port, source->start_ns[from.spot.slice]);
  ends->x1 = lsc_row_to_x (&to_stretch, &view->port, target->start_ns[to.spot.slice]);
  if (to_y0 >= from_y1) /* downwards, upwards, or beside one another */
    ends->y0 = from_y1, ends->y1 = to_y0;
  else if (to_y1 <= from_y0)
    ends->y0 = from_y0, ends->y1 = to_y1;
  else
    ends->y0 = (from_y0 + from_y1) / 2, ends->y1 = (to_y0 + to_y1) / 2;
  /* cairo's numbers have 24 bits before the point */
  ends->x0 = CLAMP (ends->x0, -1e5, 1e5);
  ends->x1 = CLAMP (ends->x1, -1e5, 1e5);
  ends->y0 = CLAMP (ends->y0, -1e5, 1e5);
  ends->y1 = CLAMP (ends->y1, -1e5, 1e5);
  return MAX (ends->x0, ends->x1) >= view->port.header_width &&
         MIN (ends->x0, ends->x1) <= view->port.width &&
         MAX (ends->y0, ends->y1) >= view->ruler_height &&
         MIN (ends->y0, ends->y1) <= view->port.height;
}

static guint32
get_rgb (guint32 kind, gboolean is_dark)
{
  return is_dark ? lsc_color_mix_rgb (_lsc_palette_link (kind), 0xFFFFFF, 0.35)
                 : _lsc_palette_link (kind);
}

/** Sets colour and dashes of the arrows of a kind. */
void
_lsc_arrow_set_style (cairo_t *cr, guint32 kind, gboolean is_dark, double alpha)
{
  static const double queue[] = { 6, 3 }, forward[] = { 2, 3 };

  lsc_color_set_rgb_alpha (cr, get_rgb (kind, is_dark), alpha);
  if (kind == LSC_LINK_QUEUE)
    cairo_set_dash (cr, queue, 2, 0);
  else if (kind == LSC_LINK_FWD_BWD)
    cairo_set_dash (cr, forward, 2, 0);
  else
    cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_badge (Arrows *self, const Ends *ends, guint32 rgb, gsize count)
{
  g_autofree char *text = g_strdup_printf ("%" G_GSIZE_FORMAT, count);
  double width = lsc_text_width (self->painter->text, 9.5, text) + 8;
  double x = ends->x1 + 7, y = ends->y1 - (ends->y1 >= ends->y0 ? 10 : -10);

  lsc_paint_rect_rgb (self->cr, rgb, x, y - 7, width, 14);
  lsc_color_set_rgb (self->cr, lsc_palette_label_is_white (rgb) ? 0xFFFFFF : 0x000000);
  lsc_text_draw (
      self->painter->text, self->cr,
      &(LscTextLine){ .x = x + width / 2, .middle = y, .align = 0.5, .size = 9.5, .is_bold = TRUE },
      text);
}

/* @weight: px; @count: links that this arrow stands for, with a badge from 2 */
static void
draw_arrow (Arrows *self, const Ends *ends, guint32 kind, double weight, double alpha, gsize count)
{
  cairo_t *cr = self->cr;
  guint32 rgb = get_rgb (kind, self->view->theme.is_dark);
  double down = ends->y1 >= ends->y0 ? 1 : -1, bend, tip_x, tip_y;
  gboolean is_flat = fabs (ends->y1 - ends->y0) < 4;

  bend = is_flat ? 28 : MIN (fabs (ends->y1 - ends->y0) / 2, 60) * down;
  tip_x = ends->x1;
  tip_y = ends->y1;
  cairo_set_line_width (cr, weight);
  _lsc_arrow_set_style (cr, kind, self->view->theme.is_dark, alpha);
  cairo_move_to (cr, ends->x0, ends->y0);
  if (is_flat)
    cairo_curve_to (cr, ends->x0 + (ends->x1 - ends->x0) * 0.2, ends->y0 - bend,
                    ends->x1 - (ends->x1 - ends->x0) * 0.2, ends->y1 - bend, tip_x, tip_y);
  else
    cairo_curve_to (cr, ends->x0, ends->y0 + bend, ends->x1, ends->y1 - bend, tip_x,
                    tip_y - down * HEAD_PX / 2);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  down = is_flat ? 1 : down;
  cairo_move_to (cr, tip_x, tip_y);
  cairo_line_to (cr, tip_x - HEAD_PX / 2, tip_y - down * HEAD_PX);
  cairo_line_to (cr, tip_x + HEAD_PX / 2, tip_y - down * HEAD_PX);
  cairo_close_path (cr);
  cairo_fill (cr);
  if (count > 1)
    draw_badge (self, ends, rgb, count);
  self->n++;
}

/* ---- of the selection ---- */

static gboolean
is_wanted (const LscTimelineView *view, guint32 kind)
{
  return (view->arrow_kinds & 1u << kind) != 0;
}

/* Links of one slice in one direction: of each kind an arrow to the first, with the count, and the
 * chosen one. Follows on to the next kind so that op, launch and kernel are seen together. */
static void
draw_of_slice (Arrows *self, guint32 rank, guint32 id, gboolean forward, gsize chosen, guint depth)
{
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (self->view->layout, rank);
  const LscLinks *links = &timeline->links;
  gsize first, n;

  n = forward ? lsc_links_find_from (links, id, &first) : lsc_links_find_to (links, id, &first);
  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link =
          forward ? &links->items[first + i] : lsc_links_get_to (links, first + i);
      const LscLink *before = NULL;
      gsize same = 1;
      gboolean is_chosen = depth == 0 && i == chosen;
      Ends ends;

      if (!is_wanted (self->view, link->kind) || self->n >= MOST_LISTED)
        continue;
      if (i > 0)
        before = forward ? &links->items[first + i - 1] : lsc_links_get_to (links, first + i - 1);
      if (before && before->kind == link->kind && !is_chosen)
        continue;
      while (i + same < n && (forward ? &links->items[first + i + same]
                                      : lsc_links_get_to (links, first + i + same))
                                     ->kind == link->kind)
        same++;
      if (before && before->kind == link->kind)
        same = 1;
      if (find_ends (self, rank, link, &ends))
        draw_arrow (self, &ends, link->kind, is_chosen ? 3 : 1.6, depth == 0 ? 1 : 0.65, same);
      if (depth < 2 && link->kind != LSC_LINK_FWD_BWD)
        draw_of_slice (self, rank, forward ? link->to : link->from, forward, G_MAXSIZE, depth + 1);
    }
}

static void
draw_selected (Arrows *self)
{
  const LscTimelineView *view = self->view;
  const LscTimelineSpot *spot = &view->selected;
  const LscTimeline *timeline;
  gsize chosen = view->chosen_link == LSC_SLICE_NONE ? G_MAXSIZE : view->chosen_link, n, first;
  guint32 id;

  if (!lsc_timeline_view_get_lane (view, spot))
    return;
  timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);
  id = lsc_timeline_get_id (timeline, spot->spot);
  n = lsc_links_find_from (&timeline->links, id, &first);
  draw_of_slice (self, spot->rank, id, TRUE, chosen, 0);
  draw_of_slice (self, spot->rank, id, FALSE,
                 chosen != G_MAXSIZE && chosen >= n ? chosen - n : G_MAXSIZE, 0);
}

/* ---- of all, thinned ---- */

static const LscLink *
find_link (const Arrows *self, const LscTimeline *timeline, guint32 id)
{
  gsize first, n = lsc_links_find_to (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (is_wanted (self->view, link->kind))
        return link;
    }
  return NULL;
}

/* One arrow for each place of 6 px on a row: to the longest slice there, or to one near it. */
static void
draw_to_row (Arrows *self, const LscStrip *strip, gsize index, guint row, gint64 from_ns,
             gint64 to_ns)
{
  const LscTimelineView *view = self->view;
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  guint width = (guint) MAX (ceil ((view->port.width - view->port.header_width) / THIN_PX), 1);
  LscViewRow at = { .rank = strip->rank };
  LscRowStretch stretch;
  gsize n;

  at.lane = _lsc_view_row_lane (view, index, row, &at.node, &at.row);
  if (!at.lane)
    return;
  stretch = lsc_timeline_layout_get_lane_stretch (view->layout, at.rank, at.node);
  n = _lsc_view_row_spans (view, &at, 1 / THIN_PX, width, self->painter->spans);
  for (gsize i = 0; i < n && self->n < MOST_ARROWS; i++)
    {
      guint32 slice = self->painter->spans[i].slice;
      guint32 end = MIN (at.lane->row_begin[at.row + 1],
                         slice + (self->painter->spans[i].n > 1 ? MOST_LOOKED_AT : 1));
      const LscLink *link = NULL;
      Ends ends;

      for (; slice < end && !link; slice++)
        if (lsc_row_to_axis (&stretch, at.lane->start_ns[slice]) >= from_ns &&
            lsc_row_to_axis (&stretch, at.lane->start_ns[slice]) < to_ns)
          link = find_link (self, timeline,
                            lsc_timeline_get_node (timeline, at.node)->first_id + slice);
      if (link && find_ends (self, strip->rank, link, &ends))
        draw_arrow (self, &ends, link->kind, 1, 0.75, 1);
    }
}

static void
draw_all (Arrows *self, gint64 from_ns, gint64 to_ns)
{
  const LscTimelineView *view = self->view;
  LscStripWalk walk = { .view = view };

  _lsc_painter_reserve (self->painter, (int) ceil (view->port.width - view->port.header_width));
  cairo_set_antialias (self->cr, CAIRO_ANTIALIAS_FAST); /* hundreds of curves in a frame */
  while (_lsc_strip_walk_next (&walk))
    for (guint row = 0; walk.strip->type == LSC_STRIP_LANE && row < walk.strip->n_rows; row++)
      draw_to_row (self, walk.strip, walk.index, row, from_ns, to_ns);
}

/* Draws the links that the view asks for. */
void
_lsc_timeline_paint_arrows (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  Arrows arrows = { self, cr, view, 0 };

  cairo_save (cr);
  switch (view->arrows)
    {
    case LSC_TIMELINE_ARROWS_RANGE:
      if (view->has_range)
        draw_all (&arrows, view->range_begin_ns, view->range_end_ns);
      break;
    case LSC_TIMELINE_ARROWS_ALL:
      draw_all (&arrows, G_MININT64, G_MAXINT64);
      break;
    case LSC_TIMELINE_ARROWS_OFF:
    case LSC_TIMELINE_ARROWS_SELECTION:
    default:
      break;
    }
  arrows.n = 0;
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  if (view->arrows != LSC_TIMELINE_ARROWS_OFF)
    draw_selected (&arrows);
  cairo_restore (cr);
}
