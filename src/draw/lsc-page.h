/* lsc-page.h - a page around a chart: title, chart, legend, table, footer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"

G_BEGIN_DECLS

#define LSC_PAGE_MOST_PX 32000.0 /* cairo's limit for an image's side is 32,767 */
#define LSC_PAGE_LEAST_WIDTH 320.0
#define LSC_PAGE_LEAST_HEIGHT 60.0

/**
 * LscPageOptions:
 * @is_whole: everything that the view can show, however high; else what is visible
 * @is_figure: for a paper: chart, axis and a short legend, with @title above if there is one,
 *   without the line on what is shown, chips, banner, tables and footer. With @is_whole only
 * @room_px: height of the paper for a figure with its legend, where the chart can be made to fit; 0
 * = as high as it is
 * @keep_theme: the colours of the view's theme instead of those for paper
 * @title: (nullable): name of the project
 * @footer: (nullable): version and file names
 */
typedef struct
{
  gboolean is_whole;
  gboolean is_figure;
  double room_px;
  gboolean keep_theme;
  const char *title;
  const char *footer;
} LscPageOptions;

/** Paints a part of a page from @cr's origin, or only measures it where @cr is %NULL.
 * Returns: its height, px */
typedef double (*LscPagePart) (gpointer data, cairo_t *cr);

/**
 * LscPage: what stands on a page. Made by the charts, which also fill in the parts.
 * @width: px of the chart, whole
 * @height: px of the chart, whole
 * @title: (nullable): none is drawn without
 * @about: (nullable): one line on what is shown
 * @other: (nullable): one line on what stands beside it
 * @chip: (nullable): a remark in a box beside the title
 * @banner: (nullable): a warning below the title
 * @footer: (nullable): version and file names
 * @description: what is shown, for those who cannot see it: lines
 * @paint_chart: @scale: pixels per px of an image, 0 on a document, where paths are wanted
 * @row_tops: (nullable) (element-type double): px of the chart, rising: where its rows begin, and
 *   where the last one ends; a chart on several pages is torn there
 * @paint_legend: (nullable)
 * @paint_table: (nullable)
 * @data: (owned): for the parts
 */
typedef struct
{
  LscText *text;
  LscTheme theme;
  double width;
  double height;
  gboolean is_figure;
  char *title;
  char *about;
  char *other;
  char *chip;
  char *banner;
  char *footer;
  char *description;
  void (*paint_chart) (gpointer data, cairo_t *cr, double scale);
  GArray *row_tops;
  LscPagePart paint_legend;
  LscPagePart paint_table;
  gpointer data;
  GDestroyNotify free_data;
} LscPage;

void lsc_page_free (LscPage *page);
void lsc_page_measure (const LscPage *page, double *width, double *height);
double lsc_page_find_break (const LscPage *page, double above, double below);
void lsc_page_paint (const LscPage *page, cairo_t *cr, double scale);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPage, lsc_page_free)

G_END_DECLS
