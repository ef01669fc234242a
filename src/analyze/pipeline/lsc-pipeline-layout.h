/* lsc-pipeline-layout.h - which ranks form a pipeline, by metadata alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-options.h"

G_BEGIN_DECLS

GPtrArray *lsc_pipeline_group_ranks (GHashTable *metadata_of_rank,
                                     const LscPipelineOptions *options, gint64 rank);

G_END_DECLS
