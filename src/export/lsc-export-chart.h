/* lsc-export-chart.h - writing the pipeline chart as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

/**
 * LscChartExport:
 * @path: file to write; its ending chooses the format: .png .svg .pdf
 * @fit: the whole window at @view's width, else the visible part
 * @scale: PNG pixels per unit: 1, 2 or 3
 * @title: (nullable): project name
 * @footer: (nullable): version and file names
 * @created_ns: date of the document, 0 = 1980-01-01
 * @is_figure: for a paper: chart, axis and a short legend, with @title above if there is one,
 * without the line on what is shown, chips, banner, table of idle times and footer. Rows get a
 * height that suits their number, brackets and the lane of messages are left out. With @fit only
 * @keep_theme: the colours of @view's theme instead of those for paper
 */
typedef struct
{
  const char *path;
  gboolean fit;
  double scale;
  const char *title;
  const char *footer;
  gint64 created_ns;
  gboolean is_figure;
  gboolean keep_theme;
} LscChartExport;

gboolean lsc_export_chart (const LscChartView *view, const LscChartExport *options, GError **error);
cairo_surface_t *lsc_export_chart_image (const LscChartView *view, const LscChartExport *options);

G_END_DECLS
