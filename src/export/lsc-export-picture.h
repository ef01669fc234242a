/* lsc-export-picture.h - writing a page with a chart as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-bar-view.h"
#include "draw/communication/lsc-matrix-view.h"
#include "draw/compare/lsc-waterfall-painter.h"
#include "draw/grid/lsc-grid-view.h"
#include "draw/operators/lsc-roofline-view.h"
#include "draw/operators/lsc-scatter-view.h"
#include "draw/memory/lsc-memory-view.h"
#include "draw/overview/lsc-rank-chart.h"
#include "draw/pipeline/lsc-pipeline-painter.h"
#include "draw/timeline/lsc-timeline-painter.h"
#include "draw/stragglers/lsc-straggler-painter.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

/**
 * LscPictureOptions:
 * @path: file to write; its ending chooses the format: .png .svg .pdf
 * @scale: PNG pixels per px: 1, 2 or 3
 * @created_ns: date of a PDF document, 0 = 1980-01-01
 * @is_outlined: texts of an SVG file are shapes, the same whatever fonts its readers have
 * @page: what stands on it
 */
typedef struct
{
  const char *path;
  double scale;
  gint64 created_ns;
  gboolean is_outlined;
  LscPageOptions page;
} LscPictureOptions;

gboolean lsc_export_chart (const LscPipelineView *view, const LscPictureOptions *options,
                           GError **error);
gboolean lsc_export_timeline (const LscTimelineView *view, const LscPictureOptions *options,
                              GError **error);
gboolean lsc_export_ranks (const LscRankChart *chart, const LscPictureOptions *options,
                           GError **error);
gboolean lsc_export_grid (const LscGridView *view, const LscPictureOptions *options,
                          GError **error);
gboolean lsc_export_waterfall (const LscCompare *compare, const LscWaterfallView *view,
                               const LscPictureOptions *options, GError **error);
gboolean lsc_export_op_changes (const LscOpChanges *changes, const LscWaterfallView *view,
                                const LscPictureOptions *options, GError **error);
gboolean lsc_export_stragglers (const LscStragglerView *view, const LscPictureOptions *options,
                                GError **error);
gboolean lsc_export_matrix (const LscMatrixView *view, const LscPictureOptions *options,
                            GError **error);
gboolean lsc_export_memory (const LscMemoryView *view, const LscPictureOptions *options,
                            GError **error);
gboolean lsc_export_bars (const LscBarView *view, const LscPictureOptions *options, GError **error);
gboolean lsc_export_scatter (const LscScatterView *view, const LscPictureOptions *options,
                             GError **error);
gboolean lsc_export_roofline (const LscRooflineView *view, const LscPictureOptions *options,
                              GError **error);
cairo_surface_t *lsc_export_chart_image (const LscPipelineView *view,
                                         const LscPictureOptions *options);

G_END_DECLS
