/* lsc-ruler.c - the ticks of a chart's time axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-ruler.h"

#include <math.h>

#include "draw/lsc-paint.h"

#define DAY_NS G_GINT64_CONSTANT (86400000000000)
#define MOST_STEPS 2e4 /* labels of more steps than that count from a base of their own */
#define LABEL_GAP 6.0

static gint64
floor_to (gint64 value, gint64 unit)
{
  gint64 rest = value % unit;

  return value - (rest < 0 ? rest + unit : rest);
}

/* What labels leave out of the time since their origin, 0 = nothing. */
static gint64
choose_base (const LscRuler *self, gint64 since_ns)
{
  double step = lsc_axis_new (0, self->port->span_ns, lsc_viewport_body_width (self->port),
                              self->scale.least_distance)
                    .step_ns;

  if (!(step > 0) || fabs ((double) since_ns) <= step * MOST_STEPS || step >= 1e14)
    return 0;
  return floor_to (since_ns, (gint64) pow (10, MAX (ceil (log10 (step * 1000)), 0)));
}

/* Axis ns in what a tick counts. */
static double
count_ns (const LscRuler *self)
{
  return self->scale.unit ? self->scale.unit_ns : 1;
}

/**
 * lsc_ruler_new:
 * @port: borrowed for the life of the ruler
 *
 * Chooses ticks and labels for what a viewport shows (drawing.md#axis).
 */
LscRuler
lsc_ruler_new (const LscViewport *port, const LscRulerScale *scale)
{
  LscRuler self;
  gint64 since_ns, skipped_ns = 0;
  double begin;

  g_return_val_if_fail (port && scale, (LscRuler){ 0 });
  self = (LscRuler){ .scale = *scale, .port = port };
  since_ns = lsc_ns_subtract (port->begin_ns, scale->origin_ns);
  if (scale->is_clock) /* labels repeat every day */
    skipped_ns = floor_to (since_ns, DAY_NS);
  else if (scale->may_shorten && !scale->unit)
    self.base_ns = skipped_ns = choose_base (&self, since_ns);
  self.zero_ns = lsc_ns_add (scale->origin_ns, skipped_ns);
  begin = (double) lsc_ns_subtract (port->begin_ns, self.zero_ns) + port->begin_fraction;
  self.axis = lsc_axis_new (begin / count_ns (&self), port->span_ns / count_ns (&self),
                            lsc_viewport_body_width (port), scale->least_distance);
  if (scale->unit)
    {
      self.axis.unit_ns = 1;
      self.axis.unit = scale->unit;
      self.axis.decimals = (int) MAX (0, ceil (-log10 (self.axis.step_ns) - 1e-9));
    }
  return self;
}

/* Axis ns after the zero. */
static double
tick_ns (const LscRuler *self, guint index)
{
  return lsc_axis_tick_ns (&self->axis, index) * count_ns (self);
}

/* px right of the headers */
static double
tick_x (const LscRuler *self, guint index)
{
  double since_begin = tick_ns (self, index) -
                       (double) lsc_ns_subtract (self->port->begin_ns, self->zero_ns) -
                       self->port->begin_fraction;

  return since_begin * lsc_viewport_px_per_ns (self->port);
}

/**
 * lsc_ruler_tick_xs:
 *
 * Appends where the ticks lie, px right of the headers, as double.
 */
void
lsc_ruler_tick_xs (const LscRuler *self, GArray *xs)
{
  g_return_if_fail (self && xs);
  for (guint i = 0; i < self->axis.n_ticks; i++)
    {
      double x = tick_x (self, i);

      if (x >= 0 && x < self->port->width)
        g_array_append_val (xs, x);
    }
}

static char *
make_label (const LscRuler *self, guint index)
{
  g_autofree char *number = NULL;

  if (self->scale.is_clock)
    return lsc_axis_clock_label (&self->axis, index);
  number = lsc_axis_label (&self->axis, index);
  return self->base_ns != 0 ? g_strconcat ("+", number, NULL) : g_steal_pointer (&number);
}

/**
 * lsc_ruler_paint_ticks:
 * @from_ns: of the stretch that the ruler is for, on the viewport's axis
 * @to_ns: its end, inclusive
 *
 * Paints ticks, and labels where they have room: in the window and after the last one. Rulers of
 * several stretches are painted from left to right with the same @look.
 */
void
lsc_ruler_paint_ticks (const LscRuler *self, cairo_t *cr, LscText *text, LscRulerLook *look,
                       gint64 from_ns, gint64 to_ns)
{
  double first, last;

  g_return_if_fail (self && cr && text && look);
  first = (double) lsc_ns_subtract (from_ns, self->zero_ns);
  last = (double) lsc_ns_subtract (to_ns, self->zero_ns);
  for (guint i = 0; i < self->axis.n_ticks; i++)
    {
      double x = self->port->header_width + tick_x (self, i);
      g_autofree char *label = NULL;
      double width;

      if (tick_ns (self, i) < first || tick_ns (self, i) > last || x < self->port->header_width ||
          x > self->port->width)
        continue;
      lsc_paint_rect (cr, &look->tick, floor (x), look->tick_top, 1, look->tick_height);
      label = make_label (self, i);
      width = lsc_text_width (text, look->label_size, label);
      if (x - width / 2 < look->end_of_last + LABEL_GAP || x + width / 2 > self->port->width)
        continue;
      lsc_color_set (cr, &look->label);
      lsc_text_draw (
          text, cr,
          &(LscTextLine){
              .x = x, .middle = look->label_middle, .align = 0.5, .size = look->label_size },
          label);
      look->end_of_last = x + width / 2;
    }
}
