/* lsc-pipeline-sheet.h - the page with a pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-page.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

LscPage *lsc_pipeline_sheet_new (const LscPipelineView *view, const LscPageOptions *options,
                                 PangoContext *context);
char *lsc_pipeline_sheet_shorten_ranks (const char *label);

G_END_DECLS
