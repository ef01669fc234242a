/* lsc-page.h - a page around the pipeline chart: title, legend, table, footer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

/**
 * LscPage:
 * @title: (nullable): name of the project
 * @footer: (nullable): version and file names
 * @is_figure: the chart and its legend alone, with @title above if there is one
 */
typedef struct
{
  const char *title;
  const char *footer;
  gboolean is_figure;
} LscPage;

void lsc_page_measure (LscChartPainter *painter, const LscChartView *view, const LscPage *page,
                       double *width, double *height);
void lsc_page_paint (LscChartPainter *painter, cairo_t *cr, const LscChartView *view,
                     const LscPage *page);
char *lsc_page_shorten_ranks (const char *label);
char *lsc_page_describe (const LscChartView *view);

G_END_DECLS
