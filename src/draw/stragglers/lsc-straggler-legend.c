/* lsc-straggler-legend.c - what the colours and marks of a map of stragglers mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define SCALE_HEIGHT 11.0
#define LOW 0.75
#define HIGH 1.5
#define GAP 18.0
#define SWATCH 12.0

static void
paint_scale (const LscStragglerPaint *self, double left, double top)
{
  static const struct
  {
    double slowdown;
    const char *label;
  } ticks[] = {
    { 0.75, "≤ 0.75" }, { 1, "1" }, { 1.1, "1.1" }, { 1.25, "1.25" }, { 1.5, "≥ 1.5" }
  };

  /* each to the right end, as documents show seams between neighbours */
  for (int i = 0; i < (int) LSC_STRAGGLER_SCALE_PX; i++)
    lsc_paint_rect_rgb (self->cr,
                        lsc_straggler_fill (LOW + (HIGH - LOW) * i / (LSC_STRAGGLER_SCALE_PX - 1),
                                            self->view->theme.is_dark),
                        left + i, top, MIN (LSC_STRAGGLER_SCALE_PX - i, 2), SCALE_HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      double share = (ticks[i].slowdown - LOW) / (HIGH - LOW);

      _lsc_straggler_write (self, &self->view->theme.dim,
                            (LscTextLine){ .x = left + share * LSC_STRAGGLER_SCALE_PX,
                                           .middle = top + SCALE_HEIGHT + self->places.row / 2,
                                           .align = i == 0                          ? 0
                                                    : i + 1 == G_N_ELEMENTS (ticks) ? 1
                                                                                    : 0.5,
                                           .size = self->view->text_px * 0.9 },
                            ticks[i].label);
    }
}

/* Returns: px where the next one begins */
static double
paint_item (const LscStragglerPaint *self, double x, double y, gboolean is_frame, const char *text)
{
  double top = round (y - SWATCH / 2);

  lsc_color_set (self->cr, is_frame ? &self->view->theme.foreground : &self->view->theme.dim);
  if (is_frame)
    {
      cairo_set_line_width (self->cr, 2.5);
      cairo_rectangle (self->cr, x + 1, top + 1, SWATCH - 2, SWATCH - 2);
      cairo_stroke (self->cr);
    }
  else
    lsc_paint_hatch (self->cr, x, top, SWATCH, SWATCH, 4);
  _lsc_straggler_write (self, &self->view->theme.foreground,
                        (LscTextLine){ .x = x + SWATCH + 6, .middle = y }, text);
  return x + SWATCH + 6 + lsc_text_width (self->text, self->view->text_px, text) + GAP;
}

/** Paints the scale of colours, and the marks that occur. */
void
_lsc_straggler_paint_legend (const LscStragglerPaint *self)
{
  const LscStragglerMarks *marks = self->view->marks;
  double left = self->places.legend_x, top = self->places.legend_y;
  double x = left + LSC_STRAGGLER_SCALE_PX + GAP, y = top + SCALE_HEIGHT / 2;
  gboolean has_frame =
      marks->pattern >= LSC_STRAGGLERS_STAGES && marks->pattern <= LSC_STRAGGLERS_ALL;

  paint_scale (self, left, top);
  if (!self->places.is_compact)
    _lsc_straggler_write (
        self, &self->view->theme.dim,
        (LscTextLine){ .x = x,
                       .middle = top + SCALE_HEIGHT + self->places.row / 2,
                       .room = MAX (self->view->width - self->view->margin - x, 1) },
        _ ("S: step time ÷ step time if all ops of a kind took equally long"));
  if (has_frame)
    x = paint_item (self, x, y, TRUE, _ ("Outlier"));
  if (lsc_straggler_view_has_unknown (self->view))
    paint_item (self, x, y, FALSE, _ ("Not known"));
}
