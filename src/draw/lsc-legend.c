/* lsc-legend.c - swatches with what they mean, as many in a row as fit
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-legend.h"

#include <math.h>

#define TEXT_GAP 6.0
#define LEAST_ROW_PX 40.0
#define NARROW_PX 10.0

static void
item_clear (gpointer data)
{
  g_free (((LscLegendItem *) data)->text);
}

static LscLegendItem *
item_at (const GArray *items, guint index)
{
  return (LscLegendItem *) (gpointer) (items->data +
                                       (gsize) index * g_array_get_element_size ((GArray *) items));
}

/**
 * lsc_legend_new:
 * @item_size: of a struct that begins with an #LscLegendItem
 *
 * Returns: (transfer full): an array for items; it frees their texts
 */
GArray *
lsc_legend_new (guint item_size)
{
  GArray *items = g_array_new (FALSE, FALSE, item_size);

  g_array_set_clear_func (items, item_clear);
  return items;
}

/* Flows measured items into rows; returns the height. */
static double
flow (const LscLegendLook *look, GArray *items, double width)
{
  double x = 0, y = 0;

  for (guint i = 0; i < items->len; i++)
    {
      LscLegendItem *item = item_at (items, i);

      if (x > 0 && x + item->width > width)
        {
          x = 0;
          y += look->row_height;
        }
      item->x = x;
      item->y = y;
      x += item->width + look->gap;
    }
  return items->len > 0 ? y + look->row_height : 0;
}

static void
center (const LscLegendLook *look, GArray *items, double width, double height)
{
  double narrow = width;

  while (narrow > LEAST_ROW_PX && flow (look, items, narrow - NARROW_PX) <= height)
    narrow -= NARROW_PX;
  flow (look, items, narrow);
  for (guint i = 0, first = 0; i < items->len; i++)
    {
      const LscLegendItem *last = item_at (items, i);
      double room = width - last->x - last->width;

      if (i + 1 < items->len && item_at (items, i + 1)->y <= last->y)
        continue;
      for (; first <= i; first++)
        item_at (items, first)->x += floor (MAX (room, 0) / 2);
    }
}

/**
 * lsc_legend_place:
 *
 * Measures the items and flows them into rows of @width px.
 *
 * Returns: the height, px; 0 without items
 */
double
lsc_legend_place (const LscLegendLook *look, GArray *items, double width)
{
  double height;

  g_return_val_if_fail (look && look->text && items, 0);
  for (guint i = 0; i < items->len; i++)
    {
      LscLegendItem *item = item_at (items, i);
      double text = lsc_text_width (look->text, look->text_size, item->text);

      item->width = item->swatch_width + TEXT_GAP +
                    (look->most_text > 0 ? MIN (text, look->most_text) : text);
    }
  height = flow (look, items, width);
  if (look->is_centred)
    center (look, items, width, height);
  return height;
}

/**
 * lsc_legend_text_x:
 *
 * Returns: px where the text of an item begins
 */
double
lsc_legend_text_x (const LscLegendItem *item)
{
  return item->x + item->swatch_width + TEXT_GAP;
}

/**
 * lsc_legend_paint_text:
 *
 * Paints the text of an item in @cr's colour.
 */
void
lsc_legend_paint_text (const LscLegendLook *look, cairo_t *cr, const LscLegendItem *item)
{
  g_return_if_fail (look && cr && item);
  lsc_text_draw (look->text, cr,
                 &(LscTextLine){ .x = lsc_legend_text_x (item),
                                 .middle = item->y + look->row_height / 2,
                                 .size = look->text_size,
                                 .room = look->most_text },
                 item->text);
}

/**
 * lsc_legend_find:
 *
 * Returns: the index of the item at a point, -1 if there is none
 */
int
lsc_legend_find (const LscLegendLook *look, const GArray *items, double x, double y)
{
  g_return_val_if_fail (look && items, -1);
  for (guint i = 0; i < items->len; i++)
    {
      const LscLegendItem *item = item_at (items, i);

      if (x >= item->x && x < item->x + item->width && y >= item->y &&
          y < item->y + look->row_height)
        return (int) i;
    }
  return -1;
}
