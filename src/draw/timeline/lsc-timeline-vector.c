/* lsc-timeline-vector.c - the lanes of the timeline as paths and text, for SVG and PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "draw/lsc-inks.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "model/lsc-lane-title.h"

#define LEAST_CUT_PX 38 /* room in which the beginning of a longer name still tells something */
#define SHARE_STEPS 8   /* of a merged block's covered share, to keep colours few */

typedef struct
{
  double x0, x1, middle;
  guint32 name;
  gboolean is_own; /* the name is one of ours */
  guint32 fill;
  gint64 duration_ns;
  LscTimelineMemory *memory;
} Text;

typedef struct
{
  LscTimelinePainter *painter;
  cairo_t *cr;
  const LscTimelineView *view;
  guint width;
  LscInks *inks;
  GArray *hatched; /* Hatched */
  GArray *texts;   /* Text */
} Vector;

typedef struct
{
  LscRect rect;
  LscHatch hatch;
} Hatched;

static guint32
mix_share (const Vector *self, guint32 rgb, float share)
{
  float least = MAX (share, LSC_TIMELINE_LEAST_SHARE);
  guint32 ground = lsc_color_to_rgb (&self->view->theme.background);

  return share >= 1
             ? rgb
             : lsc_color_mix_rgb (ground, rgb, MAX (round (least * SHARE_STEPS), 1) / SHARE_STEPS);
}

/* The inside of a hollow one is that of its ground. Returns: what text stands on */
static guint32
add_box (Vector *self, guint8 kind, guint32 rgb, double x0, double x1, double y0, double y1)
{
  guint32 ground = lsc_color_to_rgb (&self->view->theme.bubble);

  if (!_lsc_palette_is_hollow (kind) || x1 - x0 < LSC_TIMELINE_LEAST_HOLLOW_PX || y1 - y0 < 3)
    {
      lsc_inks_add (self->inks, rgb, x0, y0, x1, y1);
      return rgb;
    }
  lsc_inks_add (self->inks, ground, x0 + 1, y0 + 1, x1 - 1, y1 - 1);
  lsc_inks_add (self->inks, rgb, x0, y0, x1, y0 + 1);
  lsc_inks_add (self->inks, rgb, x0, y1 - 1, x1, y1);
  lsc_inks_add (self->inks, rgb, x0, y0 + 1, x0 + 1, y1 - 1);
  lsc_inks_add (self->inks, rgb, x1 - 1, y0 + 1, x1, y1 - 1);
  return ground;
}

static void
add_span (Vector *self, LscTimelineMemory *memory, const LscLane *lane, const LscSpan *span,
          double y0, double y1)
{
  double x0 = self->view->port.header_width + span->x0,
         x1 = self->view->port.header_width + span->x1;
  guint32 rgb = _lsc_palette_color (memory, lane, span->slice, self->view->color);
  guint8 kind = lane->kind[span->slice];
  LscHatch hatch = _lsc_palette_hatch (kind);
  guint32 ground = rgb;

  if (span->share >= 1)
    ground = add_box (self, kind, rgb, x0, x1, y0, y1);
  else
    lsc_inks_add (self->inks, mix_share (self, rgb, span->share), x0, y0, x1, y1);
  if (span->share >= 1 && hatch != LSC_HATCH_NONE)
    {
      Hatched hatched = { { x0, y0, x1 - x0, y1 - y0 }, hatch };

      g_array_append_val (self->hatched, hatched);
    }
  if (span->n != 1)
    return;
  if (x1 - x0 >= 4)
    lsc_inks_add (self->inks, lsc_color_mix_rgb (rgb, 0x000000, 0.24), x1 - 1, y0, x1, y1);
  if (x1 - x0 >= LSC_TIMELINE_LEAST_LABEL_PX && y1 - y0 >= 10 &&
      hatch == LSC_HATCH_NONE) /* no text over lines */
    {
      Text text = { x0,
                    x1,
                    (y0 + y1) / 2,
                    lane->name[span->slice],
                    lsc_slice_title_is_own (lane->kind[span->slice]),
                    ground,
                    lsc_lane_get_duration_ns (lane, span->slice),
                    memory };

      g_array_append_val (self->texts, text);
    }
}

static void
add_row (Vector *self, LscTimelineMemory *memory, const LscStrip *strip, gsize index, guint row)
{
  double y0 = _lsc_view_strip_top (self->view, strip) + _lsc_view_row_top (strip, row);
  LscViewRow at = { .rank = strip->rank };
  gsize n;

  if (y0 >= self->view->port.height)
    return;
  at.lane = _lsc_view_row_lane (self->view, index, row, &at.node, &at.row);

  n = _lsc_view_row_spans (self->view, &at, 1, self->width, self->painter->spans);
  for (gsize i = 0; i < n; i++)
    add_span (self, memory, at.lane, &self->painter->spans[i], y0,
              y0 + strip->row_height - LSC_TIMELINE_ROW_GAP);
}

/* A collapsed group: runs of columns of one colour. */
static void
add_summary (Vector *self, const LscStrip *strip)
{
  LscTimelinePainter *painter = self->painter;
  double y0 = _lsc_view_strip_top (self->view, strip) + 5, y1 = y0 + strip->height - 10;
  guint32 ground = _lsc_palette_strip (&self->view->theme, strip), last = 0;
  guint from = 0;

  memset (painter->columns, 0, self->width * sizeof (LscMix));
  _lsc_painter_mix_summary (painter, self->view,
                            &(LscSummary){ .rank = strip->rank,
                                           .node = strip->node,
                                           .scale = 1,
                                           .width = (int) self->width,
                                           .n_shares = SHARE_STEPS });
  for (guint x = 0; x <= self->width; x++)
    {
      guint32 rgb = x < self->width && painter->columns[x][3] > 0
                        ? lsc_mix_over (painter->columns[x], ground) & 0xf8f8f8
                        : 0;

      if (rgb == last)
        continue;
      if (last != 0)
        lsc_inks_add (self->inks, last, self->view->port.header_width + from, y0,
                      self->view->port.header_width + x, y1);
      last = rgb;
      from = x;
    }
}

/* ---- counters ---- */

static double
value_y (double value, double low, double high, double top, double bottom)
{
  return bottom - CLAMP ((value - low) / (high - low), 0, 1) * (bottom - top);
}

static void
draw_series (Vector *self, const LscStrip *strip, LscCounter *counter, const LscSampleBlock *blocks,
             guint32 rgb, const double range[2])
{
  const LscTimelineView *view = self->view;
  LscRowStretch stretch =
      lsc_timeline_layout_get_lane_stretch (view->layout, strip->rank, strip->node);
  double top = _lsc_view_strip_top (view, strip) + 4, bottom = top + strip->height - 8;
  double first_x = -1, last_x = -1, last_y = -1;

  for (guint x = 0; x < self->width; x++)
    {
      gint64 begin = lsc_row_from_x (&stretch, &view->port, view->port.header_width + x);
      gint64 end = lsc_row_from_x (&stretch, &view->port, view->port.header_width + x + 1);
      double least, most, y0, y1;

      if (!_lsc_counter_column (counter, blocks, begin, MAX (end, lsc_ns_add (begin, 1)), &least,
                                &most))
        continue;
      y0 = value_y (most, range[0], range[1], top, bottom);
      y1 = value_y (least, range[0], range[1], top, bottom);
      last_x = view->port.header_width + x;
      if (first_x < 0)
        cairo_move_to (self->cr, first_x = last_x, y0);
      else if (y0 == last_y && y1 == last_y)
        continue;
      else
        {
          cairo_line_to (self->cr, last_x, last_y);
          cairo_line_to (self->cr, last_x, y0);
        }
      cairo_line_to (self->cr, last_x, y1);
      last_y = y1;
    }
  if (first_x < 0)
    return;
  cairo_line_to (self->cr, last_x + 1, last_y);
  if (counter->shape == LSC_COUNTER_AREA)
    {
      cairo_path_t *line = cairo_copy_path (self->cr);

      cairo_line_to (self->cr, last_x + 1, bottom);
      cairo_line_to (self->cr, first_x, bottom);
      cairo_close_path (self->cr);
      lsc_color_set_rgb (self->cr,
                         lsc_color_mix_rgb (lsc_color_to_rgb (&view->theme.background), rgb, 0.35));
      cairo_fill (self->cr);
      cairo_append_path (self->cr, line);
      cairo_path_destroy (line);
    }
  lsc_color_set_rgb (self->cr, rgb);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

static void
draw_counter (Vector *self, LscTimelineMemory *memory, const LscStrip *strip)
{
  const LscNode *node = lsc_timeline_get_node (memory->timeline, strip->node);
  double range[2];

  _lsc_counter_range (node, &range[0], &range[1]);
  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      LscCounter *counter = g_ptr_array_index (node->series, i);

      if (counter->samples.n > 0)
        draw_series (self, strip, counter, _lsc_painter_blocks (memory, counter),
                     _lsc_palette_series (i), range);
    }
}

/* ---- drawing ---- */

static void
draw_hatched (Vector *self)
{
  for (guint i = 0; i < self->hatched->len; i++)
    {
      const Hatched *hatched = &g_array_index (self->hatched, Hatched, i);
      const LscRect *rect = &hatched->rect;

      lsc_color_set_rgb (self->cr, LSC_TIMELINE_HATCH_RGB);
      lsc_paint_hatch_as (self->cr, hatched->hatch, rect->x, rect->y, rect->width, rect->height,
                          LSC_TIMELINE_HATCH_PX);
    }
}

/* Puts how long a slice is behind its name, where both have room. Returns: the width of all */
static double
append_duration (Vector *self, const Text *text, double size_px, double room, double width,
                 char *name, gsize size)
{
  g_autofree char *duration = lsc_format_duration (text->duration_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *both = g_strdup_printf ("%s  %s", name, duration);
  double both_width = lsc_text_width (self->painter->text, size_px, both);

  if (both_width > room)
    return width;
  g_strlcpy (name, both, size);
  return both_width;
}

static void
draw_texts (Vector *self)
{
  double size =
      MIN (LSC_TIMELINE_LABEL_PX, lsc_timeline_layout_get_row_height (self->view->layout) * 0.62);

  for (guint i = 0; i < self->texts->len && i < LSC_TIMELINE_MOST_LABELS; i++)
    {
      const Text *text = &g_array_index (self->texts, Text, i);
      double room = text->x1 - text->x0 - 8, width;
      char name[256 + 64];

      _lsc_timeline_text_of_name (text->memory, text->name, text->is_own, name, 256);
      width = lsc_text_width (self->painter->text, size, name);
      if (width > room && room < LEAST_CUT_PX)
        continue;
      if (room - width >= LSC_TIMELINE_LEAST_DURATION_PX)
        width = append_duration (self, text, size, room, width, name, sizeof name);
      lsc_color_set_rgb (self->cr, lsc_palette_label_is_white (text->fill) ? 0xFFFFFF : 0x000000);
      lsc_text_draw (self->painter->text, self->cr,
                     &(LscTextLine){ .x = width <= room ? (text->x0 + text->x1) / 2 : text->x0 + 4,
                                     .middle = text->middle,
                                     .align = width <= room ? 0.5 : 0,
                                     .size = size,
                                     .room = width <= room ? 0 : room },
                     name);
    }
}

static void
draw_grounds (Vector *self, gsize first, gsize end)
{
  const LscTimelineView *view = self->view;
  g_autoptr (GArray) ticks = g_array_new (FALSE, FALSE, sizeof (double));
  LscRuler ruler = _lsc_timeline_ruler (view);

  lsc_ruler_tick_xs (&ruler, ticks);
  for (gsize i = first; i < end; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      double top = _lsc_view_strip_top (view, strip);

      lsc_paint_rect_rgb (self->cr, _lsc_palette_strip (&view->theme, strip),
                          view->port.header_width, top, self->width, strip->height);
      lsc_color_set (self->cr, &view->theme.grid);
      cairo_rectangle (self->cr, view->port.header_width, top + strip->height - 1, self->width, 1);
      for (guint k = 0; k < ticks->len; k++)
        cairo_rectangle (self->cr,
                         view->port.header_width + floor (g_array_index (ticks, double, k)), top, 1,
                         strip->height);
      cairo_fill (self->cr);
    }
}

static void
draw_part (Vector *self, gboolean pinned)
{
  const LscTimelineView *view = self->view;
  gsize first, end;

  _lsc_view_visible (view, pinned, &first, &end);
  draw_grounds (self, first, end);
  for (gsize i = first; i < end; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
      LscTimelineMemory *memory;

      if (!timeline)
        continue;
      memory = _lsc_painter_memory (self->painter, timeline);
      if (strip->type == LSC_STRIP_LANE)
        for (guint row = 0; row < strip->n_rows; row++)
          add_row (self, memory, strip, i, row);
      else if (strip->type == LSC_STRIP_COUNTER)
        draw_counter (self, memory, strip);
      else if (strip->type == LSC_STRIP_GROUP && !strip->is_expanded)
        add_summary (self, strip);
    }
  lsc_inks_fill (self->inks, self->cr);
  draw_hatched (self);
  draw_texts (self);
}

/* Paints the lanes at view coordinates: blocks merged to columns, one path for each colour, names
 * as text. */
void
_lsc_timeline_paint_vector (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{

  int width = (int) ceil (view->port.width - view->port.header_width);

  if (width <= 0)
    return;
  _lsc_painter_reserve (self, width);
  for (int part = 0; part < 2; part++)
    {
      Vector vector = { .painter = self, .cr = cr, .view = view, .width = (guint) width };

      vector.inks = lsc_inks_new ();
      vector.hatched = g_array_new (FALSE, FALSE, sizeof (Hatched));
      vector.texts = g_array_new (FALSE, FALSE, sizeof (Text));
      cairo_save (cr);
      _lsc_timeline_clip_body (cr, view);
      _lsc_timeline_clip_strips (cr, view, part == 1);
      draw_part (&vector, part == 1);
      cairo_restore (cr);
      lsc_inks_free (vector.inks);
      g_array_unref (vector.hatched);
      g_array_unref (vector.texts);
    }
}
