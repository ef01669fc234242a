/* lsc-pipeline-data.h - pipelines as they are: counted, freed, looked up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

LscPipeline *lsc_pipeline_ref (LscPipeline *self);
void lsc_pipeline_unref (LscPipeline *self);
LscPipeline *lsc_pipeline_pick_step (LscPipeline *self, gint64 id);
LscPipelineGroup *lsc_pipeline_get_group (const LscPipeline *self, gsize index);
LscPipelineGroup *lsc_pipeline_find_group (const LscPipeline *self, const char *text);
gsize lsc_pipeline_find_group_of_rank (const LscPipeline *self, gint64 rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipeline, lsc_pipeline_unref)

G_END_DECLS
