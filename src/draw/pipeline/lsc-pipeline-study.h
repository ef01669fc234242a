/* lsc-pipeline-study.h - what a study found, for the pipeline painter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

LscPipelinePathBlock *lsc_pipeline_path_new (const LscStudy *study, gsize *n_out);
void lsc_pipeline_view_show_causes (LscPipelineView *view, const LscStudy *study);

G_END_DECLS
