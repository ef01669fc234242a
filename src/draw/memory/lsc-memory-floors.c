/* lsc-memory-floors.c - what steps do not free: small against the peak, so it is drawn as figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/lsc-paint.h"
#include "draw/memory/lsc-memory-painter-private.h"

/* drawing.md#memory. A leak of some MiB a step is less than a pixel of a peak of GiB. */

#define LEAST_STEPS 3 /* fewer show no growth */
#define PAD 3.0

static gboolean
find_floor (const LscMemorySeries *series, const LscMemoryBand *band, gint64 *bytes)
{
  LscMemoryColumn column;
  gsize near_point = 0;

  if (!lsc_memory_series_get_column (series, band->begin_ns, band->end_ns, &near_point, &column))
    return FALSE;
  *bytes = column.least_bytes;
  return TRUE;
}

/**
 * _lsc_memory_plot_find_floors:
 *
 * Finds the lowest value of each step, where these grow: each but the first two, which fill caches,
 * lies above the one before.
 */
void
_lsc_memory_plot_find_floors (LscMemoryPlot *self)
{
  const LscMemorySeries *main = lsc_memory_plot_get_main (self);
  guint n_less = 0;

  if (!main || self->form != LSC_MEMORY_PLOT_CURVES)
    return;
  for (guint i = 0; i < self->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->bands, LscMemoryBand, i);
      LscMemoryFloor floor = { band->begin_ns, band->end_ns, 0, 0 };

      if (band->depth > 0 || !find_floor (main, band, &floor.bytes))
        continue;
      if (self->floors->len > 0)
        floor.growth_bytes =
            floor.bytes - g_array_index (self->floors, LscMemoryFloor, self->floors->len - 1).bytes;
      n_less += self->floors->len > 1 && floor.growth_bytes <= 0;
      g_array_append_val (self->floors, floor);
    }
  if (self->floors->len < LEAST_STEPS || n_less > 0)
    g_array_set_size (self->floors, 0);
}

static void
paint_growth (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view,
              const LscMemoryFloor *floor, double x0, double x1, double y)
{
  g_autofree char *size = lsc_memory_format_bytes (ABS (floor->growth_bytes));
  g_autofree char *text = g_strdup_printf ("%s%s", floor->growth_bytes < 0 ? "−" : "+", size);

  if (floor->growth_bytes == 0 ||
      lsc_text_width_bold (self->text, LSC_MEMORY_TEXT_PX, text) + 2 * PAD > x1 - x0)
    return;
  _lsc_memory_draw_words (self, cr, view,
                          &(LscTextLine){ .x = (x0 + x1) / 2,
                                          .middle = y + LSC_MEMORY_TEXT_PX,
                                          .align = 0.5,
                                          .size = LSC_MEMORY_TEXT_PX,
                                          .is_bold = TRUE },
                          text);
}

/** Paints a line at the lowest value of each step, and how much that grew. */
void
_lsc_memory_paint_floors (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view)
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
