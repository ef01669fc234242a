/* lsc-export-timeline.h - writing the visible lanes as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

/**
 * LscTimelineExport:
 * @path: file to write; its ending chooses the format: .png .svg .pdf
 * @all_strips: every strip of the layout, however tall, instead of those visible
 * @scale: PNG pixels per unit: 1, 2 or 3
 * @title: (nullable): project name
 * @footer: (nullable): version and file names
 */
typedef struct
{
  const char *path;
  gboolean all_strips;
  double scale;
  const char *title;
  const char *footer;
} LscTimelineExport;

gboolean lsc_export_timeline (const LscTimelineView *view, const LscTimelineExport *options,
                              GError **error);

G_END_DECLS
