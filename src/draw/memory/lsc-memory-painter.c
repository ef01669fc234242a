/* lsc-memory-painter.c - paints a chart of memory: axes, steps, peak, the moment that is looked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/lsc-paint.h"
#include "draw/lsc-ruler.h"
#include "draw/memory/lsc-memory-painter-private.h"

#define PAD 6.0
#define BAND_PX 17.0
#define BAND_LEAST_PX 3.0 /* narrower steps have no ground of their own */
#define ELIDED_LEAST_PX 48.0
#define TICK_LEAST_PX 28.0
#define PEAK_PX 9.0
#define FLOOR_PAD 3.0

/** lsc_memory_painter_new: Returns: (transfer full): with the fonts of @context */
LscMemoryPainter *
lsc_memory_painter_new (PangoContext *context)
{
  LscMemoryPainter *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscMemoryPainter, 1);
  self->text = lsc_text_new (context);
  return self;
}

/** lsc_memory_painter_free: @self: (nullable) (transfer full): */
void
lsc_memory_painter_free (LscMemoryPainter *self)
{
  if (!self)
    return;
  lsc_text_free (self->text);
  g_free (self);
}

/** lsc_memory_painter_reset: to be called when the fonts have changed */
void
lsc_memory_painter_reset (LscMemoryPainter *self)
{
  g_return_if_fail (self);
  lsc_text_reset (self->text);
}

static void
clip_body (cairo_t *cr, const LscMemoryView *view)
{
  lsc_paint_clip (cr, view->port.header_width, lsc_memory_view_body_top (view),
                  lsc_viewport_body_width (&view->port), lsc_memory_view_room (view));
}

/* ---- axis of values ---- */

/** Ticks of the axis of values, in a unit of powers of 1,024. */
typedef struct
{
  LscAxis axis;
  double unit_bytes;
  const char *unit;
  int decimals;
} Scale;

static Scale
make_scale (const LscMemoryView *view)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
  double top = lsc_memory_view_body_top (view) + lsc_memory_view_bands_px (view);
  double height = MAX (view->port.height - top, 1), bytes_per_px;
  Scale scale = { .unit_bytes = 1 };
  guint unit = 0;

  bytes_per_px = 1 / (view->port.height - lsc_memory_view_value_to_y (view, 1));
  while (unit + 1 < G_N_ELEMENTS (units) &&
         scale.unit_bytes * 1024 <= (double) view->plot->top_bytes)
    {
      scale.unit_bytes *= 1024;
      unit++;
    }
  scale.unit = units[unit];
  scale.axis = lsc_axis_new (0, height * bytes_per_px / scale.unit_bytes, height, TICK_LEAST_PX);
  scale.decimals = (int) MAX (0, ceil (-log10 (scale.axis.step_ns) - 1e-9));
  return scale;
}

static double
get_tick (const Scale *scale, guint index)
{
  return lsc_axis_tick_ns (&scale->axis, index);
}

static double
tick_y (const LscMemoryView *view, const Scale *scale, guint index)
{
  return floor (lsc_memory_view_value_to_y (view, get_tick (scale, index) * scale->unit_bytes));
}

/** lsc_memory_painter_paint_headers: paints the axis of values, left of the body */
void
lsc_memory_painter_paint_headers (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  double top = lsc_memory_view_body_top (view);
  Scale scale;

  g_return_if_fail (self && cr && view && view->plot);
  scale = make_scale (view);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, top, view->port.header_width, lsc_memory_view_room (view));
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  for (guint i = 0; i < scale.axis.n_ticks; i++)
    {
      g_autofree char *label =
          g_strdup_printf ("%.*f %s", scale.decimals, get_tick (&scale, i), scale.unit);

      lsc_color_set (cr, &view->theme.dim);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = view->port.header_width - PAD,
                                     .middle = CLAMP (tick_y (view, &scale, i), top,
                                                      view->port.height - LSC_MEMORY_TEXT_PX / 2),
                                     .align = 1,
                                     .size = LSC_MEMORY_TEXT_PX,
                                     .room = view->port.header_width - PAD },
                     i == 0 ? "0" : label);
    }
  lsc_paint_rect (cr, &view->theme.grid, view->port.header_width - 1, top, 1,
                  lsc_memory_view_room (view));
  cairo_restore (cr);
}

/* ---- axis of time ---- */

static LscRuler
make_ruler (const LscMemoryView *view)
{
  LscRulerScale scale = { .origin_ns = view->plot->begin_ns, .least_distance = 80 };

  return lsc_ruler_new (&view->port, &scale);
}

/** lsc_memory_painter_paint_ruler: paints the legend and the axis of time, above the body */
void
lsc_memory_painter_paint_ruler (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  LscRulerLook look;
  LscRuler ruler;
  double top;

  g_return_if_fail (self && cr && view && view->plot);
  top = view->legend_px;
  ruler = make_ruler (view);
  look = (LscRulerLook){ .tick = view->theme.grid,
                         .label = view->theme.dim,
                         .tick_top = top + LSC_MEMORY_RULER_PX - 6,
                         .tick_height = 6,
                         .label_middle = top + LSC_MEMORY_RULER_PX / 2 - 1,
                         .label_size = LSC_MEMORY_TEXT_PX,
                         .end_of_last = view->port.header_width - 2 * PAD };
  lsc_paint_rect (cr, &view->theme.background, 0, 0, view->port.width, top + LSC_MEMORY_RULER_PX);
  if (top > 0)
    {
      cairo_save (cr);
      cairo_translate (cr, PAD, 0);
      lsc_memory_painter_paint_legend (self, cr, view, view->port.width - 2 * PAD);
      cairo_restore (cr);
    }
  lsc_paint_rect (cr, &view->theme.grid, 0, top + LSC_MEMORY_RULER_PX - 1, view->port.width, 1);
  lsc_ruler_paint_ticks (&ruler, cr, self->text, &look, view->plot->begin_ns, view->plot->end_ns);
  lsc_color_set (cr, &view->theme.dim);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = view->port.header_width - PAD,
                                 .middle = look.label_middle,
                                 .align = 1,
                                 .size = LSC_MEMORY_TEXT_PX },
                 ruler.axis.unit);
}

static void
paint_grid (cairo_t *cr, const LscMemoryView *view)
{
  double top = lsc_memory_view_body_top (view);
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  LscRuler ruler = make_ruler (view);
  Scale scale = make_scale (view);

  lsc_ruler_tick_xs (&ruler, xs);
  for (guint i = 0; i < xs->len; i++)
    lsc_paint_rect (cr, &view->theme.grid,
                    floor (view->port.header_width + g_array_index (xs, double, i)), top, 1,
                    lsc_memory_view_room (view));
  for (guint i = 0; i < scale.axis.n_ticks; i++)
    lsc_paint_rect (cr, &view->theme.grid, view->port.header_width, tick_y (view, &scale, i),
                    lsc_viewport_body_width (&view->port), 1);
}

/* ---- steps and modules ---- */

/* The number that a name ends in: what is left of it in a narrow step. */
static const char *
get_number (const char *name)
{
  const char *end = name + strlen (name);

  while (end > name && g_ascii_isdigit (end[-1]))
    end--;
  return end;
}

static void
paint_band_name (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view,
                 const LscMemoryBand *band, double x0, double x1)
{
  double left = MAX (x0, view->port.header_width) + PAD / 2, right = MIN (x1, view->port.width);
  double room = right - left - PAD / 2;
  g_autofree char *whole = lsc_memory_band_get_name (band);
  const char *name = whole;

  if (lsc_text_width (self->text, LSC_MEMORY_TEXT_PX, name) > room && room < ELIDED_LEAST_PX)
    name = get_number (name);
  if (room < 6 ||
      (room < ELIDED_LEAST_PX && lsc_text_width (self->text, LSC_MEMORY_TEXT_PX, name) > room))
    return;
  lsc_color_set (cr, &view->theme.dim);
  lsc_text_draw (
      self->text, cr,
      &(LscTextLine){ .x = left,
                      .middle = lsc_memory_view_body_top (view) + BAND_PX * (band->depth + 0.5),
                      .size = LSC_MEMORY_TEXT_PX,
                      .room = room },
      name);
}

/* Every other step has a ground of its own; a module has a line around its name. */
static void
paint_band (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view, guint index)
{
  const LscMemoryBand *band = &g_array_index (view->plot->bands, LscMemoryBand, index);
  double x0 = lsc_viewport_time_to_x (&view->port, band->begin_ns);
  double x1 = lsc_viewport_time_to_x (&view->port, band->end_ns);
  double top = lsc_memory_view_body_top (view) + BAND_PX * band->depth;

  if (x1 <= view->port.header_width || x0 >= view->port.width)
    return;
  x0 = MAX (x0, view->port.header_width - 8);
  x1 = MIN (x1, view->port.width + 8);
  if (x1 - x0 >= BAND_LEAST_PX)
    {
      lsc_color_set_alpha (cr, &view->theme.foreground, band->depth > 0 ? 0.10 : 0.05);
      cairo_rectangle (cr, floor (x0), top, floor (x1) - floor (x0),
                       band->depth > 0 ? BAND_PX - 2 : view->port.height - top);
      cairo_fill (cr);
      lsc_color_set_alpha (cr, &view->theme.foreground, 0.35);
      cairo_rectangle (cr, floor (x0), top, 1,
                       band->depth > 0 ? BAND_PX - 2 : view->port.height - top);
      cairo_fill (cr);
    }
  paint_band_name (self, cr, view, band, x0, x1);
}

/* ---- what stands at single places ---- */

/* On a ground of its own, which what lies below only shines through. */
static void
draw_words (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view, const LscTextLine *line,
            const char *text)
{
  double width = lsc_text_width_bold (self->text, line->size, text);

  lsc_color_set_alpha (cr, &view->theme.background, 0.8);
  cairo_rectangle (cr, line->x - line->align * width - 2, line->middle - line->size * 0.75,
                   width + 4, line->size * 1.5);
  cairo_fill (cr);
  lsc_color_set (cr, &view->theme.foreground);
  lsc_text_draw (self->text, cr, line, text);
}

static void
paint_device (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  double y = floor (lsc_memory_view_value_to_y (view, (double) view->plot->device_bytes)) + 0.5;
  g_autofree char *size = lsc_memory_format_bytes (view->plot->device_bytes);
  g_autofree char *text = g_strdup_printf (_ ("Device memory %s"), size);

  if (!view->plot->is_device_seen)
    return;
  lsc_color_set (cr, &view->theme.foreground);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (double[]){ 8, 3, 2, 3 }, 4, 0);
  cairo_move_to (cr, view->port.header_width, y);
  cairo_line_to (cr, view->port.width, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_words (self, cr, view,
              &(LscTextLine){ .x = view->port.width - PAD,
                              .middle = y + LSC_MEMORY_TEXT_PX,
                              .align = 1,
                              .size = LSC_MEMORY_TEXT_PX },
              text);
}

/* A head above the highest point, its value beside it. */
static void
paint_peak (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  const LscMemoryPlotPeak *peak = &view->plot->peak;
  double x = lsc_viewport_time_to_x (&view->port, peak->time_ns);
  double y = lsc_memory_view_value_to_y (view, (double) peak->bytes);
  g_autofree char *size = lsc_memory_format_bytes (peak->bytes);
  g_autofree char *text = g_strdup_printf (_ ("Peak %s"), size);
  double width = lsc_text_width_bold (self->text, LSC_MEMORY_TEXT_PX, text);
  gboolean is_left = x + PEAK_PX + PAD + width > view->port.width;

  if (x < view->port.header_width || x >= view->port.width || peak->bytes <= 0)
    return;
  lsc_color_set (cr, &view->theme.foreground);
  cairo_move_to (cr, x, y - 1);
  cairo_line_to (cr, x - PEAK_PX / 2, y - 1 - PEAK_PX);
  cairo_line_to (cr, x + PEAK_PX / 2, y - 1 - PEAK_PX);
  cairo_close_path (cr);
  cairo_fill (cr);
  draw_words (self, cr, view,
              &(LscTextLine){ .x = is_left ? x - PEAK_PX : x + PEAK_PX,
                              .middle = MAX (y - 1 - PEAK_PX / 2,
                                             lsc_memory_view_body_top (view) + LSC_MEMORY_TEXT_PX),
                              .align = is_left ? 1 : 0,
                              .size = LSC_MEMORY_TEXT_PX,
                              .is_bold = TRUE },
              text);
}

static void
paint_growth (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view,
              const LscMemoryFloor *floor, double x0, double x1, double y)
{
  g_autofree char *size = lsc_memory_format_bytes (ABS (floor->growth_bytes));
  g_autofree char *text = g_strdup_printf (floor->is_aside ? "(%s%s)" : "%s%s",
                                           floor->growth_bytes < 0 ? "−" : "+", size);

  if (floor->growth_bytes == 0 ||
      lsc_text_width_bold (self->text, LSC_MEMORY_TEXT_PX, text) + 2 * FLOOR_PAD > x1 - x0)
    return;
  draw_words (self, cr, view,
              &(LscTextLine){ .x = (x0 + x1) / 2,
                              .middle = y + LSC_MEMORY_TEXT_PX,
                              .align = 0.5,
                              .size = LSC_MEMORY_TEXT_PX,
                              .is_bold = !floor->is_aside },
              text);
}

/* A line at the lowest value of each step, and how much that grew (drawing.md#memory): a leak of
 * some MiB a step is less than a pixel of a peak of GiB. */
static void
paint_floors (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  for (guint i = 0; i < view->plot->floors->len; i++)
    {
      const LscMemoryFloor *floor = &g_array_index (view->plot->floors, LscMemoryFloor, i);
      double x0 = lsc_viewport_time_to_x (&view->port, floor->begin_ns);
      double x1 = lsc_viewport_time_to_x (&view->port, floor->end_ns);
      double y = round (lsc_memory_view_value_to_y (view, (double) floor->bytes));

      x0 = MAX (x0, view->port.header_width);
      x1 = MIN (x1, view->port.width);
      if (x1 - x0 < 1)
        continue;
      lsc_paint_rect (cr, &view->theme.foreground, x0, y - 1, x1 - x0, LSC_MEMORY_FLOOR_PX);
      paint_growth (self, cr, view, floor, x0, x1, y);
    }
}

/** lsc_memory_painter_paint_body: paints what is right of the axis of values and below the ruler */
void
lsc_memory_painter_paint_body (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  g_return_if_fail (self && cr && view && view->plot);
  cairo_save (cr);
  clip_body (cr, view);
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  paint_grid (cr, view);
  for (guint i = 0; i < view->plot->bands->len; i++)
    paint_band (self, cr, view, i);
  _lsc_memory_paint_series (cr, view);
  paint_floors (self, cr, view);
  paint_device (self, cr, view);
  paint_peak (self, cr, view);
  cairo_restore (cr);
}

/* ---- the moment and the pointer ---- */

static void
paint_spots (cairo_t *cr, const LscMemoryView *view, double x, gint64 time_ns)
{
  for (guint i = 0; i < view->plot->series->len; i++)
    {
      LscMemoryInk ink = _lsc_memory_ink (view, i);
      gint64 bytes;

      if (!lsc_memory_series_get_value (lsc_memory_plot_get (view->plot, i), time_ns, &bytes))
        continue;
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, lsc_memory_view_value_to_y (view, (double) bytes), 3, 0, 2 * G_PI);
      lsc_color_set_rgb (cr, ink.rgb);
      cairo_fill_preserve (cr);
      lsc_color_set (cr, &view->theme.background);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
}

/** lsc_memory_painter_paint_moment: marks the moment that the tables tell of */
void
lsc_memory_painter_paint_moment (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
{
  double x, top;

  g_return_if_fail (self && cr && view && view->plot);
  x = floor (lsc_viewport_time_to_x (&view->port, view->moment_ns));
  top = lsc_memory_view_body_top (view);
  if (view->moment_ns == G_MININT64 || x < view->port.header_width || x >= view->port.width)
    return;
  cairo_save (cr);
  clip_body (cr, view);
  lsc_paint_rect (cr, &view->theme.accent, x - 1, top, 2, lsc_memory_view_room (view));
  lsc_color_set (cr, &view->theme.accent);
  lsc_paint_head (cr, x, top + PEAK_PX, G_PI / 2, PEAK_PX);
  paint_spots (cr, view, x, view->moment_ns);
  cairo_restore (cr);
}

static double
measure_lines (LscMemoryPainter *self, char **lines, guint *n)
{
  double width = 0;

  for (*n = 0; lines[*n]; (*n)++)
    width = MAX (width, lsc_text_width (self->text, LSC_MEMORY_TEXT_PX, lines[*n]));
  return width;
}

/**
 * lsc_memory_painter_paint_readout:
 * @x: px of the pointer
 *
 * Paints a line at the pointer and a box beside it: the time, and what each series is then.
 */
void
lsc_memory_painter_paint_readout (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view,
                                  double x)
{
  double row = LSC_MEMORY_TEXT_PX * 1.5, top, width, left;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 time_ns;
  guint n;

  g_return_if_fail (self && cr && view && view->plot);
  time_ns = lsc_viewport_x_to_time (&view->port, x);
  text = lsc_memory_view_describe_time (view, time_ns);
  lines = g_strsplit (text, "\n", -1);
  width = measure_lines (self, lines, &n) + 2 * PAD;
  top = lsc_memory_view_body_top (view) + lsc_memory_view_bands_px (view) + PAD;
  left = x + 2 * PAD + width > view->port.width ? x - 2 * PAD - width : x + 2 * PAD;
  left = MAX (left, view->port.header_width);
  cairo_save (cr);
  clip_body (cr, view);
  lsc_paint_rect (cr, &view->theme.dim, floor (x), lsc_memory_view_body_top (view), 1,
                  lsc_memory_view_room (view));
  paint_spots (cr, view, floor (x) + 0.5, time_ns);
  lsc_color_set_alpha (cr, &view->theme.background, 0.92);
  cairo_rectangle (cr, floor (left) + 0.5, floor (top) + 0.5, ceil (width), ceil (n * row + PAD));
  cairo_fill_preserve (cr);
  lsc_color_set (cr, &view->theme.dim);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  for (guint i = 0; i < n; i++)
    {
      lsc_color_set (cr, i == 0 ? &view->theme.dim : &view->theme.foreground);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = left + PAD,
                                     .middle = top + PAD / 2 + row * (i + 0.5),
                                     .size = LSC_MEMORY_TEXT_PX },
                     lines[i]);
    }
  cairo_restore (cr);
}
