/* lsc-scatter-view.h - when kernels started and how long they took: a point each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "draw/lsc-page.h"
#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

#define LSC_SCATTER_NONE G_MAXSIZE

/**
 * LscScatterPoint:
 * @at_ns: on the axis, from 0
 * @is_other: of those that are told apart from the rest
 */
typedef struct
{
  gint64 at_ns;
  gint64 duration_ns;
  gboolean is_other;
} LscScatterPoint;

LSC_DEFINE_ARRAY (LscScatterPoints, lsc_scatter_points, LscScatterPoint)

/**
 * LscScatterPlot:
 * @caption, @about: (owned): above it, and what the axis counts
 * @keys: (owned) (nullable): what the points are, and what those are that are told apart
 * @points: in the order of the caller
 * @span_ns, @high_ns: ends of both scales, which begin at 0
 * @median_ns: of the durations, negative = not drawn
 */
typedef struct
{
  char *caption;
  char *about;
  char *keys[2];
  LscScatterPoints points;
  gint64 span_ns;
  gint64 high_ns;
  gint64 median_ns;
} LscScatterPlot;

/**
 * LscScatterView: what is shown, and how large
 * @plot: (nullable): borrowed
 * @width, @height: px
 * @margin: px around everything
 * @text_px: size of the texts
 * @selected, @hovered: points, or %LSC_SCATTER_NONE
 */
typedef struct
{
  const LscScatterPlot *plot;
  double width;
  double height;
  double margin;
  double text_px;
  LscTheme theme;
  gsize selected;
  gsize hovered;
} LscScatterView;

/** LscScatterPlaces: where the points stand, and a line of text; px */
typedef struct
{
  double x, y, width, height;
  double row;
} LscScatterPlaces;

LscScatterPlot *lsc_scatter_plot_new (const char *caption, const char *about);
void lsc_scatter_plot_free (LscScatterPlot *self);
void lsc_scatter_plot_fit (LscScatterPlot *self);

gboolean lsc_scatter_view_is_empty (const LscScatterView *self);
LscScatterPlaces lsc_scatter_view_place (const LscScatterView *self, LscText *text);
void lsc_scatter_view_get_spot (const LscScatterView *self, const LscScatterPlaces *places,
                                gsize point, double *x, double *y);
gsize lsc_scatter_view_find (const LscScatterView *self, const LscScatterPlaces *places, double x,
                             double y);
char *lsc_scatter_view_describe (const LscScatterView *self, gsize point);

/* lsc-scatter-painter.c */
void lsc_scatter_paint (LscText *text, cairo_t *cr, const LscScatterView *view);
void lsc_scatter_paint_spots (LscText *text, cairo_t *cr, const LscScatterView *view);

/* lsc-scatter-sheet.c */
LscPage *lsc_scatter_sheet_new (const LscScatterView *view, const LscPageOptions *options,
                                PangoContext *context);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscScatterPlot, lsc_scatter_plot_free)

G_END_DECLS
