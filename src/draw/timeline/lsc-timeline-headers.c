/* lsc-timeline-headers.c - names of the lanes, left of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-time.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "model/lsc-lane-title.h"

#define NAME_PX 11.5
#define MOST_MEASURED 400 /* strips, whose names do not take a frame to measure */
#define SMALL_PX 10.0
#define PIN_WIDTH 14.0
#define SHARE_WIDTH 52.0

typedef struct
{
  LscTimelinePainter *painter;
  cairo_t *cr;
  const LscTimelineView *view;
} Headers;

static const LscNode *
node_of (const LscTimelineView *view, const LscStrip *strip)
{
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);

  return timeline ? lsc_timeline_get_node (timeline, strip->node) : NULL;
}

static char *
plain_name_of (const LscTimelineView *view, const LscStrip *strip)
{
  const LscNode *node = node_of (view, strip);
  const char *name = node ? lsc_lane_title_get (node->role, node->name) : NULL;
  const char *rank = lsc_timeline_layout_get_label (view->layout, strip->rank);
  const char *host = lsc_timeline_layout_get_host (view->layout, strip->rank);

  if (!node || strip->node == 0)
    return host ? g_strdup_printf ("%s · %s", host, rank) : g_strdup (rank);
  if (strip->merged)
    return g_strdup_printf (_ ("%s and %zu more"), name, (gsize) strip->merged->len);
  if (strip->is_pinned && strip->depth == 0 && lsc_timeline_layout_get_n_ranks (view->layout) > 1)
    return g_strdup_printf ("%s · %s", rank, name);
  return g_strdup (*name != '\0' ? name : _ ("(no name)"));
}

/* With how far the lane is moved, where the user moved it alone. */
static char *
name_of (const LscTimelineView *view, const LscStrip *strip)
{
  g_autofree char *name = plain_name_of (view, strip);
  gint64 offset_ns = lsc_timeline_layout_get_lane_offset (view->layout, strip->rank, strip->node);
  g_autofree char *shift = NULL;

  if (offset_ns == 0)
    return g_steal_pointer (&name);
  shift = lsc_format_duration (ABS (offset_ns), LSC_TIME_UNIT_AUTO);
  /* Translators: name of a lane, and by how much it is moved */
  return offset_ns > 0 ? g_strdup_printf (_ ("%s · %s earlier"), name, shift)
                       : g_strdup_printf (_ ("%s · %s later"), name, shift);
}

/* ---- signs ---- */

static void
draw_expander (cairo_t *cr, double x, double middle, gboolean is_expanded)
{
  if (is_expanded)
    {
      cairo_move_to (cr, x, middle - 2);
      cairo_line_to (cr, x + 8, middle - 2);
      cairo_line_to (cr, x + 4, middle + 3);
    }
  else
    {
      cairo_move_to (cr, x + 2, middle - 4);
      cairo_line_to (cr, x + 7, middle);
      cairo_line_to (cr, x + 2, middle + 4);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_pin (cairo_t *cr, double x, double middle)
{
  cairo_rectangle (cr, x + 2, middle - 5, 6, 2);
  cairo_rectangle (cr, x + 3, middle - 3, 4, 4);
  cairo_rectangle (cr, x + 1, middle + 1, 8, 1.5);
  cairo_rectangle (cr, x + 4.5, middle + 2.5, 1, 4);
  cairo_fill (cr);
}

/* Computing, communication not overlapped and free as parts of a thin bar. */
static gboolean
draw_shares (Headers *self, const LscStrip *strip, double right, double middle)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (self->view->layout, strip->rank);
  const LscTimelineAnalysis *analysis = timeline ? lsc_timeline_get_analysis (timeline) : NULL;
  const LscOverlapSums *sums;
  double x = right - SHARE_WIDTH, total;

  if (!analysis || !analysis->overlap || !analysis->overlap->all.has_device)
    return FALSE;
  sums = &analysis->overlap->all;
  gint64 parts[] = { sums->computing_ns, sums->not_overlapped_ns, sums->free_ns };
  static const guint8 kinds[] = { LSC_SLICE_COMPUTING, LSC_SLICE_NOT_OVERLAPPED, LSC_SLICE_FREE };

  total = (double) parts[0] + (double) parts[1] + (double) parts[2];
  if (!(total > 0))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      double width = SHARE_WIDTH * (double) parts[i] / total;

      lsc_paint_rect_rgb (self->cr, _lsc_palette_family (kinds[i]), x, middle - 3, width, 6);
      x += width;
    }
  return TRUE;
}

/* The scale of a counter, below its name. */
static void
draw_counter_range (Headers *self, const LscStrip *strip, double x, double right, double top)
{
  const LscNode *node = node_of (self->view, strip);
  const LscCounter *counter;
  double low, high;

  if (!node || !node->series || node->series->len == 0)
    return;
  counter = g_ptr_array_index (node->series, 0);
  _lsc_counter_range (node, &low, &high);
  g_autofree char *most = lsc_counter_format (counter, high);
  g_autofree char *least = lsc_counter_format (counter, low);
  g_autofree char *range = g_strdup_printf ("%s – %s", least, most);

  lsc_color_set (self->cr, &self->view->theme.dim);
  lsc_text_draw (self->painter->text, self->cr,
                 &(LscTextLine){ .x = x,
                                 .middle = top + MIN (strip->height - 10, 32),
                                 .size = SMALL_PX,
                                 .room = right - x,
                                 .keeps_ends = TRUE },
                 range);
}

/* Where a strip that shows only some of its rows is scrolled to. */
static void
draw_scroll (Headers *self, const LscStrip *strip, double top)
{
  double length = strip->height - 4, x = self->view->port.header_width - 5;
  double from = length * strip->first_row / strip->n_all_rows;
  double size = MAX (length * strip->n_rows / strip->n_all_rows, 6);

  lsc_paint_rect (self->cr, &self->view->theme.grid, x, top + 2, 3, length);
  lsc_paint_rect (self->cr, &self->view->theme.dim, x, top + 2 + MIN (from, length - size), 3,
                  size);
}

/* ---- strips ---- */

static gboolean
is_selected (const LscTimelineView *view, const LscStrip *strip)
{
  g_autofree char *path = NULL;

  if (!view->selected_paths || view->selected_paths->len == 0)
    return FALSE;
  path = lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
  return path && g_ptr_array_find_with_equal_func (view->selected_paths, path, g_str_equal, NULL);
}

static void
draw_ground (Headers *self, const LscStrip *strip, double top)
{
  const LscTheme *theme = &self->view->theme;
  double width = self->view->port.header_width;

  lsc_paint_rect_rgb (self->cr, _lsc_palette_strip (theme, strip), 0, top, width, strip->height);
  if (is_selected (self->view, strip))
    {
      lsc_color_set_alpha (self->cr, &theme->accent, 0.22);
      cairo_rectangle (self->cr, 0, top, width, strip->height);
      cairo_fill (self->cr);
      lsc_color_set (self->cr, &theme->accent); /* not by tint alone */
      cairo_rectangle (self->cr, 0, top, 3, strip->height);
      cairo_fill (self->cr);
    }
  lsc_paint_rect (self->cr, &theme->grid, 0, top + strip->height - 1, width, 1);
}

static void
draw_header (Headers *self, const LscStrip *strip, gsize index)
{
  const LscTimelineView *view = self->view;
  double top = _lsc_view_strip_top (view, strip);
  double x = LSC_TIMELINE_HEADER_PAD + strip->depth * LSC_TIMELINE_INDENT;
  double right = view->port.header_width - LSC_TIMELINE_HEADER_PAD;
  double middle = top + MIN (strip->height, LSC_LAYOUT_GROUP_HEIGHT) / 2;
  gboolean is_group = strip->type == LSC_STRIP_GROUP || strip->type == LSC_STRIP_EMPTY;
  g_autofree char *name = name_of (view, strip);

  draw_ground (self, strip, top);
  if (strip->has_children)
    {
      lsc_color_set (self->cr, &view->theme.dim);
      draw_expander (self->cr, x, middle, strip->is_expanded);
    }
  x += LSC_TIMELINE_EXPANDER;
  if (strip->is_pinned && strip->depth == 0)
    {
      lsc_color_set (self->cr, &view->theme.accent);
      draw_pin (self->cr, right - PIN_WIDTH + 4, middle);
      right -= PIN_WIDTH;
    }
  if (strip->node == 0 && !lsc_timeline_layout_is_figure (view->layout) &&
      draw_shares (self, strip, right, middle))
    right -= SHARE_WIDTH + 6;
  if (strip->is_cut)
    draw_scroll (self, strip, top);
  if (strip->type == LSC_STRIP_COUNTER)
    draw_counter_range (self, strip, x, right, top);
  lsc_color_set (self->cr, &view->theme.foreground);
  if (right > x)
    /* The column is as wide as the names of lanes need; the tool tip has the rest of longer ones.
     */
    lsc_text_draw (
        self->painter->text, self->cr,
        &(LscTextLine){
            .x = x, .middle = middle, .size = NAME_PX, .is_bold = is_group, .room = right - x },
        name);
  if (index == view->focus_strip)
    {
      lsc_color_set (self->cr, &view->theme.accent);
      cairo_set_line_width (self->cr, 2);
      cairo_rectangle (self->cr, 1, top + 1, view->port.header_width - 3, strip->height - 2);
      cairo_stroke (self->cr);
    }
}

static void
draw_hidden_count (Headers *self)
{
  const LscTimelineView *view = self->view;
  guint n = lsc_timeline_layout_get_n_hidden (view->layout);
  double y = view->ruler_height + lsc_timeline_layout_get_pinned_height (view->layout) +
             lsc_timeline_layout_get_content_height (view->layout) - view->port.scroll_y;
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  text = g_strdup_printf (ngettext ("%zu lane hidden", "%zu lanes hidden", n), (gsize) n);
  lsc_color_set (self->cr, &view->theme.dim);
  lsc_text_draw (self->painter->text, self->cr,
                 &(LscTextLine){ LSC_TIMELINE_HEADER_PAD + LSC_TIMELINE_EXPANDER, y + 12, 0,
                                 NAME_PX,
                                 .room = view->port.header_width - LSC_TIMELINE_HEADER_PAD -
                                         LSC_TIMELINE_EXPANDER },
                 text);
}

/**
 * lsc_timeline_painter_measure_names:
 *
 * Returns: px that the names of lanes need, so that none is elided; those of groups, which may be a
 *   path, and of lanes far below do not count
 */
double
lsc_timeline_painter_measure_names (LscTimelinePainter *self, const LscTimelineView *view)
{
  gsize n;
  double most = 0;

  g_return_val_if_fail (self && view, 0);
  n = MIN (lsc_timeline_layout_get_n_strips (view->layout), MOST_MEASURED);
  for (gsize i = 0; i < n; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      g_autofree char *name = NULL;

      if (strip->type != LSC_STRIP_LANE && strip->type != LSC_STRIP_COUNTER)
        continue;
      name = name_of (view, strip);
      most = MAX (most,
                  strip->depth * LSC_TIMELINE_INDENT + lsc_text_width (self->text, NAME_PX, name));
    }
  return ceil (most + 2 * LSC_TIMELINE_HEADER_PAD + LSC_TIMELINE_EXPANDER);
}

/**
 * lsc_timeline_painter_paint_headers:
 *
 * Paints the column of names, from the ruler down: indentation, expanders, pins, shares of a rank,
 * ranges of counters, selected lanes, the focus.
 */
void
lsc_timeline_painter_paint_headers (LscTimelinePainter *self, cairo_t *cr,
                                    const LscTimelineView *view)
{
  Headers headers = { self, cr, view };
  LscStripWalk walk = { .view = view };

  g_return_if_fail (self && cr && view);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, view->ruler_height, view->port.header_width,
                  MAX (view->port.height - view->ruler_height, 0));
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  draw_hidden_count (&headers);
  while (_lsc_strip_walk_next (&walk))
    draw_header (&headers, walk.strip, walk.index);
  lsc_paint_rect (cr, &view->theme.grid, view->port.header_width - 1, view->ruler_height, 1,
                  view->port.height);
  cairo_restore (cr);
}
