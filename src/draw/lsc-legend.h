/* lsc-legend.h - swatches with what they mean, as many in a row as fit
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-text.h"

G_BEGIN_DECLS

/**
 * LscLegendItem: first member of the items of a chart
 * @swatch_width: px
 * @text: (owned):
 * @x: left edge, px from the legend's; set by lsc_legend_place(), as are the next two
 * @y: top of its row
 * @width: of swatch and text
 */
typedef struct
{
  double swatch_width;
  char *text;
  double x;
  double y;
  double width;
} LscLegendItem;

/**
 * LscLegendLook: sizes, px
 * @gap: between two items
 * @most_text: where texts are elided, 0 = never
 * @is_centred: rows of about the same length, each in the middle
 */
typedef struct
{
  LscText *text;
  double text_size;
  double row_height;
  double gap;
  double most_text;
  gboolean is_centred;
} LscLegendLook;

GArray *lsc_legend_new (guint item_size);
double lsc_legend_place (const LscLegendLook *look, GArray *items, double width);
void lsc_legend_paint_text (const LscLegendLook *look, cairo_t *cr, const LscLegendItem *item);
double lsc_legend_text_x (const LscLegendItem *item);
int lsc_legend_find (const LscLegendLook *look, const GArray *items, double x, double y);

G_END_DECLS
