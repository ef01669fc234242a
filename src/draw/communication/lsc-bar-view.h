/* lsc-bar-view.h - a plot of bars: where its parts stand, and painting it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-bar-plot.h"
#include "draw/lsc-page.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

#define LSC_BAR_LINE_SHARE 1.25 /* of a text's size: from one line to the next */

#define LSC_BAR_NONE G_MAXUINT

/**
 * LscBarView: what is shown, and how large
 * @plot: (nullable): borrowed
 * @width, @height: px
 * @legend_width: px that the legend's lines are counted for; 0 = @width
 * @margin: px around everything
 * @text_px: size of the texts
 * @selected, @hovered: bars, or %LSC_BAR_NONE
 */
typedef struct
{
  const LscBarPlot *plot;
  double width;
  double height;
  double legend_width;
  double margin;
  double text_px;
  LscTheme theme;
  guint selected;
  guint hovered;
} LscBarView;

/**
 * LscBarPlaces: where the parts stand, px
 * @x, @y, @width, @height: of the bars
 * @step: from one bar to the next, across them
 * @n_together: bars that share a place, of which the longest is seen
 * @row: px of a line of text
 * @legend_y: top of the legend
 * @first_note: column of figures that is seen first
 * @note_x: right ends of these columns
 */
typedef struct
{
  double x, y, width, height;
  double step;
  guint n_together;
  double row;
  double legend_y;
  guint first_note;
  double note_x[LSC_PLOT_MOST_NOTES];
} LscBarPlaces;

guint lsc_bar_view_count_fitting (const LscBarView *self, double height);
gboolean lsc_bar_view_is_empty (const LscBarView *self);
LscBarPlaces lsc_bar_view_place (const LscBarView *self, LscText *text);
guint lsc_bar_view_find (const LscBarView *self, const LscBarPlaces *places, double x, double y);
guint lsc_bar_view_get_shown (const LscBarView *self, const LscBarPlaces *places, guint bar);
void lsc_bar_view_get_box (const LscBarView *self, const LscBarPlaces *places, guint bar,
                           double box[4]);

/* lsc-bar-painter.c */
void lsc_bars_paint (LscText *text, cairo_t *cr, const LscBarView *view);
void lsc_bars_paint_spots (LscText *text, cairo_t *cr, const LscBarView *view);

/* lsc-bar-sheet.c */
LscPage *lsc_bar_sheet_new (const LscBarView *view, const LscPageOptions *options,
                            PangoContext *context);

G_END_DECLS
