/* lsc-waterfall-painter.h - paints a waterfall
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/compare/lsc-waterfall.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

/**
 * LscWaterfallView: what is shown, and how large
 * @waterfall: (nullable): borrowed
 * @width, @height: px
 * @text_px: size of the texts
 * @selected, @hovered: bars, %LSC_WATERFALL_NONE
 */
typedef struct
{
  const LscWaterfall *waterfall;
  double width;
  double height;
  double text_px;
  LscTheme theme;
  guint selected;
  guint hovered;
} LscWaterfallView;

double lsc_waterfall_view_height (const LscWaterfallView *self);
guint lsc_waterfall_view_find (const LscWaterfallView *self, double x, double y);
void lsc_waterfall_paint (LscText *text, cairo_t *cr, const LscWaterfallView *view);

G_END_DECLS
