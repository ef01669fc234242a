/* lsc-timeline-ruler.c - time axis of the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "draw/lsc-ruler.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

#define TICK_DISTANCE 90.0
#define CLOCK_DISTANCE 140.0
#define TICK_PX 6.0

LscRuler
_lsc_timeline_ruler (const LscTimelineView *view)
{
  return lsc_ruler_new (
      &view->port,
      &(LscRulerScale){ .origin_ns = view->absolute_time ? 0 : view->origin_ns,
                        .least_distance = view->absolute_time ? CLOCK_DISTANCE : TICK_DISTANCE,
                        .is_clock = view->absolute_time,
                        .may_shorten = TRUE });
}

static char *
corner_text (const LscTimelineView *view, const LscRuler *ruler)
{
  if (view->absolute_time)
    {
      g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (ruler->zero_ns / 1000000000);

      return date ? g_date_time_format (date, "%Y-%m-%d UTC") : g_strdup (_ ("UTC"));
    }
  if (ruler->base_ns != 0)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      gint64 base = ruler->base_ns, whole = base / 1000000000;
      gint64 rest = ABS (base % 1000000000);

      g_snprintf (number, sizeof number, "%s%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT,
                  base < 0 && whole == 0 ? "-" : "", whole, rest);
      for (gsize n = strlen (number); n > 2 && number[n - 1] == '0' && number[n - 2] != '.'; n--)
        number[n - 1] = '\0';
      return g_strdup_printf (_ ("%s s + %s since start"), number, ruler->axis.unit);
    }
  return g_strdup_printf (_ ("%s since start"), ruler->axis.unit);
}

static void
draw_ticks (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
            const LscRuler *ruler)
{
  LscRulerLook look = { .tick = view->theme.dim,
                        .label = view->theme.dim,
                        .tick_top = view->ruler_height - TICK_PX,
                        .tick_height = TICK_PX,
                        .label_middle = MIN (9, view->ruler_height / 2),
                        .label_size = LSC_TIMELINE_LABEL_PX,
                        .end_of_last = view->port.header_width - 6 };

  lsc_ruler_paint_ticks (ruler, cr, self->text, &look, G_MININT64, G_MAXINT64);
}

/* The selected range on the ruler: a band with its length. */
static void
draw_range (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  double x0, x1, width;
  g_autofree char *text = NULL;

  if (!view->has_range)
    return;
  x0 = CLAMP (lsc_viewport_time_to_x (&view->port, view->range_begin_ns),
              view->port.header_width - 8, view->port.width + 8);
  x1 = CLAMP (lsc_viewport_time_to_x (&view->port, view->range_end_ns), view->port.header_width - 8,
              view->port.width + 8);
  text = lsc_format_duration (lsc_ns_subtract (view->range_end_ns, view->range_begin_ns),
                              LSC_TIME_UNIT_AUTO);
  lsc_color_set_alpha (cr, &view->theme.accent, 0.30);
  cairo_rectangle (cr, x0, 0, MAX (x1 - x0, 1), view->ruler_height);
  cairo_fill (cr);
  lsc_color_set (cr, &view->theme.accent);
  for (int side = 0; side < 2; side++) /* grips */
    {
      cairo_rectangle (cr, (side == 0 ? x0 : x1) - 2, view->ruler_height - 12, 4, 12);
      cairo_fill (cr);
    }
  width = lsc_text_width (self->text, LSC_TIMELINE_LABEL_PX, text) + 10;
  if (x1 <= view->port.header_width || x0 >= view->port.width)
    return;
  double middle = CLAMP ((MAX (x0, view->port.header_width) + MIN (x1, view->port.width)) / 2,
                         view->port.header_width + width / 2,
                         MAX (view->port.width - width / 2, view->port.header_width + width / 2));
  lsc_paint_rect (cr, &view->theme.accent, round (middle - width / 2), 2, round (width), 16);
  lsc_color_set_rgb (cr, lsc_palette_label_is_white (lsc_color_to_rgb (&view->theme.accent))
                             ? 0xFFFFFF
                             : 0x000000);
  lsc_text_draw (
      self->text, cr,
      &(LscTextLine){
          .x = middle, .middle = 10, .align = 0.5, .size = LSC_TIMELINE_LABEL_PX, .is_bold = TRUE },
      text);
}

/**
 * lsc_timeline_painter_paint_ruler:
 *
 * Paints the time axis with the selected range and the flags of the marks. Times count from the
 * view's origin, or are those of the day; when the window is short against the time since then,
 * the corner names a base and the ticks count from it.
 */
void
lsc_timeline_painter_paint_ruler (LscTimelinePainter *self, cairo_t *cr,
                                  const LscTimelineView *view)
{
  LscRuler ruler;
  g_autofree char *corner = NULL;

  g_return_if_fail (self && cr && view);
  ruler = _lsc_timeline_ruler (view);
  corner = corner_text (view, &ruler);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, 0, view->port.width, view->ruler_height);
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  lsc_color_set (cr, &view->theme.dim);
  lsc_text_draw (
      self->text, cr,
      &(LscTextLine){ .x = view->port.header_width - LSC_TIMELINE_HEADER_PAD,
                      .middle = MIN (9, view->ruler_height / 2),
                      .align = 1,
                      .size = LSC_TIMELINE_LABEL_PX,
                      .room = MAX (view->port.header_width - 2 * LSC_TIMELINE_HEADER_PAD, 1) },
      corner);
  lsc_paint_clip (cr, view->port.header_width, 0,
                  MAX (view->port.width - view->port.header_width, 0), view->ruler_height);
  draw_ticks (self, cr, view, &ruler);
  draw_range (self, cr, view);
  _lsc_timeline_paint_marks (self, cr, view);
  cairo_restore (cr);
  lsc_paint_rect (cr, &view->theme.grid, 0, view->ruler_height - 1, view->port.width, 1);
}
