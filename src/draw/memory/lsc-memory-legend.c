/* lsc-memory-legend.c - what the lines and areas of a chart of memory mean, and how high they go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/lsc-legend.h"
#include "draw/lsc-paint.h"
#include "draw/memory/lsc-memory-painter-private.h"

#define ROW_PX 20.0
#define SWATCH_WIDTH 22.0
#define SWATCH_HEIGHT 11.0
#define GAP 16.0
#define HATCH_PX 6.0

static void
add (GArray *items, double swatch_width, char *text)
{
  LscLegendItem item = { .swatch_width = swatch_width, .text = text };

  g_array_append_val (items, item);
}

static gboolean
has_aside (const LscMemoryPlot *plot)
{
  for (guint i = 0; i < plot->floors->len; i++)
    if (g_array_index (plot->floors, LscMemoryFloor, i).is_aside)
      return TRUE;
  return FALSE;
}

/* One for each series; what steps do not free; last the memory of a device that is far above all of
 * them. */
static GArray *
list_items (const LscMemoryView *view)
{
  GArray *items = lsc_legend_new (sizeof (LscLegendItem));

  for (guint i = 0; i < view->plot->series->len; i++)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (view->plot, i);
      g_autofree char *peak = lsc_memory_format_bytes (series->peak_bytes);

      add (items, SWATCH_WIDTH,
           g_strdup_printf (series->is_beyond ? _ ("%s, peak %s, beyond the axis")
                                              : _ ("%s, peak %s"),
                            lsc_memory_series_get_title (series), peak));
    }
  if (view->plot->floors->len > 0)
    add (items, SWATCH_WIDTH,
         g_strdup (has_aside (view->plot)
                       ? _ ("Lowest in a step, and its growth (in brackets: step not judged)")
                       : _ ("Lowest in a step, and its growth")));
  if (view->plot->device_bytes > 0 && !view->plot->is_device_seen)
    {
      g_autofree char *size = lsc_memory_format_bytes (view->plot->device_bytes);

      add (items, 0, g_strdup_printf (_ ("Device memory %s, beyond the axis"), size));
    }
  return items;
}

static void
paint_swatch (cairo_t *cr, const LscMemoryView *view, const LscLegendItem *item, guint series)
{
  LscMemoryInk ink = _lsc_memory_ink (view, series);
  double y = round (item->y + (ROW_PX - SWATCH_HEIGHT) / 2);
  double middle = item->y + ROW_PX / 2;

  if (view->plot->form == LSC_MEMORY_PLOT_COMPONENTS)
    {
      lsc_paint_rect_rgb (cr, ink.rgb, item->x, y, SWATCH_WIDTH, SWATCH_HEIGHT);
      lsc_color_set_alpha (cr, &view->theme.background, 0.55);
      lsc_paint_hatch_as (cr, ink.hatch, ceil (item->x), y, SWATCH_WIDTH - 1, SWATCH_HEIGHT,
                          HATCH_PX);
      return;
    }
  if (ink.is_area)
    {
      lsc_color_set_rgb_alpha (cr, ink.rgb, 0.33);
      cairo_rectangle (cr, item->x, middle, SWATCH_WIDTH, SWATCH_HEIGHT / 2);
      cairo_fill (cr);
    }
  _lsc_memory_set_line (cr, &ink);
  cairo_move_to (cr, item->x, middle);
  cairo_line_to (cr, item->x + SWATCH_WIDTH, middle);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/**
 * lsc_memory_painter_paint_legend:
 * @cr: (nullable): %NULL: only measures
 * @width: px
 *
 * Paints what is in the chart, as much as fits into each row.
 *
 * Returns: the height, px
 */
double
lsc_memory_painter_paint_legend (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view,
                                 double width)
{
  g_autoptr (GArray) items = NULL;
  LscLegendLook look;
  double height;

  g_return_val_if_fail (self && view, 0);
  if (lsc_memory_view_is_empty (view))
    return 0;
  look = (LscLegendLook){
    .text = self->text, .text_size = LSC_MEMORY_TEXT_PX, .row_height = ROW_PX, .gap = GAP
  };
  items = list_items (view);
  height = lsc_legend_place (&look, items, width);
  for (guint i = 0; i < items->len && cr; i++)
    {
      const LscLegendItem *item = &g_array_index (items, LscLegendItem, i);

      if (i < view->plot->series->len)
        paint_swatch (cr, view, item, i);
      else if (item->swatch_width > 0)
        lsc_paint_rect (cr, &view->theme.foreground, item->x, item->y + ROW_PX / 2 - 1,
                        SWATCH_WIDTH, LSC_MEMORY_FLOOR_PX);
      lsc_color_set (cr, &view->theme.foreground);
      lsc_legend_paint_text (&look, cr, item);
    }
  return height;
}
