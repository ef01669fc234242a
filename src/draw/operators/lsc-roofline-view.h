/* lsc-roofline-view.h - kernels below the roof of their chip: where they stand, and painting them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/operators/lsc-roofline.h"
#include "draw/lsc-page.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

#define LSC_ROOFLINE_NONE G_MAXUINT

/**
 * LscRooflineMark: a group of kernels
 * @name: borrowed
 * @intensity: FLOP/byte; marks without one, or without @flops_per_s, are not shown
 * @time_ns: sizes the mark
 * @bound: what it is coloured and shaped by
 */
typedef struct
{
  const char *name;
  double intensity;
  double flops_per_s;
  gint64 time_ns;
  LscBound bound;
} LscRooflineMark;

/**
 * LscRooflineView: what is shown, and how large
 * @marks: (array length=n_marks): borrowed; names of the first are written before those of others
 * @roof: what is not known of it is not drawn
 * @width, @height, @margin, @text_px: px
 * @selected, @hovered: marks, or %LSC_ROOFLINE_NONE
 */
typedef struct
{
  const LscRooflineMark *marks;
  guint n_marks;
  LscRoof roof;
  double width;
  double height;
  double margin;
  double text_px;
  LscTheme theme;
  guint selected;
  guint hovered;
} LscRooflineView;

/**
 * LscRooflinePlaces: where the parts stand
 * @x, @y, @width, @height: of the plot, px
 * @row: of a line of text, px
 * @low_x, @high_x, @low_y, @high_y: powers of ten at the edges
 * @most_ns: time of the largest mark
 */
typedef struct
{
  double x, y, width, height;
  double row;
  int low_x, high_x;
  int low_y, high_y;
  gint64 most_ns;
} LscRooflinePlaces;

gboolean lsc_roofline_mark_is_shown (const LscRooflineMark *self);
gboolean lsc_roofline_view_is_empty (const LscRooflineView *self);
LscRooflinePlaces lsc_roofline_view_place (const LscRooflineView *self, LscText *text);
double lsc_roofline_places_get_x (const LscRooflinePlaces *self, double intensity);
double lsc_roofline_places_get_y (const LscRooflinePlaces *self, double flops_per_s);
double lsc_roofline_places_get_radius (const LscRooflinePlaces *self, gint64 time_ns);
guint lsc_roofline_view_find (const LscRooflineView *self, const LscRooflinePlaces *places,
                              double x, double y);

/* lsc-roofline-painter.c */
void lsc_roofline_paint (LscText *text, cairo_t *cr, const LscRooflineView *view);
void lsc_roofline_paint_spots (LscText *text, cairo_t *cr, const LscRooflineView *view);

/* lsc-roofline-sheet.c */
LscPage *lsc_roofline_sheet_new (const LscRooflineView *view, const LscPageOptions *options,
                                 PangoContext *context);

G_END_DECLS
