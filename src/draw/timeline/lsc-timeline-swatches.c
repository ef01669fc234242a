/* lsc-timeline-swatches.c - what the colours of the lanes mean, painted
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-swatches.h"

#include <math.h>

#include "draw/lsc-legend.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

#define LEGEND_PX 11.0
#define LEGEND_ROW 18.0
#define SWATCH_WIDTH 16.0 /* patterns can be told from each other */
#define SWATCH_HEIGHT 12.0
#define MOST_LEGEND_TEXT 300.0
#define LEGEND_GAP 10.0
#define GROUP_GAP 5.0
#define ARROW_WIDTH 1.6
#define ARROW_HEAD 7.0

/**
 * Item:
 * @group: (nullable): stands before the swatch
 * @arrow: as in #LscTimelineMeaning
 */
typedef struct
{
  LscLegendItem place;
  const char *group;
  guint32 rgb;
  guint32 arrow;
} Item;

/**
 * lsc_timeline_swatches_new:
 * @known: as of lsc_timeline_legend_list()
 *
 * Returns: (transfer full): what lsc_timeline_swatches_paint() paints
 */
GArray *
lsc_timeline_swatches_new (const LscTimelineView *view, const LscTimelineHues *const *known)
{
  g_autoptr (GArray) meanings = NULL;
  GArray *items;
  const char *last = NULL;

  g_return_val_if_fail (view, NULL);
  meanings = lsc_timeline_legend_list (view, known);
  items = lsc_legend_new (sizeof (Item));
  for (guint i = 0; i < meanings->len; i++)
    {
      LscTimelineMeaning *meaning = &g_array_index (meanings, LscTimelineMeaning, i);
      Item item = { { .text = g_steal_pointer (&meaning->name) },
                    g_strcmp0 (meaning->group, last) != 0 ? meaning->group : NULL,
                    meaning->rgb,
                    meaning->arrow };

      last = meaning->group;
      g_array_append_val (items, item);
    }
  return items;
}

/* The name of a group belongs to its first item, so that no row ends with it. */
static void
measure_groups (GArray *swatches, LscText *text)
{
  for (guint i = 0; i < swatches->len; i++)
    {
      Item *item = &g_array_index (swatches, Item, i);

      item->place.swatch_width = SWATCH_WIDTH;
      if (item->group)
        item->place.swatch_width += lsc_text_width (text, LEGEND_PX, item->group) + GROUP_GAP;
    }
}

static void
paint_group (cairo_t *cr, LscText *text, const LscColor *ink, const Item *item)
{
  if (!item->group)
    return;
  lsc_color_set_alpha (cr, ink, 0.75);
  lsc_text_draw (text, cr,
                 &(LscTextLine){ .x = item->place.x,
                                 .middle = item->place.y + LEGEND_ROW / 2,
                                 .size = LEGEND_PX },
                 item->group);
}

static void
paint_arrow (cairo_t *cr, const Item *item, double x, double middle, gboolean is_dark)
{
  _lsc_arrow_set_style (cr, item->arrow - 1, is_dark, 1);
  cairo_set_line_width (cr, ARROW_WIDTH);
  cairo_move_to (cr, x, middle);
  cairo_line_to (cr, x + SWATCH_WIDTH - ARROW_HEAD, middle);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  lsc_paint_head (cr, x + SWATCH_WIDTH, middle, 0, ARROW_HEAD);
}

static void
paint_swatch (cairo_t *cr, const Item *item, double top)
{
  double x = item->place.x + item->place.swatch_width - SWATCH_WIDTH;

  lsc_color_set_rgb (cr, item->rgb & 0xFFFFFF);
  cairo_rectangle (cr, x, top, SWATCH_WIDTH, SWATCH_HEIGHT);
  if (item->rgb & LSC_TIMELINE_LEGEND_HOLLOW)
    cairo_rectangle (cr, x + SWATCH_WIDTH - 1, top + 1, 2 - SWATCH_WIDTH,
                     SWATCH_HEIGHT - 2); /* turns the other way */
  cairo_fill (cr);
  lsc_color_set_rgb (cr, LSC_TIMELINE_HATCH_RGB);
  lsc_paint_hatch_as (cr, item->rgb >> LSC_TIMELINE_LEGEND_HATCH_SHIFT & LSC_HATCH_ALL, x, top,
                      SWATCH_WIDTH, SWATCH_HEIGHT, LSC_TIMELINE_HATCH_PX);
}

/**
 * lsc_timeline_swatches_paint:
 * @cr: (nullable): %NULL: only measures
 * @width: px
 *
 * Paints as many as fit into each row.
 *
 * Returns: the height, px; 0 where there is nothing
 */
double
lsc_timeline_swatches_paint (GArray *swatches, LscText *text, const LscColor *ink, cairo_t *cr,
                             double width)
{
  LscLegendLook look = { .text = text,
                         .text_size = LEGEND_PX,
                         .row_height = LEGEND_ROW,
                         .gap = LEGEND_GAP,
                         .most_text = MOST_LEGEND_TEXT };
  double height;

  g_return_val_if_fail (swatches && text && (ink || !cr), 0);
  measure_groups (swatches, text);
  height = lsc_legend_place (&look, swatches, width);
  for (guint i = 0; i < swatches->len && cr; i++)
    {
      const Item *item = &g_array_index (swatches, Item, i);
      double top = round (item->place.y + (LEGEND_ROW - SWATCH_HEIGHT) / 2);

      paint_group (cr, text, ink, item);
      if (item->arrow)
        paint_arrow (cr, item, item->place.x + item->place.swatch_width - SWATCH_WIDTH,
                     top + SWATCH_HEIGHT / 2, ink->red > 0.5);
      else
        paint_swatch (cr, item, top);
      lsc_color_set (cr, ink);
      lsc_legend_paint_text (&look, cr, &item->place);
    }
  return height;
}
