/* lsc-timeline-body.c - the lanes of the timeline, written straight into an image
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "model/lsc-lane-title.h"

#define TEXT_BYTES 160 /* of a name; more would not fit on a screen */
#define TEXT_PAD 4.0
#define PREFETCH 12
#define ELLIPSIS_KEY G_MAXUINT64
#define DURATION_KEY (G_GUINT64_CONSTANT (1) << 63) /* and the ns: names have smaller keys */
#define OWN_KEY (G_GUINT64_CONSTANT (1) << 62)      /* and the name, which is one of ours */
#define SUMMARY_PAD 5.0

/* ---- text ---- */

/* Writes a name, that of a kernel in short, cut at a character's end and marked when it is too
 * long. */
void
_lsc_timeline_text_of_name (const LscTimelineMemory *memory, guint32 name, gboolean is_own,
                            char *text, gsize size)
{
  const char *full = lsc_timeline_text (memory->timeline, name);
  g_autofree char *brief = !full    ? NULL
                           : is_own ? lsc_slice_title_get (LSC_SLICE_COMPUTING, full)
                                    : lsc_kernel_label (full);
  g_autofree char *shown = NULL;
  gsize n;

  text[0] = '\0';
  if (!full || size < 8)
    return;
  if (brief)
    full = brief;
  n = strnlen (full, size);
  if (n < MIN (size, TEXT_BYTES))
    {
      memcpy (text, full, n);
      text[n] = '\0';
    }
  else
    {
      n = MIN (size, TEXT_BYTES) - 4;
      while (n > 0 && ((guchar) full[n] & 0xc0) == 0x80)
        n--;
      memcpy (text, full, n);
      strcpy (text + n, "…");
    }
  shown = lsc_visible_line (text);
  if (strcmp (shown, text) != 0)
    {
      const char *end;

      g_strlcpy (text, shown, size);
      g_utf8_validate (text, -1, &end); /* the copy may end inside of a character */
      text[end - text] = '\0';
    }
}

static void
write_text (guint64 key, gpointer memory, char *text, gsize size)
{
  if (key == ELLIPSIS_KEY)
    g_strlcpy (text, "…", size);
  else if (key & DURATION_KEY)
    {
      g_autofree char *duration =
          lsc_format_duration ((gint64) (key & ~DURATION_KEY), LSC_TIME_UNIT_AUTO);

      g_strlcpy (text, duration, size);
    }
  else
    _lsc_timeline_text_of_name (memory, (guint32) key, (key & OWN_KEY) != 0, text, size);
}

static guint32
text_ink (LscTimelineBody *body, guint32 fill)
{
  if (fill != body->last_fill)
    {
      body->last_fill = fill;
      body->last_ink = lsc_palette_label_is_white (fill) ? 0xFFFFFF : 0x000000;
    }
  return body->last_ink;
}

static void
blend (LscTimelineBody *body, const LscLabel *label, int pen, int baseline, int end, guint32 ink)
{
  if (label->mask)
    lsc_raster_blend_mask (body->raster, label->mask, label->stride, pen + label->x,
                           baseline + label->y, label->width, label->height, pen - 2, end, ink,
                           255);
}

/* Draws how long a slice is behind its name, where both have room. Returns: px that it takes */
static int
draw_duration (LscTimelineBody *body, LscTimelineMemory *memory, gint64 duration_ns, guint32 ink,
               int x0, int x1, int name_advance, int baseline)
{
  int pad = (int) (TEXT_PAD * body->scale), room = x1 - x0 - 2 * pad - name_advance;
  int gap = (int) (LSC_TIMELINE_DURATION_GAP_PX * body->scale);
  const LscLabel *label;

  if (room < LSC_TIMELINE_LEAST_DURATION_PX * body->scale)
    return 0;
  label = lsc_label_cache_get (body->painter->labels, DURATION_KEY | (guint64) duration_ns,
                               write_text, memory);
  if (gap + label->advance > room)
    return 0;
  blend (body, label, x0 + (x1 - x0 - name_advance - gap - label->advance) / 2 + name_advance + gap,
         baseline, x1, ink);
  return gap + label->advance;
}

/* Of a name in the cache of labels. */
static guint64
get_key (const LscTimelineMemory *memory, const LscLane *lane, guint32 slice)
{
  guint64 key = (guint64) memory->serial << 32 | lane->name[slice];

  return lsc_slice_title_is_own (lane->kind[slice]) ? key | OWN_KEY : key;
}

/* Draws a name into a block: centred, or from the left and elided. */
static void
draw_label (LscTimelineBody *body, LscTimelineMemory *memory, guint64 key, gint64 duration_ns,
            guint32 fill, int x0, int x1, int baseline)
{
  LscTimelinePainter *self = body->painter;
  int pad = (int) (TEXT_PAD * body->scale), room = x1 - x0 - 2 * pad, end = 0, pen = x0 + pad;
  guint32 ink = text_ink (body, fill);
  const LscLabel *dots = NULL, *label;
  int dots_advance = 0;

  if (self->n_labels >= LSC_TIMELINE_MOST_LABELS || room <= 0)
    return;
  label = lsc_label_cache_get (self->labels, key, write_text, memory);
  if (label->advance <= room)
    {
      int behind = draw_duration (body, memory, duration_ns, ink, x0, x1, label->advance, baseline);

      label = lsc_label_cache_get (self->labels, key, write_text, memory);
      blend (body, label, x0 + (x1 - x0 - label->advance - behind) / 2, baseline, x1, ink);
      self->n_labels++;
      return;
    }
  dots = lsc_label_cache_get (self->labels, ELLIPSIS_KEY, write_text, memory);
  dots_advance = dots->advance;
  label = lsc_label_cache_get (self->labels, key, write_text, memory);
  for (guint i = 0; i < label->n_edges && label->edges[i] + dots_advance <= room; i++)
    end = label->edges[i];
  if (end == 0)
    return;
  blend (body, label, pen, baseline, pen + end, ink);
  dots = lsc_label_cache_get (self->labels, ELLIPSIS_KEY, write_text, memory);
  blend (body, dots, pen + end, baseline, x1, ink);
  self->n_labels++;
}

/* ---- rows ---- */

static int
device_y (const LscTimelineBody *body, double y)
{
  return (int) lround ((y - body->view->ruler_height) * body->scale);
}

static inline void
put_span (LscTimelineBody *body, const LscSpan *span, guint32 rgb)
{
  guint32 *line = body->painter->line;
  int x0 = MAX (span->x0, 0), x1 = MIN (span->x1, body->width);

  if (span->share >= 1)
    {
      for (int x = x0; x < x1; x++)
        line[x] = rgb | 0xff000000;
      if (x1 - x0 >= 4) /* so that equal neighbours are told apart */
        line[x1 - 1] = lsc_raster_mix (rgb, 0x000000, 62);
      return;
    }

  guint alpha = (guint) (MAX (span->share, LSC_TIMELINE_LEAST_SHARE) * 255 + 0.5f);

  for (int x = x0; x < x1; x++)
    line[x] = lsc_raster_mix (line[x], rgb, alpha);
}

static gboolean
is_patterned (const LscSpan *span, guint8 kind)
{
  return kind >= LSC_SLICE_FREE && /* most are not, and are not looked up */
         span->share >= 1 &&       /* pixels with less are paler than any hatching */
         (_lsc_palette_hatch (kind) != LSC_HATCH_NONE || _lsc_palette_is_hollow (kind));
}

/* Returns: whether some span is hatched or hollow */
static gboolean
put_spans (LscTimelineBody *body, LscTimelineMemory *memory, const LscLane *lane, gsize n)
{
  const LscSpan *spans = body->painter->spans;
  LscTimelineColor color = body->view->color;
  gboolean has_patterns = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      guint32 slice = spans[i].slice;

      if (i + PREFETCH < n)
        {
          guint32 ahead = spans[i + PREFETCH].slice;

          __builtin_prefetch (&lane->kind[ahead]);
          __builtin_prefetch (&lane->name[ahead]);
        }
      put_span (body, &spans[i], _lsc_palette_color (memory, lane, slice, color));
      has_patterns = has_patterns || is_patterned (&spans[i], lane->kind[slice]);
    }
  return has_patterns;
}

/* Hollow ones keep an edge. */
static void
put_patterns (LscTimelineBody *body, const LscLane *lane, gsize n, int y0, int y1)
{
  int edge = MAX ((int) lround (body->scale), 1);
  guint32 ground = lsc_color_to_rgb (&body->view->theme.bubble);

  for (gsize i = 0; i < n; i++)
    {
      const LscSpan *span = &body->painter->spans[i];
      guint8 kind = lane->kind[span->slice];

      if (!is_patterned (span, kind))
        continue;
      if (_lsc_palette_is_hollow (kind) &&
          span->x1 - span->x0 >= LSC_TIMELINE_LEAST_HOLLOW_PX * edge)
        lsc_raster_fill_rect (body->raster, span->x0 + edge, y0 + edge, span->x1 - edge, y1 - edge,
                              ground);
      lsc_raster_hatch (body->raster, span->x0, y0, span->x1, y1,
                        &(LscRasterLines){ .hatch = _lsc_palette_hatch (kind),
                                           .period = (int) LSC_TIMELINE_HATCH_PX * edge,
                                           .thickness = edge,
                                           .rgb = LSC_TIMELINE_HATCH_RGB,
                                           .alpha = 255 });
    }
}

/* Returns: what text of a slice stands on */
static guint32
get_ground (LscTimelineBody *body, LscTimelineMemory *memory, const LscLane *lane, guint32 slice)
{
  return _lsc_palette_is_hollow (lane->kind[slice])
             ? lsc_color_to_rgb (&body->view->theme.bubble)
             : _lsc_palette_color (memory, lane, slice, body->view->color);
}

static void
label_spans (LscTimelineBody *body, LscTimelineMemory *memory, const LscLane *lane, gsize n, int y0,
             int y1)
{
  const LscSpan *spans = body->painter->spans;
  int least = (int) (LSC_TIMELINE_LEAST_LABEL_PX * body->scale);
  int baseline = (y0 + y1 + body->digit_height) / 2;

  for (gsize i = 0; i < n; i++)
    {
      guint32 slice = spans[i].slice;

      if (spans[i].n != 1 || spans[i].x1 - spans[i].x0 < least ||
          _lsc_palette_hatch (lane->kind[slice]) != LSC_HATCH_NONE) /* no text over lines */
        continue;
      draw_label (body, memory, get_key (memory, lane, slice),
                  lsc_lane_get_duration_ns (lane, slice), get_ground (body, memory, lane, slice),
                  MAX (spans[i].x0, 0), MIN (spans[i].x1, body->width), baseline);
    }
}

/* Paints a row, and the ground from @from down to it. Returns: the first px below that is not
 * painted */
static int
paint_row (LscTimelineBody *body, LscTimelineMemory *memory, const LscStrip *strip, gsize index,
           guint row, int from)
{
  const LscTimelineView *view = body->view;
  LscTimelinePainter *self = body->painter;
  double top = _lsc_view_strip_top (view, strip) + _lsc_view_row_top (strip, row);
  int y0 = device_y (body, top);
  int y1 = MAX (device_y (body, top + strip->row_height - LSC_TIMELINE_ROW_GAP), y0 + 1);
  LscViewRow at = { .rank = strip->rank };
  const LscLane *lane;
  gboolean has_patterns;
  gsize n;

  if (y1 <= 0 || y0 >= body->raster->height)
    return from;
  at.lane = lane = _lsc_view_row_lane (view, index, row, &at.node, &at.row);

  n = _lsc_view_row_spans (view, &at, body->scale, (guint) body->width, self->spans);
  if (n == 0)
    return from;
  memcpy (self->line, self->base_line, (gsize) body->width * sizeof (guint32));
  has_patterns = put_spans (body, memory, lane, n);
  lsc_raster_copy_line (body->raster, self->base_line, from, y0);
  lsc_raster_copy_line (body->raster, self->line, y0, y1);
  if (has_patterns)
    put_patterns (body, lane, n, y0, y1);
  if (strip->row_height >= 12)
    label_spans (body, memory, lane, n, y0, y1);
  return y1;
}

/* ---- groups ---- */

/* One row for everything in a collapsed group: each column shows the mixed colours of what covers
 * it. */
static void
paint_summary (LscTimelineBody *body, const LscStrip *strip)
{
  LscTimelinePainter *self = body->painter;
  double top = _lsc_view_strip_top (body->view, strip);
  int y0 = device_y (body, top + SUMMARY_PAD);
  int y1 = device_y (body, top + strip->height - SUMMARY_PAD);

  memset (self->columns, 0, (gsize) body->width * sizeof (LscMix));
  _lsc_painter_mix_summary (
      self, body->view,
      &(LscSummary){
          .rank = strip->rank, .node = strip->node, .scale = body->scale, .width = body->width });
  for (int x = 0; x < body->width; x++)
    self->line[x] = lsc_mix_over (self->columns[x], self->base_line[x]);
  lsc_raster_copy_line (body->raster, self->line, y0, y1);
}

/* ---- strips ---- */

static void
make_base_line (LscTimelineBody *body, const LscStrip *strip, const GArray *ticks)
{
  guint32 ground = 0xff000000 | _lsc_palette_strip (&body->view->theme, strip);
  guint32 grid = 0xff000000 | lsc_color_to_rgb (&body->view->theme.grid);
  int thickness = MAX ((int) lround (body->scale), 1);

  for (int x = 0; x < body->width; x++)
    body->painter->base_line[x] = ground;
  grid = lsc_raster_mix (ground, grid, 150);
  for (guint i = 0; i < ticks->len; i++)
    {
      int at = (int) floor (g_array_index (ticks, double, i) * body->scale);

      for (int x = MAX (at, 0); x < MIN (at + thickness, body->width); x++)
        body->painter->base_line[x] = grid;
    }
}

static void
paint_strip (LscTimelineBody *body, const LscStrip *strip, gsize index, const GArray *ticks)
{
  const LscTimelineView *view = body->view;
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
  double top = _lsc_view_strip_top (view, strip);
  int y0 = device_y (body, top), y1 = device_y (body, top + strip->height);
  int thickness = MAX ((int) lround (body->scale), 1);
  LscTimelineMemory *memory = NULL;
  int from = y0;

  make_base_line (body, strip, ticks);
  if (timeline)
    memory = _lsc_painter_memory (body->painter, timeline);
  for (guint row = 0; memory && strip->type == LSC_STRIP_LANE && row < strip->n_rows; row++)
    from = paint_row (body, memory, strip, index, row, from);
  lsc_raster_copy_line (body->raster, body->painter->base_line, from, y1);
  if (memory)
    {
      if (strip->type == LSC_STRIP_COUNTER)
        _lsc_body_paint_counter (body, strip, y0);
      else if (strip->type == LSC_STRIP_GROUP && !strip->is_expanded)
        paint_summary (body, strip);
    }
  lsc_raster_blend_rect (body->raster, 0, y1 - thickness, body->width, y1,
                         lsc_color_to_rgb (&view->theme.grid),
                         strip->type == LSC_STRIP_GROUP ? 255 : 160);
}

static void
paint_strips (LscTimelineBody *body, const GArray *ticks)
{
  LscStripWalk walk = { .view = body->view };

  while (_lsc_strip_walk_next (&walk))
    paint_strip (body, walk.strip, walk.index, ticks);
}

static void
paint_pinned_edge (LscTimelineBody *body)
{
  double pinned = lsc_timeline_layout_get_pinned_height (body->view->layout);
  int y = (int) lround (pinned * body->scale), thickness = MAX ((int) lround (2 * body->scale), 1);

  if (pinned > 0)
    lsc_raster_fill_rect (body->raster, 0, y - thickness, body->width, y,
                          lsc_color_to_rgb (&body->view->theme.dim));
}

/**
 * lsc_timeline_painter_paint_body:
 * @image: an RGB24 image surface; its left top corner is the body's (header width, ruler height),
 *   its size the body's times @view's scale
 *
 * Paints the lanes: slices, counters, summaries of collapsed groups, names. All of @image is
 * written.
 *
 * Cost: O(rows x columns x log n), whatever the number of slices.
 */
void
lsc_timeline_painter_paint_body (LscTimelinePainter *self, cairo_surface_t *image,
                                 const LscTimelineView *view)
{
  LscRaster raster;
  LscTimelineBody body;
  g_autoptr (GArray) ticks = NULL;
  LscRuler ruler;

  g_return_if_fail (self && image && view);
  body = (LscTimelineBody){ self, view, &raster, view->scale > 0 ? view->scale : 1, 0, 0, 0, 0, 0 };
  ticks = g_array_new (FALSE, FALSE, sizeof (double));
  ruler = _lsc_timeline_ruler (view);
  if (!lsc_raster_begin (&raster, image))
    return;
  _lsc_painter_forget_others (self, view->layout);
  body.px_per_ns = lsc_viewport_px_per_ns (&view->port) * body.scale;
  body.width = raster.width;
  body.last_fill = G_MAXUINT32;
  self->n_labels = 0;
  _lsc_painter_reserve (self, raster.width);
  lsc_label_cache_set_size (
      self->labels,
      MIN (LSC_TIMELINE_LABEL_PX, lsc_timeline_layout_get_row_height (view->layout) * 0.62) *
          body.scale);
  body.digit_height = lsc_label_cache_get_digit_height (self->labels);
  lsc_raster_fill (&raster, lsc_color_to_rgb (&view->theme.background));
  lsc_ruler_tick_xs (&ruler, ticks);
  paint_strips (&body, ticks);
  paint_pinned_edge (&body);
  lsc_raster_end (&raster, image);
}
