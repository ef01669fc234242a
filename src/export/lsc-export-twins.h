/* lsc-export-twins.h - pictures of two recordings below one another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/lsc-export-picture.h"

G_BEGIN_DECLS

/**
 * LscExportTwin: one of two recordings
 * @name: what it is called
 * @pipeline: (nullable)
 * @timeline: (nullable): of a rank
 */
typedef struct
{
  const char *name;
  LscPipeline *pipeline;
  LscTimeline *timeline;
} LscExportTwin;

gboolean lsc_export_twin_timelines (const LscExportTwin sides[2], const LscPictureOptions *options,
                                    GError **error);
gboolean lsc_export_twin_pipelines (const LscExportTwin sides[2], const LscPictureOptions *options,
                                    GError **error);

G_END_DECLS
